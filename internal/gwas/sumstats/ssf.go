package sumstats

import (
	"math"
	"slices"
	"strconv"

	"cohortium/internal/gwas/variant"
)

// SSFColumns chooses the columns behind the eight that GWAS-SSF demands.
type SSFColumns uint16

// The optional columns, in the order in which they are written.
const (
	SSFNegLog10P SSFColumns = 1 << iota
	SSFRSID
	SSFVariantID
	SSFN
	SSFNCases
	SSFNControls
	SSFNEff
	SSFInfo
)

// scaleBits is where SSFColumns keep the scale, as its place in Scales from 1.
const scaleBits = 8

// SSFScale adds a column that says the scale of the effects in every row, so that
// a table carries it wherever it goes; none for an unknown scale.
func SSFScale(s EffectScale) SSFColumns {
	return SSFColumns(slices.Index(Scales(), s)+1) << scaleBits
}

// scale is the one that SSFScale put in.
func (c SSFColumns) scale() EffectScale {
	if i := c >> scaleBits; i > 0 {
		return Scales()[i-1]
	}
	return ScaleUnknown
}

var ssfOptional = []struct {
	column SSFColumns
	name   Field
}{
	{SSFNegLog10P, FieldNegLog10P}, {SSFRSID, FieldRSID}, {SSFVariantID, FieldVariantID}, {SSFN, FieldN},
	{SSFNCases, FieldNCases}, {SSFNControls, FieldNControls}, {SSFNEff, FieldNEff}, {SSFInfo, FieldInfo},
}

// SSFHeader appends the header line, ending with a line feed.
func SSFHeader(dst []byte, cols SSFColumns) []byte {
	dst = append(dst, "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value"...)
	for _, o := range ssfOptional {
		if cols&o.column != 0 {
			dst = append(dst, '\t')
			dst = append(dst, o.name...)
		}
	}
	if cols.scale() != ScaleUnknown {
		dst = append(append(dst, '\t'), FieldEffectScale...)
	}
	return append(dst, '\n')
}

// missingSSF is the missing value that the standard asks for.
const missingSSF = "#NA"

// AppendSSF appends one line of a GWAS-SSF table: numeric chromosome code, shortest
// exact numbers, #NA for missing, P as decimal text at any size. d must be the
// Dict of the row. A frequency without orientation is written as missing.
func AppendSSF(dst []byte, r *Row, d *variant.Dict, cols SSFColumns) []byte {
	if r.Chromosome.Valid() {
		dst = r.Chromosome.AppendCode(dst)
	} else {
		dst = append(dst, missingSSF...)
	}
	dst = append(dst, '\t')
	dst = appendCount(dst, float64(r.Position))
	dst = append(dst, '\t')
	dst = d.Append(dst, r.EA)
	dst = append(dst, '\t')
	dst = d.Append(dst, r.OA)
	dst = append(dst, '\t')
	dst = appendSSFNumber(dst, r.Beta)
	dst = append(dst, '\t')
	dst = appendSSFNumber(dst, r.SE)
	dst = append(dst, '\t')
	if r.Flags&EAFIsMAF != 0 {
		dst = append(dst, missingSSF...)
	} else {
		dst = appendSSFNumber(dst, r.EAF)
	}
	dst = append(dst, '\t')
	if math.IsNaN(r.NegLog10P) {
		dst = append(dst, missingSSF...)
	} else {
		dst = AppendP(dst, r.NegLog10P)
	}
	for _, o := range ssfOptional {
		if cols&o.column != 0 {
			dst = append(dst, '\t')
			dst = appendSSFOptional(dst, r, d, o.column)
		}
	}
	if scale := cols.scale(); scale != ScaleUnknown {
		dst = append(append(dst, '\t'), scale...)
	}
	return append(dst, '\n')
}

func appendSSFOptional(dst []byte, r *Row, d *variant.Dict, column SSFColumns) []byte {
	switch column {
	case SSFNegLog10P:
		return appendSSFNumber(dst, r.NegLog10P)
	case SSFRSID:
		return AppendRSID(dst, r.RSID)
	case SSFVariantID:
		dst = r.Chromosome.AppendCode(dst)
		dst = append(dst, '_')
		dst = appendCount(dst, float64(r.Position))
		dst = append(dst, '_')
		dst = d.Append(dst, r.OA)
		dst = append(dst, '_')
		return d.Append(dst, r.EA)
	case SSFN:
		return appendCount(dst, r.N)
	case SSFNCases:
		return appendSSFNumber(dst, r.NCases)
	case SSFNControls:
		return appendSSFNumber(dst, r.NControls)
	case SSFNEff:
		if !(r.NEff > 0) {
			return append(dst, missingSSF...)
		}
		return strconv.AppendFloat(dst, float64(r.NEff), 'f', -1, 32) // as short as single precision tells
	}
	return appendSSFNumber(dst, r.Info)
}

// AppendRSID appends rs and the number, or #NA for 0.
func AppendRSID(dst []byte, rsid uint64) []byte {
	if rsid == 0 {
		return append(dst, missingSSF...)
	}
	return strconv.AppendUint(append(dst, 'r', 's'), rsid, 10)
}

func appendSSFNumber(dst []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(dst, missingSSF...)
	}
	return AppendNumber(dst, v)
}

// appendCount writes a number that is missing when it is not above 0.
func appendCount(dst []byte, v float64) []byte {
	if !(v > 0) {
		return append(dst, missingSSF...)
	}
	return appendSSFNumber(dst, v)
}

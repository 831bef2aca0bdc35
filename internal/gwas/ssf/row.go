package ssf

import (
	"math"
	"slices"
	"strconv"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Columns chooses the columns behind the eight that GWAS-SSF demands.
type Columns uint16

// The optional columns, in the order in which they are written.
const (
	NegLog10P Columns = 1 << iota
	RSID
	VariantID
	N
	NCases
	NControls
	NEff
	Info
)

// scaleBits is where Columns keep the scale, as its place in Scales from 1.
const scaleBits = 8

// Scale adds a column with the scale of the effects in every row, so that the table always carries
// it; none for an unknown scale.
func Scale(s sumstats.EffectScale) Columns {
	return Columns(slices.Index(sumstats.Scales(), s)+1) << scaleBits
}

// scale returns the scale that Scale added.
func (c Columns) scale() sumstats.EffectScale {
	if i := c >> scaleBits; i > 0 {
		return sumstats.Scales()[i-1]
	}
	return sumstats.ScaleUnknown
}

var optional = []struct {
	column Columns
	name   sumstats.Field
}{
	{NegLog10P, sumstats.FieldNegLog10P}, {RSID, sumstats.FieldRSID}, {VariantID, sumstats.FieldVariantID}, {N, sumstats.FieldN},
	{NCases, sumstats.FieldNCases}, {NControls, sumstats.FieldNControls}, {NEff, sumstats.FieldNEff}, {Info, sumstats.FieldInfo},
}

// AppendHeader appends the header line, ending with a line feed.
func AppendHeader(dst []byte, cols Columns) []byte {
	dst = append(dst, "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value"...)
	for _, o := range optional {
		if cols&o.column != 0 {
			dst = append(dst, '\t')
			dst = append(dst, o.name...)
		}
	}
	if cols.scale() != sumstats.ScaleUnknown {
		dst = append(append(dst, '\t'), sumstats.FieldEffectScale...)
	}
	return append(dst, '\n')
}

// missingValue is the missing value that the standard asks for.
const missingValue = "#NA"

// AppendRow appends one line of a GWAS-SSF table: numeric chromosome code, shortest
// exact numbers, #NA for missing, P as decimal text at any size. d must be the
// Dict of the row. A frequency without orientation is written as missing.
func AppendRow(dst []byte, r *sumstats.Row, d *variant.Dict, cols Columns) []byte {
	if r.Chromosome.Valid() {
		dst = r.Chromosome.AppendCode(dst)
	} else {
		dst = append(dst, missingValue...)
	}
	dst = append(dst, '\t')
	dst = appendCount(dst, float64(r.Position))
	dst = append(dst, '\t')
	dst = d.Append(dst, r.EA)
	dst = append(dst, '\t')
	dst = d.Append(dst, r.OA)
	dst = append(dst, '\t')
	dst = appendValue(dst, r.Beta)
	dst = append(dst, '\t')
	dst = appendValue(dst, r.SE)
	dst = append(dst, '\t')
	if r.Flags&sumstats.EAFIsMAF != 0 {
		dst = append(dst, missingValue...)
	} else {
		dst = appendValue(dst, r.EAF)
	}
	dst = append(dst, '\t')
	if math.IsNaN(r.NegLog10P) {
		dst = append(dst, missingValue...)
	} else {
		dst = AppendP(dst, r.NegLog10P)
	}
	for _, o := range optional {
		if cols&o.column != 0 {
			dst = append(dst, '\t')
			dst = appendOptional(dst, r, d, o.column)
		}
	}
	if scale := cols.scale(); scale != sumstats.ScaleUnknown {
		dst = append(append(dst, '\t'), scale...)
	}
	return append(dst, '\n')
}

func appendOptional(dst []byte, r *sumstats.Row, d *variant.Dict, column Columns) []byte {
	switch column {
	case NegLog10P:
		return appendValue(dst, r.NegLog10P)
	case RSID:
		return AppendRSID(dst, r.RSID)
	case VariantID:
		dst = r.Chromosome.AppendCode(dst)
		dst = append(dst, '_')
		dst = appendCount(dst, float64(r.Position))
		dst = append(dst, '_')
		dst = d.Append(dst, r.OA)
		dst = append(dst, '_')
		return d.Append(dst, r.EA)
	case N:
		return appendCount(dst, r.N)
	case NCases:
		return appendValue(dst, r.NCases)
	case NControls:
		return appendValue(dst, r.NControls)
	case NEff:
		if !(r.NEff > 0) {
			return append(dst, missingValue...)
		}
		return strconv.AppendFloat(dst, float64(r.NEff), 'f', -1, 32) // as short as single precision allows
	}
	return appendValue(dst, r.Info)
}

// AppendRSID appends rs and the number, or #NA for 0.
func AppendRSID(dst []byte, rsid uint64) []byte {
	if rsid == 0 {
		return append(dst, missingValue...)
	}
	return strconv.AppendUint(append(dst, 'r', 's'), rsid, 10)
}

func appendValue(dst []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(dst, missingValue...)
	}
	return AppendNumber(dst, v)
}

// appendCount writes a number that is missing when it is not above 0.
func appendCount(dst []byte, v float64) []byte {
	if !(v > 0) {
		return append(dst, missingValue...)
	}
	return appendValue(dst, v)
}

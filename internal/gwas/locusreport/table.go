package locusreport

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
)

// Header is the first line of a table. Positions are 1-based, effects refer to the effect allele, and
// unknown values are NA. r_lead is r with the lead for the effect alleles; log_bayes_factors are
// natural logarithms, one per signal, between semicolons.
const Header = "chromosome\tbase_pair_location\teffect_allele\tother_allele\trsid\tregion\tbeta\tstandard_error\tneg_log_10_p_value\tn\t" +
	"r_lead\tdentist_s_neg_log_10_p\toutlier\tpip\tcredible_set\tlog_bayes_factors"

const tableColumns = 16

// Write writes the variants of loci with Header, in genome order. A variant of several loci has a row
// for each.
func Write(w *regionindex.Writer, loci []*Mapped) error {
	type place struct{ locus, variant int }
	var rows []place
	for i, m := range loci {
		for k := range m.Variants {
			rows = append(rows, place{i, k})
		}
	}
	slices.SortStableFunc(rows, func(a, b place) int {
		return cmp.Or(cmp.Compare(loci[a.locus].Region.Chromosome, loci[b.locus].Region.Chromosome),
			cmp.Compare(loci[a.locus].Variants[a.variant].Position, loci[b.locus].Variants[b.variant].Position))
	})
	if err := w.WriteHeader([]byte(Header + "\n")); err != nil {
		return err
	}
	var line []byte
	for _, at := range rows {
		m := loci[at.locus]
		v := &m.Variants[at.variant]
		line = append(m.AppendRow(line[:0], at.variant), '\n')
		if err := w.WriteRow(line, m.Region.Chromosome, v.Position); err != nil {
			return err
		}
	}
	return nil
}

// AppendRow appends the row of a variant without a line end.
func (m *Mapped) AppendRow(dst []byte, i int) []byte {
	v := &m.Variants[i]
	dst = m.Region.Chromosome.AppendCode(dst)
	dst = strconv.AppendInt(append(dst, '\t'), int64(v.Position), 10)
	dst = append(append(append(append(dst, '\t'), v.EffectAllele...), '\t'), v.OtherAllele...)
	rs, set, outlier := "NA", "NA", "NA"
	if v.RSID != 0 {
		rs = "rs" + strconv.FormatUint(v.RSID, 10)
	}
	if v.Set > 0 {
		set = strconv.Itoa(v.Set)
	}
	if !math.IsNaN(v.Dentist) {
		outlier = strconv.FormatBool(v.Outlier())
	}
	dst = append(append(append(append(dst, '\t'), rs...), '\t'), m.Locus.Region...)
	for _, x := range []float64{v.Beta, v.SE, v.NegLog10P, v.N, v.R, v.Dentist} {
		dst = appendNumber(append(dst, '\t'), x)
	}
	dst = append(append(dst, '\t'), outlier...)
	dst = appendNumber(append(dst, '\t'), v.PIP)
	dst = append(append(append(append(dst, '\t'), set...), '\t'), factors(v.LogBF)...)
	return dst
}

func factors(logs []float64) string {
	if len(logs) == 0 {
		return "NA"
	}
	cells := make([]string, len(logs))
	for i, x := range logs {
		cells[i] = string(appendNumber(nil, x))
	}
	return strings.Join(cells, ";")
}

// appendNumber appends all digits, so that a table read again has the same values.
func appendNumber(dst []byte, x float64) []byte {
	if math.IsNaN(x) {
		return append(dst, "NA"...)
	}
	return strconv.AppendFloat(dst, x, 'g', -1, 64)
}

// ParseRow reads a row that Write wrote, and the region of its locus.
func ParseRow(line []byte) (v Variant, region string, err error) {
	cells := bytes.Split(line, []byte{'\t'})
	if len(cells) != tableColumns {
		return v, "", fmt.Errorf("%w: a row with %d columns of %d", regionindex.ErrDamaged, len(cells), tableColumns)
	}
	position, err := strconv.ParseInt(string(cells[1]), 10, 32)
	if err != nil {
		return v, "", fmt.Errorf("%w: %w", regionindex.ErrDamaged, err)
	}
	v = Variant{Position: int32(position), EffectAllele: string(cells[2]), OtherAllele: string(cells[3]),
		Beta: number(cells[6]), SE: number(cells[7]), NegLog10P: number(cells[8]), N: number(cells[9]),
		R: number(cells[10]), Dentist: number(cells[11]), PIP: number(cells[13])}
	if digits, ok := bytes.CutPrefix(cells[4], []byte("rs")); ok {
		v.RSID, _ = strconv.ParseUint(string(digits), 10, 64)
	}
	v.Set, _ = strconv.Atoi(string(cells[14])) // NA is none
	if string(cells[15]) != "NA" {             // of one signal or none, see FromTable
		for _, cell := range bytes.Split(cells[15], []byte{';'}) {
			v.LogBF = append(v.LogBF, number(cell))
		}
	}
	return v, string(cells[5]), nil
}

func number(cell []byte) float64 {
	x, err := strconv.ParseFloat(string(cell), 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// FromTable returns a kept locus with the variants that were read from its table.
func FromTable(region genome.Region, brief Locus, variants []Variant) *Mapped {
	for i := range variants {
		for len(variants[i].LogBF) < len(brief.Sets) {
			variants[i].LogBF = append(variants[i].LogBF, math.NaN())
		}
	}
	return &Mapped{region, brief, variants}
}

package finemap

import (
	"math"

	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/variant"
)

// matches are the rows that the panel contains.
type matches struct {
	rows        []int
	sites       []ld.Site
	signs       []float64 // −1 where the effect allele is the reference of the panel
	palindromic int
}

type place struct {
	position int32
	lo, hi   variant.Allele
}

// match finds the rows in the panel: position and alleles are equal in their shortest form, single
// bases also on the other strand. A/T and C/G count if the frequencies of both determine the strand.
func match(in *Input) *matches {
	m := &matches{}
	at := make(map[place]int, len(in.Sites))
	for i := range in.Sites {
		ref, okRef := in.Dict.Parse([]byte(in.Sites[i].Ref))
		alt, okAlt := in.Dict.Parse([]byte(in.Sites[i].Alt))
		if okRef && okAlt {
			lo, hi := variant.Class(ref, alt)
			at[place{in.Sites[i].Position, lo, hi}] = i
		}
	}
	for row := range in.Rows {
		r := &in.Rows[row]
		if math.IsNaN(z(r)) {
			continue
		}
		ea, oa, shift := in.Dict.Trim(r.EA, r.OA)
		lo, hi := variant.Class(ea, oa)
		p := place{r.Position + shift, lo, hi}
		i, found := at[p]
		if !found {
			continue
		}
		site := &in.Sites[i]
		alt, _ := in.Dict.Parse([]byte(site.Alt))
		sign := -1.0
		if ea == alt || ea.Single() && !variant.Palindromic(ea, oa) && ea.OtherStrand() == alt {
			sign = 1
		}
		if variant.Palindromic(ea, oa) {
			if !variant.TellsStrand(r.EAF) || !variant.TellsStrand(site.Frequency) {
				m.palindromic++
				continue
			}
			sign = -1
			if (r.EAF < 0.5) == (site.Frequency < 0.5) {
				sign = 1
			}
		}
		delete(at, p) // a second row of the same variant is left out
		m.rows, m.sites, m.signs = append(m.rows, row), append(m.sites, *site), append(m.signs, sign)
	}
	return m
}

// r returns the correlation of two matches for their effect alleles.
func (m *matches) r(i, j int) float64 {
	return ld.Correlation(&m.sites[i], &m.sites[j]) * m.signs[i] * m.signs[j]
}

// correlations returns r of all matches for their effect alleles.
func (m *matches) correlations() [][]float64 {
	r := ld.Correlations(m.sites)
	for i := range r {
		for j := range r[i] {
			r[i][j] *= m.signs[i] * m.signs[j]
		}
	}
	return r
}

// spread returns values of matches by row, NaN for other rows.
func (m *matches) spread(values []float64, rows int) []float64 {
	out := make([]float64, rows)
	for i := range out {
		out[i] = math.NaN()
	}
	for k, row := range m.rows {
		out[row] = values[k]
	}
	return out
}

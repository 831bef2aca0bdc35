package studyset

import (
	"math"

	"cohortium/internal/gwas/sketch"
)

// commonFrequency is the minor allele frequency from which on a variant counts for Differentiation.
const commonFrequency = 0.05

// Differentiation estimates F_ST between the people of two studies from the frequencies of the
// variants that are in both samples and common in one of them: Hudson's estimator as a ratio of sums
// (Bhatia et al. 2013, Genome Res 23:1514). Rows without N are not corrected for the size of the
// sample. A/T, C/G and longer variants are left out. NaN without variants.
func Differentiation(a, b *Sample) (fst float64, variants int) {
	var between, all float64
	for x, y := range sketch.Meet(a.Effects, b.Effects) {
		if x.Orientation == 0 || y.Orientation == 0 {
			continue
		}
		p, q := ofFirst(x), ofFirst(y)
		if !(max(min(p, 1-p), min(q, 1-q)) >= commonFrequency) {
			continue
		}
		variants++
		d := p - q
		between += d*d - drift(p, x.N) - drift(q, y.N)
		all += p*(1-q) + q*(1-p)
	}
	if variants == 0 {
		return math.NaN(), 0
	}
	return between / all, variants
}

// drift is the variance of a frequency in a sample of n people.
func drift(p float64, n float32) float64 {
	if !(n >= 1) {
		return 0
	}
	return p * (1 - p) / (2*float64(n) - 1)
}

// Package plot reduces millions of association results to figures that a page
// can draw at once: it keeps the points that stand out and bins the rest. It
// owns the reductions, their JSON shapes and one SVG writer per shape, so that
// page and report show the same picture. It imports genome, variant, sumstats
// and stat only; it reads no files and takes no decision about quality.
//
// Every accumulator needs memory that does not grow with the number of rows (QQ excepted, which
// keeps eight bytes per row) and returns the same data whatever the order of the rows.
package plot

import (
	"cohortium/internal/gwas/stat"
	"math"

	"cohortium/internal/gwas/sumstats"
)

// GenomeWide and Suggestive are the customary thresholds as −log10 P of 5e-8
// and 1e-5.
const (
	GenomeWide = 7.301029995663981
	Suggestive = 5.0
)

// round keeps the decimals that a screen can show, so that JSON stays small.
func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale) / scale
}

// finite returns a pointer for JSON, nil for NaN and infinities.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// priority returns a hash of the variant. Keeping the points of smallest priority thins a cloud
// evenly without depending on the order of arrival.
func priority(r *sumstats.Row) uint64 {
	x := uint64(r.Chromosome)<<32 | uint64(uint32(r.Position))
	return stat.Mix(stat.Mix(stat.Mix(x)^uint64(r.EA)) ^ uint64(r.OA))
}

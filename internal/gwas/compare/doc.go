// Package compare compares two results on one assembly: the loci they share, the effect of each on
// the same allele, and the line through these effects. It imports genome, locus and variant only.
// It neither reads files nor knows what a result is or who may see it.
package compare

import (
	"math"

	"cohortium/internal/gwas/genome"
)

// Variant is one row of a result. Numbers that are missing are NaN.
type Variant struct {
	Chromosome   genome.Chromosome
	Position     int32  // 1-based, on the assembly of both results
	EffectAllele string // upper case, forward strand
	OtherAllele  string
	RSID         string  // empty when unknown
	Beta         float64 // of one more effect allele
	SE           float64
	NegLog10P    float64
	EAF          float64 // frequency of the effect allele
	N            float64
}

// Estimated reports whether v has an effect and its standard error.
func (v *Variant) Estimated() bool {
	return !math.IsNaN(v.Beta) && !math.IsInf(v.Beta, 0) && v.SE > 0 && !math.IsInf(v.SE, 0)
}

// Z returns v on the Z scale: the effect in units of its error, with the error 1.
func (v Variant) Z() Variant {
	v.Beta, v.SE = v.Beta/v.SE, 1
	return v
}

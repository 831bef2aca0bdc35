package meta

import (
	"math"

	"cohortium/internal/gwas/stat"
)

// Difference is how far two independent effects of one allele are apart, such as those of females
// and males: β = β_a − β_b with SE² = SE_a² + SE_b². Z² is Cochran's Q of both, with one degree of
// freedom and the same P.
type Difference struct{ Beta, SE, Z, NegLog10P float64 }

// Differ returns the difference of two effects. It is NaN where an effect or an error is.
func Differ(betaA, seA, betaB, seB float64) Difference {
	d := Difference{Beta: betaA - betaB, SE: math.Hypot(seA, seB)}
	d.Z = d.Beta / d.SE
	d.NegLog10P = stat.NegLog10PFromZ(d.Z)
	return d
}

package recognise

import (
	"math"

	"cohortium/internal/gwas/sumstats"
)

// hypothesis is another meaning of effect, error or P under which they may agree.
type hypothesis struct {
	name string
	// z and x return Z and −log10 P of a row under the hypothesis; NaN when it cannot hold.
	z func(r *sumstats.Row) float64
	x func(r *sumstats.Row) float64
	agreement
}

func asRead(r *sumstats.Row) float64 { return r.Beta / r.SE }

func statedP(r *sumstats.Row) float64 { return r.NegLog10P }

func logOfBeta(r *sumstats.Row) float64 { return math.Log(r.Beta) / r.SE }

func ratioAsBeta(r *sumstats.Row) float64 { return math.Exp(r.Beta) / r.SE }

func rootOfSE(r *sumstats.Row) float64 { return r.Beta / math.Sqrt(r.SE) }

func seOfRatio(r *sumstats.Row) float64 { return r.Beta * math.Exp(r.Beta) / r.SE }

// naturalP returns −log10 of P if the stated one is a natural logarithm.
func naturalP(r *sumstats.Row) float64 { return r.NegLog10P / math.Ln10 }

// twoSided returns −log10 of the two-sided P if the stated one is one-sided.
func twoSided(r *sumstats.Row) float64 {
	p := math.Pow(10, -r.NegLog10P)
	if p > 0.5 {
		return -math.Log10(2 * (1 - p))
	}
	return r.NegLog10P - math.Log10(2)
}

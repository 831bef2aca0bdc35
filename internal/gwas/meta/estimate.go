package meta

import (
	"math"

	"cohortium/internal/gwas/stat"
)

// Estimate is the combined statistic of one variant over K studies. Numbers that
// are not defined (heterogeneity of one study, effects of the sample-size
// scheme) are NaN.
type Estimate struct {
	Beta, SE     float64
	Z            float64
	NegLog10P    float64 // −log10 of the two-sided P of Z
	Q            float64 // Cochran's Q
	NegLog10HetP float64 // −log10 of the upper χ² tail of Q with K − 1 degrees of freedom
	I2           float64 // per cent, 0–100
	Tau2         float64 // between-study variance, DerSimonian–Laird unless chosen
	K            int
}

// CombineFixed returns the inverse-variance fixed-effect estimate: w = 1/SE², β = Σwβ/Σw, SE =
// 1/√Σw, Q = Σw(β_i − β)², I² = (Q − df)/Q, and τ² = (Q − df)/(Σw − Σw²/Σw), both no less than 0.
// len(beta) = len(se) ≥ 1.
func CombineFixed(beta, se []float64) Estimate {
	if len(beta) == 1 {
		return single(beta[0], se[0])
	}
	var sumW, sumWB, cross float64
	for i, s := range se {
		w := 1 / (s * s)
		// Σw − Σw²/Σw = 2Σ_{i<j} w_i w_j/Σw: a sum of positive terms keeps its
		// digits when one study outweighs the others.
		cross += w * sumW
		sumW += w
		sumWB += w * beta[i]
	}
	e := Estimate{Beta: sumWB / sumW, SE: 1 / math.Sqrt(sumW), K: len(beta)}
	for i, s := range se {
		d := (beta[i] - e.Beta) / s
		e.Q += d * d
	}
	e.Z = e.Beta / e.SE
	e.NegLog10P = stat.NegLog10PFromZ(e.Z)
	e.heterogeneity()
	e.Tau2 = max(0, (e.Q-float64(e.K-1))/(2*cross/sumW))
	return e
}

// CombineZ returns the sample-size estimate: Z = Σ√N z/√ΣN, with Q = Σ(z − √N·Σ√N z/ΣN)². It has no
// effect size. len(z) = len(n) ≥ 1.
func CombineZ(z, n []float64) Estimate {
	nan := math.NaN()
	e := Estimate{Beta: nan, SE: nan, Q: nan, NegLog10HetP: nan, I2: nan, Tau2: nan, K: len(z)}
	if len(z) == 1 {
		e.Z = z[0]
		e.NegLog10P = stat.NegLog10PFromZ(e.Z)
		return e
	}
	var sumN, sum float64
	for i, x := range z {
		sumN += n[i]
		sum += math.Sqrt(n[i]) * x
	}
	e.Z = sum / math.Sqrt(sumN)
	e.NegLog10P = stat.NegLog10PFromZ(e.Z)
	mean := sum / sumN
	e.Q = 0
	for i, x := range z {
		d := x - math.Sqrt(n[i])*mean
		e.Q += d * d
	}
	e.heterogeneity()
	return e
}

// single returns the estimate of one study: the study itself.
func single(beta, se float64) Estimate {
	nan := math.NaN()
	z := beta / se
	return Estimate{Beta: beta, SE: se, Z: z, NegLog10P: stat.NegLog10PFromZ(z),
		Q: nan, NegLog10HetP: nan, I2: nan, Tau2: nan, K: 1}
}

// heterogeneity derives P of Q and I² from Q and K.
func (e *Estimate) heterogeneity() {
	df := float64(e.K - 1)
	e.NegLog10HetP = stat.ChiSquareSurvivalNegLog10(e.Q, df)
	e.I2 = 0
	if e.Q > df {
		e.I2 = (e.Q - df) / e.Q * 100
	}
}

// standardised computes beta and SE of a trait of variance 1 from Z of a sample of size n at effect
// allele frequency f: SE = 1/√(2f(1−f)(n + Z²)) (Zhu 2016).
func standardised(z, n, f float64) (beta, se float64) {
	se = 1 / math.Sqrt(2*f*(1-f)*(n+z*z))
	if math.IsInf(se, 0) {
		se = math.NaN()
	}
	return z * se, se
}

package ldsc

import "math"

// Liability turns a heritability of a disease from the observed scale to that of
// liability (Lee et al. 2011, Am J Hum Genet 88:294–305):
//
//	h²·K²(1−K)² / (P(1−P)·φ(t)²), t the threshold above which a share K of people is ill
//
// cases is the share P of cases among those studied; ½ when N was the effective number.
// prevalence is K. NaN where either is not between 0 and 1.
func Liability(h2 Estimate, cases, prevalence float64) Estimate {
	factor := LiabilityFactor(cases, prevalence)
	return Estimate{h2.Value * factor, h2.SE * factor}
}

// LiabilityFactor returns the factor by which Liability multiplies a heritability. The covariance
// of two studies is multiplied by the square root of the factor of each (1 for a quantitative
// trait); a genetic correlation is the same on both scales.
func LiabilityFactor(cases, prevalence float64) float64 {
	if !(cases > 0 && cases < 1 && prevalence > 0 && prevalence < 1) {
		return math.NaN()
	}
	threshold := math.Sqrt2 * math.Erfinv(1-2*prevalence)
	density := math.Exp(-threshold*threshold/2) / math.Sqrt(2*math.Pi)
	k := prevalence * (1 - prevalence) / density
	return k * k / (cases * (1 - cases))
}

package meta

import (
	"errors"
	"fmt"
	"math"

	"cohortium/internal/gwas/stat"
)

// Tau2 is the estimator of the variance between studies.
type Tau2 string

// The estimators. One that is not stated is DerSimonian–Laird.
const (
	DerSimonianLaird Tau2 = "dl"
	REML             Tau2 = "reml"
)

// Interval is the method for standard error and P of a random effect.
type Interval string

// The intervals. One that is not stated is NormalInterval.
const (
	NormalInterval Interval = "normal"
	HartungKnapp   Interval = "hk"
)

// RandomModel is how random effects are estimated; the zero value is DerSimonian–Laird
// with the normal distribution.
type RandomModel struct {
	// Tau2 and Interval apply to the scheme random; defaults are omitted.
	Tau2     Tau2     `json:"tau2,omitempty"`
	Interval Interval `json:"ci,omitempty"`
}

func (m RandomModel) validate(scheme Scheme) error {
	switch {
	case m.Tau2 != "" && m.Tau2 != DerSimonianLaird && m.Tau2 != REML:
		return fmt.Errorf("tau2 %q is not one of dl, reml", m.Tau2)
	case m.Interval != "" && m.Interval != NormalInterval && m.Interval != HartungKnapp:
		return fmt.Errorf("ci %q is not one of normal, hk", m.Interval)
	case m != RandomModel{} && scheme != RandomEffects:
		return errors.New("tau2 and ci are for random effects: choose the scheme random, or leave them out")
	}
	return nil
}

// CombineRandom returns the DerSimonian–Laird random-effects estimate: the weights of CombineFixed
// with τ² added to every variance. Heterogeneity is that of the fixed-effect estimate.
func CombineRandom(beta, se []float64) Estimate { return RandomModel{}.Combine(beta, se) }

// Combine returns the random-effects estimate: the weights of CombineFixed with τ² added to every
// variance, w = 1/(SE² + τ²), and SE = 1/√Σw with P of the normal distribution, or by Hartung and
// Knapp
//
//	SE² = Σw(β_i − β)² / ((K − 1)·Σw)
//
// with P of Student's t on K − 1 degrees of freedom, Z being t. Where studies agree to the
// last digit that has no width, and SE and P are NaN. Q, its P and I² are those of
// CombineFixed. One study is itself.
func (m RandomModel) Combine(beta, se []float64) Estimate {
	e := CombineFixed(beta, se)
	if e.K == 1 {
		return e
	}
	if m.Tau2 == REML {
		e.Tau2 = remlTau2(beta, se)
	}
	if e.Tau2 > 0 {
		var sumW, sumWB float64
		for i, s := range se {
			w := 1 / (s*s + e.Tau2)
			sumW += w
			sumWB += w * beta[i]
		}
		e.Beta, e.SE = sumWB/sumW, 1/math.Sqrt(sumW)
		e.Z = e.Beta / e.SE
		e.NegLog10P = stat.NegLog10PFromZ(e.Z)
	}
	if m.Interval == HartungKnapp {
		e.SE *= math.Sqrt(residualSpread(beta, se, e.Beta, e.Tau2))
		e.Z = e.Beta / e.SE
		e.NegLog10P = m.negLog10P(&e)
	}
	return e
}

// negLog10P returns −log10 P of the Z of an estimate.
func (m RandomModel) negLog10P(e *Estimate) float64 {
	if m.Interval == HartungKnapp && e.K > 1 {
		return stat.StudentNegLog10P(e.Z, float64(e.K-1))
	}
	return stat.NegLog10PFromZ(e.Z)
}

// sameDigits is the largest difference, as a part of the effect, that is rounding of the
// arithmetic and no difference of studies.
const sameDigits = 1e-13

// residualSpread is Σw(β_i − β)²/(K − 1), NaN where the effects are the same number.
func residualSpread(beta, se []float64, mean, tau2 float64) float64 {
	var sum, far float64
	for i, s := range se {
		d := beta[i] - mean
		sum += d * d / (s*s + tau2)
		far = max(far, math.Abs(d))
	}
	if far <= sameDigits*math.Abs(mean) {
		return math.NaN()
	}
	return sum / float64(len(beta)-1)
}

// remlTau2 returns the τ² of the largest restricted likelihood (Viechtbauer 2005). The likelihood
// may have several hills: every place is looked at where its slope changes from rising to falling
// on a scale of doublings, up to where it falls for good.
func remlTau2(beta, se []float64) float64 {
	least, most := se[0]*se[0], se[0]*se[0]
	low, high := beta[0], beta[0]
	for i, s := range se {
		least, most = min(least, s*s), max(most, s*s)
		low, high = min(low, beta[i]), max(high, beta[i])
	}
	// Beyond the largest variance no weight is more than twice another, so that the slope is
	// negative once τ² is above 8 times the square of the range of effects.
	end := max(most, 8*(high-low)*(high-low))
	best, top := 0.0, restrictedLikelihood(beta, se, 0)
	slope, _ := restrictedSlope(beta, se, 0)
	for from, to := 0.0, least/64; from < end; from, to = to, 2*to {
		next, _ := restrictedSlope(beta, se, to)
		if slope > 0 && next <= 0 {
			tau2 := restrictedHill(beta, se, from, to)
			if l := restrictedLikelihood(beta, se, tau2); l > top {
				best, top = tau2, l
			}
		}
		slope = next
	}
	return best
}

// restrictedHill is where the slope of the restricted likelihood is 0 between low, where it
// rises, and high, where it falls: by Newton's method, halving where that leaves the two.
func restrictedHill(beta, se []float64, low, high float64) float64 {
	tau2 := low + (high-low)/2
	for range 100 {
		slope, curve := restrictedSlope(beta, se, tau2)
		if slope > 0 {
			low = tau2
		} else {
			high = tau2
		}
		next := tau2 - slope/curve
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if math.Abs(next-tau2) <= 1e-15*tau2 {
			break
		}
		tau2 = next
	}
	return tau2
}

// restrictedSlope is twice the first derivative of the restricted log likelihood in τ²,
//
//	Σw²(β_i − β)² − Σw + Σw²/Σw,
//
// and the derivative of that.
func restrictedSlope(beta, se []float64, tau2 float64) (slope, curve float64) {
	var w1, w2, w3, cross, mean float64
	for i, s := range se {
		w := 1 / (s*s + tau2)
		cross += w * w1 // Σw − Σw²/Σw without cancellation, as in CombineFixed
		w1 += w
		w2 += w * w
		w3 += w * w * w
		mean += w * beta[i]
	}
	mean /= w1
	var d1, d2, d3 float64
	for i, s := range se {
		w := 1 / (s*s + tau2)
		d := beta[i] - mean
		d1 += w * w * d
		d2 += w * w * d * d
		d3 += w * w * w * d * d
	}
	return d2 - 2*cross/w1, -2*d3 + 2*d1*d1/w1 + w2 - 2*w3/w1 + w2*w2/(w1*w1)
}

// restrictedLikelihood returns the restricted log likelihood of τ², less a constant.
func restrictedLikelihood(beta, se []float64, tau2 float64) float64 {
	var sumW, sumWB, logs float64
	for i, s := range se {
		v := s*s + tau2
		sumW += 1 / v
		sumWB += beta[i] / v
		logs += math.Log(v)
	}
	for i, s := range se {
		d := beta[i] - sumWB/sumW
		logs += d * d / (s*s + tau2)
	}
	return -(logs + math.Log(sumW)) / 2
}

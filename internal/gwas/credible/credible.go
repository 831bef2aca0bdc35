// Package credible weighs the variants of a locus against each other: how probable it
// is of each that it is the causal one, and which of them together hold it with a
// given probability. It owns the approximate Bayes factor and the prior variances of
// effects. It imports sumstats for the scales of effects, and knows nothing of files.
//
// All of it rests on one causal variant in the locus, which was measured, and on each
// variant being as likely as any other before the data was seen.
package credible

import (
	"cmp"
	"math"
	"slices"

	"cohortium/internal/gwas/sumstats"
)

// Standard deviations of the prior of effects: 0.15 standard deviations of the trait
// for a quantitative one, 0.2 on the scale of log odds and of log hazards.
const (
	PriorSD    = 0.15
	PriorLogSD = 0.2
)

// PriorVariance returns the variance of the normal prior of effects on a scale. traitSD is the
// standard deviation of the trait in the unit of the effects, NaN when it is not known; it matters
// to scales other than the standardised and those of logarithms. ok is false where the scale does
// not say enough.
func PriorVariance(scale sumstats.EffectScale, traitSD float64) (w float64, ok bool) {
	switch scale {
	case sumstats.LogOdds, sumstats.LogHazard:
		return PriorLogSD * PriorLogSD, true
	case sumstats.Standardised:
		return PriorSD * PriorSD, true
	case sumstats.LinearUnits, sumstats.LinearBinary:
		sd := PriorSD * traitSD
		return sd * sd, sd > 0 && !math.IsInf(sd, 1)
	}
	return 0, false
}

// TraitVariance estimates the variance of a quantitative trait from one variant: the variance of an
// effect of linear regression is V(trait) / (2·N·f·(1−f)), so that V(trait) = 2·N·f·(1−f)·SE². NaN
// where a number is missing or impossible.
func TraitVariance(se, frequency, n float64) float64 {
	v := 2 * n * frequency * (1 - frequency) * se * se
	if !(v > 0) || math.IsInf(v, 1) {
		return math.NaN()
	}
	return v
}

// LogBF returns the natural logarithm of the approximate Bayes factor for an effect against none
// (Wakefield 2009, Genet Epidemiol 33:79–86, there the inverse: the ABF for the null). With V =
// se², W the prior variance and z = beta/se it is
//
//	½·ln(V/(V+W)) + ½·z²·W/(V+W)
//
// NaN where beta or se is missing or se is not positive.
func LogBF(beta, se, w float64) float64 {
	if !(se > 0) || math.IsNaN(beta) || math.IsInf(beta, 0) || math.IsInf(se, 1) {
		return math.NaN()
	}
	v := se * se
	shrinkage := w / (v + w)
	z := beta / se
	return 0.5*math.Log(v/(v+w)) + 0.5*z*z*shrinkage
}

// Set holds the weights of variants: each slice has one entry per variant.
type Set struct {
	PIP     []float64 // posterior probabilities of being the causal one, which add up to 1; NaN for what was not weighed
	In      []bool    // whether it is in the smallest set of the coverage
	Size    int       // variants in the set
	Weighed int       // variants with a Bayes factor
}

// Of weighs variants by the logarithms of their Bayes factors, NaN for those that take
// no part, and finds the smallest set whose probabilities add up to the coverage
// (0–1). Of equally probable ones the first come first.
func Of(logBF []float64, coverage float64) Set {
	s := Set{PIP: make([]float64, len(logBF)), In: make([]bool, len(logBF))}
	most := math.Inf(-1)
	for _, x := range logBF {
		if !math.IsNaN(x) {
			most = max(most, x)
			s.Weighed++
		}
	}
	if s.Weighed == 0 {
		for i := range s.PIP {
			s.PIP[i] = math.NaN()
		}
		return s
	}
	total := 0.0
	order := make([]int, 0, s.Weighed)
	for i, x := range logBF {
		if s.PIP[i] = math.NaN(); !math.IsNaN(x) {
			s.PIP[i] = math.Exp(x - most) // the largest is 1: nothing overflows
			total += s.PIP[i]
			order = append(order, i)
		}
	}
	for _, i := range order {
		s.PIP[i] /= total
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.PIP[j], s.PIP[i]) })
	covered := 0.0
	for _, i := range order {
		if covered >= coverage {
			break
		}
		covered += s.PIP[i]
		s.In[i] = true
		s.Size++
	}
	return s
}

package studyset

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

const (
	// ratioLow and ratioHigh enclose odds ratios of common variants.
	ratioLow, ratioHigh = 0.5, 2
	// ratioShare of betas between them are not betas.
	ratioShare = 0.8
	// sameSign is the share of variants from which on another study may count the same
	// alleles as raising the trait: then all betas are above 0 for that reason.
	sameSign = 0.8
)

// ratios finds odds ratios among betas: nearly all lie around 1, though the other studies
// see effects of both signs for the same alleles.
func (s *set) ratios() {
	for i, one := range s.studies {
		if one.Sample == nil {
			continue
		}
		around, n := 0, 0
		for _, e := range one.Effects.All() {
			if beta := float64(e.Beta); finite(beta) {
				n++
				around += b2i(beta >= ratioLow && beta <= ratioHigh)
			}
		}
		if n < leastCompared || float64(around) < ratioShare*float64(n) || !s.bothSigns(i) {
			continue
		}
		s.say(Verdict{
			Code:         Scale,
			Contradicted: true,
			Studies:      []int{i},
			Sentence: fmt.Sprintf(
				"The effects of %s are odds ratios, not betas: %s of %s lie between %g and %g, where other studies have effects of both signs for the same alleles.",
				one.Name,
				phrase.Thousands(around),
				phrase.Thousands(n),
				ratioLow,
				float64(ratioHigh),
			),
			Advice:  "Read the column as odds ratio.",
			Answers: []Answer{{i, sumstats.FieldBeta, sumstats.FieldOddsRatio}},
		})
	}
}

// bothSigns reports that another study has effects of both signs for the effect alleles of i.
func (s *set) bothSigns(i int) bool {
	for j, other := range s.studies {
		if j == i || other.Sample == nil {
			continue
		}
		above, n := 0, 0
		for x, y := range sketch.Meet(s.studies[i].Effects, other.Effects) {
			if beta := float64(y.Beta) * float64(x.Orientation) * float64(y.Orientation); beta != 0 && !math.IsNaN(beta) {
				n++
				above += b2i(beta > 0)
			}
		}
		if n >= leastCompared && float64(above) < sameSign*float64(n) {
			return true
		}
	}
	return false
}

const (
	// halfOff is how far the ratio of a stated effective size may be from ½.
	halfOff = 0.01
	// halfShare of the rows must have it.
	halfShare = 0.9
)

// halves finds effective sizes that are half of 4/(1/cases + 1/controls).
func (s *set) halves() {
	for i, one := range s.studies {
		if one.Sample == nil {
			continue
		}
		half, n := 0, 0
		for _, e := range one.Effects.All() {
			if e.NEff > 0 && e.NOfGroups > 0 {
				n++
				half += b2i(math.Abs(float64(e.NEff)/float64(e.NOfGroups)-0.5) <= halfOff)
			}
		}
		if n < leastCompared || float64(half) < halfShare*float64(n) {
			continue
		}
		s.say(Verdict{
			Code:    EffectiveN,
			Studies: []int{i},
			Sentence: fmt.Sprintf(
				"The effective sample size of %s is half of 4/(1/cases + 1/controls) in %s of %s rows.",
				one.Name,
				phrase.Thousands(half),
				phrase.Thousands(n),
			),
			Advice:  "Read the column as half of the effective sample size.",
			Answers: []Answer{{i, sumstats.FieldNEff, sumstats.FieldNEffHalf}},
		})
	}
}

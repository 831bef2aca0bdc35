package browse

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/credible"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Coverage is the probability with which a credible set contains the causal variant.
const Coverage = 0.95

// Credible describes a credible set.
type Credible struct {
	Size       int    // variants in the set, also those that are not in view
	Of         int    // variants that were weighed
	Assumption string // as a sentence; "" without a set
	Missing    string // why there is none, as a sentence
}

// weighed holds the weights and the credible set of a lead among the rows of its locus.
type weighed struct {
	Credible
	pip []float64 // by row, NaN where it was not weighed; nil without a set
	in  []bool    // by row; nil without a set
}

// weigh finds the credible set of the lead variant among the rows of its locus, the variants that
// it represents. It depends on these rows alone, so each view of a locus has the same set.
func weigh(scale sumstats.EffectScale, rows []Row, lead int) weighed {
	none := func(why string) weighed { return weighed{Credible: Credible{Missing: why}} }
	w, ok := credible.PriorVariance(scale, traitSD(rows))
	switch {
	case !ok && !scale.Known():
		return none("The scale of the effects is not known, so they cannot be weighed.")
	case !ok:
		return none("The effects are on " + scale.Words() + "; without sample sizes and frequencies they cannot be weighed.")
	}
	factors := make([]float64, len(rows))
	for i := range rows {
		factors[i] = credible.LogBF(rows[i].Beta, rows[i].SE, w)
	}
	if math.IsNaN(factors[lead]) {
		return none("The lead variant has no effect with a standard error, so the variants cannot be weighed.")
	}
	set := credible.Of(factors, Coverage)
	return weighed{Credible{Size: set.Size, Of: set.Weighed, Assumption: assumption(scale)}, set.PIP, set.In}
}

// traitSD estimates the standard deviation of the trait in the unit of the effects from the median
// over the variants; NaN when none has an estimate.
func traitSD(rows []Row) float64 {
	var variances stat.Median
	for i := range rows {
		p := &rows[i]
		if v := credible.TraitVariance(p.SE, p.EAF, p.N); !math.IsNaN(v) {
			variances.Add(v)
		}
	}
	return math.Sqrt(variances.Value())
}

// assumption returns the assumption behind the set of a track.
func assumption(scale sumstats.EffectScale) string {
	prior := fmt.Sprintf("%g² on the log scale", credible.PriorLogSD)
	switch scale {
	case sumstats.Standardised:
		prior = fmt.Sprintf("%g² per standard deviation of the trait", credible.PriorSD)
	case sumstats.LinearUnits, sumstats.LinearBinary:
		prior = fmt.Sprintf("%g² per standard deviation of the trait, which was estimated from the standard errors", credible.PriorSD)
	}
	return fmt.Sprintf("Assumes one signal within 500 kb of the lead variant, whose causal variant was measured; prior variance of effects %s.", prior)
}

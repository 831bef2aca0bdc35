package browse

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/credible"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Coverage is the probability with which a credible set holds the causal variant.
const Coverage = 0.95

// Credible says how a credible set came about.
type Credible struct {
	Size       int    // variants in the set, also those that are not shown
	Of         int    // variants that were weighed
	Assumption string // as a sentence; "" without a set
	Missing    string // why there is none, as a sentence
}

// weigh finds the credible set of the signal of the lead variant, among the variants
// that it speaks for.
func (t *Track) weigh() {
	t.Credible, t.PIP, t.InSet = Credible{}, nil, nil
	switch {
	case t.Lead < 0:
		t.Credible.Missing = "No variant of this region was measured."
		return
	case !(t.Points[t.Lead].NegLog10P > plot.GenomeWide):
		t.Credible.Missing = "No variant of this region has a P below 5e-8, so there is no signal to find the variants of."
		return
	}
	w, ok := credible.PriorVariance(t.Result.Scale, t.traitSD())
	if !ok {
		t.Credible.Missing = "The scale of the effects is not known, so they cannot be weighed."
		if t.Result.Scale.Known() {
			t.Credible.Missing = "The effects are on " + t.Result.Scale.Words() + "; without sample sizes and frequencies they cannot be weighed."
		}
		return
	}
	lead := t.Points[t.Lead].Position
	factors := make([]float64, len(t.Points))
	for i := range t.Points {
		p := &t.Points[i]
		factors[i] = math.NaN()
		if max(p.Position-lead, lead-p.Position) <= locus.Window {
			factors[i] = credible.LogBF(p.Beta, p.SE, w)
		}
	}
	if math.IsNaN(factors[t.Lead]) {
		t.Credible.Missing = "The lead variant has no effect with a standard error, so the variants cannot be weighed."
		return
	}
	set := credible.Of(factors, Coverage)
	t.PIP, t.InSet = set.PIP, set.In
	t.Credible = Credible{Size: set.Size, Of: set.Weighed, Assumption: assumption(t.Result.Scale)}
}

// traitSD estimates the standard deviation of the trait in the unit of the effects from
// the median of what the variants say; NaN when none says anything.
func (t *Track) traitSD() float64 {
	var variances stat.Median
	for i := range t.Points {
		p := &t.Points[i]
		if v := credible.TraitVariance(p.SE, p.EAF, p.N); !math.IsNaN(v) {
			variances.Add(v)
		}
	}
	return math.Sqrt(variances.Value())
}

// assumption is what the set of a track rests on.
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

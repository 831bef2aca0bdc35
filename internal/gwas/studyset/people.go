package studyset

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/stat"
)

const (
	// sameR and sameSpread tell a study that comes twice, also rounded to two decimals: the
	// z-scores of two independent studies differ by a standard deviation of √2 or more,
	// whatever the trait.
	sameR      = 0.95
	sameSpread = 0.32
	// sameWithin is the spread of a study that comes twice where its variants lie in few
	// places. It leaves room for three digits.
	sameWithin = 0.03
	// sharedR is the correlation of the errors of two studies from which on most people of
	// one are in the other: a study in which another is half. Genomic control of a strong
	// polygenic signal looks alike, and reaches this only with λ near 3.
	sharedR = 0.65
	// leastShared is the number of variants from which on sharedR is measured.
	leastShared = 500
	// mostUnlike bounds the ratio of the standard errors of two studies for sharedR: of the
	// people of a study that is four times as large, the other can be a quarter.
	mostUnlike = 2
)

// people finds studies that come twice or share most of their people.
func (s *set) people() {
	s.each(func(i, j int, p *pair) {
		if len(p.z) < leastCompared {
			return
		}
		both := s.names([]int{i, j})
		v := Verdict{Code: SharedPeople, Studies: []int{i, j}}
		r := correlation(p.z, p.w)
		if p.same(r) {
			what := "are the same study"
			if share, ok := sketch.Shared(s.studies[i].Effects.Sketch(), s.studies[j].Effects.Sketch()); ok && share < sameR {
				what = "are the same study where they overlap"
			}
			v.Sentence = fmt.Sprintf("%s %s: their effects agree in %s compared variants, with z-scores that differ by %.2f where independent studies differ by 1.41 or more.",
				both, what, stat.Thousands(len(p.z)), p.spread(1))
			v.Advice = "Leave one of them out."
			s.say(v)
			return
		}
		if share, ok := p.people(r); ok {
			v.Sentence = fmt.Sprintf("%s share most of their people: their errors correlate by %.2f over %s compared variants.", both, share, stat.Thousands(len(p.z)))
			v.Advice = "Leave one of them out, or state the overlap and combine by sample size."
			s.say(v)
		}
	})
}

// same says that the z-scores of both are those of one study.
func (p *pair) same(r float64) bool {
	limit := sameWithin
	if p.wide() {
		limit = sameSpread
	}
	return r >= sameR && p.within(1, limit)
}

// people is the correlation of the errors of two studies that share most people. The
// spread of z − c·w, c being the ratio of their precisions, has no part of what both
// measure: its variance is 1 + c² − 2cρ.
func (p *pair) people(r float64) (rho float64, found bool) {
	c := math.Exp(p.lnSE)
	if !p.wide() || p.withSE < leastShared || !(r >= sharedR) || c > mostUnlike || c < 1/float64(mostUnlike) ||
		!p.within(c, math.Sqrt(1+c*c-2*c*sharedR)) {
		return 0, false
	}
	spread := p.spread(c)
	return min((1+c*c-spread*spread)/(2*c), r), true
}

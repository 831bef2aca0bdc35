package studyset

import (
	"fmt"
	"math"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/platform/phrase"
)

const (
	// sameR and sameSpread identify a study that comes twice, also rounded to two decimals: the
	// z-scores of two independent studies differ by a standard deviation of √2 or more, whatever
	// the trait.
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

// people finds studies that come more than once or share most of their people.
func (s *set) people() {
	for _, copies := range s.copies() {
		s.say(s.sameStudy(copies))
	}
	s.each(func(i, j int, p *pair) {
		if p.shared {
			s.say(Verdict{
				Code:    SharedPeople,
				Studies: []int{i, j},
				Sentence: fmt.Sprintf(
					"%s share most of their people: their errors correlate by %.2f over %s compared variants.",
					s.names([]int{i, j}),
					p.errors,
					phrase.Thousands(p.z),
				),
				Advice: "Leave one of them out, or state the overlap and combine by sample size.",
			})
		}
	})
}

// copies returns the groups of studies of which each is the same as another of the group.
func (s *set) copies() (groups [][]int) {
	of := make([]int, len(s.studies))
	for i := range of {
		of[i] = i
	}
	s.each(func(i, j int, p *pair) {
		from, to := max(of[i], of[j]), min(of[i], of[j])
		for k := range of {
			if p.same && of[k] == from {
				of[k] = to
			}
		}
	})
	for i := range of {
		var group []int
		for k := range of {
			if of[k] == i {
				group = append(group, k)
			}
		}
		if len(group) > 1 {
			groups = append(groups, group)
		}
	}
	return groups
}

// sameStudy words that studies are the same, by the pair that differs most.
func (s *set) sameStudy(copies []int) Verdict {
	what, apart, n := "are the same study", 0.0, math.MaxInt
	for _, i := range copies {
		for _, j := range copies {
			if p := s.pairs[[2]int{i, j}]; p != nil && p.same {
				apart, n = max(apart, p.apart), min(n, p.z)
				if share, ok := sketch.Shared(s.studies[i].Effects.Sketch(), s.studies[j].Effects.Sketch()); ok && share < sameR {
					what = "are the same study where they overlap"
				}
			}
		}
	}
	return Verdict{
		Code:    SharedPeople,
		Studies: copies,
		Advice:  "Keep one of them.",
		Sentence: fmt.Sprintf(
			"%s %s: their effects agree in %s compared variants, with z-scores that differ by %.2f where independent studies differ by 1.41 or more.",
			s.names(copies),
			what,
			phrase.Thousands(n),
			apart,
		),
	}
}

// people reports whether the z-scores of both are those of one study, or their errors correlate.
// The spread of z − c·w, c being the ratio of their precisions, has no part of what both measure:
// its variance is 1 + c² − 2cρ.
func (m *meeting) people(p *pair) {
	if p.z < leastCompared {
		return
	}
	limit := sameWithin
	if p.wide {
		limit = sameSpread
	}
	if p.same = p.r >= sameR && m.within(1, limit); p.same {
		p.apart = m.spread(1)
		return
	}
	c := math.Exp(m.lnSE)
	if !p.wide || len(m.b) < leastShared || !(p.r >= sharedR) || c > mostUnlike || c < 1.0/mostUnlike || !m.within(c, math.Sqrt(1+c*c-2*c*sharedR)) {
		return
	}
	spread := m.spread(c)
	p.shared, p.errors = true, min((1+c*c-spread*spread)/(2*c), p.r)
}

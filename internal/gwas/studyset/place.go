package studyset

import (
	"cmp"
	"fmt"
	"slices"

	"cohortium/internal/gwas/sketch"
)

// sameNumbers is the share of rs numbers that studies of one set of variants have in
// common at least.
const sameNumbers = 0.5

// places finds studies that share few variants with the others, and reports whether their rs
// numbers do.
func (s *set) places() {
	variants, names := make([]*sketch.Sketch, len(s.studies)), make([]string, len(s.studies))
	for i, one := range s.studies {
		names[i], variants[i] = one.Name, one.Variants
		if one.Sample != nil {
			variants[i] = one.Effects.Sketch()
		}
	}
	var found []Verdict
	for _, g := range sketch.Apart(variants) {
		v := Verdict{Code: FewShared, Studies: g.Studies, Sentence: g.Sentence(names), Advice: sketch.Why}
		if share := s.numbers(g.Studies); share >= sameNumbers {
			v.Code, v.Contradicted = Build, true
			v.Sentence += fmt.Sprintf(" Yet %.0f %% of its rs numbers are in the others: its positions are of another genome build.", 100*share)
			v.Advice = "Lift the file over to the build of the others."
		}
		found = append(found, v)
	}
	slices.SortStableFunc(found, func(a, b Verdict) int { return cmp.Compare(b2i(a.Contradicted), b2i(b.Contradicted)) })
	for _, v := range found {
		s.say(v)
	}
}

func b2i(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// numbers returns the largest share of rs numbers that a study of a group has in common with one
// outside of it.
func (s *set) numbers(group []int) (most float64) {
	for _, i := range group {
		for j := range s.studies {
			a, b := s.studies[i].Sample, s.studies[j].Sample
			if slices.Contains(group, j) || a == nil || b == nil || a.Numbers == nil || b.Numbers == nil {
				continue
			}
			if share, ok := sketch.Shared(a.Numbers, b.Numbers); ok {
				most = max(most, share)
			}
		}
	}
	return most
}

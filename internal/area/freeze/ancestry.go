package freeze

import (
	"fmt"
	"maps"
	"slices"

	"cohortium/internal/gwas/studyset"
)

// Limits of a contradicted ancestry.
const (
	leastDifferentiated = 500   // variants that F_ST is measured by
	mostOfOwn           = 0.5   // F_ST to the other ancestry over that to the own one
	leastFarther        = 0.005 // and less than that to the own one by this
)

// Contradicted returns for each study whose frequencies contradict its ancestry a sentence: its median
// F_ST to the cohorts of another ancestry is at most half of that to the other cohorts of its own, and
// smaller by 0.005 or more. Without another cohort of its own nothing is known.
func Contradicted(studies []Study, facts []Fact) map[int]string {
	if facts == nil {
		return nil
	}
	first := map[[2]string]int{} // one file of each cohort and ancestry
	var chosen []int
	for i := range studies {
		key := [2]string{studies[i].Cohort, studies[i].Ancestry}
		if _, seen := first[key]; !seen && facts[i].Sample != nil {
			first[key] = i
			chosen = append(chosen, i)
		}
	}
	apart := map[int]map[string][]float64{} // by study and ancestry of the others
	for _, i := range chosen {
		apart[i] = map[string][]float64{}
	}
	for a, i := range chosen {
		for _, j := range chosen[a+1:] {
			if studies[i].Cohort == studies[j].Cohort {
				continue
			}
			if fst, n := studyset.Differentiation(facts[i].Sample, facts[j].Sample); n >= leastDifferentiated {
				apart[i][studies[j].Ancestry] = append(apart[i][studies[j].Ancestry], fst)
				apart[j][studies[i].Ancestry] = append(apart[j][studies[i].Ancestry], fst)
			}
		}
	}
	out := map[int]string{}
	for i := range studies {
		s := &studies[i]
		of := apart[first[[2]string{s.Cohort, s.Ancestry}]]
		if len(of[s.Ancestry]) == 0 || facts[i].Sample == nil {
			continue
		}
		own, best, near := median(of[s.Ancestry]), "", 0.0
		for _, ancestry := range slices.Sorted(maps.Keys(of)) {
			if x := median(of[ancestry]); ancestry != s.Ancestry && (best == "" || x < near) {
				best, near = ancestry, x
			}
		}
		if best != "" && near <= mostOfOwn*own && own-near >= leastFarther {
			out[i] = fmt.Sprintf("%s is declared %s. Its frequencies match %s: F_ST %.3f, not %.3f. Correct its ancestry, or exclude it.",
				s.Cohort, s.Ancestry, best, near, own)
		}
	}
	return out
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

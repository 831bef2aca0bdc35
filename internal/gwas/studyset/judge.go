package studyset

import (
	"fmt"
	"strings"

	"cohortium/internal/platform/phrase"
)

// leastCompared is the smallest number of variants that a comparison is made by.
const leastCompared = 20

// Pairs of many studies are compared by fewer variants: all of the samples for up to 20
// studies, and 2,000 from 160 on.
const (
	manyVariants  = 320_000
	leastVariants = 2000
)

// set is the state of the judgement.
type set struct {
	studies []Study
	pairs   map[[2]int]*pair // i < j, of studies with samples
	found   []Verdict
}

// Judge returns the verdicts on studies that are to be combined, in the order of the codes. It
// returns no verdict where too little is known.
func Judge(studies []Study) []Verdict {
	s := &set{studies: studies, pairs: map[[2]int]*pair{}}
	var m meeting
	most := max(leastVariants, manyVariants/max(1, len(studies)))
	for i := range studies {
		for j := i + 1; j < len(studies); j++ {
			if studies[i].Sample != nil && studies[j].Sample != nil {
				s.pairs[[2]int{i, j}] = m.meet(studies[i].Sample, studies[j].Sample, most)
			}
		}
	}
	s.people()
	s.places()
	s.ratios()
	s.units()
	s.alleles()
	s.halves()
	s.counts()
	return s.found
}

func (s *set) say(v Verdict) { s.found = append(s.found, v) }

// pair returns the pair of i and j, and whether i is its second study.
func (s *set) pair(i, j int) (p *pair, turned bool) {
	return s.pairs[[2]int{min(i, j), max(i, j)}], i > j
}

// each calls f with every pair in order.
func (s *set) each(f func(i, j int, p *pair)) {
	for i := range s.studies {
		for j := i + 1; j < len(s.studies); j++ {
			if p := s.pairs[[2]int{i, j}]; p != nil {
				f(i, j, p)
			}
		}
	}
}

// names lists studies as a sentence does.
func (s *set) names(studies []int) string {
	who := make([]string, len(studies))
	for i, study := range studies {
		who[i] = s.studies[study].Name
	}
	if len(who) == 1 {
		return who[0]
	}
	return strings.Join(who[:len(who)-1], ", ") + " and " + who[len(who)-1]
}

// odd finds the studies that disagree with more than half of those that they can be compared with.
// tie reports that none of them agrees with the others, so either side may be wrong.
func (s *set) odd(known, against func(p *pair) bool) (odd []int, tie bool) {
	comparable, opposed := make([]int, len(s.studies)), make([]int, len(s.studies))
	s.each(func(i, j int, p *pair) {
		if !known(p) {
			return
		}
		comparable[i]++
		comparable[j]++
		if against(p) {
			opposed[i]++
			opposed[j]++
		}
	})
	sided := 0
	for i := range s.studies {
		if comparable[i] > 0 {
			sided++
		}
		if 2*opposed[i] > comparable[i] {
			odd = append(odd, i)
		}
	}
	return odd, len(odd) == sided
}

const (
	// mostRepeated is the share of rows that repeat a variant of their file from which on
	// the file holds more than one analysis. Quality control allows 1 %.
	mostRepeated = 0.1
	// mostLambda is beyond any trait in any number of people: a file that lists only
	// genome-wide significant variants of millions of people stays below 1,000.
	mostLambda = 1000
)

// counts judges what was counted while the rows were read.
func (s *set) counts() {
	for i, one := range s.studies {
		if share := float64(one.Duplicates) / float64(one.Rows); one.Rows >= leastCompared && share > mostRepeated {
			s.say(Verdict{
				Code:    Duplicates,
				Studies: []int{i},
				Sentence: fmt.Sprintf(
					"%s holds variants more than once: %s of its %s rows repeat a variant.",
					one.Name,
					phrase.Thousands(one.Duplicates),
					phrase.Thousands(one.Rows),
				),
				Advice: "Split the file into one file per analysis.",
			})
		}
	}
	for i, one := range s.studies {
		if one.Rows >= leastCompared && one.Lambda > mostLambda {
			s.say(Verdict{Code: Inflation, Studies: []int{i},
				Sentence: fmt.Sprintf("The λ of %s is %s, more than any trait can cause.", one.Name, phrase.Thousands(int64(min(one.Lambda, 1e15)))),
				Advice:   "Check its effects and standard errors: ratios for logarithms, variances for errors, or another unit."})
		}
	}
}

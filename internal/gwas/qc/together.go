package qc

import (
	"errors"
	"math"
	"slices"

	"cohortium/internal/gwas/ldsc"
	"cohortium/internal/gwas/sketch"
)

// Together is the comparison of two files.
type Together struct {
	// Frequencies of sampled variants that both report, those apart by more than FrequencyApart.
	Frequencies int64  `json:"frequencies"`
	FrequencyR  Number `json:"frequency_r"`
	ShareApart  Number `json:"frequency_share_apart"`

	// Variants, of both files, with an LD score.
	Variants  int64  `json:"variants"`
	Genetic   Number `json:"genetic_correlation"`
	GeneticSE Number `json:"genetic_correlation_se"`
	// Intercept is the correlation of the z-scores of a variant without effect, caused by people in
	// both files.
	Intercept   Number `json:"intercept"`
	InterceptSE Number `json:"intercept_se"`
	// SharedPeople is the number of shared people that would cause such an intercept, if the two
	// measured one trait; null where it does not differ from 0.
	SharedPeople Number `json:"shared_people"`
	Lacks        Lack   `json:"lacks,omitempty"` // why nothing was estimated of LD scores
}

// LackScores means that one of two files was not compared with these LD scores.
const LackScores Lack = "scores"

// FrequencyApart is the difference beyond which two files do not agree on a frequency.
const FrequencyApart = 0.2

// Compare compares two files; scores may be nil.
func Compare(a, b *Peer, scores *Scores) Together {
	nan := Number(math.NaN())
	t := Together{FrequencyR: nan, ShareApart: nan, Genetic: nan, GeneticSE: nan, Intercept: nan, InterceptSE: nan, SharedPeople: nan}
	agreed := sketch.Agree(a.Frequencies, b.Frequencies, FrequencyApart)
	t.Frequencies = agreed.Compared
	if agreed.Compared >= enoughForVerdict {
		t.FrequencyR, t.ShareApart = Number(agreed.R), Number(share(agreed.Apart, agreed.Compared))
	}
	if scores == nil || a.Scores != scores.SHA256 || b.Scores != scores.SHA256 {
		t.Lacks = LackScores
		return t
	}
	t.correlate(meet(a.z, b.z, scores), scores)
	return t
}

// together fits all variants at once, as the authors of the method do for two studies:
// to leave out the strong ones first would leave out those strong in both.
var together = ldsc.Options{TwoStep: math.Inf(1)}

func (t *Together) correlate(pairs []ldsc.Pair, scores *Scores) {
	c, lacks := correlate(pairs, scores)
	t.Variants, t.Lacks = int64(len(pairs)), lacks
	if lacks != "" {
		return
	}
	if scores.Common > 0 {
		t.Genetic, t.GeneticSE = Number(c.Genetic.Value), Number(c.Genetic.SE)
	}
	t.Intercept, t.InterceptSE = Number(c.Intercept.Value), Number(c.Intercept.SE)
	if t.Overlap() {
		t.SharedPeople = Number(c.Intercept.Value * middle(pairs))
	}
}

func correlate(pairs []ldsc.Pair, scores *Scores) (*ldsc.Correlation, Lack) {
	c, err := ldsc.Correlate(pairs, scores.variants(), together)
	if few := (*ldsc.FewError)(nil); errors.As(err, &few) {
		return nil, LackVariants
	}
	if err != nil {
		return nil, LackSpread
	}
	return c, ""
}

// Overlap reports whether the intercept shows that people are in both files.
func (t *Together) Overlap() bool { return t.Intercept > warnSE*t.InterceptSE }

// middle is √(N₁N₂) of the variant in the middle.
func middle(pairs []ldsc.Pair) float64 {
	n := make([]float64, len(pairs))
	for i, p := range pairs {
		n[i] = math.Sqrt(p.First.N * p.Second.N)
	}
	slices.Sort(n)
	return n[len(n)/2]
}

// meet pairs the variants of two files, except those that were measured in far fewer people than
// most.
func meet(a, b []keptZ, scores *Scores) []ldsc.Pair {
	leastA, leastB := leastPeople(a), leastPeople(b)
	pairs := make([]ldsc.Pair, 0, min(len(a), len(b)))
	for i, j := 0, 0; i < len(a) && j < len(b) && int(max(a[i].at, b[j].at)) < scores.Len(); {
		p, q := a[i], b[j]
		switch {
		case p.at < q.at:
			i++
			continue
		case p.at > q.at:
			j++
			continue
		}
		i, j = i+1, j+1
		if p.other != q.other || float64(p.n) < leastA || float64(q.n) < leastB {
			continue
		}
		ld := scores.L2(int(p.at))
		pairs = append(pairs, ldsc.Pair{
			First:  ldsc.Variant{Z: float64(p.z), N: float64(p.n), LD: ld, Weight: ld},
			Second: ldsc.Variant{Z: float64(q.z), N: float64(q.n), LD: ld, Weight: ld},
		})
	}
	return pairs
}

func leastPeople(kept []keptZ) float64 {
	ns := make([]float64, len(kept))
	for i, k := range kept {
		ns[i] = float64(k.n)
	}
	return leastOf(ns)
}

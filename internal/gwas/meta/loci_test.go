package meta

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// greedy is the definition: the strongest, then the strongest far from it, ….
func greedy(hits []hit) []hit {
	byStrength := slices.Clone(hits)
	slices.SortStableFunc(byStrength, func(a, b hit) int { return cmp.Compare(b.NegLog10P, a.NegLog10P) })
	var leads []hit
	for i := range byStrength {
		if !slices.ContainsFunc(leads, func(l hit) bool { return near(&l, &byStrength[i]) }) {
			leads = append(leads, byStrength[i])
		}
	}
	return leads
}

func TestLociAreGreedy(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 72))
	for _, step := range []int{40, 3000, 60_000, 400_000} {
		for _, limit := range []int{3, 50, crowdedLoci} {
			var hits []hit
			position, chromosome := int32(1), genome.Chromosome(1)
			for range 1500 {
				if position += int32(rng.IntN(step)); rng.IntN(300) == 0 {
					position, chromosome = 1, chromosome+1
				}
				hits = append(hits, hit{result: result{Estimate: Estimate{NegLog10P: 7.4 + float64(rng.IntN(4000))/100},
					row: sumstats.Row{Chromosome: chromosome, Position: position}}})
			}
			finder := &lociFinder{limit: limit}
			for i := range hits {
				finder.add(hits[i])
			}
			members, got := 0, finder.finish()
			want := greedy(hits)
			if len(got) != len(want) {
				t.Fatalf("step %d, limit %d: %d loci, want %d", step, limit, len(got), len(want))
			}
			for i := range got {
				if got[i].row != want[i].row || got[i].NegLog10P != want[i].NegLog10P {
					t.Fatalf("step %d, limit %d: locus %d is %+v, want %+v", step, limit, i, got[i].row, want[i].row)
				}
				members += got[i].members
			}
			if members != len(hits) {
				t.Errorf("step %d, limit %d: the loci speak for %d variants of %d", step, limit, members, len(hits))
			}
		}
	}
}

package genetest_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genetest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstatstest"
)

// A variant belongs to each gene whose body with the window contains it, both ends included; the
// result is that of a search through all genes.
func TestVariantsBelongToGenes(t *testing.T) {
	list, ok := gene.Inside(genome.GRCh37)
	if !ok {
		t.Fatal("no genes")
	}
	const window = 10_000
	tester := genetest.New(list, window)
	type one struct {
		acat stat.ACAT
		top  float64
	}
	want := map[*gene.Gene]*one{}
	random := rand.New(rand.NewPCG(46, 6))
	all := list.Overlapping(genome.Region{Chromosome: 7, Start: 1, End: math.MaxInt32})
	for i := range 3000 {
		position := 100_000_000 + random.Int32N(5_000_000)
		switch g := all[random.IntN(len(all))]; i % 10 { // also at the ends of windows
		case 0:
			position = g.Body.End + window + int32(i/10%2)
		case 1:
			position = max(1, g.Body.Start-window-int32(i/10%2))
		}
		p := random.Float64() * 20
		tester.Add(7, position, p)
		for _, g := range all {
			if g.Distance(position) <= window {
				if want[g] == nil {
					want[g] = &one{}
				}
				want[g].acat.Add(p)
				want[g].top = max(want[g].top, p)
			}
		}
	}
	tester.Add(7, 1, math.NaN())
	tester.Add(0, 1, 3)
	results := tester.Results()
	if len(results) != len(want) {
		t.Fatalf("%d genes, want %d", len(results), len(want))
	}
	for i, r := range results {
		w := want[r.Gene]
		if w == nil || r.Variants != w.acat.N() || r.NegLog10P != w.acat.NegLog10P() || r.TopLogP != w.top {
			t.Errorf("%s: %+v, want %+v", r.Gene.Symbol, r, w)
		}
		if i > 0 && r.NegLog10P > results[i-1].NegLog10P {
			t.Error("not strongest first")
		}
	}
}

// Under the null P of real LD is uniform in its tail: of 4,000 tests as many are below 0.01 as chance
// allows (95 % band of the binomial distribution, 28 to 53).
func TestTypeOneErrorWithRealLD(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	random := rand.New(rand.NewPCG(46, 7))
	below := 0
	const tests = 4000
	for k := range 8 {
		l := h.Locus(sumstatstest.Every(140*k, 30, 4), nil)
		for range tests / 8 {
			var a stat.ACAT
			for _, z := range l.Noise(random) {
				a.Add(stat.NegLog10PFromZ(z))
			}
			if a.NegLog10P() > 2 {
				below++
			}
		}
	}
	t.Logf("%d of %d below 0.01", below, tests)
	if below < 28 || below > 53 {
		t.Errorf("%d of %d tests are below 0.01", below, tests)
	}
}

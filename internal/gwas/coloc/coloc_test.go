package coloc_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/coloc"
	"cohortium/internal/gwas/credible"
	"cohortium/internal/gwas/sumstatstest"
)

// Posteriors are those of adding up all configurations one by one.
func TestPosteriorsAddUpAllConfigurations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "variants")
		first := rapid.SliceOfN(rapid.Float64Range(-4, 30), n, n).Draw(t, "first")
		second := rapid.SliceOfN(rapid.Float64Range(-4, 30), n, n).Draw(t, "second")
		p := coloc.Prior{P1: rapid.Float64Range(1e-5, 1e-2).Draw(t, "p1"), P2: rapid.Float64Range(1e-5, 1e-2).Draw(t, "p2"), P12: 1e-6}
		want := [5]float64{1}
		for i := range n {
			want[coloc.First] += p.P1 * math.Exp(first[i])
			want[coloc.Second] += p.P2 * math.Exp(second[i])
			want[coloc.Shared] += p.P12 * math.Exp(first[i]) * math.Exp(second[i])
			for j := range n {
				if i != j {
					want[coloc.Distinct] += p.P1 * p.P2 * math.Exp(first[i]) * math.Exp(second[j])
				}
			}
		}
		total := want[0] + want[1] + want[2] + want[3] + want[4]
		got := coloc.Weigh(first, second).Posterior(p)
		for h := range got {
			if math.Abs(got[h]-want[h]/total) > 1e-9 {
				t.Fatalf("hypothesis %d: %g, want %g", h, got[h], want[h]/total)
			}
		}
	})
}

// Worked by hand: Bayes factors of 1,000 and 1 for both traits with p1 = p2 = 0.01, p12 = 0.001.
func TestPosteriorByHand(t *testing.T) {
	logs := []float64{math.Log(1000), 0, math.NaN()}
	e := coloc.Weigh(logs, []float64{math.Log(1000), 0, 5})
	// 1, 10.01, 10.01, 0.0001·2000 = 0.2, 0.001·1,000,001 = 1000.001; together 1021.221.
	got := e.Posterior(coloc.Prior{P1: 0.01, P2: 0.01, P12: 0.001})
	for h, want := range [5]float64{1 / 1021.221, 10.01 / 1021.221, 10.01 / 1021.221, 0.2 / 1021.221, 1000.001 / 1021.221} {
		if math.Abs(got[h]-want) > 1e-12 {
			t.Errorf("hypothesis %d: %g, want %g", h, got[h], want)
		}
	}
	causal := e.Causal()
	if e.Variants != 2 || math.Abs(causal[0]-1e6/1000001) > 1e-12 || !math.IsNaN(causal[2]) {
		t.Errorf("%d variants, %v", e.Variants, causal)
	}
}

func TestPriors(t *testing.T) {
	if err := coloc.Default.Check(); err != nil {
		t.Error(err)
	}
	for _, p := range []coloc.Prior{{0, 1e-4, 1e-5}, {1e-4, 1e-4, 2e-4}, {0.5, 0.5, 0.1}, {1e-4, math.NaN(), 1e-5}, {1e-4, 1e-4, 0}} {
		if err := p.Check(); !errors.Is(err, coloc.ErrPrior) {
			t.Errorf("%v: %v", p, err)
		}
	}
}

// P12 rises from independence to the largest possible, and the probability of a shared variant with it.
func TestSensitivityRises(t *testing.T) {
	rows := coloc.Weigh([]float64{10, 2, 0}, []float64{9, 1, 3}).Sensitivity(coloc.Default)
	if math.Abs(rows[0].P12-1e-8) > 1e-20 || math.Abs(rows[len(rows)-1].P12-1e-4) > 1e-16 {
		t.Errorf("%v", rows)
	}
	for i := 1; i < len(rows); i++ {
		if rows[i].Posterior[coloc.Shared] <= rows[i-1].Posterior[coloc.Shared] {
			t.Errorf("%v", rows)
		}
	}
}

// Of loci simulated on real haplotypes, shared and distinct causal variants are told apart in 95 %.
// Distinct ones have r² below 0.3, as one of two variants that are nearly the same cannot be named.
func TestSharedAndDistinctCausalVariants(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	random := rand.New(rand.NewPCG(46, 5))
	right, loci := 0, 0
	for first := range 4 {
		const variants = 150
		l := h.Locus(sumstatstest.Every(first, variants, 8), nil)
		for i := range 50 {
			a := random.IntN(variants)
			b, want := a, coloc.Shared
			if i%2 == 1 {
				for b, want = random.IntN(variants), coloc.Distinct; l.R[a][b]*l.R[a][b] > 0.3; {
					b = random.IntN(variants)
				}
			}
			factors := func(causal int) []float64 {
				out := l.Z(random, map[int]float64{causal: 7 + 4*random.Float64()})
				for i, z := range out {
					out[i] = credible.LogBF(z*0.01, 0.01, 0.15*0.15)
				}
				return out
			}
			p := coloc.Weigh(factors(a), factors(b)).Posterior(coloc.Default)
			loci++
			if p[want] > 0.5 {
				right++
			}
		}
	}
	t.Logf("%d of %d", right, loci)
	if float64(right) < 0.95*float64(loci) {
		t.Errorf("%d of %d loci are right", right, loci)
	}
}

// The conclusion is that of the posterior by the rule, and changes at the limit and not before.
func TestAConclusionHoldsToItsLimit(t *testing.T) {
	seen := map[coloc.Conclusion]int{}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "variants")
		first := rapid.SliceOfN(rapid.Float64Range(-4, 30), n, n).Draw(t, "first")
		second := rapid.SliceOfN(rapid.Float64Range(-4, 30), n, n).Draw(t, "second")
		p := coloc.Prior{P1: 1e-4, P2: 1e-4, P12: math.Pow(10, rapid.Float64Range(-8, -4).Draw(t, "log p12"))}
		e := coloc.Weigh(first, second)
		got, limit := e.Conclude(p)
		seen[got]++
		at := e.Posterior(p)
		want := coloc.Undecided
		if at[4] >= 0.8 {
			want = coloc.SharedVariant
		} else if at[3] >= 0.8 {
			want = coloc.DistinctVariants
		}
		if got != want {
			t.Fatalf("%v is called %s", at, got)
		}
		if got == coloc.Undecided {
			if !math.IsNaN(limit) {
				t.Fatalf("an undecided locus has the limit %g", limit)
			}
			return
		}
		h, inside, outside := 4, limit*1.001, limit*0.999
		if got == coloc.DistinctVariants {
			h, inside, outside = 3, limit*0.999, limit*1.001
		}
		in, out := p, p
		in.P12, out.P12 = inside, outside
		if e.Posterior(in)[h] < 0.8 || limit < 1 && limit > 1e-300 && e.Posterior(out)[h] >= 0.8 {
			t.Fatalf("%s to p12 %g: H%d is %g inside and %g outside", got, limit, h, e.Posterior(in)[h], e.Posterior(out)[h])
		}
	})
	for _, c := range []coloc.Conclusion{coloc.SharedVariant, coloc.DistinctVariants, coloc.Undecided} {
		if seen[c] == 0 {
			t.Errorf("no case was %s: %v", c, seen)
		}
	}
}

package studyset_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// drawnFrom samples n people at each variant of frequencies f; every third row names the other allele.
func drawnFrom(rng *rand.Rand, f []float64, n int, stated bool) *studyset.Sample {
	s := studyset.NewSample(variant.NewDict(), false)
	for i, p := range f {
		count := 0
		for range 2 * n {
			if rng.Float64() < p {
				count++
			}
		}
		r := sumstats.Row{Chromosome: genome.Chromosome(1 + i%22), Position: int32(1000 * (i + 1)), EA: variant.A, OA: variant.G,
			Beta: 0.1, SE: 0.1, EAF: float64(count) / float64(2*n), N: float64(n)}
		if !stated {
			r.N = math.NaN()
		}
		if i%3 == 0 {
			r.EA, r.OA, r.EAF = r.OA, r.EA, 1-r.EAF
		}
		s.Add(&r, sumstats.Totals{})
	}
	return s
}

// Two populations whose frequencies differ by ±d around p have F_ST = (2d)²/(2p(1−p) + 2d²), whatever
// the size of the samples; people of one population have 0.
func TestDifferentiationOfKnownPopulations(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 1))
	for _, c := range []struct{ p, d float64 }{{0.4, 0}, {0.4, 0.03}, {0.3, 0.1}} {
		a, b := make([]float64, 4000), make([]float64, 4000)
		for i := range a {
			side := c.d * float64(1-2*(i%2))
			a[i], b[i] = c.p+side, c.p-side
		}
		// Two alleles of both populations differ with p_a(1−p_b) + p_b(1−p_a) = 2p(1−p) + 2d².
		want := 4 * c.d * c.d / (2*c.p*(1-c.p) + 2*c.d*c.d)
		got, n := studyset.Differentiation(drawnFrom(rng, a, 60, true), drawnFrom(rng, b, 90, true))
		if n != 4000 || math.Abs(got-want) > 0.0015+0.05*want {
			t.Errorf("p %v ± %v: F_ST %.5f of %d variants, want %.5f", c.p, c.d, got, n, want)
		}
	}
	same := make([]float64, 4000)
	for i := range same {
		same[i] = 0.3
	}
	// Without N the noise of small samples is not removed: 1/(2·60) + 1/(2·90) of p(1−p), over 2p(1−p).
	got, _ := studyset.Differentiation(drawnFrom(rng, same, 60, false), drawnFrom(rng, same, 90, false))
	if want := (1.0/120 + 1.0/180) / 2; math.Abs(got-want) > 0.001 {
		t.Errorf("without N: F_ST %.5f, want %.5f", got, want)
	}
}

// Only variants with MAF 0.05 or more in one of the studies count.
func TestDifferentiationOfRareVariants(t *testing.T) {
	of := func(f float64) *studyset.Sample {
		s := studyset.NewSample(variant.NewDict(), false)
		s.Add(&sumstats.Row{Chromosome: 1, Position: 10, EA: variant.A, OA: variant.G, EAF: f, N: 100}, sumstats.Totals{})
		return s
	}
	for _, c := range []struct {
		f, g float64
		n    int
	}{{0.0499, 0.0499, 0}, {0.0501, 0.01, 1}, {0.01, 0.9499, 1}, {0.9501, 0.01, 0}, {math.NaN(), 0.3, 0}} {
		if _, n := studyset.Differentiation(of(c.f), of(c.g)); n != c.n {
			t.Errorf("frequencies %v and %v: %d variants, want %d", c.f, c.g, n, c.n)
		}
	}
}

package credible_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/credible"
	"cohortium/internal/gwas/sumstats"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }

// By hand: with beta 0.3, se 0.1 and W 0.04, V is 0.01, so that V/(V+W) is 1/5, W/(V+W)
// is 4/5 and z is 3. The logarithm is ½·ln(1/5) + ½·9·4/5 = 3.6 − ½·ln 5, and the factor
// e^3.6/√5. For W = V the terms are ½·ln ½ and z²/4.
func TestLogBFByHand(t *testing.T) {
	for name, c := range map[string]struct{ beta, se, w, want float64 }{
		"worked":          {0.3, 0.1, 0.04, 3.6 - 0.5*math.Log(5)},
		"the other way":   {-0.3, 0.1, 0.04, 3.6 - 0.5*math.Log(5)},
		"prior as wide":   {0.2, 0.1, 0.01, 1 - 0.5*math.Ln2},
		"no effect":       {0, 0.1, 0.01, -0.5 * math.Ln2},
		"no room":         {0.3, 0.1, 0, 0}, // a prior of no width is the null itself
		"beyond a double": {8, 0.1, 0.04, 0.5*6400*0.8 - 0.5*math.Log(5)},
	} {
		if got := credible.LogBF(c.beta, c.se, c.w); !near(got, c.want) {
			t.Errorf("%s: %.15g, want %.15g", name, got, c.want)
		}
	}
	for name, c := range map[string][2]float64{
		"no standard error": {0.3, 0}, "a negative one": {0.3, -0.1}, "a missing one": {0.3, math.NaN()}, "an endless one": {0.3, math.Inf(1)},
		"no effect": {math.NaN(), 0.1}, "an endless effect": {math.Inf(-1), 0.1},
	} {
		if got := credible.LogBF(c[0], c[1], 0.04); !math.IsNaN(got) {
			t.Errorf("%s: %g, want NaN", name, got)
		}
	}
}

// Where the prior is much wider than the data, the factor is that of the likelihoods
// times √(V/W): it falls without bound as W grows, whatever the evidence.
func TestLogBFInTheLimits(t *testing.T) {
	for _, w := range []float64{1e6, 1e8, 1e10} {
		if got, want := credible.LogBF(0.5, 0.1, w), 12.5+0.5*math.Log(0.01/w); math.Abs(got-want) > 1e-6 {
			t.Errorf("W %g: %g, want %g", w, got, want)
		}
	}
	if got := credible.LogBF(0.5, 1e6, 0.04); math.Abs(got) > 1e-9 { // data without information
		t.Errorf("of a huge standard error: %g, want 0", got)
	}
}

func TestPriorVariances(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		scale sumstats.EffectScale
		sd    float64
		want  float64
		ok    bool
	}{
		{sumstats.LogOdds, nan, 0.04, true}, {sumstats.LogHazard, nan, 0.04, true}, {sumstats.Standardised, nan, 0.0225, true},
		{sumstats.LinearUnits, 10, 2.25, true}, {sumstats.LinearBinary, 0.5, 0.005625, true},
		{sumstats.LinearUnits, nan, 0, false}, {sumstats.LinearUnits, 0, 0, false}, {sumstats.LinearUnits, math.Inf(1), 0, false}, {sumstats.ScaleUnknown, 1, 0, false},
	} {
		if got, ok := credible.PriorVariance(c.scale, c.sd); ok != c.ok || ok && !near(got, c.want) {
			t.Errorf("%q with SD %g: %g %t, want %g %t", c.scale, c.sd, got, ok, c.want, c.ok)
		}
	}
}

// A trait of variance 4 in 1,000 people: an effect of a variant of frequency ¼ has the
// standard error √(4/(2·1000·¼·¾)) = √(4/375).
func TestTraitVariance(t *testing.T) {
	if got := credible.TraitVariance(math.Sqrt(4.0/375), 0.25, 1000); !near(got, 4) {
		t.Errorf("%.15g, want 4", got)
	}
	for _, c := range [][3]float64{{math.NaN(), 0.2, 100}, {0.1, math.NaN(), 100}, {0.1, 0.2, math.NaN()}, {0.1, 0, 100}, {0.1, 1, 100}, {0.1, 1.2, 100}, {0.1, 0.2, 0}} {
		if got := credible.TraitVariance(c[0], c[1], c[2]); !math.IsNaN(got) {
			t.Errorf("%v: %g, want NaN", c, got)
		}
	}
}

// Factors of 6, 3, 1 and nothing: probabilities of 60, 30 and 10 %.
func TestSetByHand(t *testing.T) {
	factors := []float64{math.Log(3), math.NaN(), math.Log(6), 0}
	for _, c := range []struct {
		coverage float64
		in       [4]bool
		size     int
	}{
		{0.5, [4]bool{2: true}, 1}, {0.59, [4]bool{2: true}, 1}, {0.61, [4]bool{0: true, 2: true}, 2}, {0.89, [4]bool{0: true, 2: true}, 2},
		{0.95, [4]bool{true, false, true, true}, 3}, {1, [4]bool{true, false, true, true}, 3},
	} {
		s := credible.Of(factors, c.coverage)
		if [4]bool(s.In) != c.in || s.Size != c.size || s.Weighed != 3 {
			t.Errorf("coverage %g: %+v, want %v", c.coverage, s, c.in)
		}
		if !near(s.PIP[0], 0.3) || !near(s.PIP[2], 0.6) || !near(s.PIP[3], 0.1) || !math.IsNaN(s.PIP[1]) {
			t.Errorf("probabilities %v", s.PIP)
		}
	}
}

func TestSetInTheLimits(t *testing.T) {
	if s := credible.Of(nil, 0.95); s.Size != 0 || s.Weighed != 0 {
		t.Errorf("of nothing: %+v", s)
	}
	if s := credible.Of([]float64{math.NaN()}, 0.95); s.Size != 0 || s.In[0] || !math.IsNaN(s.PIP[0]) {
		t.Errorf("of what was not measured: %+v", s)
	}
	if s := credible.Of([]float64{-1e4}, 0.95); s.Size != 1 || s.PIP[0] != 1 {
		t.Errorf("of one: %+v", s)
	}
	if s := credible.Of([]float64{2000, 1000}, 0.95); s.Size != 1 || s.PIP[0] != 1 || s.PIP[1] != 0 { // e^2000 overflows
		t.Errorf("of strong ones: %+v", s)
	}
	equal := make([]float64, 100) // 95 of 100 equals, the first ones
	if s := credible.Of(equal, 0.95); s.Size != 95 && s.Size != 96 || !s.In[0] || s.In[99] {
		t.Errorf("of equals: %d", s.Size)
	}
}

// Whatever the factors: probabilities add up to 1, the set covers what it should, is as
// small as can be, and a constant added to all changes nothing.
func TestSetProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		factors := rapid.SliceOfN(rapid.Float64Range(-50, 700), 1, 60).Draw(t, "factors")
		coverage := rapid.Float64Range(0.01, 0.999).Draw(t, "coverage")
		s := credible.Of(factors, coverage)
		sum, covered, least, most := 0.0, 0.0, math.Inf(1), 0.0
		for i, p := range s.PIP {
			sum += p
			if s.In[i] {
				covered, least = covered+p, min(least, p)
			} else {
				most = max(most, p)
			}
		}
		if math.Abs(sum-1) > 1e-9 || covered < coverage-1e-9 || covered-least >= coverage+1e-9 || most > least {
			t.Fatalf("sum %g, covered %g of %g, least in %g, most out %g", sum, covered, coverage, least, most)
		}
		moved := make([]float64, len(factors))
		for i := range factors {
			moved[i] = factors[i] + 100
		}
		if again := credible.Of(moved, coverage); math.Abs(again.PIP[0]-s.PIP[0]) > 1e-9 {
			t.Fatalf("%g and %g", again.PIP[0], s.PIP[0])
		}
	})
}

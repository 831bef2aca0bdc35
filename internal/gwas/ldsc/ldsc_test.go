package ldsc

import (
	"errors"
	"math"
	"testing"
)

// Ten variants with the first weights and no two steps, computed by hand of the formulas.
func TestTenVariants(t *testing.T) {
	ld := []float64{1, 2, 5, 10, 20, 30, 0.5, 15, 8, 3}
	w := []float64{1.2, 2.5, 4, 9, 18, 25, 0.4, 14, 7.5, 3.3}
	chi2 := []float64{1.1, 1.0, 1.3, 1.5, 2.2, 2.6, 0.9, 1.9, 1.4, 1.05}
	variants := make([]Variant, len(ld))
	for i := range ld {
		variants[i] = Variant{Z: math.Sqrt(chi2[i]), N: 50_000, LD: ld[i], Weight: w[i]}
	}
	h, err := Fit(variants, 1e6, Options{Once: true, TwoStep: math.Inf(1), Blocks: 10})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "intercept", h.Intercept.Value, 0.932125569120802, 1e-12)
	near(t, "h²", h.H2.Value, 1.2147636945740055, 1e-12)
	near(t, "ratio", h.Ratio.Value, -0.1371200623822181, 1e-12)
	near(t, "mean χ²", h.MeanChi2, 1.495, 1e-12)
}

// made draws variants as testdata/reference.py does: a linear congruential generator of 32 bits.
func made(n int) []Pair {
	state := uint32(20151)
	uniform := func() float64 {
		state = state*1664525 + 1013904223
		return (float64(state) + 0.5) / (1 << 32)
	}
	pairs := make([]Pair, n)
	for i := range pairs {
		ld := 0.5 - 40*math.Log(uniform())
		weight := 0.3 + ld*(0.2+0.5*uniform())
		n1, n2 := 80_000+20_000*uniform(), 40_000+5_000*uniform()
		// Two normal deviates with a polygenic part that grows with ld, and a shared one.
		radius, angle := math.Sqrt(-2*math.Log(uniform())), 2*math.Pi*uniform()
		a, b := radius*math.Cos(angle), radius*math.Sin(angle)
		z1 := a * math.Sqrt(1.05+0.4*n1*ld/1e6/2)
		z2 := (0.5*a + 0.8*b) * math.Sqrt(0.98+0.3*n2*ld/1e6)
		pairs[i] = Pair{Variant{z1, n1, ld, weight}, Variant{z2, n2, ld, weight}}
	}
	return pairs
}

func first(pairs []Pair) []Variant {
	out := make([]Variant, len(pairs))
	for i, p := range pairs {
		out[i] = p.First
	}
	return out
}

// The numbers are of testdata/reference.py: matrices, and a refit without each block.
func TestEqualsTheReference(t *testing.T) {
	c, err := Correlate(made(6000), 1e6, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name      string
		have      Estimate
		value, se float64
	}{
		{"h² of the first", c.First.H2, referenceH1[0], referenceH1[1]},
		{"intercept of the first", c.First.Intercept, referenceI1[0], referenceI1[1]},
		{"ratio of the first", c.First.Ratio, referenceR1[0], referenceR1[1]},
		{"h² of the second", c.Second.H2, referenceH2[0], referenceH2[1]},
		{"intercept of the second", c.Second.Intercept, referenceI2[0], referenceI2[1]},
		{"covariance", c.Covariance, referenceCov[0], referenceCov[1]},
		{"intercept of the products", c.Intercept, referenceI12[0], referenceI12[1]},
		{"genetic correlation", c.Genetic, referenceRG[0], referenceRG[1]},
	} {
		near(t, test.name, test.have.Value, test.value, 1e-9)
		near(t, "SE of "+test.name, test.have.SE, test.se, 1e-7)
	}
}

// Where χ² is a line of ℓ without noise, every weight finds that line.
func TestALineWithoutNoise(t *testing.T) {
	const h2, intercept, m, n = 0.31, 1.07, 1e6, 50_000
	variants := make([]Variant, 1000)
	for i := range variants {
		ld := 1 + float64(i%97)*1.3
		variants[i] = Variant{Z: math.Sqrt(h2*n*ld/m + intercept), N: n, LD: ld, Weight: 1 + float64(i%13)}
	}
	for _, opt := range []Options{{}, {TwoStep: math.Inf(1)}, {Once: true}, {Blocks: 7}} {
		h, err := Fit(variants, m, opt)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "h²", h.H2.Value, h2, 1e-9)
		near(t, "intercept", h.Intercept.Value, intercept, 1e-9)
		near(t, "SE", h.H2.SE+h.Intercept.SE, 0, 1e-9)
	}
}

func TestProperties(t *testing.T) {
	pairs := made(3000)
	base, err := Correlate(pairs, 1e6, Options{})
	if err != nil {
		t.Fatal(err)
	}
	swapped, turned, same := make([]Pair, len(pairs)), make([]Pair, len(pairs)), make([]Pair, len(pairs))
	for i, p := range pairs {
		swapped[i] = Pair{p.Second, p.First}
		turned[i] = p
		turned[i].Second.Z = -p.Second.Z
		same[i] = Pair{p.First, p.First}
	}
	s, err := Correlate(swapped, 1e6, Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "correlation of the studies swapped", s.Genetic.Value, base.Genetic.Value, 1e-12)
	o, err := Correlate(turned, 1e6, Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "correlation with the other allele's effects", o.Genetic.Value, -base.Genetic.Value, 1e-12)
	near(t, "heritability with the other allele's effects", o.Second.H2.Value, base.Second.H2.Value, 1e-12)
	i, err := Correlate(same, 1e6, Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "correlation of a study with itself", i.Genetic.Value, 1, 0.02)
	near(t, "its intercept", i.Intercept.Value, i.First.Intercept.Value, 0.02)
}

// A variant whose χ² reaches the bound does not decide the intercept.
func TestTheBoundOfTwoSteps(t *testing.T) {
	intercept := func(chi2 float64) float64 {
		variants := first(made(1000))
		variants[500].Z = math.Sqrt(chi2)
		h, err := Fit(variants, 1e6, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return h.Intercept.Value
	}
	if below, above := intercept(29.99), intercept(30.01); math.Abs(below-above) < 1e-4 {
		t.Errorf("χ² 29.99 and 30.01 give intercepts %v and %v", below, above)
	}
	near(t, "intercept beyond the bound", intercept(30.01), intercept(500), 1e-3)
}

func TestTooFew(t *testing.T) {
	variants := first(made(200))
	if _, err := Fit(variants[:199], 1e6, Options{}); !few(err, 199) {
		t.Errorf("199 variants: %v", err)
	}
	for i := range variants {
		variants[i].Z = 1
	}
	if _, err := Fit(variants, 1e6, Options{}); err != nil {
		t.Errorf("200 variants: %v", err)
	}
	variants[7].Z = 10 // does not decide the intercept
	if _, err := Fit(variants, 1e6, Options{}); !few(err, 199) {
		t.Errorf("199 variants of moderate χ²: %v", err)
	}
}

func few(err error, have int) bool {
	var e *FewError
	return errors.As(err, &e) && e.Have == have
}

func TestOneLDScore(t *testing.T) {
	variants := first(made(300))
	for i := range variants {
		variants[i].LD, variants[i].N = 10, 1000
	}
	if _, err := Fit(variants, 1e6, Options{}); !errors.Is(err, ErrSingular) {
		t.Errorf("want ErrSingular, got %v", err)
	}
}

// By hand: t = 2.3263478740 and φ(t) = 0.0266521422 for K = 0.01.
func TestLiability(t *testing.T) {
	l := Liability(Estimate{1, 0.1}, 0.5, 0.01)
	// (0.01·0.99/0.0266521422)²/0.25
	near(t, "factor", l.Value, 0.5519073, 1e-7)
	near(t, "its SE", l.SE, 0.05519073, 1e-8)
	if out := Liability(Estimate{1, 0}, 0.5, 0); !math.IsNaN(out.Value) {
		t.Errorf("a disease that nobody has: %v", out)
	}
}

func near(t *testing.T, what string, have, want, within float64) {
	t.Helper()
	if !(math.Abs(have-want) <= within) {
		t.Errorf("%s is %v, want %v", what, have, want)
	}
}

func BenchmarkFit(b *testing.B) {
	variants := first(made(1_200_000))
	for b.Loop() {
		if _, err := Fit(variants, 1e6, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

package susie_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/susie"
)

// golden is a locus fitted by susieR (testdata/golden.R).
type golden struct {
	Name     string
	From     int
	N        *float64
	Residual bool
	Z        []float64
	S        float64
	PIP      []float64
	Rounds   int
	Sigma2   float64
	ELBO     float64
	Sets     [][]int
	Purity   []float64
	LBF      [][]float64
}

func readGolden(t *testing.T) (cases []golden) {
	t.Helper()
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	return cases
}

func TestResultsAreThoseOfSusieR(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	for _, c := range readGolden(t) {
		t.Run(c.Name, func(t *testing.T) {
			r := h.Locus(sumstatstest.Every(c.From, len(c.Z), 1), nil).R
			n := math.NaN()
			if c.N != nil {
				n = *c.N
			}
			fit, err := susie.Run(c.Z, r, n, susie.Options{EstimateResidual: c.Residual})
			if err != nil {
				t.Fatal(err)
			}
			if fit.Rounds != c.Rounds || !fit.Converged || !near(fit.Residual, c.Sigma2, 1e-6) || !near(fit.Objective, c.ELBO, 1e-8) {
				t.Errorf("%d rounds, residual %g, objective %.10g; want %d, %g, %.10g", fit.Rounds, fit.Residual, fit.Objective, c.Rounds, c.Sigma2, c.ELBO)
			}
			for i, pip := range fit.PIP {
				if math.Abs(pip-c.PIP[i]) > 1e-6 {
					t.Fatalf("PIP of %d is %.9g, want %.9g", i, pip, c.PIP[i])
				}
			}
			if len(fit.Signals) != len(c.Sets) {
				t.Fatalf("%d signals, want %d", len(fit.Signals), len(c.Sets))
			}
			for l, s := range fit.Signals {
				if got := slices.Sorted(slices.Values(s.Set)); !slices.Equal(got, c.Sets[l]) {
					t.Errorf("set %d: %v, want %v", l, got, c.Sets[l])
				}
				if len(s.Set) <= 100 && math.Abs(s.Purity-c.Purity[l]) > 1e-9 {
					t.Errorf("purity %g, want %g", s.Purity, c.Purity[l])
				}
				for i, x := range s.LogBF {
					if !near(x, c.LBF[l][i], 1e-6) {
						t.Fatalf("logarithm of the Bayes factor of %d: %g, want %g", i, x, c.LBF[l][i])
					}
				}
			}
			if s := susie.Mismatch(c.Z, r, n); math.Abs(s-c.S) > 1e-4 {
				t.Errorf("λ is %g, want %g", s, c.S)
			}
		})
	}
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*max(1, math.Abs(b)) }

// In loci with one or two known causal variants, 95 % sets contain one in at least 93 %.
func TestSetsCoverTheCausalVariant(t *testing.T) {
	repeats := 25
	if testing.Short() {
		repeats = 8
	}
	h := sumstatstest.ReadHaplotypes(t)
	random := rand.New(rand.NewPCG(46, 1))
	sets, covering, found, causal := 0, 0, 0, 0
	for first := range 8 {
		const variants = 150 // over 660 kb
		l := h.Locus(sumstatstest.Every(first, variants, 8), nil)
		for i := range repeats {
			effects := map[int]float64{}
			for range 1 + i%2 {
				effects[random.IntN(variants)] = (5 + 5*random.Float64()) * float64(1-2*random.IntN(2))
			}
			fit, err := susie.Run(l.Z(random, effects), l.R, 1e5, susie.Options{})
			if err != nil {
				t.Fatal(err)
			}
			hit := map[int]bool{}
			for _, s := range fit.Signals {
				sets++
				if slices.ContainsFunc(s.Set, func(i int) bool { hit[i] = hit[i] || effects[i] != 0; return effects[i] != 0 }) {
					covering++
				}
			}
			for i := range effects {
				causal++
				if hit[i] {
					found++
				}
			}
		}
	}
	t.Logf("%d of %d sets contain a causal variant; %d of %d causal variants are in one", covering, sets, found, causal)
	if float64(covering) < 0.93*float64(sets) || float64(found) < 0.75*float64(causal) {
		t.Error("too few")
	}
}

// λ is near 0 where z-scores and LD agree, and not where alleles are exchanged or the LD is of
// other variants.
func TestMismatch(t *testing.T) {
	h := sumstatstest.ReadHaplotypes(t)
	random := rand.New(rand.NewPCG(46, 2))
	const variants = 100
	for from := 0; from+2*variants <= len(h.Position); from += 2 * variants {
		l := h.Locus(sumstatstest.Every(from, variants, 1), nil)
		z := l.Z(random, map[int]float64{50: 8})
		if s := susie.Mismatch(z, l.R, 1e5); s > 0.01 {
			t.Errorf("from %d: λ is %g with the LD of the study", from, s)
		}
		if s := susie.Mismatch(z, h.Locus(sumstatstest.Every(from+variants, variants, 1), nil).R, 1e5); s < 0.5 {
			t.Errorf("from %d: λ is %g with the LD of other variants", from, s)
		}
		for range 10 {
			i := random.IntN(variants)
			z[i] = -z[i]
		}
		if s := susie.Mismatch(z, l.R, 1e5); s < 0.01 {
			t.Errorf("from %d: λ is %g with exchanged alleles", from, s)
		}
	}
}

// Of two variants with r = ½ the likelihood can be written down.
func TestMismatchByHand(t *testing.T) {
	r := [][]float64{{1, 0.5}, {0.5, 1}}
	// Eigenvalues 1.5 and 0.5, components (z₁ ± z₂)/√2: with z = (1, −1) they are 0 and √2, and the
	// likelihood is largest where both variances are 1.
	if s := susie.Mismatch([]float64{1, -1}, r, math.NaN()); math.Abs(s-1) > 1e-6 {
		t.Errorf("λ is %g, want 1", s)
	}
	if s := susie.Mismatch([]float64{math.Sqrt(3), math.Sqrt(3)}, r, math.NaN()); s > 1e-6 {
		t.Errorf("λ is %g, want 0", s)
	}
}

func TestLimits(t *testing.T) {
	if fit, err := susie.Run(nil, nil, 100, susie.Options{}); err != nil || len(fit.PIP) != 0 {
		t.Error(fit, err)
	}
	fit, err := susie.Run([]float64{8}, [][]float64{{1}}, 1000, susie.Options{})
	if err != nil || len(fit.Signals) != 1 || fit.PIP[0] != 1 || fit.Signals[0].Purity != 1 {
		t.Errorf("%+v %v", fit, err)
	}
	fit, err = susie.Run([]float64{math.NaN(), 8}, [][]float64{{1, 0}, {0, 1}}, 1000, susie.Options{})
	if err != nil || fit.PIP[0] > 0.01 || fit.PIP[1] < 0.99 {
		t.Errorf("%+v %v", fit, err)
	}
	// Perfect correlation and opposite strong effects: no model explains them.
	_, err = susie.Run([]float64{400, -400, 400}, [][]float64{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, math.NaN(), susie.Options{})
	if err != nil && !errors.Is(err, susie.ErrPrior) {
		t.Error(err)
	}
}

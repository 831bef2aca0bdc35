package meta_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

func fixed(r float64) func(i, j int) float64 { return func(int, int) float64 { return r } }

// Two studies of 1,000 and 400 people with z = 2 each, and z-scores correlated by 0.2.
func TestCombineZCorrelatedByHand(t *testing.T) {
	z, n := []float64{2, 2}, []float64{1000, 400}
	e := meta.CombineZCorrelated(z, n, fixed(0.2))
	printed(t, "Z", e.Z, "2.5394359617")
	if !math.IsNaN(e.Q) || !math.IsNaN(e.NegLog10HetP) || !math.IsNaN(e.I2) {
		t.Errorf("heterogeneity of studies that share people: %+v", e)
	}
	printed(t, "Z without overlap", meta.CombineZCorrelated(z, n, fixed(0)).Z, "2.7593534771")
	if e := meta.CombineZCorrelated([]float64{1, 1, 1}, []float64{1, 1, 1}, fixed(-0.6)); !math.IsNaN(e.Z) {
		t.Errorf("correlations that contradict each other give Z = %v", e.Z)
	}
}

// A study that is listed twice says what it says once, as the correlation goes to 1.
func TestTheSameStudyTwice(t *testing.T) {
	e := meta.CombineZCorrelated([]float64{3, 3}, []float64{500, 500}, fixed(1-1e-12))
	if math.Abs(e.Z-3) > 1e-9 {
		t.Errorf("Z = %v, want 3", e.Z)
	}
}

// Three studies whose second variant is in two of them only: the overlap of the pair that
// has it counts, in z, in N and whatever the order of the studies.
func TestOverlapOfTwoOfThree(t *testing.T) {
	sized := func(name string, n float64, positions ...int32) meta.Study {
		var rows []sumstats.Row
		for _, p := range positions {
			r := row(1, p, "A", "G", 0.2, 0.1, 0.3) // z = 2
			r.N = n
			rows = append(rows, r)
		}
		return memoryStudy(name, rows)
	}
	opt := meta.DefaultOptions()
	opt.Scheme = meta.SampleSize
	opt.Overlaps = []meta.Overlap{{A: "c", B: "a", Correlation: 0.2}}
	a, b, c := sized("a", 1000, 10, 20), sized("b", 1500, 10), sized("c", 400, 10, 20)
	for _, studies := range [][]meta.Study{{a, b, c}, {c, b, a}} {
		result, _ := runTable(t, studies, opt)
		// All three: Σ√N z = 2·(√1000+√1500+√400), under √(2900 + 2·126.4911064).
		all := 2 * (math.Sqrt(1000) + math.Sqrt(1500) + 20) / math.Sqrt(2900+2*126.4911064067)
		for i, want := range []struct{ z, n float64 }{{all, 2900 - 126.4911064067}, {2.5394359617, 1400 - 126.4911064067}} {
			z := result.number(i, "beta") / result.number(i, "standard_error")
			if math.Abs(z-want.z) > 1e-6 || math.Abs(result.number(i, "n")-want.n) > 1e-3 || result.text(i, "q") != "NA" {
				t.Errorf("variant %d: z %v of %v, want %v of %v; Q %s", i+1, z, result.number(i, "n"), want.z, want.n, result.text(i, "q"))
			}
		}
	}
}

func TestOverlapsThatMakeNoSense(t *testing.T) {
	studies := []meta.Study{memoryStudy("a", nil), memoryStudy("b", nil)}
	for name, c := range map[string]struct {
		scheme   meta.Scheme
		overlaps []meta.Overlap
		says     string
	}{
		"another scheme":    {meta.FixedEffect, []meta.Overlap{{A: "a", B: "b", Correlation: 0.1}}, "choose samplesize"},
		"an absent study":   {meta.SampleSize, []meta.Overlap{{A: "a", B: "x", Correlation: 0.1}}, "a and x names a study that is not combined"},
		"itself":            {meta.SampleSize, []meta.Overlap{{A: "a", B: "a", Correlation: 0.1}}, "a cannot overlap with itself"},
		"twice":             {meta.SampleSize, []meta.Overlap{{A: "a", B: "b", Correlation: 0.1}, {A: "b", B: "a", Correlation: 0.2}}, "a and b is stated twice"},
		"one and the same":  {meta.SampleSize, []meta.Overlap{{A: "a", B: "b", Correlation: 1}}, "has to lie between -1 and 1"},
		"not a correlation": {meta.SampleSize, []meta.Overlap{{A: "a", B: "b", Correlation: math.NaN()}}, "has to lie between -1 and 1"},
	} {
		opt := meta.DefaultOptions()
		opt.Scheme, opt.Overlaps = c.scheme, c.overlaps
		_, err := meta.Run(t.Context(), testDict, studies, opt, meta.Output{Results: &bytes.Buffer{}}, nil)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package meta_test

import (
	"bytes"
	"math"
	"math/rand/v2"
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

// A study that is listed twice counts once, as the correlation approaches 1.
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

// Beta and SE of studies that share people, from Z and the size by hand: with f = 0.3 and
// 1,000 and 400 people correlated by 0.2, 1400²/(1400 + 2·126.4911064) = 1185.7356872, and
// SE = 1/√(0.42·(1185.7330985 + 2.5394359617²)) = 0.0446893084.
func TestEffectOfStudiesThatSharePeopleByHand(t *testing.T) {
	opt := meta.DefaultOptions()
	opt.Scheme = meta.SampleSize
	opt.Overlaps = []meta.Overlap{{A: "a", B: "c", Correlation: 0.2}}
	var studies []meta.Study
	for name, n := range map[string]float64{"a": 1000, "c": 400} {
		r := row(1, 10, "A", "G", 0.2, 0.1, 0.3)
		r.N = n
		studies = append(studies, memoryStudy(name, []sumstats.Row{r}))
	}
	out, _ := runTable(t, studies, opt)
	se := 1 / math.Sqrt(2*0.3*0.7*(1400*1400/(1400+2*0.2*math.Sqrt(1000*400))+2.5394359617*2.5394359617))
	if off(se, 0.0446893084) > 1e-8 {
		t.Fatalf("the hand counts %v", se)
	}
	if got := out.number(0, "standard_error"); off(got, se) > 1e-9 {
		t.Errorf("SE %v, want %v", got, se)
	}
	if got := out.number(0, "beta"); off(got, 2.5394359617*se) > 1e-9 {
		t.Errorf("beta %v, want %v", got, 2.5394359617*se)
	}
}

// Two studies of people who are drawn here, half of each in both: over many variants the
// mean beta is the true effect and the standard error is the spread of beta. People
// counted once would make both 5.7 % too small.
func TestEffectOfStudiesThatSharePeopleBySimulation(t *testing.T) {
	const variants, people, all, effect, f = 4000, 200, 300, 0.25, 0.4
	rng := rand.New(rand.NewPCG(40, 3))
	rows := make([][]sumstats.Row, 2)
	for v := range variants {
		genotype, trait := make([]float64, all), make([]float64, all)
		for p := range all {
			for range 2 {
				if rng.Float64() < f {
					genotype[p]++
				}
			}
			// The trait has variance 1.
			trait[p] = effect*genotype[p] + math.Sqrt(1-effect*effect*2*f*(1-f))*rng.NormFloat64()
		}
		for i := range rows {
			beta, se := leastSquares(genotype[100*i:100*i+people], trait[100*i:100*i+people])
			r := row(1, int32(1000*(v+1)), "A", "G", beta, se, f)
			r.N = people
			rows[i] = append(rows[i], r)
		}
	}
	opt := meta.DefaultOptions()
	opt.Scheme = meta.SampleSize
	opt.Overlaps = []meta.Overlap{{A: "study 00", B: "study 01", Correlation: 0.5}}
	out, _ := runTable(t, named(rows), opt)
	var mean, squares, se float64
	for i := range out.rows {
		beta := out.number(i, "beta") * map[string]float64{"A": 1, "G": -1}[out.text(i, "effect_allele")]
		mean += beta / variants
		squares += beta * beta / variants
		se += out.number(i, "standard_error") / variants
	}
	spread := math.Sqrt(squares - mean*mean)
	if math.Abs(mean/effect-1) > 0.02 || math.Abs(se/spread-1) > 0.03 {
		t.Errorf("mean beta %.4f of %v, SE %.4f of a spread of %.4f", mean, effect, se, spread)
	}
}

// leastSquares returns the slope of y on x and its standard error.
func leastSquares(x, y []float64) (slope, se float64) {
	n := float64(len(x))
	var sx, sy, sxx, sxy, syy float64
	for i := range x {
		sx, sy = sx+x[i], sy+y[i]
		sxx, sxy, syy = sxx+x[i]*x[i], sxy+x[i]*y[i], syy+y[i]*y[i]
	}
	sxx, sxy, syy = sxx-sx*sx/n, sxy-sx*sy/n, syy-sy*sy/n
	slope = sxy / sxx
	return slope, math.Sqrt((syy - slope*sxy) / (n - 2) / sxx)
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

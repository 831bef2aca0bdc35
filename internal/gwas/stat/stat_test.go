package stat_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/stat/stattest"
)

// relative returns |got − want|/|want|, or |got| when nothing is wanted.
func relative(got, want float64) float64 {
	if want == 0 {
		return math.Abs(got)
	}
	return math.Abs(got-want) / math.Abs(want)
}

// printed fails unless got, written with as many decimals as want has, is want.
func printed(t *testing.T, name string, got float64, want string) {
	t.Helper()
	decimals := 0
	for i, c := range want {
		if c == '.' {
			decimals = len(want) - i - 1
		}
	}
	if text := fmt.Sprintf("%.*f", decimals, got); text != want {
		t.Errorf("%s = %s, want %s", name, text, want)
	}
}

func TestPublishedValues(t *testing.T) {
	for z, want := range map[float64]string{
		1.959963985: "1.301030", 5.451310443: "7.301030", 10: "22.817023", 20: "88.259065",
		37.5: "307.035707", 38.5: "323.550311", 40: "349.135976", 100: "2173.570513", 2: "1.3419860845",
		2.7205493726: fmt.Sprintf("%.7f", -math.Log10(0.0065173538)),
	} {
		printed(t, fmt.Sprintf("NegLog10PFromZ(%v)", z), stat.NegLog10PFromZ(z), want)
		printed(t, fmt.Sprintf("NegLog10PFromZ(-%v)", z), stat.NegLog10PFromZ(-z), want)
	}
	p := []float64{0.001, 0.02, 0.1, 0.3, 0.45, 0.6, 0.9}
	nlp := make([]float64, len(p))
	for i := range p {
		nlp[i] = -math.Log10(p[i])
	}
	lambda := lambdaOf(nlp)
	printed(t, "lambda", lambda, "2.3611962381")
	adjusted := stat.NegLog10PFromZ(stat.ZFromNegLog10P(-math.Log10(0.02)) / math.Sqrt(lambda))
	printed(t, "adjusted P", math.Pow(10, -adjusted), "0.1300410992")
	printed(t, "adjusted SE", 0.05*math.Sqrt(lambda), "0.0768309221")
	for i, want := range []string{"0.0862068966", "0.2241379310", "0.3620689655", "0.5000000000"} {
		printed(t, "expected quantile of 7", stat.ExpectedQuantile(i+1, 7), want)
	}
	printed(t, "first expected quantile of 20", stat.ExpectedQuantile(1, 20), "0.025")
	lower, upper := stat.QQBand(1, 7, 0.95)
	printed(t, "band, lower", lower, "0.0036102969")
	printed(t, "band, upper", upper, "0.4096163972")
	printed(t, "lambda 1000", stat.Lambda1000(1.2, 5000, 50000), "1.022")
	printed(t, "lambda 1000", stat.Lambda1000(1.2, 5000, 20000), "1.025")
	printed(t, "lambda 1000", stat.Lambda1000(1.08, 20000, 180000), "1.002222")
	printed(t, "effective N", stat.EffectiveN(5000, 50000), "18181.818")
	printed(t, "effective N", stat.EffectiveN(1000, 9000), "3600")
	printed(t, "effective N", stat.EffectiveN(500, 500), "1000")
	printed(t, "effective N", stat.EffectiveN(1000, 3000), "3000")
	printed(t, "lambda of five", lambdaOf(negLogs(0.5, 0.1, 0.01, 0.9, 0.3)), "2.361196238129")
	printed(t, "lambda of four", lambdaOf(negLogs(0.5, 0.1, 0.01, 0.9)), "3.473540165836")
	line := stat.ZFromNegLog10P(-math.Log10(5e-8))
	printed(t, "χ² of 5e-8", line*line, "29.716785489763")
	printed(t, "Z of 0.05", stat.ZFromNegLog10P(-math.Log10(0.05)), "1.95996398454005")
	printed(t, "Z of 1e-8", stat.ZFromNegLog10P(8), "5.73072886823629")
	z := stat.ZFromNegLog10P(-math.Log10(0.5))
	printed(t, "median of chi-square 1", z*z, "0.45493642311957")
	printed(t, "het P", math.Pow(10, -stat.ChiSquareSurvivalNegLog10(2.1611111111, 2)), "0.3394069139")
	printed(t, "het P", math.Pow(10, -stat.ChiSquareSurvivalNegLog10(12.032, 2)), "0.0024394077")
	printed(t, "het P", math.Pow(10, -stat.ChiSquareSurvivalNegLog10(1.606648, 2)), "0.447838")
}

func negLogs(p ...float64) []float64 {
	out := make([]float64, len(p))
	for i := range p {
		out[i] = -math.Log10(p[i])
	}
	return out
}

func TestNegLog10PFromZAgainstReference(t *testing.T) {
	worst := 0.0
	check := func(z float64) {
		want := stattest.Float64(stattest.NegLog10PFromZ(stattest.Float(z)))
		err := relative(stat.NegLog10PFromZ(z), want)
		worst = math.Max(worst, err)
		if err > 1e-13 {
			t.Errorf("NegLog10PFromZ(%v) is off by %.2g of %v", z, err, want)
		}
		if back := relative(stat.ZFromNegLog10P(want), z); back > 1e-13 {
			t.Errorf("ZFromNegLog10P(%v) is off by %.2g of %v", want, back, z)
		}
	}
	for _, z := range []float64{1e-12, 1e-6, 1e-3, 0.1, 0.5999, 0.6, 0.6745, 1, 1.4, 1.44, 2, 5, 8, 8.999, 9, 15, 25, 29.999, 30,
		30.001, 36, 37, 37.5, 38.4, 40, 60, 100, 300, 1000, 5000, 5e4} {
		check(z)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		check(math.Exp(rng.Float64()*16 - 9))
	}
	t.Logf("worst relative error %.2g", worst)
}

func TestNormalTailEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"z 0", stat.NegLog10PFromZ(0), 0},
		{"z infinite", stat.NegLog10PFromZ(-inf), inf},
		{"z huge", stat.NegLog10PFromZ(1e160), inf},
		{"z NaN", stat.NegLog10PFromZ(nan), nan},
		{"P 1", stat.ZFromNegLog10P(0), 0},
		{"P 0", stat.ZFromNegLog10P(inf), inf},
		{"negative", stat.ZFromNegLog10P(-1), nan},
		{"NaN", stat.ZFromNegLog10P(nan), nan},
	} {
		if c.got != c.want && !(math.IsNaN(c.got) && math.IsNaN(c.want)) {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestNormalTailRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-10, 1e7).Draw(t, "x")
		if err := relative(stat.NegLog10PFromZ(stat.ZFromNegLog10P(x)), x); err > 1e-12 {
			t.Fatalf("x = %v comes back off by %g", x, err)
		}
	})
}

func TestChiSquareAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	worst := 0.0
	check := func(q float64, df int) {
		ref := stattest.ChiSquareSurvival(stattest.Float(q), df)
		want := stattest.Float64(stattest.NegLog10(ref))
		err := relative(stat.ChiSquareSurvivalNegLog10(q, float64(df)), want)
		worst = math.Max(worst, err)
		if err > 1e-11 {
			t.Errorf("q %v df %d: off by %.2g of %v", q, df, err, want)
		}
	}
	for _, df := range []int{1, 2, 3, 4, 5, 9, 10, 39, 40, 99, 100, 101, 250, 1000} {
		for _, f := range []float64{1e-3, 0.1, 0.5, 0.9, 0.999, 1, 1.05, 1.5, 3} {
			q := f * float64(df)
			if q < 250 || df <= 10 {
				check(q, df)
			}
		}
		for range 4 {
			check(rng.Float64()*200, df)
		}
	}
	t.Logf("worst relative error %.2g", worst)
}

// Whole degrees of freedom have two independent evaluations: they must meet the
// one for any degrees of freedom, and the exact doubling rule for df = 2.
func TestChiSquareFarTail(t *testing.T) {
	for _, q := range []float64{1, 50, 1e3, 1e5, 1e6, 1e9} {
		if got, want := stat.ChiSquareSurvivalNegLog10(q, 2), q/2/math.Ln10; relative(got, want) > 1e-14 {
			t.Errorf("df 2, q %v: got %v, want %v", q, got, want)
		}
		for _, df := range []float64{3, 7, 20, 99, 100} {
			whole := stat.ChiSquareSurvivalNegLog10(q, df)
			near := stat.ChiSquareSurvivalNegLog10(q, df*(1+1e-13))
			if relative(whole, near) > 1e-10 {
				t.Errorf("df %v, q %v: %v as a whole number, %v as a fraction", df, q, whole, near)
			}
		}
	}
}

func TestBetaQuantileAgainstReference(t *testing.T) {
	worst := 0.0
	for _, c := range []struct{ a, b int }{
		{1, 7}, {7, 1}, {2, 6}, {3, 5}, {1, 1_000_000}, {2, 999_999}, {10, 9_999_991}, {500, 9_999_501}, {2000, 8001}, {60, 60},
	} {
		for _, p := range []float64{1e-6, 0.025, 0.5, 0.975, 0.999} {
			x := stat.BetaQuantile(p, float64(c.a), float64(c.b))
			got := stattest.Float64(stattest.BetaCDF(stattest.Float(x), c.a, c.b))
			err := relative(got, p)
			worst = math.Max(worst, err)
			if err > 1e-9 {
				t.Errorf("I(BetaQuantile(%v, %d, %d)) = %v", p, c.a, c.b, got)
			}
		}
	}
	t.Logf("worst relative error of the probability %.2g", worst)
}

// lambdaOf is λ of P values through the sketch.
func lambdaOf(negLog10P []float64) float64 {
	var l stat.Lambda
	for _, x := range negLog10P {
		z := stat.ZFromNegLog10P(x)
		l.Add(z * z)
	}
	return l.Value()
}

// chiSquareMedian1 is the median of χ² with one degree of freedom (Abramowitz
// and Stegun's tables, to the digits of R's qchisq(0.5, 1)).
const chiSquareMedian1 = 0.45493642311957

func TestLambda(t *testing.T) {
	nan := math.NaN()
	if got := lambdaOf([]float64{nan, nan}); !math.IsNaN(got) {
		t.Errorf("no values: got %v", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SliceOfN(rapid.Float64Range(0, 50), 1, 60).Draw(t, "v")
		want := exactLambda(v)
		if got := lambdaOf(append(v, nan)); relative(got, want) > 1e-12 {
			t.Fatalf("Lambda %v, want %v", got, want)
		}
		sort.Float64s(v)
		if got := stat.LambdaOfMiddle(v[(len(v)-1)/2], v[len(v)/2]); relative(got, want) > 1e-12 {
			t.Fatalf("LambdaOfMiddle %v, want %v", got, want)
		}
	})
}

// exactLambda sorts χ² and takes the middle.
func exactLambda(negLog10P []float64) float64 {
	chi := make([]float64, len(negLog10P))
	for i, x := range negLog10P {
		z := stat.ZFromNegLog10P(x)
		chi[i] = z * z
	}
	return exactMedian(chi) / chiSquareMedian1
}

func exactMedian(v []float64) float64 {
	sort.Float64s(v)
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

func TestMedian(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		n     int
		scale float64
		worst float64
	}{{1, 1, 0}, {2, 1, 0}, {7, 1, 0}, {1000, 1, 0}, {500_000, 1, 0}, {1_100_000, 1, 2e-5}, {1_100_000, 0.001, 5e-4}, {1_100_000, 1e5, 5e-4}} {
		var m stat.Median
		values := make([]float64, c.n)
		for i := range values {
			values[i] = c.scale * math.Exp(random.NormFloat64())
			m.Add(values[i])
		}
		m.Add(math.NaN())
		if want := exactMedian(values); relative(m.Value(), want) > c.worst || m.N() != int64(c.n) {
			t.Errorf("%d values around %v: %v of %d, want %v", c.n, c.scale, m.Value(), m.N(), want)
		}
	}
	var none stat.Median
	if !math.IsNaN(none.Value()) {
		t.Errorf("median of nothing is %v", none.Value())
	}
}

func TestLambdaOfManyValues(t *testing.T) {
	for _, scale := range []float64{0.01, 0.9, 1, 1.3, 60} {
		rng := rand.New(rand.NewPCG(5, 6))
		n := 1_300_001
		v := make([]float64, n)
		var sketch stat.Lambda
		for i := range v {
			z := rng.NormFloat64() * math.Sqrt(scale)
			v[i] = stat.NegLog10PFromZ(z)
			sketch.Add(z * z)
		}
		if want := exactLambda(v); relative(sketch.Value(), want) > 2e-5 || sketch.N() != int64(n) {
			t.Errorf("scale %v: %v of %d values, want %v", scale, sketch.Value(), sketch.N(), want)
		}
	}
}

func BenchmarkNegLog10PFromZ(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	z := make([]float64, 4096)
	for i := range z {
		z[i] = rng.NormFloat64() * 1.5
	}
	for i := 0; b.Loop(); i++ {
		stat.NegLog10PFromZ(z[i&4095])
	}
}

func BenchmarkZFromNegLog10P(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := make([]float64, 4096)
	for i := range x {
		x[i] = rng.ExpFloat64()
	}
	for i := 0; b.Loop(); i++ {
		stat.ZFromNegLog10P(x[i&4095])
	}
}

func BenchmarkChiSquareSurvivalNegLog10(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := make([]float64, 4096)
	for i := range x {
		x[i] = rng.ExpFloat64() * 4
	}
	for i := 0; b.Loop(); i++ {
		stat.ChiSquareSurvivalNegLog10(x[i&4095], 4)
	}
}

func BenchmarkLambda10M(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := make([]float64, 10_000_000)
	for i := range x {
		x[i] = rng.ExpFloat64()
	}
	for b.Loop() {
		var l stat.Lambda
		for _, chiSquare := range x {
			l.Add(chiSquare)
		}
		l.Value()
	}
}

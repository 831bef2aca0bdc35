package stat_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/gwas/stat"
)

// Values of mpmath 1.3 in 40 digits: −log10 of betainc(df/2, 1/2, 0, df/(df + t²)).
func TestStudentAgainstFortyDigits(t *testing.T) {
	for _, c := range []struct{ t, df, want float64 }{
		{0.1, 3, 0.03308316910897}, {2, 10, 1.134374741945}, {3.1, 7, 1.761394709365}, {40, 12, 13.4144005913},
		{1000, 10, 25.60891932092}, {8, 49, 9.718842966181}, {1e9, 5, 43.72169613825}, {38, 200, 92.70842952358},
		{6, 1e6, 8.704685895307}, {0.001, 50, 0.0003449255953939}, {1.5, 2.5, 0.6058348149499}, {1e160, 3, 479.656529254},
	} {
		for _, x := range []float64{c.t, -c.t} {
			if got := stat.StudentNegLog10P(x, c.df); relative(got, c.want) > 1e-11 {
				t.Errorf("t = %v with %v degrees of freedom: %v, want %v", x, c.df, got, c.want)
			}
		}
	}
	for df, quantile := range map[float64]float64{1: 12.7062, 10: 2.22814, 30: 2.04227} { // tables, 0.975
		if got := math.Pow(10, -stat.StudentNegLog10P(quantile, df)); relative(got, 0.05) > 1e-5 {
			t.Errorf("P of %v with %v degrees of freedom: %v", quantile, df, got)
		}
	}
	for _, c := range [][2]float64{{math.NaN(), 3}, {1, 0}, {1, -1}, {1, math.NaN()}, {1, math.Inf(1)}} {
		if got := stat.StudentNegLog10P(c[0], c[1]); !math.IsNaN(got) {
			t.Errorf("t = %v with %v degrees of freedom: %v", c[0], c[1], got)
		}
	}
	if stat.StudentNegLog10P(0, 4) != 0 || !math.IsInf(stat.StudentNegLog10P(math.Inf(-1), 4), 1) {
		t.Error("no effect has P = 1, an infinite one P = 0")
	}
}

// P of t against the finite sums for whole degrees of freedom (Abramowitz and Stegun 26.7.3
// and 26.7.4), and falling in t.
func TestStudentProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		df := rapid.IntRange(1, 60).Draw(t, "df")
		x := rapid.Float64Range(1e-3, 4).Draw(t, "t")
		got, want := math.Pow(10, -stat.StudentNegLog10P(x, float64(df))), 1-studentWithin(x, df)
		if math.Abs(got-want) > 1e-12 {
			t.Fatalf("P = %v, want %v", got, want)
		}
		if stat.StudentNegLog10P(x*1.0001, float64(df)) <= stat.StudentNegLog10P(x, float64(df)) {
			t.Fatal(fmt.Sprint("P does not fall at ", x))
		}
	})
}

// studentWithin returns the probability of a value between −x and x.
func studentWithin(x float64, df int) float64 {
	theta := math.Atan(x / math.Sqrt(float64(df)))
	sin, cos := math.Sincos(theta)
	sum, term := 0.0, 1.0
	if df%2 == 1 {
		term = cos
		for i := 3; i <= df; i += 2 {
			sum += term
			term *= cos * cos * float64(i-1) / float64(i)
		}
		return 2 / math.Pi * (theta + sin*sum)
	}
	for i := 2; i <= df; i += 2 {
		sum += term
		term *= cos * cos * float64(i-1) / float64(i)
	}
	return sin * sum
}

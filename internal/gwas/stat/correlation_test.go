package stat

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestCorrelationOfAnscombe takes the four data sets of Anscombe (1973, Graphs in
// statistical analysis), whose means, variances and correlations he publishes:
// x 9 and 11, y 7.50 and 4.12 to 4.13, r 0.816.
func TestCorrelationOfAnscombe(t *testing.T) {
	x := []float64{10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5}
	for i, set := range []struct{ x, y []float64 }{
		{x, []float64{8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68}},
		{x, []float64{9.14, 8.14, 8.74, 8.77, 9.26, 8.10, 6.13, 3.10, 9.13, 7.26, 4.74}},
		{x, []float64{7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73}},
		{[]float64{8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8}, []float64{6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.50, 5.56, 7.91, 6.89}},
	} {
		if r := Correlation(set.x, set.y); math.Abs(r-0.8165) > 0.0005 {
			t.Errorf("set %d: r = %v", i+1, r)
		}
		// He uses the divisor n − 1 = 10 for the variance.
		if v := 11 * Deviation(set.x) * Deviation(set.x) / 10; math.Abs(v-11) > 1e-12 || Mean(set.x) != 9 {
			t.Errorf("set %d: variance %v, mean %v", i+1, v, Mean(set.x))
		}
		if v := 11 * Deviation(set.y) * Deviation(set.y) / 10; math.Abs(v-4.125) > 0.0055 || math.Abs(Mean(set.y)-7.5) > 0.0015 {
			t.Errorf("set %d: variance %v, mean %v", i+1, v, Mean(set.y))
		}
	}
}

func TestCorrelationProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		number := rapid.Float64Range(-100, 100)
		x, y, line := make([]float64, n), make([]float64, n), make([]float64, n)
		a, b := rapid.Float64Range(0.1, 10).Draw(t, "a"), number.Draw(t, "b")
		for i := range x {
			x[i], y[i] = number.Draw(t, "x")+float64(i), number.Draw(t, "y")+float64(i)
			line[i] = b - a*x[i]
		}
		if Deviation(x) < 0.01 || Deviation(y) < 0.01 {
			t.Skip("nearly constant: without deviation there is no correlation to check")
		}
		if r := Correlation(x, line); math.Abs(r+1) > 1e-6 {
			t.Fatalf("of a falling line: %v", r)
		}
		r, turned := Correlation(x, y), Correlation(line, y)
		if math.Abs(r) > 1+1e-9 || math.Abs(r+turned) > 1e-6 || math.Abs(r-Correlation(y, x)) > 1e-9 {
			t.Fatalf("%v, turned %v", r, turned)
		}
	})
	if r := Correlation([]float64{1, 1, 1}, []float64{1, 2, 3}); !math.IsNaN(r) {
		t.Errorf("of a constant: %v", r)
	}
	if m := Mean(nil); !math.IsNaN(m) {
		t.Errorf("mean of nothing: %v", m)
	}
}

// TestPAgrees takes −log10 P agrees within 0.1, or one hundredth of the larger one.
func TestPAgrees(t *testing.T) {
	at := func(z float64) float64 { return -math.Log10(math.Erfc(math.Abs(z) / math.Sqrt2)) }
	for _, tt := range []struct {
		x, z float64
		want bool
	}{
		{at(1), 1, true}, {at(1), -1, true}, {at(2) + 0.099, 2, true}, {at(2) + 0.101, 2, false}, {at(2) - 0.099, -2, true}, {at(2) - 0.101, 2, false}, {0, 0, true}, {0.099, 0, true}, {0.101, 0, false},
		// P of z = 20 is 10^−88.3: one hundredth is 0.883 below and 0.892 above.
		{at(20) - 0.88, 20, true}, {at(20) - 0.89, 20, false}, {at(20) / 0.9901, 20, true}, {at(20) / 0.9899, 20, false},
	} {
		if PAgrees(tt.x, tt.z) != tt.want {
			t.Errorf("%v and z %v: %v", tt.x, tt.z, !tt.want)
		}
	}
}

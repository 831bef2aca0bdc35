package stat

import "math"

// Mean returns the arithmetic mean of x; NaN of none.
func Mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Deviation returns the standard deviation of x, with divisor len(x).
func Deviation(x []float64) float64 {
	m, sum := Mean(x), 0.0
	for _, v := range x {
		sum += (v - m) * (v - m)
	}
	return math.Sqrt(sum / float64(len(x)))
}

// Correlation is Pearson's r of two slices of one length; NaN when either is constant.
func Correlation(x, y []float64) float64 {
	mx, my, sum := Mean(x), Mean(y), 0.0
	for i := range x {
		sum += (x[i] - mx) * (y[i] - my)
	}
	return sum / float64(len(x)) / (Deviation(x) * Deviation(y))
}

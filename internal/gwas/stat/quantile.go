package stat

// ExpectedQuantile returns the P value expected at rank i (1 is the smallest) of
// n uniform values: (i − a)/(n + 1 − 2a), with a = 3/8 up to ten values and 1/2
// beyond, the plotting position of a QQ plot.
func ExpectedQuantile(i, n int) float64 {
	a := 0.5
	if n <= 10 {
		a = 0.375
	}
	return (float64(i) - a) / (float64(n) + 1 - 2*a)
}

// QQBand returns the P values between which the i-th smallest of n uniform values is with
// probability level: the (1 ∓ level)/2 quantiles of Beta(i, n − i + 1).
func QQBand(i, n int, level float64) (lower, upper float64) {
	a, b := float64(i), float64(n-i+1)
	tail := (1 - level) / 2
	return BetaQuantile(tail, a, b), BetaQuantile(1-tail, a, b)
}

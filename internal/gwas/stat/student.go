package stat

import "math"

// StudentNegLog10P returns −log10 of the two-sided P of Student's t with df > 0 degrees
// of freedom, I_x(df/2, 1/2) with x = df/(df + t²). It does not underflow.
func StudentNegLog10P(t, df float64) float64 {
	if math.IsNaN(t) || !(df > 0) || math.IsInf(df, 1) {
		return math.NaN()
	}
	t = math.Abs(t)
	if math.IsInf(t, 1) {
		return t
	}
	if t == 0 {
		return 0
	}
	// c = t²/(df + t²) is 1 − x without cancellation; both keep their digits for any t.
	ratio := t / math.Sqrt(df)
	root := math.Hypot(1, ratio)
	x, c := 1/root/root, ratio/root*(ratio/root)
	a := df / 2
	lnDensity := a*lnShare(x, ratio) + math.Log(c)/2 - lnBetaHalf(a)
	if x < (a+1)/(a+2.5) {
		return -(lnDensity + math.Log(betaFraction(x, a, 0.5)/a)) * log10E
	}
	return -math.Log1p(-math.Exp(lnDensity)*betaFraction(c, 0.5, a)*2) * log10E
}

// lnShare returns ln x of x = 1/(1 + ratio²), also where ratio² is beyond all numbers.
func lnShare(x, ratio float64) float64 {
	if x > 1e-300 {
		return -math.Log1p(ratio * ratio)
	}
	return -2 * math.Log(ratio)
}

// lnBetaHalf returns ln B(a, 1/2).
func lnBetaHalf(a float64) float64 {
	// Stirling's formula with its errors keeps the digits of the difference of two large
	// logarithms of Γ.
	return stirlingError(a) - stirlingError(a+0.5) - a*math.Log1p(0.5/a) - 0.5*math.Log(a) + 0.5 + 0.5*math.Log(math.Pi)
}

package stat

import "math"

// BetaQuantile returns the x in [0, 1] with I_x(a, b) = p, the quantile of the
// Beta distribution with shapes a, b > 0. Parameters of many millions, as the
// order statistics of a genome-wide scan need, keep full relative precision.
func BetaQuantile(p, a, b float64) float64 {
	switch {
	case !(p >= 0 && p <= 1) || !(a > 0) || !(b > 0):
		return math.NaN()
	case p == 0 || p == 1:
		return p
	case a == 1:
		return -math.Expm1(math.Log1p(-p) / b)
	case b == 1:
		return math.Exp(math.Log(p) / a)
	}
	// Bisection on the logit guarded Newton: y = ln(x/(1−x)) is unbounded and
	// close to normal, so a few steps suffice from the mean.
	lo, hi := math.Inf(-1), math.Inf(1)
	y := math.Log(a / b)
	for range 200 {
		x, c := logistic(y)
		err := betaCDF(x, c, a, b) - p
		if err > 0 {
			hi = y
		} else {
			lo = y
		}
		step := err / math.Exp(lnBetaDensity(x, c, a, b))
		next := y - step
		if !(next > lo && next < hi) {
			next = bisect(lo, hi, y)
		}
		if math.Abs(next-y) <= 1e-15*math.Max(1, math.Abs(y)) {
			y = next
			break
		}
		y = next
	}
	x, _ := logistic(y)
	return x
}

// logistic returns x = 1/(1+e⁻ʸ) and 1 − x, both to full relative precision.
func logistic(y float64) (x, complement float64) {
	if y < 0 {
		e := math.Exp(y)
		return e / (1 + e), 1 / (1 + e)
	}
	e := math.Exp(-y)
	return 1 / (1 + e), e / (1 + e)
}

// bisect halves a bracket that may still be open on one side.
func bisect(lo, hi, y float64) float64 {
	switch {
	case math.IsInf(lo, -1):
		return y - math.Max(1, math.Abs(y))
	case math.IsInf(hi, 1):
		return y + math.Max(1, math.Abs(y))
	default:
		return lo + (hi-lo)/2
	}
}

// lnBetaDensity returns ln of xᵃ cᵇ / B(a, b) with c = 1 − x, the density of the
// logit of a Beta variable, in Loader's saddle-point form.
func lnBetaDensity(x, c, a, b float64) float64 {
	n := a + b
	return stirlingError(n) - stirlingError(a) - stirlingError(b) -
		deviance(a, n*x) - deviance(b, n*c) + 0.5*(math.Log(a)+math.Log(b)-math.Log(n)) - halfLn2Pi
}

// betaCDF returns the regularised incomplete beta function I_x(a, b), c = 1 − x.
func betaCDF(x, c, a, b float64) float64 {
	if x == 0 || c == 0 {
		return x
	}
	density := math.Exp(lnBetaDensity(x, c, a, b))
	if x < (a+1)/(a+b+2) {
		return density * betaFraction(x, a, b) / a
	}
	return 1 - density*betaFraction(c, b, a)/b
}

// betaFraction returns the continued fraction of the incomplete beta function (Abramowitz and
// Stegun 26.5.8) by the modified Lentz method.
func betaFraction(x, a, b float64) float64 {
	const tiny = 1e-300
	c, d := 1.0, 1-(a+b)*x/(a+1)
	if math.Abs(d) < tiny {
		d = tiny
	}
	d = 1 / d
	h := d
	for m := 1.0; m < 1e7; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		c, d = lentz(even, c, d, tiny)
		h *= c * d
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		c, d = lentz(odd, c, d, tiny)
		h *= c * d
		if math.Abs(c*d-1) < 2e-16 {
			break
		}
	}
	return h
}

// lentz advances the two recurrences of a continued fraction whose next partial
// numerator is an and whose partial denominators are 1.
func lentz(an, c, d, tiny float64) (float64, float64) {
	d = 1 + an*d
	if math.Abs(d) < tiny {
		d = tiny
	}
	c = 1 + an/c
	if math.Abs(c) < tiny {
		c = tiny
	}
	return c, 1 / d
}

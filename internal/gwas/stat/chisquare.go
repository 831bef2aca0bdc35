package stat

import "math"

// EnoughForMedian is the least number of rows whose median describes more than these rows.
const EnoughForMedian = 30

// MedianChiSquare1 is the median of the χ² distribution with one degree of
// freedom, the denominator of λ.
const MedianChiSquare1 = 0.45493642311957

// MedianChiSquare returns the median of the χ² distribution with df ≥ 1 degrees of
// freedom, found by halving.
func MedianChiSquare(df int) float64 {
	low, high := 0.0, float64(df)
	half := math.Log10(2)
	for low < (low+high)/2 && (low+high)/2 < high {
		if middle := (low + high) / 2; ChiSquareSurvivalNegLog10(middle, float64(df)) < half {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// closedFormDF is the largest whole number of degrees of freedom for which the
// finite sum of the upper tail is used; the continued fraction is faster beyond.
const closedFormDF = 100

// closedFormX bounds the argument for which the powers of that sum stay finite.
const closedFormX = 1e5

// ChiSquareSurvivalNegLog10 returns −log10 of the probability that a χ² variable with df > 0
// degrees of freedom, whole or not, exceeds q ≥ 0. It does not underflow: q = 10⁶ with one degree
// of freedom returns 217150.7….
func ChiSquareSurvivalNegLog10(q, df float64) float64 {
	if !(q >= 0) || !(df > 0) || math.IsInf(df, 1) {
		return math.NaN()
	}
	if q == 0 {
		return 0
	}
	if math.IsInf(q, 1) {
		return q
	}
	a, x := df/2, q/2
	switch {
	case df == 1:
		return NegLog10PFromZ(math.Sqrt(q))
	case x < a+1:
		return -math.Log1p(-gammaLower(a, x)) * log10E
	case df <= closedFormDF && x < closedFormX && df == math.Trunc(df):
		return -lnTailWhole(int(df), x) * log10E
	default:
		return -(lnGammaDensity(a, x) + math.Log(tailFraction(a, x))) * log10E
	}
}

// lnGammaDensity returns ln(xᵃ e⁻ˣ / Γ(a)).
func lnGammaDensity(a, x float64) float64 {
	return -deviance(a, x) - stirlingError(a) + 0.5*math.Log(a) - halfLn2Pi
}

// gammaLower returns the regularised lower incomplete gamma function P(a, x) by its power series,
// for x < a + 1 (Abramowitz and Stegun 6.5.29).
func gammaLower(a, x float64) float64 {
	sum, term := 1.0, 1.0
	for n := a + 1; ; n++ {
		term *= x / n
		if sum+term == sum {
			break
		}
		sum += term
	}
	return sum * math.Exp(lnGammaDensity(a, x)) / a
}

// lnTailWhole returns ln Q(df/2, x) by the finite sums for whole df: all terms are positive, and
// e⁻ˣ is kept outside so that nothing underflows (Abramowitz and Stegun 26.4.4 and 26.4.5).
func lnTailWhole(df int, x float64) float64 {
	sum, term, next := 1.0, 1.0, 1.0
	if df%2 == 1 {
		term = 2 * math.Sqrt(x/math.Pi)
		sum = scaledErfc(x) + term
		next = 1.5
	}
	for i := next; i < float64(df)/2; i++ {
		term *= x / i
		sum += term
	}
	return math.Log(sum) - x
}

// scaledErfc returns eˣ·erfc(√x).
func scaledErfc(x float64) float64 {
	z := math.Sqrt(2 * x)
	if z < asymptote {
		return math.Exp(x) * math.Erfc(math.Sqrt(x))
	}
	return (1 + millsSeries(z)) / (z * math.Sqrt(math.Pi/2))
}

// tailFraction returns Q(a, x)·Γ(a)/(xᵃe⁻ˣ) for x ≥ a + 1 from its continued
// fraction, evaluated by the modified Lentz method.
func tailFraction(a, x float64) float64 {
	const tiny = 1e-300
	b := x + 1 - a
	c := 1 / tiny
	d := 1 / b
	h := d
	for i := 1.0; ; i++ {
		an := -i * (i - a)
		b += 2
		d = an*d + b
		if math.Abs(d) < tiny {
			d = tiny
		}
		c = b + an/c
		if math.Abs(c) < tiny {
			c = tiny
		}
		d = 1 / d
		del := d * c
		h *= del
		if math.Abs(del-1) < 1e-16 || i > 1e7 {
			return h
		}
	}
}

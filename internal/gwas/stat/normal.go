package stat

import "math"

const (
	log10E    = math.Log10E
	lnHalfPi  = 0.451582705289454864726195229894882143571794678555 // ln(π/2)
	asymptote = 30                                                 // |z| from which the tail series is exact to the last bit
)

// NegLog10PFromZ returns −log10 of the two-sided P value 2Φ(−|z|) of a standard normal statistic.
// It is accurate to a few units in the last place over the whole range, from P = 1 at z = 0 to P =
// 10^−217149 at |z| = 1000 and beyond. NaN stays NaN, an infinite z returns +Inf.
func NegLog10PFromZ(z float64) float64 {
	z = math.Abs(z)
	switch {
	case z < 0.6:
		// P is near 1: take the logarithm of 1 − erf so that small z keep
		// their relative precision.
		return -math.Log1p(-math.Erf(z*(1/math.Sqrt2))) * log10E
	case z < asymptote:
		return -math.Log(math.Erfc(z*(1/math.Sqrt2))) * log10E
	case z > 1e150:
		return 0.5 * z * (z * log10E) // z² would overflow before the result does
	default:
		return negLnTail(z) * log10E
	}
}

// negLnTail returns −ln(2Φ(−z)) for z ≥ asymptote.
func negLnTail(z float64) float64 {
	return 0.5*z*z + math.Log(z) + 0.5*lnHalfPi - math.Log1p(millsSeries(z))
}

// millsSeries returns the sum in Φ(−z) = φ(z)/z · (1 + sum), the asymptotic
// series −1/z² + 3/z⁴ − 15/z⁶ + … of Mills' ratio (Abramowitz and Stegun 26.2.12).
func millsSeries(z float64) float64 {
	u := 1 / (z * z)
	return -u * (1 - u*(3-u*(15-u*(105-u*(945-u*10395)))))
}

// ZFromNegLog10P returns the |z| ≥ 0 whose two-sided P value is 10^−x, the inverse of
// NegLog10PFromZ to 1e-12 relative or better. x < 0 or NaN returns NaN.
//
// Up to −log10 P ≈ 300 it evaluates the rational approximations of algorithm
// AS 241 (Wichura 1988), whose variable √(−ln(P/2)) comes directly from x; beyond
// that it solves the tail series by Newton steps.
func ZFromNegLog10P(x float64) float64 {
	if !(x >= 0) {
		return math.NaN()
	}
	t := x * math.Ln10                 // −ln P
	const central = 1.8971199848858813 // −ln 0.15: |2Φ(z) − 1| ≤ 0.85
	if t <= central {
		return math.Sqrt2 * math.Erfinv(-math.Expm1(-t))
	}
	r := math.Sqrt(t + math.Ln2)
	switch {
	case r <= 5:
		return tailMiddle(r - 1.6)
	case r <= 26:
		return tailFar(r - 5)
	case t > 1e300:
		return math.Sqrt(2) * math.Sqrt(t)
	}
	z := math.Sqrt(2*t - math.Log(math.Pi*t))
	for range 3 {
		// d/dz of −ln(2Φ(−z)) is the hazard, z + 1/z to the order that a
		// Newton step needs.
		z -= (negLnTail(z) - t) / (z + 1/z)
	}
	return z
}

// tailMiddle computes AS 241 for √(−ln(P/2)) in (1.6, 5], shifted by 1.6.
func tailMiddle(r float64) float64 {
	num := ((((((7.74545014278341407640e-4*r+2.27238449892691845833e-2)*r+2.41780725177450611770e-1)*r+
		1.27045825245236838258e0)*r+3.64784832476320460504e0)*r+5.76949722146069140550e0)*r+
		4.63033784615654529590e0)*r + 1.42343711074968357734e0
	den := ((((((1.05075007164441684324e-9*r+5.47593808499534494600e-4)*r+1.51986665636164571966e-2)*r+
		1.48103976427480074590e-1)*r+6.89767334985100004550e-1)*r+1.67638483018380384940e0)*r+
		2.05319162663775882187e0)*r + 1
	return num / den
}

// tailFar computes AS 241 for √(−ln(P/2)) > 5, shifted by 5.
func tailFar(r float64) float64 {
	num := ((((((2.01033439929228813265e-7*r+2.71155556874348757815e-5)*r+1.24266094738807843860e-3)*r+
		2.65321895265761230930e-2)*r+2.96560571828504891230e-1)*r+1.78482653991729133580e0)*r+
		5.46378491116411436990e0)*r + 6.65790464350110377720e0
	den := ((((((2.04426310338993978564e-15*r+1.42151175831644588870e-7)*r+1.84631831751005468180e-5)*r+
		7.86869131145613259100e-4)*r+1.48753612908506148525e-2)*r+1.36929880922735805310e-1)*r+
		5.99832206555887937690e-1)*r + 1
	return num / den
}

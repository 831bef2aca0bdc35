package stat

import "math"

const halfLn2Pi = 0.918938533204672741780329736405617639861397473637783412817

// stirlingError returns ln Γ(x) − [(x − ½) ln x − x + ½ ln 2π] for x > 0, the
// remainder of Stirling's formula. Working with it keeps densities of large
// parameters from being lost in the difference of two large logarithms
// (Loader 2000, "Fast and accurate computation of binomial probabilities").
func stirlingError(x float64) float64 {
	if x < 10 {
		lg, _ := math.Lgamma(x)
		return lg - ((x-0.5)*math.Log(x) - x + halfLn2Pi)
	}
	u := 1 / (x * x)
	return (1.0/12 - u*(1.0/360-u*(1.0/1260-u*(1.0/1680-u*(1.0/1188-u*(691.0/360360-u*(1.0/156-u*3617.0/122400))))))) / x
}

// deviance returns x·ln(x/m) + m − x for x, m > 0, Loader's D₀, without the
// cancellation that the plain expression has for x near m.
func deviance(x, m float64) float64 {
	d := x - m
	if math.Abs(d) > 0.1*(x+m) {
		return x*math.Log(x/m) - d
	}
	v := d / (x + m)
	s, term := d*v, 2*x*v
	for k := 3.0; ; k += 2 {
		term *= v * v
		next := s + term/k
		if next == s {
			return s
		}
		s = next
	}
}

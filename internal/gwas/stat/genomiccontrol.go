package stat

import "math"

// Lambda gathers χ² statistics with one degree of freedom one at a time and returns the
// genomic-control factor λ: their median over that of χ²₁. It is the one definition of λ over
// streamed rows, with the properties of Median.
type Lambda struct{ chiSquare Median }

// Add counts one χ² statistic, z²; NaN is ignored.
func (l *Lambda) Add(chiSquare float64) { l.chiSquare.Add(chiSquare) }

// N returns how many values were counted.
func (l *Lambda) N() int64 { return l.chiSquare.N() }

// Value returns λ of the values so far, NaN when there are none.
func (l *Lambda) Value() float64 { return l.chiSquare.Value() / MedianChiSquare1 }

// LambdaOfMiddle returns λ of tests whose two middle P values, equal for an odd number of tests,
// are given as −log10. The median of an even number of χ² is the mean of the middle two.
func LambdaOfMiddle(lower, upper float64) float64 {
	return (chiSquare1(lower) + chiSquare1(upper)) / 2 / MedianChiSquare1
}

// ControlledNegLog10P returns −log10 of the P whose χ² is that of the given one divided
// by λ, as a standard error times √λ would have it.
func ControlledNegLog10P(negLog10P, lambda float64) float64 {
	return NegLog10PFromZ(ZFromNegLog10P(negLog10P) / math.Sqrt(lambda))
}

// chiSquare1 returns the χ²₁ statistic of a P value given as −log10.
func chiSquare1(negLog10P float64) float64 {
	z := ZFromNegLog10P(negLog10P)
	return z * z
}

// Lambda1000 rescales λ to a study of 1000 cases and 1000 controls:
// 1 + (λ − 1)·500·(1/cases + 1/controls) (de Bakker 2008).
func Lambda1000(lambda, cases, controls float64) float64 {
	return 1 + (lambda-1)*500*(1/cases+1/controls)
}

// EffectiveN returns 4/(1/cases + 1/controls), the size of the balanced
// case-control study of the same power (Willer 2010).
func EffectiveN(cases, controls float64) float64 {
	return 4 / (1/cases + 1/controls)
}

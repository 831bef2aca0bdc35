package stat

import "math"

// LambdaGC returns the genomic-control factor λ of a set of tests: the median of
// their χ² statistics over the median of χ²₁. It takes P as −log10 and ignores
// NaN; no value gives NaN. It may reorder its argument.
func LambdaGC(negLog10P []float64) float64 {
	v := dropNaN(negLog10P)
	if len(v) == 0 {
		return math.NaN()
	}
	lo, hi := middle(v)
	// The median of an even number of χ² is the mean of the middle two.
	return (chiSquare1(lo) + chiSquare1(hi)) / 2 / MedianChiSquare1
}

// LambdaOfChiSquare is LambdaGC of χ² statistics with one degree of freedom.
func LambdaOfChiSquare(chiSquare []float64) float64 {
	v := dropNaN(chiSquare)
	if len(v) == 0 {
		return math.NaN()
	}
	lo, hi := middle(v)
	return (lo + hi) / 2 / MedianChiSquare1
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

// dropNaN moves the numbers of v to its front and returns them.
func dropNaN(v []float64) []float64 {
	n := 0
	for _, x := range v {
		if !math.IsNaN(x) {
			v[n] = x
			n++
		}
	}
	return v[:n]
}

// middle returns the two middle values of v, equal when its length is odd.
func middle(v []float64) (lo, hi float64) {
	k := len(v) / 2
	hi = quickselect(v, k)
	if len(v)%2 == 1 {
		return hi, hi
	}
	lo = v[0]
	for _, x := range v[1:k] {
		lo = math.Max(lo, x)
	}
	return lo, hi
}

// quickselect returns the k-th smallest value of v (from 0) and leaves v split
// around it. Pivots are medians of three, so the result and the time do not
// depend on chance.
func quickselect(v []float64, k int) float64 {
	lo, hi := 0, len(v)-1
	for hi > lo {
		pivot := medianOfThree(v[lo], v[lo+(hi-lo)/2], v[hi])
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return v[k]
		}
	}
	return v[k]
}

func medianOfThree(a, b, c float64) float64 {
	return math.Max(math.Min(a, b), math.Min(math.Max(a, b), c))
}

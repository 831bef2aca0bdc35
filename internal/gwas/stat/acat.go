package stat

import "math"

// ACAT combines P values of one hypothesis that may be correlated in any way: the sum of equally
// weighted Cauchy statistics tan((½ − P)·π), whose tail is that of a Cauchy distribution (Liu et al.
// 2019, Am J Hum Genet 104:410). The zero value has no P values.
type ACAT struct {
	n     int
	sum   float64 // of the statistics, in units of 10^scale
	scale float64
}

const (
	// acatMost is the largest P that counts: the statistic of a P that was rounded to 1 would be −∞.
	acatMost = 0.999
	// acatTail is the −log10 P from which tan((½ − P)·π) = 1/(π·P) in double precision.
	acatTail = 15
)

// Add adds a P value as −log10 P; NaN is ignored.
func (a *ACAT) Add(negLog10P float64) {
	if math.IsNaN(negLog10P) {
		return
	}
	a.n++
	if negLog10P > acatTail {
		exponent := negLog10P - math.Log10(math.Pi)
		if exponent > a.scale+acatTail {
			a.sum *= math.Pow(10, a.scale-exponent)
			a.scale = exponent
		}
		a.sum += math.Pow(10, exponent-a.scale)
		return
	}
	p := min(math.Pow(10, -negLog10P), acatMost)
	a.sum += math.Pow(10, -a.scale) / math.Tan(math.Pi*p)
}

// N returns how many P values were combined.
func (a *ACAT) N() int { return a.n }

// NegLog10P returns −log10 of the combined P, NaN without P values.
func (a *ACAT) NegLog10P() float64 {
	if a.n == 0 {
		return math.NaN()
	}
	mean := a.sum / float64(a.n)
	if a.scale > 0 {
		return a.scale + math.Log10(math.Pi*mean)
	}
	if mean > 0 { // P = atan(1/T)/π keeps its precision in the tail
		return -math.Log10(math.Atan(1/mean) / math.Pi)
	}
	return -math.Log10(0.5 - math.Atan(mean)/math.Pi)
}

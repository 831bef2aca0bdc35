package count

import "math"

// Effective is an effective sample size, Low ≤ n ≤ High: the size of a study with equal numbers of
// cases and controls and the same power. It is not rounded, so that it can be added over cohorts
// first.
type Effective struct{ Low, High float64 }

// EffectiveN returns 4 / (1/cases + 1/controls), as in Willer, Li and Abecasis 2010 (METAL); 0
// without cases or without controls. It grows with both, so the ends of its range follow from
// theirs.
func EffectiveN(cases, controls Count) Effective {
	return Effective{Low: effective(cases.Low, controls.Low), High: effective(cases.High, controls.High)}
}

func effective(cases, controls int64) float64 {
	if cases == 0 || controls == 0 {
		return 0
	}
	return 4 / (1/float64(cases) + 1/float64(controls))
}

// Add returns the sum; its range is as wide as both together.
func (e Effective) Add(f Effective) Effective { return Effective{e.Low + f.Low, e.High + f.High} }

// Rounded rounds both ends to whole numbers.
func (e Effective) Rounded() Count {
	return Count{Low: int64(math.Round(e.Low)), High: int64(math.Round(e.High))}
}

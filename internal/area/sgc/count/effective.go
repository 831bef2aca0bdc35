package count

import "math"

// Effective is an effective number of people, Low ≤ n ≤ High: as many as a study
// with the same number of cases and controls needs to tell as much. It is not
// whole, so that it can be added over cohorts before it is rounded.
type Effective struct{ Low, High float64 }

// EffectiveN is 4 / (1/cases + 1/controls), as in Willer, Li and Abecasis 2010
// (METAL); 0 without cases or without controls. It grows with both, so the ends
// of its range are those of theirs.
func EffectiveN(cases, controls Count) Effective {
	return Effective{Low: effective(cases.Low, controls.Low), High: effective(cases.High, controls.High)}
}

func effective(cases, controls int64) float64 {
	if cases == 0 || controls == 0 {
		return 0
	}
	return 4 / (1/float64(cases) + 1/float64(controls))
}

// Add is the sum: as wide as both together.
func (e Effective) Add(f Effective) Effective { return Effective{e.Low + f.Low, e.High + f.High} }

// Rounded is the nearest whole number of people at both ends.
func (e Effective) Rounded() Count {
	return Count{Low: int64(math.Round(e.Low)), High: int64(math.Round(e.High))}
}

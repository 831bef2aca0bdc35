package plot

import "math"

// SENPoint places one study in the SE–N plot (Winkler 2014): X = √N_max, or √N_eff / 2 when effects
// are log odds, against Y = c / median SE with c = median 1/√(2·EAF·(1−EAF)). A study whose trait
// is on the common scale is on the identity.
type SENPoint struct {
	X           *float64 `json:"x"`
	Y           *float64 `json:"y"`
	Ratio       *float64 `json:"ratio"` // Y / X
	Scale       string   `json:"scale"` // "linear" or "log_odds"
	C           *float64 `json:"c"`
	MedianSE    *float64 `json:"median_se"`
	NMax        *float64 `json:"n_max"`
	NEffective  *float64 `json:"n_effective"`
	MedianRows  int64    `json:"rows"` // rows behind the medians
	Explanation string   `json:"explanation"`
}

// The scales of effects that the SE–N plot distinguishes.
const (
	linear  = "linear"
	logOdds = "log_odds"
)

// NewSENPoint computes the point; nEffective is NaN for a quantitative trait.
// Unknown parts stay null.
func NewSENPoint(c, medianSE, nMax, nEffective float64, rows int64) SENPoint {
	p := SENPoint{Scale: linear, C: finite(c), MedianSE: finite(medianSE), NMax: finite(nMax),
		NEffective: finite(nEffective), MedianRows: rows,
		Explanation: "√N of the largest row against c / median SE"}
	x := math.Sqrt(nMax)
	if nEffective > 0 {
		p.Scale, x = logOdds, math.Sqrt(nEffective)/2
		p.Explanation = "√N_eff / 2 against c / median SE, for effects in log odds"
	}
	p.X, p.Y = finite(x), finite(c/medianSE)
	p.Ratio = finite(c / medianSE / x)
	return p
}

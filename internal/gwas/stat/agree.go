package stat

import "math"

// PAgrees reports whether −log10 P is that of Z, P = 2Φ(−|z|): within 0.1 or one hundredth of the
// larger.
func PAgrees(negLog10P, z float64) bool {
	expected := NegLog10PFromZ(z)
	return math.Abs(negLog10P-expected) <= max(0.1, 0.01*max(negLog10P, expected))
}

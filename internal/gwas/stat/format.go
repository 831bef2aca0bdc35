package stat

import (
	"math"
	"strconv"
)

// FormatP writes a P value, given as −log10, with two digits for people to read:
// plain from 0.001 on, with an exponent below, a dash when it is not known. It is
// rounded once, before the exponent is chosen, so 9.98e-11 is 1.0e-10. The page
// writes the same.
func FormatP(negLog10P float64) string {
	switch {
	case math.IsNaN(negLog10P) || negLog10P < 0:
		return "–"
	case negLog10P > math.MaxInt32: // P of 0, or not computed
		return "0"
	}
	exponent := -int(math.Ceil(negLog10P))
	tenths := int(math.Round(10 * math.Pow(10, -negLog10P-float64(exponent))))
	if tenths == 100 {
		tenths, exponent = 10, exponent+1
	}
	if exponent >= -3 {
		return strconv.FormatFloat(float64(tenths)/math.Pow10(1-exponent), 'f', 1-exponent, 64)
	}
	return strconv.FormatFloat(float64(tenths)/10, 'f', 1, 64) + "e" + strconv.Itoa(exponent)
}

// FormatFrequency writes the frequency of an allele for people to read: three decimals, and for a
// rare allele as many as show two digits of it, or of the other allele, up to eight. It writes a
// dash when the frequency is not known. The page writes the same.
func FormatFrequency(f float64) string {
	if math.IsNaN(f) {
		return "–"
	}
	decimals := 3
	if rare := min(f, 1-f); rare > 0 && rare < 0.00099999 {
		decimals = min(1-int(math.Floor(math.Log10(rare))), 8)
	}
	return strconv.FormatFloat(f, 'f', decimals, 64)
}

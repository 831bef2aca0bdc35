package ssf

import (
	"math"
	"strconv"
)

// AppendP appends the P value of a −log10 P: at most 12 significant digits with trailing zeros
// trimmed, as plain decimals from 0.0001 upwards and with an exponent below, so that 411.4949
// becomes 3.2e-412, NaN NA and +Inf 0.
func AppendP(dst []byte, negLog10P float64) []byte {
	switch {
	case math.IsNaN(negLog10P) || negLog10P < 0:
		return append(dst, "NA"...)
	case math.IsInf(negLog10P, 1):
		return append(dst, '0')
	}
	if negLog10P >= 1e15 { // a double has no digits left behind the point
		return strconv.AppendFloat(append(dst, "1e-"...), math.Ceil(negLog10P), 'f', 0, 64)
	}
	exponent := -int(math.Ceil(negLog10P))
	digits := int64(math.Round(math.Pow(10, -float64(exponent)-negLog10P+11)))
	if digits >= 1e12 {
		digits = (digits + 5) / 10
		exponent++
	}
	var buf [12]byte
	for i := 11; i >= 0; i-- {
		buf[i] = '0' + byte(digits%10)
		digits /= 10
	}
	n := 12
	for n > 1 && buf[n-1] == '0' {
		n--
	}
	if exponent >= -4 {
		return appendPlain(dst, buf[:n], exponent)
	}
	dst = append(dst, buf[0])
	if n > 1 {
		dst = append(dst, '.')
		dst = append(dst, buf[1:n]...)
	}
	dst = append(dst, "e-"...)
	if exponent > -10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(-exponent), 10)
}

// appendPlain writes digits with the first at 10^exponent, exponent ≤ 0.
func appendPlain(dst, digits []byte, exponent int) []byte {
	if exponent == 0 {
		dst = append(dst, digits[0])
		if len(digits) > 1 {
			dst = append(dst, '.')
			dst = append(dst, digits[1:]...)
		}
		return dst
	}
	dst = append(dst, "0."...)
	for range -exponent - 1 {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// AppendNumber appends the shortest text that reads back as v; whole numbers
// below 10^15 without exponent; NA for NaN and the infinities.
func AppendNumber(dst []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(dst, "NA"...)
	}
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return strconv.AppendFloat(dst, v, 'g', -1, 64)
}

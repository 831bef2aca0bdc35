package sumstats

import (
	"bytes"
	"math"
	"strconv"
)

// numberState is the outcome of reading a cell as a number.
type numberState uint8

const (
	numberOK numberState = iota
	numberMissing
	numberInfinite
	numberComma // a decimal comma, thousands separators, or a list of numbers
	numberBad
	numberLimit // of P: <2.2e-16, which is only an upper limit
)

// pow10 are the powers of ten that a double holds exactly.
var pow10 = [23]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// decimal is text split into sign, digits and exponent: ±mantissa·10^exponent.
type decimal struct {
	mantissa uint64
	exponent int
	negative bool
}

// scanDecimal reads [+-]digits[.digits][e[+-]digits]. It returns false for anything else, and when
// more than 19 digits would not fit the mantissa.
func scanDecimal(b []byte) (d decimal, ok bool) {
	i, n := 0, len(b)
	if i < n && (b[i] == '-' || b[i] == '+') {
		d.negative = b[i] == '-'
		i++
	}
	start := i
	for i < n {
		c := b[i] - '0'
		if c > 9 {
			break
		}
		d.mantissa = d.mantissa*10 + uint64(c)
		i++
	}
	digits := i - start
	if i < n && b[i] == '.' {
		i++
		start = i
		for i < n {
			c := b[i] - '0'
			if c > 9 {
				break
			}
			d.mantissa = d.mantissa*10 + uint64(c)
			i++
		}
		d.exponent = start - i
		digits += i - start
	}
	if digits == 0 || digits > 19 {
		return d, false
	}
	if i == n {
		return d, true
	}
	return d, d.scanExponent(b[i:])
}

// scanExponent reads e[+-]digits to the end of b.
func (d *decimal) scanExponent(b []byte) bool {
	if b[0]|0x20 != 'e' || len(b) < 2 {
		return false
	}
	i, negative := 1, false
	if b[1] == '-' || b[1] == '+' {
		negative = b[1] == '-'
		i = 2
	}
	if i == len(b) || len(b)-i > 6 {
		return false
	}
	e := 0
	for ; i < len(b); i++ {
		c := b[i] - '0'
		if c > 9 {
			return false
		}
		e = e*10 + int(c)
	}
	if negative {
		e = -e
	}
	d.exponent += e
	return true
}

// ParseFloat reads a finite decimal number exactly (as strconv does). It takes 1, 1.0,.5, 1e-8 and
// 1E+05, and returns false for anything else, infinities, hexadecimal and missing tokens included.
func ParseFloat(b []byte) (float64, bool) {
	v, state := parseNumber(b)
	return v, state == numberOK
}

// HasDecimalComma reports that b is a number but for a decimal comma or a thousands separator.
func HasDecimalComma(b []byte) bool {
	_, state := parseNumber(b)
	return state == numberComma
}

// Forms of cells that hold numbers and are not read.
const (
	WithCommas = "numbers with a comma"
	WithBlanks = "numbers with blanks between their digits"
	AsLists    = "lists of numbers"
)

// FormOf returns the form of a cell that holds numbers and is not read; "" for any other. A list is
// distinguished from one number with commas by its points, by an exponent before a comma, or by a
// zero before a point and a comma.
func FormOf(b []byte) string {
	switch first, rest, _ := bytes.Cut(b, []byte{','}); {
	case isGrouped(b):
		return WithBlanks
	case !HasDecimalComma(b):
		return ""
	case bytes.ContainsAny(first, "eE"), bytes.HasPrefix(first, []byte("0.")), bytes.Count(b, []byte{'.'}) > 1 && bytes.ContainsAny(rest, "."):
		return AsLists
	case bytes.Count(b, []byte{','}) > 1 && !isThousands(b):
		return AsLists
	}
	return WithCommas
}

// isThousands reports whether b is a number with commas before each three of its digits:
// 1,234,567.8.
func isThousands(b []byte) bool {
	whole, _, _ := bytes.Cut(b, []byte{'.'})
	return isGrouped(bytes.ReplaceAll(whole, []byte{','}, []byte{' '}))
}

// isGrouped reports whether b is a whole number in groups of three digits with blanks between them.
func isGrouped(b []byte) bool {
	groups := bytes.Fields(b)
	if len(groups) < 2 {
		return false
	}
	for i, g := range groups {
		if len(bytes.Trim(g, "0123456789")) > 0 || len(g) > 3 || i > 0 && len(g) != 3 {
			return false
		}
	}
	return true
}

// parseNumber is exact by construction on the fast path: both the mantissa and
// the power of ten are doubles without rounding, so one operation rounds once.
func parseNumber(b []byte) (float64, numberState) {
	d, ok := scanDecimal(b)
	if !ok || d.mantissa>>53 != 0 || d.exponent < -22 || d.exponent > 22 {
		return parseSlow(b)
	}
	v := float64(d.mantissa)
	if d.exponent < 0 {
		v /= pow10[-d.exponent]
	} else {
		v *= pow10[d.exponent]
	}
	if d.negative {
		v = -v
	}
	return v, numberOK
}

func parseSlow(b []byte) (float64, numberState) {
	if IsMissing(b) {
		return math.NaN(), numberMissing
	}
	comma := false
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.', c == 'e', c == 'E':
		case c == ',':
			comma = true
		default:
			if plain, ok := plainNumber(b); ok {
				return parseNumber(plain)
			}
			return math.NaN(), badOrInfinite(b)
		}
	}
	if comma {
		return math.NaN(), numberComma
	}
	v, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		if math.IsInf(v, 0) {
			return math.NaN(), numberInfinite
		}
		return math.NaN(), numberBad
	}
	return v, numberOK
}

// typeset are the signs of numbers as text programs write them, and as programs
// read them: 2.0×10−9 is 2.0e-9.
var typeset = [][2][]byte{
	{[]byte("\u2212"), []byte("-")}, {[]byte("\u2013"), []byte("-")}, {[]byte("\u2010"), []byte("-")}, {[]byte("\u2011"), []byte("-")},
	{[]byte(" \u00d7 "), []byte("x")}, {[]byte("\u00d7"), []byte("x")}, {[]byte("*10"), []byte("x10")},
	{[]byte("x10^"), []byte("e")}, {[]byte("x10"), []byte("e")},
}

// plainNumber rewrites a typeset number; false when b is none.
func plainNumber(b []byte) ([]byte, bool) {
	if len(b) == 0 || len(b) > 64 || b[0] >= 'A' && b[0] <= 'z' {
		return nil, false
	}
	plain := b
	for _, sign := range typeset {
		plain = bytes.ReplaceAll(plain, sign[0], sign[1])
	}
	_, ok := scanDecimal(plain)
	return plain, ok && !bytes.Equal(plain, b)
}

func badOrInfinite(b []byte) numberState {
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	switch string(b) {
	case "Inf", "inf", "INF", "Infinity", "infinity":
		return numberInfinite
	}
	return numberBad
}

// IsMissing reports whether b is a token that files write for a missing value.
func IsMissing(b []byte) bool {
	switch len(b) {
	case 0:
		return true
	case 1:
		return b[0] == '.' || b[0] == '-'
	case 2:
		return string(b) == "NA" || string(b) == "na"
	case 3:
		switch string(b) {
		case "N/A", "n/a", "#NA", "NaN", "nan", "NAN":
			return true
		}
	case 4:
		switch string(b) {
		case "#N/A", "-nan", "-NaN", "null", "NULL", "None", "none", "<NA>":
			return true
		}
	default:
		return len(b) <= longestMark && bytes.IndexByte([]byte("#mM1-"), b[0]) >= 0 && missingMarks[string(b)]
	}
	return false
}

const longestMark = 9

// missingMarks are the longer tokens: those of spreadsheets, of pandas and of the
// C library of Windows.
var missingMarks = map[string]bool{
	"#DIV/0!": true, "#VALUE!": true, "#REF!": true, "#NUM!": true, "#NAME?": true, "#NULL!": true, "missing": true, "Missing": true,
	"1.#QNAN": true, "-1.#QNAN": true, "1.#IND": true, "-1.#IND": true, "1.#SNAN": true, "-1.#SNAN": true,
}

// ParseNegLog10P reads a P value as text into −log10 P without underflow: 3.2e-412 returns
// 411.4949. Zero returns +Inf. It returns false for numbers outside [0, 1] and for text that is not
// a number.
func ParseNegLog10P(b []byte) (float64, bool) {
	x, state := parseP(b)
	return x, state == numberOK && !math.IsNaN(x)
}

// parseP reads P as text. A number outside [0, 1] returns NaN with numberOK.
func parseP(b []byte) (float64, numberState) {
	d, ok := scanDecimal(b)
	if !ok {
		if limit, ok := limitOf(b); ok {
			x, state := parseP(limit)
			if state == numberOK && !math.IsNaN(x) {
				state = numberLimit
			}
			return x, state
		}
		if plain, ok := plainNumber(b); ok {
			return parseP(plain)
		}
		return parsePSlow(b)
	}
	if d.mantissa == 0 {
		return math.Inf(1), numberOK
	}
	if d.negative {
		return math.NaN(), numberOK
	}
	if d.mantissa>>53 == 0 && d.exponent >= -22 && d.exponent <= 22 {
		// Near 1 the logarithm of the number itself is the accurate one.
		v := float64(d.mantissa)
		if d.exponent < 0 {
			v /= pow10[-d.exponent]
		} else {
			v *= pow10[d.exponent]
		}
		return negLog10(v), numberOK
	}
	return fromParts(float64(d.mantissa), d.exponent, b)
}

// limitOf returns the number of a limit, <2.2e-16 or ≤ 1e-300; false for other text.
func limitOf(b []byte) ([]byte, bool) {
	for _, sign := range [...]string{"<=", "<", "\u2264", "&lt;"} {
		if rest, ok := bytes.CutPrefix(b, []byte(sign)); ok {
			rest = bytes.TrimSpace(rest)
			return rest, len(rest) > 0 && (rest[0] == '.' || rest[0] >= '0' && rest[0] <= '9')
		}
	}
	return nil, false
}

// IsLimit reports whether b is a P that is given as a limit, such as <2.2e-16.
func IsLimit(b []byte) bool {
	_, state := parseP(b)
	return state == numberLimit
}

// fromParts takes the logarithm of mantissa·10^exponent. The sum loses digits
// only when P is near 1, where the number itself can be used instead.
func fromParts(mantissa float64, exponent int, b []byte) (float64, numberState) {
	x := -(math.Log10(mantissa) + float64(exponent))
	if x < 20 {
		v, state := parseSlow(b)
		if state != numberOK {
			return math.NaN(), state
		}
		return negLog10(v), numberOK
	}
	return x, numberOK
}

// negLog10 returns −log10 of a P given as a double; NaN outside [0, 1].
func negLog10(p float64) float64 {
	if p < 0 || p > 1 {
		return math.NaN()
	}
	return math.Abs(math.Log10(p))
}

// parsePSlow handles what scanDecimal rejects: long mantissas and non-numbers.
func parsePSlow(b []byte) (float64, numberState) {
	v, state := parseSlow(b)
	if state != numberOK || v >= 1e-300 || v < 0 {
		return negLog10(v), state
	}
	mantissa, exponent := b, 0.0
	if i := bytes.IndexAny(b, "eE"); i >= 0 {
		mantissa = b[:i]
		n, err := strconv.ParseFloat(string(b[i+1:]), 64)
		if err != nil {
			return math.NaN(), numberBad
		}
		exponent = n
	}
	m, err := strconv.ParseFloat(string(mantissa), 64)
	if err != nil {
		return math.NaN(), numberBad
	}
	if m == 0 {
		return math.Inf(1), numberOK
	}
	return -(math.Log10(m) + exponent), numberOK
}

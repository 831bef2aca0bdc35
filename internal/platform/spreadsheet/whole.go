package spreadsheet

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// The errors of Whole.
var (
	ErrNumber   = errors.New("spreadsheet: not a number")
	ErrFraction = errors.New("spreadsheet: not a whole number")
	// ErrSeparator is the error for numbers like 20.000, which is 20 in one country and 20000 in
	// another.
	ErrSeparator = errors.New("spreadsheet: a point that may separate thousands or decimals")
	ErrTooLarge  = errors.New("spreadsheet: more digits than are kept")
)

// mostWhole is the largest number that spreadsheets keep to the last digit.
const mostWhole = 1<<53 - 1

// signs maps characters of spreadsheets to those of programs.
var signs = strings.NewReplacer("−", "-", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "’", "'")

// Whole reads a whole number as people and spreadsheets write it: 20000, 20000.0,
// 2E+04, and in groups of thousands by commas, blanks, apostrophes or points, as
// 20,000 and 1.234.567. One group behind one point is an ErrSeparator.
func Whole(cell string) (int64, error) {
	text := signs.Replace(strings.TrimSpace(cell))
	sign, digits := int64(1), text
	switch {
	case strings.HasPrefix(text, "-"):
		sign, digits = -1, text[1:]
	case strings.HasPrefix(text, "+"):
		digits = text[1:]
	}
	if digits == "" || strings.Trim(digits, "0123456789.,' eE+-") != "" || digits[0] < '0' || digits[0] > '9' {
		return 0, ErrNumber
	}
	whole, fraction, err := parts(digits)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseFloat(whole, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, ErrTooLarge
	case err != nil:
		return 0, ErrNumber
	case n != math.Trunc(n), strings.Trim(fraction, "0") != "":
		return 0, ErrFraction
	case n > mostWhole:
		return 0, ErrTooLarge
	}
	return sign * int64(n), nil
}

// parts splits digits without a sign into a number without separators and the digits
// behind a decimal sign.
func parts(digits string) (whole, fraction string, err error) {
	if strings.ContainsAny(digits, "eE") {
		return digits, "", nil
	}
	at := strings.IndexAny(digits, ".,' ")
	if at < 0 {
		return digits, "", nil
	}
	separator := digits[at : at+1]
	groups := strings.Split(digits, separator)
	last := groups[len(groups)-1]
	if other := strings.IndexAny(last, ".,"); other >= 0 { // 20,000.0 and 20.000,0
		last, fraction = last[:other], last[other+1:]
		groups[len(groups)-1] = last
		if strings.Trim(fraction, "0123456789") != "" || !grouped(groups) {
			return "", "", ErrNumber
		}
		return strings.Join(groups, ""), fraction, nil
	}
	switch thousands := grouped(groups); {
	case thousands && separator == "." && len(groups) == 2 && groups[0][0] != '0':
		return "", "", ErrSeparator
	case thousands && groups[0][0] != '0':
		return strings.Join(groups, ""), "", nil
	case len(groups) == 2 && (separator == "." || separator == ",") && strings.Trim(last, "0123456789") == "":
		return groups[0], last, nil
	}
	return "", "", ErrNumber
}

// grouped reports that texts are the digits of thousands: up to three, then three each.
func grouped(groups []string) bool {
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || len(g) > 3 || len(g) == 0 || i > 0 && len(g) != 3 {
			return false
		}
	}
	return true
}

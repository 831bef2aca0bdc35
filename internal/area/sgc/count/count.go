// Package count represents a number of people that may only be known within bounds, because cohorts
// hide small numbers as <5. It parses, adds and formats such numbers, and imports spreadsheet. It
// does not know files.
package count

import (
	"errors"
	"strconv"
	"strings"

	"cohortium/internal/platform/spreadsheet"
)

// Max is the largest accepted number of people; a larger one is a typing error.
const Max = 10_000_000_000

// Count is a number of people, Low ≤ n ≤ High. It is exact if both are equal. The zero value is
// exactly 0.
type Count struct {
	Low  int64 `json:"low"`
	High int64 `json:"high"`
}

// Exact returns a known number.
func Exact(n int64) Count { return Count{n, n} }

// Below returns a number known only to be below n ≥ 1.
func Below(n int64) Count { return Count{0, n - 1} }

// Errors of Parse. ErrMissing is for a cell without a number, which a caller may allow.
var (
	ErrMissing  = errors.New("count: no number")
	ErrNumber   = errors.New("count: not a number")
	ErrNegative = errors.New("count: below zero")
	ErrWhole    = errors.New("count: not a whole number")
	ErrTooLarge = errors.New("count: more people than there are")
	ErrBound    = errors.New("count: nothing is below this bound")
	// ErrSeparator is for numbers such as 20.000, which is 20 in one country and 20000 in another.
	ErrSeparator = errors.New("count: a point that may separate thousands or decimals")
	ErrOpen      = errors.New("count: hidden without an upper bound")
)

// missing are the words for a cell without a number.
var missing = map[string]bool{
	"": true, ".": true, "na": true, "n/a": true, "#n/a": true, "#na": true, "nan": true, "-nan": true, "null": true, "none": true, "-": true,
}

// withheld are the words for a hidden number without a known bound.
var withheld = map[string]bool{"*": true, "suppressed": true, "hidden": true, "masked": true}

// Parse parses a cell: a whole number such as 12, 12.0, 1,200 or 1e3, or a hidden one such as <5, <
// 10, ≤4 or 1-4.
func Parse(cell string) (Count, error) {
	text := strings.TrimSpace(cell)
	if missing[strings.ToLower(text)] {
		return Count{}, ErrMissing
	}
	for _, sign := range []string{"<=", "≤"} {
		if rest, ok := strings.CutPrefix(text, sign); ok {
			n, err := whole(rest)
			return Count{0, n}, err
		}
	}
	if rest, ok := strings.CutPrefix(text, "<"); ok {
		n, err := whole(rest)
		if err == nil && n < 1 {
			err = ErrBound
		}
		return Count{0, max(0, n-1)}, err
	}
	if low, high, ok := ends(text); ok {
		return between(low, high)
	}
	if withheld[strings.ToLower(text)] || strings.HasPrefix(text, ">") || strings.HasPrefix(text, "≥") {
		return Count{}, ErrOpen
	}
	n, err := whole(text)
	return Exact(n), err
}

// ends splits a range such as 1-4 or 396–400.
func ends(text string) (low, high string, ok bool) {
	for _, dash := range []string{"–", "-"} {
		low, high, ok = strings.Cut(text, dash)
		if ok && digits(strings.TrimSpace(low)) && digits(strings.TrimSpace(high)) {
			return low, high, true
		}
	}
	return "", "", false
}

func digits(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func between(low, high string) (Count, error) {
	from, err := whole(low)
	if err != nil {
		return Count{}, err
	}
	to, err := whole(high)
	if err == nil && to < from {
		err = ErrNumber
	}
	return Count{from, to}, err
}

// whole parses a whole number as spreadsheets write it.
func whole(text string) (int64, error) {
	n, err := spreadsheet.Whole(text)
	switch {
	case errors.Is(err, spreadsheet.ErrFraction) && strings.HasPrefix(strings.TrimSpace(text), "-"), n < 0:
		return 0, ErrNegative
	case errors.Is(err, spreadsheet.ErrFraction):
		return 0, ErrWhole
	case errors.Is(err, spreadsheet.ErrSeparator):
		return 0, ErrSeparator
	case errors.Is(err, spreadsheet.ErrTooLarge), n > Max:
		return 0, ErrTooLarge
	case err != nil:
		return 0, ErrNumber
	}
	return n, nil
}

// IsExact reports whether the number is known.
func (c Count) IsExact() bool { return c.Low == c.High }

// Add returns the sum; its range is as wide as both together.
func (c Count) Add(d Count) Count { return Count{c.Low + d.Low, c.High + d.High} }

// Hide hides a small number: 1 to cell−1 become "below cell", and a hidden number with a narrower
// range gets this range. 0 stays 0.
func (c Count) Hide(cell int64) Count {
	if c == Exact(0) || c.Low >= cell {
		return c
	}
	return Count{0, max(c.High, cell-1)}
}

// String formats 12, <5 or 8–12, which Parse accepts.
func (c Count) String() string {
	switch {
	case c.IsExact():
		return strconv.FormatInt(c.Low, 10)
	case c.Low == 0:
		return "<" + strconv.FormatInt(c.High+1, 10)
	}
	return strconv.FormatInt(c.Low, 10) + "–" + strconv.FormatInt(c.High, 10)
}

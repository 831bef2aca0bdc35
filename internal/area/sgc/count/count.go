// Package count is a number of people that may be known only within bounds:
// cohorts hide small numbers by writing <5. It owns parsing, adding and writing
// such numbers, and imports spreadsheet. It knows no files.
package count

import (
	"errors"
	"strconv"
	"strings"

	"cohortium/internal/platform/spreadsheet"
)

// Max is the largest number of people that is believed: more is a slip.
const Max = 10_000_000_000

// Count is a number of people, Low ≤ n ≤ High. It is exact when both are equal.
// The zero value is exactly nobody.
type Count struct {
	Low  int64 `json:"low"`
	High int64 `json:"high"`
}

// Exact is a number that is known.
func Exact(n int64) Count { return Count{n, n} }

// Below is a number that is only known to be under n ≥ 1.
func Below(n int64) Count { return Count{0, n - 1} }

// What Parse refuses. Missing is a cell without a number, which a caller may allow.
var (
	ErrMissing  = errors.New("count: no number")
	ErrNumber   = errors.New("count: not a number")
	ErrNegative = errors.New("count: below zero")
	ErrWhole    = errors.New("count: not a whole number")
	ErrTooLarge = errors.New("count: more people than there are")
	ErrBound    = errors.New("count: nothing is below this bound")
	// ErrSeparator is about 20.000, which is 20 in one country and 20000 in another.
	ErrSeparator = errors.New("count: a point that may separate thousands or decimals")
	ErrOpen      = errors.New("count: hidden without an upper bound")
)

// missing are the words for a cell without a number.
var missing = map[string]bool{
	"": true, ".": true, "na": true, "n/a": true, "#n/a": true, "#na": true, "nan": true, "-nan": true, "null": true, "none": true, "-": true,
}

// withheld are the words for a number that is hidden, nobody knows how far.
var withheld = map[string]bool{"*": true, "suppressed": true, "hidden": true, "masked": true}

// Parse reads a cell: a whole number such as 12, 12.0, 1,200 or 1e3, or a hidden one
// such as <5, < 10, ≤4 or 1-4.
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

// ends cuts a range such as 1-4 or 396–400 in two.
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

// whole reads a whole number as spreadsheets write it.
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

// Add is the sum: as wide as both together.
func (c Count) Add(d Count) Count { return Count{c.Low + d.Low, c.High + d.High} }

// Hide hides a small number: 1 to cell−1 become "below cell", and what is hidden
// already but tells more than that is hidden more. Nobody stays nobody.
func (c Count) Hide(cell int64) Count {
	if c == Exact(0) || c.Low >= cell {
		return c
	}
	return Count{0, max(c.High, cell-1)}
}

// String writes 12, <5 or 8–12, which Parse reads back.
func (c Count) String() string {
	switch {
	case c.IsExact():
		return strconv.FormatInt(c.Low, 10)
	case c.Low == 0:
		return "<" + strconv.FormatInt(c.High+1, 10)
	}
	return strconv.FormatInt(c.Low, 10) + "–" + strconv.FormatInt(c.High, 10)
}

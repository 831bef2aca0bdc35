package stat

import (
	"math"
	"strconv"
)

// Thousands writes 12345 as 12,345, as sentences have it.
func Thousands[T int | int64](n T) string {
	text := strconv.FormatInt(int64(n), 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(text) - 3; i > first; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Counted writes a number before the words that follow it: Counted(1, "row
// repeats", "rows repeat") is "1 row repeats".
func Counted(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Thousands(n) + " " + many
}

// RowsOf is how many of some rows are done.
func RowsOf(done, total int64) string {
	return Thousands(done) + " of " + Counted(total, "row", "rows")
}

// Finite is a number to keep, nil when there is none.
func Finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// Mix turns a number into one whose bits all depend on all bits of it: the
// finaliser of splitmix64 (Steele, Lea, Flood 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

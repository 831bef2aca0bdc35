// Package phrase writes numbers in sentences that people read.
package phrase

import "strconv"

// Thousands writes 12345 as 12,345, as in sentences.
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

// RowsOf words how many of some rows are done.
func RowsOf(done, total int64) string {
	return Thousands(done) + " of " + Counted(total, "row", "rows")
}

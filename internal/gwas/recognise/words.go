package recognise

import (
	"strconv"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// thousands writes 12345 as 12,345, as sentences have it.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// counted is a number and what it counts: "1 row", "2,337 rows".
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + one + "s"
}

// of is a part of a whole: "9,998 of 10,000 rows".
func of(n, all int, one string) string { return thousands(n) + " of " + counted(all, one) }

// verb is the form of a verb that goes with a number: lies or lie.
func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// words are a field as a sentence names it.
func words(f sumstats.Field) string {
	switch f {
	case sumstats.FieldPosition:
		return "position"
	case sumstats.FieldRSID:
		return "rs number"
	case sumstats.FieldNegLog10P:
		return "−log10 P"
	case sumstats.FieldP:
		return "P value"
	case sumstats.FieldLnP:
		return "ln P"
	case sumstats.FieldLog10P:
		return "log10 P"
	case sumstats.FieldSE:
		return "standard error of the effect"
	case sumstats.FieldEAF:
		return "frequency of the effect allele"
	}
	return strings.ReplaceAll(string(f), "_", " ")
}

package recognise

import (
	"strings"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// counted is a number and what it counts: "1 row", "2,337 rows".
func counted(n int, one string) string { return stat.Counted(int64(n), one, one+"s") }

func thousands(n int) string { return stat.Thousands(int64(n)) }

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

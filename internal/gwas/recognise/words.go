package recognise

import (
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// counted returns a number and what it counts: "1 row", "2,337 rows".
func counted(n int, one string) string { return phrase.Counted(int64(n), one, one+"s") }

func thousands(n int) string { return phrase.Thousands(int64(n)) }

// of returns a part of a whole: "9,998 of 10,000 rows".
func of(n, all int, one string) string { return thousands(n) + " of " + counted(all, one) }

// verb returns the form of a verb that agrees with a number.
func verb(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// words returns the name of a field in a sentence.
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

// labels are the names of fields in forms and tables, where they differ from the words of the
// field.
var labels = map[sumstats.Field]string{
	sumstats.FieldPosition: "Position", sumstats.FieldChrPos: "Chromosome and position", sumstats.FieldChrPosRefAlt: "Chromosome, position and alleles",
	sumstats.FieldVariantID: "Variant ID", sumstats.FieldNEff: "Effective N", sumstats.FieldNEffHalf: "Half of the effective N",
	sumstats.FieldNegLog10P: "−log10 P value",
}

// Label returns the name of a field in forms and tables.
func Label(f sumstats.Field) string {
	if label, ok := labels[f]; ok {
		return label
	}
	spoken := map[string]string{
		"p": "P", "z": "Z", "n": "N", "eaf": "EAF", "maf": "MAF", "rsid": "rsID", "ci": "CI", "ln": "ln", "log": "log",
		"hwe": "HWE", "i2": "I²", "info": "INFO", "chisq": "χ²", "aa": "AA", "ab": "AB", "bb": "BB",
	}
	words := strings.Split(string(f), "_")
	for i, word := range words {
		if s, ok := spoken[word]; ok {
			words[i] = s
		} else if i == 0 {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, " ")
}

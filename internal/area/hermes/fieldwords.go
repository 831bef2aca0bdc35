package hermes

import (
	"strings"
	"unicode"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// fieldLabels are the form's labels of metadata keys that differ from the words of the key.
var fieldLabels = map[string]string{
	"dataSetName":                   "submission name",
	"cases":                         "number of cases",
	"effectScale":                   "scale of the effects",
	"dataCollectionStart":           "data collection started",
	"dataCollectionEnd":             "data collection ended",
	"numberOfVariantsForImputation": "variants used for imputation",
	"hwePValue":                     "Hardy-Weinberg P",
	"maf":                           "minimum MAF",
	"analysisSoftware":              "software",
	"zeroBased":                     "0-based positions",
	"missingTokens":                 "codes for missing values",
	"meanAgeCohort":                 "mean age, all",
	"sdAgeCohort":                   "SD of age, all",
	"maleProportionCohort":          "share of men, all",
	"meanAgeControl":                "mean age, controls",
	"sdAgeControls":                 "SD of age, controls",
	"maleProportionControls":        "share of men, controls",
	"meanAgeCases":                  "mean age, cases",
	"sdAgeCases":                    "SD of age, cases",
	"maleProportionCases":           "share of men, cases",
	"meanAgeRecruitment":            "mean age at diagnosis, cases",
	"sdAgeRecruitment":              "SD of age at diagnosis, cases",
	"maleProportionRecruitment":     "share of men at diagnosis, cases",
}

// fieldWords returns the form's label of a metadata key, within a sentence: “total sample size” for
// totalSampleSize.
func fieldWords(key string) string {
	if label, known := fieldLabels[key]; known {
		return label
	}
	var b strings.Builder
	for _, r := range key {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// columnWords returns the form's label of a table field, within a sentence: “position” for
// base_pair_location, “N cases” for n_cases.
func columnWords(field sumstats.Field) string {
	label := []rune(recognise.Label(field))
	if len(label) > 1 && unicode.IsLower(label[1]) { // neither a symbol nor an abbreviation
		label[0] = unicode.ToLower(label[0])
	}
	return string(label)
}

package sumstats

// Reason names why a row was left out, or how it was repaired. The word is stable: reports,
// settings and scripts use it.
type Reason string

// reasonID is the position of a Reason in reasonTable.
type reasonID uint8

const (
	rNone reasonID = iota

	// Exclusions.
	rColumnCount
	rQuotes
	rRepeatedHeader
	rGeneTest
	rFiltered
	rOtherTest
	rChromosomeMissing
	rChromosomeUnknown
	rPositionMissing
	rPositionInvalid
	rPositionBeyondEnd
	rRSIDMissing
	rMultiAllelic
	rAlleleMissing
	rAlleleSymbolic
	rAlleleInvalid
	rAlleleTooLong
	rAllelesEqual
	rEffectAlleleOfNeither
	rDecimalComma
	rEffectInvalid
	rEffectInfinite
	rEffectTooLarge
	rRatioNotPositive
	rEffectMissing
	rEffectCode
	rCasesMissing
	rSEInvalid
	rSENotPositive
	rSEMissing
	rPInvalid
	rPOutOfRange
	rPMissing
	rEAFOutOfRange

	// Repairs: the row is kept.
	rChromosomeCoded
	rChromosomePAR
	rPositionScientific
	rAlleleCase
	rAlleleNumbered
	rAlleleTrue
	rStrandMinus
	rAllelesTrimmed
	rBetaFromRatio
	rBetaFromZ
	rZAsEffect
	rLogOddsFromLinear
	rSEFromInterval
	rSEFromP
	rSEFromZ
	rSEFromRatioScale
	rPFromZ
	rPFromLimit
	rPDerived
	rPLimit
	rPUnderflow
	rEAFFromOther
	rEAFFromMinor
	rEAFFromCaseControl
	rEAFFromGenotypes
	rEAFIsMAF
	rEAFNotOfPair
	rEAFUnreadable
	rNFromStudy
	rCasesFromStudy
	rNFromCaseControl
	rNUnreadable
	rNEffDoubled
	rInfoUnreadable
	rInfoAboveOne

	numReasons
)

type reasonInfo struct {
	reason   Reason
	sentence string
	repair   bool
}

// reasonTable is in the order of the reasonID constants.
var reasonTable = [numReasons]reasonInfo{
	rNone:                  {"", "", false},
	rColumnCount:           {"column_count", "The row has another number of columns than the header.", false},
	rQuotes:                {"unbalanced_quotes", "A quote is opened and not closed on the same line.", false},
	rRepeatedHeader:        {"repeated_header", "The header is repeated inside the file; the repetition is no data.", false},
	rGeneTest:              {"gene_test", "The row is a test of a gene or a set of variants, not of one variant.", false},
	rFiltered:              {"filtered", "The row does not meet a filter.", false},
	rOtherTest:             {"other_test", "The row reports another model than the additive one.", false},
	rChromosomeMissing:     {"chromosome_missing", "The chromosome is missing.", false},
	rChromosomeUnknown:     {"chromosome_unknown", "The chromosome is none of 1–22, X, Y and MT.", false},
	rPositionMissing:       {"position_missing", "The position is missing.", false},
	rPositionInvalid:       {"position_invalid", "The position is not a whole number from 1 upwards.", false},
	rPositionBeyondEnd:     {"position_beyond_end", "The position lies past the end of the chromosome on this genome build.", false},
	rRSIDMissing:           {"rsid_missing", "The row has no rs identifier to be placed by.", false},
	rMultiAllelic:          {"multi_allelic", "The row holds several alternate alleles at once.", false},
	rAlleleMissing:         {"allele_missing", "An allele is missing.", false},
	rAlleleSymbolic:        {"allele_symbolic", "An allele is a symbol (I, D, R, <DEL>, *, -, N) without a sequence.", false},
	rAlleleTooLong:         {"allele_too_long", "An allele has more than 100,000 bases.", false},
	rAlleleInvalid:         {"allele_invalid", "An allele is not written in A, C, G and T.", false},
	rAllelesEqual:          {"alleles_equal", "Effect allele and other allele are the same.", false},
	rEffectAlleleOfNeither: {"effect_allele_of_neither", "The effect allele is neither the reference nor an alternate allele of the row.", false},
	rDecimalComma:          {"decimal_comma", "A number is written with a comma.", false},
	rEffectMissing:         {"effect_missing", "The effect is missing and cannot be derived.", false},
	rEffectCode: {
		"effect_missing_code",
		"The effect is −9, a code for a missing value: the standard error and P of the row contradict it as a number.",
		false,
	},
	rEffectInvalid:    {"effect_invalid", "The effect is not a number.", false},
	rEffectInfinite:   {"effect_infinite", "The effect is infinite.", false},
	rEffectTooLarge:   {"effect_too_large", "The effect is larger than 100 on the log scale.", false},
	rRatioNotPositive: {"ratio_not_positive", "The odds or hazard ratio is not above 0.", false},
	rCasesMissing:     {"cases_missing", "The numbers of cases and controls are missing, which it takes to convert the effect.", false},
	rSEMissing:        {"standard_error_missing", "The standard error is missing and cannot be derived.", false},
	rSEInvalid:        {"standard_error_invalid", "The standard error is not a number.", false},
	rSENotPositive:    {"standard_error_not_positive", "The standard error is 0, negative or infinite.", false},
	rPMissing:         {"p_value_missing", "The P value is missing and cannot be derived.", false},
	rPInvalid:         {"p_value_invalid", "The P value is not a number.", false},
	rPOutOfRange:      {"p_value_out_of_range", "The P value is outside its range.", false},
	rEAFOutOfRange:    {"effect_allele_frequency_out_of_range", "The allele frequency is outside 0 to 1.", false},

	rChromosomeCoded:    {"chromosome_recoded", "The chromosome was spelled in another way and was recoded.", true},
	rChromosomePAR:      {"pseudo_autosomal_to_x", "The pseudo-autosomal code was read as X.", true},
	rPositionScientific: {"position_scientific", "The position was written like 1e+05 or 1.0 and is a whole number.", true},
	rAlleleCase:         {"allele_lower_case", "Alleles were in lower case.", true},
	rAlleleNumbered:     {"allele_numbered", "Alleles were numbered 1–4 and were read as A, C, G, T.", true},
	rAlleleTrue:         {"allele_true", "TRUE was read as T, which R and spreadsheets turn into a truth value.", true},
	rStrandMinus:        {"strand_minus", "Alleles on the − strand were complemented.", true},
	rAllelesTrimmed:     {"alleles_trimmed", "Bases that both alleles share were taken off, so that a variant has one spelling.", true},
	rBetaFromRatio:      {"beta_from_ratio", "Beta was taken as the logarithm of the odds or hazard ratio.", true},
	rBetaFromZ:          {"beta_from_z", "Effect and standard error were derived from Z, allele frequency and sample size.", true},
	rZAsEffect:          {"z_as_effect", "Z replaces the effect, with standard error 1.", true},
	rLogOddsFromLinear:  {"log_odds_from_linear", "A linear-model effect was converted to log odds with the case fraction.", true},
	rSEFromInterval:     {"standard_error_from_interval", "The standard error was derived from the 95 % confidence interval.", true},
	rSEFromP:            {"standard_error_from_p", "The standard error was derived from effect and P value.", true},
	rSEFromZ:            {"standard_error_from_z", "The standard error was derived from effect and Z.", true},
	rSEFromRatioScale:   {"standard_error_from_ratio_scale", "The standard error of the odds or hazard ratio was divided by the ratio.", true},
	rPFromZ:             {"p_from_z", "P was 0 or absent and was computed from effect and standard error or from Z.", true},
	rPFromLimit:         {"p_from_limit", "P was given as a limit such as <2.2e-16 and was computed from effect and standard error.", true},
	rPDerived:           {"p_derived", "P was missing and was computed from effect and standard error, from which it follows in other rows.", true},
	rPLimit:             {"p_limit", "P was given as a limit and cannot be computed; it is shown as that limit.", true},
	rPUnderflow:         {"p_underflow", "P is 0 and cannot be computed; it is shown as below 1e-308.", true},
	rEAFFromOther:       {"frequency_complemented", "The frequency of the other allele was complemented.", true},
	rEAFFromMinor:       {"frequency_from_minor_allele", "The minor allele frequency was oriented by the minor allele.", true},
	rEAFFromCaseControl: {"frequency_from_cases_controls", "The frequency was combined from cases and controls.", true},
	rEAFFromGenotypes:   {"frequency_from_genotypes", "The frequency was computed from genotype counts.", true},
	rEAFIsMAF:           {"frequency_is_minor", "Only a minor allele frequency is known; its orientation is not.", true},
	rEAFNotOfPair:       {"frequency_of_another_allele", "The frequency is that of an allele which is neither of the two, and was set missing.", true},
	rEAFUnreadable:      {"frequency_unreadable", "The allele frequency is not a number and was set missing.", true},
	rNFromStudy:         {"n_from_study", "The sample size of the study was used.", true},
	rCasesFromStudy:     {"cases_from_study", "Cases and controls are those of the study, scaled to the sample size of the row.", true},
	rNFromCaseControl:   {"n_from_cases_controls", "The sample size is the sum of cases and controls.", true},
	rNUnreadable:        {"n_unreadable", "A sample size is not a number from 1 upwards and was set missing.", true},
	rNEffDoubled:        {"n_eff_doubled", "Half of the effective sample size was doubled.", true},
	rInfoUnreadable:     {"info_unreadable", "The imputation quality is outside 0 to 2 or no number and was set missing.", true},
	rInfoAboveOne:       {"info_above_one", "The imputation quality lies between 1 and 2, which some methods produce.", true},
}

// The exclusion reasons that other packages and pages refer to by name.
const (
	ReasonAlleleSymbolic    Reason = "allele_symbolic"
	ReasonOtherTest         Reason = "other_test"
	ReasonGeneTest          Reason = "gene_test"
	ReasonRepeatedHeader    Reason = "repeated_header"
	ReasonDecimalComma      Reason = "decimal_comma"
	ReasonPositionBeyondEnd Reason = "position_beyond_end"
)

// Sentence explains r in plain words; it returns r itself when it is not known.
func (r Reason) Sentence() string {
	for i := range reasonTable {
		if reasonTable[i].reason == r {
			return reasonTable[i].sentence
		}
	}
	return string(r)
}

// Repair reports whether rows with r are kept.
func (r Reason) Repair() bool {
	for i := range reasonTable {
		if reasonTable[i].reason == r {
			return reasonTable[i].repair
		}
	}
	return false
}

// Reasons lists every reason of the reader, exclusions first.
func Reasons() []Reason {
	out := make([]Reason, 0, numReasons-1)
	for _, r := range reasonTable[1:] {
		out = append(out, r.reason)
	}
	return out
}

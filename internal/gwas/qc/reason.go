package qc

import (
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/sumstats"
)

// The reasons for which QC itself leaves a row out; those of the reader come
// before them.
const (
	ReasonUnplaced      sumstats.Reason = "rsid_not_in_panel"
	ReasonNoNumber      sumstats.Reason = "rsid_not_in_table"
	ReasonSeveralPlaces sumstats.Reason = "rsid_several_places"
	ReasonOtherAlleles  sumstats.Reason = "rsid_alleles_differ"
	ReasonSeveralIndels sumstats.Reason = "indel_ambiguous"
	ReasonIndel         sumstats.Reason = "indel"
	ReasonSymbolicIndel sumstats.Reason = "indel_without_sequence"
	ReasonBeta          sumstats.Reason = "beta_too_large"
	ReasonSE            sumstats.Reason = "standard_error_too_large"
	ReasonMonomorphic   sumstats.Reason = "monomorphic"
	ReasonLowN          sumstats.Reason = "low_n"
	ReasonLowMAF        sumstats.Reason = "low_maf"
	ReasonLowMAC        sumstats.Reason = "low_mac"
	ReasonLowInfo       sumstats.Reason = "low_info"
	ReasonDuplicate     sumstats.Reason = "duplicate"
	ReasonNotInPanel    sumstats.Reason = "not_in_panel"
	ReasonMismatch      sumstats.Reason = "allele_mismatch"
	ReasonPalindromic   sumstats.Reason = "palindromic"
	ReasonFrequency     sumstats.Reason = "frequency_difference"
)

// reasonOrder is the order of the waterfall: that in which rows are tested.
var reasonOrder = []sumstats.Reason{
	ReasonUnplaced,
	ReasonNoNumber,
	ReasonSeveralPlaces,
	ReasonOtherAlleles,
	ReasonIndel,
	ReasonBeta,
	ReasonSE,
	ReasonMonomorphic,
	ReasonLowN,
	ReasonLowMAF,
	ReasonLowMAC,
	ReasonLowInfo,
	ReasonSymbolicIndel,
	ReasonSeveralIndels,
	ReasonDuplicate,
	ReasonNotInPanel,
	ReasonMismatch,
	ReasonPalindromic,
	ReasonFrequency,
}

// Reasons lists the reasons of QC in the order of the waterfall: a lifted file loses rows before
// all others.
func Reasons() []sumstats.Reason {
	var reasons []sumstats.Reason
	for _, r := range liftover.Reasons() {
		reasons = append(reasons, sumstats.Reason(r))
	}
	return append(reasons, reasonOrder...)
}

// placeSentence explains why a row has no place or no letters.
func placeSentence(reason sumstats.Reason) string {
	switch reason {
	case ReasonNoNumber:
		return "The rs number is not in the table of rs numbers, so the row has no position."
	case ReasonSeveralPlaces:
		return "The rs number has several places on the genome, or was replaced by several others, and the file does not show which one is meant."
	case ReasonOtherAlleles:
		return "The alleles agree with none that the table of rs numbers has for this rs number, on either strand."
	case ReasonSeveralIndels:
		return "The alleles are written I, D or -, and several insertions or deletions fit them."
	case ReasonSymbolicIndel:
		return "The alleles are written I, D or -, and their sequence is not known: a reference panel resolves them, and for - also the reference sequence (FASTA)."
	}
	return ""
}

// Sentence explains a reason with the threshold in use.
func (o *Options) Sentence(reason sumstats.Reason) string {
	r := &o.Rules
	switch reason {
	case ReasonUnplaced:
		return "The rs number does not occur in the reference panel, so the row has no position."
	case ReasonNoNumber, ReasonSeveralPlaces, ReasonOtherAlleles, ReasonSeveralIndels, ReasonSymbolicIndel:
		return placeSentence(reason)
	case ReasonIndel:
		return "An allele is longer than one base or written I or D; this run was asked to leave such variants out."
	case ReasonBeta:
		return "The effect size is beyond ±" + number(r.Beta.Threshold) + "."
	case ReasonSE:
		return "The standard error is at least " + number(r.SE.Threshold) + "."
	case ReasonMonomorphic:
		return "The effect allele frequency is 0 or 1: the variant does not vary."
	case ReasonLowN:
		return "Fewer than " + number(r.N.Threshold) + " people were tested."
	case ReasonLowMAF:
		return "The minor allele frequency is below " + number(r.MAF.Threshold) + "."
	case ReasonLowMAC:
		return "The minor allele was seen at most " + number(r.MAC.Threshold) + " times (2 × N × MAF)."
	case ReasonLowInfo:
		return "The imputation quality is below " + number(r.Info.Threshold) + "."
	case ReasonDuplicate:
		return "The same variant occurs again in the file; the row with the largest N was kept, of equals the first."
	case ReasonNotInPanel:
		return "The reference panel has no variant at this position."
	case ReasonMismatch:
		return "The alleles agree with no variant of the panel at this position, on either strand."
	case ReasonPalindromic:
		if o.Palindromes.Rule == PalindromesDrop {
			return "The alleles are A/T or C/G; this run was asked to leave such variants out."
		}
		return "Palindromic variant (A/T or C/G) whose strand cannot be determined from frequency (missing, of the minor allele, or from " +
			number(o.Palindromes.From) + " to " + number(o.Palindromes.To) + ")."
	case ReasonFrequency:
		return "The frequency differs from the panel's by " + number(o.FrequencyDifference) + " or more."
	}
	return liftover.Reason(reason).Sentence()
}

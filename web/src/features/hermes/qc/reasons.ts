import { own } from "@/lib/own";

/**
 * Why rows were excluded, in words that follow their number: "80 with a low minor allele count".
 * The codes are those of the Go packages sumstats, liftover and qc; the report contains the full
 * sentences.
 */
const words: Record<string, string> = {
  // Reading
  column_count: "with another number of columns",
  unbalanced_quotes: "with an open quote",
  repeated_header: "with the header again",
  gene_test: "of a gene or a set of variants",
  filtered: "that a filter left out",
  other_test: "of another model",
  chromosome_missing: "without chromosome",
  chromosome_unknown: "on an unknown chromosome",
  position_missing: "without position",
  position_invalid: "with an invalid position",
  position_beyond_end: "past the end of the chromosome",
  rsid_missing: "without rs number",
  multi_allelic: "with several alternate alleles",
  allele_missing: "without an allele",
  allele_symbolic: "with a symbol for an allele",
  allele_too_long: "with too long an allele",
  allele_invalid: "with an invalid allele",
  alleles_equal: "with the same allele twice",
  effect_allele_of_neither: "with an effect allele that is neither of the two",
  decimal_comma: "with a decimal comma",
  effect_missing: "without effect",
  effect_missing_code: "with −9 for a missing effect",
  effect_invalid: "with an invalid effect",
  effect_infinite: "with an infinite effect",
  effect_too_large: "with an effect above 100",
  ratio_not_positive: "with a ratio not above 0",
  cases_missing: "without cases and controls",
  standard_error_missing: "without standard error",
  standard_error_invalid: "with an invalid standard error",
  standard_error_not_positive: "with an impossible standard error",
  p_value_missing: "without P value",
  p_value_invalid: "with an invalid P value",
  p_value_out_of_range: "with a P value outside its range",
  effect_allele_frequency_out_of_range: "with a frequency outside 0 to 1",
  // Lifting over
  liftover_unmapped: "not on the new build",
  liftover_span_split: "cut by a gap of the new build",
  liftover_ambiguous: "at several places of the new build",
  chr_mismatch: "on another chromosome of the new build",
  liftover_alt_contig: "on a contig of the new build",
  liftover_indel_reversed: "with an insertion or deletion on a reversed piece",
  liftover_mt_older: "with a mitochondrial position of NC_001807, which the chain file lacks",
  liftover_mt_unknown: "with a mitochondrial position of an unknown sequence",
  // The check itself
  rsid_not_in_panel: "with an rs number that the panel lacks",
  rsid_not_in_table: "with an rs number that the table of rs numbers lacks",
  rsid_several_places: "with an rs number of several places",
  rsid_alleles_differ: "with other alleles than their rs number has",
  indel_ambiguous: "with I, D or - for alleles that several variants fit",
  indel: "with an insertion or deletion",
  indel_without_sequence: "with I, D or - for alleles",
  beta_too_large: "with too large an effect",
  standard_error_too_large: "with too large a standard error",
  monomorphic: "monomorphic",
  low_n: "with too small an N",
  low_maf: "with a low minor allele frequency",
  low_mac: "with a low minor allele count",
  low_info: "with a low imputation quality",
  duplicate: "repeated",
  not_in_panel: "not in the panel",
  allele_mismatch: "with other alleles than the panel",
  palindromic: "palindromic, of unknown strand",
  frequency_difference: "with a frequency unlike the panel's",
};

/** Whether a code is one of the reasons: a test holds that every reason of the program has its words. */
export const isReason = (code: string): boolean => Object.hasOwn(words, code);

/** A reason of a later version keeps its code, readable. */
export const reasonWords = (reason: string): string =>
  isReason(reason) ? (own(words, reason) as string) : reason.replaceAll("_", " ");

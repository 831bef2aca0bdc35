// Package studyset judges the studies of one meta-analysis by each other: the same study twice,
// units that differ, frequencies of the other allele, swapped alleles, odds ratios among betas,
// positions of another build. It sees small samples of the studies, so every caller can ask it
// before or after the rows are combined, and all callers get the same verdicts.
//
// It imports sketch, sumstats, genome and stat. It reads no files and knows no flags or options: a
// caller words an Answer itself.
//
// # What is compared
//
// A Sample holds up to 16,384 variants of a study with their estimates, drawn by one rule for all
// studies. Where two studies are compared, the variants of both samples are turned to one allele;
// A/T, C/G and longer variants are left out, as their letters alone do not determine which allele a
// study means. Some comparisons need variants on 11 autosomes or more, as within one locus all
// variants share a few chance deviations.
package studyset

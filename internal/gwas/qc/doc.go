// Package qc checks the summary statistics of one study and makes the clean file
// of them: it leaves out what cannot be used and counts it under a reason,
// harmonises alleles, strand and frequencies to a reference panel when there is
// one, measures what reviewers look at, and judges it step by step. It owns the
// rules, their thresholds, the report, and the names of a run's files.
//
// Study and panel are read once, sorted in bounded memory, and walked side by
// side; the clean file, its columnar twin, the excluded rows and the metrics take
// the decided rows at the same time. The clean file holds unadjusted numbers,
// chromosomes by their GWAS-SSF codes and 1-based positions of the declared
// assembly, in genome order.
//
// It imports genome, variant, sumstats, stat, rowsort, columnar, regionindex and
// plot. It does not lift positions over, and knows nothing of uploads and reviews.
package qc

// Package meta combines the association statistics of several studies into one
// result per variant. It owns the matching of variants over studies, the
// estimators (fixed effect, random effects, sample size), genomic control, the
// top loci, and the result columns and summary of a run.
//
// Studies are read side by side in order of chromosome and position (or of rs
// number), so memory does not depend on how many variants there are. The genome
// is cut into batches that all cores work on; results leave in order. Sums run
// over studies in order of their names, so the same inputs give the same bytes
// whatever the number of workers and the order in which the studies are listed;
// only the characters of "direction" follow that order.
//
// It imports genome, variant, sumstats, stat, studyset, plot and regionindex. It neither
// parses nor sorts files: a study is whatever opens a sorted row reader.
//
// # Which rows are the same variant
//
// Rows meet when they share chromosome and position (or rs number) and the
// unordered pair of alleles. A pair of single bases also meets its complement:
// the row is turned to the other strand and counted. The strand of a result is
// the one most studies report, and its effect allele the one most studies
// report on that strand; ties go to the smaller allele (shorter first, then
// alphabetical), so neither depends on the order of the studies.
//
// The alleles of palindromic variants (A/T, C/G) do not determine the strand. By default rows of
// such variants without frequency, or with one in 0.4–0.6, are left out and counted, and the others
// are aligned by frequency: a study on the minority side of 0.5 is taken to report the other strand
// (ties: larger total N, then the side on which the alphabetically first allele is the minor one).
//
// # Missing values
//
// A filter on frequency or imputation quality applies to rows that state the
// value; rows that do not are kept. The N of a result is missing when a
// contributing study has none.
package meta

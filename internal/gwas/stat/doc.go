// Package stat holds the distributions and summary figures that association
// statistics are judged by: normal and χ² tails on the −log10 scale, which never
// underflow, Beta quantiles for the band of a QQ plot, genomic control, and
// effective sample sizes.
//
// It imports the standard library only, keeps no state, and knows nothing about
// rows, files or plots. Functions return NaN for arguments outside their domain
// instead of an error: they are called once or more per variant.
package stat

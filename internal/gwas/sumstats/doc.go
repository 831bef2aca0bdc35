// Package sumstats reads GWAS summary statistics of any producing software into
// typed rows and accounts for every row of the file. It owns detection of the
// software, the column mapping, number and P-value parsing, and the text writers;
// textfile gives it the lines. It imports genome, variant, stat and textfile only
// and takes no decision that needs a panel or another study.
//
// Inspect looks at the beginning of a file and proposes a Mapping; Open reads the
// whole file with one. Both stand on the same tables, so that page, server and
// command line say the same thing about the same file.
package sumstats

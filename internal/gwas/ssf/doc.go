// Package ssf writes GWAS-SSF, the standard of the GWAS Catalog: the table with its numbers as the
// standard wants them, the metadata next to it, and a deposit with the judgement of the archive. It
// reads nothing: sumstats reads a GWAS-SSF table like any other.
package ssf

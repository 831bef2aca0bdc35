// Package ssf writes GWAS-SSF, the standard of the GWAS Catalog: the table with its
// numbers as the standard wants them, the metadata beside it, and a deposit with
// what the archive would say about it. It reads nothing: a table of GWAS-SSF is
// read by sumstats as any other is.
package ssf

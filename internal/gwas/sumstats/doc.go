// Package sumstats reads GWAS summary statistics of any producing software into typed rows and
// accounts for every row of the file. It owns the row, the fields and the mapping of columns to
// them, the scales of effects, the parsing of numbers and P values, and the reader; textfile
// provides the lines.
//
// Open reads a file with a Mapping, which recognise proposes and a person confirms: the reader
// knows no header by its name. It takes no decision that needs a panel or another study, and writes
// nothing.
package sumstats

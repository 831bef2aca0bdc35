// Package recognise looks at the beginning of a file of summary statistics and proposes how to read
// it: the software that wrote it, the column of each field, the genome build and the scale of the
// effects, each with its reason, or as a question where a wrong answer would invert results. It
// owns the tables of header names and of software, and the decision from an inspection and the
// answers of a person.
//
// It reads no rows for their results: sumstats does that, with the Mapping of a Decision. Page,
// server and command line all use Inspect, Decide and Check, so they report the same about the same
// file.
package recognise

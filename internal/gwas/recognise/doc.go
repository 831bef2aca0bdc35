// Package recognise looks at the beginning of a file of summary statistics and
// proposes how to read it: the software that wrote it, the column of each field,
// the genome build and the scale of the effects, each with its reason, or as a
// question where a wrong answer would turn results round. It owns the tables of
// header names and of software, and what an inspection and the answers of a person
// come to.
//
// It reads no rows for their results: sumstats does that, with the Mapping of a
// Decision. Page, server and command line all go by Inspect, Decide and Check, so
// that they say the same thing about the same file.
package recognise

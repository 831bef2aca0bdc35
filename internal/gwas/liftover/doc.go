// Package liftover carries positions, alleles and whole rows from one assembly of
// the genome to another, by the aligned blocks of a chain file. It owns the chain
// format, the look-up of places, and the account of what could not be carried.
//
// It has no sequence: a panel of the new assembly, not this package, decides whether an allele is
// the reference allele. A row keeps its effect allele, effect and frequency; on a reversed block
// the alleles are read on the other strand. It imports genome, variant and sumstats, and names and
// opens no file.
package liftover

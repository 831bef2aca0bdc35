// Package rstable places rs numbers on the genome by a table such as dbSNP's: it owns
// the file of a table, its builder, its readers, and the reading of the texts that a
// table is built from. One table is of one assembly and may hold the numbers that were
// replaced by others. It imports blockfile, genome, sumstats, textfile and variant; it knows no
// study and decides nothing about the rows of one.
//
// A table of any size is built and read in bounded memory: the builder sorts in
// temporary files, and a walk in the order of numbers reads each block at most once.
//
// The file is blocks, directory, end:
//
//	block      records in order of their numbers, then the CRC-32C of them. All records
//	           of a number are in one block.
//	record     varint: how much the number is above the one before, of the first record
//	           above the first number of the block; a byte: kind << 5 | chromosome; then
//	           by kind
//	             0 place    position, 4 bytes
//	             1 bases    position; a byte: reference base | alternatives << 2
//	             2 alleles  position; varint length; text: REF, space, ALT[,ALT…]
//	             3 replaced varint: the number in use, 0 where several are
//	directory  varints: bytes of the name of the assembly, and the name; places, numbers
//	           with a place, replaced numbers; how many blocks, and of each how much its
//	           first number is above that of the block before, and its bytes
//	end        24 bytes: place of the directory, its bytes, its CRC-32C, magic
//
// Integers of fixed size are little-endian; positions are 1-based, as in a VCF.
package rstable

import (
	"errors"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
)

// ErrFormat is the error for a file that is not a table, is damaged, or is of another version.
var ErrFormat = errors.New("rstable: not a table of rs numbers, damaged, or of another version")

const (
	// blockBytes closes a block at the next number.
	blockBytes = 32 << 10

	// MaxNumber is the largest rs number that is kept; dbSNP has reached a tenth of it.
	MaxNumber = 1<<numberBits - 1

	numberBits   = 36
	positionBits = 64 - numberBits
	maxPosition  = 1<<positionBits - 1

	// mostPlaces is how many records of one number are kept: more than one position
	// makes a number ambiguous already.
	mostPlaces = 64
)

// The kinds of records.
const (
	kindPlace = iota
	kindBases
	kindAlleles
	kindReplaced
)

const chromosomeBits = 5

var format = blockfile.Format{Magic: "cohrst\x00\x01", MaxDirectory: maxDirectory, Err: ErrFormat}

// Place is one place of an rs number: the 1-based position of the first base of Ref.
type Place struct {
	Chromosome genome.Chromosome
	Position   int32
	// Ref and Alts are the alleles as a VCF writes them, alternatives separated by
	// commas; empty where the table does not have them.
	Ref, Alts []byte
}

// Entry is the entry of a number in a table. At most one of its parts is filled; none when the
// table does not have the number.
type Entry struct {
	Places []Place
	// Replaced reports that the number was merged into Current, 0 where into several.
	Replaced bool
	Current  uint64
}

// Known reports whether the table has the number.
func (e *Entry) Known() bool { return e.Replaced || len(e.Places) > 0 }

// Facts describe the content of a table.
type Facts struct {
	Build    genome.Build
	Places   int64 // lines of the source with a place
	Numbers  int64 // rs numbers with a place
	Replaced int64 // rs numbers that were replaced
}

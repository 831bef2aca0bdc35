// Package rsindex finds the rows of an rs number in a file that is ordered by
// position, in less than three bytes a row. It owns the index file, its writer
// and its reader. It imports genome and blockfile only, and opens no file but the temporary
// one of a writer.
//
// An index does not hold positions but stretches: it cuts the rows of the file into stretches of
// stretchRows, in their order, and records for an rs number in which of them it occurs. The few
// rows of a stretch are then read through the index by position that the file has anyway, and state
// their rs numbers themselves: so an index can miss a row, but never lead to a wrong one.
//
// The file is blocks, directory, end:
//
//	block      up to blockEntries pairs (rs number, stretch) in order, as bits: the
//	           difference from the number before as a Rice code, then the stretch
//	           in as many bits as the last one needs; then the CRC-32C of the bits
//	directory  varints: how many stretches and of each chromosome, first position
//	           from that of the one before (0 at a new chromosome), length; how many
//	           blocks and of each how much its first number is above that of the one
//	           before, pairs, Rice parameter, bytes
//	end        24 bytes, little-endian: place of the directory, its bytes, its
//	           CRC-32C, magic
package rsindex

import (
	"errors"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
)

// ErrFormat is the error for an index that is damaged or of another version.
var ErrFormat = errors.New("rsindex: damaged, or of another version")

const (
	// maxDirectory: that of 200 million rows takes an eighth of it.
	maxDirectory = 64 << 20
	stretchRows  = 512
	blockEntries = 1024

	// MaxNumber is the largest rs number that is kept; dbSNP has reached a tenth of it.
	MaxNumber = 1<<numberBits - 1

	numberBits  = 36
	stretchBits = 64 - numberBits
)

var format = blockfile.Format{Magic: "cohrs\x00\x00\x01", MaxDirectory: maxDirectory, Err: ErrFormat}

// stretch is some rows of the file that follow each other, of one chromosome:
// 1-based, both ends included, on the assembly of the file.
type stretch = genome.Region

// pair is an rs number, and below it the stretch in which it occurs.
type pair uint64

func newPair(number uint64, stretch int) pair { return pair(number<<stretchBits | uint64(stretch)) }

func (p pair) number() uint64 { return uint64(p) >> stretchBits }
func (p pair) stretch() int   { return int(p & (1<<stretchBits - 1)) }

// block is the directory entry of a block.
type block struct {
	first   uint64 // rs number
	at      int64  // in the file
	bytes   int    // without the checksum
	entries int
	rice    uint // bits of a difference that are written as they are
}

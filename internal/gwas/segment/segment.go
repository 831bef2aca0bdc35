// Package segment keeps the rows of many results in one file, ordered by position, so that the rows
// of all of them at a position are one read. It owns the format, its writer, its reader and the
// merging of files. It imports blockfile, resultfile and rsindex; it neither stores files nor knows
// what a result is: to it a result is a number.
//
// A file is pages of rows, the best row of each result in each page, and a directory, as blocks of
// package blockfile:
//
//	page       up to pageRows rows of one chromosome, by position and result: columns of varints,
//	           compressed with zstd. A number that is a decimal of up to maxDigits digits is its
//	           digits and its exponent, any other its 64 bits, so every number returns as it was
//	best       how many rows follow, then of each result with a P value in the page the row with
//	           the smallest, as in a page, then how many rows of the result have one
//	directory  varints: results, pages, and of each page its chromosome, the distance of its first
//	           position from that of the page before (0 at a new chromosome), of its last position
//	           from its first, rows, bytes, bytes of its best rows
package segment

import (
	"errors"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/resultfile"
)

// ErrFormat is the error for a file that is damaged or of another version.
var ErrFormat = errors.New("segment: damaged, or of another version")

const (
	pageRows     = 16 << 10
	maxPageBytes = 16 << 20 // of a page before compression
	pageText     = 1 << 20  // of long alleles, after which a page ends early
	maxDirectory = 64 << 20
	// MaxResults limits the results of a file.
	MaxResults = 1 << 16
)

var format = blockfile.Format{Magic: "cohseg\x00\x01", MaxDirectory: maxDirectory, Err: ErrFormat}

// Row is a row of a result, which is known by its number in the file.
type Row struct {
	Result int
	resultfile.Row
}

// before reports whether r is in front of other in a file.
func (r *Row) before(other *Row) bool {
	switch {
	case r.Chromosome != other.Chromosome:
		return r.Chromosome < other.Chromosome
	case r.Position != other.Position:
		return r.Position < other.Position
	}
	return r.Result < other.Result
}

// Best is the row with the smallest P value of a result in a region, the first of equals, and how
// many rows there have one.
type Best struct {
	Row      resultfile.Row
	Variants int
}

// take adds the best of rows that follow.
func (b *Best) take(row *resultfile.Row, variants int) {
	if b.Variants == 0 || row.NegLog10P > b.Row.NegLog10P {
		b.Row = *row
	}
	b.Variants += variants
}

// page is the directory entry of a page.
type page struct {
	genome.Region // from its first position to its last
	rows          int
	at, bestAt    int64 // in the file
	bytes, best   int   // without checksums
}

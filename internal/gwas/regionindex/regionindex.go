// Package regionindex writes sorted tables as BGZF with a tabix index and answers region queries
// from them, or from files that bgzip and tabix made. It owns the block format, the.tbi format and
// the plan of a query. It imports genome and inflate; it neither interprets a line beyond its
// chromosome and position, nor sorts.
package regionindex

import (
	"errors"
	"fmt"
	"strings"

	"cohortium/internal/gwas/genome"
)

// Faults of the files. Errors wrap one of these.
var (
	ErrTruncated   = errors.New("regionindex: the file ends too early")
	ErrDamaged     = errors.New("regionindex: the file is damaged")
	ErrIndex       = errors.New("regionindex: the index is damaged or belongs to another file")
	ErrUnsupported = errors.New("regionindex: this kind of index is not supported")
	ErrTooLong     = errors.New("regionindex: a line is longer than the limit")
)

// OrderError reports the first row that sorts before its predecessor.
type OrderError struct {
	Row                          int64 // 1-based, header not counted
	BeforeChromosome, Chromosome genome.Chromosome
	BeforePosition, Position     int32 // 1-based
}

func (e *OrderError) Error() string {
	if e.Chromosome == e.BeforeChromosome {
		return fmt.Sprintf("regionindex: row %d at %s:%d follows position %d: rows must be sorted by position",
			e.Row, e.Chromosome, e.Position, e.BeforePosition)
	}
	return fmt.Sprintf("regionindex: row %d at %s:%d comes back to chromosome %s after %s: rows of a chromosome must be contiguous",
		e.Row, e.Chromosome, e.Position, e.Chromosome, e.BeforeChromosome)
}

// UnknownContigError reports that the index has no such chromosome, and which it has.
type UnknownContigError struct {
	Contig string
	Known  []string
}

func (e *UnknownContigError) Error() string {
	return fmt.Sprintf("regionindex: no rows on chromosome %s; the file has %s", e.Contig, strings.Join(e.Known, ", "))
}

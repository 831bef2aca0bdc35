package qc

import (
	"errors"
	"fmt"
	"math"

	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/normalise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// GapReader passes on rows whose allele - is written with the base at the position of the row
// before it: -/AT at a base C is C/CAT. Where the sequence has the bases of the row there itself,
// the row may be their deletion or a second copy of them, so that it is left out. Other rows pass.
type GapReader struct {
	rows sumstats.RowReader
	seq  normalise.Sequence
	dict *variant.Dict
	left func(*sumstats.Row, sumstats.Reason) error
	// Letters leaves out rows that the sequence does not have; else they pass as they are.
	Letters bool
}

// NewGapReader reads rows with positions on the assembly of seq. left receives the rows that are
// left out.
func NewGapReader(rows sumstats.RowReader, seq normalise.Sequence, d *variant.Dict, left func(*sumstats.Row, sumstats.Reason) error) *GapReader {
	return &GapReader{rows: rows, seq: seq, dict: d, left: left}
}

// ReadRows implements sumstats.RowReader.
func (g *GapReader) ReadRows(dst []sumstats.Row) (int, error) {
	return readKept(g.rows, dst, g.write)
}

// write writes the alleles of a row with bases, and reports whether it is kept.
func (g *GapReader) write(r *sumstats.Row) (bool, error) {
	gap, bases := &r.EA, &r.OA
	if r.OA == variant.Gap {
		gap, bases = bases, gap
	}
	if *gap != variant.Gap || bases.Symbolic() || *bases == variant.Missing || r.Position < 1 {
		return true, nil
	}
	text := g.dict.Append(nil, *bases)
	n := int32(len(text))
	there, err := g.seq.Append(nil, r.Chromosome, r.Position, r.Position+n)
	switch {
	case errors.Is(err, fasta.ErrNoSequence) || errors.Is(err, fasta.ErrRange):
		if g.Letters {
			return false, g.left(r, ReasonSymbolicIndel)
		}
		return true, nil
	case err != nil:
		return false, fmt.Errorf("reference sequence: %w", err)
	case string(there[:n]) == string(text) || string(there[1:]) == string(text):
		return false, g.left(r, ReasonSeveralIndels)
	}
	before, known := g.dict.Parse(there[:1])
	with, ok := g.dict.Parse(append(there[:1:1], text...))
	if known && ok {
		*gap, *bases = before, with
	}
	return true, nil
}

// bySequence writes the alleles - of rows with positions, where there is a sequence.
func (r *run) bySequence(rows sumstats.RowReader) sumstats.RowReader {
	if r.in.Sequence == nil || r.byRSID || r.in.Numbers != nil {
		return rows
	}
	return NewGapReader(rows, r.in.Sequence, r.dict, func(row *sumstats.Row, why sumstats.Reason) error {
		return r.excluded.one(&exclusion{*row, why, sumstats.FieldEffectAllele, math.NaN()})
	})
}

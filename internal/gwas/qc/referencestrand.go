package qc

import (
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

const (
	// oneStrand is how many variants that are not palindromic must be on one strand of
	// the reference before the others are taken to be on it: with none on the other
	// strand, its share is below 0.3 % with 95 % confidence.
	oneStrand = 1000
	// strayShare is the share of variants below which those on the other strand, or with
	// frequencies on the other side of one half, are errors of single variants. Studies
	// and panels of the same people differ at none of some hundred variants, those of
	// different people at 1 to 80 %.
	strayShare = 0.001
)

// strandEvidence is the evidence of non-palindromic variants for the strand and frequencies of a
// file, and the palindromic variants that wait for it.
type strandEvidence struct {
	forward, reverse     int64 // single bases by the strand on which they match the panel
	informative, against int64 // pairs of frequencies that are clear of one half, and on opposite sides of it
	held                 [palindromeKinds]Turned
}

// palindromeKind is the strand of a palindromic row by its frequencies.
type palindromeKind int

const (
	untold palindromeKind = iota
	impliesForward
	impliesReverse
	palindromeKinds
)

// strandOf is the strand of a file.
type strandOf int

const (
	strandMixed strandOf = iota // or too few variants
	strandForward
	strandReverse
)

func (e *strandEvidence) see(reverse, informative, against bool) {
	e.forward += count(!reverse)
	e.reverse += count(reverse)
	e.informative += count(informative)
	e.against += count(against)
}

// hold counts a palindromic row, also as it would be by its letters alone.
func (e *strandEvidence) hold(row *sumstats.Row) { e.held[kindOf(row)].keep(row) }

func kindOf(row *sumstats.Row) palindromeKind {
	switch {
	case row.Flags&sumstats.StrandTold == 0:
		return untold
	case row.Flags&sumstats.StrandFlipped == 0:
		return impliesForward
	}
	return impliesReverse
}

// strand returns the strand of the variants that are not palindromic.
func (e *strandEvidence) strand() strandOf {
	all := float64(e.forward + e.reverse)
	switch {
	case all < oneStrand:
		return strandMixed
	case float64(e.reverse) <= strayShare*all:
		return strandForward
	case float64(e.forward) <= strayShare*all:
		return strandReverse
	}
	return strandMixed
}

// keeps reports whether palindromic rows of a kind stay, and whether by their letters alone.
// Frequencies decide when those of other variants agree with the panel; they must not contradict
// the strand of the whole file.
func (e *strandEvidence) keeps(kind palindromeKind) (stay, byLetters bool) {
	strand := e.strand()
	if float64(e.against) > strayShare*float64(e.informative) {
		return strand == strandForward, true
	}
	switch kind {
	case impliesForward:
		return strand != strandReverse, false
	case impliesReverse:
		return strand != strandForward, false
	}
	return strand == strandForward, true
}

// turnPalindrome reads the alleles of a palindromic row on the other strand. Applying it twice
// restores the row.
func turnPalindrome(row *sumstats.Row) {
	flipStrand(row)
	exchange(row)
}

// Counts returns the counts of all rows, once they were read.
func (r *ReferenceReader) Counts() Turned {
	t := r.counts
	for kind, held := range r.strand.held {
		stay, byLetters := r.strand.keeps(palindromeKind(kind))
		switch {
		case !stay:
			t.Strandless += held.RowsOut
			continue
		case byLetters && palindromeKind(kind) == impliesReverse: // is turned back
			held.Switched, held.OtherStrand = held.RowsOut-held.Switched, 0
		}
		t.RowsOut += held.RowsOut
		t.Switched += held.Switched
		t.OtherStrand += held.OtherStrand
		t.WithCases += held.WithCases
	}
	return t
}

// Settle passes on rows that this reader has read to their end, without the palindromic ones whose
// strand is not known.
func (r *ReferenceReader) Settle(rows sumstats.RowReader) sumstats.RowReader {
	return &settledReader{rows, &r.strand}
}

type settledReader struct {
	rows   sumstats.RowReader
	strand *strandEvidence
}

// ReadRows implements sumstats.RowReader.
func (s *settledReader) ReadRows(dst []sumstats.Row) (int, error) {
	return readKept(s.rows, dst, func(row *sumstats.Row) (bool, error) { return s.settle(row), nil })
}

// settle reports whether a row stays.
func (s *settledReader) settle(row *sumstats.Row) bool {
	if !variant.Palindromic(row.EA, row.OA) {
		return true
	}
	kind := kindOf(row)
	stay, byLetters := s.strand.keeps(kind)
	if stay && byLetters && kind == impliesReverse {
		turnPalindrome(row)
	}
	return stay
}

// Package normalise writes insertions and deletions as far left and as short as a
// reference sequence allows (Tan, Abecasis and Kang, Bioinformatics 2015), so that one
// variant has one spelling in every study. It imports fasta, genome and variant; it opens
// no file and knows no rows.
package normalise

import (
	"bytes"
	"errors"

	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/variant"
)

// Sequence is a reference sequence; *fasta.File is one.
type Sequence interface {
	Length(c genome.Chromosome) int32
	Append(dst []byte, c genome.Chromosome, start, end int32) ([]byte, error)
}

// Site is a variant at a 1-based position. It need not be known which of its alleles is the
// reference.
type Site struct {
	Chromosome genome.Chromosome
	Position   int32
	A, B       variant.Allele
}

// Outcome is the result of normalising a variant.
type Outcome int

// The outcomes.
const (
	Kept       Outcome = iota // it has its normal form already, or is a single base
	Moved                     // it was written further right
	Trimmed                   // it was written longer than needed
	Mismatch                  // the sequence has neither allele at the position
	Unresolved                // the sequence does not reach, or the alleles have no bases
)

// Counts counts insertions and deletions by outcome.
type Counts struct {
	Indels     int64 `json:"indels"`
	Moved      int64 `json:"left_aligned"`
	Trimmed    int64 `json:"trimmed"`
	Mismatch   int64 `json:"reference_mismatch"`
	Unresolved int64 `json:"not_checked"`
}

// Add counts an outcome of an insertion or deletion.
func (c *Counts) Add(o Outcome) {
	c.Indels++
	switch o {
	case Moved:
		c.Moved++
	case Trimmed:
		c.Trimmed++
	case Mismatch:
		c.Mismatch++
	case Unresolved:
		c.Unresolved++
	}
}

// Normaliser normalises one variant after the other. It is not safe for concurrent use.
type Normaliser struct {
	sequence Sequence
	dict     *variant.Dict
	a, b     []byte
	window   []byte
	from     int32 // 1-based position of the first base in window
}

// New returns a Normaliser for alleles of a dictionary.
func New(sequence Sequence, dict *variant.Dict) *Normaliser {
	return &Normaliser{sequence: sequence, dict: dict}
}

// Site returns the normal form of a variant and what was done. A variant that cannot be
// normalised stays as it is. The error is that of reading the sequence.
func (n *Normaliser) Site(s Site) (Site, Outcome, error) {
	if s.A.Single() && s.B.Single() {
		return s, Kept, nil
	}
	if !n.spell(s.A, s.B) {
		return s, Unresolved, nil
	}
	if o, err := n.check(&s); o != Kept || err != nil {
		return s, o, err
	}
	a, b := trimEnd(n.a, n.b)
	position := s.Position
	var err error
	if len(a) == 0 || len(b) == 0 {
		a, b, position, err = n.shift(s.Chromosome, position, a, b)
	} else {
		a, b, position = trimStart(a, b, position)
	}
	if outside(err) {
		return s, Unresolved, nil
	}
	if err != nil {
		return s, Unresolved, err
	}
	return n.site(s, position, a, b)
}

// spell writes the alleles out. Missing and symbolic ones have no bases, and two equal ones are not
// a variant.
func (n *Normaliser) spell(a, b variant.Allele) bool {
	if a == variant.Missing || b == variant.Missing || a.Symbolic() || b.Symbolic() || a == b {
		return false
	}
	n.a, n.b = n.dict.Append(n.a[:0], a), n.dict.Append(n.b[:0], b)
	return bases(n.a) && bases(n.b)
}

func bases(allele []byte) bool {
	for _, b := range allele {
		if b != 'A' && b != 'C' && b != 'G' && b != 'T' {
			return false
		}
	}
	return len(allele) > 0
}

// Has reports whether the sequence has an allele at a position.
func (n *Normaliser) Has(c genome.Chromosome, position int32, allele variant.Allele) (bool, error) {
	n.a = n.dict.Append(n.a[:0], allele)
	return n.has(c, position, n.a)
}

func (n *Normaliser) has(c genome.Chromosome, position int32, allele []byte) (bool, error) {
	end := int64(position) + int64(len(allele)) - 1
	if position < 1 || len(allele) == 0 || end > int64(n.sequence.Length(c)) {
		return false, nil
	}
	var err error
	n.window, err = n.sequence.Append(n.window[:0], c, position, int32(end))
	return err == nil && bytes.Equal(n.window, allele), err
}

// check reports whether the sequence has one of the alleles at the position: Kept if so.
func (n *Normaliser) check(s *Site) (Outcome, error) {
	for _, allele := range [][]byte{n.a, n.b} {
		if found, err := n.has(s.Chromosome, s.Position, allele); found || err != nil {
			return Kept, err
		}
	}
	if n.sequence.Length(s.Chromosome) == 0 {
		return Unresolved, nil
	}
	return Mismatch, nil
}

// trimEnd removes the bases that both end with; one may become empty.
func trimEnd(a, b []byte) (shortA, shortB []byte) {
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}

// trimStart removes the bases that both begin with; each keeps at least one.
func trimStart(a, b []byte, position int32) (shortA, shortB []byte, moved int32) {
	for len(a) > 1 && len(b) > 1 && a[0] == b[0] {
		a, b, position = a[1:], b[1:], position+1
	}
	return a, b, position
}

// errStart is the error for a variant that can move up to the start of its chromosome,
// where no base is before it.
var errStart = errors.New("the variant reaches the start of its chromosome")

func outside(err error) bool { return errors.Is(err, errStart) || errors.Is(err, fasta.ErrRange) }

// shift moves bases that one allele has and the other does not as far left as the sequence repeats
// them, and puts the base before them in front of both. Where the last of them is the base before
// them, they can move one base further left, with their last base moved to their front.
func (n *Normaliser) shift(c genome.Chromosome, position int32, a, b []byte) (shiftedA, shiftedB []byte, at int32, err error) {
	extra := a
	if len(a) == 0 {
		extra = b
	}
	n.window, n.from = n.window[:0], position
	turned := 0
	for {
		before, err := n.before(c, position)
		if err != nil {
			return nil, nil, 0, err
		}
		if last := extra[len(extra)-1-turned%len(extra)]; before != last {
			if !bases([]byte{before}) {
				return nil, nil, 0, errStart // nothing known is before it
			}
			turned %= len(extra)
			long := append([]byte{before}, extra[len(extra)-turned:]...)
			long = append(long, extra[:len(extra)-turned]...)
			if len(a) == 0 {
				return long[:1], long, position - 1, nil
			}
			return long, long[:1], position - 1, nil
		}
		position--
		turned++
	}
}

// before returns the base to the left of a position. The sequence is read in pieces that grow.
func (n *Normaliser) before(c genome.Chromosome, position int32) (byte, error) {
	const first, most = 32, 4096
	if position <= 1 {
		return 0, errStart
	}
	at := position - 1
	if at < n.from || len(n.window) == 0 {
		size := int32(min(most, max(first, 2*len(n.window))))
		n.from = max(1, at-size+1)
		var err error
		if n.window, err = n.sequence.Append(n.window[:0], c, n.from, at); err != nil {
			return 0, err
		}
	}
	return n.window[at-n.from], nil
}

// site returns the variant with new alleles.
func (n *Normaliser) site(was Site, position int32, a, b []byte) (Site, Outcome, error) {
	s := Site{Chromosome: was.Chromosome, Position: position}
	var okA, okB bool
	s.A, okA = n.dict.Parse(a)
	s.B, okB = n.dict.Parse(b)
	switch {
	case !okA || !okB:
		return was, Unresolved, nil
	case s == was:
		return s, Kept, nil
	case position < was.Position:
		return s, Moved, nil
	}
	return s, Trimmed, nil
}

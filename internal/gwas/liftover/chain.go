package liftover

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"cohortium/internal/gwas/genome"
)

// Chains are the aligned blocks of two assemblies, as a chain file lists them.
type Chains struct {
	From, To genome.Build
	blocks   []block
	// Elsewhere is how many blocks lead from or to sequences other than the
	// chromosomes: patches, alternative and unplaced contigs.
	Elsewhere int
	// ChrNames reports that all chromosomes are spelled chr1, never 1, as UCSC spells them.
	ChrNames bool
	// mitochondrion is how many bases the mitochondrial sequence has that the chains lead
	// from and to, 0 without one.
	mitochondrion struct{ from, to int64 }
}

// block is one gapless piece of an alignment. Both starts are 0-based and counted on the + strand;
// reversed reports that the piece runs backwards on the new assembly.
type block struct {
	from, to         genome.Chromosome // to is Unknown for a sequence that is not a chromosome
	fromStart, start int32
	size             int32
	reversed         bool
}

// ChainError describes a fault of a chain file, and where it is.
type ChainError struct {
	Line int // 1-based, 0 for the file as a whole
	What string
}

func (e *ChainError) Error() string {
	if e.Line == 0 {
		return "chain file: " + e.What
	}
	return fmt.Sprintf("chain file, line %d: %s", e.Line, e.What)
}

// Limits of a chain file. Those between human assemblies hold a few hundred
// thousand blocks.
const (
	mostBlocks      = 10_000_000
	longestLine     = 4096
	largestSequence = 1 << 31 // bases; positions are 32-bit
)

// ReadChains reads the text of a chain file (UCSC's format). The lengths of the chromosomes
// determine the assemblies, so that a file of another direction or species is refused. Errors about
// the text are *ChainError.
func ReadChains(r io.Reader) (*Chains, error) {
	p := chainParser{lines: bufio.NewScanner(r)}
	p.lines.Buffer(make([]byte, 0, longestLine), longestLine)
	for p.next() {
		if err := p.chain(); err != nil {
			return nil, err
		}
	}
	if err := p.lines.Err(); err != nil {
		return nil, fmt.Errorf("read chain file behind line %d: %w", p.line, err)
	}
	from, err := p.from.build("from")
	if err != nil {
		return nil, err
	}
	to, err := p.to.build("to")
	if err != nil {
		return nil, err
	}
	if from == to {
		return nil, &ChainError{What: fmt.Sprintf("it leads from %s to itself", from)}
	}
	c := &Chains{From: from, To: to, blocks: distinct(p.blocks), Elsewhere: p.elsewhere, ChrNames: !p.bare}
	c.mitochondrion = p.mitochondrion
	return c, nil
}

// distinct sorts blocks and drops repetitions: some files list each chain under two
// spellings of the chromosome.
func distinct(blocks []block) []block {
	slices.SortFunc(blocks, func(a, b block) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.fromStart, b.fromStart), cmp.Compare(a.size, b.size),
			cmp.Compare(a.to, b.to), cmp.Compare(a.start, b.start))
	})
	return slices.Compact(blocks)
}

// Blocks returns how many aligned blocks there are between chromosomes, repetitions counted once.
func (c *Chains) Blocks() int { return len(c.blocks) }

// Invert returns the chains of the other direction. A place that several places of From led to
// becomes ambiguous.
func (c *Chains) Invert() *Chains {
	inverted := &Chains{From: c.To, To: c.From, Elsewhere: c.Elsewhere, ChrNames: c.ChrNames}
	inverted.mitochondrion.from, inverted.mitochondrion.to = c.mitochondrion.to, c.mitochondrion.from
	for _, b := range c.blocks {
		if b.to == genome.Unknown {
			inverted.Elsewhere++
			continue
		}
		b.from, b.to, b.fromStart, b.start = b.to, b.from, b.start, b.fromStart
		inverted.blocks = append(inverted.blocks, b)
	}
	return inverted
}

// lengths collects how long the autosomes and X of one side are, and the lines of
// the file that say so first.
type lengths map[genome.Chromosome]struct {
	bases int64
	line  int
}

// see notes a length. One chromosome has one length in all of a file.
func (l lengths) see(s *side, line int) error {
	if s.chromosome == genome.Unknown || s.chromosome > genome.X {
		return nil
	}
	first, seen := l[s.chromosome]
	if seen && first.bases != s.size {
		return &ChainError{Line: line, What: fmt.Sprintf("chromosome %s has %d bases here and %d in line %d", s.chromosome, s.size, first.bases, first.line)}
	}
	if !seen {
		first.bases, first.line = s.size, line
		l[s.chromosome] = first
	}
	return nil
}

// build finds the assembly whose chromosomes all have the lengths seen. Of one that
// most of them fit, the first that does not is named.
func (l lengths) build(side string) (genome.Build, error) {
	for _, b := range []genome.Build{genome.GRCh37, genome.GRCh38, genome.NCBI36} {
		fits := 0
		var misfit *ChainError
		for c, n := range l {
			switch {
			case n.bases == int64(c.Length(b)):
				fits++
			case misfit == nil || n.line < misfit.Line:
				misfit = &ChainError{
					Line: n.line,
					What: fmt.Sprintf("chromosome %s has %d bases here and %d on %s, which the others fit", c, n.bases, c.Length(b), b),
				}
			}
		}
		switch {
		case misfit == nil && fits > 0:
			return b, nil
		case 2*fits > len(l):
			return genome.UnknownBuild, misfit
		}
	}
	return genome.UnknownBuild, &ChainError{
		What: "the chromosomes that it leads " + side + " have the lengths of no human genome build that is known (GRCh37, GRCh38, NCBI36)",
	}
}

// chainParser reads chains one after another.
type chainParser struct {
	lines     *bufio.Scanner
	line      int
	fields    [][]byte
	from, to  lengths
	blocks    []block
	elsewhere int
	bare      bool // a chromosome has a name that does not begin with chr

	mitochondrion struct{ from, to int64 }
}

// next moves to the next line that is neither blank nor a comment.
func (p *chainParser) next() bool {
	for p.lines.Scan() {
		p.line++
		text := bytes.TrimSpace(p.lines.Bytes())
		if len(text) > 0 && text[0] != '#' {
			p.fields = bytes.Fields(text)
			return true
		}
	}
	return false
}

func (p *chainParser) fault(format string, args ...any) error {
	return &ChainError{Line: p.line, What: fmt.Sprintf(format, args...)}
}

// side is one sequence of a chain: its piece is [start, end) on its strand.
type side struct {
	chromosome       genome.Chromosome
	size, start, end int64
	reversed         bool
}

// chain reads one chain, whose header is the current line:
//
//	chain score tName tSize tStrand tStart tEnd qName qSize qStrand qStart qEnd id
func (p *chainParser) chain() error {
	if len(p.fields) < 12 || string(p.fields[0]) != "chain" {
		return p.fault("a chain begins with the word chain and eleven values; this line does not")
	}
	from, err := p.side(p.fields[2:7])
	if err != nil {
		return err
	}
	to, err := p.side(p.fields[7:12])
	if err != nil {
		return err
	}
	if from.reversed {
		return p.fault("the first sequence of a chain has to be on the + strand")
	}
	if p.from == nil {
		p.from, p.to = lengths{}, lengths{}
	}
	if from.chromosome == genome.MT && to.chromosome == genome.MT {
		p.mitochondrion.from, p.mitochondrion.to = from.size, to.size
	}
	if err := cmp.Or(p.from.see(&from, p.line), p.to.see(&to, p.line)); err != nil {
		return err
	}
	return p.alignment(from, to)
}

func (p *chainParser) side(fields [][]byte) (side, error) {
	var s side
	s.chromosome, _ = genome.ParseChromosome(fields[0])
	p.bare = p.bare || s.chromosome.Valid() && !bytes.HasPrefix(fields[0], []byte("chr"))
	for i, v := range []*int64{&s.size, nil, &s.start, &s.end} {
		if v == nil {
			continue
		}
		n, err := strconv.ParseInt(string(fields[i+1]), 10, 64)
		if err != nil {
			return s, p.fault("%q is not a whole number", fields[i+1])
		}
		*v = n
	}
	switch string(fields[2]) {
	case "+":
	case "-":
		s.reversed = true
	default:
		return s, p.fault("%q is not a strand", fields[2])
	}
	if s.start < 0 || s.start > s.end || s.end > s.size || s.size >= largestSequence {
		return s, p.fault("the piece from %d to %d does not lie within a sequence of %d bases", s.start, s.end, s.size)
	}
	return s, nil
}

// alignment reads the lines below a header: size, gap, gap; the last has a size only.
func (p *chainParser) alignment(from, to side) error {
	at, toAt := from.start, to.start
	for p.next() {
		n, err := p.numbers()
		if err != nil {
			return err
		}
		if err := p.add(from, to, at, toAt, n[0]); err != nil {
			return err
		}
		at, toAt = at+n[0], toAt+n[0]
		if len(n) == 1 {
			if at != from.end || toAt != to.end {
				return p.fault("the blocks of the chain end at %d and %d, its header says %d and %d", at, toAt, from.end, to.end)
			}
			return nil
		}
		at, toAt = at+n[1], toAt+n[2]
	}
	return &ChainError{Line: p.line, What: "the file ends within a chain: it is cut off"}
}

func (p *chainParser) numbers() ([]int64, error) {
	if len(p.fields) != 1 && len(p.fields) != 3 {
		return nil, p.fault("a block has one or three numbers, this line has %d", len(p.fields))
	}
	out := make([]int64, len(p.fields))
	for i, f := range p.fields {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil || n < 0 || n >= largestSequence {
			return nil, p.fault("%q is not a whole number from 0 upwards", f)
		}
		out[i] = n
	}
	return out, nil
}

// add keeps one block. Its end must be within the pieces of the header.
func (p *chainParser) add(from, to side, at, toAt, size int64) error {
	if at+size > from.end || toAt+size > to.end {
		return p.fault("the block reaches beyond the piece that the header of its chain names")
	}
	if size == 0 {
		return nil
	}
	if from.chromosome == genome.Unknown {
		p.elsewhere++
		return nil
	}
	if len(p.blocks) >= mostBlocks {
		return p.fault("there are more than %d blocks", mostBlocks)
	}
	if to.chromosome == genome.Unknown {
		p.elsewhere++
	}
	start := toAt
	if to.reversed { // counted from the end of the sequence
		start = to.size - toAt - size
	}
	p.blocks = append(p.blocks, block{from: from.chromosome, to: to.chromosome,
		fromStart: int32(at), start: int32(start), size: int32(size), reversed: to.reversed})
	return nil
}

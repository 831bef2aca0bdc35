package liftover

import (
	"slices"

	"cohortium/internal/gwas/genome"
)

// Reason is why a place or a row could not be carried; "" when it was.
type Reason string

// The reasons.
const (
	Lifted          Reason = ""
	Unmapped        Reason = "liftover_unmapped"       // no block covers the position
	SpanSplit       Reason = "liftover_span_split"     // the alleles reach beyond the block
	Ambiguous       Reason = "liftover_ambiguous"      // several places of the new assembly
	OtherChromosome Reason = "chr_mismatch"            // the position is on another chromosome
	OffChromosomes  Reason = "liftover_alt_contig"     // the position is on a patch or contig
	ReversedIndel   Reason = "liftover_indel_reversed" // an insertion or deletion on a reversed block
	OlderMT         Reason = "liftover_mt_older"       // the position counts on NC_001807, which the chain file does not lead from
	UnknownMT       Reason = "liftover_mt_unknown"     // its mitochondrial sequence is unknown
)

var sentences = map[Reason]string{
	Unmapped:        "The position does not exist on the new genome build.",
	SpanSplit:       "The alleles extend beyond one aligned block.",
	Ambiguous:       "The position corresponds to several places of the new genome build.",
	OtherChromosome: "The position is on another chromosome of the new genome build.",
	OffChromosomes:  "The position is on a patch or contig of the new genome build, not on a chromosome.",
	ReversedIndel:   "The sequence around this insertion or deletion is reversed on the new genome build. Lifting it needs a reference sequence of that build that has one of its alleles there.",
	OlderMT:         "The position counts on the older mitochondrial sequence of UCSC hg19 (NC_001807), which this chain file does not lead from. UCSC's chain file hg19ToHg38 does.",
	UnknownMT:       "The mitochondrial sequence of the position is not known: chrM of UCSC hg19 (NC_001807) or that of GRCh37 (rCRS, NC_012920). Where it is the rCRS, write MT as the chromosome.",
}

// Sentence explains r in plain words.
func (r Reason) Sentence() string { return sentences[r] }

// Reasons lists why rows are left out.
func Reasons() []Reason {
	return []Reason{Unmapped, SpanSplit, Ambiguous, OtherChromosome, OffChromosomes, ReversedIndel, OlderMT, UnknownMT}
}

// Map maps positions of one assembly to another. It is safe for concurrent use.
type Map struct {
	From, To genome.Build
	// chromosomes has behind the last one the older mitochondrial sequence of UCSC hg19.
	chromosomes [olderMT + 1][]segment
}

// olderMT is where a Map keeps the way of NC_001807.
const olderMT = genome.MaxChromosome + 1

// segment is a piece of a chromosome of the old assembly, [start, end) 0-based,
// that leads to one place, or to several. Segments are in order and do not overlap.
type segment struct {
	start, end int32
	to         int32 // 0-based start of the piece on the + strand of the new assembly
	chromosome genome.Chromosome
	reversed   bool
	ambiguous  bool
}

// NewMap prepares chains for look-ups.
func NewMap(c *Chains) *Map {
	m := &Map{From: c.From, To: c.To}
	var byChromosome [genome.MaxChromosome + 1][]block
	for _, b := range c.blocks {
		byChromosome[b.from] = append(byChromosome[b.from], b)
	}
	for i, blocks := range byChromosome {
		m.chromosomes[i] = segments(blocks)
	}
	m.mitochondrion(c)
	return m
}

// mitochondrion keeps GRCh37 and GRCh38 at one mitochondrial sequence, as they are: both
// have the rCRS. UCSC's chain files have another one on the side of hg19.
func (m *Map) mitochondrion(c *Chains) {
	if m.From == genome.NCBI36 || m.To == genome.NCBI36 {
		return
	}
	bases := genome.MT.Length(genome.GRCh38)
	if c.mitochondrion.from == olderBases && c.mitochondrion.to == int64(bases) {
		m.chromosomes[olderMT] = m.chromosomes[genome.MT]
	}
	m.chromosomes[genome.MT] = []segment{{end: bases, chromosome: genome.MT}}
}

// olderBases is the length of NC_001807, the mitochondrial sequence of UCSC hg18 and hg19.
const olderBases = 16571

// edge is where a block begins or ends.
type edge struct {
	at    int32
	index int
	begin bool
}

// segments cuts blocks at each other's edges. Between two edges the number of
// blocks is the same; where it is one, the sum of their indices is its index.
func segments(blocks []block) []segment {
	edges := make([]edge, 0, 2*len(blocks))
	for i, b := range blocks {
		edges = append(edges, edge{b.fromStart, i, true}, edge{b.fromStart + b.size, i, false})
	}
	slices.SortFunc(edges, func(a, b edge) int { return int(a.at) - int(b.at) })
	var out []segment
	open, sum := 0, 0
	for i, e := range edges {
		if e.begin {
			open, sum = open+1, sum+e.index
		} else {
			open, sum = open-1, sum-e.index
		}
		if open == 0 || edges[i+1].at == e.at {
			continue
		}
		s := segment{start: e.at, end: edges[i+1].at, ambiguous: open > 1}
		if open == 1 {
			blocks[sum].place(&s)
		}
		out = append(out, s)
	}
	return out
}

// place returns where the piece of b that s covers is on the new assembly.
func (b *block) place(s *segment) {
	s.chromosome, s.reversed = b.to, b.reversed
	if b.reversed {
		s.to = b.start + (b.fromStart + b.size - s.end)
		return
	}
	s.to = b.start + (s.start - b.fromStart)
}

// Place is a place on the new assembly: the 1-based position of the first base on the + strand.
type Place struct {
	Chromosome genome.Chromosome
	Position   int32
	Reversed   bool // it is read on the other strand there
}

// Lift carries a piece of the given number of bases that begins at a 1-based position.
func (m *Map) Lift(c genome.Chromosome, position, bases int32) (Place, Reason) {
	l := Lookup{m: m}
	return l.Lift(c, position, bases)
}

// Lookup is a Map that remembers the last place, for positions in order. It is not safe for
// concurrent use.
type Lookup struct {
	m    *Map
	c    genome.Chromosome
	last int
}

// NewLookup returns a Lookup of m.
func NewLookup(m *Map) *Lookup { return &Lookup{m: m} }

// Lift is like Map.Lift.
func (l *Lookup) Lift(c genome.Chromosome, position, bases int32) (Place, Reason) {
	if !c.Valid() || position < 1 {
		return Place{}, Unmapped
	}
	return l.lift(c, c, position, bases)
}

// LiftOlderMT carries a piece of the older mitochondrial sequence NC_001807.
func (l *Lookup) LiftOlderMT(position, bases int32) (Place, Reason) {
	if l.m.chromosomes[olderMT] == nil {
		return Place{}, OlderMT
	}
	if position < 1 {
		return Place{}, Unmapped
	}
	return l.lift(olderMT, genome.MT, position, bases)
}

// lift carries a piece of a sequence of the map, which is that of chromosome c.
func (l *Lookup) lift(sequence, c genome.Chromosome, position, bases int32) (Place, Reason) {
	start := position - 1
	s := l.find(sequence, start)
	switch {
	case s == nil:
		return Place{}, Unmapped
	case s.ambiguous:
		return Place{}, Ambiguous
	case int64(start)+int64(bases) > int64(s.end):
		return Place{}, SpanSplit
	case s.chromosome == genome.Unknown:
		return Place{}, OffChromosomes
	case s.chromosome != c:
		return Place{}, OtherChromosome
	}
	if s.reversed {
		return Place{s.chromosome, s.to + (s.end - start - bases) + 1, true}, Lifted
	}
	return Place{s.chromosome, s.to + (start - s.start) + 1, false}, Lifted
}

// find returns the segment that covers a 0-based position, nil without one. It looks at the last
// one and its successor first.
func (l *Lookup) find(c genome.Chromosome, at int32) *segment {
	all := l.m.chromosomes[c]
	if c != l.c {
		l.c, l.last = c, 0
	}
	for range 2 {
		if l.last < len(all) && at >= all[l.last].start {
			if at < all[l.last].end {
				return &all[l.last]
			}
			if l.last+1 == len(all) || at < all[l.last+1].start {
				return nil
			}
			l.last++
			continue
		}
		break
	}
	i, _ := slices.BinarySearchFunc(all, at, func(s segment, at int32) int {
		if s.end <= at {
			return -1
		}
		return 1
	})
	if i == len(all) {
		l.last = max(0, len(all)-1)
		return nil
	}
	l.last = i
	if at < all[i].start {
		return nil
	}
	return &all[i]
}

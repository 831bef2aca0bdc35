package liftover

import (
	"errors"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Summary is the account of a file that was lifted. Input is Lifted plus the sum of
// Unmapped.
type Summary struct {
	From        genome.Build     `json:"source_build"`
	To          genome.Build     `json:"target_build"`
	Input       int64            `json:"total_input_variants"`
	Lifted      int64            `json:"total_lifted"`
	Unmapped    int64            `json:"total_unmapped"`
	Breakdown   map[Reason]int64 `json:"unmapped_breakdown"`
	StrandFlips int64            `json:"strand_flips"`
	// Mitochondrion is there when the file has mitochondrial rows on GRCh37.
	Mitochondrion *Mitochondrial `json:"mitochondrion,omitempty"`
	// Compared is there when a second chain file leads the same way.
	Compared *Comparison `json:"compared,omitempty"`
	// Indels is there when a reference sequence of the new assembly was at hand.
	Indels      *Indels             `json:"indels,omitempty"`
	Chromosomes []ChromosomeSummary `json:"per_chromosome"`
}

// ChromosomeSummary is the account of the rows of one chromosome of the file.
type ChromosomeSummary struct {
	Chromosome  string `json:"chromosome"`
	Input       int64  `json:"input"`
	Lifted      int64  `json:"lifted"`
	Unmapped    int64  `json:"unmapped"`
	StrandFlips int64  `json:"strand_flips"`
}

// Rows lifts the rows of a reader. Rows that are left out are passed to Left and counted. The order
// of the new positions may differ from that of the old ones; mitochondrial rows of GRCh37 come
// last, as the whole file decides on which sequence they count.
type Rows struct {
	source sumstats.RowReader
	lookup *Lookup
	dict   *variant.Dict
	// Left, if set, receives each row that is left out, as it was read.
	Left func(*sumstats.Row, Reason)

	compare *comparing
	indels  *aligning
	mt      mitochondrial
	ended   bool
	counts  [genome.MaxChromosome + 1]ChromosomeSummary
	reasons map[Reason]int64
}

// RowOptions hold what is known besides the chain file. Every field is optional.
type RowOptions struct {
	// Sequence is the sequence of the new assembly: insertions and deletions are left-aligned by
	// it, those of a reversed block too.
	Sequence *Reference
	// Mitochondrion is the answer to which sequence mitochondrial positions count on, and
	// Names how the file writes that chromosome.
	Mitochondrion Mitochondrion
	Names         func() sumstats.MitochondrialNames
}

// NewRows lifts the rows of source. dict is that of the rows.
func NewRows(source sumstats.RowReader, way *Way, dict *variant.Dict, opt RowOptions) (*Rows, error) {
	r := &Rows{source: source, lookup: NewLookup(way.Map), dict: dict, reasons: map[Reason]int64{}}
	r.mt.answer, r.mt.names = opt.Mitochondrion, opt.Names
	if way.Other != nil {
		r.compare = &comparing{lookup: NewLookup(way.Other.Map), counts: Comparison{Chain: way.Other.Source}}
	}
	if opt.Sequence == nil {
		return r, nil
	}
	r.indels = newAligning(opt.Sequence, dict)
	var err error
	r.mt.sequence, err = mitochondrialBases(opt.Sequence)
	return r, err
}

// ReadRows implements sumstats.RowReader. It may return fewer rows than fit, and
// none without an error only when all of a batch were left out or wait.
func (r *Rows) ReadRows(dst []sumstats.Row) (int, error) {
	if r.ended {
		return r.release(dst)
	}
	n, err := r.source.ReadRows(dst)
	kept := 0
	for i := range dst[:n] {
		wait, reading := r.waits(&dst[i])
		if !wait && reading == nil {
			kept, reading = r.take(dst, kept, dst[i])
		}
		if reading != nil {
			return kept, reading
		}
	}
	if !errors.Is(err, io.EOF) {
		return kept, err
	}
	if r.mt.rows == 0 {
		return kept, err
	}
	r.ended = true
	return kept, r.mt.decide()
}

// waits reports whether a row is kept back until the sequence it counts on is decided. Of a file
// with more mitochondrial rows than that sequence can have variants the first ones decide.
func (r *Rows) waits(row *sumstats.Row) (bool, error) {
	if row.Chromosome != genome.MT || r.lookup.m.From != genome.GRCh37 {
		return false, nil
	}
	r.mt.see(row)
	if r.mt.decided {
		return false, nil
	}
	r.mt.waiting = append(r.mt.waiting, *row)
	if len(r.mt.waiting) < mostWaiting {
		return true, nil
	}
	return true, r.mt.decide()
}

// release carries rows that waited.
func (r *Rows) release(dst []sumstats.Row) (kept int, err error) {
	for len(r.mt.waiting) > 0 && kept < len(dst) {
		row := r.mt.waiting[0]
		r.mt.waiting = r.mt.waiting[1:]
		if kept, err = r.take(dst, kept, row); err != nil {
			return kept, err
		}
	}
	if len(r.mt.waiting) == 0 {
		return kept, io.EOF
	}
	return kept, nil
}

// take carries one row and puts it behind those that are kept, or leaves it out.
func (r *Rows) take(dst []sumstats.Row, kept int, row sumstats.Row) (int, error) {
	was := row
	count := &r.counts[row.Chromosome]
	count.Input++
	reversed, reason, err := r.lift(&row)
	if err != nil {
		return kept, err
	}
	if reason != Lifted {
		count.Unmapped++
		r.reasons[reason]++
		if r.Left != nil {
			r.Left(&was, reason)
		}
		return kept, nil
	}
	count.Lifted++
	if reversed {
		count.StrandFlips++
	}
	dst[kept] = row
	return kept + 1, nil
}

// lift carries one row, and reports whether its alleles are now read on the other strand. Which of
// the two alleles is the reference allele is not known, so the longer one has to fit.
func (r *Rows) lift(row *sumstats.Row) (reversed bool, why Reason, err error) {
	bases := int32(max(1, r.dict.Len(row.EA), r.dict.Len(row.OA)))
	place, reason := lookUp(r.lookup, row, bases, r.mt.decision.Sequence)
	if r.compare != nil {
		r.compare.see(row, bases, r.mt.decision.Sequence, place, reason)
	}
	if reason != Lifted {
		return false, reason, nil
	}
	single := row.EA.Single() && row.OA.Single()
	if place.Reversed && !single && (r.indels == nil || !spelled(row)) {
		return false, ReversedIndel, nil
	}
	row.Chromosome, row.Position = place.Chromosome, place.Position
	if place.Reversed {
		row.EA, row.OA = r.dict.Complement(row.EA), r.dict.Complement(row.OA)
	}
	switch {
	case single || r.indels == nil || row.EA == variant.Missing || row.OA == variant.Missing:
		return place.Reversed, Lifted, nil
	case place.Reversed:
		reason, err = r.indels.turn(row, bases)
		return true, reason, err
	}
	return false, Lifted, r.indels.place(row)
}

// Summary returns the account so far; of the whole file after io.EOF.
func (r *Rows) Summary() Summary {
	s := Summary{From: r.lookup.m.From, To: r.lookup.m.To, Breakdown: map[Reason]int64{}, Chromosomes: []ChromosomeSummary{}}
	if r.mt.rows > 0 {
		decision := r.mt.decision
		decision.Rows = r.mt.rows
		s.Mitochondrion = &decision
	}
	if r.compare != nil {
		compared := r.compare.counts
		s.Compared = &compared
	}
	if r.indels != nil {
		indels := r.indels.counts
		s.Indels = &indels
	}
	for reason, n := range r.reasons {
		s.Breakdown[reason] = n
	}
	for c, count := range r.counts {
		if count.Input == 0 {
			continue
		}
		count.Chromosome = genome.Chromosome(c).String()
		s.Input, s.Lifted, s.Unmapped = s.Input+count.Input, s.Lifted+count.Lifted, s.Unmapped+count.Unmapped
		s.StrandFlips += count.StrandFlips
		s.Chromosomes = append(s.Chromosomes, count)
	}
	return s
}

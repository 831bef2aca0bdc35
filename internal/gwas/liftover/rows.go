package liftover

import (
	"errors"
	"io"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Summary is the account of a file that was lifted. Input is Lifted plus the sum of
// Unmapped.
type Summary struct {
	From        genome.Build        `json:"source_build"`
	To          genome.Build        `json:"target_build"`
	Input       int64               `json:"total_input_variants"`
	Lifted      int64               `json:"total_lifted"`
	Unmapped    int64               `json:"total_unmapped"`
	Breakdown   map[Reason]int64    `json:"unmapped_breakdown"`
	StrandFlips int64               `json:"strand_flips"`
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

// Rows carries the rows of a reader. What is left out is told to Left and counted.
// A file that mixes rows of two assemblies is refused behind its last row. The order of the new positions may differ from that of the old ones.
type Rows struct {
	source sumstats.RowReader
	lookup *Lookup
	dict   *variant.Dict
	builds *recognise.BuildTally
	// Left, when set, is told of each row that is left out, as it was read.
	Left func(*sumstats.Row, Reason)

	counts  [genome.MaxChromosome + 1]ChromosomeSummary
	reasons map[Reason]int64
}

// NewRows lifts the rows of source by m. dict is that of the rows.
func NewRows(source sumstats.RowReader, m *Map, dict *variant.Dict) (*Rows, error) {
	builds, err := recognise.NewBuildTally()
	if err != nil {
		return nil, err
	}
	return &Rows{source: source, lookup: NewLookup(m), dict: dict, builds: builds, reasons: map[Reason]int64{}}, nil
}

// ReadRows implements sumstats.RowReader. It may return fewer rows than fit, and
// none without an error only when all of a batch were left out.
func (r *Rows) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := r.source.ReadRows(dst)
	kept := 0
	for i := range dst[:n] {
		row := dst[i]
		r.builds.See(&row)
		count := &r.counts[row.Chromosome]
		count.Input++
		reversed, reason := r.lift(&row)
		if reason != Lifted {
			count.Unmapped++
			r.reasons[reason]++
			if r.Left != nil {
				r.Left(&dst[i], reason)
			}
			continue
		}
		count.Lifted++
		if reversed {
			count.StrandFlips++
		}
		dst[kept] = row
		kept++
	}
	if errors.Is(err, io.EOF) {
		if mixed := r.builds.Mixed(); mixed != nil {
			return kept, mixed
		}
	}
	return kept, err
}

// lift carries one row, and says whether its alleles are read on the other strand
// now. Which of the two alleles is the reference's is not known,
// so that the longer one has to fit.
func (r *Rows) lift(row *sumstats.Row) (reversed bool, why Reason) {
	bases := int32(max(1, r.dict.Len(row.EA), r.dict.Len(row.OA)))
	place, reason := r.lookup.Lift(row.Chromosome, row.Position, bases)
	if reason != Lifted {
		return false, reason
	}
	if place.Reversed {
		if !row.EA.Single() || !row.OA.Single() {
			return false, ReversedIndel
		}
		row.EA, row.OA = r.dict.Complement(row.EA), r.dict.Complement(row.OA)
	}
	row.Chromosome, row.Position = place.Chromosome, place.Position
	return place.Reversed, Lifted
}

// Summary is the account so far; of the whole file after io.EOF.
func (r *Rows) Summary() Summary {
	s := Summary{From: r.lookup.m.From, To: r.lookup.m.To, Breakdown: map[Reason]int64{}, Chromosomes: []ChromosomeSummary{}}
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

package liftover

import (
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/normalise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Reference is the sequence of the new assembly.
type Reference struct {
	normalise.Sequence
	Name string // as reports name it
}

// Indels counts the insertions and deletions that were compared with the sequence of the new
// assembly.
type Indels struct {
	Sequence string `json:"sequence"` // its name
	normalise.Counts
	Reversed int64 `json:"reversed"` // lifted from a reversed block
}

// aligning left-aligns insertions and deletions on the new assembly.
type aligning struct {
	normaliser *normalise.Normaliser
	dict       *variant.Dict
	counts     Indels
}

func newAligning(s *Reference, dict *variant.Dict) *aligning {
	return &aligning{normaliser: normalise.New(s.Sequence, dict), dict: dict, counts: Indels{Sequence: s.Name}}
}

// place normalises a row that is on the new assembly already. One that the sequence does
// not have stays as it is and is counted.
func (a *aligning) place(row *sumstats.Row) error {
	site, outcome, err := a.normaliser.Site(normalise.Site{Chromosome: row.Chromosome, Position: row.Position, A: row.EA, B: row.OA})
	a.counts.Add(outcome)
	row.Position, row.EA, row.OA = site.Position, site.A, site.B
	return err
}

// turn places a row whose alleles were read on the other strand already. Its longer allele takes
// that many bases up to the last one that it had before; the reference allele, whichever it is,
// ends there too, and has to be that of the sequence.
func (a *aligning) turn(row *sumstats.Row, bases int32) (Reason, error) {
	last := row.Position + bases - 1
	for _, ref := range []variant.Allele{row.EA, row.OA} {
		start := last + 1 - int32(a.dict.Len(ref))
		found, err := a.normaliser.Has(row.Chromosome, start, ref)
		if err != nil {
			return Lifted, err
		}
		if !found {
			continue
		}
		site, outcome, err := a.normaliser.Site(normalise.Site{Chromosome: row.Chromosome, Position: start, A: row.EA, B: row.OA})
		if err != nil || outcome == normalise.Unresolved {
			return ReversedIndel, err
		}
		a.counts.Add(outcome)
		a.counts.Reversed++
		row.Position, row.EA, row.OA = site.Position, site.A, site.B
		return Lifted, nil
	}
	return ReversedIndel, nil
}

// spelled reports whether both alleles of a row have bases that can be read on the other strand.
func spelled(row *sumstats.Row) bool {
	for _, a := range []variant.Allele{row.EA, row.OA} {
		if a == variant.Missing || a.Symbolic() {
			return false
		}
	}
	return true
}

// mitochondrialBases returns the rCRS as a reference sequence has it, nil where it has none.
func mitochondrialBases(s *Reference) ([]byte, error) {
	if s == nil || s.Length(genome.MT) != genome.MT.Length(genome.GRCh38) {
		return nil, nil
	}
	return s.Append(nil, genome.MT, 1, s.Length(genome.MT))
}

// AlignedRows left-aligns the insertions and deletions of rows that stay on their assembly.
// The order of the positions may change.
type AlignedRows struct {
	source sumstats.RowReader
	align  *aligning
}

// NewAlignedRows aligns rows by the sequence of their assembly. dict is that of the rows.
func NewAlignedRows(source sumstats.RowReader, s *Reference, dict *variant.Dict) *AlignedRows {
	return &AlignedRows{source, newAligning(s, dict)}
}

// ReadRows implements sumstats.RowReader.
func (a *AlignedRows) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := a.source.ReadRows(dst)
	for i := range dst[:n] {
		row := &dst[i]
		if row.EA.Single() && row.OA.Single() || row.EA == variant.Missing || row.OA == variant.Missing {
			continue
		}
		if reading := a.align.place(row); reading != nil {
			return i, reading
		}
	}
	return n, err
}

// Counts returns the account so far; of all rows after io.EOF.
func (a *AlignedRows) Counts() Indels { return a.align.counts }

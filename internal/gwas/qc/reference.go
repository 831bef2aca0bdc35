package qc

import (
	"context"
	"errors"
	"math"
	"slices"

	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Turned counts the outcomes of turning rows to the reference alleles of a panel.
type Turned struct {
	Panel       string `json:"panel"`
	SHA256      string `json:"sha256"`
	RowsIn      int64  `json:"rows_in"`
	RowsOut     int64  `json:"rows_out"`
	Switched    int64  `json:"switched"`        // of RowsOut, those whose effect allele was the reference
	OtherStrand int64  `json:"other_strand"`    // of RowsOut, those that were given on the other strand
	NoResult    int64  `json:"no_result"`       // left out: no effect, standard error or P
	NotOnIt     int64  `json:"not_on_panel"`    // left out: the panel has no variant of these alleles
	BothWays    int64  `json:"both_ways"`       // left out: the panel has the two alleles in either role
	Symbolic    int64  `json:"symbolic"`        // left out: alleles that are not written in bases
	Strandless  int64  `json:"strand_unknown"`  // left out: palindromic, and the strand is not known
	WithCases   int64  `json:"rows_with_cases"` // of RowsOut
}

// LeftOut returns how many rows were left out.
func (t *Turned) LeftOut() int64 { return t.RowsIn - t.RowsOut }

// ReferenceReader passes on the rows whose reference allele a panel states, turned so that it is
// the other allele and both are on the forward strand. Palindromic rows are passed on by their
// letters, or turned where frequencies support the other strand. Which of them may stay is known
// once all rows were read: Settle decides.
type ReferenceReader struct {
	beside      *PanelReader
	palindromes Palindromes
	counts      Turned // without palindromic rows
	strand      strandEvidence
}

// namesReference are the names of columns that hold the allele of the reference genome; REF of a
// VCF does by definition.
var namesReference = []string{"ref", "reference_allele"}

// NewReferenceReader reads the panel and then rows, which are in genome order and on the assembly
// of the panel, in the spelling of variant.Dict.Trim, with d as their dictionary. A PanelError for
// one that cannot be read or does not state which alleles are the reference's. Close it.
func NewReferenceReader(ctx context.Context, rows sumstats.RowReader, p *Panel, opt rowsort.Options, d *variant.Dict) (*ReferenceReader, error) {
	beside, err := NewPanelReader(ctx, rows, p, opt, d, math.Inf(1))
	if err != nil {
		return nil, err
	}
	if !slices.Contains(namesReference, beside.referenceIn) {
		why := "it does not state the reference allele; use a VCF, or a table with a column REF."
		return nil, errors.Join(&PanelError{Panel: p.Name, Why: why}, beside.Close())
	}
	counts := Turned{Panel: beside.counts.Panel, SHA256: beside.counts.SHA256}
	return &ReferenceReader{beside: beside, palindromes: DefaultPalindromes(), counts: counts}, nil
}

// Close releases the resources of the panel.
func (r *ReferenceReader) Close() error { return r.beside.Close() }

// ReadRows implements sumstats.RowReader.
func (r *ReferenceReader) ReadRows(dst []sumstats.Row) (int, error) {
	return readKept(r.beside.rows, dst, r.turn)
}

// turn reports whether a row is kept, and counts why not.
func (r *ReferenceReader) turn(row *sumstats.Row) (bool, error) {
	r.counts.RowsIn++
	if row.EA == variant.Missing || row.OA == variant.Missing || symbolic(row.EA, row.OA) {
		r.counts.Symbolic++
		return false, nil
	}
	if math.IsNaN(row.Beta) || math.IsNaN(row.SE) || math.IsNaN(row.NegLog10P) {
		r.counts.NoResult++
		return false, nil
	}
	if err := r.beside.advance(row); err != nil {
		return false, err
	}
	switch found, site := r.find(row); found {
	case noMatch:
		r.counts.NotOnIt++
	case bothRoles:
		r.counts.BothWays++
	default:
		r.place(row, found, site.EAF)
		return true, nil
	}
	return false, nil
}

// bothRoles reports that the panel has the alleles of a row in either role.
const bothRoles = strandFlippedSwapped + 1

// find compares a row with the sites at its position.
func (r *ReferenceReader) find(row *sumstats.Row) (found outcome, at *sumstats.Row) {
	for i := range r.beside.sites {
		s := &r.beside.sites[i]
		next := match(row.EA, row.OA, site{ref: s.OA, alt: s.EA})
		switch {
		case next == noMatch || next == found:
		case found == noMatch || next < strandFlipped && found >= strandFlipped: // the strand as given comes first
			found, at = next, s
		case (next >= strandFlipped) == (found >= strandFlipped):
			return bothRoles, nil
		}
	}
	return found, at
}

// place turns a row to the alleles of its site, and counts it as evidence for the strand of the
// file. af is the frequency of ALT.
func (r *ReferenceReader) place(row *sumstats.Row, found outcome, af float64) {
	row.Flags &^= sumstats.Swapped | sumstats.StrandFlipped | sumstats.StrandTold
	if found >= strandFlipped {
		flipStrand(row)
	}
	if found == swapped || found == strandFlippedSwapped {
		exchange(row)
	}
	clear := row.Flags&sumstats.EAFIsMAF == 0 && r.palindromes.clear(row.EAF) && r.palindromes.clear(af)
	against := clear && (row.EAF > 0.5) != (af > 0.5)
	if !variant.Palindromic(row.EA, row.OA) {
		if row.EA.Single() && row.OA.Single() {
			r.strand.see(found >= strandFlipped, clear, against)
		}
		r.counts.keep(row)
		return
	}
	if clear {
		row.Flags |= sumstats.StrandTold
	}
	if against {
		turnPalindrome(row)
	}
	r.strand.hold(row)
}

func (t *Turned) keep(row *sumstats.Row) {
	t.RowsOut++
	t.Switched += count(row.Flags&sumstats.Swapped != 0)
	t.OtherStrand += count(row.Flags&sumstats.StrandFlipped != 0)
	t.WithCases += count(row.NCases > 0)
}

// Reasons returns the number of rows that were left out, by reason.
func (t *Turned) Reasons() (out []sumstats.ReasonCount) {
	for _, e := range []sumstats.ReasonCount{
		{Reason: "not_on_panel", N: t.NotOnIt, Sentence: "The reference panel has no variant with these alleles."},
		{Reason: "strand_unknown", N: t.Strandless, Sentence: "Palindromic variant: strand cannot be determined from its frequency or the other variants of the file."},
		{Reason: "both_ways", N: t.BothWays, Sentence: "The reference panel has each of the two alleles as the reference once."},
		{Reason: "symbolic", N: t.Symbolic, Sentence: "The alleles are not written in bases."},
		{Reason: "no_result", N: t.NoResult, Sentence: "Effect, standard error or P value is missing."},
	} {
		if e.N > 0 {
			out = append(out, e)
		}
	}
	return out
}

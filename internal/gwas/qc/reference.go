package qc

import (
	"context"
	"errors"
	"io"
	"math"
	"slices"

	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Turned counts what became of rows that were turned to the reference alleles of a panel.
type Turned struct {
	Panel     string `json:"panel"`
	SHA256    string `json:"sha256"`
	RowsIn    int64  `json:"rows_in"`
	RowsOut   int64  `json:"rows_out"`
	Switched  int64  `json:"switched"`        // of RowsOut, those whose effect allele was the reference
	NoResult  int64  `json:"no_result"`       // left out: no effect, standard error or P
	NotOnIt   int64  `json:"not_on_panel"`    // left out: the panel has no variant of these alleles
	BothWays  int64  `json:"both_ways"`       // left out: the panel has the two alleles in either role
	Symbolic  int64  `json:"symbolic"`        // left out: alleles that are not written in bases
	WithCases int64  `json:"rows_with_cases"` // of RowsOut
}

// LeftOut is how many rows were left out.
func (t *Turned) LeftOut() int64 { return t.RowsIn - t.RowsOut }

// ReferenceReader hands on the rows whose reference allele a panel tells, turned so that
// it is the other allele. Alleles are compared as they are named, on the forward strand:
// a row of the other strand is left out, since a palindrome beside it could not be told.
type ReferenceReader struct {
	beside *PanelReader
	counts Turned
}

// namesReference are the columns that say by their name that they hold the allele of the
// reference genome; REF of a VCF does by definition.
var namesReference = []string{"ref", "reference_allele"}

// NewReferenceReader reads the panel and then rows, which are in genome order and on the
// assembly of the panel, in the spelling of variant.Dict.Trim, with d as their dictionary.
// A PanelError for one that cannot be read or does not say which alleles are the reference's.
// Close it.
func NewReferenceReader(ctx context.Context, rows sumstats.RowReader, p *Panel, opt rowsort.Options, d *variant.Dict) (*ReferenceReader, error) {
	beside, err := NewPanelReader(ctx, rows, p, opt, d, math.Inf(1))
	if err != nil {
		return nil, err
	}
	if !slices.Contains(namesReference, beside.referenceIn) {
		why := "it does not say which allele is that of the reference genome; a VCF does, and a table with a column REF."
		return nil, errors.Join(&PanelError{Panel: p.Name, Why: why}, beside.Close())
	}
	return &ReferenceReader{beside, Turned{Panel: beside.counts.Panel, SHA256: beside.counts.SHA256}}, nil
}

// Close gives back what the panel takes.
func (r *ReferenceReader) Close() error { return r.beside.Close() }

// Counts are those of the rows read so far.
func (r *ReferenceReader) Counts() Turned { return r.counts }

// ReadRows implements sumstats.RowReader.
func (r *ReferenceReader) ReadRows(dst []sumstats.Row) (int, error) {
	for {
		n, err := r.beside.rows.ReadRows(dst)
		kept := 0
		for i := range dst[:n] {
			keep, turnErr := r.turn(&dst[i])
			if turnErr != nil {
				return kept, turnErr
			}
			if keep {
				dst[kept] = dst[i]
				kept++
			}
		}
		if kept > 0 || err != nil || len(dst) == 0 {
			return kept, err
		}
		if n == 0 {
			return 0, io.ErrNoProgress
		}
	}
}

// turn says whether a row is kept, and counts why not.
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
	named, turned := false, false
	for i := range r.beside.sites {
		site := &r.beside.sites[i]
		named = named || row.EA == site.EA && row.OA == site.OA
		turned = turned || row.EA == site.OA && row.OA == site.EA
	}
	switch {
	case named && turned:
		r.counts.BothWays++
	case !named && !turned:
		r.counts.NotOnIt++
	default:
		if turned {
			exchange(row)
		}
		r.counts.RowsOut++
		r.counts.Switched += count(turned)
		r.counts.WithCases += count(row.NCases > 0)
		return true, nil
	}
	return false, nil
}

// Reasons are the rows that were left out, by why.
func (t *Turned) Reasons() (out []sumstats.ReasonCount) {
	for _, e := range []sumstats.ReasonCount{
		{Reason: "not_on_panel", N: t.NotOnIt, Sentence: "The reference panel has no variant with these alleles on the forward strand."},
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

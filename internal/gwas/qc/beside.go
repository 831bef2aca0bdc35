package qc

import (
	"context"
	"errors"
	"math"

	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Beside compares rows with a panel on the same assembly. It covers single bases only: the
// reference allele of an insertion or deletion depends on how it is written.
type Beside struct {
	Panel     string `json:"panel"`
	SHA256    string `json:"sha256"`
	Reference int64  `json:"reference_known"`    // rows whose reference allele the panel states
	Mismatch  int64  `json:"reference_mismatch"` // of them, those of which neither allele is the reference's
	Other     int64  `json:"other_strand"`       // of the mismatches, those that read on the other strand have it
	// Frequency counts rows with the two alleles of the panel and a frequency on both
	// sides; FrequencyOff those that differ by more than FrequencyLimit.
	Frequency      int64   `json:"frequency_known"`
	FrequencyOff   int64   `json:"frequency_off"`
	FrequencyLimit float64 `json:"frequency_limit"`
}

// PanelReader passes on rows in genome order and compares them with a panel.
type PanelReader struct {
	rows        sumstats.RowReader
	panel       *cursor
	sorter      *rowsort.Sorter
	sites       []sumstats.Row // of the panel, at the position of the last row
	dict        *variant.Dict
	counts      Beside
	referenceIn string // as of panelCounts
}

// NewPanelReader reads the panel and then rows, which are in genome order and on the
// assembly of the panel, with d as their dictionary. Close it.
func NewPanelReader(ctx context.Context, rows sumstats.RowReader, p *Panel, opt rowsort.Options, d *variant.Dict, limit float64) (*PanelReader, error) {
	sorter, counts, err := sortPanel(ctx, p, opt, d, nil)
	if err != nil {
		return nil, err
	}
	sorted, err := sorter.Reader()
	if err != nil {
		return nil, errors.Join(err, sorter.Close())
	}
	return &PanelReader{rows: rows, panel: newCursor(sorted), sorter: sorter, dict: d, referenceIn: counts.referenceIn,
		counts: Beside{Panel: p.Name, SHA256: counts.sha256, FrequencyLimit: limit}}, nil
}

// ReadRows implements sumstats.RowReader.
func (r *PanelReader) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := r.rows.ReadRows(dst)
	for i := range dst[:n] {
		if besideErr := r.see(&dst[i]); besideErr != nil {
			return i, besideErr
		}
	}
	return n, err
}

// Close releases the resources of the panel.
func (r *PanelReader) Close() error { return r.sorter.Close() }

// Counts returns the counts of the rows read so far.
func (r *PanelReader) Counts() Beside { return r.counts }

func (r *PanelReader) see(row *sumstats.Row) error {
	if err := r.advance(row); err != nil || !row.EA.Single() || !row.OA.Single() {
		return err
	}
	known, match, other := false, false, false
	for i := range r.sites {
		ref := r.sites[i].OA
		if !ref.Single() {
			continue
		}
		known = true
		match = match || ref == row.EA || ref == row.OA
		ref = r.dict.Complement(ref)
		other = other || ref == row.EA || ref == row.OA
	}
	r.counts.Reference += count(known)
	r.counts.Mismatch += count(known && !match)
	r.counts.Other += count(known && !match && other)
	r.frequency(row)
	return nil
}

// advance gathers the sites at the position of the row.
func (r *PanelReader) advance(row *sumstats.Row) error {
	if len(r.sites) > 0 && !before(&r.sites[0], row) {
		return nil // they are there already, or behind it
	}
	r.sites = r.sites[:0]
	for {
		site, err := r.panel.peek()
		if err != nil || site == nil || before(row, site) {
			return err
		}
		if !before(site, row) {
			r.sites = append(r.sites, *site)
		}
		r.panel.take()
	}
}

// frequency compares with the site that has the alleles of the row.
func (r *PanelReader) frequency(row *sumstats.Row) {
	for i := range r.sites {
		site := &r.sites[i]
		expected := site.EAF
		switch {
		case row.EA == site.EA && row.OA == site.OA:
		case row.EA == site.OA && row.OA == site.EA:
			expected = sumstats.ComplementFrequency(expected)
		default:
			continue
		}
		if off := math.Abs(row.EAF - expected); !math.IsNaN(off) {
			r.counts.Frequency++
			r.counts.FrequencyOff += count(off > r.counts.FrequencyLimit)
			return
		}
	}
}

func count(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

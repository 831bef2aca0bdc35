package qc

import (
	"context"
	"errors"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/variant"
)

// Site is a variant of a panel, with its alleles as they are compared with those of
// studies: bases that both share are taken off.
type Site struct {
	Chromosome genome.Chromosome
	Position   int32 // 1-based
	Ref, Alt   string
	Frequency  float64 // of Alt
}

// EachSite passes the variants of a panel that have a frequency to fn, in genome order, and sorts
// them in tempDir. Faults of the panel are a *PanelError.
func EachSite(ctx context.Context, p *Panel, tempDir string, fn func(Site) error) (err error) {
	d := variant.NewDict()
	sorter, _, err := sortPanel(ctx, p, rowsort.Options{Context: ctx, Dict: d, TempDir: tempDir}, d, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sorter.Close()) }()
	sorted, err := sorter.Reader()
	if err != nil {
		return err
	}
	for rows := newCursor(sorted); ; rows.take() {
		row, err := rows.peek()
		if err != nil || row == nil {
			return err
		}
		if math.IsNaN(row.EAF) || !row.Chromosome.Valid() {
			continue
		}
		if err := fn(Site{row.Chromosome, row.Position, d.Text(row.OA), d.Text(row.EA), row.EAF}); err != nil {
			return err
		}
	}
}

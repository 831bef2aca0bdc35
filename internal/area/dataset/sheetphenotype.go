package dataset

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/platform/spreadsheet"
	"cohortium/internal/platform/table"
)

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// findPhenotype decides which phenotype a line changes or adds. One with the same code is changed,
// any other is added.
func (pl *planner) findPhenotype(ctx context.Context, p *plan) error {
	d := &p.draft
	if d.phenotype == "" {
		if d.description != "" || d.dichotomous != nil || d.size != nil || d.cases != nil || d.controls != nil {
			p.refuse(columnPhenotype, "Name the phenotype that this is about.")
		}
		return nil
	}
	listed := known(pl.known, d.phenotype)
	code := d.phenotype
	if listed != nil {
		code = listed.Code
	}
	var existing []*Phenotype
	if p.current != nil {
		var err error
		if existing, err = pl.store.Phenotypes(ctx, p.current.ID); err != nil {
			return err
		}
	}
	if i := slices.IndexFunc(existing, func(e *Phenotype) bool { return strings.EqualFold(e.Code, code) }); i >= 0 {
		p.was = existing[i]
		code = p.was.Code
	} else if len(existing) >= pl.s.cfg.MaxFiles {
		p.refuse(columnPhenotype, "A data set has at most "+decimal(int64(pl.s.cfg.MaxFiles))+" phenotypes.")
	}
	in := p.phenotypeInput(code, listed)
	for _, f := range in.check() {
		p.refuse(phenotypeColumn(f.Field), f.Message)
	}
	p.phenotype = &Phenotype{}
	if p.was != nil {
		*p.phenotype = *p.was
	}
	in.put(p.phenotype)
	return nil
}

// known finds the phenotype of a cell in the list, by code or description.
func known(list []KnownPhenotype, text string) *KnownPhenotype {
	for i, k := range list {
		if strings.EqualFold(k.Code, text) || strings.EqualFold(k.Description, text) {
			return &list[i]
		}
	}
	return nil
}

// phenotypeInput returns the phenotype of a line. Missing values are kept, derived from others, or
// taken from the list.
func (p *plan) phenotypeInput(code string, known *KnownPhenotype) PhenotypeInput {
	d := &p.draft
	in := PhenotypeInput{Code: code, SampleSize: d.GlobalSampleSize, Dichotomous: d.cases != nil || d.controls != nil}
	if known != nil {
		in.Description, in.Dichotomous = known.Description, known.Dichotomous
	}
	if p.was != nil {
		in.Description, in.Dichotomous, in.SampleSize, in.Cases, in.Controls = p.was.Description, p.was.Dichotomous, p.was.SampleSize, p.was.Cases, p.was.Controls
	}
	if d.description != "" {
		in.Description = d.description
	}
	if d.dichotomous != nil {
		in.Dichotomous = *d.dichotomous
	}
	if !in.Dichotomous {
		in.Cases, in.Controls = nil, nil
	}
	if d.cases != nil {
		in.Cases = d.cases
	}
	if d.controls != nil {
		in.Controls = d.controls
	}
	if (d.cases != nil || d.controls != nil) && in.Cases != nil && in.Controls != nil {
		in.SampleSize = *in.Cases + *in.Controls
	}
	if d.size != nil {
		in.SampleSize = *d.size
	}
	return in
}

// phenotypeByValues finds the column of the phenotype if no header names it: the only unrecognised
// column whose filled cells are all in the list of phenotypes.
func phenotypeByValues(found []*column, rows []table.Row, list []KnownPhenotype) {
	if slices.ContainsFunc(found, func(c *column) bool { return c != nil && c.key == columnPhenotype }) {
		return
	}
	at := -1
	for i, c := range found {
		if c != nil || !allKnown(rows, i, list) {
			continue
		}
		if at >= 0 { // two candidates: neither is used
			return
		}
		at = i
	}
	if at >= 0 {
		all := columns()
		found[at] = &all[slices.IndexFunc(all, func(c column) bool { return c.key == columnPhenotype })]
	}
}

// allKnown reports whether a column has filled cells, and each contains a known phenotype.
func allKnown(rows []table.Row, column int, list []KnownPhenotype) bool {
	filled := false
	for _, row := range rows {
		text := spreadsheet.Plain(row.Cells[column])
		if text == "" {
			continue
		}
		if filled = known(list, text) != nil; !filled {
			return false
		}
	}
	return filled
}

package qc

import (
	"context"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// place gives rows without position that of the panel's variant of the same rs
// number. Both streams are in the order of rs numbers. Of several places the
// first whose alleles agree is taken. emit gets every row, with the word whether
// the panel knows it.
func place(ctx context.Context, study, panel *cursor, d *variant.Dict, emit func(r *sumstats.Row, found bool) error) error {
	var sites []sumstats.Row
	for steps := 0; ; steps++ {
		if steps%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r, err := study.peek()
		if err != nil || r == nil {
			return err
		}
		if len(sites) == 0 || sites[0].RSID != r.RSID {
			if sites, err = panel.sitesNamed(r.RSID, sites[:0]); err != nil {
				return err
			}
		}
		row := *r
		study.take()
		if len(sites) == 0 {
			if err := emit(&row, false); err != nil {
				return err
			}
			continue
		}
		at := &sites[0]
		for i := range sites {
			s := site{ref: sites[i].OA, alt: sites[i].EA}
			if ea, oa, s, ok := spell(row.EA, row.OA, s, d); ok && match(ea, oa, s) != noMatch {
				at = &sites[i]
				break
			}
		}
		row.Chromosome, row.Position = at.Chromosome, at.Position
		if err := emit(&row, true); err != nil {
			return err
		}
	}
}

func (c *cursor) sitesNamed(rsid uint64, sites []sumstats.Row) ([]sumstats.Row, error) {
	for {
		p, err := c.peek()
		if err != nil {
			return nil, err
		}
		if p == nil || p.RSID > rsid {
			return sites, nil
		}
		if p.RSID == rsid && rsid > 0 {
			sites = append(sites, *p)
		}
		c.take()
	}
}

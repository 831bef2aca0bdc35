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
	var sites places
	for steps := 0; ; steps++ {
		if steps%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r, err := study.peek()
		if err != nil || r == nil {
			return err
		}
		if sites.rsid != r.RSID || steps == 0 {
			if err = panel.sitesNamed(ctx, r.RSID, &sites); err != nil {
				return err
			}
		}
		row := *r
		study.take()
		found := sites.place(&row, d)
		if err := emit(&row, found); err != nil {
			return err
		}
	}
}

// places are the sites of one rs number. The rsid of a site here is the index of
// its place.
type places struct {
	rsid uint64
	rows []sumstats.Row
	siteIndex
}

// place gives a row the position of the first site whose alleles agree, else of
// the first.
func (p *places) place(r *sumstats.Row, d *variant.Dict) bool {
	if len(p.rows) == 0 {
		return false
	}
	best := uint64(len(p.rows))
	for _, s := range p.candidates(r.EA, r.OA) {
		if ea, oa, spelled, ok := spell(r.EA, r.OA, s, d); ok && match(ea, oa, spelled) != noMatch {
			best = min(best, s.rsid)
		}
	}
	if best == uint64(len(p.rows)) {
		best = 0
	}
	r.Chromosome, r.Position = p.rows[best].Chromosome, p.rows[best].Position
	return true
}

func (c *cursor) sitesNamed(ctx context.Context, rsid uint64, p *places) error {
	p.reset()
	p.rsid, p.rows = rsid, p.rows[:0]
	for steps := 1; ; steps++ {
		r, err := c.peek()
		if err != nil {
			return err
		}
		if r == nil || r.RSID > rsid {
			p.build()
			return nil
		}
		if steps%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if r.RSID == rsid && rsid > 0 {
			p.all = append(p.all, site{ref: r.OA, alt: r.EA, rsid: uint64(len(p.rows))})
			p.rows = append(p.rows, *r)
		}
		c.take()
	}
}

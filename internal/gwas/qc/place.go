package qc

import (
	"context"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// place sets the position of rows without one to that of the panel's variant of the same rs number.
// Both streams are in the order of rs numbers. emit gets every row, with the reason if it has no
// place.
func place(ctx context.Context, study, panel *cursor, d *variant.Dict, emit func(r *sumstats.Row, why sumstats.Reason) error) error {
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
		if err := emit(&row, sites.place(&row, d)); err != nil {
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

// place sets the position of a row to that of the site whose alleles agree, or of the first where
// none agrees. It returns the reason if several agree: then the row is ambiguous.
func (p *places) place(r *sumstats.Row, d *variant.Dict) sumstats.Reason {
	if len(p.rows) == 0 {
		return ReasonUnplaced
	}
	at, _, _, found := p.agreeing(r, d)
	switch {
	case found > 1:
		return ReasonSeveralPlaces
	case found == 0:
		at = p.rows[0]
	}
	r.Chromosome, r.Position = at.Chromosome, at.Position
	return ""
}

// agreeing counts the variants of one number that a row may be, and returns the place of one and
// the alleles of the row in its letters.
func (p *places) agreeing(r *sumstats.Row, d *variant.Dict) (at sumstats.Row, ea, oa variant.Allele, found int) {
	for _, s := range p.candidates(r.EA, r.OA) {
		rowEA, rowOA, spelled, ok := spell(r.EA, r.OA, s, d)
		if !ok || match(rowEA, rowOA, spelled) == noMatch {
			continue
		}
		site := p.rows[s.rsid]
		same := found > 0 && site.Chromosome == at.Chromosome && site.Position == at.Position && pairOf(ea, oa) == pairOf(rowEA, rowOA)
		if !same {
			at, ea, oa = site, rowEA, rowOA
			found++
		}
	}
	return at, ea, oa, found
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

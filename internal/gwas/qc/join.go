package qc

import (
	"context"
	"errors"
	"io"

	"cohortium/internal/gwas/sumstats"
)

const cursorRows = 1024

// cursor looks at a stream row by row.
type cursor struct {
	src  sumstats.RowReader
	buf  []sumstats.Row
	next int
	end  bool // src has no more
}

func newCursor(src sumstats.RowReader) *cursor {
	return &cursor{src: src, buf: make([]sumstats.Row, 0, cursorRows)}
}

// peek returns the next row without taking it, nil at the end.
func (c *cursor) peek() (*sumstats.Row, error) {
	for c.next == len(c.buf) {
		if c.end {
			return nil, nil
		}
		n, err := c.src.ReadRows(c.buf[:cursorRows])
		c.buf, c.next = c.buf[:n], 0
		if errors.Is(err, io.EOF) {
			c.end = true
		} else if err != nil {
			return nil, err
		}
	}
	return &c.buf[c.next], nil
}

func (c *cursor) take() { c.next++ }

func before(a, b *sumstats.Row) bool {
	return a.Chromosome < b.Chromosome || a.Chromosome == b.Chromosome && a.Position < b.Position
}

// join walks study and panel, both in genome order, position by position; panel
// may be nil. emit gets the rows of one position of the study and must copy what
// it keeps.
func join(ctx context.Context, study, panel *cursor, v *resolver, emit func(*decisions) error) error {
	var rows []sumstats.Row
	for steps := 0; ; steps++ {
		if steps%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		first, err := study.peek()
		if err != nil || first == nil {
			return err
		}
		rows = append(rows[:0], *first)
		study.take()
		for {
			r, err := study.peek()
			if err != nil {
				return err
			}
			if r == nil || before(&rows[0], r) {
				break
			}
			rows = append(rows, *r)
			study.take()
		}
		if panel != nil {
			if v.sites, err = panel.sitesAt(&rows[0], v.sites[:0]); err != nil {
				return err
			}
		}
		if err := emit(v.resolve(rows)); err != nil {
			return err
		}
	}
}

// sitesAt moves a panel to the position of r and takes its sites.
func (c *cursor) sitesAt(r *sumstats.Row, sites []site) ([]site, error) {
	for {
		p, err := c.peek()
		if err != nil {
			return nil, err
		}
		if p == nil || before(r, p) {
			return sites, nil
		}
		if !before(p, r) {
			sites = append(sites, site{ref: p.OA, alt: p.EA, af: p.EAF, rsid: p.RSID})
		}
		c.take()
	}
}

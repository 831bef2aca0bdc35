package qc

import (
	"context"
	"errors"
	"fmt"
	"io"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
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
		if rows, err = study.restOfPosition(ctx, rows); err != nil {
			return err
		}
		if panel != nil {
			if err = panel.sitesAt(ctx, &rows[0], &v.sites); err != nil {
				return err
			}
		}
		d, err := v.resolve(ctx, rows)
		if err != nil {
			return err
		}
		if err := emit(d); err != nil {
			return err
		}
	}
}

// maxCrowd bounds how many rows one position may have. It is far above what any
// site has, and is reached when the position column is something else.
const maxCrowd = 1 << 20

// restOfPosition appends the further rows at the position of the first.
func (c *cursor) restOfPosition(ctx context.Context, rows []sumstats.Row) ([]sumstats.Row, error) {
	for {
		r, err := c.peek()
		if err != nil || r == nil || before(&rows[0], r) {
			return rows, err
		}
		if len(rows) == maxCrowd {
			return nil, &textfile.FileError{Code: sumstats.CodeMapping, Line: int64(rows[0].Line),
				What:   fmt.Sprintf("More than %d rows have position %d of chromosome %s.", maxCrowd, rows[0].Position, rows[0].Chromosome),
				Remedy: "Map another column as position, or send the file with the position of each variant."}
		}
		if len(rows)%4096 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		rows = append(rows, *r)
		c.take()
	}
}

// sitesAt moves a panel to the position of r and takes its sites.
func (c *cursor) sitesAt(ctx context.Context, r *sumstats.Row, sites *siteIndex) error {
	sites.reset()
	for steps := 1; ; steps++ {
		p, err := c.peek()
		if err != nil {
			return err
		}
		if p == nil || before(r, p) {
			sites.build()
			return nil
		}
		if steps%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if !before(p, r) {
			if len(sites.all) == maxCrowd {
				return &PanelError{
					Panel: sites.panel,
					Why: fmt.Sprintf(
						"more than %d of its rows have position %d of chromosome %s; is this the right column?",
						maxCrowd,
						r.Position,
						r.Chromosome,
					),
				}
			}
			sites.all = append(sites.all, site{ref: p.OA, alt: p.EA, af: p.EAF, rsid: p.RSID})
		}
		c.take()
	}
}

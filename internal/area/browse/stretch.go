package browse

import (
	"cmp"
	"context"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// The resolution of a figure of a stretch: columns, and steps of −log10 P.
const (
	stretchColumns = 1000
	stretchStep    = 0.1
	maxStretchRows = 1_000_000 // that are read
)

// Stretch is the data of a figure of one result over a long stretch of a chromosome. Positions are
// 1-based on the genome build of the result; Span includes both ends.
type Stretch struct {
	Result    Result
	Span      genome.Region
	Total     int       // variants with a P in it
	Position  []int32   // in order; of variants that overlap in a figure, only the strongest
	NegLog10P []float64 // of the same length
}

// Stretch reads a stretch of any length: errs.Rule for one with more variants than the limit, else
// the errors of Open. by is nil for a caller who is not signed in.
func (s *Service) Stretch(ctx context.Context, by *auth.Identity, ref Ref, region string) (_ *Stretch, err error) {
	defer errs.Wrap(&err, "browse.Stretch(%q, %q)", ref, region)
	o, err := s.Open(ctx, by, ref)
	if err != nil {
		return nil, err
	}
	span, err := parseSpan("region", region, o.Build)
	if err != nil {
		return nil, err
	}
	out := &Stretch{Result: o.Result, Span: span}
	width := max((span.End-span.Start)/stretchColumns, 1)
	column := stretchColumn{}
	for row, err := range o.Rows(ctx, span) {
		if err != nil {
			return nil, err
		}
		if math.IsNaN(row.NegLog10P) {
			continue
		}
		if out.Total == maxStretchRows {
			return nil, tooMany(o, maxStretchRows)
		}
		out.Total++
		if number := (row.Position - span.Start) / width; number != column.number {
			column.moveTo(out, number)
		}
		column.add(row.Position, row.NegLog10P)
	}
	column.moveTo(out, 0)
	return out, nil
}

// stretchColumn is the variants of one column of a figure, the strongest of each step.
type stretchColumn struct {
	number int32
	points []stretchPoint
}

type stretchPoint struct {
	step     int
	position int32
	strength float64
}

func (c *stretchColumn) add(position int32, strength float64) {
	at := stretchPoint{int(strength / stretchStep), position, strength}
	i, there := slices.BinarySearchFunc(c.points, at.step, func(p stretchPoint, step int) int { return cmp.Compare(p.step, step) })
	switch {
	case !there:
		c.points = slices.Insert(c.points, i, at)
	case strength > c.points[i].strength:
		c.points[i] = at
	}
}

// moveTo appends the variants of the column to the stretch, and begins another one.
func (c *stretchColumn) moveTo(out *Stretch, number int32) {
	slices.SortFunc(c.points, func(a, b stretchPoint) int {
		return cmp.Or(cmp.Compare(a.position, b.position), cmp.Compare(a.strength, b.strength))
	})
	for _, p := range c.points {
		out.Position, out.NegLog10P = append(out.Position, p.position), append(out.NegLog10P, p.strength)
	}
	c.number, c.points = number, c.points[:0]
}

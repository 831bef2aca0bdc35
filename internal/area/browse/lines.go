package browse

import (
	"context"
	"fmt"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// TextTable is a Table whose rows can also be read as its file has them. The tables of all sources are.
type TextTable interface {
	Table
	// Columns returns the names of the columns, in order.
	Columns() []string
	// Lines calls fn with each line whose position is in the region, by position, without its end.
	// The line is valid until fn returns.
	Lines(ctx context.Context, region genome.Region, fn func(line []byte) error) error
}

// Lines is a region of a result as the text of its file.
type Lines struct {
	Result  Result
	Span    genome.Region
	Columns []string
	table   TextTable
}

// Each calls fn with each line of the region, by position. It ends with the first error.
func (l *Lines) Each(ctx context.Context, fn func(line []byte) error) error {
	if err := l.table.Lines(ctx, l.Span, fn); err != nil {
		return fmt.Errorf("lines of %s: %w", l.Result.Ref, err)
	}
	return nil
}

// Lines opens a region of any length: errs.Rule for one that does not exist, else the errors of
// Open. by is nil for a caller who is not signed in.
func (s *Service) Lines(ctx context.Context, by *auth.Identity, ref Ref, region string) (_ *Lines, err error) {
	defer errs.Wrap(&err, "browse.Lines(%q, %q)", ref, region)
	o, err := s.Open(ctx, by, ref)
	if err != nil {
		return nil, err
	}
	span, err := parseSpan("region", region, o.Build)
	if err != nil {
		return nil, err
	}
	table, ok := o.Table.(TextTable)
	if !ok {
		return nil, fmt.Errorf("the table of %s has no text", ref)
	}
	return &Lines{Result: o.Result, Span: span, Columns: table.Columns(), table: table}, nil
}

package table

import (
	"cohortium/internal/platform/phrase"
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/platform/errs"
)

// shaper builds a table from lines as they are read. It stops at the first line beyond a limit, so
// that later lines are never in memory.
type shaper struct {
	// sparse lines leave out empty cells at the end, as those of a workbook do.
	sparse bool

	header []string
	head   int // line of the header
	rows   []Row
	faults []string // the first few lines of another width
	uneven int
	cells  int
}

// maxCells bounds the work of reading: empty cells before a filled one count too.
const maxCells = MaxRows * MaxColumns

// add takes the next line.
func (s *shaper) add(ctx context.Context, row Row) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.cells += len(row.Cells); s.cells > maxCells {
		return errs.New(
			errs.TooLarge,
			"too_many_cells",
			"This file has more than %s cells, with the empty ones. Remove what does not belong to the table.",
			phrase.Thousands(maxCells),
		)
	}
	width := filled(row.Cells)
	switch {
	case width == 0: // spreadsheets leave such lines around a table
		return nil
	case width > MaxColumns:
		return errs.New(errs.TooLarge, "too_many_columns", "Line %d has %s columns. The maximum is %d.", row.Line, phrase.Thousands(width), MaxColumns)
	case s.header == nil:
		var err error
		s.header, err = nameColumns(row.Cells[:width], row.Line)
		s.head = row.Line
		return err
	case len(s.rows) == MaxRows:
		return errs.New(errs.TooLarge, "too_many_rows", "This file has more than %s rows, the maximum.", phrase.Thousands(MaxRows))
	}
	s.keep(row, width)
	return nil
}

// keep takes a row with as many cells as the header has. Empty cells at the end
// do not count; other differences are noted.
func (s *shaper) keep(row Row, width int) {
	names := len(s.header)
	n := len(row.Cells)
	switch {
	case width > names || n < names && !s.sparse:
		if s.uneven++; s.uneven <= shownFaults {
			s.faults = append(s.faults, fmt.Sprintf("line %d has %d", row.Line, max(n, width)))
		}
		row.Cells = nil
	case n < names:
		row.Cells = append(row.Cells, make([]string, names-n)...)
	case n > names:
		row.Cells = slices.Clone(row.Cells[:names]) // lets go of the empty ones
	}
	s.rows = append(s.rows, row)
}

// table returns the table of the added lines.
func (s *shaper) table() (*Table, error) {
	switch {
	case s.header == nil:
		return nil, refuse("empty", "This file has no lines. Send a table with a header and at least one row.")
	case len(s.rows) == 0:
		return nil, refuse("header_only", "This file has a header (line %d) but no rows below it.", s.head)
	case s.uneven == 0:
		return &Table{Header: s.header, Rows: s.rows}, nil
	}
	if s.uneven > shownFaults {
		s.faults = append(s.faults, fmt.Sprintf("and so on (%s such lines in all)", phrase.Thousands(s.uneven)))
	}
	return nil, refuse(
		"uneven_rows",
		"The header, line %d, has %s, but %s. Check delimiters and quotes there.",
		s.head,
		cellsOf(len(s.header)),
		strings.Join(s.faults, ", "),
	)
}

package tableindex

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/phrase"
)

// cutter takes cells out of lines. It is not safe for concurrent use. Its results are valid until
// the next line.
type cutter struct {
	layout *layout
	table  *textfile.Layout
	wanted []int // columns, by their number
	most   int   // cells of a line up to the last wanted one
	names  map[string]int
	lists  bool // lists and objects of JSON are cells too, as they are written
	// unknown, unless nil, receives members of JSON that are not columns.
	unknown func(name string)
	spans   []textfile.Span
	cells   [][]byte // of the wanted columns; nil when missing
}

// newCutter returns a cutter for the named columns, or a *ColumnError.
func newCutter(l *layout, columns []string) (*cutter, error) {
	c := &cutter{layout: l, table: l.table(), names: map[string]int{}, cells: make([][]byte, len(columns))}
	at := make(map[string]int, len(l.Names))
	for i, name := range l.Names {
		at[name] = i
	}
	for i, name := range columns {
		n, ok := at[name]
		if !ok {
			return nil, &ColumnError{Column: name, Known: l.Names}
		}
		c.wanted = append(c.wanted, n)
		c.most = max(c.most, n+1)
		c.names[name] = i
	}
	return c, nil
}

// check decides what a line of the source is, and takes the cells of a row. row is false for blank
// lines, comments and the header once more; a line that is not a whole row is a *RowError.
func (c *cutter) check(line []byte, no int64) (row bool, err error) {
	if c.layout.Format == JSONLines {
		if len(bytes.TrimSpace(line)) == 0 {
			return false, nil
		}
		return true, c.object(line, no)
	}
	var kind textfile.Kind
	c.spans, kind = c.table.Cut(line, c.spans, false)
	switch kind {
	case textfile.Row:
		c.take(line)
		return true, nil
	case textfile.Reordered:
		return false, textfile.Misplaced(no)
	case textfile.Ragged:
		return false, &RowError{Line: no, What: cellsOf(len(c.spans), len(c.layout.Names))}
	case textfile.Quoted:
		return false, &RowError{Line: no, What: "A quote is opened and not closed. Cells cannot hold line breaks."}
	}
	return false, nil
}

// known takes the cells of a line that is known to be a row.
func (c *cutter) known(line []byte) error {
	if c.layout.Format == JSONLines {
		return c.object(line, 0)
	}
	c.spans = c.layout.Delimiter.SplitFirst(line, c.most, c.spans)
	if len(c.spans) < c.most {
		return ErrOtherData
	}
	c.take(line)
	return nil
}

func (c *cutter) take(line []byte) {
	for i, n := range c.wanted {
		c.cells[i] = cellText(line, c.spans[n])
	}
}

func (c *cutter) object(line []byte, no int64) error {
	clear(c.cells)
	return members(line, no, func(name string, value []byte) error {
		i, ok := c.names[name]
		if !ok {
			if c.unknown != nil {
				c.unknown(name)
			}
			return nil
		}
		if c.lists && (value[0] == '[' || value[0] == '{') {
			c.cells[i] = value
			return nil
		}
		cell, err := jsonCell(value, name, no)
		if len(cell) > 0 {
			c.cells[i] = cell
		}
		return err
	})
}

// cellText returns the text of a cell: without quotes, doubled ones single, in UTF-8, and without
// blanks around it that are not of ASCII. It is nil for an empty cell.
func cellText(line []byte, s textfile.Span) []byte {
	cell := s.Of(line)
	if len(cell) > 0 && (cell[0] >= utf8.RuneSelf || cell[len(cell)-1] >= utf8.RuneSelf) {
		cell = textfile.TrimCell(cell)
	}
	if len(cell) == 0 {
		return nil
	}
	if s.Start > 0 && line[s.Start-1] == '"' {
		cell = bytes.ReplaceAll(cell, []byte(`""`), []byte(`"`))
	}
	if !utf8.Valid(cell) {
		cell = fromLatin1(cell)
	}
	return cell
}

// fromLatin1 reads bytes that are not UTF-8 as the characters of Latin-1.
func fromLatin1(cell []byte) []byte {
	var b strings.Builder
	for _, c := range cell {
		b.WriteRune(rune(c))
	}
	return []byte(b.String())
}

func cellsOf(got, want int) string {
	remedy := "Export the table again, with quotes around cells that hold the delimiter."
	if got < want {
		remedy = "Its line is cut or broken: get the table again, or correct the line."
	}
	return fmt.Sprintf(
		"The row has %s and the table %s. %s",
		phrase.Counted(int64(got), "cell", "cells"),
		phrase.Counted(int64(want), "column", "columns"),
		remedy,
	)
}

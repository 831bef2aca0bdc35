package textfile

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Table reads a table of facts, such as a genetic map, whose columns are known by
// their names, row by row. Every row has to have all cells.
type Table struct {
	Layout *Layout
	body   *Chunker
}

// OpenTable reads the header of a table. known reports whether a text is a known column name.
func OpenTable(r io.Reader, limits Limits, known func(name string) bool) (*Table, error) {
	f, err := Open(r, limits)
	if err != nil {
		return nil, err
	}
	head, err := f.ReadHead()
	if err != nil {
		return nil, err
	}
	layout, err := DetectLayout(head.Text, head.Complete, limits, known)
	if err != nil {
		if head.Cause != nil {
			err = head.Cause
		}
		return nil, err
	}
	return &Table{Layout: layout, body: f.Body(head, layout)}, nil
}

// Column returns the place of the first of names that is a column, whatever the case; −1 when none
// is.
func (t *Table) Column(names ...string) int {
	for _, name := range names {
		at := slices.IndexFunc(t.Layout.Header, func(h string) bool { return strings.EqualFold(h, name) })
		if at >= 0 {
			return at
		}
	}
	return -1
}

// Fault returns a FileError about a line.
func Fault(line int64, remedy, what string, args ...any) *FileError {
	return &FileError{Code: CodeRow, Line: line, What: fmt.Sprintf(what, args...), Remedy: remedy}
}

// Rows calls fn with each row: its line in the file and its cells, which are valid during the call.
// Blank lines, comments and repetitions of the header are skipped. An error of fn ends it.
func (t *Table) Rows(fn func(line int64, cells [][]byte) error) error {
	var (
		chunk Chunk
		spans []Span
		cells [][]byte
		fault error
	)
	row := func(text []byte, no uint32) {
		if fault != nil {
			return
		}
		var kind Kind
		// A quote is part of a title here: tables of facts are not written by spreadsheets.
		spans, kind = t.Layout.Cut(text, spans, t.Layout.Delimiter == Tab)
		switch kind {
		case Row:
			cells = cells[:0]
			for _, s := range spans {
				cells = append(cells, s.Of(text))
			}
			fault = fn(int64(no), cells)
		case Reordered:
			fault = Misplaced(int64(no))
		case Ragged, Quoted:
			fault = Fault(
				int64(no),
				"Correct the line, or get the file again.",
				"This line has %d columns, where the header has %d.",
				len(spans),
				t.Layout.Columns,
			)
		}
	}
	for more := true; more; {
		more = t.body.Next(&chunk)
		chunk.EachLine(row)
		if fault != nil {
			return fault
		}
	}
	return chunk.Err
}

// Package table reads small tables as people send them: CSV, TSV, other
// delimited text in any usual encoding, also compressed by gzip, bzip2, zstd or
// ZIP, and the first sheet of an XLSX file. It owns what a cell, a line and a
// header are, and imports errs, the text encodings, zstd and excelize. It knows
// nothing about what the columns mean.
package table

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cohortium/internal/errs"
)

// Limits of a table. What is larger is no table that people fill in.
const (
	MaxBytes    = 8 << 20 // after decompression
	MaxRows     = 20_000
	MaxColumns  = 200
	MaxLine     = 1 << 20
	shownFaults = 5
)

// Table is a header and its rows; every row has as many cells as the header.
type Table struct {
	Header []string
	Rows   []Row
}

// Row is one line of the file.
type Row struct {
	Line  int // 1-based, as an editor or spreadsheet counts
	Cells []string
}

// Options are what a reader cannot find out by itself.
type Options struct {
	Latin1 bool // the sender says that text which is not UTF-8 is Latin-1
}

// Read reads a table. What cannot be read as one is errs.Rule or errs.TooLarge
// with a sentence that names the line.
func Read(r io.Reader, opt Options) (*Table, error) {
	content, err := readAll(r)
	if err != nil {
		return nil, err
	}
	var lines []Row
	if isZip(content) {
		lines, err = readSheet(content)
	} else {
		lines, err = readText(content, opt)
	}
	if err != nil {
		return nil, err
	}
	return shape(lines)
}

// Column gives the position of a header, -1 when there is none.
func (t *Table) Column(header string) int { return slices.Index(t.Header, header) }

// shape makes a table of lines, the first of which is the header.
func shape(lines []Row) (*Table, error) {
	lines = slices.DeleteFunc(lines, blank)
	if len(lines) == 0 {
		return nil, refuse("empty", "This file has no lines. Send a table with a header and at least one row.")
	}
	head, rows := lines[0], lines[1:]
	if len(rows) == 0 {
		return nil, refuse("header_only", "This file has a header (line %d) but no rows below it.", head.Line)
	}
	if len(rows) > MaxRows {
		return nil, errs.New(errs.TooLarge, "too_many_rows", "This file has %s rows; at most %s are taken.", Thousands(len(rows)), Thousands(MaxRows))
	}
	width := 0
	for _, row := range lines {
		width = max(width, filled(row.Cells))
	}
	if width > MaxColumns {
		return nil, errs.New(errs.TooLarge, "too_many_columns", "This file has %d columns; at most %d are taken.", width, MaxColumns)
	}
	names := filled(head.Cells)
	header, err := nameColumns(head.Cells[:names], head.Line)
	if err != nil {
		return nil, err
	}
	if err := fit(head, rows, names); err != nil {
		return nil, err
	}
	return &Table{Header: header, Rows: rows}, nil
}

// blank reports a line without content, as spreadsheets leave them below a table.
func blank(r Row) bool { return filled(r.Cells) == 0 }

// filled counts cells without the empty ones at the end.
func filled(cells []string) int {
	n := len(cells)
	for n > 0 && strings.TrimSpace(cells[n-1]) == "" {
		n--
	}
	return n
}

// nameColumns trims the names, gives a name to columns without one and refuses
// two of the same name, by upper or lower case.
func nameColumns(cells []string, line int) ([]string, error) {
	at := make(map[string]int, len(cells))
	header := make([]string, len(cells))
	for i, cell := range cells {
		name := strings.TrimSpace(cell)
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
		}
		if first, twice := at[strings.ToLower(name)]; twice {
			return nil, refuse("duplicate_header", "The header in line %d names %q twice, in columns %d and %d. Rename or remove one of them.", line, name, first, i+1)
		}
		at[strings.ToLower(name)] = i + 1
		header[i] = name
	}
	return header, nil
}

// fit gives every row as many cells as the header has. Empty cells at the end
// do not count; other differences are refused, the first few by line.
func fit(head Row, rows []Row, names int) error {
	var faults []string
	total := 0
	for i := range rows {
		n := len(rows[i].Cells)
		switch {
		case filled(rows[i].Cells) > names || n < names:
			if total++; total <= shownFaults {
				faults = append(faults, fmt.Sprintf("line %d has %d", rows[i].Line, max(n, filled(rows[i].Cells))))
			}
		case n > names:
			rows[i].Cells = rows[i].Cells[:names]
		}
	}
	if total == 0 {
		return nil
	}
	if total > shownFaults {
		faults = append(faults, fmt.Sprintf("and so on (%s such lines in all)", Thousands(total)))
	}
	return refuse("uneven_rows", "The header, line %d, has %s, but %s. Check delimiters and quotes there.", head.Line, cellsOf(names), strings.Join(faults, ", "))
}

func cellsOf(n int) string {
	if n == 1 {
		return "1 column"
	}
	return Thousands(n) + " columns"
}

// Thousands writes 12345 as 12,345, as sentences have it.
func Thousands[T int | int64](n T) string {
	text := strconv.FormatInt(int64(n), 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func refuse(code, format string, args ...any) error {
	return errs.New(errs.Rule, code, format, args...)
}

// shown shortens a piece of a file for a message.
func shown(text string) string {
	const longest = 40
	if utf8.RuneCountInString(text) <= longest {
		return text
	}
	return string([]rune(text)[:longest]) + "…"
}

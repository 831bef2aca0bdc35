// Package table reads small tables as people send them: CSV, TSV, other delimited text in any usual
// encoding, also compressed by gzip, bzip2, zstd or ZIP, and the first sheet of an XLSX file. It
// defines cells, lines and headers, and imports errs, the text encodings, zstd and excelize. It
// knows nothing about what the columns mean.
package table

import (
	"cohortium/internal/platform/phrase"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"cohortium/internal/platform/errs"
)

// Limits of a table. A larger one is not a table that people fill in.
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

// Options are facts that a reader cannot detect.
type Options struct {
	Latin1 bool // text that is not UTF-8 is Latin-1, as the sender states
}

// Read reads a table. A file that is not a table is errs.Rule or errs.TooLarge with a sentence that
// names the line. It ends when ctx does, and keeps no more of a file than a table may hold.
func Read(ctx context.Context, r io.Reader, opt Options) (*Table, error) {
	content, err := readAll(r)
	if err != nil {
		return nil, err
	}
	if isZip(content) {
		return readSheet(ctx, content)
	}
	return readText(ctx, content, opt)
}

// Column returns the position of a header, -1 when there is none.
func (t *Table) Column(header string) int { return slices.Index(t.Header, header) }

// filled counts cells without the empty ones at the end.
func filled(cells []string) int {
	n := len(cells)
	for n > 0 && strings.TrimSpace(cells[n-1]) == "" {
		n--
	}
	return n
}

// nameColumns trims the names, names columns without a name and rejects duplicate names, ignoring
// case.
func nameColumns(cells []string, line int) ([]string, error) {
	at := make(map[string]int, len(cells))
	header := make([]string, len(cells))
	for i, cell := range cells {
		name := strings.TrimSpace(cell)
		if name == "" {
			name = fmt.Sprintf("column %d", i+1)
		}
		if first, twice := at[strings.ToLower(name)]; twice {
			return nil, refuse(
				"duplicate_header",
				"The header in line %d names %q twice, in columns %d and %d. Rename or remove one of them.",
				line,
				name,
				first,
				i+1,
			)
		}
		at[strings.ToLower(name)] = i + 1
		header[i] = name
	}
	return header, nil
}

func cellsOf(n int) string {
	if n == 1 {
		return "1 column"
	}
	return phrase.Thousands(n) + " columns"
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

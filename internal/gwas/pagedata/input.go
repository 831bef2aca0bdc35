package pagedata

import (
	"bytes"
	"context"
	"fmt"
	"unicode/utf8"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/gwas/textfile"
)

// input is an opened source: its columns, its first rows, and all of them once.
type input struct {
	format, compression string
	delimiter           textfile.Delimiter
	header              bool
	names               []string // unique
	guessed             []Type   // by the first rows, or as the format declares
	sample              [][]*string
	findings            []string
	rowWord             string // the word for a numbered row: line or row

	rows  func(ctx context.Context, f func(no int64, cells [][]byte) error) error
	taken func() (done, total int64)
	extra func() []string // columns that turned up behind the first rows
}

// open reads the beginning of a source. known are columns that an earlier reading met.
func open(ctx context.Context, src Source, l Layout, known ...string) (*input, error) {
	in, err := openAny(ctx, src, l, known)
	if err != nil {
		return nil, err
	}
	if len(in.names) > MaxColumns {
		return nil, &textfile.FileError{
			Code:   textfile.CodeTooManyColumns,
			What:   fmt.Sprintf("The table has %d columns. The maximum is %d.", len(in.names), MaxColumns),
			Remedy: "Send the columns that the page is to show.",
		}
	}
	for i, name := range in.names {
		if n := utf8.RuneCountInString(name); n > MaxHeader {
			return nil, &textfile.FileError{
				Code:   textfile.CodeHeader,
				What:   fmt.Sprintf("The name of column %d has %d characters; %d are read at most.", i+1, n, MaxHeader),
				Remedy: "Shorten it.",
			}
		}
	}
	return in, nil
}

func openAny(ctx context.Context, src Source, l Layout, known []string) (*input, error) {
	if isParquet(src) && src.Partial {
		return nil, &textfile.FileError{
			Code:   textfile.CodeTooLarge,
			What:   "A Parquet file is described at its end, and this one is too long to be fetched for a preview.",
			Remedy: "Make the table without a preview, or download the file and upload it.",
		}
	}
	if isParquet(src) {
		return openParquet(ctx, src)
	}
	r, err := tableindex.NewReader(ctx, tableindex.Source{
		Name: src.Name, Data: src.Data, Size: src.Size, Limits: limitsOf(src.Limits), Partial: src.Partial,
		Stated: textfile.Stated{Delimiter: l.Delimiter, Header: l.Header, Any: true},
	}, known...)
	if err != nil {
		return nil, err
	}
	h := r.Head
	in := &input{
		format: string(h.Format), compression: h.Compression, delimiter: r.Delimiter, header: h.Header, sample: r.Sample, rowWord: "line",
		taken: func() (int64, int64) { return r.Taken(), src.Size }, extra: r.Extra,
	}
	if h.Format == tableindex.JSON {
		in.rowWord = "row"
	}
	for i, c := range h.Columns {
		in.names = append(in.names, c.Name)
		in.guessed = append(in.guessed, guessType(c, in.sample, i))
	}
	in.rows = r.Rows
	in.findings = layoutFindings(r)
	return in, nil
}

// limitsOf returns the limits of a source with those of pages.
func limitsOf(l textfile.Limits) textfile.Limits {
	if l.Columns == 0 {
		l.Columns = MaxColumns
	}
	if l.Bytes == 0 {
		l.Bytes = maxBytes
	}
	return l
}

// fault returns the error for a cell.
func (in *input) fault(no int64, column string, format string, args ...any) error {
	place := fmt.Sprintf("%s %d, column %s: ", in.rowWord, no, column)
	return &textfile.FileError{Code: textfile.CodeRow, What: place + fmt.Sprintf(format, args...)}
}

// layoutFindings describes what a user should know of header and names.
func layoutFindings(r *tableindex.Reader) []string {
	var out []string
	if !r.Head.Header && r.Head.Format != tableindex.BED {
		out = append(out, "The file names no columns; they are called column_1, column_2 and so on.")
	}
	for _, c := range r.Renamed {
		if c.From == "" {
			out = append(out, fmt.Sprintf("Column %d has no name; it is called %s.", c.Column+1, c.To))
		} else {
			out = append(out, fmt.Sprintf("Column %d is called %q as an earlier one is; it is called %s.", c.Column+1, c.From, c.To))
		}
	}
	if r.Head.Encoding == "latin-1" {
		out = append(out, "The file is not in UTF-8; it is read as Latin-1. Look at letters with accents.")
	}
	return out
}

// isParquet reports whether the first bytes are those of a Parquet file.
func isParquet(src Source) bool {
	start := make([]byte, 4)
	n, _ := src.Data.ReadAt(start, 0)
	return bytes.Equal(start[:n], []byte("PAR1"))
}

package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// delimiters are tried in this order; of equally good ones the first wins.
var delimiters = []rune{'\t', ';', ',', '|', ' '}

// triedLines is how many lines decide which delimiter a file has.
const triedLines = 200

// readText reads delimited text.
func readText(ctx context.Context, content []byte, opt Options) (*Table, error) {
	text, err := decode(content, opt)
	if err != nil {
		return nil, err
	}
	if line, ok := longLine(text); ok {
		return nil, refuse("long_line", "Line %d is longer than %d KiB. Check the line ends of the file.", line, MaxLine>>10)
	}
	text, skipped := withoutComments(text)
	sep, rest := announced(text)
	if sep == 0 {
		sep = delimiterOf(text)
	} else {
		text = rest
		skipped++
	}
	lines := new(shaper)
	for row, err := range split(text, sep) {
		var syntax *csv.ParseError
		if errors.As(err, &syntax) {
			return nil, refuse("quotes", "The quotes in line %d are not balanced. Write a quote within a cell as two quotes.", syntax.StartLine+skipped)
		}
		row.Line += skipped
		if err := errors.Join(err, lines.add(ctx, row)); err != nil {
			return nil, err
		}
	}
	return lines.table()
}

// announced returns the delimiter that a first line such as sep=; names, 0 without one. Spreadsheet
// programs write and follow it.
func announced(text []byte) (sep rune, rest []byte) {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	name, found := bytes.CutPrefix(bytes.ToLower(line), []byte("sep="))
	if sep, _ := utf8.DecodeRune(name); found && len(name) == 1 && slices.Contains(delimiters, sep) {
		return sep, rest
	}
	return 0, text
}

func longLine(text []byte) (int, bool) {
	n := 0
	for line := range bytes.Lines(text) {
		if n++; len(line) > MaxLine {
			return n, true
		}
	}
	return 0, false
}

// withoutComments drops lines that begin with # above the header. The last of
// them is the header itself when it has as many cells as the line below it.
func withoutComments(text []byte) (rest []byte, skipped int) {
	rest = text
	for len(rest) > 0 && rest[0] == '#' {
		line, below, _ := bytes.Cut(rest, []byte("\n"))
		next, _, _ := bytes.Cut(below, []byte("\n"))
		if !bytes.HasPrefix(line, []byte("##")) && !bytes.HasPrefix(next, []byte("#")) && sameWidth(line, next) {
			return rest[1:], skipped
		}
		rest = below
		skipped++
	}
	return rest, skipped
}

func sameWidth(a, b []byte) bool {
	sep := delimiterOf(append(append(bytes.Clone(b), '\n'), b...))
	return len(bytes.Split(a, []byte(string(sep)))) == len(bytes.Split(b, []byte(string(sep)))) && bytes.ContainsRune(b, sep)
}

// delimiterOf finds the delimiter under which the first lines have the most
// even columns.
func delimiterOf(text []byte) rune {
	best, bestScore := delimiters[0], 0.0
	for _, sep := range delimiters {
		if score := evenness(text, sep); score > bestScore {
			best, bestScore = sep, score
		}
	}
	return best
}

// evenness returns the share of lines with as many cells as the header, 0 when the header has one
// cell only. Spaces are common within cells and count for less.
func evenness(text []byte, sep rune) float64 {
	head := text
	if n := nthLine(text, triedLines); n < len(text) {
		head = text[:n]
	}
	width, lines, even := 0, 0, 0
	for line, err := range split(head, sep) {
		if err != nil {
			break // a fault further down does not change the delimiter
		}
		if lines++; lines == 1 {
			width = len(line.Cells)
		}
		if len(line.Cells) == width {
			even++
		}
	}
	if width < 2 {
		return 0
	}
	share := float64(even) / float64(lines)
	if sep == ' ' {
		share /= 2
	}
	return share
}

// nthLine returns the offset behind n lines, or the length of the text.
func nthLine(text []byte, n int) int {
	at := 0
	for ; n > 0 && at < len(text); n-- {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	return at
}

// split cuts text into cells by RFC 4180, or at runs of spaces, line by line.
func split(text []byte, sep rune) iter.Seq2[Row, error] {
	if sep == ' ' {
		return func(yield func(Row, error) bool) {
			n := 0
			for line := range bytes.Lines(text) {
				if n++; !yield(Row{Line: n, Cells: strings.Fields(string(line))}, nil) {
					return
				}
			}
		}
	}
	return func(yield func(Row, error) bool) {
		r := csv.NewReader(bytes.NewReader(text))
		r.Comma, r.FieldsPerRecord = sep, -1
		for {
			cells, err := r.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			line := 0
			if err == nil {
				line, _ = r.FieldPos(0)
			}
			if !yield(Row{Line: line, Cells: cells}, err) || err != nil {
				return
			}
		}
	}
}

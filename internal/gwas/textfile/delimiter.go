package textfile

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// Delimiter separates two cells of a line.
type Delimiter string

// The delimiters that are recognised. Spaces is one or more spaces or tabs, with
// leading and trailing ones ignored.
const (
	Tab       Delimiter = "tab"
	Comma     Delimiter = "comma"
	Semicolon Delimiter = "semicolon"
	Pipe      Delimiter = "pipe"
	Space     Delimiter = "space"
	Spaces    Delimiter = "spaces"
)

// delimiters are in order of preference when two explain a file equally well.
var delimiters = []Delimiter{Tab, Comma, Semicolon, Pipe, Space, Spaces}

// Byte returns the byte between two cells, a space for Spaces.
func (d Delimiter) Byte() byte {
	switch d {
	case Comma:
		return ','
	case Semicolon:
		return ';'
	case Pipe:
		return '|'
	case Space, Spaces:
		return ' '
	}
	return '\t'
}

// Span is a cell of a line: line[Start:End].
type Span struct{ Start, End int32 }

// Of returns the text of the cell.
func (s Span) Of(line []byte) []byte { return line[s.Start:s.End] }

// Split appends the cells of line, which has no line end, to spans[:0]. Cells in double quotes may
// hold the delimiter; the quotes are not part of the cell. It returns false when a quote is not
// closed.
func (d Delimiter) Split(line []byte, spans []Span) ([]Span, bool) {
	if bytes.IndexByte(line, '"') >= 0 {
		return d.splitQuoted(line, spans[:0])
	}
	if d == Spaces {
		return splitRuns(line, spans[:0]), true
	}
	return SplitPlain(line, d.Byte(), spans[:0]), true
}

// SplitFirst is Split for the first cells of a line, of which few are needed.
func (d Delimiter) SplitFirst(line []byte, most int, spans []Span) []Span {
	if d == Spaces || bytes.IndexByte(line, '"') >= 0 {
		spans, _ = d.Split(line, spans)
		return spans[:min(most, len(spans))]
	}
	spans, sep := spans[:0], d.Byte()
	for start := 0; len(spans) < most; {
		end := bytes.IndexByte(line[start:], sep)
		if end < 0 {
			return append(spans, Span{int32(start), int32(len(line))})
		}
		spans = append(spans, Span{int32(start), int32(start + end)})
		start += end + 1
	}
	return spans
}

// SplitPlain looks for the separator in eight bytes at a time. A byte of word is
// zero where line has the separator; the sum of its low bits and 0x7f then leaves
// the high bit clear, which no other byte does.
func SplitPlain(line []byte, sep byte, spans []Span) []Span {
	const low, every = 0x7f7f7f7f7f7f7f7f, 0x0101010101010101
	pattern := every * uint64(sep)
	start, i := int32(0), 0
	for ; i+8 <= len(line); i += 8 {
		word := binary.LittleEndian.Uint64(line[i:]) ^ pattern
		hits := ^((word&low + low) | word | low)
		for ; hits != 0; hits &= hits - 1 {
			at := int32(i + bits.TrailingZeros64(hits)/8)
			spans = append(spans, Span{start, at})
			start = at + 1
		}
	}
	for ; i < len(line); i++ {
		if line[i] == sep {
			spans = append(spans, Span{start, int32(i)})
			start = int32(i) + 1
		}
	}
	return append(spans, Span{start, int32(len(line))})
}

func splitRuns(line []byte, spans []Span) []Span {
	i, n := 0, len(line)
	for {
		for i < n && (line[i] == ' ' || line[i] == '\t') {
			i++
		}
		if i == n {
			return spans
		}
		start := i
		for i < n && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		spans = append(spans, Span{int32(start), int32(i)})
	}
}

// splitQuoted honours quotes that open at the start of a cell. A doubled quote
// inside a cell stays as it is: no field of interest holds one.
func (d Delimiter) splitQuoted(line []byte, spans []Span) ([]Span, bool) {
	sep, runs := d.Byte(), d == Spaces
	isSep := func(c byte) bool { return c == sep || runs && c == '\t' }
	i, n := 0, len(line)
	for {
		if runs {
			for i < n && isSep(line[i]) {
				i++
			}
			if i == n {
				return spans, true
			}
		}
		start, end := i, 0
		if i < n && line[i] == '"' {
			if end = closingQuote(line, i+1); end < 0 {
				return spans, false
			}
			start, i = i+1, end+1
			for i < n && !isSep(line[i]) {
				i++ // text behind the closing quote belongs to no cell
			}
		} else {
			for i < n && !isSep(line[i]) {
				i++
			}
			end = i
		}
		spans = append(spans, Span{int32(start), int32(end)})
		if i >= n {
			return spans, true
		}
		i++
	}
}

// closingQuote finds the quote that ends a cell, passing over doubled ones.
func closingQuote(line []byte, i int) int {
	for ; i < len(line); i++ {
		if line[i] != '"' {
			continue
		}
		if i+1 < len(line) && line[i+1] == '"' {
			i++
			continue
		}
		return i
	}
	return -1
}

// shape is how a delimiter cuts a sample of lines.
type shape struct {
	delimiter Delimiter
	columns   int     // most frequent number of columns
	share     float64 // of lines with that number
}

// shapeOf counts the cells of each line. A header of want columns settles the number when a good
// part of the lines agrees with it.
func (d Delimiter) shapeOf(lines [][]byte, want int) shape {
	counts := map[int]int{}
	var spans []Span
	for _, line := range lines {
		spans, _ = d.Split(line, spans)
		n := len(spans)
		if n > 1 && n != want && spans[n-1].Start == spans[n-1].End && d != Spaces {
			n-- // a trailing delimiter, not an empty last cell
		}
		counts[n]++
	}
	s := shape{delimiter: d}
	best := 0
	for n, c := range counts {
		if c > best || c == best && n > s.columns {
			best, s.columns = c, n
		}
	}
	if want > 1 && 4*counts[want] >= len(lines) {
		best, s.columns = counts[want], want
	}
	if len(lines) > 0 {
		s.share = float64(best) / float64(len(lines))
	}
	return s
}

// detectDelimiter finds the delimiter of the body and, separately, that of the header line: some
// files separate names by spaces and cells by tabs.
func detectDelimiter(header []byte, body [][]byte, among []Delimiter) (head, rows shape) {
	best := shape{}
	bestRank := -1.0
	tabs := Tab.shapeOf(body, 0)
	tabbed := tabs.columns > 1 && tabs.share == 1 && Tab.shapeOf([][]byte{header}, 0).columns == tabs.columns
	for _, d := range among {
		s := d.shapeOf(body, d.shapeOf([][]byte{header}, 0).columns)
		if s.columns < 2 {
			continue
		}
		h := bestHeader(header, s)
		rank := s.share * 100
		if h.columns == s.columns {
			rank += 1000
		}
		if h.delimiter == d && h.columns == s.columns {
			rank += 20
		}
		if d == Spaces && !usesRuns(body) {
			rank -= 30 // a single space explains the same
		}
		if d.Byte() == ' ' && (tabbed || bytes.Contains(header, []byte(" | "))) {
			rank -= 50 // the blanks within cells, or around bars
		}
		rank += float64(min(s.columns, 40)) / 4
		if rank > bestRank {
			bestRank, best, head = rank, s, h
		}
	}
	return head, best
}

// bestHeader returns the delimiter that splits the header line into the columns of the body,
// preferring the delimiter of the body itself.
func bestHeader(header []byte, body shape) shape {
	own := body.delimiter.shapeOf([][]byte{header}, 0)
	if own.columns == body.columns {
		return own
	}
	for _, d := range delimiters {
		if s := d.shapeOf([][]byte{header}, 0); s.columns == body.columns {
			return s
		}
	}
	return own
}

// usesRuns reports whether lines begin with a blank, or have two in a row, or mix spaces and tabs
// between cells.
func usesRuns(lines [][]byte) bool {
	for _, line := range lines {
		if len(line) > 0 && (line[0] == ' ' || line[len(line)-1] == ' ') || bytes.Contains(line, []byte("  ")) {
			return true
		}
		if bytes.IndexByte(line, '\t') >= 0 && bytes.IndexByte(line, ' ') >= 0 {
			return true
		}
	}
	return false
}

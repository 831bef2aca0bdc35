package textfile

import "bytes"

// Kind is what a line behind the header is.
type Kind uint8

// The kinds of lines. All but blank ones and comments are rows that a reader has
// to account for; Row alone has a cell for each column.
const (
	Row      Kind = iota
	Blank         // nothing, or nothing but blanks
	Comment       // begins with # and has not the cells of a row
	Repeated      // the header once more
	Ragged        // another number of cells than the header
	Quoted        // a quote is opened and not closed
)

// Cut decides what a line is, for all who read the body, and cuts it into cells,
// which it appends to spans[:0]. The line has no line end. What has the header's
// number of cells is a row whatever its first cell begins with: GWAS-SSF writes
// #NA for a missing value. One empty cell too many, at the end, is a trailing
// delimiter. unquoted says that the line is known to hold no quote.
func (l *Layout) Cut(line []byte, spans []Span, unquoted bool) ([]Span, Kind) {
	if len(line) == 0 {
		return spans[:0], Blank
	}
	closed := true
	if unquoted && l.Delimiter != Spaces {
		spans = SplitPlain(line, l.Delimiter.Byte(), spans[:0])
	} else {
		spans, closed = l.Delimiter.Split(line, spans)
	}
	n := len(spans)
	if n == l.Columns+1 && spans[n-1].Start == spans[n-1].End {
		n--
		spans = spans[:n]
	}
	if n != l.Columns || !closed {
		return spans, l.kindOfOther(line, closed)
	}
	if len(line) == len(l.HeaderText) && line[0] == l.HeaderText[0] && string(line) == l.HeaderText {
		return spans, Repeated
	}
	return spans, Row
}

// kindOfOther is the kind of a line that has not the cells of a row.
func (l *Layout) kindOfOther(line []byte, closed bool) Kind {
	text := bytes.TrimSpace(line)
	switch {
	case len(text) == 0:
		return Blank
	case string(text) == string(bytes.TrimSpace([]byte(l.HeaderText))):
		return Repeated
	case line[0] == '#':
		return Comment
	case !closed:
		return Quoted
	}
	return Ragged
}

// EachLine calls f with each line of the chunk and its number, without line ends.
func (c *Chunk) EachLine(f func(line []byte, no uint32)) {
	text, no := c.Text, c.Line
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		f(bytes.TrimSuffix(line, []byte{'\r'}), no)
		no++
	}
}

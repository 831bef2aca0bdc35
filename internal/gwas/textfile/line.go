package textfile

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a line behind the header.
type Kind uint8

// The kinds of lines. All but blank ones and comments are rows that a reader has
// to account for; Row alone has a cell for each column.
const (
	Row       Kind = iota
	Blank          // nothing, or only blanks
	Comment        // begins with # and does not have the cells of a row
	Repeated       // the header once more
	Ragged         // another number of cells than the header
	Quoted         // a quote is opened and not closed
	Reordered      // the names of the columns in another order
)

// Cut decides the kind of a line, for all readers of the body, and cuts it into cells, which it
// appends to spans[:0]. The line has no line end. A line with the header's number of cells is a row
// whatever its first cell begins with: GWAS-SSF writes #NA for a missing value. One empty cell too
// many, at the end, is a trailing delimiter. unquoted reports that the line is known to have no
// quote.
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
	return spans, l.kindOfRow(line, spans)
}

// fewestReordered is how many columns a header has whose names another row cannot hold by
// chance.
const fewestReordered = 4

// kindOfRow returns Row, unless all cells are names of columns. The ends of nearly every row show
// at once that they are values.
func (l *Layout) kindOfRow(line []byte, spans []Span) Kind {
	if len(spans) < fewestReordered {
		return Row
	}
	for _, s := range [2]Span{spans[0], spans[len(spans)-1]} {
		if s.Start == s.End || line[s.Start] >= '+' && line[s.Start] <= '9' {
			return Row
		}
	}
	kind := Repeated
	for i, s := range spans {
		at := slices.Index(l.Header, CleanHeader(s.Of(line)))
		if at < 0 {
			return Row
		}
		if at != i {
			kind = Reordered
		}
	}
	return kind
}

// Misplaced returns the error of a line that is Reordered.
func Misplaced(line int64) *FileError {
	return &FileError{Code: CodeHeader, Line: line, What: "A second header has the same names in another order: the columns change places here.",
		Remedy: "Two tables were joined. Give both the same columns, or send each as a separate file."}
}

// TrimCell returns the text of a cell without the blanks around it, including those of Unicode and
// Latin-1 and invisible characters.
func TrimCell(b []byte) []byte {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r != utf8.RuneError && !isBlank(r) || r == utf8.RuneError && b[0] != latin1Space {
			break
		}
		b = b[size:]
	}
	for len(b) > 0 {
		r, size := utf8.DecodeLastRune(b)
		if r != utf8.RuneError && !isBlank(r) || r == utf8.RuneError && b[len(b)-1] != latin1Space {
			break
		}
		b = b[:len(b)-size]
	}
	return b
}

const latin1Space = 0xa0

// isBlank reports whether r is a space of any width, or has no width.
func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }

// plainBlank writes a blank as a space, and leaves out what has no width.
func plainBlank(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	}
	return r
}

// kindOfOther returns the kind of a line that does not have the cells of a row.
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

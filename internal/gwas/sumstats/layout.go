package sumstats

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// layout is how the text of a file is laid out: where the table begins, what
// separates its cells, and what its columns are called.
type layout struct {
	delimiter       Delimiter
	headerDelimiter Delimiter
	header          []string
	headerText      string // the header line as it stands
	headerLine      int    // 1-based; 0 when the file has none
	comments        []string
	bodyStart       int // offset of the first row in the head
	bodyLine        int // its 1-based line
	rowNames        bool
	generated       bool // names were made up: the file has no header
	vcf             *vcfLayout
	columns         int // cells of a row before a VCF is unfolded
}

// headSize is how much decompressed text is looked at to find the layout.
const headSize = 512 << 10

// headComments is how much of it may be comments before that is an error.
const headComments = 32 << 20

// layoutLines is how many rows decide on delimiter and header.
const layoutLines = 200

// readHead reads the beginning of the text: enough for the layout, or everything
// when the file is short. complete says that it is the whole text; cause is the
// error that cut it short, if any. Lone carriage returns become line feeds.
func (c *container) readHead(want int) (head []byte, complete bool, ends lineEnds, cause error) {
	for size := want; ; size *= 4 {
		grown := make([]byte, size)
		n := copy(grown, head)
		m, err := io.ReadFull(c.text, grown[n:])
		head = grown[:n+m]
		switch {
		case err == nil:
		case endOfText(err):
			complete = true
		default:
			complete, cause = true, err
		}
		if complete || size >= headComments || !onlyComments(head) {
			break
		}
	}
	ends.normalise(head, complete)
	ends.lf = bytes.Count(head, []byte{'\n'}) - ends.crlf - ends.cr
	return head, complete, ends, cause
}

// endOfText says whether io.ReadFull met the regular end of the text. A stream that
// is cut off has a FileError instead.
func endOfText(err error) bool {
	var fault *FileError
	return !errors.As(err, &fault) && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF))
}

func onlyComments(head []byte) bool {
	for _, line := range bytes.Split(head, []byte{'\n'}) {
		if len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// lineEnds counts the ways lines end in the head and makes them uniform.
type lineEnds struct{ lf, crlf, cr int }

// normalise turns lone carriage returns into line feeds in place. A final one is
// left when more text follows, since its line feed may be next.
func (e *lineEnds) normalise(text []byte, complete bool) {
	for i := 0; i < len(text); {
		j := bytes.IndexByte(text[i:], '\r')
		if j < 0 {
			break
		}
		i += j
		switch {
		case i+1 < len(text) && text[i+1] == '\n':
			e.crlf++
			i++
		case i+1 == len(text) && !complete:
		default:
			text[i] = '\n'
			e.cr++
		}
		i++
	}
}

func (e lineEnds) String() string {
	switch {
	case e.crlf > 0 && e.lf == 0 && e.cr == 0:
		return "crlf"
	case e.cr > 0 && e.lf == 0 && e.crlf == 0:
		return "cr"
	case e.cr > 0 || e.crlf > 0:
		return "mixed"
	}
	return "lf"
}

// headLine is a line of the head with its place.
type headLine struct {
	text   []byte
	offset int
	number int
}

// headLines cuts the head into lines that are not blank, without line ends. A
// line that may be cut off at the end is left out unless the head is complete.
func headLines(head []byte, complete bool, most int) (lines []headLine) {
	rows := 0
	for offset, number := 0, 1; offset < len(head) && rows < most; number++ {
		end := bytes.IndexByte(head[offset:], '\n')
		next := offset + end + 1
		if end < 0 {
			if !complete {
				break
			}
			end, next = len(head)-offset, len(head)
		}
		text := bytes.TrimSuffix(head[offset:offset+end], []byte{'\r'})
		if len(bytes.TrimSpace(text)) > 0 {
			lines = append(lines, headLine{text, offset, number})
			if text[0] != '#' {
				rows++
			}
		}
		offset = next
	}
	return lines
}

// detectLayout finds the layout from the head. complete says that the head is the
// whole text, so that its last line is no fragment.
func detectLayout(head []byte, complete bool, limits Limits) (*layout, error) {
	lines := headLines(head, complete, layoutLines+1)
	l := &layout{}
	first := 0
	for first < len(lines) && lines[first].text[0] == '#' {
		l.comments = append(l.comments, string(lines[first].text))
		first++
	}
	if first == len(lines) {
		return nil, l.noRows(lines, complete, limits)
	}
	var body [][]byte
	for _, line := range lines[first+1:] {
		if line.text[0] != '#' {
			body = append(body, line.text)
		}
	}
	if err := l.placeHeader(lines, first, body); err != nil {
		return nil, err
	}
	if l.columns > limits.Columns {
		return nil, &FileError{Code: CodeTooManyColumns, Line: int64(l.bodyLine), What: fmt.Sprintf("The table has %d columns; at most %d are read.", l.columns, limits.Columns), Remedy: "Send the columns of one analysis only."}
	}
	return l, l.nameColumns()
}

// noRows explains a head without any line that is not a comment.
func (l *layout) noRows(lines []headLine, complete bool, limits Limits) error {
	if !complete {
		return &FileError{Code: CodeLineTooLong, Line: 1, What: fmt.Sprintf("The first line is longer than %d bytes.", limits.Line), Remedy: "Check that the file has line ends and is a table of text."}
	}
	if len(lines) == 0 {
		return &FileError{Code: CodeEmpty, What: "The file holds blank lines only.", Remedy: "Check that the export finished, and send the file again."}
	}
	return &FileError{Code: CodeNoRows, What: "The file holds comments and no rows.", Remedy: "Check that the export finished, and send the file again."}
}

// placeHeader decides which line names the columns: the last comment line when it
// has the columns of the rows, else the first other line unless that is data.
func (l *layout) placeHeader(lines []headLine, first int, body [][]byte) error {
	candidate := lines[first]
	all := append([][]byte{candidate.text}, body...)
	if first > 0 && !bytes.HasPrefix(lines[first-1].text, []byte("##")) {
		above := lines[first-1]
		head, rows := detectDelimiter(above.text, all)
		if rows.columns > 1 && head.columns == rows.columns && looksLikeData(candidate.text, rows.delimiter) {
			l.comments = l.comments[:first-1]
			l.take(above, head, rows)
			l.bodyStart, l.bodyLine = candidate.offset, candidate.number
			return nil
		}
	}
	if len(body) == 0 {
		return l.singleLine(candidate)
	}
	head, rows := detectDelimiter(candidate.text, body)
	if rows.columns < 2 {
		return &FileError{Code: CodeDelimiter, Line: int64(candidate.number), What: "The lines cannot be cut into columns: neither tab, comma, semicolon, pipe nor space separates them.", Remedy: "Export the table with tabs between columns."}
	}
	if looksLikeData(candidate.text, rows.delimiter) {
		l.generated = true
		l.delimiter, l.headerDelimiter, l.columns = rows.delimiter, rows.delimiter, rows.columns
		l.bodyStart, l.bodyLine = candidate.offset, candidate.number
		return nil
	}
	l.take(candidate, head, rows)
	next := lines[first+1]
	l.bodyStart, l.bodyLine = next.offset, next.number
	return nil
}

// singleLine handles a file of one line: a header without rows, or not a table.
func (l *layout) singleLine(line headLine) error {
	return &FileError{Code: CodeNoRows, Line: int64(line.number), What: "The file has a header and no rows.", Remedy: "Check that the export finished, and send the file again."}
}

func (l *layout) take(line headLine, head, rows shape) {
	l.headerText, l.headerLine = string(line.text), line.number
	l.delimiter, l.headerDelimiter, l.columns = rows.delimiter, head.delimiter, rows.columns
	l.rowNames = head.columns == rows.columns-1
}

// looksLikeData says whether a line holds values and not names: some cell is a
// number and hardly any cell is a known header.
func looksLikeData(line []byte, d Delimiter) bool {
	spans, _ := d.split(line, nil)
	numbers, names := 0, 0
	for _, s := range spans {
		cell := s.of(line)
		if _, ok := ParseFloat(cell); ok {
			numbers++
		} else if _, ok := aliasOf(normaliseHeader(string(cell))); ok && len(cell) > 1 {
			names++
		}
	}
	return numbers > 0 && names <= 1
}

// nameColumns cuts the header line into names and refuses duplicates.
func (l *layout) nameColumns() error {
	if l.generated {
		for i := range l.columns {
			l.header = append(l.header, fmt.Sprintf("column_%d", i+1))
		}
		return nil
	}
	text := []byte(l.headerText)
	spans, ok := l.headerDelimiter.split(text, nil)
	if !ok {
		return &FileError{Code: CodeHeader, Line: int64(l.headerLine), What: "A quote is opened and not closed in the header.", Remedy: "Correct the header line."}
	}
	if l.rowNames {
		l.header = append(l.header, "row_name")
	}
	for i, s := range spans {
		name := cleanHeader(s.of(text))
		if name == "" {
			if i == len(spans)-1 && len(spans) > l.columns {
				break
			}
			name = fmt.Sprintf("column_%d", len(l.header)+1)
		}
		l.header = append(l.header, name)
	}
	if err := l.refuseDuplicates(); err != nil {
		return err
	}
	if len(l.header) != l.columns {
		return &FileError{Code: CodeDelimiter, Line: int64(l.headerLine), What: fmt.Sprintf("The header has %d columns and the rows have %d.", len(l.header), l.columns), Remedy: "Correct the header, or export the table again with one delimiter."}
	}
	return l.unfoldVCF()
}

func (l *layout) refuseDuplicates() error {
	seen := map[string]bool{}
	var twice []string
	for _, name := range l.header {
		if seen[name] {
			twice = append(twice, name)
		}
		seen[name] = true
	}
	if len(twice) == 0 {
		return nil
	}
	return &FileError{Code: CodeHeader, Line: int64(l.headerLine), What: "The header has the same name twice: " + strings.Join(twice, ", ") + ".", Remedy: "Rename or remove one of the columns."}
}

// cleanHeader strips what is not part of a name: a byte order mark, blanks,
// quotes and one leading #. Latin-1 bytes become the characters they stand for.
func cleanHeader(b []byte) string {
	s := string(b)
	if !utf8.Valid(b) {
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
		}
		s = string(runes)
	}
	s = strings.Trim(strings.TrimPrefix(s, "\ufeff"), " \t\"'")
	return strings.Trim(strings.TrimPrefix(s, "#"), " ")
}

// normaliseHeader is the form in which headers are compared: cleaned, lower case,
// each run of space, dot, dash and underscore one underscore.
func normaliseHeader(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(cleanHeader([]byte(s))) {
		switch r {
		case ' ', '.', '-', '_':
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('_')
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String()
}

// headerHash identifies files with the identical header line.
func (l *layout) headerHash() string {
	sum := sha256.Sum256([]byte(strings.Join(l.header, "\t")))
	return hex.EncodeToString(sum[:])
}

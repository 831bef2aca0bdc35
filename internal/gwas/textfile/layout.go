package textfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Layout is how the text of a file is laid out: where the table begins, what separates its cells,
// and the names of its columns.
type Layout struct {
	Delimiter       Delimiter
	HeaderDelimiter Delimiter
	Header          []string
	HeaderText      string   // the header line as written
	HeaderLine      int      // 1-based; 0 when the file has none
	Comments        []string // the first of those before the table
	CommentLines    int      // how many there are
	BodyStart       int      // offset of the first row in the head
	BodyLine        int      // its 1-based line
	RowNames        bool
	Generated       bool // names were made up: the file has no header
	Columns         int  // cells of a row
	Renamed         []Renaming
}

// layoutLines is how many rows decide on delimiter and header.
const layoutLines = 200

// headLinesKept is how many comments are kept, and how many lines of the head: a head of only short
// comments would take many times its memory.
const headLinesKept = 5000

// detector finds the layout of one file.
type detector struct {
	Layout
	stated Stated
	known  func(name string) bool
}

// headLine is a line of the head with its place.
type headLine struct {
	text   []byte
	offset int
	number int
}

// headLines cuts the head into lines that are not blank, without line ends. A
// line that may be cut off at the end is left out unless the head is complete.
// leading is the number of comments before the first other line: of very many, the
// first ones and the last are among the lines.
func headLines(head []byte, complete bool, most int) (lines []headLine, leading int) {
	rows := 0
	for offset, number := 0, 1; offset < len(head) && rows < most && len(lines) < 2*headLinesKept; number++ {
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
			switch {
			case !isComment(text):
				rows++
			case rows == 0:
				if leading++; leading > headLinesKept+1 { // the last comment may be the header
					lines = lines[:len(lines)-1]
				}
			}
			lines = append(lines, headLine{text, offset, number})
		}
		offset = next
	}
	return lines, leading
}

// missingWithHash are the missing values that begin as comments do.
var missingWithHash = [][]byte{[]byte("#NA"), []byte("#N/A")}

// isComment is for lines whose number of cells cannot be compared yet: a first cell that is a
// missing value begins a row.
func isComment(line []byte) bool {
	if line[0] != '#' {
		return false
	}
	for _, token := range missingWithHash {
		rest, is := bytes.CutPrefix(line, token)
		if is && len(rest) > 0 && bytes.IndexByte([]byte("\t,;| "), rest[0]) >= 0 {
			return false
		}
	}
	return true
}

// DetectLayout finds the layout from the head. complete reports that the head is the whole text, so
// its last line is not a fragment; known reports whether a text is a known column name.
func DetectLayout(head []byte, complete bool, limits Limits, known func(name string) bool) (*Layout, error) {
	return DetectStatedLayout(head, complete, limits, known, Stated{})
}

// DetectStatedLayout is DetectLayout for a file with statements of a user.
func DetectStatedLayout(head []byte, complete bool, limits Limits, known func(name string) bool, stated Stated) (*Layout, error) {
	limits = limits.withDefaults()
	if err := refuseJSON(head); err != nil && !stated.Any {
		return nil, err
	}
	lines, leading := headLines(head, complete, layoutLines+1)
	if err := refusePrinted(lines); err != nil {
		return nil, err
	}
	l := &detector{known: known, stated: stated}
	l.CommentLines = leading
	first := 0
	for first < len(lines) && isComment(lines[first].text) {
		l.Comments = append(l.Comments, string(lines[first].text))
		first++
	}
	if first == len(lines) {
		return nil, l.noRows(lines, complete, limits)
	}
	var body [][]byte
	for _, line := range lines[first+1:] {
		if !isComment(line.text) {
			body = append(body, line.text)
		}
	}
	if err := l.placeHeader(lines, first, body); err != nil {
		return nil, err
	}
	if len(l.HeaderText) > limits.Line {
		return nil, lineTooLong(int64(l.HeaderLine), limits)
	}
	if l.Columns > limits.Columns {
		return nil, &FileError{
			Code:   CodeTooManyColumns,
			Line:   int64(l.BodyLine),
			What:   fmt.Sprintf("The table has %d columns; at most %d are read.", l.Columns, limits.Columns),
			Remedy: "Send the columns of one analysis only.",
		}
	}
	if err := l.nameColumns(); err != nil {
		return nil, err
	}
	if complete && stated == (Stated{}) {
		return &l.Layout, l.cutAt(nil, head[l.BodyStart:], uint32(l.BodyLine))
	}
	return &l.Layout, nil
}

// noRows explains a head without any line that is not a comment.
func (l *detector) noRows(lines []headLine, complete bool, limits Limits) error {
	if !complete {
		return lineTooLong(1, limits)
	}
	if len(lines) == 0 {
		return &FileError{Code: CodeEmpty, What: "The file holds blank lines only.", Remedy: "Check that the export finished, and send the file again."}
	}
	return &FileError{Code: CodeNoRows, What: "The file holds comments and no rows.", Remedy: "Check that the export finished, and send the file again."}
}

// placeHeader decides which line names the columns: the last comment line when it
// has the columns of the rows, else the first other line unless that is data.
func (l *detector) placeHeader(lines []headLine, first int, body [][]byte) error {
	candidate := lines[first]
	all := append([][]byte{candidate.text}, body...)
	if first > 0 && !bytes.HasPrefix(lines[first-1].text, []byte("##")) {
		above := lines[first-1]
		head, rows := l.stated.detectDelimiter(above.text, all)
		if rows.columns > 1 && head.columns == rows.columns && l.looksLikeData(candidate.text, rows.delimiter) {
			l.Comments = l.Comments[:first-1]
			l.CommentLines--
			l.take(above, head, rows)
			l.BodyStart, l.BodyLine = candidate.offset, candidate.number
			return nil
		}
	}
	if len(body) == 0 && !l.stated.noHeader() {
		return l.singleLine(candidate)
	}
	guess := l.stated == Stated{} // the kind of the first line was not stated
	if l.stated.noHeader() {
		body = all
	}
	head, rows := l.stated.detectDelimiter(candidate.text, body)
	if rows.columns < l.stated.fewest() {
		return &FileError{
			Code:   CodeDelimiter,
			Line:   int64(candidate.number),
			What:   "The lines cannot be cut into columns: neither tab, comma, semicolon, pipe nor space separates them.",
			Remedy: "Export the table with tabs between columns.",
		}
	}
	if l.stated.noHeader() || l.stated.Header == nil && l.looksLikeData(candidate.text, rows.delimiter) {
		l.Generated = true
		l.Delimiter, l.HeaderDelimiter, l.Columns = rows.delimiter, rows.delimiter, rows.columns
		l.BodyStart, l.BodyLine = candidate.offset, candidate.number
		return nil
	}
	if guess && head.columns != rows.columns {
		if err := l.refuseProse(lines[first:]); err != nil {
			return err
		}
	}
	if below := l.headerBelow(lines, first, rows); guess && below > 0 {
		return refuseTitle(candidate, below)
	}
	l.take(candidate, head, rows)
	next := lines[first+1]
	l.BodyStart, l.BodyLine = next.offset, next.number
	if l.RowNames && guess {
		return l.refuseShifted(candidate, lines[first+1:])
	}
	return nil
}

// singleLine handles a file of one line: a header without rows, or not a table.
func (l *detector) singleLine(line headLine) error {
	if bytes.Contains(line.text, []byte("DATE ADDED TO CATALOG")) {
		return &FileError{
			Code:   CodeNoRows,
			Line:   int64(line.number),
			What:   "The file has the header of a download of the GWAS Catalog, and no rows.",
			Remedy: "Its associations are the lead variants of many studies. Send the full summary statistics of one study; its page in the Catalog links to them.",
		}
	}
	return &FileError{
		Code:   CodeNoRows,
		Line:   int64(line.number),
		What:   "The file has a header and no rows.",
		Remedy: "Check that the export finished, and send the file again.",
	}
}

func (l *detector) take(line headLine, head, rows shape) {
	l.HeaderText, l.HeaderLine = string(line.text), line.number
	l.Delimiter, l.HeaderDelimiter, l.Columns = rows.delimiter, head.delimiter, rows.columns
	l.RowNames = head.columns == rows.columns-1
}

// looksLikeData reports whether a line holds values and not names: some cell is a number and almost
// no cell is a known header.
func (l *detector) looksLikeData(line []byte, d Delimiter) bool {
	spans, _ := d.Split(line, nil)
	numbers, names := 0, 0
	for _, s := range spans {
		cell := s.Of(line)
		if isNumber(cell) {
			numbers++
		} else if len(cell) > 1 && l.known(string(cell)) {
			names++
		}
	}
	return numbers > 0 && names <= 1
}

// isNumber is for cells of the head only: those that matter are read elsewhere.
func isNumber(cell []byte) bool {
	if len(bytes.Trim(cell, "0123456789+-.eE")) > 0 {
		return false
	}
	_, err := strconv.ParseFloat(string(cell), 64)
	return err == nil
}

// nameColumns cuts the header line into names and rejects duplicates, or renames them.
func (l *detector) nameColumns() error {
	if l.Generated {
		for i := range l.Columns {
			l.Header = append(l.Header, fmt.Sprintf("column_%d", i+1))
		}
		return nil
	}
	text := []byte(l.HeaderText)
	spans, ok := l.HeaderDelimiter.Split(text, nil)
	if !ok {
		return &FileError{
			Code:   CodeHeader,
			Line:   int64(l.HeaderLine),
			What:   "A quote is opened and not closed in the header.",
			Remedy: "Correct the header line.",
		}
	}
	if l.RowNames {
		l.Header = append(l.Header, "row_name")
	}
	for i, s := range spans {
		name := CleanHeader(s.Of(text))
		if name == "" {
			if i == len(spans)-1 && len(spans) > l.Columns {
				break
			}
			name = fmt.Sprintf("column_%d", len(l.Header)+1)
			l.Renamed = append(l.Renamed, Renaming{Column: len(l.Header), To: name})
		}
		l.Header = append(l.Header, name)
	}
	if l.stated.Any {
		l.rename()
	} else if err := l.refuseDuplicates(); err != nil {
		return err
	}
	if len(l.Header) != l.Columns {
		return &FileError{
			Code:   CodeDelimiter,
			Line:   int64(l.HeaderLine),
			What:   fmt.Sprintf("The header has %d columns and the rows have %d.", len(l.Header), l.Columns),
			Remedy: "Correct the header, or export the table again with one delimiter.",
		}
	}
	return nil
}

func (l *detector) refuseDuplicates() error {
	seen := map[string]bool{}
	var twice []string
	for _, name := range l.Header {
		if seen[name] {
			twice = append(twice, name)
		}
		seen[name] = true
	}
	if len(twice) == 0 {
		return nil
	}
	return &FileError{
		Code:   CodeHeader,
		Line:   int64(l.HeaderLine),
		What:   "The header has the same name twice: " + strings.Join(twice, ", ") + ".",
		Remedy: "Rename or remove one of the columns.",
	}
}

// CleanHeader strips what is not part of a name: a byte order mark, blanks and invisible
// characters, quotes around it and one leading #. A blank of any kind within is a space, and a
// quote within is written twice. Latin-1 bytes become the characters they represent.
func CleanHeader(b []byte) string {
	s := string(b)
	if !utf8.Valid(b) {
		runes := make([]rune, len(b))
		for i, c := range b {
			runes[i] = rune(c)
		}
		s = string(runes)
	}
	s = strings.Trim(strings.ReplaceAll(strings.Map(plainBlank, s), `""`, `"`), " \"'")
	return strings.Trim(strings.TrimPrefix(s, "#"), " ")
}

// HeaderHash identifies files with the identical header line.
func (l *Layout) HeaderHash() string {
	sum := sha256.Sum256([]byte(strings.Join(l.Header, "\t")))
	return hex.EncodeToString(sum[:])
}

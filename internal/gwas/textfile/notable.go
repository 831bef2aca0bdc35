package textfile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// knownText are texts that people send by mistake, by their first bytes.
var knownText = []struct {
	start, what, remedy string
}{
	{`{\rtf`, "This is a rich text document (RTF), not a table of text.", "Save the table as plain text, with tabs between columns."},
	{
		"version https://git-lfs.github.com/spec/",
		"This is a pointer of Git LFS: it names the file and does not hold it.",
		"Run git lfs pull, or download the file itself from its page, and send that.",
	},
	{"/annex/objects/", "This is a pointer of git-annex: it names the file and does not hold it.", "Run git annex get, and send the file itself."},
}

// refuseText rejects texts that are not tables, by name. start is the beginning of the text.
func refuseText(start []byte) error {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte{0xef, 0xbb, 0xbf}), " \t\r\n")
	for _, k := range knownText {
		if bytes.HasPrefix(start, []byte(k.start)) {
			return &FileError{Code: CodeBinary, What: k.what, Remedy: k.remedy}
		}
	}
	lower := bytes.ToLower(start[:min(len(start), 512)])
	page := func(begin string) bool { return bytes.HasPrefix(lower, []byte(begin)) }
	switch {
	case page("<?xml") && bytes.Contains(lower, []byte("<error>")):
		return &FileError{
			Code:   CodeBinary,
			What:   "This is an error message in XML" + xmlCode(start) + ", not a table of text.",
			Remedy: "The download was refused or failed. Download the table again, signed in if it needs that.",
		}
	case page("<?xml") && !bytes.Contains(lower, []byte("html")):
		return &FileError{Code: CodeBinary, What: "This is an XML document, not a table of text.", Remedy: "Export the table with tabs between columns."}
	case page("<!doctype"), page("<html"), page("<?xml"):
		return &FileError{
			Code:   CodeBinary,
			What:   "This is a web page, not a table of text.",
			Remedy: "The download probably failed with an error page; download the table again.",
		}
	}
	return nil
}

// xmlCode returns the code of an error of a file store, such as AccessDenied.
func xmlCode(text []byte) string {
	_, rest, _ := bytes.Cut(text[:min(len(text), 512)], []byte("<Code>"))
	code, _, is := bytes.Cut(rest, []byte("</Code>"))
	if !is || len(code) == 0 || len(code) > 40 {
		return ""
	}
	return " (" + string(code) + ")"
}

// refuseJSON reports that a text is JSON instead of a table, in one piece or in lines.
func refuseJSON(text []byte) error {
	text = bytes.TrimLeft(text, " \t\r\n")
	if len(text) < 2 || text[0] != '{' && text[0] != '[' {
		return nil
	}
	inner := bytes.TrimLeft(text[1:], " \t\r\n")
	if len(inner) == 0 || text[0] == '{' && inner[0] != '"' && inner[0] != '}' || text[0] == '[' && bytes.IndexByte([]byte(`{["]`), inner[0]) < 0 {
		return nil
	}
	what := "This is JSON, not a table of text."
	if first, rest, _ := bytes.Cut(
		text,
		[]byte{'\n'},
	); text[0] == '{' && bytes.HasSuffix(bytes.TrimRight(first, "\r "), []byte{'}'}) &&
		bytes.HasPrefix(rest, []byte{'{'}) {
		what = "This is JSON in lines, not a table of text."
	}
	return &FileError{Code: CodeBinary, What: what, Remedy: "Write it as a table with tabs between columns: a line of names, then a line for each row."}
}

// refusePrinted reports that a text is a table as a program prints it for people: a ruled line is
// above or below the names, which bars separate.
func refusePrinted(lines []headLine) error {
	for i, line := range lines[:min(len(lines), printedHead)] {
		around := slices.Concat(lines[max(i-1, 0)].text, lines[min(i+1, len(lines)-1)].text)
		if isRule(line.text) && bytes.ContainsAny(around, "|\u2502\u2503\u2551") {
			return &FileError{
				Code:   CodeDelimiter,
				Line:   int64(line.number),
				What:   "This is a table as psql, MySQL, DuckDB or Markdown print it, with rules between its lines.",
				Remedy: "Export it as tab-separated text or CSV: psql with --csv, mysql with --batch, DuckDB with .mode csv. Or remove the rules and the bars at the ends of lines, and keep | between cells.",
			}
		}
	}
	return nil
}

// printedHead is how many lines a printed table has to the rule below its names.
const printedHead = 4

// isRule reports whether a line is drawn: dashes with corners between them.
func isRule(line []byte) bool {
	dashes, corners := 0, 0
	for _, r := range string(line) {
		switch {
		case strings.ContainsRune("-=\u2500\u2501\u2550", r):
			dashes++
		case strings.ContainsRune("+|:", r), r >= 0x2502 && r <= 0x257f:
			corners++
		case r != ' ':
			return false
		}
	}
	return dashes >= 3 && corners > 0
}

// refuseProse reports that lines are sentences, as those of a readme.
func (l *detector) refuseProse(lines []headLine) error {
	ends := 0
	for _, line := range lines {
		text := bytes.TrimSpace(line.text)
		for _, word := range bytes.Fields(text) {
			if isNumber(word) {
				return nil
			}
		}
		if bytes.IndexByte([]byte(".!?:"), text[len(text)-1]) >= 0 && bytes.Count(text, []byte{' '}) >= 2 {
			ends++
		}
	}
	if 2*ends < len(lines) || ends == 0 {
		return nil
	}
	return &FileError{
		Code:   CodeDelimiter,
		Line:   int64(lines[0].number),
		What:   "These are sentences, such as those of a readme, and no table.",
		Remedy: "Send the table that they describe.",
	}
}

// headerBelow looks for the header behind lines that are a title or notes, of which
// the first line is one: it has names in most columns of the rows, and is followed by
// a row. 0 means that there is none.
func (l *detector) headerBelow(lines []headLine, first int, rows shape) int {
	names := func(line []byte) bool {
		if isComment(line) {
			return false
		}
		spans, closed := rows.delimiter.Split(line, nil)
		named := 0
		for _, s := range spans {
			if isNumber(s.Of(line)) {
				return false
			}
			if s.End > s.Start {
				named++
			}
		}
		return closed && len(spans) == rows.columns && 2*named > rows.columns
	}
	if names(lines[first].text) {
		return 0
	}
	for i := first + 1; i+1 < len(lines); i++ {
		if names(lines[i].text) && l.looksLikeData(lines[i+1].text, rows.delimiter) {
			return lines[i].number
		}
	}
	return 0
}

func refuseTitle(line headLine, header int) error {
	return &FileError{
		Code:   CodeDelimiter,
		Line:   int64(line.number),
		What:   fmt.Sprintf("The header seems to be line %d: line %d is a title or a note, and does not name the columns.", header, line.number),
		Remedy: "Remove the lines above the header, or begin each of them with #.",
	}
}

// rowNamed are names of columns that hold what could be taken for names of rows.
var rowNamed = []string{"snp", "snps", "rsid", "rs", "rs_id", "snpid", "markername", "marker", "variant_id", "id"}

// refuseShifted rejects a header that lacks one name when the first column holds no names of rows:
// those are unique, and no column of the header is about them.
func (l *detector) refuseShifted(candidate headLine, body []headLine) error {
	seen, numbers := map[string]bool{}, true
	for _, line := range body {
		spans, _ := l.Delimiter.Split(line.text, nil)
		if len(spans) != l.Columns {
			continue
		}
		cell := string(spans[0].Of(line.text))
		if seen[cell] {
			return l.shifted(candidate, fmt.Sprintf("the first column holds %q again in line %d, so that it has no names of rows", cell, line.number))
		}
		seen[cell] = true
		numbers = numbers && isNumber([]byte(cell))
	}
	spans, _ := l.HeaderDelimiter.Split(candidate.text, nil)
	if len(spans) == 0 || numbers {
		return nil
	}
	if name := CleanHeader(spans[0].Of(candidate.text)); slices.Contains(rowNamed, strings.ToLower(name)) {
		return l.shifted(candidate, fmt.Sprintf("the first column may be %s", name))
	}
	return nil
}

func (l *detector) shifted(candidate headLine, why string) error {
	return &FileError{
		Code:   CodeDelimiter,
		Line:   int64(candidate.number),
		What:   fmt.Sprintf("The header has %d names and the rows have %d columns, and %s. The names may be shifted.", l.Columns-1, l.Columns, why),
		Remedy: "Correct the header: name every column.",
	}
}

// lastLine returns the last line of a text, with its end.
func lastLine(text []byte) []byte {
	if len(text) == 0 {
		return nil
	}
	return text[bytes.LastIndexByte(text[:len(text)-1], '\n')+1:]
}

// cutAt reports that a text ends in the middle of a row: its last line has no end, lacks cells, and
// begins as the line before it does. before is the line in front of text, whose first line has the
// number first.
func (l *Layout) cutAt(before, text []byte, first uint32) error {
	if len(text) == 0 || text[len(text)-1] == '\n' {
		return nil
	}
	at := bytes.LastIndexByte(text, '\n') + 1
	line := bytes.TrimSuffix(text[at:], []byte{'\r'})
	spans, kind := l.Cut(line, nil, false)
	if kind == Quoted {
		spans, kind = SplitPlain(line, l.Delimiter.Byte(), nil), Ragged
	}
	if at > 0 {
		before = lastLine(text[:at])
	}
	if kind != Ragged || len(spans) >= l.Columns || !l.beginsAlike(before, line, spans) {
		return nil
	}
	no := int64(first) + int64(bytes.Count(text[:at], []byte{'\n'}))
	return &FileError{
		Code:   CodeTruncated,
		Line:   no,
		What:   fmt.Sprintf("The file seems to be cut at line %d: its last row has %d of %d columns and no line end.", no, len(spans), l.Columns),
		Remedy: "Get the complete file again.",
	}
}

// beginsAlike compares the kinds of the first cells, so that a remark in the last line is not a
// row.
func (l *Layout) beginsAlike(above, line []byte, spans []Span) bool {
	above = bytes.TrimRight(above, "\r\n")
	cells, kind := l.Cut(above, nil, false)
	if kind != Row || len(spans) == 0 {
		return false
	}
	same := func(a, b []byte) bool { return isNumber(a) == isNumber(b) && bytes.IndexByte(b, ' ') < 0 }
	return same(cells[0].Of(above), spans[0].Of(line))
}

package tableindex

import (
	"bytes"
	"slices"
	"strings"

	"cohortium/internal/gwas/textfile"
)

// layout is how a line becomes cells. It is kept in the index, so that rows are read
// later as they were when it was built.
type layout struct {
	Format    Format
	Delimiter textfile.Delimiter `json:",omitempty"`
	Names     []string
	Header    string `json:",omitempty"` // the line itself; "" when the file has none
}

func (l *layout) table() *textfile.Layout {
	return &textfile.Layout{Delimiter: l.Delimiter, Columns: len(l.Names), Header: l.Names, HeaderText: l.Header}
}

// detect finds format and layout of a text from its beginning.
func detect(src Source, head *textfile.Head) (*layout, *textfile.Layout, error) {
	format := formatOf(src, head.Text)
	if format == JSONLines {
		names, err := jsonColumns(head)
		return &layout{Format: format, Names: names}, &textfile.Layout{BodyLine: 1, Columns: len(names)}, err
	}
	text, skipped, lines := head.Text, 0, 0
	if format == BED {
		skipped, lines = bedHead(text)
		first, _, _ := bytes.Cut(text[skipped:], []byte{'\n'})
		text = slices.Concat(first, []byte{'\n'}, text[skipped:]) // the first row as header
	}
	t, err := textfile.DetectStatedLayout(text, head.Complete, src.Limits, noNames, src.Stated)
	if err == nil && format == BED {
		err = nameBED(t, head.Text, skipped, lines)
	}
	if err == nil && format == "" && t.Generated && !src.Stated.Any && looksLikeBED(t, head) {
		format = BED
		err = nameBED(t, head.Text, t.BodyStart, t.BodyLine-1)
	}
	if err != nil {
		return nil, nil, err
	}
	if format == "" {
		format = tableFormat(t)
	}
	return &layout{Format: format, Delimiter: t.Delimiter, Names: t.Header, Header: t.HeaderText}, t, nil
}

// noNames reports false for every text, so that none is the known name of a column: any table is
// read.
func noNames(string) bool { return false }

// formatOf determines the formats that the first bytes and the name alone identify.
func formatOf(src Source, text []byte) Format {
	name := strings.ToLower(src.Name)
	for _, packed := range []string{".gz", ".bgz", ".zip", ".zst", ".bz2"} {
		name = strings.TrimSuffix(name, packed)
	}
	switch start := bytes.TrimLeft(text, " \t\r\n"); {
	case src.Format != "":
		return src.Format
	case bytes.HasPrefix(start, []byte("{")):
		return JSONLines
	case bytes.HasPrefix(start, []byte("##fileformat=VCF")):
		return VCF
	case isBEDName(name), bytes.HasPrefix(start, []byte("track ")), bytes.HasPrefix(start, []byte("browser ")):
		return BED
	}
	return ""
}

// tableFormat names a table by its columns and its delimiter.
func tableFormat(t *textfile.Layout) Format {
	ssf := []string{"chromosome", "base_pair_location", "effect_allele", "other_allele"}
	switch {
	case t.Delimiter == textfile.Tab && !slices.ContainsFunc(ssf, func(n string) bool { return !slices.Contains(t.Header, n) }):
		return GWASSSF
	case t.Delimiter == textfile.Tab:
		return TSV
	}
	return CSV
}

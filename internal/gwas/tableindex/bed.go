package tableindex

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Columns of BED and of the formats that begin as it does, in UCSC's words. The first
// three are always there.
var (
	bedNames = []string{
		"chrom", "chromStart", "chromEnd", "name", "score", "strand", "thickStart", "thickEnd", "itemRgb",
		"blockCount", "blockSizes", "blockStarts",
	}
	bedGraphNames = []string{"chrom", "chromStart", "chromEnd", "dataValue"}
	peakNames     = []string{"chrom", "chromStart", "chromEnd", "name", "score", "strand", "signalValue", "pValue", "qValue", "peak"}
)

// bedEndings are names that files of these formats have.
var bedEndings = []string{".bed", ".bedgraph", ".bdg", ".narrowpeak", ".broadpeak"}

// isBEDName reports whether a lower-case name, without the ending of its compression, is that of
// such a file.
func isBEDName(name string) bool {
	return slices.ContainsFunc(bedEndings, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

// bedHead returns how many bytes and lines of a BED file are about browsers.
func bedHead(text []byte) (skipped, lines int) {
	for {
		line, _, whole := bytes.Cut(text[skipped:], []byte{'\n'})
		about := bytes.HasPrefix(line, []byte("track")) || bytes.HasPrefix(line, []byte("browser")) || bytes.HasPrefix(line, []byte("#")) ||
			len(bytes.TrimSpace(line)) == 0
		if !whole || !about {
			return skipped, lines
		}
		skipped += len(line) + 1
		lines++
	}
}

// nameBED names the columns of BED. Its first line is a row whatever it looks like.
func nameBED(t *textfile.Layout, text []byte, skipped, lines int) error {
	if t.Columns < 3 {
		return &textfile.FileError{
			Code:   textfile.CodeDelimiter,
			Line:   int64(t.BodyLine),
			What:   fmt.Sprintf("The rows have %d columns, and BED has at least chromosome, start and end.", t.Columns),
			Remedy: "Name another format, or send the table with its columns.",
		}
	}
	t.BodyStart, t.BodyLine = skipped, lines+1
	t.HeaderText, t.HeaderLine, t.Generated, t.RowNames = "", 0, true, false
	names := namesOfBED(t, text)
	t.Header = t.Header[:0]
	for i := range t.Columns {
		name := fmt.Sprintf("column_%d", i+1)
		if i < len(names) {
			name = names[i]
		}
		t.Header = append(t.Header, name)
	}
	return nil
}

// namesOfBED distinguishes BED from bedGraph and peaks by the first row.
func namesOfBED(t *textfile.Layout, text []byte) []string {
	names := bedNames
	eachBED(t, text, 1, func(cells [][]byte) bool {
		numbers := func(from, to int) bool {
			return !slices.ContainsFunc(cells[from:to], func(c []byte) bool { _, ok := sumstats.ParseFloat(c); return !ok })
		}
		switch {
		case len(cells) == 4 && numbers(3, 4):
			names = bedGraphNames
		case (len(cells) == 9 || len(cells) == 10) && numbers(6, len(cells)) && !thick(cells):
			names = peakNames
		}
		return true
	})
	return names
}

// thick reports that the seventh and eighth cell of a row are between start and end, as those of
// BED are.
func thick(cells [][]byte) bool {
	last, ok := position(cells[1])
	for _, i := range []int{6, 7, 2} {
		at, is := position(cells[i])
		ok = ok && is && at >= last
		last = at
	}
	return ok
}

// eachBED calls f with the cells of the first rows until it returns false or has seen most rows.
// The text holds whole lines, or is all there is.
func eachBED(t *textfile.Layout, text []byte, most int, f func(cells [][]byte) bool) {
	var spans []textfile.Span
	cells := make([][]byte, t.Columns)
	for rest := text[t.BodyStart:]; len(rest) > 0 && most > 0; {
		line, after, _ := bytes.Cut(rest, []byte{'\n'})
		rest = after
		line = bytes.TrimSuffix(line, []byte{'\r'})
		var kind textfile.Kind
		if spans, kind = t.Cut(line, spans, false); kind != textfile.Row {
			continue
		}
		for i, s := range spans {
			cells[i] = s.Of(line)
		}
		most--
		if !f(cells) {
			return
		}
	}
}

// looksLikeBED reports that the rows of a table without a header are BED: a chromosome, a start and
// an end that is not before it. One and the same third cell in all rows is something else, such as
// a sample size.
func looksLikeBED(t *textfile.Layout, head *textfile.Head) bool {
	text := head.Text
	if !head.Complete {
		text = text[:bytes.LastIndexByte(text, '\n')+1]
	}
	if t.Columns < 3 || len(text) < t.BodyStart {
		return false
	}
	rows, fits, same := 0, true, true
	var first []byte
	eachBED(t, text, len(text), func(cells [][]byte) bool {
		rows++
		fits = isIntervalOfBED(cells)
		if rows == 1 {
			first = bytes.Clone(cells[2])
		}
		same = same && bytes.Equal(first, cells[2])
		return fits
	})
	return fits && rows > 0 && (rows == 1 || !same)
}

func isIntervalOfBED(cells [][]byte) bool {
	_, known := genome.ParseChromosome(cells[0])
	start, okStart := wholePosition(string(cells[1]))
	end, okEnd := wholePosition(string(cells[2]))
	return (known || len(cells[0]) > 3 && strings.EqualFold(string(cells[0][:3]), "chr")) && okStart && okEnd && start <= end
}

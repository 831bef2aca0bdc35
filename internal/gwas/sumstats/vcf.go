package sumstats

import (
	"bytes"
	"slices"
	"strings"

	"cohortium/internal/gwas/textfile"
)

// vcfKeys are the per-sample values of GWAS-VCF; each becomes a column of its own
// so that a VCF reads like any other table. ID is the variant, so it is renamed.
var vcfKeys = []string{"ES", "SE", "LP", "AF", "SS", "EZ", "SI", "NC"}

// VCF tells where the values of a GWAS-VCF row are, and unfolds them: one column
// of values per sample becomes a column for each value.
type VCF struct {
	format, sample int      // columns of FORMAT and of the sample that is read
	alt            int      // column of ALT; −1 without
	fixed          int      // columns before the unfolded ones
	Samples        []string // names of all samples
}

// unfoldVCF recognises a VCF with one column of values per sample and adds the
// columns that its FORMAT stands for.
func (l *Layout) unfoldVCF() error {
	isVCF := false
	for _, c := range l.Comments {
		isVCF = isVCF || strings.HasPrefix(c, "##fileformat=VCF")
	}
	format := -1
	for i, name := range l.Header {
		if name == "FORMAT" {
			format = i
		}
	}
	if !isVCF || format < 0 {
		return nil
	}
	if format == len(l.Header)-1 {
		return &textfile.FileError{Code: CodeMapping, Line: int64(l.HeaderLine), What: "The VCF has no sample column and so no association results.", Remedy: "Send the GWAS-VCF with its data column."}
	}
	l.VCF = &VCF{format: format, alt: slices.Index(l.Header, "ALT"), sample: format + 1, fixed: len(l.Header), Samples: l.Header[format+1:]}
	l.Header = append(l.Header[:len(l.Header):len(l.Header)], vcfKeys...)
	return nil
}

// SeveralAlternates finds rows of several alternate alleles, whose values are
// lists and not numbers. The reader sets them aside.
func (v *VCF) SeveralAlternates(line []byte, spans []textfile.Span) bool {
	return v.alt >= 0 && bytes.IndexByte(spans[v.alt].Of(line), ',') >= 0
}

// Folded says whether a column is FORMAT or of a sample: what stands in it is read
// from the unfolded columns.
func (v *VCF) Folded(col int) bool { return col >= v.format && col < v.fixed }

// Unfold appends the values of the sample to spans in the order of vcfKeys; a key
// that FORMAT does not name gives an empty cell.
func (v *VCF) Unfold(line []byte, spans []textfile.Span) []textfile.Span {
	format, sample := spans[v.format], spans[v.sample]
	for _, key := range vcfKeys {
		spans = append(spans, subfield(line, format, sample, key))
	}
	return spans
}

// subfield finds the value that stands at the place of key in FORMAT.
func subfield(line []byte, format, sample textfile.Span, key string) textfile.Span {
	keys, place := format.Of(line), 0
	for {
		name, rest, more := bytes.Cut(keys, []byte{':'})
		if string(name) == key {
			break
		}
		if !more {
			return textfile.Span{Start: sample.End, End: sample.End}
		}
		keys = rest
		place++
	}
	start := sample.Start
	for ; place > 0; place-- {
		i := bytes.IndexByte(line[start:sample.End], ':')
		if i < 0 {
			return textfile.Span{Start: sample.End, End: sample.End}
		}
		start += int32(i) + 1
	}
	end := sample.End
	if i := bytes.IndexByte(line[start:sample.End], ':'); i >= 0 {
		end = start + int32(i)
	}
	return textfile.Span{Start: start, End: end}
}

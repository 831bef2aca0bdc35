package sumstats

import (
	"bytes"
	"slices"
	"strings"
)

// vcfKeys are the per-sample values of GWAS-VCF; each becomes a column of its own
// so that a VCF reads like any other table. ID is the variant, so it is renamed.
var vcfKeys = []string{"ES", "SE", "LP", "AF", "SS", "EZ", "SI", "NC"}

// vcfLayout tells where the values of a GWAS-VCF row are.
type vcfLayout struct {
	format, sample int      // columns of FORMAT and of the sample that is read
	alt            int      // column of ALT; −1 without
	fixed          int      // columns before the unfolded ones
	samples        []string // names of all samples
}

// unfoldVCF recognises a VCF with one column of values per sample and adds the
// columns that its FORMAT stands for.
func (l *layout) unfoldVCF() error {
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
		return &FileError{Code: CodeMapping, Line: int64(l.HeaderLine), What: "The VCF has no sample column and so no association results.", Remedy: "Send the GWAS-VCF with its data column."}
	}
	l.vcf = &vcfLayout{format: format, alt: slices.Index(l.Header, "ALT"), sample: format + 1, fixed: len(l.Header), samples: l.Header[format+1:]}
	l.Header = append(l.Header[:len(l.Header):len(l.Header)], vcfKeys...)
	return nil
}

// severalAlternates finds rows of several alternate alleles, whose values are
// lists and not numbers. The reader sets them aside.
func (v *vcfLayout) severalAlternates(line []byte, spans []span) bool {
	return v.alt >= 0 && bytes.IndexByte(spans[v.alt].Of(line), ',') >= 0
}

// unfold appends the values of the sample to spans in the order of vcfKeys; a key
// that FORMAT does not name gives an empty cell.
func (v *vcfLayout) unfold(line []byte, spans []span) []span {
	format, sample := spans[v.format], spans[v.sample]
	for _, key := range vcfKeys {
		spans = append(spans, subfield(line, format, sample, key))
	}
	return spans
}

// subfield finds the value that stands at the place of key in FORMAT.
func subfield(line []byte, format, sample span, key string) span {
	keys, place := format.Of(line), 0
	for {
		name, rest, more := bytes.Cut(keys, []byte{':'})
		if string(name) == key {
			break
		}
		if !more {
			return span{Start: sample.End, End: sample.End}
		}
		keys = rest
		place++
	}
	start := sample.Start
	for ; place > 0; place-- {
		i := bytes.IndexByte(line[start:sample.End], ':')
		if i < 0 {
			return span{Start: sample.End, End: sample.End}
		}
		start += int32(i) + 1
	}
	end := sample.End
	if i := bytes.IndexByte(line[start:sample.End], ':'); i >= 0 {
		end = start + int32(i)
	}
	return span{Start: start, End: end}
}

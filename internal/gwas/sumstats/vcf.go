package sumstats

import (
	"bytes"
	"slices"
	"strings"

	"cohortium/internal/gwas/textfile"
)

// vcfKeys are the per-sample values of GWAS-VCF; each becomes a separate column so that a VCF reads
// like any other table. ID is the variant, so it is renamed.
var vcfKeys = []string{"ES", "SE", "LP", "AF", "SS", "EZ", "SI", "NC"}

// InfoAF is the column that AF in INFO becomes, where the header of the VCF declares it: of the
// study or of a panel, which a person states.
const InfoAF = "INFO_AF"

// VCF finds the values of a GWAS-VCF row, and unfolds them: one column of values per sample becomes
// a column for each value.
type VCF struct {
	format, sample int      // columns of FORMAT and of the sample that is read
	alt            int      // column of ALT; −1 without
	info           int      // column of INFO, if it declares AF; −1 otherwise
	fixed          int      // columns before the unfolded ones
	Samples        []string // names of all samples
}

// unfoldVCF recognises a VCF with one column of values per sample and adds the columns of its
// FORMAT.
func (l *Layout) unfoldVCF() error {
	isVCF, declared := false, false
	for _, c := range l.Comments {
		isVCF = isVCF || strings.HasPrefix(c, "##fileformat=VCF")
		declared = declared || strings.HasPrefix(c, "##INFO=<ID=AF,")
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
		return &textfile.FileError{
			Code:   CodeMapping,
			Line:   int64(l.HeaderLine),
			What:   "The VCF has no sample column and so no association results.",
			Remedy: "Send the GWAS-VCF with its data column.",
		}
	}
	l.VCF = &VCF{format: format, alt: slices.Index(l.Header, "ALT"), info: -1, sample: format + 1, fixed: len(l.Header), Samples: l.Header[format+1:]}
	if declared {
		l.VCF.info = slices.Index(l.Header, "INFO")
	}
	l.Header = append(l.Header[:len(l.Header):len(l.Header)], vcfKeys...)
	if l.VCF.info >= 0 {
		l.Header = append(l.Header, InfoAF)
	}
	return nil
}

// SeveralAlternates finds rows of several alternate alleles, whose values are lists and not
// numbers. The reader leaves them out.
func (v *VCF) SeveralAlternates(line []byte, spans []textfile.Span) bool {
	return v.alt >= 0 && bytes.IndexByte(spans[v.alt].Of(line), ',') >= 0
}

// Folded reports whether a column is FORMAT or of a sample, whose content is read from the unfolded
// columns.
func (v *VCF) Folded(col int) bool { return col >= v.format && col < v.fixed }

// Unfold appends the values of the sample to spans in the order of vcfKeys, then AF of INFO where
// it is declared; a key that FORMAT or INFO does not name has an empty cell.
func (v *VCF) Unfold(line []byte, spans []textfile.Span) []textfile.Span {
	format, sample := spans[v.format], spans[v.sample]
	for _, key := range vcfKeys {
		spans = append(spans, subfield(line, format, sample, key))
	}
	if v.info >= 0 {
		spans = append(spans, infoAF(line, spans[v.info]))
	}
	return spans
}

// infoAF finds the value of AF among those of INFO, which are separated by semicolons.
func infoAF(line []byte, info textfile.Span) textfile.Span {
	for start := info.Start; start < info.End; {
		end := info.End
		if i := bytes.IndexByte(line[start:info.End], ';'); i >= 0 {
			end = start + int32(i)
		}
		if bytes.HasPrefix(line[start:end], []byte("AF=")) {
			return textfile.Span{Start: start + 3, End: end}
		}
		start = end + 1
	}
	return textfile.Span{Start: info.End, End: info.End}
}

// subfield finds the value of key, by its place in FORMAT.
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

package tableindex

import (
	"bytes"
	"slices"
)

// endColumns are those by which a row of VCF states how far it reaches.
var endColumns = []string{"REF", "ALT", "INFO"}

// reachesEnds reports whether rows are those of VCF, found by CHROM and POS: they reach as far as
// END or their reference allele does, so that any base of a deletion finds it.
func (l *layout) reachesEnds(s Schema) bool {
	at := s.Locus
	return l.Format == VCF && at != nil && at.Template == nil && at.Chromosome == "CHROM" && at.Start == "POS" && at.Stop == "" &&
		!slices.ContainsFunc(endColumns, func(name string) bool { return !slices.Contains(l.Names, name) })
}

// vcfEnd returns the last base of a row of VCF 4.5 (1.6.1, 3): that of its reference allele, END of
// INFO, or without it SVLEN behind the position, whichever is farthest. END of a breakend is
// elsewhere, perhaps on another chromosome, and does not count.
func vcfEnd(pos int64, ref, alt, info []byte) int64 {
	end := pos
	if len(ref) > 1 && ref[0] != '<' {
		end += int64(len(ref)) - 1
	}
	if len(info) < 2 || isBreakend(info) {
		return min(end, maxPosition)
	}
	if stated, ok := position(infoValue(info, "END")); ok {
		return min(max(end, stated), maxPosition)
	}
	if bytes.HasPrefix(alt, []byte("<")) && !bytes.HasPrefix(alt, []byte("<INS")) {
		for length := range bytes.SplitSeq(infoValue(info, "SVLEN"), []byte{','}) {
			if n, ok := position(bytes.TrimPrefix(length, []byte{'-'})); ok {
				end = max(end, pos+n)
			}
		}
	}
	return min(end, maxPosition)
}

func isBreakend(info []byte) bool {
	kind := string(infoValue(info, "SVTYPE"))
	return kind == "BND" || kind == "TRA"
}

// infoValue returns the value of a key of INFO; nil when it is not there.
func infoValue(info []byte, key string) []byte {
	for field := range bytes.SplitSeq(info, []byte{';'}) {
		if name, value, is := bytes.Cut(field, []byte{'='}); is && string(name) == key {
			return value
		}
	}
	return nil
}

package sumstats

import (
	"strings"

	"cohortium/internal/gwas/textfile"
)

// layout is the layout of a file of results, in which a VCF is unfolded.
type layout struct {
	*textfile.Layout
	vcf *vcfLayout
}

// detectLayout finds the layout from the head; complete says that the head is the
// whole text.
func detectLayout(head *textfile.Head, complete bool, limits Limits) (*layout, error) {
	text, err := textfile.DetectLayout(head.Text, complete, limits, isAlias)
	if err != nil {
		return nil, err
	}
	l := &layout{Layout: text}
	return l, l.unfoldVCF()
}

func isAlias(name string) bool {
	_, ok := aliasOf(normaliseHeader(name))
	return ok
}

// normaliseHeader is the form in which headers are compared: cleaned, lower case,
// each run of space, dot, dash and underscore one underscore.
func normaliseHeader(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.ToLower(textfile.CleanHeader([]byte(s))) {
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

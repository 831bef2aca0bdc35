package sumstats

import "cohortium/internal/gwas/textfile"

// Layout is the layout of a file of results, in which a VCF is unfolded.
type Layout struct {
	*textfile.Layout
	VCF *VCF // nil for any other table
}

// DetectLayout finds the layout from the head; complete reports that the head is the whole text,
// and known reports whether a text is a known column name.
func DetectLayout(head *textfile.Head, complete bool, limits textfile.Limits, known func(name string) bool) (*Layout, error) {
	text, err := textfile.DetectLayout(head.Text, complete, limits, known)
	if err != nil {
		return nil, err
	}
	l := &Layout{Layout: text}
	return l, l.unfoldVCF()
}

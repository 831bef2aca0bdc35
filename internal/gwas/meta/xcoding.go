package meta

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/phrase"
)

// XCoding is how a study counts the one allele that a male has at a variant of chromosome X. The
// effect of a study of both sexes with one coding cannot be made from that with the other: it also
// depends on the effects within each sex.
type XCoding string

// The codings.
const (
	XMales01 XCoding = "0/1" // as one of the two alleles of a female
	XMales02 XCoding = "0/2" // as both
	XFemales XCoding = "females"
)

// xDiffer and xNotStated replace a coding in a summary.
const (
	xDiffer    = "differs"
	xNotStated = "not stated"
)

// XSummary reports how males are coded on chromosome X.
type XSummary struct {
	// Coding is an XCoding, "differs", or "not stated" where that is so of a study with rows
	// on X.
	Coding string `json:"coding"`
	Text   string `json:"text"` // a sentence
}

// ValidateXCoding reports the first invalid coding among studies of these names.
func (o *Options) ValidateXCoding(names []string) error {
	for name, coding := range o.XCoding {
		switch {
		case !slices.Contains(names, name):
			return fmt.Errorf("the X coding of %s names a study that is not combined", name)
		case coding != XMales01 && coding != XMales02 && coding != XFemales:
			return fmt.Errorf("the X coding %q of %s is not one of 0/1, 0/2, females", coding, name)
		}
	}
	if o.leavesOutX() && o.Key == ByRSID {
		return fmt.Errorf("%s: rows joined by rs number have no chromosome; leave X out of the files, or combine by sample size", o.xDifference())
	}
	return nil
}

// coded returns the names of the studies with a coding, in order.
func (o *Options) coded(coding XCoding) (names []string) {
	for name, c := range o.XCoding {
		if c == coding {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (o *Options) xDiffers() bool {
	return len(o.coded(XMales01)) > 0 && len(o.coded(XMales02)) > 0
}

// leavesOutX reports whether effects on X are on two scales. The sample-size scheme combines Z
// scores, which have none.
func (o *Options) leavesOutX() bool { return o.xDiffers() && o.Scheme != SampleSize }

// xDifference returns the beginning of a sentence.
func (o *Options) xDifference() string {
	return fmt.Sprintf("males are coded 0/1 on chromosome X in %s and 0/2 in %s", strings.Join(o.coded(XMales01), ", "), strings.Join(o.coded(XMales02), ", "))
}

// xSummary returns nil when no study has rows on X.
func (c *collector) xSummary() *XSummary {
	opt := &c.run.opt
	var present, silent []string
	var left int64
	for _, src := range c.run.sources {
		left += src.dropped[XCodings]
		if !src.covered.Has(genome.X) {
			continue
		}
		present = append(present, src.study.Name)
		if opt.XCoding[src.study.Name] == "" {
			silent = append(silent, src.study.Name)
		}
	}
	switch {
	case len(present) == 0:
		return nil
	case opt.leavesOutX():
		return &XSummary{
			xDiffer,
			fmt.Sprintf(
				"Chromosome X is left out (%s), because %s: effects on two codings cannot be averaged. Analyse X again with one coding, or combine by sample size.",
				phrase.Counted(left, "row", "rows"),
				opt.xDifference(),
			),
		}
	case len(silent) == len(present):
		return &XSummary{xNotStated, "X coding not stated."}
	case len(silent) > 0:
		return &XSummary{xNotStated, fmt.Sprintf("X coding not stated for %s.", strings.Join(silent, ", "))}
	case opt.xDiffers():
		return &XSummary{xDiffer, strings.ToUpper(opt.xDifference()[:1]) + opt.xDifference()[1:] + ". Z scores are combined, which have no scale."}
	}
	for _, coding := range []XCoding{XMales01, XMales02} {
		if len(opt.coded(coding)) > 0 {
			return &XSummary{string(coding), fmt.Sprintf("Males are coded %s on chromosome X.", coding)}
		}
	}
	return &XSummary{string(XFemales), "Chromosome X is of females only."}
}

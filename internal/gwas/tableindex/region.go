package tableindex

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/phrase"
)

// Interval is a stretch of a chromosome or another contig: 1-based, both ends included. Positions
// of 0 occur in VCF and are before the first base.
type Interval struct {
	Contig     string // as Contig spells it
	Start, End int64
}

func (i Interval) String() string { return fmt.Sprintf("%s:%d-%d", i.Contig, i.Start, i.End) }

// maxPosition is the largest position of a row.
const maxPosition = math.MaxInt32

// Contig returns the one spelling of a contig: those of package genome for chromosomes, whatever
// their case and with or without chr, M and MT alike; other contigs without chr in front, in upper
// case.
func Contig(name string) string {
	if c, ok := genome.ParseChromosome([]byte(name)); ok {
		return c.String()
	}
	upper := strings.ToUpper(name)
	if rest, is := strings.CutPrefix(upper, "CHR"); is && rest != "" {
		return rest
	}
	return upper
}

// RegionConvention is how regions of queries and answers count.
const RegionConvention = "1-based, both ends included"

// ParseRegion reads the region of a query. Positions are 1-based, and the end of a
// region is part of it, whatever the table counts:
//
//	8:1000        the base 1000
//	8:1000-2000   the bases 1000 to 2000
//	8:1000+500    500 bases from 1000, 1000 to 1499
//	8:1000/500    500 bases to either side of 1000, 500 to 1500
//
// Positions may have thousands separators. is reports whether the text has one of these forms; the
// error then explains what is wrong with it. A region beyond the end of a chromosome of a known
// assembly is an error.
func ParseRegion(text string, build genome.Build) (region Interval, is bool, err error) {
	name, span, _ := cutLast(strings.TrimSpace(text), ":")
	at := strings.IndexAny(span, "-+/")
	first, second, operator := span, "", byte(0)
	if at >= 0 {
		first, second, operator = span[:at], span[at+1:], span[at]
	}
	if name == "" || !digits(first) || operator != 0 && !digits(second) {
		return Interval{}, false, nil
	}
	a, okA := separated(first)
	b, okB := a, true
	if operator != 0 {
		b, okB = separated(second)
	}
	if !okA || !okB {
		return Interval{}, true, &ValueError{text, "A position is a whole number up to 2,147,483,647; thousands are separated by commas or not at all."}
	}
	region = Interval{Contig: Contig(name), Start: a, End: b}
	switch operator {
	case '+':
		region.End = a + b - 1
	case '/':
		region.Start, region.End = max(a-b, 0), a+b
	}
	if region.End < region.Start {
		return Interval{}, true, &ValueError{text, "The region ends before it begins."}
	}
	return region, true, region.within(text, build)
}

// within rejects a region that begins behind the end of its chromosome.
func (i Interval) within(text string, build genome.Build) error {
	c, _ := genome.ParseChromosome([]byte(i.Contig))
	if length := int64(c.Length(build)); length > 0 && i.Start > length {
		return &ValueError{text, fmt.Sprintf("Chromosome %s of %s ends at %s.", i.Contig, build.Label(), phrase.Thousands(length))}
	}
	return nil
}

func cutLast(text, sep string) (before, after string, found bool) {
	at := strings.LastIndex(text, sep)
	if at < 0 {
		return "", text, false
	}
	return text[:at], text[at+len(sep):], true
}

// digits reports whether a text consists of digits and commas and begins with a digit.
func digits(text string) bool {
	return text != "" && text[0] != ',' && strings.Trim(text, "0123456789,") == ""
}

// separated reads digits with or without commas between groups of three.
func separated(text string) (int64, bool) {
	groups := strings.Split(text, ",")
	for i, g := range groups {
		if len(groups) > 1 && (len(g) > 3 || g == "" || i > 0 && len(g) != 3) {
			return 0, false
		}
	}
	return wholePosition(strings.Join(groups, ""))
}

// wholePosition reads digits up to maxPosition.
func wholePosition(text string) (int64, bool) {
	if text == "" || text[0] == '+' || text[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 31)
	return int64(n), err == nil
}

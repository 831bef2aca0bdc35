package recognise

import (
	"regexp"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// software describes one producing program by its headers in normalised form.
type software struct {
	id, label string
	// distinctive are groups of alternatives ("p_wald|p_lrt"); a file is of this
	// software when at least nine tenths of the groups are present. A group
	// between slashes is a pattern.
	distinctive string
	// absent headers rule the software out.
	absent string
	// columns say which header holds which field; the first present one counts.
	columns []softwareColumn
	// note describes the software's convention to a reader of the mapping.
	note string
	// plinkCodes: chromosome 25 is the pseudo-autosomal part of X, 26 is MT.
	plinkCodes bool
	// linear: effects are those of a linear model, whatever the trait is. Headers in logistic show
	// that it was a logistic one instead.
	linear   bool
	logistic string
	// analyses are several analyses under names that the table defines.
	analyses []softwareAnalysis
	// alleles describes where the alleles are that its files lack.
	alleles string
	// originals: columns that the table does not name may be those before the file
	// was harmonised, of the other allele.
	originals bool
}

// softwareAnalysis is one of several analyses in the files of a software.
type softwareAnalysis struct {
	name    string
	columns []softwareColumn
}

type softwareColumn struct {
	field   sumstats.Field
	headers string // alternatives in order of preference, separated by blanks; /…/ is a pattern
	doubt   string // why the column is still a question
}

// softwareTable lists the recognised software, one table per file software_*.go.
func softwareTable() []software {
	return slices.Concat(standardFormats, analysisSoftware, tableSoftware, consortiumFormats)
}

// recognised is the software a header set was attributed to.
type recognised struct {
	software
	score float64
}

// minimumScore is the share of distinctive groups that must be present.
const minimumScore = 0.9

// recogniseSoftware scores each software against the normalised headers. It returns false when none
// reaches the minimum. Of several that do, the one with the most distinctive groups wins; on a tie
// none is recognised.
func recogniseSoftware(normalised []string) (recognised, bool) {
	present := map[string]bool{}
	for _, h := range normalised {
		present[h] = true
	}
	var best recognised
	bestGroups, tie := 0, false
	for _, s := range softwareTable() {
		groups := strings.Fields(s.distinctive)
		found := 0
		for _, g := range groups {
			if groupPresent(g, normalised, present) {
				found++
			}
		}
		score := float64(found) / float64(len(groups))
		if score < minimumScore || anyPresent(s.absent, present) {
			continue
		}
		switch {
		case found > bestGroups:
			best, bestGroups, tie = recognised{s, score}, found, false
		case found == bestGroups:
			tie = true
		}
	}
	return best, bestGroups > 0 && !tie
}

func groupPresent(group string, normalised []string, present map[string]bool) bool {
	if pattern, ok := asPattern(group); ok {
		for _, h := range normalised {
			if pattern.MatchString(h) {
				return true
			}
		}
		return false
	}
	for _, name := range strings.Split(group, "|") {
		if present[name] {
			return true
		}
	}
	return false
}

func anyPresent(names string, present map[string]bool) bool {
	for _, name := range strings.Fields(names) {
		if present[name] {
			return true
		}
	}
	return false
}

// asPattern compiles the text between slashes.
func asPattern(s string) (*regexp.Regexp, bool) {
	if len(s) < 2 || s[0] != '/' || s[len(s)-1] != '/' {
		return nil, false
	}
	return regexp.MustCompile("^(?:" + s[1:len(s)-1] + ")$"), true
}

// find returns the indices of the headers that the rule of a software names, in
// order of preference.
func (c softwareColumn) find(normalised []string) []int {
	var found []int
	for _, name := range strings.Fields(c.headers) {
		pattern, isPattern := asPattern(name)
		for i, h := range normalised {
			if h == name || isPattern && pattern.MatchString(h) {
				found = append(found, i)
			}
		}
	}
	return found
}

// PLINKCodes reports whether the software, by its id, writes chromosomes as PLINK does: 25 for the
// pseudo-autosomal part of X and 26 for MT.
func PLINKCodes(format string) bool {
	return slices.ContainsFunc(softwareTable(), func(s software) bool { return s.id == format && s.plinkCodes })
}

// Software lists the labels of the recognised software, for documentation.
func Software() []string {
	var labels []string
	for _, s := range softwareTable() {
		labels = append(labels, s.label)
	}
	return append(labels, "GWAS-VCF")
}

package metalscript

import (
	"regexp"
	"strconv"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// Filter is an ADDFILTER: a condition on the cells of a column that rows must meet.
type Filter struct {
	Line int
	Text string
	sumstats.CellFilter
}

// conditions are METAL's words for a comparison.
var conditions = map[string]sumstats.CellOp{
	"<": sumstats.CellBelow, "<=": sumstats.CellAtMost, ">": sumstats.CellAbove, ">=": sumstats.CellAtLeast,
	"=": sumstats.CellEqual, "==": sumstats.CellEqual, "IS": sumstats.CellEqual,
	"!=": sumstats.CellUnequal, "<>": sumstats.CellUnequal, "ISNOT": sumstats.CellUnequal, "IN": sumstats.CellIn,
}

// addFilter reads COLUMN CONDITION VALUE. METAL ignores a filter that it does not understand and
// keeps all rows. Here the line is refused.
func (p *parser) addFilter(w []string) {
	if len(w) != 3 {
		p.block(
			"METAL ignores a filter that is not a column, a condition and a value with spaces between them and none within; write ADDFILTER COLUMN > NUMBER or ADDFILTER COLUMN IN (a,b,c)",
		)
		return
	}
	f := Filter{Line: p.line, Text: p.text, CellFilter: sumstats.CellFilter{Column: w[0], Op: conditions[strings.ToUpper(w[1])], Values: []string{w[2]}}}
	if f.Op == "" {
		p.block("METAL ignores a filter with the condition %s; write one of < <= > >= = != <> IS ISNOT IN", w[1])
		return
	}
	if !p.filterValue(&f.CellFilter, w[2]) {
		return
	}
	if err := f.Validate(); err != nil {
		p.block("%s; correct the line", err)
		return
	}
	p.state.filters = append(p.state.filters, f)
}

// filterValue reads what cells are compared with. METAL takes it for a number when it
// begins with a digit or a sign.
func (p *parser) filterValue(f *sumstats.CellFilter, value string) bool {
	number := value[0] >= '0' && value[0] <= '9' || value[0] == '-' || value[0] == '+'
	switch {
	case f.Op == sumstats.CellIn:
		if !strings.HasPrefix(value, "(") || !strings.HasSuffix(value, ")") {
			p.block("METAL ignores a filter with IN whose values are not in brackets; write ADDFILTER COLUMN IN (a,b,c)")
			return false
		}
		f.Values = strings.Split(strings.Trim(value, "()"), ",")
	case number:
	case f.Op == sumstats.CellEqual:
		f.Op = sumstats.CellIs
	case f.Op == sumstats.CellUnequal:
		f.Op = sumstats.CellIsNot
	default:
		p.block("METAL ignores a filter with %s whose value does not begin with a digit or a sign; write a number such as 0.05", f.Op)
		return false
	}
	return true
}

// Floors are filters that all studies share as the two options of a run that
// mean the same: a least minor allele frequency and a least imputation quality.
type Floors struct {
	MAF, Info float64
	// Rest are the filters without an equivalent option, each line once.
	Rest []Filter
}

var qualityColumns = regexp.MustCompile(`(?i)^(info|rsq|r2|rsqr|r2hat|impinfo|imp_info|imputation_quality|info_score|oevar_imp)$`)

// Floors finds the options that replace the filters of all studies.
func (s *Script) Floors() Floors {
	var out Floors
	used := map[int]bool{}
	if len(s.Studies) > 0 {
		out.MAF = s.shared(used, Study.mafFloor)
		out.Info = s.shared(used, Study.infoFloor)
	}
	seen := map[int]bool{}
	for _, study := range s.Studies {
		for _, f := range study.Filters {
			if !used[f.Line] && !seen[f.Line] {
				seen[f.Line] = true
				out.Rest = append(out.Rest, f)
			}
		}
	}
	return out
}

// shared returns the floor that is the same in all studies, else 0; the lines that state it are
// noted.
func (s *Script) shared(used map[int]bool, floor func(Study) (float64, []int)) float64 {
	first, _ := floor(s.Studies[0])
	for _, study := range s.Studies {
		if x, _ := floor(study); x != first {
			return 0
		}
	}
	for _, study := range s.Studies {
		_, lines := floor(study)
		for _, line := range lines {
			used[line] = true
		}
	}
	return first
}

func (f Filter) number() (float64, bool) {
	x, err := strconv.ParseFloat(f.Values[0], 64)
	return x, err == nil && len(f.Values) == 1
}

// mafFloor returns a floor on a minor allele frequency, or the same on both sides of a frequency.
func (s Study) mafFloor() (float64, []int) {
	var low, high float64
	var lines []int
	for _, f := range s.Filters {
		x, ok := f.number()
		minor := strings.EqualFold(f.Column, "MAF")
		if !ok || !minor && !strings.EqualFold(f.Column, s.Frequency) {
			continue
		}
		switch f.Op {
		case sumstats.CellAbove, sumstats.CellAtLeast:
			if low = x; minor {
				high = x
			}
		case sumstats.CellBelow, sumstats.CellAtMost:
			high = 1 - x
		default:
			continue
		}
		lines = append(lines, f.Line)
	}
	if d := low - high; low <= 0 || low > 0.5 || d > 1e-9 || d < -1e-9 {
		return 0, nil
	}
	return low, lines
}

// infoFloor returns a floor on the imputation quality.
func (s Study) infoFloor() (float64, []int) {
	for _, f := range s.Filters {
		x, ok := f.number()
		if ok && qualityColumns.MatchString(f.Column) && (f.Op == sumstats.CellAbove || f.Op == sumstats.CellAtLeast) && x > 0 && x <= 1 {
			return x, []int{f.Line}
		}
	}
	return 0, nil
}

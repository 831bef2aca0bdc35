package metalscript

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// Filter is an ADDFILTER: a condition on a column that rows must meet.
type Filter struct {
	Line   int
	Text   string
	Column string
	Op     meta.FilterOp
	Values []string
}

var condition = regexp.MustCompile(`^([^\s<>=!]+) ?(<=|>=|!=|==|=|<|>) ?(\S+)$`)

var membership = regexp.MustCompile(`(?i)^(\S+) IN ?\(([^()]*)\)$`)

func (p *parser) addFilter(words []string) {
	text := strings.Join(words, " ")
	f := Filter{Line: p.line, Text: p.text}
	if m := membership.FindStringSubmatch(text); m != nil {
		f.Column, f.Op = m[1], meta.FilterIn
		for value := range strings.SplitSeq(m[2], ",") {
			f.Values = append(f.Values, strings.TrimSpace(value))
		}
	} else if m := condition.FindStringSubmatch(text); m != nil {
		f.Column, f.Op, f.Values = m[1], meta.FilterOp(m[2]), []string{m[3]}
		if f.Op == "==" {
			f.Op = meta.FilterEqual
		}
	} else {
		p.block("write a filter as COLUMN > NUMBER, with one of < <= > >= = !=, or COLUMN IN (a,b,c)")
		return
	}
	p.state.filters = append(p.state.filters, f)
}

// On is the filter on the rows of a file that is read with a mapping; an error
// says why there is none, and what to do.
func (f Filter) On(mapping sumstats.Mapping) (meta.Filter, error) {
	for _, field := range slices.Sorted(maps.Keys(mapping)) {
		if mapping[field] == f.Column {
			out := meta.Filter{Field: field, Op: f.Op, Values: f.Values}
			if err := out.Validate(); err != nil {
				return out, finding(f, err.Error())
			}
			return out, nil
		}
	}
	return meta.Filter{}, finding(f, "no value of a row is read from column "+f.Column+"; leave the rows out of the file beforehand, or remove the line")
}

type filterError struct{ Finding }

func (e *filterError) Error() string { return e.String() }

func finding(f Filter, message string) error {
	return &filterError{Finding{Line: f.Line, Text: f.Text, Message: message, Blocks: true}}
}

// Floors are filters that all studies share as the two options of a run that
// mean the same: a least minor allele frequency and a least imputation quality.
type Floors struct {
	MAF, Info float64
	// Rest are the filters that no option stands for, each line once.
	Rest []Filter
}

var qualityColumns = regexp.MustCompile(`(?i)^(info|rsq|r2|rsqr|r2hat|impinfo|imp_info|imputation_quality|info_score|oevar_imp)$`)

// Floors finds the options that stand for the filters of all studies.
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

// shared is the floor that is the same in all studies, else 0; the lines that
// say it are noted.
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

// mafFloor is a floor on a minor allele frequency, or the same on both sides of
// a frequency.
func (s Study) mafFloor() (float64, []int) {
	var low, high float64
	var lines []int
	for _, f := range s.Filters {
		x, ok := f.number()
		minor := strings.EqualFold(f.Column, "MAF")
		if !ok || !minor && f.Column != s.Mapping[sumstats.FieldEAF] {
			continue
		}
		switch f.Op {
		case meta.FilterAbove, meta.FilterAtLeast:
			if low = x; minor {
				high = x
			}
		case meta.FilterBelow, meta.FilterAtMost:
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

// infoFloor is a floor on the imputation quality.
func (s Study) infoFloor() (float64, []int) {
	for _, f := range s.Filters {
		x, ok := f.number()
		if ok && qualityColumns.MatchString(f.Column) && (f.Op == meta.FilterAbove || f.Op == meta.FilterAtLeast) && x > 0 && x <= 1 {
			return x, []int{f.Line}
		}
	}
	return 0, nil
}

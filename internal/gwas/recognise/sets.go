package recognise

import (
	"slices"
	"sort"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// ColumnSet holds the columns of one of several analyses in a file, such as those of a
// meta-analysis and of each study in it.
type ColumnSet struct {
	Name    string           `json:"name"`
	Columns sumstats.Mapping `json:"columns"`
}

// setQuestion is the one question about all columns of an analysis.
const setQuestion = "Which analysis do you want? The file holds several; all columns must come from the same one."

// analysis is a ColumnSet in the making.
type analysis struct {
	name string
	cols map[sumstats.Field]int
}

// ofOneAnalysis are the fields of which each analysis has a separate column.
var ofOneAnalysis = map[sumstats.Field]bool{
	sumstats.FieldBeta:                    true,
	sumstats.FieldOddsRatio:               true,
	sumstats.FieldHazardRatio:             true,
	sumstats.FieldZ:                       true,
	sumstats.FieldSE:                      true,
	sumstats.FieldSEOfRatio:               true,
	sumstats.FieldCILower:                 true,
	sumstats.FieldCIUpper:                 true,
	sumstats.FieldP:                       true,
	sumstats.FieldNegLog10P:               true,
	sumstats.FieldLnP:                     true,
	sumstats.FieldLog10P:                  true,
	sumstats.FieldEAF:                     true,
	sumstats.FieldAlleleFrequency:         true,
	sumstats.FieldEAFCases:                true,
	sumstats.FieldEAFControls:             true,
	sumstats.FieldAlleleFrequencyCases:    true,
	sumstats.FieldAlleleFrequencyControls: true,
	sumstats.FieldN:                       true,
	sumstats.FieldNCases:                  true,
	sumstats.FieldNControls:               true,
	sumstats.FieldNEff:                    true,
	sumstats.FieldInfo:                    true,
}

// analyses groups the columns whose names are that of a field and something more: beta_EUR,
// multiancestry_se_fix. The additional part names the analysis. A group counts when it has an
// effect, and an error or a P value.
func (s *suggestion) analyses() (sets []analysis) {
	if s.known && s.software.analyses != nil {
		return s.namedAnalyses()
	}
	at := map[string]int{}
	for i := range s.normalised {
		f, name, ok := s.partOfAnalysis(i)
		if !ok || s.taken[i] || s.profiles[i].rows > 0 && s.profiles[i].present() == 0 {
			continue
		}
		if _, seen := at[name]; !seen {
			at[name] = len(sets)
			sets = append(sets, analysis{name, map[sumstats.Field]int{}})
		}
		if cols := sets[at[name]].cols; cols != nil {
			if _, twice := cols[f]; !twice {
				cols[f] = i
			}
		}
	}
	sets = slices.DeleteFunc(sets, func(a analysis) bool { return !a.complete() })
	sort.SliceStable(sets, func(i, j int) bool { return s.preference(sets[i]) < s.preference(sets[j]) })
	return sets
}

// namedAnalyses returns the analyses that the table of the software names.
func (s *suggestion) namedAnalyses() (sets []analysis) {
	for _, named := range s.software.analyses {
		a := analysis{named.name, map[sumstats.Field]int{}}
		for _, rule := range named.columns {
			if found := s.free(rule.find(s.normalised)); len(found) > 0 {
				a.cols[rule.field] = found[0]
			}
		}
		if a.complete() {
			sets = append(sets, a)
		}
	}
	return sets
}

func (a analysis) has(fields ...sumstats.Field) bool {
	return slices.ContainsFunc(fields, func(f sumstats.Field) bool { _, ok := a.cols[f]; return ok })
}

func (a analysis) complete() bool {
	return a.has(sumstats.FieldBeta, sumstats.FieldOddsRatio, sumstats.FieldHazardRatio, sumstats.FieldZ) &&
		a.has(sumstats.FieldSE, sumstats.FieldP, sumstats.FieldNegLog10P, sumstats.FieldLnP, sumstats.FieldLog10P)
}

// preference returns the order in which the software's table names the effect columns; the order of
// the file where it is silent.
func (s *suggestion) preference(a analysis) int {
	col, ok := a.cols[sumstats.FieldBeta]
	if !ok {
		return len(s.normalised)
	}
	for _, rule := range s.software.columns {
		if rule.field == sumstats.FieldBeta {
			return slices.Index(rule.find(s.normalised), col)
		}
	}
	return col
}

// partOfAnalysis returns the field that a column holds, and its analysis. The table of a recognised
// software states which columns come in several analyses; in other files it is those whose whole
// name means nothing.
func (s *suggestion) partOfAnalysis(col int) (sumstats.Field, string, bool) {
	f, name, ok := stem(s.normalised[col])
	if !ok {
		return "", "", false
	}
	if s.known {
		rule, several := s.severalOf(col)
		return rule, name, several
	}
	_, whole := aliasOf(s.normalised[col])
	return f, name, !whole && ofOneAnalysis[f]
}

// severalOf returns the field of a rule of the software that names columns by pattern.
func (s *suggestion) severalOf(col int) (sumstats.Field, bool) {
	for _, rule := range s.software.columns {
		if strings.Contains(rule.headers, "/") && slices.Contains(rule.find(s.normalised), col) {
			return rule.field, true
		}
	}
	return "", false
}

// stem finds the longest run of words of a header that is the name of a field; the
// words around it are given as the name of an analysis.
func stem(header string) (sumstats.Field, string, bool) {
	words := strings.Split(header, "_")
	for n := min(len(words)-1, longestStem); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			name := strings.Join(words[i:i+n], "_")
			a, ok := aliasOf(name)
			if !ok && name == "no" { // the number of people, next to the name of a study
				a, ok = alias{field: sumstats.FieldN}, true
			}
			if ok {
				return a.field, strings.Join(slices.Concat(words[:i], words[i+n:]), "_"), true
			}
		}
	}
	return "", "", false
}

// longestStem is the number of words of the longest name of a field.
const longestStem = 7

// fromAnalyses proposes the columns of the first of several analyses. A question asks which one is
// wanted.
func (s *suggestion) fromAnalyses() {
	sets := s.analyses()
	if len(sets) == 0 || !s.known && s.plainResults() {
		return
	}
	if len(sets) == 1 && s.known {
		return // the table of the software decides
	}
	s.sets = sets
	for _, f := range sumstats.Fields() {
		col, ok := sets[0].cols[f]
		if !ok {
			continue
		}
		if f == sumstats.FieldZ && len(sets) == 1 && s.named(sumstats.FieldBeta) != nil {
			continue // the effect implies as much
		}
		name := s.profiles[col].name
		p := proposal{field: f, col: col, confidence: Ask, set: sets[0].name, setField: f}
		switch {
		case len(sets) > 1 && (s.known || f != sumstats.FieldEAF):
			p.reason, p.question = "Several analyses stand side by side.", setQuestion
		default:
			p.reason, p.question = "The name "+name+" is that of the field and something more.", doubtQuestion(f, name)
		}
		for _, other := range sets[1:] {
			if i, ok := other.cols[f]; ok {
				p.alternatives = append(p.alternatives, s.profiles[i].name)
			}
		}
		s.propose(p)
	}
}

// plainResults reports whether one analysis has no name, so that the others are additional.
func (s *suggestion) plainResults() bool {
	plain := analysis{cols: map[sumstats.Field]int{}}
	for i, h := range s.normalised {
		if a, ok := aliasOf(h); ok && a.sure {
			plain.cols[a.field] = i
		}
	}
	return plain.complete()
}

// columnSets returns the analyses to choose from. A field that the values have changed changes in
// all of them.
func (s *suggestion) columnSets() (sets []ColumnSet) {
	if len(s.sets) < 2 {
		return nil
	}
	is := map[sumstats.Field]sumstats.Field{}
	for _, p := range s.proposals {
		if p.set != "" {
			is[p.setField] = p.field
		}
	}
	for _, a := range s.sets {
		m := sumstats.Mapping{}
		for f, col := range a.cols {
			if now, ok := is[f]; ok {
				f = now
			}
			m[f] = s.profiles[col].name
		}
		sets = append(sets, ColumnSet{Name: a.name, Columns: m})
	}
	return sets
}

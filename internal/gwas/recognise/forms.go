package recognise

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
)

// judgeForms rejects columns that are read as numbers and hold them in a form that is not read.
// Rows of several alternate alleles, which have lists, are left out anyway.
func (l *look) judgeForms(m sumstats.Mapping, j *Judgement) {
	for _, f := range sortedFields(m) {
		c := l.profile(m[f])
		if !f.Numeric() || c == nil || c.commas == 0 {
			continue
		}
		col := slices.Index(l.layout.Header, c.name)
		i := slices.IndexFunc(l.rows.rows, func(row sampleRow) bool { return sumstats.FormOf(row.cell(col)) != "" && !l.several(row, m) })
		if i < 0 {
			continue
		}
		cell := l.rows.rows[i].cell(col)
		form := sumstats.FormOf(cell)
		found := sumstats.Finding{Code: "decimal_comma", Column: c.name, Field: f, Line: int64(l.rows.rows[i].no),
			Message: fmt.Sprintf("The column %s holds %s, such as %s.", c.name, form, sumstats.ExampleText(cell)),
			Remedy:  "Export the table with a decimal point and without thousands separators"}
		if form == sumstats.AsLists {
			found.Code, found.Remedy = "list_of_numbers", "Split it into one column for each of the studies or alleles that it lists"
		}
		if m.CanDoWithout(f) {
			found.Remedy += ", or do without it: " + MapFlag(f, "")
		}
		found.Remedy += "."
		j.against(found)
	}
}

// several reports whether a row lists several alternate alleles.
func (l *look) several(row sampleRow, m sumstats.Mapping) bool {
	return slices.ContainsFunc(
		[]sumstats.Field{sumstats.FieldEffectAllele, sumstats.FieldOtherAllele, sumstats.FieldAlternateAllele, sumstats.FieldFrequencyAllele},
		func(f sumstats.Field) bool {
			col := slices.Index(l.layout.Header, m[f])
			return col >= 0 && strings.ContainsRune(string(row.cell(col)), ',')
		},
	)
}

// hints name where a file has the lacking values in a form that cannot be mapped.
func (l *look) hints(lacks []sumstats.Need) (hints []string) {
	if l == nil {
		return nil
	}
	needed := map[sumstats.Field]bool{}
	for _, n := range lacks {
		needed[n.Field] = true
	}
	if l.software.alleles != "" && (needed[sumstats.FieldEffectAllele] || needed[sumstats.FieldOtherAllele]) {
		hints = append(hints, l.software.alleles)
	}
	for i := range l.profiles {
		c := &l.profiles[i]
		switch {
		case needed[sumstats.FieldBeta] && c.share(c.compound) >= leastPlaces:
			hints = append(
				hints,
				fmt.Sprintf(
					"The column %s holds an effect with its interval or error, such as %s: split it into columns of one number each, such as %s, ci_lower and ci_upper.",
					c.name,
					c.examples[0],
					c.effectName(),
				),
			)
		case needed[sumstats.FieldP] && c.share(c.intervals) >= leastPlaces:
			hints = append(
				hints,
				fmt.Sprintf(
					"The column %s holds both ends of an interval, such as %s: split it into two columns, ci_lower and ci_upper.",
					c.name,
					c.examples[0],
				),
			)
		}
	}
	return hints
}

// effectName names a column for the effect that a compound one holds.
func (c *profile) effectName() string {
	switch first, _, _ := strings.Cut(c.normalised, "_"); first {
	case "or", "odds", "oddsratio":
		return "odds_ratio"
	case "hr", "hazard":
		return "hazard_ratio"
	}
	return "beta"
}

package recognise

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Thresholds of the judgement of sample sizes.
const (
	// fewPeople is the largest N below which a column counts studies rather than people.
	fewPeople = 100
	leastOfN  = 30
	// leastImplied is how many times more people errors and frequencies have to imply before N
	// counts as not fitting them.
	leastImplied = 10
	// sameSize is how far a ratio of sizes may be from 1, and its half how far from ½.
	sameSize = 0.02
	// mostRows is the share of rows that must agree.
	mostRows = 0.9
	// followsN is the correlation of N with the N that error and frequency imply
	// below which N varies without the errors, and variesN the spread of ln N from
	// which it is looked at.
	followsN = 0.2
	variesN  = 0.3
	// pointed is the share of sizes written with a point before each three digits.
	pointed = 0.9
)

// judgeSizes compares sample sizes with each other, with errors and frequencies.
func (r *reading) judgeSizes() {
	r.judgeEffective()
	if r.mapping[sumstats.FieldN] == "" {
		return
	}
	if r.pointedN() {
		return
	}
	var n []float64
	for i := range r.rows {
		if v := r.rows[i].N; v > 0 {
			n = append(n, v)
		}
	}
	if len(n) < leastOfN {
		return
	}
	switch largest := slices.Max(n); {
	case largest < fewPeople:
		evidence := fmt.Sprintf(
			"The largest %s is %g, fewer people than a genome-wide study has; it may be the number of studies.",
			r.mapping[sumstats.FieldN],
			largest,
		)
		if implied := r.medianImpliedN(); implied > leastImplied*largest {
			evidence += fmt.Sprintf(
				" The sample size does not fit the standard errors and frequencies: they imply about %s people, for a trait in standard deviations.",
				thousands(int(implied)),
			)
		}
		r.askN(evidence, r.as("The number of studies", sumstats.FieldN, sumstats.FieldNStudies, " if it counts studies"))
	case r.nIsEffective():
	default:
		r.nFollowsErrors()
	}
}

// impliedN returns the sample size that the error and the frequency of a row imply for a trait in
// standard deviations, 1/(SE²·2f(1−f)); NaN where it does not state both.
func impliedN(row *sumstats.Row) float64 {
	if n := 1 / (row.SE * row.SE * 2 * row.EAF * (1 - row.EAF)); finite(n) && n > 0 && row.Flags&sumstats.SEDerived == 0 {
		return n
	}
	return math.NaN()
}

// medianImpliedN returns the median of them; 0 when too few rows state both.
func (r *reading) medianImpliedN() float64 {
	var n []float64
	for i := range r.rows {
		if implied := impliedN(&r.rows[i]); finite(implied) {
			n = append(n, implied)
		}
	}
	if len(n) < leastOfN {
		return 0
	}
	slices.Sort(n)
	return n[len(n)/2]
}

// askN asks about a column of sample sizes; until the answer it is not used.
func (r *reading) askN(evidence string, others ...Option) {
	options := append(others, r.as("Yes, people", sumstats.FieldN, sumstats.FieldN, " if it counts people anyway"), without(sumstats.FieldN))
	r.doubt(r.ask(sumstats.FieldN, fmt.Sprintf("Is %s the number of people?", r.mapping[sumstats.FieldN]), []string{evidence}, options...))
}

// pointedN finds sizes with a point between thousands, which read as fractions.
func (r *reading) pointedN() bool {
	if r.cells == nil {
		return false
	}
	column := r.mapping[sumstats.FieldN]
	i := slices.Index(r.cells.layout.Header, column)
	if i < 0 {
		return false
	}
	n, points, example := 0, 0, ""
	for _, row := range r.cells.rows.rows {
		cell := row.cell(i)
		if sumstats.IsMissing(cell) {
			continue
		}
		n++
		if groupedByPoints(cell) {
			points++
			example = string(cell)
		}
	}
	if n < leastOfN || float64(points) < pointed*float64(n) {
		return false
	}
	r.against(sumstats.Finding{Code: "thousands_point", Field: sumstats.FieldN, Column: column,
		Message: fmt.Sprintf("%s writes numbers with a point between thousands, such as %q, which would be read as a fraction.", column, example),
		Remedy:  "Export the table without thousands separators."})
	return true
}

// groupedByPoints reports whether a cell is digits with a point before each three: 20.000.
func groupedByPoints(cell []byte) bool {
	groups := bytes.Split(cell, []byte{'.'})
	if len(groups) < 2 || len(groups[0]) == 0 || len(groups[0]) > 3 || groups[0][0] == '0' {
		return false
	}
	for i, g := range groups {
		if i > 0 && len(g) != 3 || bytes.ContainsFunc(g, func(c rune) bool { return c < '0' || c > '9' }) {
			return false
		}
	}
	return true
}

// judgeEffective compares an effective sample size with that of cases and
// controls. PGC writes half of it under the same name.
func (r *reading) judgeEffective() {
	field, stated := sumstats.FieldNEff, 1.0
	if r.mapping[field] == "" {
		field, stated = sumstats.FieldNEffHalf, 0.5 // rows hold its double
	}
	if r.mapping[field] == "" || !r.mapping.HasAll(sumstats.FieldNCases, sumstats.FieldNControls) {
		return
	}
	n, whole, half := 0, 0, 0
	for i := range r.rows {
		row := &r.rows[i]
		ratio := stated * float64(row.NEff) / stat.EffectiveN(row.NCases, row.NControls)
		if finite(ratio) && ratio > 0 {
			n++
			whole += count(math.Abs(ratio-1) <= sameSize)
			half += count(math.Abs(ratio-0.5) <= sameSize/2)
		}
	}
	if n < leastAgreement {
		return
	}
	name := r.mapping[field]
	is := sumstats.FieldNEff
	switch {
	case float64(half) >= mostRows*float64(n):
		is = sumstats.FieldNEffHalf
		if a, ok := aliasOf(normaliseHeader(name)); ok && a.field == is {
			return // as it is called
		}
		r.note(sumstats.Finding{Code: "n_eff_half", Field: is, Column: name,
			Message: fmt.Sprintf("%s is half of 4/(1/cases + 1/controls) in %s, as the PGC writes it; it is doubled.", name, shareOf(half, n, "row"))})
	case float64(whole) < mostRows*float64(n):
		return
	}
	if field != is {
		r.adopt(is, name)
	}
}

// nIsEffective asks about an N that is the effective size of cases and controls.
func (r *reading) nIsEffective() bool {
	if !r.mapping.HasAll(sumstats.FieldNCases, sumstats.FieldNControls) {
		return false
	}
	n, people, effective, half := 0, 0, 0, 0
	for i := range r.rows {
		row := &r.rows[i]
		if row.N > 0 && row.NCases > 0 && row.NControls > 0 {
			n++
			people += count(math.Abs(row.N/(row.NCases+row.NControls)-1) <= sameSize)
			ratio := row.N / stat.EffectiveN(row.NCases, row.NControls)
			effective += count(math.Abs(ratio-1) <= sameSize)
			half += count(math.Abs(ratio-0.5) <= sameSize/2)
		}
	}
	name := r.mapping[sumstats.FieldN]
	switch {
	case n < leastAgreement || float64(people) >= disagrees*float64(n):
		return false
	case float64(effective) >= mostRows*float64(n):
		r.askN(
			fmt.Sprintf(
				"%s is 4/(1/cases + 1/controls) in %s, the effective sample size, and not cases and controls together.",
				name,
				shareOf(effective, n, "row"),
			),
			r.as("The effective sample size", sumstats.FieldN, sumstats.FieldNEff, " if it is the effective sample size"),
		)
	case float64(half) >= mostRows*float64(n):
		r.askN(
			fmt.Sprintf(
				"%s is half of 4/(1/cases + 1/controls) in %s, half of the effective sample size, and not cases and controls together.",
				name,
				shareOf(half, n, "row"),
			),
			r.as("Half of the effective sample size", sumstats.FieldN, sumstats.FieldNEffHalf, " if it is half of the effective sample size"),
		)
	default:
		r.note(sumstats.Finding{Code: "n_of_groups", Field: sumstats.FieldN, Column: name,
			Message: fmt.Sprintf("%s is cases and controls together in only %s.", name, shareOf(people, n, "row")), Remedy: "Check the three columns."})
	}
	return true
}

// nFollowsErrors asks about an N that varies and does not follow the errors: of
// one study N is inversely proportional to SE²·2f(1−f).
func (r *reading) nFollowsErrors() {
	var x, y []float64
	for i := range r.rows {
		row := &r.rows[i]
		if row.Chromosome >= genome.X {
			continue // males have one X
		}
		if implied := impliedN(row); row.N > 0 && finite(implied) {
			x, y = append(x, math.Log(row.N)), append(y, math.Log(implied))
		}
	}
	if len(x) < leastOfN || stat.Deviation(x) < variesN {
		return
	}
	if c := stat.Correlation(x, y); c < followsN {
		r.askN(
			fmt.Sprintf(
				"%s varies from row to row, and the standard errors do not follow it (correlation %.2f with the N that they and the frequencies imply).",
				r.mapping[sumstats.FieldN],
				c,
			),
		)
	}
}

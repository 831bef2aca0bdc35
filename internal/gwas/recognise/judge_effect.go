package recognise

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"cohortium/internal/gwas/sumstats"
)

// ratiosBelow bounds the median of odds ratios: half of the variants of a study
// neither double the odds nor halve them.
const ratiosBelow = 2

// judgeBulk distinguishes ratios from betas by the bulk of the values, where no error together with
// a P does.
func (r *reading) judgeBulk() {
	field := r.effectField()
	if field != sumstats.FieldBeta && field != sumstats.FieldOddsRatio {
		return
	}
	values := slices.DeleteFunc(r.effects(field), func(v float64) bool { return !finite(v) })
	if len(values) < leastForRatio {
		return
	}
	slices.Sort(values)
	strays := int(strayShare * float64(len(values)))
	low, median, high := values[strays], values[len(values)/2], values[len(values)-1-strays]
	name := r.mapping[field]
	switch around := median > 1/float64(ratiosBelow) && median < ratiosBelow; {
	case field == sumstats.FieldBeta && low > 0 && around && (low < 1 && high > 1 || low > 1):
		where := "lie on both sides of 1"
		if low > 1 {
			where = "above 1"
		}
		of := func(n int) string { return shareOf(n, len(values), "value") }
		evidence := fmt.Sprintf("%s of %s are above 0, and they %s, as odds ratios do and betas do not.", of(above(values, 0)), name, where)
		if low > 1 {
			evidence = fmt.Sprintf(
				"%s of %s are above 1, with a median of %.3g, as odds ratios of risk alleles are and betas are not.",
				of(above(values, 1)),
				name,
				median,
			)
		}
		r.doubt(r.ask(field, fmt.Sprintf("Does %s hold odds ratios and not betas?", name), []string{evidence},
			r.as("Odds ratios", field, sumstats.FieldOddsRatio, "").likely(), r.as("Betas", field, field, " if they are betas anyway")))
	case field == sumstats.FieldOddsRatio && low < 0:
		r.doubt(r.ask(field, fmt.Sprintf("Does %s hold betas (ln odds ratios)?", name),
			[]string{fmt.Sprintf("%s has negative values in %s, which no odds ratio has.", name, shareOf(len(values)-above(values, 0), len(values), "row"))},
			r.as("Betas", field, sumstats.FieldBeta, "").likely(), r.as("Ratios", field, field, " if they are ratios anyway")))
	case field == sumstats.FieldOddsRatio && high < 1 && median < 1/float64(ratiosBelow):
		r.doubt(r.ask(field, fmt.Sprintf("Does %s hold betas (ln odds ratios)?", name),
			[]string{fmt.Sprintf("No value of %s exceeds 1, and their median is %.3g, as odds ratios of a whole genome are not.", name, median)},
			r.as("Betas", field, sumstats.FieldBeta, "").likely(), r.as("Ratios", field, field, " if they are ratios anyway")))
	}
}

// above counts the sorted values greater than x.
func above(sorted []float64, x float64) int {
	i, _ := slices.BinarySearch(sorted, math.Nextafter(x, math.Inf(1)))
	return len(sorted) - i
}

// effects returns the values of the effect column as written in the file, NaN where one is not a
// number, in the order of the rows.
func (r *reading) effects(f sumstats.Field) []float64 {
	if r.cells != nil {
		return r.cells.numbers(r.mapping[f])
	}
	values := make([]float64, len(r.rows))
	for i := range r.rows {
		if values[i] = r.rows[i].Beta; f == sumstats.FieldOddsRatio {
			values[i] = math.Exp(values[i])
		}
	}
	return values
}

// numbers returns the cells of a column as numbers, NaN where one is none.
func (l *look) numbers(column string) []float64 {
	i := slices.Index(l.layout.Header, column)
	if i < 0 {
		return nil
	}
	values := make([]float64, len(l.rows.rows))
	for k, row := range l.rows.rows {
		v, ok := sumstats.ParseFloat(row.cell(i))
		if !ok {
			v = math.NaN()
		}
		values[k] = v
	}
	return values
}

// beside returns the column of a field: the one that is mapped, or one that is not read and has a
// name of the field.
func (r *reading) beside(f sumstats.Field) string {
	if column := r.mapping[f]; column != "" {
		return column
	}
	return r.cells.unread(r.mapping, f, false)
}

// unread returns a column that a mapping leaves out and that has a name of the field; with sure one
// that means nothing else.
func (l *look) unread(m sumstats.Mapping, f sumstats.Field, sure bool) string {
	for _, name := range l.layout.Header {
		if a, ok := aliasOf(normaliseHeader(name)); ok && a.field == f && (a.sure || !sure) && !reads(m, name) {
			return name
		}
	}
	return ""
}

// reads reports whether a mapping reads a column.
func reads(m sumstats.Mapping, column string) bool {
	for _, c := range m {
		if c == column {
			return true
		}
	}
	return false
}

// withUnread adds to a mapping the error, the P and the sizes of the groups that it
// leaves out and the file has; nil when there is none.
func (l *look) withUnread(m sumstats.Mapping) sumstats.Mapping {
	out, more := maps.Clone(m), false
	add := func(instead []sumstats.Field, fields ...sumstats.Field) {
		if slices.ContainsFunc(instead, func(f sumstats.Field) bool { return m[f] != "" }) {
			return
		}
		for _, f := range fields {
			if column := l.unread(out, f, true); column != "" {
				out[f], more = column, true
				return
			}
		}
	}
	add([]sumstats.Field{sumstats.FieldSE, sumstats.FieldSEOfRatio, sumstats.FieldCILower}, sumstats.FieldSE)
	add(pFields, pFields...)
	for _, f := range []sumstats.Field{sumstats.FieldNCases, sumstats.FieldNControls} {
		add([]sumstats.Field{f}, f)
	}
	if !more {
		return nil
	}
	return out
}

// pairTally counts, of rows that state the effect twice, those that state the same
// and those that state the opposite.
type pairTally struct{ n, same, turned int }

func (t *pairTally) add(same, turned bool) {
	t.n++
	t.same += count(same)
	t.turned += count(turned)
}

// pairs are the tallies of the parts of a file.
type pairs [parts]pairTally

func (p *pairs) all() (t pairTally) {
	for k := range p {
		t.n, t.same, t.turned = t.n+p[k].n, t.same+p[k].same, t.turned+p[k].turned
	}
	return t
}

// turns returns the first part in which the second column is the opposite of the first, −1 when
// there is none.
func (p *pairs) turns() int {
	return slices.IndexFunc(p[:], func(t pairTally) bool { return t.n >= leastOfPart && part(t.turned, t.n) >= opposite })
}

// compareEffects compares several columns of the effect, whether they are read or not: beta with
// the logarithm of a ratio, beta with Z.
func (r *reading) compareEffects() {
	if r.cells == nil || r.mapping[sumstats.FieldBeta] == "" {
		return
	}
	beta := r.cells.numbers(r.mapping[sumstats.FieldBeta])
	for _, f := range []sumstats.Field{sumstats.FieldOddsRatio, sumstats.FieldHazardRatio} {
		r.compareRatio(f, beta)
	}
	r.compareZ(beta)
	r.compareDirection(beta)
}

// compareDirection rejects betas without a sign next to a column that holds the sign. A direction
// with a sign for each of several studies is weaker evidence.
func (r *reading) compareDirection(beta []float64) {
	column := r.beside(sumstats.FieldDirection)
	i := slices.Index(r.cells.layout.Header, column)
	if i < 0 {
		return
	}
	n, minus := 0, 0
	for k, row := range r.cells.rows.rows {
		sign := string(row.cell(i))
		switch {
		case beta[k] < 0:
			return
		case beta[k] > 0 && (sign == "+" || sign == "-"):
			n++
			minus += count(sign == "-")
		}
	}
	if n < leastForRatio || part(minus, n) < bothSigns {
		return
	}
	b := r.mapping[sumstats.FieldBeta]
	r.against(sumstats.Finding{Code: "sign_lost", Field: sumstats.FieldBeta, Column: b,
		Message: fmt.Sprintf("%s is never negative, and %s is − in %s: only that column has the sign of the effect.", b, column, shareOf(minus, n, "row")),
		Remedy:  "Write the sign into " + b + "."})
}

// oneSigned asks about effects that all have one sign, as absolute values do. Where each is that of
// the allele that raises the trait, an answer states that.
func (r *reading) oneSigned() {
	field := r.effectField()
	n, positive, known, reference := 0, 0, 0, 0
	sizes := map[float64]bool{}
	for i := range r.rows {
		row := &r.rows[i]
		if !finite(row.Beta) || row.Beta == 0 {
			continue
		}
		n++
		positive += count(row.Beta > 0)
		sizes[row.Beta] = true
		if isRef, ok := r.markers[i].orientation(letter(row.EA), letter(row.OA)); ok {
			known++
			reference += count(isRef)
		}
	}
	if field == "" || n < leastDisagreement || positive < n || 10*len(sizes) <= n {
		return
	}
	rule := "absolute values do, or effects of the allele that raises it"
	switch {
	case known >= leastForRatio && part(reference, known) <= 1-mirrored:
		rule = "absolute values do: the effect allele is the alternate allele at " + shareOf(known-reference, known, "known variant")
	case known >= leastForRatio && part(reference, known) >= mirrored:
		rule = "absolute values do: the effect allele is the reference allele at " + shareOf(reference, known, "known variant")
	}
	name := r.mapping[field]
	r.doubt(
		r.ask(
			field,
			fmt.Sprintf("Has %s lost its sign?", name),
			[]string{fmt.Sprintf("All %s of %s raise the trait, as %s.", counted(n, "effect"), name, rule)},
			r.as("No, each is positive", field, field, " if every effect is positive"),
		),
	)
}

// compareRatio asks which one counts when the logarithm of a ratio is not the effect.
// A ratio that is not read may be of another model: it counts when it is the opposite.
func (r *reading) compareRatio(f sumstats.Field, beta []float64) {
	column := r.beside(f)
	if column == "" {
		return
	}
	var p pairs
	for i, ratio := range r.cells.numbers(column) {
		b, l := beta[i], math.Log(ratio)
		if !finite(b) || !finite(l) || math.Abs(b) < 0.005 && math.Abs(l) < 0.005 {
			continue
		}
		near := max(0.01, 0.05*math.Abs(b)) // ratios are rounded
		p[i*parts/len(beta)].add(math.Abs(l-b) <= near, math.Abs(l+b) <= near)
	}
	b, all, k := r.mapping[sumstats.FieldBeta], p.all(), p.turns()
	switch {
	case all.n < leastAgreement:
	case float64(all.turned) >= opposite*float64(all.n)-0.5:
		r.askEffect(f, column, fmt.Sprintf("ln %s = −%s in %s: one of them belongs to the other allele.", column, b, shareOf(all.turned, all.n, "row")))
	case r.mapping[f] != "" && float64(all.same) < disagrees*float64(all.n):
		r.askEffect(f, column, fmt.Sprintf("ln %s is %s in only %s.", column, b, shareOf(all.same, all.n, "row")))
	case k >= 0:
		r.askEffect(
			f,
			column,
			fmt.Sprintf(
				"ln %s = −%s in %s from about line %d on: one of them belongs to the other allele there.",
				column,
				b,
				shareOf(p[k].turned, p[k].n, "row"),
				r.lineOfPart(k),
			),
		)
	}
}

// compareZ asks which one counts when Z and the effect have opposite signs. A column
// that is not read may be another statistic: it counts when it is the opposite of
// effect over error.
func (r *reading) compareZ(beta []float64) {
	column, limit := r.beside(sumstats.FieldZ), disagrees
	if column == "" {
		return
	}
	var se []float64
	if r.mapping[sumstats.FieldZ] == "" {
		se, limit = r.cells.numbers(r.mapping[sumstats.FieldSE]), opposite
	}
	var p pairs
	negative := false
	for i, z := range r.cells.numbers(column) {
		negative = negative || beta[i] < 0
		if finite(z) && finite(beta[i]) && z*beta[i] != 0 {
			other := se != nil && !(math.Abs(math.Abs(z*se[i]/beta[i])-1) <= 0.05) // rounded
			p[i*parts/len(beta)].add(!other && z*beta[i] > 0, !other && z*beta[i] < 0)
		}
	}
	b, all, k := r.mapping[sumstats.FieldBeta], p.all(), p.turns()
	where := shareOf(all.turned, all.n, "row")
	switch {
	case all.n < leastAgreement:
		return
	case float64(all.turned) >= limit*float64(all.n):
	case !negative && part(all.turned, all.n) >= bothSigns:
		where += fmt.Sprintf(", and %s is never negative", b)
	case k >= 0:
		where = fmt.Sprintf("%s from about line %d on", shareOf(p[k].turned, p[k].n, "row"), r.lineOfPart(k))
	default:
		return
	}
	r.askEffect(
		sumstats.FieldZ,
		column,
		fmt.Sprintf(
			"%s and %s have opposite signs in %s: one of them belongs to the other allele or to another analysis, or has lost its sign.",
			b,
			column,
			where,
		),
	)
}

// askEffect asks which of beta and another column of the effect counts.
func (r *reading) askEffect(f sumstats.Field, column, evidence string) {
	b := r.mapping[sumstats.FieldBeta]
	q := r.ask(sumstats.FieldBeta, fmt.Sprintf("Which one counts for the effect allele, %s or %s?", b, column), []string{evidence},
		Option{Label: b, Columns: sumstats.Mapping{sumstats.FieldBeta: b, f: ""}, field: sumstats.FieldBeta},
		Option{Label: column, Columns: sumstats.Mapping{f: column, sumstats.FieldBeta: ""}, field: f})
	q.Fields, q.columns = append(q.Fields, f), append(q.columns, column)
	r.doubt(q)
}

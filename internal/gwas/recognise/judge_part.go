package recognise

import (
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Thresholds of the judgement of the parts of a file, in the order of its rows.
const (
	parts = 16
	// leastOfPart is how many rows a part needs before it is compared.
	leastOfPart = 20
	// fewOfChromosome rows that fail decide about a chromosome where nearlyAll pass elsewhere.
	fewOfChromosome = 5
	nearlyAll       = 0.97
	// otherUnit is the factor from which an error is that of another unit.
	otherUnit = 2
	// bothSigns is the share of negative values from which a column has both signs.
	bothSigns = 0.2
)

// judgeParts looks for a column that changes its meaning in the middle of a file:
// a part in which P does not follow from effect and error while it does in another,
// as they are read or in another meaning; whose effects are ratios while those of
// another are betas; or whose errors are negative. Of a chromosome also errors of another unit.
func (r *reading) judgeParts() {
	if !r.partsOfP() && !r.chromosomesOfP() && !r.chromosomesOfUnit() && !r.partsOfEffect() {
		r.negativeErrors()
	}
}

// partsOfP compares under which meaning P follows from effect and error in each part.
func (r *reading) partsOfP() bool {
	var by [parts]meanings
	names := []string{""}
	for k := range by {
		by[k] = r.tryMeanings(r.rowsOfPart(k))
		for _, h := range by[k].others {
			if h.name != hypothesisScale && !slices.Contains(names, h.name) {
				names = append(names, h.name)
			}
		}
	}
	for _, name := range names {
		var a [parts]agreement
		for k := range by {
			if a[k] = by[k].of(name); name == "" && by[k].corrected() {
				a[k] = agreement{}
			}
		}
		if r.partsDiffer(&a, name) {
			return true
		}
	}
	return r.partsOfScale(&by)
}

// chromosomesOfP finds a chromosome on which P does not follow from effect and error
// while it does on all others together.
func (r *reading) chromosomesOfP() bool {
	var by [chromosomes]agreement
	var line [chromosomes]uint32
	for i := range r.rows {
		if row := &r.rows[i]; r.compares(row) {
			c := row.Chromosome
			if by[c].n == 0 {
				line[c] = row.Line
			}
			by[c].add(row.NegLog10P, asRead(row))
		}
	}
	c, rest := unlikeOthers(&by)
	if c < 0 {
		return false
	}
	r.partAgainst(line[c], fmt.Sprintf("On chromosome %s P follows from effect and standard error in %s, and elsewhere in %s.", genome.Chromosome(c),
		shareOf(by[c].agree, by[c].n, "row"), shareOf(rest.agree, rest.n, "row")))
	return true
}

// unlikeOthers returns the first chromosome that fails what all others together pass; −1 without
// one. Few rows decide where almost none fails elsewhere.
func unlikeOthers(by *[chromosomes]agreement) (c int, rest agreement) {
	var all agreement
	for _, a := range by {
		all = agreement{all.n + a.n, all.agree + a.agree}
	}
	for c, a := range by {
		rest := agreement{all.n - a.n, all.agree - a.agree}
		decides := a.n >= leastOfPart && rest.share() >= agrees || a.n-a.agree >= fewOfChromosome && rest.share() >= nearlyAll
		if a.share() < disagrees && rest.n >= leastDisagreement && decides {
			return c, rest
		}
	}
	return -1, agreement{}
}

// chromosomesOfUnit finds an autosome whose errors are those of another unit than
// elsewhere: 1/(SE²·2f(1−f)) is N by one factor, the variance of the trait. It is so
// whether the N of the file is believed or not, which may be wrong itself.
func (r *reading) chromosomesOfUnit() bool {
	by := r.unitsOf(func(*sumstats.Row) float64 { return 1 })
	c, rest := unlikeOthers(&by)
	if c < 0 {
		return false
	}
	if r.mapping[sumstats.FieldN] != "" {
		with := r.unitsOf(func(row *sumstats.Row) float64 { return row.N })
		if same, _ := unlikeOthers(&with); same != c {
			return false
		}
	}
	first := slices.IndexFunc(r.rows, func(row sumstats.Row) bool { return int(row.Chromosome) == c })
	r.partAgainst(
		r.rows[first].Line,
		fmt.Sprintf(
			"On chromosome %s the standard errors are those of another unit: by the frequencies they are more than %d times too large or too small in %s, and elsewhere in %s.",
			genome.Chromosome(c),
			otherUnit,
			shareOf(by[c].n-by[c].agree, by[c].n, "row"),
			shareOf(rest.n-rest.agree, rest.n, "row"),
		),
	)
	return true
}

// unitsOf counts the rows of each autosome whose error is of the unit of most, as far as the people
// of a row determine it.
func (r *reading) unitsOf(people func(*sumstats.Row) float64) (by [chromosomes]agreement) {
	variances, known := make([]float64, len(r.rows)), []float64{}
	for i := range r.rows {
		row := &r.rows[i]
		if variances[i] = math.NaN(); row.Chromosome < genome.X { // males have one X
			variances[i] = impliedN(row) / people(row)
		}
		if finite(variances[i]) {
			known = append(known, variances[i])
		}
	}
	if len(known) < leastDisagreement {
		return by
	}
	slices.Sort(known)
	median := known[len(known)/2]
	for i, v := range variances {
		if a := &by[r.rows[i].Chromosome]; finite(v) {
			a.n++
			a.agree += count(v < median*otherUnit*otherUnit && v > median/(otherUnit*otherUnit))
		}
	}
	return by
}

func (r *reading) rowsOfPart(k int) []sumstats.Row {
	return r.rows[partFrom(k, len(r.rows)):partFrom(k+1, len(r.rows))]
}

// partsDiffer reports whether P follows in one part under a meaning, and not in another.
func (r *reading) partsDiffer(by *[parts]agreement, name string) bool {
	var best agreement
	for _, a := range by {
		if a.n >= leastOfPart && a.share() > best.share() {
			best = a
		}
	}
	for k, a := range by {
		if best.share() >= agrees && a.n >= leastOfPart && a.share() < disagrees {
			if name != "" {
				name = " with " + name
			}
			r.partAgainst(
				r.rows[partFrom(k, len(r.rows))].Line,
				fmt.Sprintf("P follows from effect and standard error%s in %s there and in %s before or after.", name,
					shareOf(a.agree, a.n, "row"), shareOf(best.agree, best.n, "row")),
			)
			return true
		}
	}
	return false
}

// partsOfScale compares the parts under the factor between effect and error that
// explains one of them, if it explains a second one.
func (r *reading) partsOfScale(by *[parts]meanings) bool {
	for k := range by {
		if a := by[k].of(hypothesisScale); a.n < leastOfPart || a.share() < agrees || by[k].corrected() {
			continue
		}
		var under [parts]agreement
		explained := 0
		for i := range under {
			under[i] = r.scaled(by[k].factor, r.rowsOfPart(i)).agreement
			explained += count(under[i].n >= leastOfPart && under[i].share() >= agrees)
		}
		return explained > 1 && r.partsDiffer(&under, hypothesisScale)
	}
	return false
}

// of returns how many of the compared rows agree as they are read (""), or under a hypothesis.
func (a *meanings) of(name string) agreement {
	if name == "" {
		return a.read
	}
	for i := range a.others {
		if h := &a.others[i]; h.name == name {
			return agreement{n: a.read.n, agree: h.agree}
		}
	}
	return agreement{} // not tried, as P follows without it
}

// corrected reports whether a correction of P explains the rows, such as genomic control. Of a file
// that is sorted by P, parts with small ones show it and others do not.
func (a *meanings) corrected() bool {
	return a.factor > sameScale && a.factor < 1/sameScale && a.of(hypothesisScale).share() >= agrees
}

// partsOfEffect finds parts with ratios and parts with betas in one column.
func (r *reading) partsOfEffect() bool {
	field := r.effectField()
	if field == "" || field == sumstats.FieldZ {
		return false
	}
	values := r.effects(field)
	betas, ratios := -1, -1
	for k := range parts {
		n, negative, around := 0, 0, 0
		for _, v := range values[partFrom(k, len(values)):partFrom(k+1, len(values))] {
			if finite(v) {
				n++
				negative += count(v < 0)
				around += count(v > 1/float64(ratiosBelow) && v < ratiosBelow)
			}
		}
		switch {
		case n < leastOfPart:
		case betas < 0 && part(negative, n) >= bothSigns:
			betas = k
		case ratios < 0 && part(negative, n) <= strayShare && part(around, n) >= mostRows:
			ratios = k
		}
	}
	switch {
	case betas < 0 || ratios < 0:
		return false
	case field == sumstats.FieldBeta:
		r.partAgainst(r.lineOfPart(ratios), "All effects there are positive and around 1, as odds ratios are, and those of other parts are not.")
	default:
		r.partAgainst(r.lineOfPart(betas), "Effects there are negative, as no odds ratio is, and those of other parts are ratios.")
	}
	return true
}

// negativeErrors finds a part with errors that no standard error is. The code −9 for
// a missing value is none of them.
func (r *reading) negativeErrors() {
	field := r.errorField()
	if field == "" || r.cells == nil {
		return
	}
	values := r.cells.numbers(r.mapping[field])
	for k := range parts {
		n, negative := 0, 0
		for _, v := range values[partFrom(k, len(values)):partFrom(k+1, len(values))] {
			if finite(v) && v != sumstats.MissingCode {
				n++
				negative += count(v < 0)
			}
		}
		if n >= leastOfPart && part(negative, n) >= bothSigns {
			line := r.lineOfPart(k)
			r.against(sumstats.Finding{
				Code:   "negative_error",
				Field:  field,
				Column: r.mapping[field],
				Line:   int64(line),
				Message: fmt.Sprintf(
					"%s is negative in %s from about line %d on, as no standard error is.",
					r.mapping[field],
					shareOf(negative, n, "row"),
					line,
				),
				Remedy: "Check whether effect and standard error changed places, or whether two tables were joined.",
			})
			return
		}
	}
}

// partFrom returns the first of n rows that is of a part.
func partFrom(k, n int) int { return (k*n + parts - 1) / parts }

// lineOfPart returns the line at which a part of the values of a column begins.
func (r *reading) lineOfPart(k int) uint32 {
	if r.cells == nil {
		return r.rows[partFrom(k, len(r.rows))].Line
	}
	rows := r.cells.rows.rows
	return rows[partFrom(k, len(rows))].no
}

func (r *reading) partAgainst(line uint32, evidence string) {
	r.against(sumstats.Finding{Code: "column_changes", Field: r.effectField(), Line: int64(line),
		Message: fmt.Sprintf("The columns change their meaning in the middle of the file, at about line %d. %s", line, evidence),
		Remedy:  "Check whether two tables were joined, and send each as a separate file."})
}

// agreement counts rows whose P agrees with their effect and error.
type agreement struct{ n, agree int }

func (a agreement) share() float64 { return part(a.agree, a.n) }

func (a *agreement) add(negLog10P, z float64) {
	if math.IsNaN(negLog10P) || math.IsInf(negLog10P, 0) || math.IsNaN(z) || math.IsInf(z, 0) {
		return
	}
	a.n++
	a.agree += count(stat.PAgrees(negLog10P, z))
}

package recognise

import (
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/sumstats"
)

// ratiosBelow bounds the median of odds ratios: half of the variants of a study
// neither double the odds nor halve them.
const ratiosBelow = 2

// judgeBulk tells ratios from betas by the bulk of the values, where no error
// beside a P tells it.
func (r *reading) judgeBulk() {
	field := r.effectField()
	if field != sumstats.FieldBeta && field != sumstats.FieldOddsRatio {
		return
	}
	values := r.effects(field)
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
			evidence = fmt.Sprintf("%s of %s are above 1, with a median of %.3g, as odds ratios of risk alleles are and betas are not.", of(above(values, 1)), name, median)
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

// effects are the values of the effect column as they stand in the file.
func (r *reading) effects(f sumstats.Field) []float64 {
	if r.cells != nil {
		return slices.DeleteFunc(r.cells.numbers(r.mapping[f]), func(v float64) bool { return math.IsNaN(v) })
	}
	var values []float64
	for i := range r.rows {
		if v := r.rows[i].Beta; finite(v) {
			if f == sumstats.FieldOddsRatio {
				v = math.Exp(v)
			}
			values = append(values, v)
		}
	}
	return values
}

// numbers are the cells of a column as numbers, NaN where one is none.
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

// compareEffects holds columns of the effect that stand side by side against each
// other: beta and the logarithm of a ratio, beta and Z.
func (r *reading) compareEffects() {
	if r.cells == nil || r.mapping[sumstats.FieldBeta] == "" {
		return
	}
	beta := r.cells.numbers(r.mapping[sumstats.FieldBeta])
	for _, f := range []sumstats.Field{sumstats.FieldOddsRatio, sumstats.FieldHazardRatio} {
		if r.mapping[f] == "" {
			continue
		}
		n, same, turned := 0, 0, 0
		for i, ratio := range r.cells.numbers(r.mapping[f]) {
			b, l := beta[i], math.Log(ratio)
			if !finite(b) || !finite(l) || math.Abs(b) < 0.005 && math.Abs(l) < 0.005 {
				continue
			}
			near := max(0.01, 0.05*math.Abs(b)) // ratios are rounded
			n++
			same += count(math.Abs(l-b) <= near)
			turned += count(math.Abs(l+b) <= near)
		}
		r.askEffect(f, n, same, turned)
	}
	r.compareZ(beta)
}

// askEffect asks which of beta and ratio counts when they contradict each other.
func (r *reading) askEffect(f sumstats.Field, n, same, turned int) {
	b, ratio := r.mapping[sumstats.FieldBeta], r.mapping[f]
	var evidence string
	switch {
	case n < leastAgreement || float64(same) >= disagrees*float64(n):
		return
	case float64(turned) >= opposite*float64(n)-0.5:
		evidence = fmt.Sprintf("ln %s = −%s in %s: one of them belongs to the other allele.", ratio, b, shareOf(turned, n, "row"))
	default:
		evidence = fmt.Sprintf("ln %s is %s in only %s.", ratio, b, shareOf(same, n, "row"))
	}
	q := r.ask(sumstats.FieldBeta, fmt.Sprintf("Which one counts for the effect allele, %s or %s?", b, ratio), []string{evidence},
		Option{Label: b, Columns: sumstats.Mapping{sumstats.FieldBeta: b, f: ""}, field: sumstats.FieldBeta},
		Option{Label: ratio, Columns: sumstats.Mapping{f: ratio, sumstats.FieldBeta: ""}, field: f})
	q.Fields, q.columns = append(q.Fields, f), append(q.columns, ratio)
	r.doubt(q)
}

// compareZ asks which one counts when Z and the effect have opposite signs.
func (r *reading) compareZ(beta []float64) {
	column := r.mapping[sumstats.FieldZ]
	if column == "" {
		return
	}
	n, turned := 0, 0
	for i, z := range r.cells.numbers(column) {
		if finite(z) && finite(beta[i]) && z*beta[i] != 0 {
			n++
			turned += count(z*beta[i] < 0)
		}
	}
	if n < leastAgreement || float64(turned) < disagrees*float64(n) {
		return
	}
	b := r.mapping[sumstats.FieldBeta]
	q := r.ask(sumstats.FieldBeta, fmt.Sprintf("Which one counts for the effect allele, %s or %s?", b, column),
		[]string{fmt.Sprintf("%s and %s have opposite signs in %s: one of them belongs to the other allele, or to another analysis.", b, column, shareOf(turned, n, "row"))},
		Option{Label: b, Columns: sumstats.Mapping{sumstats.FieldBeta: b, sumstats.FieldZ: ""}, field: sumstats.FieldBeta},
		Option{Label: column, Columns: sumstats.Mapping{sumstats.FieldZ: column, sumstats.FieldBeta: ""}, field: sumstats.FieldZ})
	q.Fields, q.columns = append(q.Fields, sumstats.FieldZ), append(q.columns, column)
	r.doubt(q)
}

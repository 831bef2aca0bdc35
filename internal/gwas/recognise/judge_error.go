package recognise

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// Thresholds of the judgement of errors, and of values derived in place of them.
const (
	// coarse is the part of a number that rounding hides, in half of the rows, from
	// which nothing follows from it, and coarseP how many decimals of P hide as much.
	coarse  = 0.1
	coarseP = 2
	// frequenciesVary is the spread of ½ ln(2f(1−f)) from which errors have to vary too,
	// and errorsFollow the part of it by which they do at least.
	frequenciesVary = 0.2
	errorsFollow    = 0.5
)

// judgeErrors compares errors with frequencies, and finds numbers from which no error can be
// derived.
func (r *reading) judgeErrors() {
	f := r.effectField()
	if f != "" && r.errorField() != "" {
		r.constantErrors()
	}
	if f == "" || f == sumstats.FieldZ || r.cells == nil {
		return
	}
	switch {
	case r.errorField() != "":
	case !r.mapping.HasAll(sumstats.FieldCILower, sumstats.FieldCIUpper):
		r.coarseEffect(f)
	case r.pField() == "" && r.mapping[sumstats.FieldZ] == "":
		r.unknownInterval()
	}
	r.coarsePValues()
}

// constantErrors asks about errors that do not vary with the frequency, which those of
// one copy of an allele do: by 1/√(2f(1−f)N).
func (r *reading) constantErrors() {
	var allele, stated []float64
	n, ones, derivable := 0, 0, 0
	for i := range r.rows {
		row := &r.rows[i]
		if !(row.SE > 0) || row.Flags&sumstats.SEDerived != 0 || row.Chromosome >= genome.X { // males have one X
			continue
		}
		n++
		ones += count(row.SE == 1)
		derivable += count(row.WeightN() > 0 && row.EAF > 0 && row.EAF < 1) // an effect, from Z
		people := 1.0
		if r.mapping[sumstats.FieldN] != "" {
			people = row.N
		}
		f := r.frequencyAt(i)
		a, s := math.Log(2*f*(1-f))/2, math.Log(row.SE*math.Sqrt(people))
		if finite(a) && finite(s) {
			allele, stated = append(allele, a), append(stated, s)
		}
	}
	effect, se := r.effectField(), r.errorField()
	name, column := r.mapping[effect], r.mapping[se]
	errorOfZ := n >= leastDisagreement && float64(ones) >= (1-strayShare)*float64(n)
	switch {
	case effect == sumstats.FieldZ && errorOfZ:
		r.adopt(se, "") // from which no effect follows
		return
	case effect == sumstats.FieldZ:
		return
	case effect == sumstats.FieldBeta && errorOfZ:
		z := r.as("Z scores", effect, sumstats.FieldZ, "")
		z.Columns[se], z.Likely = "", 2*derivable > n
		q := r.ask(
			effect,
			fmt.Sprintf("Does %s hold Z scores?", name),
			[]string{fmt.Sprintf("%s is 1 in %s, as the error of a Z is.", column, shareOf(ones, n, "row"))},
			z,
			r.as("Betas", effect, effect, " if they are betas anyway"),
		)
		q.columns = append(q.columns, column)
		r.doubt(q)
		return
	}
	if len(allele) < leastDisagreement {
		return
	}
	expected, is := bulkSpread(allele), bulkSpread(stated)
	if expected < frequenciesVary || is >= errorsFollow*expected || r.hides(column) {
		return
	}
	r.askStandardised(effect, name, column, is, expected, len(allele))
}

// askStandardised asks whether effects and errors are of standardised genotypes: over the bulk of n
// rows, log errors spread by is and by expected if they are of one copy of an allele.
func (r *reading) askStandardised(effect sumstats.Field, name, column string, is, expected float64, n int) {
	q := r.ask(
		effect,
		fmt.Sprintf(
			"Are %s and %s of one copy of the effect allele, and not of standardised genotypes? Divide both by √(2f(1−f)) if they are of standardised ones.",
			name,
			column,
		),
		[]string{
			fmt.Sprintf(
				"%s does not follow the frequency: it varies by a factor of %.3g over eight tenths of %s, and by the frequencies an error of one copy of an allele varies by %.3g.",
				column,
				math.Exp(is),
				counted(n, "row"),
				math.Exp(expected),
			),
		},
		r.as("Of one copy of the allele", effect, effect, " if they are of one copy of the allele anyway"),
	)
	q.columns = append(q.columns, column)
	r.doubt(q)
}

// hides reports whether rounding alone makes errors equal.
func (r *reading) hides(column string) bool {
	if r.cells == nil {
		return false
	}
	hidden, _ := r.cells.rounding(column, func(v float64) float64 { return v })
	return hidden >= coarse
}

// frequencyAt returns the frequency of an allele of a row, that of the known variant in one
// population where the file has none; NaN where neither is known. Only how far the rows spread
// counts, so any population does, and either allele.
func (r *reading) frequencyAt(i int) float64 {
	f := r.rows[i].EAF
	if m := r.markers[i]; math.IsNaN(f) && m != nil && m.ref != 0 {
		f = float64(m.percent[0]) / 100
	}
	return f
}

// bulkSpread returns how far apart the tenths of the values at either end begin.
func bulkSpread(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)*9/10] - values[len(values)/10]
}

// coarseEffect asks about effects with so few digits that no error follows from them
// and P or Z.
func (r *reading) coarseEffect(f sumstats.Field) {
	if r.pField() == "" && r.mapping[sumstats.FieldZ] == "" {
		return
	}
	name, size := r.mapping[f], func(v float64) float64 { return v }
	if f != sumstats.FieldBeta {
		size = func(v float64) float64 { return v * math.Log(v) }
	}
	hidden, decimals := r.cells.rounding(name, size)
	if !(hidden >= coarse) {
		return
	}
	r.doubt(r.ask(
		f,
		fmt.Sprintf("Has %s enough digits to derive the standard error from it?", name),
		[]string{
			r.roundedWords(name, decimals, hidden) + " The file has no standard error, and one derived from them is off by as much.",
		},
		r.as("Derive it", f, f, " to derive it anyway"),
	))
}

func (r *reading) roundedWords(column string, decimals int, hidden float64) string {
	return fmt.Sprintf("%s has %s: rounding hides up to %.0f %% or more of it in half of the rows.", column, counted(decimals, "decimal"), 100*min(hidden, 1))
}

// coarsePValues reports P values with so few decimals that small ones are 0. Where the error is to
// follow from them, they are a question.
func (r *reading) coarsePValues() {
	name := r.mapping[sumstats.FieldP]
	if name == "" || r.pField() != sumstats.FieldP {
		return
	}
	decimals, n := r.cells.decimals(name)
	if n < leastDisagreement || decimals > coarseP {
		return
	}
	evidence := fmt.Sprintf("%s has %s in all of %s: a smaller P is 0 there.", name, counted(decimals, "decimal"), counted(n, "row"))
	if r.errorField() != "" || r.mapping[sumstats.FieldCILower]+r.mapping[sumstats.FieldZ] != "" {
		r.note(sumstats.Finding{Code: "p_rounded", Field: sumstats.FieldP, Column: name, Message: evidence,
			Remedy: "Do without the column; P is then computed from effect and error."})
		return
	}
	r.doubt(r.ask(sumstats.FieldP, fmt.Sprintf("Has %s enough digits to derive the standard error from it?", name), []string{evidence},
		r.as("Derive it", sumstats.FieldP, sumstats.FieldP, " to derive it anyway")))
}

// rounding returns the part of the sizes of a column that its decimals hide, in half of the rows at
// least; NaN of too few rows.
func (l *look) rounding(column string, size func(v float64) float64) (hidden float64, decimals int) {
	decimals, n := l.decimals(column)
	if n < leastDisagreement {
		return math.NaN(), 0
	}
	parts := []float64{}
	for _, v := range l.numbers(column) {
		if s := math.Abs(size(v)); !math.IsNaN(s) {
			parts = append(parts, 0.5*math.Pow10(-decimals)/s)
		}
	}
	slices.Sort(parts)
	return parts[len(parts)/2], decimals
}

// decimals returns how many decimals nearly all numbers of a column need at most, and how many
// numbers there are.
func (l *look) decimals(column string) (decimals, n int) {
	i := slices.Index(l.layout.Header, column)
	if i < 0 {
		return 0, 0
	}
	var of [mostDecimals + 1]int
	for _, row := range l.rows.rows {
		if cell := row.cell(i); isNumber(cell) {
			n++
			of[min(max(decimalsOf(cell), 0), mostDecimals)]++
		}
	}
	for seen := of[0]; float64(seen) < (1-strayShare)*float64(n); seen += of[decimals] {
		decimals++
	}
	return decimals, n
}

// mostDecimals are more than hide anything.
const mostDecimals = 30

func isNumber(cell []byte) bool {
	_, ok := sumstats.ParseFloat(cell)
	return ok
}

// decimalsOf returns the place of the last digit of a number behind the point: 2 of 1.25, 4 of
// 1.25e-2.
func decimalsOf(cell []byte) int {
	mantissa, exponent := cell, 0
	if e := bytes.IndexAny(cell, "eE"); e >= 0 {
		exponent, _ = strconv.Atoi(string(cell[e+1:])) // it is a number
		mantissa = cell[:e]
	}
	_, fraction, _ := bytes.Cut(mantissa, []byte{'.'})
	return len(fraction) - exponent
}

// unknownInterval asks about the level of an interval that nothing else in the file
// measures, unless the name of a column states it.
func (r *reading) unknownInterval() {
	lower, upper := r.mapping[sumstats.FieldCILower], r.mapping[sumstats.FieldCIUpper]
	if strings.Contains(lower+upper, "95") {
		return
	}
	q := r.ask(
		sumstats.FieldCILower,
		fmt.Sprintf(
			"Is the interval from %s to %s one of 95 %%? Write a standard error beside one of another level: of 90 %% it is the width, of a ratio that of its logarithm, divided by 3.2897.",
			lower,
			upper,
		),
		[]string{"The file has neither a P value nor a standard error to measure it by, and the names do not state its level."},
		r.as("One of 95 %", sumstats.FieldCILower, sumstats.FieldCILower, " if it is one of 95 %"),
	)
	q.Fields, q.columns = append(q.Fields, r.effectField()), append(q.columns, upper)
	r.doubt(q)
}

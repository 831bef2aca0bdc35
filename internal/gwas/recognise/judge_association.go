package recognise

import (
	"fmt"
	"math"
	"slices"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// Thresholds of the judgement of effect, error and P.
const (
	// disagrees is the share of rows below which one column does not follow from others, and
	// leastDisagreement how many rows have to be compared before P counts as following or not.
	disagrees         = 0.5
	leastDisagreement = 100
	// sameScale bounds the factor between Z of P and effect over error within which
	// a correction (genomic control, saddle point) explains the difference.
	sameScale = 0.75
	// opposite is the share of rows in which two columns of effects have opposite signs.
	opposite = 0.95
	// tellsRatio is how far −log10 P of two errors must be apart in rows that decide between them,
	// and nearerRatio how much nearer P is to that one.
	tellsRatio  = 0.02
	nearerRatio = 0.25
	// repeatsOfFloor is how many rows end at the smallest P of a file that has a floor.
	repeatsOfFloor = 5
	// leastFloor is the −log10 P below which equal smallest P values are not a floor.
	leastFloor = 10
)

// meanings compares effect, error and P of a reading.
type meanings struct {
	read     agreement
	others   []hypothesis
	factor   float64 // median of Z of P over effect over error
	interval bool    // the error is derived from a confidence interval
	// ofRatio reports that P is nearer to that of the error of a ratio than rounding explains.
	ofRatio bool
}

// compares reports whether a row states P and, apart from it, Z or effect and error.
func (r *reading) compares(row *sumstats.Row) bool {
	derived := sumstats.PFromZ | sumstats.PUnderflow
	interval := r.mapping.HasAll(sumstats.FieldCILower, sumstats.FieldCIUpper)
	if r.effectField() != sumstats.FieldZ && !interval { // an error that follows from Z or an interval does not from P
		derived |= sumstats.SEDerived
	}
	return row.SE > 0 && finite(row.Beta) && finite(row.NegLog10P) && row.Flags&derived == 0
}

// Names of the hypotheses, as evidence words them.
const (
	hypothesisRatio    = "the logarithm of the effect"
	hypothesisBeta     = "a beta in place of the ratio"
	hypothesisVariance = "the square root of the error"
	hypothesisSERatio  = "the error as that of the ratio"
	hypothesisOneSided = "P as a one-sided one"
	hypothesisNatural  = "P as a natural logarithm"
	hypothesisScale    = "an effect on another scale"
)

// tryMeanings tries the reading on rows, and its alternatives where P follows from
// it in so few that one of them may be better.
func (r *reading) tryMeanings(rows []sumstats.Row) meanings {
	a := meanings{factor: math.NaN(), interval: r.errorField() == "" && r.mapping[sumstats.FieldCILower] != ""}
	for i := range rows {
		if r.compares(&rows[i]) {
			a.read.add(rows[i].NegLog10P, asRead(&rows[i]))
		}
	}
	a.ofRatio = r.isOfRatio(rows)
	if a.read.share() > 1-clearlyBetter && !a.ofRatio {
		return a
	}
	ratio := r.mapping[sumstats.FieldBeta] == "" && r.mapping[sumstats.FieldOddsRatio]+r.mapping[sumstats.FieldHazardRatio] != ""
	a.others = []hypothesis{{name: hypothesisVariance, z: rootOfSE, x: statedP}, {name: hypothesisOneSided, z: asRead, x: twoSided}}
	if r.pField() == sumstats.FieldNegLog10P {
		a.others = append(a.others, hypothesis{name: hypothesisNatural, z: asRead, x: naturalP})
	}
	if ratio {
		a.others = append(a.others, hypothesis{name: hypothesisBeta, z: ratioAsBeta, x: statedP})
	} else {
		a.others = append(a.others, hypothesis{name: hypothesisRatio, z: logOfBeta, x: statedP})
	}
	if r.mapping[sumstats.FieldSEOfRatio] == "" {
		a.others = append(a.others, hypothesis{name: hypothesisSERatio, z: seOfRatio, x: statedP})
	}
	var factors []float64
	for i := range rows {
		row := &rows[i]
		if !r.compares(row) {
			continue
		}
		for k := range a.others {
			h := &a.others[k]
			h.add(h.x(row), h.z(row))
		}
		if z := stat.ZFromNegLog10P(row.NegLog10P); z > 0.5 && row.Beta != 0 {
			factors = append(factors, z/math.Abs(asRead(row)))
		}
	}
	if len(factors) >= leastAgreement {
		slices.Sort(factors)
		a.factor = factors[len(factors)/2]
		a.others = append(a.others, r.scaled(a.factor, rows))
	}
	return a
}

// isOfRatio reports whether the error is that of the ratio where effects are so small that P agrees
// with either: it is nearer to the one, whichever sign effects have.
func (r *reading) isOfRatio(rows []sumstats.Row) bool {
	if r.mapping[sumstats.FieldSE] == "" {
		return false
	}
	n, nearer := 0, 0
	for i := range rows {
		row := &rows[i]
		if !r.compares(row) {
			continue
		}
		read, other := stat.NegLog10PFromZ(asRead(row)), stat.NegLog10PFromZ(seOfRatio(row))
		if math.Abs(read-other) >= tellsRatio {
			n++
			nearer += count(math.Abs(row.NegLog10P-other) < nearerRatio*math.Abs(row.NegLog10P-read))
		}
	}
	return n >= leastForRatio && float64(nearer) >= agrees*float64(n)
}

// scaled returns the hypothesis that effect and error differ by one factor.
func (r *reading) scaled(factor float64, rows []sumstats.Row) hypothesis {
	h := hypothesis{name: hypothesisScale}
	for i := range rows {
		if r.compares(&rows[i]) {
			h.add(rows[i].NegLog10P, factor*asRead(&rows[i]))
		}
	}
	return h
}

// better returns the hypothesis that explains the rows clearly better than the reading; nil when
// none does.
func (a *meanings) better() *hypothesis {
	var best *hypothesis
	for i := range a.others {
		h := &a.others[i]
		if h.name == hypothesisScale && a.level() == "" && a.factor > sameScale && a.factor < 1/sameScale {
			continue // a correction, not another scale
		}
		if h.name == hypothesisSERatio && a.ofRatio && h.share() >= agrees {
			return h
		}
		if h.n >= leastAgreement && h.n >= a.read.n/2 && h.share() >= agrees && a.read.share() <= h.share()-clearlyBetter &&
			(best == nil || h.share() > best.share()) {
			best = h
		}
	}
	return best
}

// widths are those of confidence intervals, as multiples of that of 95 %.
var widths = []struct {
	level string
	width float64
}{{"90 %", 1.644854 / 1.959964}, {"99 %", 2.575829 / 1.959964}}

// sameWidth is how far the factor may be from the width of an interval.
const sameWidth = 0.01

// level returns the level of confidence whose interval explains the factor; "" when none does.
func (a *meanings) level() string {
	for _, w := range widths {
		if a.interval && math.Abs(a.factor/w.width-1) <= sameWidth {
			return w.level
		}
	}
	return ""
}

// judgeAssociation compares effect, error, P and Z with each other.
func (r *reading) judgeAssociation() {
	r.refuseEmpty()
	a := r.tryMeanings(r.rows)
	r.read.DeriveP = a.read.n >= leastDisagreement && a.read.share() >= agrees
	r.findFloor()
	if better := a.better(); better != nil {
		r.askMeaning(&a, better)
	} else {
		if a.read.n >= leastDisagreement && a.read.share() < agrees {
			r.noteDisagreement(a.read)
		}
		if a.read.n < leastAgreement || a.read.share() < disagrees {
			r.judgeBulk()
		}
	}
	r.compareEffects()
}

// refuseEmpty rejects an effect column without a value.
func (r *reading) refuseEmpty() {
	f := r.effectField()
	if r.cells == nil || f == "" {
		return
	}
	if c := r.cells.profile(r.mapping[f]); c != nil && c.rows > 0 && c.present() == 0 {
		r.against(sumstats.Finding{Code: "empty_column", Field: f, Column: c.name, Message: "The column " + c.name + " holds no value in the rows looked at.",
			Remedy: "Map the column that holds the effect."})
	}
}

// effectField returns the field that the effect is read from.
func (r *reading) effectField() sumstats.Field {
	for _, f := range []sumstats.Field{sumstats.FieldBeta, sumstats.FieldOddsRatio, sumstats.FieldHazardRatio, sumstats.FieldZ} {
		if r.mapping[f] != "" {
			return f
		}
	}
	return ""
}

// pField returns the field that P is read from.
func (r *reading) pField() sumstats.Field {
	for _, f := range []sumstats.Field{sumstats.FieldNegLog10P, sumstats.FieldP, sumstats.FieldLnP, sumstats.FieldLog10P} {
		if r.mapping[f] != "" {
			return f
		}
	}
	return ""
}

// errorField returns the field that the error is read from; "" when that is an interval.
func (r *reading) errorField() sumstats.Field {
	for _, f := range []sumstats.Field{sumstats.FieldSE, sumstats.FieldSEOfRatio} {
		if r.mapping[f] != "" {
			return f
		}
	}
	return ""
}

// askMeaning asks whether a column has the meaning that explains the rows.
func (r *reading) askMeaning(a *meanings, better *hypothesis) {
	effect, se, p := r.effectField(), r.errorField(), r.pField()
	read := fmt.Sprintf("P follows from %s in %s", r.mapping[effect]+" and "+r.mapping[se], shareOf(a.read.agree, a.read.n, "row"))
	if se == "" {
		read = fmt.Sprintf("P follows from %s and its interval in %s", r.mapping[effect], shareOf(a.read.agree, a.read.n, "row"))
	}
	with := func(as string) []string {
		return []string{fmt.Sprintf("%s, %s in %s.", read, as, thousands(better.agree))}
	}
	keep := func(f sumstats.Field) Option {
		return r.as("Keep "+r.mapping[f]+" as it is", f, f, " to keep it as it is")
	}
	switch {
	case better.name == hypothesisRatio:
		r.doubt(r.ask(effect, fmt.Sprintf("Does %s hold odds ratios and not betas?", r.mapping[effect]), with("with the logarithm of "+r.mapping[effect]),
			r.as("Odds ratios", effect, sumstats.FieldOddsRatio, "").likely(), r.as("Betas", effect, sumstats.FieldBeta, " if they are betas anyway")))
	case better.name == hypothesisBeta:
		r.doubt(r.ask(effect, fmt.Sprintf("Does %s hold betas (ln odds ratios)?", r.mapping[effect]), with("with "+r.mapping[effect]+" itself as the effect"),
			r.as("Betas", effect, sumstats.FieldBeta, "").likely(), r.as("Ratios", effect, effect, " if they are ratios anyway")))
	case better.name == hypothesisVariance && se != "":
		r.doubt(r.ask(se, fmt.Sprintf("Does %s hold the variance and not the standard error?", r.mapping[se]), with("with the square root of "+r.mapping[se]),
			r.instead(se, "Do without it; the error is then derived from P", " to derive the error from P"), keep(se)))
	case better.name == hypothesisSERatio && se != "":
		r.doubt(
			r.ask(
				se,
				fmt.Sprintf("Is %s the standard error of the ratio and not of its logarithm?", r.mapping[se]),
				with("with "+r.mapping[se]+" as the error of the ratio"),
				r.as(
					"Of the ratio itself",
					se,
					sumstats.FieldSEOfRatio,
					"",
				).likely(),
				r.as("Of its logarithm", se, sumstats.FieldSE, " if it is that of the logarithm"),
			),
		)
	case better.name == hypothesisNatural:
		r.doubt(r.ask(p, fmt.Sprintf("Is %s −ln P and not −log10 P?", r.mapping[p]), with("with "+r.mapping[p]+" as −ln P"),
			r.instead(p, "Do without it; P is then computed from effect and error", " to compute P from effect and error"), keep(p)))
	case better.name == hypothesisOneSided:
		r.doubt(r.ask(p, fmt.Sprintf("Is %s a one-sided P value?", r.mapping[p]), with("as a one-sided P value"),
			r.instead(p, "Do without it; P is then computed from effect and error", " to compute P from effect and error"), keep(p)))
	default:
		r.askScale(a, se, effect, with, keep)
	}
}

// instead returns the option to do without a column from which something else derives.
func (r *reading) instead(f sumstats.Field, label, when string) Option {
	return Option{Label: label, Columns: sumstats.Mapping{f: ""}, field: f, when: when}
}

// askScale asks about an effect and an error that differ by one factor.
func (r *reading) askScale(a *meanings, se, effect sumstats.Field, with func(string) []string, keep func(sumstats.Field) Option) {
	evidence := with(fmt.Sprintf("with an effect %.4g times as large", a.factor))
	text := fmt.Sprintf("Are %s and %s on the same scale?", r.mapping[effect], cmpOr(r.mapping[se], "its interval"))
	if math.Abs(a.factor-math.Ln10) < 0.02*math.Ln10 {
		text = fmt.Sprintf("Does %s hold log10 of the odds ratio? Multiply it by 2.3026 to make it a natural logarithm.", r.mapping[effect])
	}
	options := []Option{keep(effect)}
	if level := a.level(); level != "" {
		text = fmt.Sprintf("Is the interval of %s one of %s and not of 95 %%?", r.mapping[effect], level)
		o := r.instead(sumstats.FieldCILower, "Do without it; the error is then derived from P", " to derive the error from P")
		o.Columns[sumstats.FieldCIUpper] = ""
		options = append([]Option{o}, options...)
	}
	if se != "" && r.pField() != "" {
		options = append([]Option{r.instead(se, "Do without "+r.mapping[se]+"; the error is then derived from P", " to derive the error from P")}, options...)
	}
	q := r.ask(effect, text, evidence, options...)
	if se != "" {
		q.columns = append(q.columns, r.mapping[se])
	}
	r.doubt(q)
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// noteDisagreement reports that P does not follow from effect and error in many rows, and that
// nothing explains it for all of them.
func (r *reading) noteDisagreement(a agreement) {
	r.note(sumstats.Finding{
		Code:  codeDisagrees,
		Field: sumstats.FieldP,
		Message: fmt.Sprintf(
			"Only %s %s a P value that agrees with effect and standard error, P = 2Φ(−|beta / SE|).",
			of(a.agree, a.n, "row"),
			verb(a.agree, "has", "have"),
		),
		Remedy: "The P values may be corrected, rounded or of another test, or one of the three columns is of another analysis.",
	})
}

// codeDisagrees is the code of that finding.
const codeDisagrees = "p_disagrees"

// findFloor finds the smallest P that a file can write: many rows have it, and by effect and error
// theirs is smaller, or they differ where no error is stated.
func (r *reading) findFloor() {
	floor, n, smaller := 0.0, 0, 0
	betas := map[float64]bool{}
	for i := range r.rows {
		row := &r.rows[i]
		if !finite(row.NegLog10P) || row.Flags&(sumstats.PFromZ|sumstats.PUnderflow) != 0 || row.NegLog10P < floor {
			continue
		}
		if row.NegLog10P > floor {
			floor, n, smaller = row.NegLog10P, 0, 0
			clear(betas)
		}
		n++
		betas[math.Abs(row.Beta)] = true
		if r.compares(row) {
			smaller += count(!stat.PAgrees(row.NegLog10P, asRead(row)) && stat.NegLog10PFromZ(asRead(row)) > row.NegLog10P)
		} else {
			smaller += count(row.Flags&sumstats.SEDerived != 0)
		}
	}
	if n < repeatsOfFloor || floor < leastFloor || 2*smaller <= n || 2*len(betas) <= n {
		return
	}
	r.read.PFloor = floor
	r.note(sumstats.Finding{
		Code:   "p_floor",
		Field:  r.pField(),
		Column: r.mapping[r.pField()],
		Message: fmt.Sprintf(
			"%s the smallest P value, 1e-%.4g: it is a limit. P of these rows is computed from effect and standard error; rows without a standard error are left out.",
			counted(n, "row")+" "+verb(n, "has", "have"),
			floor,
		),
	})
}

package recognise

import (
	"slices"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// Answers are a person's answers about a file.
type Answers struct {
	// Map maps some fields to columns; an empty column omits the field.
	Map sumstats.Mapping
	// Whole reports that Map is complete: nothing that was recognised is added.
	Whole bool
	Use   sumstats.Use
	Build genome.Build // declared; "" when not
	sumstats.Conventions
	Totals sumstats.Totals
}

// Decision combines an inspection with the answers of a person. Command line, QC and server all
// follow it.
type Decision struct {
	Mapping   sumstats.Mapping   // the file is read with
	Open      []Question         // that have to be answered first
	Aside     []Question         // whose columns are not used until they are answered
	Lacks     []sumstats.Need    // what no column is mapped to
	Against   []sumstats.Finding // what the rows contradict, whatever the answers are
	Notes     []sumstats.Finding
	Overruled []Question // doubts that an answer settled against the evidence
	Build     BuildGuess // of the positions as they are read
	Scale     ScaleGuess // of the effects as they are read
	Use       sumstats.Use

	answers Answers
	look    *look
	reading sumstats.Reading
}

// decides are the fields whose open question prevents the use of a file. The frequency is among
// them: palindromic variants are oriented by it.
var decides = map[sumstats.Field]bool{
	sumstats.FieldChromosome:      true,
	sumstats.FieldPosition:        true,
	sumstats.FieldChrPos:          true,
	sumstats.FieldChrPosRefAlt:    true,
	sumstats.FieldAlleles:         true,
	sumstats.FieldEffectAllele:    true,
	sumstats.FieldOtherAllele:     true,
	sumstats.FieldReferenceAllele: true,
	sumstats.FieldAlternateAllele: true,
	sumstats.FieldBeta:            true,
	sumstats.FieldOddsRatio:       true,
	sumstats.FieldHazardRatio:     true,
	sumstats.FieldZ:               true,
	sumstats.FieldSE:              true,
	sumstats.FieldSEOfRatio:       true,
	sumstats.FieldP:               true,
	sumstats.FieldNegLog10P:       true,
	sumstats.FieldLnP:             true,
	sumstats.FieldLog10P:          true,
	sumstats.FieldEAF:             true,
	sumstats.FieldOAF:             true,
	sumstats.FieldAlleleFrequency: true,
	sumstats.FieldFrequencyAllele: true,
}

// Decide turns an inspection and the answers to its questions into the mapping to
// read the file with, and judges that reading on the sampled rows. A doubtful
// column that the file serves without is not used.
func (in *Inspection) Decide(a Answers) *Decision {
	d := &Decision{Use: a.Use, answers: a, look: in.look, Build: BuildGuess{Reason: "The file has no positions."}}
	d.Mapping = sumstats.Mapping{}.With(a.Map)
	if !a.Whole {
		d.Mapping = in.orientMinor(in.Mapping(true).With(in.sameAnalysis(a.Map)), a.Map)
	}
	j := d.settle()
	d.judgeUnread(j)
	if !a.Whole {
		d.questions(in, j)
	}
	d.doubts(j.Doubts)
	d.Against, d.Notes, d.Build, d.reading = j.Against, j.Notes, j.Build, j.read
	d.Mapping = settled(d.Mapping)
	if in.look != nil {
		d.Scale = in.look.guessScale(d.Mapping, in.Totals)
	}
	d.finish()
	return d
}

// orientMinor orients a minor allele frequency by the column of the minor allele: next to the
// effect allele, or as the frequency of that allele where it is the effect allele.
func (in *Inspection) orientMinor(m, given sumstats.Mapping) sumstats.Mapping {
	maf := m[sumstats.FieldMAF]
	i := slices.IndexFunc(in.Header, func(h HeaderColumn) bool { return normaliseHeader(h.Column) == namesMinor })
	if _, said := given[sumstats.FieldMAF]; i < 0 || maf == "" || said || m[sumstats.FieldEAF] != "" {
		return m
	}
	minor := in.Header[i].Column
	_, said := given[sumstats.FieldMinorAllele]
	switch {
	case m[sumstats.FieldEffectAllele] == minor && m[sumstats.FieldReferenceAllele] != "":
		return m.With(sumstats.Mapping{sumstats.FieldEAF: maf})
	case !said && !reads(m, minor):
		return m.With(sumstats.Mapping{sumstats.FieldMinorAllele: minor})
	}
	return m
}

// settle judges the mapping and adopts the answers to doubts and clear values, until nothing
// changes.
func (d *Decision) settle() *Judgement {
	j := &Judgement{Build: d.Build}
	for range mostRounds {
		if d.look == nil {
			return j
		}
		d.Mapping = settled(d.Mapping)
		next, err := d.look.judge(d.Mapping, &d.answers)
		if err != nil { // a column that the file does not have: reading it reports that
			return j
		}
		j = next
		over := sumstats.Mapping{}
		for f, column := range j.adapt {
			if _, given := d.answers.Map[f]; !given && !d.stated(column) && d.Mapping[f] != column {
				over[f] = column
			}
		}
		for _, q := range j.Doubts {
			if o := q.given(d.answers.Map); o != nil {
				for f, column := range o.Columns {
					if _, given := d.answers.Map[f]; !given && d.Mapping[f] != column {
						over[f] = column
					}
				}
			}
		}
		if len(over) == 0 {
			return j
		}
		d.Mapping = d.Mapping.With(over)
	}
	return j
}

// judgeUnread judges the reading once more, with the error, the P and the sizes that the file has
// and the mapping leaves out. Questions that this raises about columns that are read are asked
// together with those that they raise themselves.
func (d *Decision) judgeUnread(j *Judgement) {
	if d.look == nil {
		return
	}
	m := d.look.withUnread(d.Mapping)
	if m == nil {
		return
	}
	more, err := d.look.judge(m, &d.answers)
	if err != nil { // as in settle
		return
	}
	for _, q := range more.Doubts {
		about := func(o Question) bool { return o.Text == q.Text }
		unread := func(column string) bool { return !reads(d.Mapping, column) }
		if !slices.ContainsFunc(q.columns, unread) && !slices.ContainsFunc(j.Doubts, about) {
			j.doubt(q)
		}
	}
	for _, f := range more.Notes {
		if f.Code == codeDisagrees && !slices.ContainsFunc(j.Notes, func(o sumstats.Finding) bool { return o.Code == f.Code }) {
			j.note(f)
		}
	}
}

// stated reports whether an answer names a column, so that it stays what it is stated to be.
func (d *Decision) stated(column string) bool {
	return reads(d.answers.Map, column)
}

// mostRounds bounds how often an adopted answer raises another doubt.
const mostRounds = 4

// questions sorts the questions of recognition into those that must be answered and those that the
// file can do without.
func (d *Decision) questions(in *Inspection, j *Judgement) {
	byRSID := d.Use.ByRSID || d.Mapping.OnlyRSID()
	for _, q := range in.proposedQuestions() {
		switch {
		case in.answers(d.answers.Map, q), slices.ContainsFunc(q.Fields, func(f sumstats.Field) bool { return j.adapt[d.now(f, q)] != "" }):
		case q.decides() || byRSID && slices.Contains(q.Fields, sumstats.FieldRSID):
			d.Open = append(d.Open, q)
		default:
			d.putAside(q)
		}
	}
}

// now returns the field that currently holds the column of a question about f.
func (d *Decision) now(f sumstats.Field, q Question) sumstats.Field {
	for field, column := range d.Mapping {
		if slices.Contains(q.columns, column) && !field.NamesAllele() {
			return field
		}
	}
	return f
}

// putAside leaves the columns of a question unused.
func (d *Decision) putAside(q Question) {
	d.Aside = append(d.Aside, q)
	for _, f := range q.Fields {
		delete(d.Mapping, f)
	}
}

// doubts sorts what the judgement asks. While it is open which alleles or which
// analysis are meant, doubts that depend on them wait.
func (d *Decision) doubts(doubts []Question) {
	waits := func(q Question) bool {
		for _, o := range d.Open {
			alleles := o.Text == alleleQuestion && q.aboutFrequency()
			analysis := o.Text == setQuestion && slices.ContainsFunc(q.Fields, func(f sumstats.Field) bool { return ofOneAnalysis[f] })
			same := slices.ContainsFunc(o.Fields, func(f sumstats.Field) bool { return slices.Contains(q.Fields, f) })
			if alleles || analysis || same {
				return true
			}
		}
		return false
	}
	for _, q := range doubts {
		switch {
		case q.given(d.answers.Map) != nil:
			d.Overruled = append(d.Overruled, q)
		case waits(q):
		case q.decides(), d.needsSize(&q):
			d.Open = append(d.Open, q)
		default:
			d.putAside(q)
		}
	}
}

// needsSize reports whether a question is about the sample size needed to derive an effect from
// Zwhen the file has neither effect nor error.
func (d *Decision) needsSize(q *Question) bool {
	m := d.Mapping
	for _, f := range [...]sumstats.Field{sumstats.FieldBeta, sumstats.FieldOddsRatio, sumstats.FieldHazardRatio, sumstats.FieldSE, sumstats.FieldSEOfRatio, sumstats.FieldNEff, sumstats.FieldNEffHalf, sumstats.FieldNCases} {
		if m[f] != "" {
			return false
		}
	}
	return q.Fields[0] == sumstats.FieldN && m[sumstats.FieldZ] != "" && d.answers.Totals == (sumstats.Totals{})
}

// Sentences returns the sentences of a report about the reading: overruled and unused columns
// until it is answered, and what was noticed.
func (d *Decision) Sentences() (sentences []string) {
	for _, q := range d.Aside {
		if q.judged {
			sentences = append(sentences, strings.Join(q.Evidence, " ")+" "+q.Text+" Until this is answered the column is not used.")
		}
	}
	for _, q := range d.Overruled {
		sentences = append(sentences, overruledSentence(q))
	}
	for _, f := range d.Notes {
		sentences = append(sentences, strings.TrimSpace(f.Message+" "+f.Remedy))
	}
	return sentences
}

// ReadOptions adds to the options of reading a file the result of the judgement, and makes it judge
// every row.
func (d *Decision) ReadOptions(opt sumstats.ReadOptions) sumstats.ReadOptions {
	opt.Reading, opt.Confirm = d.reading, d.Confirm
	return opt
}

// Reading returns how P is read, by the judgement of the file.
func (d *Decision) Reading() sumstats.Reading { return d.reading }

// finish determines how variants are identified and which fields are lacking.
func (d *Decision) finish() {
	d.Use.ByRSID = d.Use.ByRSID || d.Mapping.OnlyRSID()
	d.Lacks = d.Mapping.Lacks(d.Use)
}

// decides reports whether the file cannot be used before the answer.
func (q *Question) decides() bool {
	return slices.ContainsFunc(q.Fields, func(f sumstats.Field) bool { return decides[f] })
}

// answers reports whether a mapping that a person gave decides a question: it names one of its
// fields or columns, the other one of the two alleles, or, where the question is which analysis,
// any column of one.
func (in *Inspection) answers(given sumstats.Mapping, q Question) bool {
	for field, column := range given {
		if slices.Contains(q.Fields, field) || slices.Contains(q.columns, column) && !field.NamesAllele() || slices.ContainsFunc(q.Fields, field.IsOtherOf) {
			return true
		}
		if q.Text == setQuestion && in.setOf(field, column) >= 0 {
			return true
		}
	}
	return false
}

// sameAnalysis adds to answers that name a column of one analysis the other
// columns of it: effect and error never come from two.
func (in *Inspection) sameAnalysis(given sumstats.Mapping) sumstats.Mapping {
	for _, field := range sortedFields(given) {
		if i := in.setOf(field, given[field]); i >= 0 {
			out := in.noAnalysis()
			for f, column := range in.Sets[i].Columns {
				out[f] = column
			}
			for f, column := range given {
				out[f] = column
			}
			return out
		}
	}
	return given
}

func sortedFields(m sumstats.Mapping) []sumstats.Field {
	fields := make([]sumstats.Field, 0, len(m))
	for f := range m {
		fields = append(fields, f)
	}
	slices.Sort(fields)
	return fields
}

// setOf finds the analysis that has a column for a field; −1 when none has.
func (in *Inspection) setOf(field sumstats.Field, column string) int {
	return slices.IndexFunc(in.Sets, func(s ColumnSet) bool { return column != "" && s.Columns[field] == column })
}

// bound are the frequencies that belong to the column of frequency_allele, and
// what they are when that is the effect allele's.
var bound = map[sumstats.Field]sumstats.Field{
	sumstats.FieldAlleleFrequency:         sumstats.FieldEAF,
	sumstats.FieldAlleleFrequencyCases:    sumstats.FieldEAFCases,
	sumstats.FieldAlleleFrequencyControls: sumstats.FieldEAFControls,
}

// settled maps the frequencies of the effect allele's column to the plain fields, and drops an
// allele that no frequency belongs to.
func settled(m sumstats.Mapping) sumstats.Mapping {
	of := m[sumstats.FieldFrequencyAllele]
	plain := of != "" && of == m[sumstats.FieldEffectAllele]
	needed := m.HasAll(sumstats.FieldCountAA, sumstats.FieldCountAB, sumstats.FieldCountBB) && !plain
	for f, effect := range bound {
		switch column := m[f]; {
		case column == "":
		case plain && m[effect] == "":
			m[effect] = column
			delete(m, f)
		case plain: // the person gave the frequency of the effect allele besides
			delete(m, f)
		default:
			needed = true
		}
	}
	if !needed {
		delete(m, sumstats.FieldFrequencyAllele)
	}
	return m
}

package recognise

import (
	"fmt"
	"slices"

	"cohortium/internal/gwas/sumstats"
)

// Question is one thing about the columns that a person decides. The answer
// settles all of its fields at once.
type Question struct {
	Fields   []sumstats.Field `json:"fields"` // the first one represents the question
	Text     string           `json:"question"`
	Evidence []string         `json:"evidence"` // sentences: why it is asked, and the evidence
	Options  []Option         `json:"options"`  // as the file is mapped without an answer, first

	columns []string // that are asked about
	judged  bool     // raised by the judgement of a reading
}

// Option is one answer to a question.
type Option struct {
	Label string `json:"label"`
	// Columns are those of the fields that the answer is about; an empty column does
	// without the field.
	Columns sumstats.Mapping `json:"columns"`
	Likely  bool             `json:"likely,omitempty"`

	field sumstats.Field // field with its column is the answer on the command line
	when  string         // the answer is the right one, where the flag does not show it
}

// alleleQuestion is asked of two columns of which one holds the effect allele.
const alleleQuestion = "Which allele do the effects belong to?"

// Questions returns the open questions about the file as it is proposed to be read.
func (in *Inspection) Questions() []Question { return in.Asked }

// proposedQuestions returns the questions that recognition leaves open. Columns that one answer
// settles are one question: the two alleles, and the columns of one of several analyses.
func (in *Inspection) proposedQuestions() []Question {
	open := []Question{}
	seen := map[sumstats.Field]bool{}
	for i := range in.Columns {
		c := &in.Columns[i]
		if c.Confidence != Ask || seen[c.Field] {
			continue
		}
		q := in.questionAbout(c)
		for _, f := range q.Fields {
			seen[f] = true
		}
		open = append(open, q)
	}
	return open
}

func (in *Inspection) questionAbout(c *ColumnGuess) Question {
	q := Question{Fields: []sumstats.Field{c.Field}, Text: c.Question, Evidence: append([]string{c.Reason}, c.Evidence...), columns: []string{c.Column}}
	other := in.guess(
		map[sumstats.Field]sumstats.Field{sumstats.FieldEffectAllele: sumstats.FieldOtherAllele, sumstats.FieldOtherAllele: sumstats.FieldEffectAllele}[c.Field],
	)
	switch {
	case c.Question == setQuestion:
		in.askAnalysis(&q, c)
	case other != nil && other.Confidence == Ask && slices.Contains(other.Alternatives, c.Column):
		q.askAlleles(c, other)
	case c.Field == sumstats.FieldEAF:
		q.askFrequency(c)
	case c.Question == mixedQuestion:
		q.Options = []Option{
			{Label: "Those with an rs number", Columns: sumstats.Mapping{c.Field: c.Column}, field: c.Field, when: " for those with an rs number"},
			{
				Label:   "Those with a place",
				Columns: sumstats.Mapping{sumstats.FieldChrPos: c.Column, c.Field: ""},
				field:   sumstats.FieldChrPos,
				when:    " for those with a place",
			},
		}
	case c.Field == sumstats.FieldSEOfRatio:
		q.Options = []Option{
			{Label: "Of the ratio itself", Columns: sumstats.Mapping{c.Field: c.Column, sumstats.FieldSE: ""}, Likely: c.Likely, field: c.Field},
			{Label: "Of its logarithm", Columns: sumstats.Mapping{sumstats.FieldSE: c.Column, c.Field: ""}, field: sumstats.FieldSE},
		}
	default:
		q.askColumn(c)
	}
	return q
}

// guess returns the proposal for a field; nil when there is none.
func (in *Inspection) guess(f sumstats.Field) *ColumnGuess {
	for i := range in.Columns {
		if in.Columns[i].Field == f {
			return &in.Columns[i]
		}
	}
	return nil
}

func (q *Question) askAlleles(effect, other *ColumnGuess) {
	q.Fields, q.columns = []sumstats.Field{effect.Field, other.Field}, []string{effect.Column, other.Column}
	q.Text = alleleQuestion
	for _, pair := range [][2]*ColumnGuess{{effect, other}, {other, effect}} {
		q.Options = append(q.Options, Option{Label: pair[0].Column, field: effect.Field, Likely: effect.Likely && pair[0] == effect,
			Columns: sumstats.Mapping{effect.Field: pair[0].Column, other.Field: pair[1].Column}})
	}
}

// askFrequency offers every allele that a frequency may belong to.
func (q *Question) askFrequency(c *ColumnGuess) {
	q.Text = fmt.Sprintf("Whose frequency is %s?", c.Column)
	of := func(label string, f sumstats.Field, when string) {
		o := Option{Label: label, Columns: sumstats.Mapping{f: c.Column}, Likely: c.Likely && f == c.Field, field: f, when: when}
		if f != c.Field {
			o.Columns[c.Field] = ""
		}
		q.Options = append(q.Options, o)
	}
	of("The effect allele", sumstats.FieldEAF, "")
	of("The other allele", sumstats.FieldOAF, " if it is that of the other allele")
	of("The rarer allele", sumstats.FieldMAF, " if it is that of the rarer allele")
	q.Options = append(q.Options, without(c.Field))
}

func without(f sumstats.Field) Option {
	return Option{Label: "Do without it", Columns: sumstats.Mapping{f: ""}, field: f, when: " to do without"}
}

// askAnalysis offers the analyses of a file, with all of their columns.
func (in *Inspection) askAnalysis(q *Question, c *ColumnGuess) {
	for _, other := range in.Columns {
		if other.Question == setQuestion && other.Confidence == Ask && other.Field != c.Field {
			q.Fields, q.columns = append(q.Fields, other.Field), append(q.columns, other.Column)
		}
	}
	for _, set := range in.Sets {
		o := Option{Label: set.Name, Columns: in.noAnalysis(), field: c.Field}
		for f, column := range set.Columns {
			o.Columns[f] = column
		}
		q.Options = append(q.Options, o)
	}
}

// noAnalysis removes every column that belongs to one analysis.
func (in *Inspection) noAnalysis() sumstats.Mapping {
	m := sumstats.Mapping{}
	for _, set := range in.Sets {
		for f := range set.Columns {
			m[f] = ""
		}
	}
	return m
}

func (q *Question) askColumn(c *ColumnGuess) {
	q.Options = []Option{{Label: "Yes, use " + c.Column, Columns: sumstats.Mapping{c.Field: c.Column}, Likely: c.Likely, field: c.Field}}
	for _, column := range c.Alternatives {
		q.Options = append(q.Options, Option{Label: "Use " + column, Columns: sumstats.Mapping{c.Field: column}, field: c.Field})
	}
	if !decides[c.Field] {
		q.Options = append(q.Options, without(c.Field))
	}
}

// Likely returns the answer that is the likely one, which --yes takes: a field and its column.
// false when no answer is.
func (q *Question) Likely() (field sumstats.Field, column string, ok bool) {
	for _, o := range q.Options {
		if o.Likely {
			return o.field, o.Columns[o.field], true
		}
	}
	return "", "", false
}

// flags word the answers for the command line.
func (q *Question) flags(flag Flag) (texts []string) {
	for _, o := range q.Options {
		if column := o.Columns[o.field]; column != "" || o.when != "" { // not every analysis has the column
			texts = append(texts, flag(o.field, column)+o.when)
		}
	}
	return texts
}

// Reason returns why the question is asked.
func (q *Question) Reason() string { return q.Evidence[0] }

// Name returns the question for a list: its column, and what that may be.
func (q *Question) Name() string { return fmt.Sprintf("%s (perhaps %s)", q.columns[0], q.Fields[0]) }

// likelyFirst puts the answer that the evidence supports before the others.
func likelyFirst(options []Option) []Option {
	slices.SortStableFunc(options, func(a, b Option) int { return count(b.Likely) - count(a.Likely) })
	return options
}

// given returns the option that a mapping given by a person takes; nil when it takes none.
func (q *Question) given(m sumstats.Mapping) *Option {
	for i := range q.Options {
		if column, ok := m[q.Options[i].field]; ok && column == q.Options[i].Columns[q.Options[i].field] {
			return &q.Options[i]
		}
	}
	return nil
}

// aboutFrequency reports whether the question is whose frequency a column is.
func (q *Question) aboutFrequency() bool {
	return slices.ContainsFunc(q.Fields, func(f sumstats.Field) bool { return slices.Contains(frequencyFields, f) })
}

package recognise

import (
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// Answers are what a person says about the columns of a file.
type Answers struct {
	// Map gives the columns of some fields; an empty column does without the field.
	Map sumstats.Mapping
	// Whole says that Map is all there is to say: nothing that was recognised is added.
	Whole bool
	Use   sumstats.Use
}

// Decision is what an inspection and the answers of a person come to. Command
// line, QC and server all go by it.
type Decision struct {
	Mapping sumstats.Mapping // the file is read with
	Open    []Question       // that have to be answered first
	Aside   []Question       // whose columns are left out because nobody vouches for them
	Lacks   []sumstats.Need  // what no column is mapped to
	Use     sumstats.Use
}

// decides are the fields whose open question keeps a file from being used. The
// frequency is among them: palindromic variants are oriented by it.
var decides = map[sumstats.Field]bool{
	sumstats.FieldChromosome: true, sumstats.FieldPosition: true, sumstats.FieldChrPos: true, sumstats.FieldChrPosRefAlt: true,
	sumstats.FieldEffectAllele: true, sumstats.FieldOtherAllele: true, sumstats.FieldReferenceAllele: true, sumstats.FieldAlternateAllele: true,
	sumstats.FieldBeta: true, sumstats.FieldOddsRatio: true, sumstats.FieldHazardRatio: true, sumstats.FieldZ: true,
	sumstats.FieldSE: true, sumstats.FieldSEOfRatio: true, sumstats.FieldP: true, sumstats.FieldNegLog10P: true, sumstats.FieldLnP: true, sumstats.FieldLog10P: true,
	sumstats.FieldEAF: true, sumstats.FieldOAF: true, sumstats.FieldAlleleFrequency: true, sumstats.FieldFrequencyAllele: true,
}

// Decide turns an inspection and the answers to its questions into the mapping
// to read the file with and the questions that are still open. A doubtful column
// that the file serves without is left aside.
func (in *Inspection) Decide(a Answers) *Decision {
	if a.Whole {
		d := &Decision{Mapping: settled(sumstats.Mapping{}.With(a.Map)), Use: a.Use}
		d.finish()
		return d
	}
	d := &Decision{Mapping: in.Mapping(true).With(in.sameAnalysis(a.Map)), Use: a.Use}
	byRSID := a.Use.ByRSID || d.Mapping.OnlyRSID()
	for _, q := range in.Questions() {
		switch {
		case in.answers(a.Map, q):
		case q.decides() || byRSID && slices.Contains(q.Fields, sumstats.FieldRSID):
			d.Open = append(d.Open, q)
		default:
			d.Aside = append(d.Aside, q)
			for _, f := range q.Fields {
				delete(d.Mapping, f)
			}
		}
	}
	d.Mapping = settled(d.Mapping)
	d.finish()
	return d
}

// finish says by what variants are told and what is lacking.
func (d *Decision) finish() {
	d.Use.ByRSID = d.Use.ByRSID || d.Mapping.OnlyRSID()
	d.Lacks = d.Mapping.Lacks(d.Use)
}

// decides says whether the file cannot be used before the answer.
func (q *Question) decides() bool {
	return slices.ContainsFunc(q.Fields, func(f sumstats.Field) bool { return decides[f] })
}

// answers says whether a mapping that a person gave decides a question: it names
// one of its fields or columns, the other one of the two alleles, or, where the
// question is which analysis, any column of one.
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
	sumstats.FieldAlleleFrequency: sumstats.FieldEAF, sumstats.FieldAlleleFrequencyCases: sumstats.FieldEAFCases, sumstats.FieldAlleleFrequencyControls: sumstats.FieldEAFControls,
}

// settled says in the plainer way what belongs to the column of the effect
// allele, and forgets an allele that no frequency belongs to.
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

// Flag words one answer for the command line.
type Flag func(field sumstats.Field, column string) string

// MapFlag is --map FIELD=COLUMN.
func MapFlag(field sumstats.Field, column string) string {
	return "--map " + shellQuoted(string(field)+"="+column)
}

// shellQuoted puts an argument in quotes when a shell would not leave it alone.
func shellQuoted(s string) string {
	plain := func(r rune) bool { return !strings.ContainsRune(" \t'\"\\$`!*?()[]{}<>|&;#~", r) }
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// answersTo words the flags that answer a question.
func answersTo(q Question, flag Flag) string {
	text := "Answer with " + strings.Join(q.flags(flag), ", or ") + "."
	if _, _, likely := q.Likely(); likely {
		text += " The first is the likely answer, which --yes takes."
	}
	return text
}

// findings words what is open, left aside or lacking.
func (d *Decision) findings(flag Flag) (out []sumstats.Finding) {
	for _, q := range d.Open {
		out = append(out, sumstats.Finding{Code: "question", Level: sumstats.Block, Field: q.Fields[0], Column: q.columns[0],
			Message: strings.Join(q.Evidence, " ") + " " + q.Text, Remedy: answersTo(q, flag)})
	}
	for _, q := range d.Aside {
		out = append(out, sumstats.Finding{Code: "question", Level: sumstats.Warn, Field: q.Fields[0], Column: q.columns[0],
			Message: strings.Join(q.Evidence, " ") + " " + q.Text, Remedy: answersTo(q, flag) + " Until then the column is left aside."})
	}
	return out
}

// byName tells which columns that turn results round when they are wrong were
// taken because their names say outright what they are, the software not being
// known and nobody having said so.
func (d *Decision) byName(in *Inspection, given sumstats.Mapping) []sumstats.Finding {
	var taken []string
	for _, c := range in.Columns {
		if c.Confidence == Likely && neverCertain[c.Field] && d.Mapping[c.Field] == c.Column && !in.answers(given, in.questionAbout(&c)) {
			taken = append(taken, fmt.Sprintf("%s from %s", c.Field, c.Column))
		}
	}
	if len(taken) == 0 {
		return nil
	}
	return []sumstats.Finding{{Code: "by_name", Level: sumstats.Info, Message: "Taken by their names: " + strings.Join(taken, ", ") + "."}}
}

// Refusal is the error of a use that cannot go on with a decision: questions are
// open, or a field is lacking. nil when it can.
func (d *Decision) Refusal(in *Inspection) error {
	if len(d.Open) > 0 {
		lines := make([]string, len(d.Open))
		for i, q := range d.Open {
			lines[i] = fmt.Sprintf("%s from column %s: %s %s", q.Fields[0], q.columns[0], q.Text, answersTo(q, MapFlag))
		}
		return &textfile.FileError{Code: sumstats.CodeMapping, What: "The meaning of some columns is not certain.\n" + strings.Join(lines, "\n")}
	}
	if len(d.Lacks) > 0 {
		return sumstats.NothingFor(d.Lacks, in.header())
	}
	return nil
}

func (in *Inspection) header() []string {
	names := make([]string, len(in.Header))
	for i, h := range in.Header {
		names[i] = h.Column
	}
	return names
}

package recognise

import (
	"errors"
	"fmt"
	"strings"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// ReadAsStated ends a finding about a doubt that an answer overrules.
const ReadAsStated = " It is read as you stated."

// CodeOverruled is the code of such findings.
const CodeOverruled = "overruled"

// overruledSentence reports that a column is read as stated against the evidence.
func overruledSentence(q Question) string {
	return strings.Join(q.Evidence, " ") + " " + q.Text + ReadAsStated
}

// Flag words one answer for the command line.
type Flag func(field sumstats.Field, column string) string

// MapFlag returns the flag --map FIELD=COLUMN.
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

// findings words contradictions, and what is lacking, open, not used or overruled.
func (d *Decision) findings(in *Inspection, flag Flag) (out []sumstats.Finding) {
	out = append(out, d.Against...)
	if len(d.Lacks) > 0 {
		var fault *textfile.FileError
		if errors.As(d.nothing(in), &fault) {
			out = append(out, sumstats.Finding{Code: string(sumstats.CodeMapping), Level: sumstats.Block, Message: fault.What, Remedy: fault.Remedy})
		}
	}
	for _, q := range d.Open {
		out = append(out, sumstats.Finding{Code: "question", Level: sumstats.Block, Field: q.Fields[0], Column: q.columns[0],
			Message: strings.Join(q.Evidence, " ") + " " + q.Text, Remedy: answersTo(q, flag)})
	}
	for _, q := range d.Aside {
		out = append(out, sumstats.Finding{Code: "question", Level: sumstats.Warn, Field: q.Fields[0], Column: q.columns[0],
			Message: strings.Join(q.Evidence, " ") + " " + q.Text, Remedy: answersTo(q, flag) + " Until then the column is not used."})
	}
	for _, q := range d.Overruled {
		out = append(out, sumstats.Finding{Code: CodeOverruled, Level: sumstats.Warn, Field: q.Fields[0], Column: q.columns[0],
			Message: overruledSentence(q)})
	}
	return append(out, d.Notes...)
}

// byName lists the columns whose mistake would invert results and that were taken only because
// their names are explicit: the software is not known, and no answer confirmed them.
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

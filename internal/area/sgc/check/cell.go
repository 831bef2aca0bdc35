package check

import (
	"cohortium/internal/platform/phrase"
	"errors"
	"fmt"
	"strings"

	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/table"
)

// reading is one file while it is checked.
type reading struct {
	table   *table.Table
	mapping Mapping
	context Context
	columns map[Field]int
	report  Report
}

// begin checks the mapping; without the required columns it checks nothing else.
func begin(k Kind, t *table.Table, m Mapping, c Context) (*reading, bool) {
	r := &reading{table: t, mapping: m, context: c, columns: map[Field]int{}}
	for _, f := range Columns(k, m, t.Header) {
		r.report.add(f)
	}
	for field, name := range m {
		r.columns[field] = t.Column(name)
	}
	return r, r.report.Blocking == 0
}

// cell returns the text of a field in a row.
func (r *reading) cell(row table.Row, f Field) string {
	return strings.TrimSpace(row.Cells[r.columns[f]])
}

// say adds a finding about a cell.
func (r *reading) say(s Severity, code string, row table.Row, f Field, suggestion, format string, args ...any) {
	r.report.add(Finding{
		Severity: s, Code: code, Line: row.Line, Field: f, Column: r.mapping[f], Value: row.Cells[r.columns[f]], Suggestion: suggestion,
		Message: fmt.Sprintf("Line %d: ", row.Line) + fmt.Sprintf(format, args...),
	})
}

// phenotype reads a code; ok only if the dictionary contains it.
func (r *reading) phenotype(row table.Row, f Field) (code string, ok bool) {
	name := r.cell(row, f)
	if name == "" {
		r.say(Block, "phenotype_empty", row, f, "", "the phenotype is empty. Write its code, or remove the line.")
		return "", false
	}
	code, ok = r.context.Phenotypes.Find(name)
	if !ok {
		if near := r.context.Phenotypes.Nearest(name); near != "" {
			r.say(Block, "phenotype_unknown", row, f, near, "%q is not a phenotype of the consortium. Did you mean %s?", clip(name), near)
		} else {
			r.say(Block, "phenotype_unknown", row, f, "", "%q is not a phenotype of the consortium. See the list of phenotypes.", clip(name))
		}
		return "", false
	}
	if r.context.Phenotypes.Retired(code) {
		r.say(Warn, "phenotype_retired", row, f, "", "%s is retired. The consortium does not collect it.", code)
	}
	return code, true
}

// number reads a count; ok only if it is valid.
func (r *reading) number(row table.Row, f Field) (n count.Count, ok bool) {
	text := r.cell(row, f)
	n, err := count.Parse(text)
	if err != nil {
		r.say(Block, "count_invalid", row, f, "", "%s. %s", Words(string(f), clip(text), err), "Write a whole number, or a hidden one such as <5.")
	}
	return n, err == nil
}

// Words returns why a number is invalid.
func Words(what, text string, err error) string {
	switch {
	case errors.Is(err, count.ErrMissing):
		return what + " is empty"
	case errors.Is(err, count.ErrNegative):
		return fmt.Sprintf("%s is %s, below zero", what, text)
	case errors.Is(err, count.ErrWhole):
		return fmt.Sprintf("%s is %s, not a whole number", what, text)
	case errors.Is(err, count.ErrSeparator):
		return fmt.Sprintf("%s is %s, and the point may separate thousands or decimals", what, text)
	case errors.Is(err, count.ErrTooLarge):
		return fmt.Sprintf("%s is %s, more people than there are", what, text)
	case errors.Is(err, count.ErrBound):
		return fmt.Sprintf("%s is %s, and nothing is below that", what, text)
	case errors.Is(err, count.ErrOpen):
		return fmt.Sprintf("%s is %s, which does not say how many people they are at most", what, text)
	}
	return fmt.Sprintf("%s is %q, not a number", what, text)
}

// clip shortens a cell for a message.
func clip(text string) string {
	const longest = 60
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}

// thousands formats 12345 as 12,345, and hidden numbers as they are.
func thousands(c count.Count) string {
	if c.IsExact() {
		return phrase.Thousands(c.Low)
	}
	if c.Low == 0 {
		return "<" + phrase.Thousands(c.High+1)
	}
	return phrase.Thousands(c.Low) + "–" + phrase.Thousands(c.High)
}

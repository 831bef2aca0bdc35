package check

import (
	"cohortium/internal/platform/phrase"
	"errors"
	"strings"

	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/table"
)

// CasesTable checks a table of cases and controls by every rule. It returns the rows to store with
// small numbers hidden, or no rows while a finding blocks.
func CasesTable(k Kind, t *table.Table, m Mapping, c Context) ([]CasesRow, Report) {
	r, ok := begin(k, t, m, c)
	if !ok {
		return nil, r.report
	}
	_, hasBreakdown := m[Breakdown]
	seen := make(map[string]int, len(t.Rows))
	rows := make([]CasesRow, 0, len(t.Rows))
	for _, line := range t.Rows {
		row := CasesRow{}
		known, hasCases, hasControls := false, false, false
		if row.Code, known = r.phenotype(line, Phenotype); known {
			if first, twice := seen[row.Code]; twice {
				r.say(Block, "phenotype_twice", line, Phenotype, "", "%s is already in line %d. Keep one of the lines.", row.Code, first)
			} else {
				seen[row.Code] = line.Line
			}
		}
		row.Cases, hasCases = r.number(line, Cases)
		row.Controls, hasControls = r.number(line, Controls)
		if hasCases && hasControls {
			r.total(line, row)
		}
		if hasBreakdown && hasCases {
			row.Breakdown = r.breakdown(line, row.Cases)
		}
		rows = append(rows, row)
	}
	if r.report.Blocking > 0 {
		return nil, r.report
	}
	kept := HideCases(rows, c.Expected, c.MinCell)
	r.report.Hidden = changedCases(rows, kept)
	return kept, r.report
}

// total compares cases plus controls with the people of that sex in the cohort.
func (r *reading) total(line table.Row, row CasesRow) {
	sum, expected := row.Cases.Add(row.Controls), r.context.Expected
	switch {
	case sum.Low > expected:
		r.say(
			Block,
			"total_above",
			line,
			Controls,
			"",
			"cases and controls are %s together, but the cohort has %s %ss. Correct the line or the size of the cohort.",
			thousands(sum),
			phrase.Thousands(expected),
			r.context.Sex,
		)
	case sum.High < expected:
		r.say(
			Warn,
			"total_below",
			line,
			Controls,
			"",
			"cases and controls are %s together, fewer than the %s %ss of the cohort. Fine if the others are neither.",
			thousands(sum),
			phrase.Thousands(expected),
			r.context.Sex,
		)
	}
}

// breakdown parses pairs such as B361:12;B35:*, where * is a withheld number, as in files that were
// accepted before. It stops at the first fault of a cell.
func (r *reading) breakdown(line table.Row, cases count.Count) []Part {
	text := r.cell(line, Breakdown)
	if _, err := count.Parse(text); errors.Is(err, count.ErrMissing) {
		return nil
	}
	var parts []Part
	sum := count.Count{}
	for _, piece := range strings.Split(text, ";") {
		piece = strings.TrimSpace(piece)
		if piece == "" {
			continue
		}
		code, number, _ := strings.Cut(piece, ":")
		code = strings.TrimSpace(code)
		if code == "" || strings.Count(piece, ":") != 1 {
			r.say(
				Block,
				"breakdown_format",
				line,
				Breakdown,
				"",
				"%q is not a code and a number. Write pairs such as B361:12, with ; between them.",
				clip(piece),
			)
			return nil
		}
		n, err := count.Parse(number)
		if errors.Is(err, count.ErrOpen) {
			parts = append(parts, Part{Code: code, Hidden: true})
			sum.High += cases.High
			continue
		}
		if err != nil {
			r.say(Block, "breakdown_number", line, Breakdown, "", "%s.", Words("the number of "+clip(code), clip(strings.TrimSpace(number)), err))
			return nil
		}
		if n.Low > cases.High {
			r.say(Block, "breakdown_above", line, Breakdown, "", "%s has %s, more than the %s cases of the line.", clip(code), thousands(n), thousands(cases))
			return nil
		}
		parts = append(parts, Part{Code: code, N: n})
		sum = sum.Add(n)
	}
	if sum.High > 0 && sum.High < cases.Low {
		r.say(
			Warn,
			"breakdown_below",
			line,
			Breakdown,
			"",
			"the breakdown adds up to %s of %s cases. Fine if the others carry no code.",
			thousands(sum),
			thousands(cases),
		)
	}
	return parts
}

package check

import (
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/table"
)

// PairsTable checks a table of co-occurrence by every rule. It returns the rows to store: small
// numbers are hidden, and so are numbers that reveal hidden cases of that sex (cases are nil
// without a file). It returns no rows while a finding blocks.
func PairsTable(k Kind, t *table.Table, m Mapping, cases []CasesRow, c Context) ([]PairRow, Report) {
	r, ok := begin(k, t, m, c)
	if !ok {
		return nil, r.report
	}
	seen := make(map[[2]string]int, len(t.Rows))
	rows := make([]PairRow, 0, len(t.Rows))
	for _, line := range t.Rows {
		a, knownA := r.phenotype(line, Phenotype1)
		b, knownB := r.phenotype(line, Phenotype2)
		if knownA && knownB {
			a, b = min(a, b), max(a, b)
			r.pair(line, seen, a, b)
		}
		n, isNumber := r.number(line, PairCount)
		if isNumber && n.Low > c.Expected {
			r.say(
				Block,
				"pair_above_cohort",
				line,
				PairCount,
				"",
				"%s people with both are more than the %s %ss of the cohort. Correct the line or the size of the cohort.",
				thousands(n),
				phrase.Thousands(c.Expected),
				c.Sex,
			)
		}
		rows = append(rows, PairRow{A: a, B: b, N: n})
	}
	if r.report.Blocking > 0 {
		return nil, r.report
	}
	kept := HidePairs(rows, cases, c.Expected, c.MinCell)
	for i, row := range rows {
		if row != kept[i] {
			r.report.Hidden++
		}
	}
	return kept, r.report
}

// pair refuses a phenotype with itself, and a repeated pair in either order.
func (r *reading) pair(line table.Row, seen map[[2]string]int, a, b string) {
	first, twice := seen[[2]string{a, b}]
	switch {
	case a == b:
		r.say(Block, "pair_self", line, Phenotype2, "", "%s is paired with itself. Its cases belong into the table of cases; remove the line.", a)
	case twice:
		r.say(Block, "pair_twice", line, Phenotype2, "", "%s and %s are already in line %d; the order does not matter. Keep one of the lines.", a, b, first)
	default:
		seen[[2]string{a, b}] = line.Line
	}
}

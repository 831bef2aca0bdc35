package check

import (
	"slices"

	"cohortium/internal/sgc/count"
)

// HideCases hides small numbers and those that would tell them. Applied again
// it changes nothing, unless the number of people has changed.
func HideCases(rows []CasesRow, expected, minCell int64) []CasesRow {
	out := make([]CasesRow, len(rows))
	for i, row := range rows {
		row.Cases, row.Controls = hideBoth(row.Cases.Hide(minCell), row.Controls.Hide(minCell), expected, minCell)
		row.Breakdown = hideParts(row.Breakdown, row.Cases, minCell)
		out[i] = row
	}
	return out
}

// hideBoth hides what two numbers tell about each other when together they are
// everybody. In a group so small that "few" and "all but few" are the same, both
// are anything from nobody to everybody.
func hideBoth(cases, controls count.Count, expected, minCell int64) (count.Count, count.Count) {
	hidden := int64(-1)
	for _, n := range []count.Count{cases, controls} {
		if !n.IsExact() && n.Low == 0 {
			hidden = max(hidden, n.High)
		}
	}
	if hidden < 0 {
		return cases, controls
	}
	if expected < hidden+minCell {
		all := count.Count{Low: 0, High: max(expected, hidden)}
		return all, all
	}
	return complement(controls, cases, expected), complement(cases, controls, expected)
}

// complement widens a number next to a hidden one when the two add up to nearly
// everybody: the rest would tell the hidden one. A number that was widened for
// another number of people is widened again when that tells too much now.
func complement(hidden, known count.Count, expected int64) count.Count {
	if hidden.IsExact() || hidden.Low > 0 || !known.IsExact() && known.Low == 0 {
		return known
	}
	rest := expected - known.Low
	if rest > hidden.High || rest == hidden.High && !known.IsExact() {
		return known
	}
	return count.Count{Low: max(0, expected-hidden.High), High: max(expected, hidden.High)}
}

// hideParts withholds the numbers of a breakdown when one of them, or the cases
// themselves, are hidden: the others would tell it.
func hideParts(parts []Part, cases count.Count, minCell int64) []Part {
	if len(parts) == 0 {
		return nil
	}
	withhold := !cases.IsExact()
	for _, p := range parts {
		withhold = withhold || p.Hidden || !p.N.Hide(minCell).IsExact()
	}
	if !withhold {
		return parts
	}
	out := make([]Part, len(parts))
	for i, p := range parts {
		out[i] = Part{Code: p.Code, Hidden: true}
	}
	return out
}

// HidePairs hides small pairs, and pairs that would tell the hidden cases of one
// of their phenotypes or, with others, a hidden pair. Applied again it changes nothing, unless the cases or the
// number of people have changed.
func HidePairs(pairs []PairRow, cases []CasesRow, expected, minCell int64) []PairRow {
	known := make(map[string]count.Count, len(cases))
	for _, row := range cases {
		known[row.Code] = row.Cases
	}
	out := make([]PairRow, len(pairs))
	for i, p := range pairs {
		p.N = p.N.Hide(minCell)
		a, knowsA := known[p.A]
		b, knowsB := known[p.B]
		switch {
		case knowsA && knowsB && a.IsExact() && b.IsExact():
			p.N = unavoidable(p.N, a.Low+b.Low-expected, minCell)
		case knowsA && knowsB:
			p.N = overlap(p.N, a, b, expected, minCell)
			p.N = overlap(p.N, b, a, expected, minCell)
		case knowsA:
			p.N = overlap(p.N, a, a, expected, minCell)
		case knowsB:
			p.N = overlap(p.N, b, b, expected, minCell)
		}
		out[i] = p
	}
	hideTriples(out, cases, expected, minCell)
	return out
}

// unavoidable widens a hidden pair of two phenotypes so common that at least some
// people have both in any case, so that how many more do stays hidden.
func unavoidable(pair count.Count, least, minCell int64) count.Count {
	if least > 0 && !pair.IsExact() && pair.Low == 0 {
		pair.High = max(pair.High, least+minCell-1)
	}
	return pair
}

// overlap widens the number of people with both phenotypes when it does not go
// with all that the hidden cases of one can be: who has both has each, and all
// who have one or the other are in the cohort.
func overlap(pair, hidden, other count.Count, expected, minCell int64) count.Count {
	if hidden.IsExact() {
		return pair
	}
	high := min(hidden.High, expected)
	if pair.Low > min(high, other.High) || pair.High < hidden.Low+other.Low-expected {
		return pair // does not fit, which is a finding
	}
	least, most := pair.Low, expected-min(other.High, expected)+pair.High // what the pair says about the hidden cases
	tells := least > hidden.Low || most < high
	if hidden.Low == 0 {
		tells = pair.High > 0 || most < high
	}
	if !tells && pair.IsExact() {
		return pair
	}
	low := max(0, hidden.Low+other.Low-expected)
	if low < minCell {
		low = 0
	}
	return count.Count{Low: low, High: min(high, other.High)}
}

// changedCases is how many cells are not kept as they were sent.
func changedCases(sent, kept []CasesRow) int {
	n := 0
	for i, row := range sent {
		for _, differs := range []bool{
			row.Cases != kept[i].Cases, row.Controls != kept[i].Controls, !slices.Equal(row.Breakdown, kept[i].Breakdown),
		} {
			if differs {
				n++
			}
		}
	}
	return n
}

package check

import (
	"slices"

	"cohortium/internal/area/sgc/count"
)

// HideCases hides small numbers and those that would reveal them. A second call changes nothing,
// unless the number of people has changed.
func HideCases(rows []CasesRow, expected, minCell int64) []CasesRow {
	out := make([]CasesRow, len(rows))
	for i, row := range rows {
		row.Cases, row.Controls = hideBoth(row.Cases.Hide(minCell), row.Controls.Hide(minCell), expected, minCell)
		row.Breakdown = hideParts(row.Breakdown, row.Cases, minCell)
		out[i] = row
	}
	return out
}

// hideBoth hides what cases and controls reveal about each other if together they are the whole
// group. If the group is so small that "few" and "all but few" overlap, both become ranges from 0
// to the whole group.
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

// complement widens a number next to a hidden one if the two add up to nearly the whole group,
// because the difference would reveal the hidden one. A number that was widened for another group
// size is widened again if it now reveals too much.
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

// hideParts withholds all numbers of a breakdown if one of them, or the cases themselves, are
// hidden: the others would reveal it.
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

// HidePairs hides small pairs, and withholds those that together with others could reveal a hidden
// number. A second call changes nothing, unless the cases or the number of people have changed.
func HidePairs(pairs []PairRow, cases []CasesRow, expected, minCell int64) []PairRow {
	out := make([]PairRow, len(pairs))
	for i, p := range pairs {
		p.N = p.N.Hide(minCell)
		out[i] = p
	}
	withholdTelling(out, knownOf(cases, expected, minCell))
	return out
}

// HideVersions hides the pairs of every version of a file, newest last. Versions are mostly equal,
// so a pair that is withheld in one of them, or in all together, is withheld in all.
func HideVersions(versions [][]PairRow, cases []CasesRow, expected, minCell int64) [][]PairRow {
	out := make([][]PairRow, len(versions), len(versions)+1)
	for i, rows := range versions {
		out[i] = HidePairs(rows, cases, expected, minCell)
	}
	if len(versions) < 2 {
		return out
	}
	k := knownOf(cases, expected, minCell)
	all := append(out, HidePairs(together(out), cases, expected, minCell))
	for range maxRounds {
		if !k.withholdEverywhere(all) {
			break
		}
		for _, rows := range all {
			withholdTelling(rows, k)
		}
	}
	return out
}

// together returns each pair as in its newest version.
func together(versions [][]PairRow) (rows []PairRow) {
	at := make(map[[2]string]int)
	for _, version := range versions {
		for _, p := range version {
			pair := [2]string{p.A, p.B}
			if i, ok := at[pair]; ok {
				rows[i] = p
				continue
			}
			at[pair], rows = len(rows), append(rows, p)
		}
	}
	return rows
}

// withholdEverywhere withholds, in place, the pairs that are withheld in one of several versions,
// and all pairs of a phenotype that one version shows no pairs of, because the others could reveal
// what that version hides.
func (k known) withholdEverywhere(versions [][]PairRow) (changed bool) {
	pairs, silent := make(map[[2]string]bool), make(map[string]bool)
	for _, rows := range versions {
		shows := make(map[string]bool)
		for _, p := range rows {
			switch k.listing(p) {
			case exact, hidden:
				shows[p.A], shows[p.B] = true, true
			case withheld:
				pairs[[2]string{p.A, p.B}] = true
			}
		}
		for _, p := range rows {
			if k.listing(p) == withheld && !k.anyone(p.A) && !k.anyone(p.B) {
				silent[p.A], silent[p.B] = silent[p.A] || !shows[p.A], silent[p.B] || !shows[p.B]
			}
		}
	}
	for _, rows := range versions {
		for i, p := range rows {
			says, all := k.listing(p), k.possible(p.A, p.B)
			withhold := says == exact && pairs[[2]string{p.A, p.B}] || says != odd && (silent[p.A] || silent[p.B])
			if withhold && p.N != all {
				rows[i].N, changed = all, true
			}
		}
	}
	return changed
}

// changedCases counts the cells that are not stored as uploaded.
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

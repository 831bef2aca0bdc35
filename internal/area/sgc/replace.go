package sgc

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/area/sgc/count"
	"cohortium/internal/platform/errs"
)

// Replacement describes the changes if a table replaces the current one of its kind. It compares
// the stored numbers before and after, so that hidden numbers stay hidden on both sides.
type Replacement struct {
	CohortVersion int64          `json:"cohort_version"` // of the cohort at the comparison
	FileVersion   int            `json:"file_version"`   // of the file that would be replaced
	Changes       []Change       `json:"changes"`
	Before        ReplacementSum `json:"before"`
	After         ReplacementSum `json:"after"`
	// OtherPairs is the number of stored pairs of the same sex that would change, because their
	// hiding depends on the cases.
	OtherPairs int `json:"other_pairs"`
}

// ReplacementSum summarises a table: its part of the totals.
type ReplacementSum struct {
	Rows     int         `json:"rows"`
	Cases    count.Count `json:"cases"`    // of all phenotypes; for pairs, people with both, over all pairs
	Controls count.Count `json:"controls"` // zero for pairs
}

// Change is a deleted, changed or new row.
type Change struct {
	Code   string         `json:"code"`           // With is "" except for a pair
	With   string         `json:"with,omitempty"` // With is "" except for a pair
	Before *ChangeNumbers `json:"before,omitempty"`
	After  *ChangeNumbers `json:"after,omitempty"`
}

// ChangeNumbers are the numbers of a row. For a pair, Cases are the people with both.
type ChangeNumbers struct {
	Cases    count.Count `json:"cases"`
	Controls count.Count `json:"controls"`
}

// any reports whether the new table deletes or changes something.
func (r *Replacement) any() bool { return r != nil && (len(r.Changes) > 0 || r.OtherPairs > 0) }

// replacement compares a checked table with the current one; nil for the first one of its kind, or
// if it is not a table.
func (r *Record) replacement(f *File, found *FileCheck, minCell int64) *Replacement {
	old := r.current(f.Kind)
	if old == nil || f.Kind == check.Description {
		return nil
	}
	next := r.clone().with(f, found)
	next.hide(minCell)
	sex, out := f.Kind.Sex(), &Replacement{Changes: []Change{}, CohortVersion: r.Version, FileVersion: old.Version}
	if isPairs(f.Kind) {
		out.compare(pairNumbers(r.pairs(sex)), pairNumbers(next.pairs(sex)))
		return out
	}
	out.compare(caseNumbers(r.cases(sex)), caseNumbers(next.cases(sex)))
	after := pairNumbers(next.pairs(sex))
	for pair, was := range pairNumbers(r.pairs(sex)) {
		if after[pair] != was {
			out.OtherPairs++
		}
	}
	return out
}

// clone returns an independent copy of a record.
func (r *Record) clone() *Record {
	out := &Record{Cohort: r.Cohort, Rows: Rows{Cases: maps.Clone(r.Cases), Pairs: maps.Clone(r.Pairs)}}
	for _, f := range r.Files {
		copied := *f
		out.Files = append(out.Files, &copied)
	}
	return out
}

// rowName is the phenotype of a row, or the two of a pair.
type rowName [2]string

func caseNumbers(rows []check.CasesRow) map[rowName]ChangeNumbers {
	out := make(map[rowName]ChangeNumbers, len(rows))
	for _, row := range rows {
		out[rowName{row.Code}] = ChangeNumbers{Cases: row.Cases, Controls: row.Controls}
	}
	return out
}

func pairNumbers(rows []check.PairRow) map[rowName]ChangeNumbers {
	out := make(map[rowName]ChangeNumbers, len(rows))
	for _, row := range rows {
		out[rowName{row.A, row.B}] = ChangeNumbers{Cases: row.N}
	}
	return out
}

func (r *Replacement) compare(before, after map[rowName]ChangeNumbers) {
	r.Before, r.After = sumOf(before), sumOf(after)
	for name, was := range before {
		is, stays := after[name]
		switch {
		case !stays:
			r.Changes = append(r.Changes, Change{Code: name[0], With: name[1], Before: &was})
		case is != was:
			r.Changes = append(r.Changes, Change{Code: name[0], With: name[1], Before: &was, After: &is})
		}
	}
	for name, is := range after {
		if _, known := before[name]; !known {
			r.Changes = append(r.Changes, Change{Code: name[0], With: name[1], After: &is})
		}
	}
	slices.SortFunc(r.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.Code, b.Code), cmp.Compare(a.With, b.With))
	})
}

func sumOf(rows map[rowName]ChangeNumbers) ReplacementSum {
	out := ReplacementSum{Rows: len(rows)}
	for _, n := range rows {
		out.Cases, out.Controls = out.Cases.Add(n.Cases), out.Controls.Add(n.Controls)
	}
	return out
}

// weight orders changes: deleted rows first, then by the largest certain factor between old and new
// number in either direction, new rows last.
func (c Change) weight() float64 {
	switch {
	case c.After == nil:
		return math.Inf(1)
	case c.Before == nil:
		return -1
	}
	return max(factor(c.Before.Cases, c.After.Cases), factor(c.Before.Controls, c.After.Controls))
}

// factor returns the logarithm of the smallest possible ratio of the larger to the smaller number;
// 0 if the ranges overlap. Zero people count as half a person, so that the ratio is finite.
func factor(a, b count.Count) float64 {
	if a.Low > b.High {
		a, b = b, a
	}
	if b.Low <= a.High {
		return 0
	}
	return math.Log(float64(b.Low)) - math.Log(max(float64(a.High), 0.5))
}

// ReplacementError reports that a table would replace another one, and that the uploader has not
// confirmed the changes.
type ReplacementError struct {
	Check *FileCheck // with the replacement
	cause error
}

// Error returns the message.
func (e *ReplacementError) Error() string { return e.cause.Error() }

// Unwrap returns an errs.Error of kind Conflict, code "replaces".
func (e *ReplacementError) Unwrap() error { return e.cause }

func unconfirmed(found *FileCheck) error {
	return &ReplacementError{Check: found, cause: errs.New(errs.Conflict, "replaces",
		"This table changes what the consortium has of this cohort. Look at the changes and confirm them.")}
}

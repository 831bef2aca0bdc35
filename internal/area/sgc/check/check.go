// Package check contains the rules for the uploads of a cohort: the tables of cases and controls,
// the tables of co-occurrence, and their consistency. It owns findings, phenotype codes and
// suggestions for them, and the hiding of small numbers. It imports count, table, spelling and
// spreadsheet. It does not store or serve anything.
//
// # Why hidden pairs are not revealed
//
// Numbers of three, four or more phenotypes can reveal each other in more ways than can be listed.
// So this package does not search for ways to reveal a hidden pair. It shows a pair only if it can
// construct people that match every shown number and any value of a hidden one. Other pairs are
// withheld: they show only what the cases of their phenotypes imply, which any set of that many
// people matches. A hidden pair is one that is shown as a small range, such as <5.
//
// Let v be a value of one hidden pair, from 0 to the end of its range. The people are constructed
// phenotype by phenotype. The other hidden pairs are 0, or up to v if they share a phenotype with
// it.
//
//  1. All pairs of a phenotype are withheld if its cases are hidden, or if there is no room for it
//     below: then no number depends on who has it. It is skipped, and its pairs can have any value
//     at the end.
//  2. The most common phenotypes without a hidden pair among them keep their true numbers.
//  3. Each of the others, called a, is assigned to existing people. The set away contains the
//     phenotypes with which a has a hidden pair, and those whose pair with a is to be shown (or is
//     not in the file). For each shown number n with a phenotype b, n people with a have b and
//     nothing else of away. All other people with a have nothing of away. If v belongs to a hidden
//     pair of a, v people have its other phenotype, but no phenotype whose number with a is shown,
//     and none that is hidden with an upper end below v.
//
// Enough people have b and nothing else of away if the cases of b are at least this sum: n, the
// maximum that b shares with each other phenotype of away, and the highest end of any hidden pair,
// because the v people of a hidden pair placed before may have both. Two phenotypes share at most
// their shown number, or the cases of the rarer one if it is withheld. Enough people have nothing
// of away if the cohort is at least as large as the cases of a and of all of away, minus those that
// are certainly counted twice. A pair that fails these conditions is withheld. A phenotype without
// cases may have as many people as its pairs need, because its number is unknown. With such a
// phenotype, 0 is treated as small, because both look the same once its cases arrive and are
// hidden.
//
// Versions of a file are mostly equal, so they are also hidden as one file with the newest value of
// each pair. A pair that is withheld in one of them is withheld in all.
//
// The decision to withhold depends only on shown numbers, cases and ranges, never on the value
// within a range.
package check

import (
	"fmt"
	"slices"

	"cohortium/internal/area/sgc/count"
)

// Kind is one of the files of a cohort.
type Kind string

// The files of a cohort.
const (
	CasesMale   Kind = "cases_controls_male"
	CasesFemale Kind = "cases_controls_female"
	PairsMale   Kind = "cooccurrence_male"
	PairsFemale Kind = "cooccurrence_female"
	Description Kind = "cohort_description"
)

// Kinds returns all files of a cohort, in the order of the tasks.
func Kinds() []Kind { return []Kind{CasesMale, CasesFemale, PairsMale, PairsFemale, Description} }

// Sex is the sex of the people that a file counts.
type Sex string

// The sexes. Both is computed, never uploaded.
const (
	Male   Sex = "male"
	Female Sex = "female"
	Both   Sex = "both"
)

// Sex returns the sex that the file counts, "" for the description.
func (k Kind) Sex() Sex {
	switch k {
	case CasesMale, PairsMale:
		return Male
	case CasesFemale, PairsFemale:
		return Female
	}
	return ""
}

// CasesOf returns the file with the cases and controls of males or females.
func CasesOf(s Sex) Kind {
	if s == Male {
		return CasesMale
	}
	return CasesFemale
}

// PairsOf returns the file with the co-occurrence of males or females.
func PairsOf(s Sex) Kind {
	if s == Male {
		return PairsMale
	}
	return PairsFemale
}

// Field is the meaning of a column.
type Field string

// The fields of the tables.
const (
	Phenotype  Field = "phenotype"
	Cases      Field = "cases"
	Controls   Field = "controls"
	Breakdown  Field = "breakdown"
	Phenotype1 Field = "phenotype1"
	Phenotype2 Field = "phenotype2"
	PairCount  Field = "cooccurrence_count"
)

// Fields returns the fields of a file: required and optional ones.
func (k Kind) Fields() (needed, optional []Field) {
	switch k {
	case CasesMale, CasesFemale:
		return []Field{Phenotype, Cases, Controls}, []Field{Breakdown}
	case PairsMale, PairsFemale:
		return []Field{Phenotype1, Phenotype2, PairCount}, nil
	}
	return nil, nil
}

// Mapping maps fields to headers.
type Mapping map[Field]string

// Severity is whether a finding blocks a file.
type Severity string

// The severities.
const (
	Block Severity = "block"
	Warn  Severity = "warn"
	Info  Severity = "info"
)

// Finding is a message about a cell, a line or a file.
type Finding struct {
	Severity   Severity `json:"severity"`
	Code       string   `json:"code"`
	Message    string   `json:"message"`              // what, where, and what to do
	Kind       Kind     `json:"kind,omitempty"`       // the file to correct, in a finding about a whole cohort; "" for its sizes
	Line       int      `json:"line,omitempty"`       // 1-based; 0 for the whole file
	Column     string   `json:"column,omitempty"`     // header in the file
	Field      Field    `json:"field,omitempty"`      // meaning of the column
	Value      string   `json:"value,omitempty"`      // of the cell
	Suggestion string   `json:"suggestion,omitempty"` // replacement value that Fix uses
}

// maxFindings limits the findings that a report lists; it counts all of them.
const maxFindings = 1000

// Report is the result of the check of one file.
type Report struct {
	Findings []Finding      `json:"findings"` // at most a thousand, in file order
	ByCode   map[string]int `json:"by_code"`  // counts of all findings
	Blocking int            `json:"blocking"`
	Warnings int            `json:"warnings"`
	Hidden   int            `json:"hidden"` // cells that are not stored as uploaded, because they or others would reveal small numbers
}

func (r *Report) add(f Finding) {
	if r.ByCode == nil {
		r.ByCode = make(map[string]int)
	}
	r.ByCode[f.Code]++
	switch f.Severity {
	case Block:
		r.Blocking++
	case Warn:
		r.Warnings++
	}
	if len(r.Findings) < maxFindings {
		r.Findings = append(r.Findings, f)
	}
}

// Context is the input of the rules besides the file.
type Context struct {
	Phenotypes *Phenotypes
	Sex        Sex
	Expected   int64 // males or females of the cohort
	MinCell    int64 // the smallest number that is not hidden
}

// CasesRow is one phenotype of a cohort.
type CasesRow struct {
	Code      string
	Cases     count.Count
	Controls  count.Count
	Breakdown []Part
}

// Part is the number of cases with a diagnosis code.
type Part struct {
	Code   string
	N      count.Count
	Hidden bool // the number is withheld completely
}

// PairRow is the number of people with both phenotypes, A before B in the alphabet.
type PairRow struct {
	A, B string
	N    count.Count
}

// Columns reports required fields without a column, and mapped headers that the file does not have.
func Columns(k Kind, m Mapping, header []string) []Finding {
	needed, optional := k.Fields()
	var out []Finding
	used := make(map[string]Field)
	for _, field := range append(slices.Clone(needed), optional...) {
		name, mapped := m[field]
		other, twice := used[name]
		switch {
		case !mapped && slices.Contains(needed, field):
			out = append(out, Finding{Severity: Block, Code: "column_unmapped", Field: field,
				Message: fmt.Sprintf("No column is chosen for %s. Choose one.", field)})
		case !mapped:
		case !slices.Contains(header, name):
			out = append(out, Finding{Severity: Block, Code: "column_missing", Field: field, Column: name,
				Message: fmt.Sprintf("The file has no column %q, which was chosen for %s.", name, field)})
		case twice:
			out = append(out, Finding{Severity: Block, Code: "column_twice", Field: field, Column: name,
				Message: fmt.Sprintf("The column %q is chosen for %s and for %s. Choose one column for each.", name, other, field)})
		default:
			used[name] = field
		}
	}
	return out
}

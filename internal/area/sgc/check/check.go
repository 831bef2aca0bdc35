// Package check holds the rules for what a cohort hands in: the tables of cases
// and controls, the tables of co-occurrence, and how they fit together. It owns
// findings, phenotype codes and their nearest neighbours, and the hiding of
// small numbers. It imports count, table, spelling and spreadsheet; it stores and serves
// nothing.
//
// # Why hidden pairs are not told
//
// Numbers of people tell each other in more ways than anybody can list: of three
// phenotypes, of four, of any number. So nothing is looked for that tells a hidden
// pair. A pair is shown only when people can be described who have every number
// that is shown and any value of a hidden one. Others are withheld: they say what
// the cases of their phenotypes say, and any set of so many people goes with that.
// A hidden pair is one that is shown as few, such as <5.
//
// Let v be a value of one hidden pair, from nobody to the end of its range. The
// people are described phenotype by phenotype; the other hidden pairs are nobody,
// or up to v when they share a phenotype with it.
//
//  1. A phenotype whose cases are hidden, or that finds no room below, has all its
//     pairs withheld: whoever has it, no number changes. It is left out, and any
//     value of a pair of it can be had at the end.
//  2. The most common phenotypes without a hidden pair among them are as they are
//     in truth.
//  3. Each of the others, called a, is given to people who exist already. Away are
//     the phenotypes with which it has a hidden pair, and those whose pair with it
//     is to be shown (or is not in the file). For each shown number n with a
//     phenotype b, there are n people who have b and nothing else of away. All
//     others who have a have nothing of away. When v is of a hidden pair of a, v
//     people have its other phenotype, nothing of which the number is shown, and
//     nothing that is hidden below a lower end than v.
//
// There are enough people with b and nothing else of away when the cases of b are
// at least the sum of n, of what b shares at most with each other one of away, and
// of one highest end of a hidden pair, because the v people of a hidden pair
// placed before may have both. Two phenotypes share at most what is shown of them,
// and as many as the rarer one has when that is withheld. Enough people have
// nothing of away when the cohort is not smaller than the cases of a and of all of
// away, less what of them is counted twice for certain. A pair for which this
// fails is withheld. A phenotype without cases may have as many people as its pairs
// need, since nobody knows; with such a one, nobody is treated as few, as both look
// the same once the cases come and are hidden.
//
// Versions of a file are mostly the same, so they are also hidden as one file with
// the last word on each pair; what is withheld in one of them is withheld in all.
//
// What is withheld depends on shown numbers, cases and ranges only, never on the
// value within a range.
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

// Kinds are all files of a cohort, in the order in which they are asked for.
func Kinds() []Kind { return []Kind{CasesMale, CasesFemale, PairsMale, PairsFemale, Description} }

// Sex is whom the numbers of a file count.
type Sex string

// The sexes. Both is derived, never handed in.
const (
	Male   Sex = "male"
	Female Sex = "female"
	Both   Sex = "both"
)

// Sex is whom the file counts, "" for the description.
func (k Kind) Sex() Sex {
	switch k {
	case CasesMale, PairsMale:
		return Male
	case CasesFemale, PairsFemale:
		return Female
	}
	return ""
}

// CasesOf is the file with the cases and controls of males or females.
func CasesOf(s Sex) Kind {
	if s == Male {
		return CasesMale
	}
	return CasesFemale
}

// PairsOf is the file with the co-occurrence of males or females.
func PairsOf(s Sex) Kind {
	if s == Male {
		return PairsMale
	}
	return PairsFemale
}

// Field is what a column means.
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

// Fields are the fields of a file and which of them it needs.
func (k Kind) Fields() (needed, optional []Field) {
	switch k {
	case CasesMale, CasesFemale:
		return []Field{Phenotype, Cases, Controls}, []Field{Breakdown}
	case PairsMale, PairsFemale:
		return []Field{Phenotype1, Phenotype2, PairCount}, nil
	}
	return nil, nil
}

// Mapping says which header stands for a field.
type Mapping map[Field]string

// Severity says whether a file is taken.
type Severity string

// The severities.
const (
	Block Severity = "block"
	Warn  Severity = "warn"
	Info  Severity = "info"
)

// Finding is one thing that a rule has to say about a cell, a line or a file.
type Finding struct {
	Severity   Severity `json:"severity"`
	Code       string   `json:"code"`
	Message    string   `json:"message"`              // what, where, and what to do
	Kind       Kind     `json:"kind,omitempty"`       // the file to correct, in a finding about a whole cohort; "" for its sizes
	Line       int      `json:"line,omitempty"`       // 1-based; 0 for the whole file
	Column     string   `json:"column,omitempty"`     // header as it stands in the file
	Field      Field    `json:"field,omitempty"`      // what the column means
	Value      string   `json:"value,omitempty"`      // of the cell
	Suggestion string   `json:"suggestion,omitempty"` // what Fix puts in its place
}

// maxFindings is how many findings a report lists; it counts all of them.
const maxFindings = 1000

// Report is what the rules say about one file.
type Report struct {
	Findings []Finding      `json:"findings"` // at most a thousand, as they stand in the file
	ByCode   map[string]int `json:"by_code"`  // all of them
	Blocking int            `json:"blocking"`
	Warnings int            `json:"warnings"`
	Hidden   int            `json:"hidden"` // cells that are not kept as they were sent, as they or others would tell few people
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

// Context is what the rules need to know besides the file.
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

// Part is how many cases carry a diagnosis code.
type Part struct {
	Code   string
	N      count.Count
	Hidden bool // the number is withheld altogether
}

// PairRow is how many people have both phenotypes, A before B in the alphabet.
type PairRow struct {
	A, B string
	N    count.Count
}

// Columns names needed fields that no column of the header stands for, and
// headers that the file does not have.
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

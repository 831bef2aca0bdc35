package tableindex

import (
	"errors"
	"fmt"
	"strings"

	"cohortium/internal/gwas/genome"
)

// Faults of an index. Errors wrap one of these.
var (
	ErrIndex = errors.New("the index is damaged")
	// ErrOtherData reports that the index was made from other data.
	ErrOtherData = errors.New("the index belongs to another file")
	ErrPlace     = errors.New("invalid page token")
)

// SchemaError describes an error in the text of a schema.
type SchemaError struct {
	Schema string
	What   string // a sentence
}

func (e *SchemaError) Error() string {
	return fmt.Sprintf("The schema %q cannot be used: %s", e.Schema, e.What)
}

// RowError reports a row that cannot be in an index.
type RowError struct {
	Line   int64 // 1-based, of the text of the source
	Piece  bool  // the source is JSON in one piece, and Line counts its rows
	Column string
	Value  string // cut to a readable length
	What   string // a sentence
}

func (e *RowError) Error() string {
	word := "line"
	if e.Piece {
		word = "row"
	}
	if e.Column == "" {
		return fmt.Sprintf("%s %d: %s", word, e.Line, e.What)
	}
	return fmt.Sprintf("%s %d, column %s, value %q: %s", word, e.Line, e.Column, e.Value, e.What)
}

// ColumnError reports a column that the table does not have.
type ColumnError struct {
	Column string
	Known  []string
}

func (e *ColumnError) Error() string {
	return fmt.Sprintf("The table has no column %q. It has %s.", e.Column, listed(e.Known, 30))
}

// ArityError reports a query with more or fewer values than the schema has parts.
type ArityError struct {
	Schema    string
	Want, Got int
}

func (e *ArityError) Error() string {
	return fmt.Sprintf("The query has %d values and the schema %s takes %d. Send a value that contains a comma as a separate value.", e.Got, e.Schema, e.Want)
}

// ValueError reports an invalid value of a query.
type ValueError struct {
	Value string
	What  string // a sentence
}

func (e *ValueError) Error() string { return fmt.Sprintf("%q: %s", e.Value, e.What) }

// UnknownContigError reports a chromosome without any row.
type UnknownContigError struct {
	Contig string
	Known  []string // some of the existing ones
}

func (e *UnknownContigError) Error() string {
	return fmt.Sprintf("The table has no rows on chromosome %s. It has %s.", e.Contig, listed(e.Known, 30))
}

// UnknownNameError reports a name that is neither a region nor a gene of the assembly.
type UnknownNameError struct {
	Name  string
	Build genome.Build
	Near  []string // names that begin alike
}

func (e *UnknownNameError) Error() string {
	text := fmt.Sprintf("%q is neither a region, as in 8:117962512-118188953, nor a gene on %s.", e.Name, e.Build.Label())
	if len(e.Near) > 0 {
		text += " Near names: " + strings.Join(e.Near, ", ") + "."
	}
	return text
}

// listed joins up to most names.
func listed(names []string, most int) string {
	if len(names) == 0 {
		return "none"
	}
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// short returns a value as it may appear in an error.
func short(value string) string {
	const most = 60
	if runes := []rune(value); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return value
}

package bioindex

import (
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/tableindex"
)

// Column is a column of a table.
type Column = tableindex.Column

// typeWords and coordinateWords are the words of programs for types and coordinates of tables.
func typeWords() map[tableindex.Type]string {
	return map[tableindex.Type]string{tableindex.Text: "text", tableindex.Integer: "integer", tableindex.Decimal: "decimal"}
}

func coordinateWords() map[tableindex.Coordinates]string {
	return map[tableindex.Coordinates]string{tableindex.HalfOpen: "half_open", tableindex.Closed: "closed", tableindex.ZeroBased: "zero_based"}
}

// TypeName returns the word for a type of columns.
func TypeName(t tableindex.Type) string { return typeWords()[t] }

// NewDefinition reads a definition in the words of programs; unknown words are ignored.
func NewDefinition(schema string, types map[string]string, build, coordinates string) Definition {
	d := Definition{Schema: schema, GenomeBuild: genome.Build(build)}
	if types != nil {
		d.Types = make(map[string]tableindex.Type, len(types))
	}
	for name, word := range types {
		for t, w := range typeWords() {
			if w == word {
				d.Types[name] = t
			}
		}
	}
	for c, w := range coordinateWords() {
		if w == coordinates {
			d.Coordinates = c
		}
	}
	return d
}

// CoordinatesName returns the word for the coordinates of the first proposal; "" when it has no
// locus, or when a person must state them.
func (p *Preview) CoordinatesName() string {
	if p.Counting.Because == "" {
		return ""
	}
	return coordinateWords()[p.Counting.Coordinates]
}

// Findings returns what a user should know about a file before building.
func (p *Preview) Findings() []string {
	out := []string{}
	if !p.Header {
		names := make([]string, len(p.Columns))
		for i, c := range p.Columns {
			names[i] = c.Name
		}
		out = append(out, "The file names no columns; they have these names: "+strings.Join(names, ", ")+".")
	}
	if len(p.Schemas) == 0 {
		out = append(out, "No column suggests itself as a key or a position. Choose by which columns the rows are to be found.")
	} else if !p.Sorted {
		out = append(out, "The rows are not in the order of the first proposal. They are sorted while the index is built, into a copy of the table.")
	}
	if p.Counting.Because != "" && p.Counting.Coordinates != tableindex.Closed {
		out = append(out, p.Counting.Sentence())
	}
	return append(out, p.Warnings...)
}

// Parts are the parts of a schema.
type Parts struct {
	Arity int        // how many values a query has
	Keys  [][]string // the columns that may hold each key
	// Locus is as in the schema, "" for none. Missing columns are "".
	Locus, Chromosome, Start, Stop, Template string
}

// Parts splits the schema of a definition. An invalid one has no parts.
func (d Definition) Parts() (p Parts) {
	schema, err := tableindex.ParseSchema(d.Schema)
	if err != nil {
		return p
	}
	p.Arity = schema.Arity()
	for _, k := range schema.Keys {
		p.Keys = append(p.Keys, k)
	}
	if l := schema.Locus; l != nil {
		p.Locus, p.Chromosome, p.Start, p.Stop = l.String(), l.Chromosome, l.Start, l.Stop
		if l.Template != nil {
			p.Template = l.Template.Column
		}
	}
	return p
}

package tableindex

import (
	"fmt"
	"strings"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
)

// Query is a query of an index. ParseQuery makes one from texts.
type Query struct {
	// Keys are values of the key columns from the first on: of all of them, or of
	// the first ones when there is no Locus.
	Keys []string
	// Locus is the region that rows must overlap; nil when all of the keys are wanted.
	Locus *Interval
	// ID is the text that the column of a template must hold; "" when any. The name
	// of its chromosome may be spelled in another way.
	ID string
	// Limit is the largest number of rows to return: 0 for none, NoLimit for all.
	Limit int64
}

// Resolver places names on an assembly.
type Resolver interface {
	Build() genome.Build
	// Place returns the region of a name. A name that is not known is an *UnknownNameError, one
	// that means several places a *ValueError.
	Place(name string) (genome.Region, error)
}

// Genes places genes, each with a margin on either side.
type Genes struct {
	List  *gene.List
	Flank int32
}

// Build returns the assembly of the list.
func (g Genes) Build() genome.Build { return g.List.Build }

// nearNames is how many similar names are proposed for an unknown one.
const nearNames = 5

// Place finds a gene by symbol, Ensembl id or alias.
func (g Genes) Place(name string) (genome.Region, error) {
	found := g.List.Find(name)
	switch len(found) {
	case 0:
		unknown := &UnknownNameError{Name: short(name), Build: g.List.Build}
		for _, near := range g.List.Suggest(name, nearNames) {
			unknown.Near = append(unknown.Near, near.Symbol)
		}
		return genome.Region{}, unknown
	case 1:
		r := found[0].Body
		r.Start, r.End = max(r.Start-g.Flank, 1), int32(min(int64(r.End)+int64(g.Flank), maxPosition))
		return r, nil
	}
	var symbols []string
	for _, f := range found {
		symbols = append(symbols, f.Symbol+" ("+f.Ensembl+")")
	}
	return genome.Region{}, &ValueError{short(name), "It is a name of several genes: " + listed(symbols, 10) + ". Ask for one of them."}
}

// SplitValues cuts the values of a query in one text at its commas. A value that
// holds a comma itself cannot be written so.
func SplitValues(text string) []string { return strings.Split(text, ",") }

// ParseQuery reads the values of a query, one for each key and one for the locus.
// The value of a locus is a region or a name; for a template it is the text of the
// column as well. names may be nil, and then no names are known. The errors are
// *ArityError, *ValueError and *UnknownNameError.
func (s Schema) ParseQuery(values []string, build genome.Build, names Resolver) (Query, error) {
	if len(values) != s.Arity() {
		return Query{}, &ArityError{Schema: s.String(), Want: s.Arity(), Got: len(values)}
	}
	q := Query{Keys: values[:len(s.Keys):len(s.Keys)], Limit: NoLimit}
	for i, value := range q.Keys {
		if value == "" {
			return Query{}, &ValueError{value, fmt.Sprintf("The value of %s is empty.", strings.Join(s.Keys[i], "|"))}
		}
	}
	if s.Locus == nil {
		return q, nil
	}
	value := strings.TrimSpace(values[len(values)-1])
	locus, id, err := s.Locus.parse(value, build, names)
	if err != nil {
		return Query{}, err
	}
	q.Locus, q.ID = &locus, id
	return q, nil
}

// parse reads the value of a locus. A text that a template of regions covers whole is that text.
// One that is a region is a region; one that begins like a template of positions is that text;
// anything else is a name.
func (l *Locus) parse(value string, build genome.Build, names Resolver) (locus Interval, id string, err error) {
	locus, rest, isID := l.interval(value)
	if isID && l.Template.region && rest == "" {
		return locus, value, nil
	}
	region, is, err := ParseRegion(value, build)
	if is || err != nil {
		return region, "", err
	}
	if isID {
		return locus, value, nil
	}
	region, err = place(value, build, names)
	return region, "", err
}

// interval reads a text by the template, if there is one, unchanged: the coordinates of the table
// are applied later.
func (l *Locus) interval(value string) (at Interval, rest string, is bool) {
	if l.Template == nil {
		return Interval{}, "", false
	}
	contig, start, stop, rest, ok := l.Template.parse(value)
	return Interval{Contig: Contig(contig), Start: start, End: stop}, rest, ok
}

// place asks for a name on the assembly of the index.
func place(name string, build genome.Build, names Resolver) (Interval, error) {
	switch {
	case name == "":
		return Interval{}, &ValueError{name, "The region is empty. One is written 8:117962512-118188953."}
	case build == genome.UnknownBuild:
		return Interval{}, &ValueError{short(name), "It is not a region, and names of genes need the genome build of the table, which is not known."}
	case names == nil:
		return Interval{}, &UnknownNameError{Name: short(name), Build: build}
	case names.Build() != build:
		return Interval{}, &ValueError{short(name), fmt.Sprintf("The table is on %s and the genes are on %s.", build.Label(), names.Build().Label())}
	}
	r, err := names.Place(name)
	if err != nil {
		return Interval{}, err
	}
	return Interval{Contig: r.Chromosome.String(), Start: int64(r.Start), End: int64(r.End)}, nil
}

// ParsePrefix reads what values are to begin with: * or _ alone is all of them, and
// any other text is itself. A backslash in front of * or _ makes it a text.
func ParsePrefix(text string) string {
	switch text {
	case "*", "_":
		return ""
	case `\*`, `\_`:
		return text[1:]
	}
	return text
}

package tableindex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Schema defines the columns by which rows are found, in order: keys, and behind them a locus if
// there is one.
type Schema struct {
	// Keys are the key columns. One with several names is in an index under the
	// value of each of these columns.
	Keys  []Key
	Locus *Locus
	// Step is the locus_step of the text, 0 without one. The blocks of an index follow from its
	// rows; the step has no influence on any answer.
	Step int64
}

// Key is the columns that may supply one key: one, or several alternatives.
type Key []string

// Locus is the position of a row on an assembly.
type Locus struct {
	// Chromosome, Start and Stop are columns; Stop is "" for single positions. All
	// are "" when Template is set.
	Chromosome, Start, Stop string
	Template                *Template
}

// limits of a schema
const (
	maxSchema = 1000
	maxKeys   = 8
)

const locusStep = "locus_step="

// ParseSchema reads the text of a schema:
//
//	phenotype             rows by the value of a column
//	gene,phenotype        by two columns, in this order
//	gene|alias            either column may supply the key
//	chr:pos               by single positions, in the last place
//	chr:start-stop        by regions, in the last place
//	varId=$chr:$pos       by a position that is part of the text of one column
//	region=$chr:$start-$stop
//	chr:pos;locus_step=20000
//
// The error is a *SchemaError. Whether a table has the columns is not known here.
func ParseSchema(text string) (Schema, error) {
	s, what := parseSchema(text)
	if what != "" {
		return Schema{}, &SchemaError{Schema: short(text), What: what}
	}
	return s, nil
}

func parseSchema(text string) (s Schema, what string) {
	if len(text) > maxSchema {
		return s, fmt.Sprintf("it is longer than %d characters.", maxSchema)
	}
	body, suffix, hasSuffix := strings.Cut(text, ";")
	parts := strings.Split(body, ",")
	for i, part := range parts {
		part = strings.TrimSpace(part)
		locus, what := parseLocus(part)
		switch {
		case what != "":
			return s, what
		case locus != nil && i < len(parts)-1:
			return s, "a locus can only be its last part."
		case locus != nil:
			s.Locus = locus
		default:
			key, what := parseKey(part)
			if what != "" {
				return s, what
			}
			s.Keys = append(s.Keys, key)
		}
	}
	if len(s.Keys) > maxKeys {
		return s, fmt.Sprintf("it has %d key columns, and at most %d are possible.", len(s.Keys), maxKeys)
	}
	if what := s.columnTwice(); what != "" {
		return s, what
	}
	if hasSuffix {
		s.Step, what = parseStep(suffix, s.Locus != nil)
	}
	return s, what
}

func parseStep(suffix string, locus bool) (step int64, what string) {
	number, is := strings.CutPrefix(strings.TrimSpace(suffix), locusStep)
	if !is {
		return 0, fmt.Sprintf("%q is not known behind the semicolon; locus_step=20000 is.", short(suffix))
	}
	step, err := strconv.ParseInt(number, 10, 64)
	if err != nil || step <= 0 {
		return 0, "locus_step is a whole number above 0."
	}
	if !locus {
		return 0, "locus_step needs a locus."
	}
	return step, ""
}

func parseKey(part string) (key Key, what string) {
	for name := range strings.SplitSeq(part, "|") {
		name = strings.TrimSpace(name)
		if name == "" {
			return nil, "a part of it is empty: it needs a key column or a locus."
		}
		key = append(key, name)
	}
	return key, ""
}

// parseLocus returns nil for a part that is a key.
func parseLocus(part string) (locus *Locus, what string) {
	if column, pattern, is := strings.Cut(part, "="); is {
		t, what := parseTemplate(strings.TrimSpace(column), strings.TrimSpace(pattern))
		if what != "" {
			return nil, what
		}
		return &Locus{Template: t}, ""
	}
	chromosome, rest, is := strings.Cut(part, ":")
	if !is {
		return nil, ""
	}
	start, stop, region := strings.Cut(rest, "-")
	l := &Locus{Chromosome: strings.TrimSpace(chromosome), Start: strings.TrimSpace(start), Stop: strings.TrimSpace(stop)}
	if l.Chromosome == "" || l.Start == "" || region && l.Stop == "" {
		return nil, fmt.Sprintf("%q names no chromosome and position; a locus is written chr:pos or chr:start-stop.", short(part))
	}
	if strings.ContainsAny(part, "|$") || strings.ContainsAny(l.Start+l.Stop, ":-") {
		return nil, fmt.Sprintf("%q is not a locus; write chr:pos, chr:start-stop or column=$chr:$pos.", short(part))
	}
	return l, ""
}

// columnTwice names a column that occurs twice.
func (s Schema) columnTwice() string {
	var seen []string
	for _, c := range s.Columns() {
		if slices.Contains(seen, c) {
			return fmt.Sprintf("the column %q is in it twice.", c)
		}
		seen = append(seen, c)
	}
	return ""
}

// Columns returns the columns of the table that the schema needs.
func (s Schema) Columns() []string {
	var names []string
	for _, k := range s.Keys {
		names = append(names, k...)
	}
	if l := s.Locus; l != nil {
		for _, c := range []string{l.Chromosome, l.Start, l.Stop} {
			if c != "" {
				names = append(names, c)
			}
		}
		if l.Template != nil {
			names = append(names, l.Template.Column)
		}
	}
	return names
}

// Arity returns how many values a query has.
func (s Schema) Arity() int {
	if s.Locus != nil {
		return len(s.Keys) + 1
	}
	return len(s.Keys)
}

// String returns the schema as ParseSchema reads it.
func (s Schema) String() string {
	var parts []string
	for _, k := range s.Keys {
		parts = append(parts, strings.Join(k, "|"))
	}
	if s.Locus != nil {
		parts = append(parts, s.Locus.String())
	}
	text := strings.Join(parts, ",")
	if s.Step > 0 {
		text += ";" + locusStep + strconv.FormatInt(s.Step, 10)
	}
	return text
}

// points reports whether rows are single positions.
func (l *Locus) points() bool { return l.Stop == "" && (l.Template == nil || !l.Template.region) }

func (l *Locus) String() string {
	switch {
	case l.Template != nil:
		return l.Template.String()
	case l.Stop != "":
		return l.Chromosome + ":" + l.Start + "-" + l.Stop
	}
	return l.Chromosome + ":" + l.Start
}

package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"cohortium/internal/platform/spelling"
)

// DocumentVersion is the version of documents that this program supports. The page that reads a
// document of an earlier version migrates it.
const DocumentVersion = 1

// Checker finds the faults of documents. It is the one place of these rules.
type Checker struct {
	schema *jsonschema.Schema
	kinds  kinds
}

// NewChecker returns a checker that is safe for concurrent use.
func NewChecker() (*Checker, error) {
	schema, err := compileSchema()
	return &Checker{schema: schema, kinds: allKinds()}, err
}

// Check lists the problems of a document that shows a table: violations of the schema first, then
// the rest in the order of the document, at most 200. Without a table (nil) the columns are taken
// as the document has them.
func (k *Checker) Check(document json.RawMessage, table *Table) []Problem {
	c := &check{kinds: k.kinds, table: table, made: map[string]*column{}, makers: map[string]int{}, titles: map[string]string{}}
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	if err := d.Decode(&c.document.value); err != nil {
		c.add(Problem{NotAsInSchema, "", Error, "Invalid JSON: " + err.Error() + ".", ""})
		return c.problems
	}
	if version, ok := c.document.at("version").number(); ok && version > DocumentVersion {
		c.add(Problem{NewerVersion, "/version", Error, newerSentence(version), ""})
		return c.problems
	}
	c.learn()
	c.checkSchema(k.schema)
	c.checkColumns()
	c.checkSteps()
	c.checkTitles()
	c.checkShown()
	c.checkFilters()
	c.checkPlots()
	return c.problems[:min(len(c.problems), maxProblems)]
}

func newerSentence(version float64) string {
	return fmt.Sprintf(
		"This document is of version %g, and this server knows versions up to %d. Open it where it was made, or have this server updated.",
		version,
		DocumentVersion,
	)
}

// check is the check of one document.
type check struct {
	kinds    kinds
	document part
	table    *Table
	problems []Problem
	made     map[string]*column // existing columns so far, by id
	makers   map[string]int     // the first step that makes an id, or the only enabled one
	titles   map[string]string  // titles of ids on the page
	names    *spelling.Dictionary
}

// column is a column that a step or a plot may use.
type column struct {
	types  types        // one type; 0 when unknown
	source *TableColumn // the column in the table, while no step has replaced it; nil if unknown
}

func (c *check) add(p Problem) {
	if len(c.problems) < maxProblems {
		c.problems = append(c.problems, p)
	}
}

func (c *check) failed(code Code, path, format string, args ...any) {
	c.add(Problem{code, path, Error, fmt.Sprintf(format, args...), ""})
}

func (c *check) warned(code Code, path, format string, args ...any) {
	c.add(Problem{code, path, Warning, fmt.Sprintf(format, args...), ""})
}

// learn notes the titles of columns and the steps that make them, for sentences.
func (c *check) learn() {
	for _, p := range c.document.at("columns").items() {
		c.titles[p.text("id")] = p.text("title")
	}
	on := map[string]bool{}
	for i, step := range c.document.at("steps").items() {
		for _, out := range outputs(step) {
			id := out.text("id")
			if c.titles[id] == "" {
				c.titles[id] = out.text("title")
			}
			if _, known := c.makers[id]; !known || !on[id] && !step.isTrue("off") {
				c.makers[id], on[id] = i, !step.isTrue("off")
			}
		}
	}
}

// use looks up the column of a reference and compares its type with the accepted ones. It returns
// nil for a reference to nothing.
func (c *check) use(ref part, takes types, severity Severity) *column {
	id, ok := ref.value.(string)
	if !ok || id == "" { // the schema has reported it
		return nil
	}
	found := c.made[id]
	if found == nil {
		c.unknown(ref, id)
		return nil
	}
	if found.types != 0 && found.types&takes == 0 {
		thing, field := c.subject(ref.path)
		if words, ok := fieldWords()[field]; ok && field != "input" && field != "column" {
			thing = "The " + words + " of " + lower(thing)
		}
		c.add(Problem{WrongType, ref.path, severity, fmt.Sprintf("%s takes %s, and column %s holds %s.", thing, takes, quoted(c.titleOf(id)), found.types), ""})
	}
	return found
}

// unknown reports a reference to something that does not exist, or not yet.
func (c *check) unknown(ref part, id string) {
	thing, _ := c.subject(ref.path)
	maker, made := c.makers[id]
	switch {
	case made && c.document.at("steps").items()[maker].isTrue("off"):
		c.failed(
			UnknownColumn,
			ref.path,
			"%s uses column %s, which step %d makes, and that is switched off. Switch it on, or choose another column.",
			thing,
			quoted(c.titleOf(id)),
			maker+1,
		)
	case made && c.names == nil: // still among the steps
		c.failed(MadeLater, ref.path, "%s uses column %s, which step %d makes. Move that step before it.", thing, quoted(c.titleOf(id)), maker+1)
	default:
		names := c.names
		if names == nil {
			names = spelling.New(slices.Sorted(maps.Keys(c.made))...)
		}
		c.add(
			Problem{
				UnknownColumn,
				ref.path,
				Error,
				fmt.Sprintf("%s uses column %s, which is not there. Choose another one.", thing, quoted(id)),
				names.Nearest(id),
			},
		)
	}
}

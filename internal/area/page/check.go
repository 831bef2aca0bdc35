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

// DocumentVersion is the version of documents that this program knows. Those of
// earlier ones are migrated by the page that reads them.
const DocumentVersion = 1

// Checker finds what is wrong with documents. It is the one place of these rules.
type Checker struct {
	schema *jsonschema.Schema
	kinds  kinds
}

// NewChecker makes a checker, which any number of goroutines may use.
func NewChecker() (*Checker, error) {
	schema, err := compileSchema()
	return &Checker{schema: schema, kinds: allKinds()}, err
}

// Check lists what is wrong with a document that shows a table: what is not as the
// schema says first, then the rest in the order of the document, 200 problems at
// most. Without a table (nil) the columns are taken as the document has them.
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
	return fmt.Sprintf("This document is of version %g, and this server knows versions up to %d. Open it where it was made, or have this server updated.", version, DocumentVersion)
}

// check is the checking of one document.
type check struct {
	kinds    kinds
	document part
	table    *Table
	problems []Problem
	made     map[string]*column // what there is so far, by id
	makers   map[string]int     // the first step that makes an id, the only one that is switched on if there is one
	titles   map[string]string  // what the page calls an id
	names    *spelling.Dictionary
}

// column is one that a step or a plot may use.
type column struct {
	types  types        // one type; 0 when it cannot be told
	source *TableColumn // what the table says of it, while no step has replaced it; nil for unknown
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

// learn notes what people call the columns and which step makes which, for sentences.
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

// use looks up the column that a reference names and compares its type with those
// that are of use there. It answers nil for a reference that names nothing.
func (c *check) use(ref part, takes types, severity Severity) *column {
	id, ok := ref.value.(string)
	if !ok || id == "" { // the schema has told
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

// unknown tells of a reference to what is not there, or not there yet.
func (c *check) unknown(ref part, id string) {
	thing, _ := c.subject(ref.path)
	maker, made := c.makers[id]
	switch {
	case made && c.document.at("steps").items()[maker].isTrue("off"):
		c.failed(UnknownColumn, ref.path, "%s uses column %s, which step %d makes, and that is switched off. Switch it on, or choose another column.", thing, quoted(c.titleOf(id)), maker+1)
	case made && c.names == nil: // still among the steps
		c.failed(MadeLater, ref.path, "%s uses column %s, which step %d makes. Move that step before it.", thing, quoted(c.titleOf(id)), maker+1)
	default:
		names := c.names
		if names == nil {
			names = spelling.New(slices.Sorted(maps.Keys(c.made))...)
		}
		c.add(Problem{UnknownColumn, ref.path, Error, fmt.Sprintf("%s uses column %s, which is not there. Choose another one.", thing, quoted(id)), names.Nearest(id)})
	}
}

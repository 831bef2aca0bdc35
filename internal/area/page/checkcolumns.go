package page

import (
	"fmt"
	"strings"

	"cohortium/internal/platform/spelling"
)

// Table is the data of a page as far as a check needs it.
type Table struct {
	ID      string
	OwnerID string
	Ready   bool   // its columns are known
	Failed  string // why it could not be made, as a sentence; "" when it could, or is not finished
	Columns []TableColumn
}

// TableColumn describes the values of a column, against which a page is checked.
type TableColumn struct {
	ID       string   // as proposed for documents
	Source   string   // its header, unique
	Type     string   // number, text, boolean or list
	Min, Max *float64 // of numbers; nil when there are none
	// Values are all distinct values as texts; nil when unknown.
	Values []string
}

func (t *Table) column(source string) *TableColumn {
	for i := range t.Columns {
		if t.Columns[i].Source == source {
			return &t.Columns[i]
		}
	}
	return nil
}

// checkColumns compares the columns of the document with those of the table.
func (c *check) checkColumns() {
	for _, p := range c.document.at("columns").items() {
		id := p.text("id")
		switch {
		case id == "":
			continue
		case c.made[id] != nil:
			c.failed(IDTwice, p.at("id").path, "Two columns have the id %s. Change one of them.", quoted(id))
			continue
		}
		made := &column{types: typeNamed(p.text("type"))}
		c.made[id] = made
		if c.table != nil && p.text("source") != "" {
			made.source = c.compare(p, made)
		}
	}
}

// compare finds a column of the document in the table.
func (c *check) compare(p part, made *column) *TableColumn {
	source := p.text("source")
	there := c.table.column(source)
	if there == nil {
		headers := make([]string, len(c.table.Columns))
		for i := range c.table.Columns {
			headers[i] = c.table.Columns[i].Source
		}
		c.add(Problem{
			ColumnGone, p.at("source").path, Error,
			fmt.Sprintf("The table has no column %s. Take another column for %s, or remove it.", quoted(source), quoted(c.titleOf(p.text("id")))),
			spelling.New(headers...).Nearest(source),
		})
		made.types = 0 // the column that replaces it determines its use
		return nil
	}
	if holds := typeNamed(there.Type); made.types != 0 && holds != made.types {
		c.failed(
			ColumnType,
			p.at("type").path,
			"Column %s of the table holds %s, and the page takes it for %s. Take it as it is, and add a step that makes the other of it.",
			quoted(source),
			holds,
			made.types,
		)
	}
	return there
}

// checkTitles reports columns with the same title: they cannot be distinguished, also in an
// expression.
func (c *check) checkTitles() {
	var ids []string
	titled := map[string]part{} // where an id gets its title
	note := func(named part) {
		id := named.text("id")
		if _, known := titled[id]; !known {
			ids = append(ids, id)
		}
		titled[id] = named.at("title")
	}
	for _, p := range c.document.at("columns").items() {
		note(p)
	}
	for _, step := range c.document.at("steps").items() {
		if step.isTrue("off") {
			continue
		}
		for _, out := range outputs(step) {
			note(out)
		}
	}
	taken := map[string]bool{"": true}
	for _, id := range ids {
		p := titled[id]
		title := strings.TrimSpace(stringOf(p))
		if title != "" && taken[title] {
			c.failed(TitleTwice, p.path, "Another column is already called %s. Rename one of them.", quoted(title))
		}
		taken[title] = true
	}
}

package page

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"cohortium/internal/platform/errs"
)

// subject returns the thing of a document that contains a path, as the beginning of a sentence, and
// the path within it: "Step 3" and "output.title".
func (c *check) subject(path string) (thing, rest string) {
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if path == "" {
		return "The document", ""
	}
	rest = strings.Join(segments[min(2, len(segments)):], ".")
	names := map[string]string{"columns": "Column", "steps": "Step", "filters": "Filter", "plots": "Plot", "groups": "Group"}
	if one, listed := names[segments[0]]; listed && len(segments) > 1 {
		return one + " " + c.labelOf(segments[0], segments[1]), rest
	}
	switch segments[0] {
	case "formats":
		if len(segments) > 2 {
			n, _ := strconv.Atoi(segments[2])
			return "Format " + strconv.Itoa(n+1) + " of column " + quoted(c.titleOf(segments[1])), strings.Join(segments[3:], ".")
		}
		if len(segments) > 1 {
			return "The format of column " + quoted(c.titleOf(segments[1])), ""
		}
	case "tips":
		if len(segments) > 1 {
			return "The tip of column " + quoted(c.titleOf(segments[1])), ""
		}
	case "locus", "star":
		return "The " + segments[0] + " column", ""
	case "table":
		return "The table", strings.Join(segments[1:], ".")
	case "comparison":
		return "The comparison", strings.Join(segments[1:], ".")
	}
	return "The document", strings.Join(segments, ".")
}

// labelOf returns the name of a thing in a list: its title or label, else its number.
func (c *check) labelOf(list, index string) string {
	i, err := strconv.Atoi(index)
	if items := c.document.at(list).items(); err == nil && i < len(items) && list != "steps" {
		for _, field := range []string{"title", "label"} {
			if text := items[i].text(field); text != "" {
				return quoted(text)
			}
		}
	}
	return strconv.Itoa(i + 1)
}

// titleOf returns the title of a column on the page.
func (c *check) titleOf(id string) string {
	if title := c.titles[id]; title != "" {
		return title
	}
	return id
}

// fieldWords returns the names of the fields of steps, filters and plots on the pages.
func fieldWords() map[string]string {
	return map[string]string{
		"x": "x axis", "x.column": "x axis", "y": "y axis", "y.column": "y axis", "place": "chromosome and position",
		"place.chromosome": "chromosome", "place.position": "position", "column": "column", "column.column": "column", "row": "row",
		"row.column": "row", "value": "value", "value.column": "value", "circle.column": "circle", "estimate": "estimate",
		"estimate.column": "estimate", "interval.standard_error": "standard error", "interval.low": "lower bound",
		"interval.high": "upper bound", "category": "category", "category.column": "category", "name": "name", "group": "group",
		"beta": "direction of the effect", "colour": "colour", "size": "size", "alleles.effect": "effect allele",
		"alleles.other": "other allele", "input": "column", "chromosome": "chromosome", "position": "position", "end": "end",
		"label": "label", "title": "title", "output": "result", "output.title": "title of its result", "expression": "expression",
	}
}

// named returns a field in words, quoted when it has none.
func named(field string) string {
	if words, ok := fieldWords()[field]; ok {
		return "the " + words
	}
	return quoted(field)
}

// quoted returns a text of a document for use within a sentence.
func quoted(text string) string {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	return "“" + errs.Shortened(line, 60) + "”"
}

// lower changes the beginning of a sentence for its middle, and upper the other way round.
func lower(text string) string { return recased(text, unicode.ToLower) }

func upper(text string) string { return recased(text, unicode.ToUpper) }

func recased(text string, change func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(change(first)) + text[size:]
}

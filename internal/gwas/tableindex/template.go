package tableindex

import (
	"fmt"
	"strings"
)

// Template finds the position of a row in the text of one column.
type Template struct {
	Column  string
	Pattern string // with $chr and $pos, or with $chr, $start and $stop
	parts   []templatePart
	region  bool // it has $start and $stop
}

// templatePart is a fixed text, and the variable behind it.
type templatePart struct {
	before   string
	variable string
}

func (t *Template) String() string { return t.Column + "=" + t.Pattern }

// parseTemplate reads a pattern. The text after its last variable is ignored: a
// * or more letters of it may be written for readers.
func parseTemplate(column, pattern string) (t *Template, what string) {
	if column == "" {
		return nil, "a template needs the name of its column in front of the equals sign."
	}
	t = &Template{Column: column, Pattern: pattern}
	seen := map[string]bool{}
	for rest := pattern; ; {
		before, after, is := strings.Cut(rest, "$")
		if !is {
			break
		}
		name := after[:len(after)-len(strings.TrimLeft(after, "abcdefghijklmnopqrstuvwxyz"))]
		if name != "chr" && name != "pos" && name != "start" && name != "stop" {
			if seen["pos"] || seen["stop"] {
				break // the rest of an identifier, as in $chr:$pos:$ref:$alt
			}
			return nil, fmt.Sprintf("$%s is not known in a template; $chr, $pos, $start and $stop are.", name)
		}
		if seen[name] {
			return nil, fmt.Sprintf("$%s is in the template twice.", name)
		}
		seen[name] = true
		t.parts = append(t.parts, templatePart{before, name})
		rest = after[len(name):]
	}
	t.region = seen["start"] && seen["stop"]
	if !seen["chr"] || seen["pos"] == t.region || seen["start"] != seen["stop"] {
		return nil, "a template holds $chr and $pos, or $chr, $start and $stop."
	}
	for i, p := range t.parts {
		if i > 0 && p.before == "" {
			return nil, "two variables of a template need a character between them."
		}
	}
	return t, ""
}

// parse reads a text by the template. stop is start for single positions; rest is
// the text behind the last variable.
func (t *Template) parse(text string) (contig string, start, stop int64, rest string, ok bool) {
	rest = text
	for i, p := range t.parts {
		var is bool
		if rest, is = strings.CutPrefix(rest, p.before); !is {
			return "", 0, 0, "", false
		}
		end := 0
		if p.variable == "chr" {
			end = len(rest)
			if i+1 < len(t.parts) {
				end = strings.Index(rest, t.parts[i+1].before)
			}
		} else {
			end = len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		}
		if end <= 0 {
			return "", 0, 0, "", false
		}
		value := rest[:end]
		rest = rest[end:]
		switch p.variable {
		case "chr":
			contig, ok = value, true
		case "pos", "start":
			start, ok = wholePosition(value)
			stop = start
		case "stop":
			stop, ok = wholePosition(value)
		}
		if !ok {
			return "", 0, 0, "", false
		}
	}
	return contig, start, stop, rest, true
}

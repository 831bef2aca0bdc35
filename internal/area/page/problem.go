package page

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says what follows from a problem.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // keeps a page from being published
	Warning Severity = "warning" // is shown and keeps nothing
)

// Code names a kind of problem for programs.
type Code string

// The codes.
const (
	NewerVersion    Code = "newer_version"    // written by a newer version of the program
	NotAsInSchema   Code = "schema"           // not as document.schema.json says
	Incomplete      Code = "incomplete"       // something that is needed is not there yet
	TableGone       Code = "table_gone"       // there is no such table
	ColumnGone      Code = "column_gone"      // the table has no such column
	ColumnType      Code = "column_type"      // the column of the table is of another type
	IDTwice         Code = "id_twice"         // two things have one id
	TitleTwice      Code = "title_twice"      // two columns are called alike
	UnknownColumn   Code = "unknown_column"   // nothing makes what is used
	MadeLater       Code = "made_later"       // what is used is made by a later step
	WrongType       Code = "wrong_type"       // a column of this type is of no use there
	Separators      Code = "separators"       // too many or too few for the columns
	BadExpression   Code = "expression"       // cannot be read
	UnknownFunction Code = "unknown_function" // of an expression
	FilterTwice     Code = "filter_twice"     // two filters ask the same
	BarTwice        Code = "bar_twice"        // a cell has one bar
	EmptyLink       Code = "empty_link"       // leads nowhere
	UnsafeLink      Code = "unsafe_link"      // leads to something else than a page or an address for mail
	BadPreset       Code = "preset"           // lets no row of the table pass, or is the wrong way round
	RawP            Code = "raw_p"            // P values are drawn as if they were −log10 P
	NotP            Code = "not_p"            // values are drawn as P values that are none
	BadOrder        Code = "order"            // values do not ascend
)

// Codes lists the kinds of problems.
func Codes() []Code {
	return []Code{
		NewerVersion, NotAsInSchema, Incomplete, TableGone, ColumnGone, ColumnType, IDTwice, TitleTwice, UnknownColumn, MadeLater, WrongType, Separators,
		BadExpression, UnknownFunction, FilterTwice, BarTwice, EmptyLink, UnsafeLink, BadPreset, RawP, NotP, BadOrder,
	}
}

// Problem is one thing that is wrong with a document.
type Problem struct {
	Code     Code     `json:"code"`
	Path     string   `json:"path"` // JSON pointer (RFC 6901) into the document; "" for the whole
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`           // a sentence for people
	Near     string   `json:"near,omitempty"` // the name that was probably meant; "" for none
}

// maxProblems is how many problems are told at once.
const maxProblems = 200

// Count tells how many of the problems are errors and how many warnings.
func Count(problems []Problem) (failed, warned int) {
	for _, p := range problems {
		if p.Severity == Error {
			failed++
		} else {
			warned++
		}
	}
	return failed, warned
}

// part is a value of a document and its place in it.
type part struct {
	path  string
	value any // as encoding/json decodes it, with json.Number
}

var pointerSigns = strings.NewReplacer("~", "~0", "/", "~1")

// at is the member of an object, with a nil value when it is not there.
func (p part) at(name string) part {
	object, _ := p.value.(map[string]any)
	return part{p.path + "/" + pointerSigns.Replace(name), object[name]}
}

// items are the members of a list.
func (p part) items() []part {
	list, _ := p.value.([]any)
	out := make([]part, len(list))
	for i, v := range list {
		out[i] = part{fmt.Sprintf("%s/%d", p.path, i), v}
	}
	return out
}

// members are those of an object by name.
func (p part) members() []part {
	object, _ := p.value.(map[string]any)
	out := make([]part, 0, len(object))
	for name := range object {
		out = append(out, p.at(name))
	}
	slices.SortFunc(out, func(a, b part) int { return strings.Compare(a.path, b.path) })
	return out
}

// find gives what stands at a pattern, as in "scores/*/column", where * is every item
// of a list. What is not there is left out.
func (p part) find(pattern string) []part {
	name, rest, more := strings.Cut(pattern, "/")
	next := []part{p.at(name)}
	if name == "*" {
		next = p.items()
	}
	var out []part
	for _, n := range next {
		switch {
		case n.value == nil:
		case more:
			out = append(out, n.find(rest)...)
		default:
			out = append(out, n)
		}
	}
	return out
}

// text is the member of an object when that is a text, else "".
func (p part) text(name string) string {
	text, _ := p.at(name).value.(string)
	return text
}

// number is a value when that is a number.
func (p part) number() (float64, bool) {
	n, ok := p.value.(interface{ Float64() (float64, error) })
	if !ok {
		return 0, false
	}
	x, err := n.Float64()
	return x, err == nil
}

func (p part) isTrue(name string) bool {
	yes, _ := p.at(name).value.(bool)
	return yes
}

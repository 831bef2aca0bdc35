package page

import (
	"fmt"
	"slices"
	"strings"
)

// Severity is the consequence of a problem.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // prevents publishing a page
	Warning Severity = "warning" // is shown and prevents nothing
)

// Code names a kind of problem for programs.
type Code string

// The codes.
const (
	NewerVersion    Code = "newer_version"    // written by a newer version of the program
	NotAsInSchema   Code = "schema"           // violates document.schema.json
	Incomplete      Code = "incomplete"       // something required is missing
	TableGone       Code = "table_gone"       // there is no such table
	ColumnGone      Code = "column_gone"      // the table has no such column
	ColumnType      Code = "column_type"      // the column of the table is of another type
	IDTwice         Code = "id_twice"         // two things have one id
	TitleTwice      Code = "title_twice"      // two columns have one title
	UnknownColumn   Code = "unknown_column"   // a used column is never made
	MadeLater       Code = "made_later"       // a used column is made by a later step
	WrongType       Code = "wrong_type"       // a column of this type cannot be used there
	Separators      Code = "separators"       // too many or too few for the columns
	BadExpression   Code = "expression"       // cannot be read
	UnknownFunction Code = "unknown_function" // of an expression
	FilterTwice     Code = "filter_twice"     // two filters with the same question
	BarTwice        Code = "bar_twice"        // a cell has one bar
	EmptyLink       Code = "empty_link"       // without a target
	UnsafeLink      Code = "unsafe_link"      // leads neither to a page nor to a mail address
	BadPreset       Code = "preset"           // lets no row of the table pass, or is inverted
	RawP            Code = "raw_p"            // P values are drawn as −log10 P
	NotP            Code = "not_p"            // values that are not P values are drawn as P values
	BadOrder        Code = "order"            // values do not ascend
)

// Codes lists the codes of problems.
func Codes() []Code {
	return []Code{
		NewerVersion, NotAsInSchema, Incomplete, TableGone, ColumnGone, ColumnType, IDTwice, TitleTwice, UnknownColumn, MadeLater, WrongType, Separators,
		BadExpression, UnknownFunction, FilterTwice, BarTwice, EmptyLink, UnsafeLink, BadPreset, RawP, NotP, BadOrder,
	}
}

// Problem is one fault of a document.
type Problem struct {
	Code     Code     `json:"code"`
	Path     string   `json:"path"` // JSON pointer (RFC 6901) into the document; "" for the whole
	Severity Severity `json:"severity"`
	Text     string   `json:"text"`           // a sentence for people
	Near     string   `json:"near,omitempty"` // the name that was probably meant; "" for none
}

// maxProblems is how many problems are reported at once.
const maxProblems = 200

// Count counts the errors and the warnings among problems.
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

// at returns the member of an object, with a nil value when it is not there.
func (p part) at(name string) part {
	object, _ := p.value.(map[string]any)
	return part{p.path + "/" + pointerSigns.Replace(name), object[name]}
}

// items returns the members of a list.
func (p part) items() []part {
	list, _ := p.value.([]any)
	out := make([]part, len(list))
	for i, v := range list {
		out[i] = part{fmt.Sprintf("%s/%d", p.path, i), v}
	}
	return out
}

// members returns the members of an object by name.
func (p part) members() []part {
	object, _ := p.value.(map[string]any)
	out := make([]part, 0, len(object))
	for name := range object {
		out = append(out, p.at(name))
	}
	slices.SortFunc(out, func(a, b part) int { return strings.Compare(a.path, b.path) })
	return out
}

// find returns the values at a pattern, such as "scores/*/column", where * is every item of a list.
// Missing values are left out.
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

// text returns the member of an object if it is a text, else "".
func (p part) text(name string) string {
	text, _ := p.at(name).value.(string)
	return text
}

// number returns a value if it is a number.
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

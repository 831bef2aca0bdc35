package page

import "strings"

// types is a set of types of columns.
type types uint8

// The types of columns, and sets of them.
const (
	number types = 1 << iota
	text
	boolean
	listed

	plain    = number | text | boolean // any content of a cell but a list
	anything = plain | listed
)

// typeNamed returns a type as documents write it, 0 for an unknown one.
func typeNamed(name string) types {
	switch name {
	case "number":
		return number
	case "text":
		return text
	case "boolean":
		return boolean
	case "list":
		return listed
	}
	return 0
}

// String describes the content of cells of these types.
func (t types) String() string {
	var words []string
	for _, one := range []struct {
		types
		word string
	}{{number, "numbers"}, {text, "texts"}, {boolean, "yes or no"}, {listed, "lists"}} {
		if t&one.types != 0 {
			words = append(words, one.word)
		}
	}
	return strings.Join(words, ", ")
}

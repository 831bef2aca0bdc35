package reference

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Place is where a statement about a file is made: a flag of the command, a field of the page.
type Place string

// The places.
const (
	OfName     Place = "name"
	OfBuild    Place = "build"
	OfAncestry Place = "ancestry"
	OfColumn   Place = "column"
	OfFrom     Place = "from"
	OfTo       Place = "to"
	OfMerged   Place = "merged"
)

// fields are the labels of the page.
var fields = map[Place]string{
	OfName: "Name", OfBuild: "Genome build", OfAncestry: "Ancestry", OfColumn: "Column", OfFrom: "From", OfTo: "To", OfMerged: "Replaced numbers",
}

// Flag returns the place on the command line.
func (p Place) Flag() string { return "--" + string(p) }

// reader is the reader of a sentence.
type reader int

const (
	atCommand reader = iota
	onPage
)

// worded is a part of a sentence with another wording on the page.
type worded interface{ words(reader) string }

func (p Place) words(to reader) string {
	if to == onPage {
		return "the field " + fields[p]
	}
	return p.Flag()
}

// removal asks to remove an installed file.
type removal string

func (name removal) words(to reader) string {
	if to == onPage {
		return fmt.Sprintf("Remove %s first", string(name))
	}
	return fmt.Sprintf("Remove it first (cohortium reference remove %s)", string(name))
}

// sentence is an error whose parts are worded for its reader.
type sentence struct {
	format string
	parts  []any
}

// say returns an error of a sentence like fmt.Sprintf; Places and removals among the parts are
// formatted by %s.
func say(format string, parts ...any) error { return &sentence{format, parts} }

func (s *sentence) Error() string { return s.words(atCommand) }

func (s *sentence) words(to reader) string {
	parts := make([]any, len(s.parts))
	for i, part := range s.parts {
		switch part := part.(type) {
		case worded:
			parts[i] = part.words(to)
		default:
			parts[i] = part
		}
	}
	return fmt.Sprintf(s.format, parts...)
}

// RefusedError explains in a sentence why a file was not installed, and what to do.
type RefusedError struct {
	File string
	Err  error // a sentence, or the fault of the file
}

// Error returns the sentence for the command line.
func (e *RefusedError) Error() string {
	return e.File + " was not installed: " + ended(wordsOf(e.Err, atCommand))
}

// Unwrap returns the cause.
func (e *RefusedError) Unwrap() error { return e.Err }

// ForPage returns the sentence for the page.
func (e *RefusedError) ForPage() string {
	why := ended(wordsOf(e.Err, onPage))
	first, size := utf8.DecodeRuneInString(why)
	return string(unicode.ToUpper(first)) + why[size:]
}

func wordsOf(err error, to reader) string {
	if s, ok := err.(worded); ok {
		return s.words(to)
	}
	return err.Error()
}

func ended(why string) string {
	if strings.HasSuffix(why, ".") {
		return why
	}
	return why + "."
}

package page

import (
	"bytes"
	_ "embed"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// schemaText is the JSON Schema of documents, draft 2020-12.
//
//go:embed document.schema.json
var schemaText []byte

func compileSchema() (*jsonschema.Schema, error) {
	read, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaText))
	if err != nil {
		return nil, fmt.Errorf("page: the schema of documents: %w", err)
	}
	const name = "document.schema.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, read); err != nil {
		return nil, fmt.Errorf("page: the schema of documents: %w", err)
	}
	return compiler.Compile(name)
}

// leaves returns the single faults of a value, those of the alternative that was probably meant
// where there are several.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	switch e.ErrorKind.(type) {
	case *kind.OneOf, *kind.AnyOf:
		return alternative(e)
	case *kind.PropertyNames: // names are checked with the columns that they name, see check.key
		return nil
	}
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var out []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		out = append(out, leaves(cause)...)
	}
	return out
}

// alternative picks, of the alternatives, the one whose type is named, else the one with the fewest
// faults; for values that none accepts, it returns all.
func alternative(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 { // two alternatives accept it, which no document of this version can cause
		return []*jsonschema.ValidationError{e}
	}
	typed := append(slices.Clone(e.InstanceLocation), "type")
	var best []*jsonschema.ValidationError
	var wanted []any
	same := true
	for _, cause := range e.Causes {
		faults := leaves(cause)
		other := slices.ContainsFunc(faults, func(f *jsonschema.ValidationError) bool {
			is, ok := f.ErrorKind.(*kind.Const)
			if ok {
				wanted = append(wanted, is.Want)
			}
			return ok && slices.Equal(f.InstanceLocation, typed)
		})
		if !other && (best == nil || len(faults) < len(best)) {
			best = faults
		}
		same = same && len(faults) == 1 && slices.Equal(faults[0].InstanceLocation, e.InstanceLocation)
	}
	if best != nil && !same {
		return best
	}
	at := e.InstanceLocation
	if best == nil {
		at = typed
	}
	return []*jsonschema.ValidationError{{InstanceLocation: at, ErrorKind: &kind.Enum{Want: wanted}}}
}

// checkSchema adds the violations of the schema.
func (c *check) checkSchema(schema *jsonschema.Schema) {
	err := schema.Validate(c.document.value)
	if err == nil {
		return
	}
	invalid, ok := err.(*jsonschema.ValidationError) //nolint:errorlint // Validate returns this type
	if !ok {
		c.add(Problem{NotAsInSchema, "", Error, "The document cannot be read.", ""})
		return
	}
	var found []Problem
	for _, leaf := range leaves(invalid) {
		found = append(found, c.problemsOf(leaf)...)
	}
	slices.SortStableFunc(found, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	for _, p := range slices.Compact(found) {
		c.add(p)
	}
}

// problemsOf returns a fault as sentences: one for each name that is missing or not allowed.
func (c *check) problemsOf(e *jsonschema.ValidationError) []Problem {
	p := part{}
	for _, name := range e.InstanceLocation {
		p = p.at(name)
	}
	thing, field := c.subject(p.path)
	what := thing
	if field != "" {
		what = upper(named(field)) + " of " + lower(thing)
	}
	var out []Problem
	add := func(code Code, path, format string, args ...any) {
		out = append(out, Problem{code, path, Error, fmt.Sprintf(format, args...), ""})
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		for _, name := range k.Missing {
			add(lacking(p.path), p.at(name).path, "%s lacks %s.", thing, strings.Replace(named(strings.TrimPrefix(field+"."+name, ".")), "the ", "its ", 1))
		}
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties)
		for _, name := range k.Properties {
			add(NotAsInSchema, p.at(name).path, "%s has %s, which is not known there. Remove it.", what, quoted(name))
		}
	case *kind.Pattern:
		if k.Got == "" {
			add(Incomplete, p.path, "%s is not chosen yet.", what)
		} else {
			add(NotAsInSchema, p.path, "%s is %s, which is not a valid id: %s.", what, quoted(k.Got), whatIDsAre)
		}
	case *kind.MinLength:
		add(Incomplete, p.path, "%s is empty. Fill it in.", what)
	default:
		add(NotAsInSchema, p.path, "%s %s.", what, ruleOf(e.ErrorKind))
	}
	return out
}

// lacking returns the code for a missing member: in the parts that users complete step by step it
// is incomplete, in the document itself it is a violation.
func lacking(path string) Code {
	if path == "" {
		return NotAsInSchema
	}
	return Incomplete
}

// ruleOf words the broken rule as the end of a sentence.
func ruleOf(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		words := map[string]string{
			"string":  "a text",
			"number":  "a number",
			"integer": "a whole number",
			"boolean": "true or false",
			"array":   "a list",
			"object":  "an object",
		}
		return "has to be " + words[k.Want[0]]
	case *kind.Enum:
		return "has to be " + oneOf(k.Want)
	case *kind.Const:
		return "has to be " + oneOf([]any{k.Want})
	case *kind.MinItems:
		return fmt.Sprintf("has %d entries and needs at least %d", k.Got, k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("has %d entries and may have at most %d", k.Got, k.Want)
	case *kind.MaxLength:
		return fmt.Sprintf("has %d characters and may have at most %d", k.Got, k.Want)
	case *kind.Minimum:
		return "has to be at least " + decimal(k.Want)
	case *kind.Maximum:
		return "has to be at most " + decimal(k.Want)
	}
	return "is not as it has to be"
}

func oneOf(values []any) string {
	if len(values) == 0 { // of several types, each with separate rules
		return "of another type"
	}
	var words []string
	for _, v := range values {
		if word := fmt.Sprint(v); !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 1 {
		return words[0]
	}
	return "one of " + strings.Join(words, ", ")
}

func decimal(x *big.Rat) string {
	if x.IsInt() {
		return x.Num().String()
	}
	return x.FloatString(2)
}

const whatIDsAre = "an id has small letters, digits and _, and begins with a letter"

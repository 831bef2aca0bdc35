package page

import (
	"maps"
	"slices"
	"strings"

	"cohortium/internal/platform/spelling"
)

// function is a function of expressions.
type function struct {
	least int   // least number of arguments
	most  int   // 0 for any number
	gives types // 0 for the type of its last value
}

// functions returns the functions of expressions, by name, as in testdata/expressions.json.
func functions() map[string]function {
	out := map[string]function{
		"round": {1, 2, number}, "power": {2, 2, number}, "clamp": {3, 3, number}, "length": {1, 1, number}, "number": {1, 1, number},
		"min": {1, 0, number}, "max": {1, 0, number}, "sum": {1, 0, number}, "mean": {1, 0, number},
		"if": {3, 3, 0}, "coalesce": {2, 0, 0}, "missing": {1, 1, boolean}, "contains": {2, 2, boolean}, "starts": {2, 2, boolean},
		"ends": {2, 2, boolean}, "lower": {1, 1, text}, "upper": {1, 1, text}, "trim": {1, 1, text}, "replace": {3, 3, text},
		"concat": {1, 0, text}, "text": {1, 1, text}, "locus": {2, 2, text},
	}
	for _, name := range strings.Fields("abs ceil exp exp2 exp10 floor log log2 log10 neglog10 sign sqrt") {
		out[name] = function{1, 1, number}
	}
	return out
}

// expressionType checks the names in an expression and returns its type.
func expressionType(c *check, step part, _ []*column) types {
	at := step.at("expression")
	text, ok := at.value.(string)
	if !ok || text == "" { // the schema has reported it
		return 0
	}
	thing, _ := c.subject(step.path)
	tokens := tokensOf(text)
	columns, calls := namesIn(tokens)
	gives, ok := read(tokens, func(id string) types {
		if found := c.made[id]; found != nil {
			return found.types
		}
		return 0
	})
	if !ok {
		c.failed(BadExpression, at.path, "%s has an expression that cannot be read: %s.", thing, quoted(text))
		return 0
	}
	known := functions()
	for _, name := range calls {
		if _, ok := known[name]; !ok {
			near := spelling.New(slices.Sorted(maps.Keys(known))...).Nearest(name)
			c.add(Problem{UnknownFunction, at.path, Error, thing + " calls " + quoted(name) + ", which is not a function.", near})
		}
	}
	for _, id := range columns {
		c.use(part{at.path, id}, anything, Error)
	}
	return gives
}

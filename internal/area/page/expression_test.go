package page

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// expressionCases are the rules for expressions shared by server and page.
type expressionCases struct {
	Functions map[string]struct {
		Least, Most int
		Gives       string
	}
	Of              map[string]string
	Scanned, Parsed []struct {
		Expression string
		Columns    []string
		Functions  []string
		OK         bool
		Type       string
	}
}

func TestExpressionsAreReadAsThePageReadsThem(t *testing.T) {
	t.Parallel()
	var cases expressionCases
	text, err := os.ReadFile("testdata/expressions.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	known := map[string]function{}
	for name, f := range cases.Functions {
		known[name] = function{f.Least, f.Most, typeNamed(f.Gives)}
	}
	if diff := cmp.Diff(known, functions(), cmp.AllowUnexported(function{})); diff != "" {
		t.Errorf("functions (-page +server):\n%s", diff)
	}
	typeOf := func(id string) types { return typeNamed(cases.Of[id]) }
	for i, c := range append(cases.Scanned, cases.Parsed...) {
		tokens := tokensOf(c.Expression)
		columns, calls := namesIn(tokens)
		if diff := cmp.Diff([][]string{c.Columns, c.Functions}, [][]string{append([]string{}, columns...), append([]string{}, calls...)}); diff != "" {
			t.Errorf("%s: names (-page +server):\n%s", c.Expression, diff)
		}
		gives, ok := read(tokens, typeOf)
		for _, id := range columns {
			ok = ok && typeOf(id) != 0
		}
		for _, name := range calls {
			_, is := known[name]
			ok = ok && is
		}
		// The page may reject expressions by grammar and types; an expression that it accepts is
		// never rejected here.
		if i < len(cases.Scanned) && ok != c.OK || c.OK && !ok {
			t.Errorf("%s: taken: %t, by the page: %t", c.Expression, ok, c.OK)
		}
		if c.OK && gives != typeNamed(c.Type) {
			t.Errorf("%s gives %s, on the page %s", c.Expression, gives, c.Type)
		}
	}
	if len(cases.Functions) == 0 || len(cases.Scanned) == 0 || len(cases.Parsed) == 0 {
		t.Error("no cases")
	}
}

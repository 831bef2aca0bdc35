package page_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"cohortium/internal/area/page"
)

// The result of an expression is what a later step may take, whatever follows: each shared case is
// in the middle of a document, with a step behind it that takes one type.
func TestResultsOfExpressionsAreCheckedInTheMiddle(t *testing.T) {
	t.Parallel()
	var cases struct {
		Of              map[string]string
		Scanned, Parsed []struct {
			Expression, Type string
			OK               bool
		}
	}
	readJSON(t, "testdata/expressions.json", &cases)
	takers := map[string]map[string]any{
		"number": {"type": "math", "function": "abs"},
		"text":   {"type": "split", "by": []string{":"}},
		"list":   {"type": "list_to_text", "by": ", "},
	}
	checker := newChecker(t)
	checked := map[string]int{}
	for _, c := range append(cases.Scanned, cases.Parsed...) {
		if !c.OK {
			continue
		}
		for takes, taker := range takers {
			document, table := inTheMiddle(t, cases.Of, c.Expression, taker)
			refused := slices.ContainsFunc(checker.Check(document, table), func(p page.Problem) bool {
				return p.Code == page.WrongType && p.Path == "/steps/2/input"
			})
			if refused == (takes == c.Type) {
				t.Errorf("%s gives %s; a step that takes a %s is refused: %t", c.Expression, c.Type, takes, refused)
			}
		}
		checked[c.Type]++
	}
	for _, kind := range []string{"number", "text", "boolean"} {
		if checked[kind] < 3 {
			t.Errorf("%d expressions that give a %s", checked[kind], kind)
		}
	}
}

// inTheMiddle returns a document with a step before an expression and one after it.
func inTheMiddle(t *testing.T, of map[string]string, expression string, after map[string]any) (json.RawMessage, *page.Table) {
	t.Helper()
	table := &page.Table{ID: "t", Ready: true}
	var columns []map[string]any
	for id, kind := range of {
		columns = append(columns, map[string]any{"id": id, "source": id, "title": id, "type": kind})
		table.Columns = append(table.Columns, page.TableColumn{ID: id, Source: id, Type: kind})
	}
	output := func(id string) map[string]any { return map[string]any{"id": id, "title": id} }
	last := maps.Clone(after)
	last["id"], last["input"] = "s3", "middle"
	if after["type"] == "split" {
		last["outputs"] = []any{output("first"), output("second")}
	} else {
		last["output"] = output("last")
	}
	document, err := json.Marshal(map[string]any{
		"version": 1, "title": "T", "about": "", "columns": columns,
		"steps": []any{
			map[string]any{"id": "s1", "type": "to_text", "input": "beta", "output": output("before")},
			map[string]any{"id": "s2", "type": "expression", "expression": expression, "output": output("middle")},
			last,
		},
		"formats": map[string]any{}, "tips": map[string]any{}, "groups": []any{}, "filters": []any{}, "plots": []any{},
		"table": map[string]any{"columns": []string{"beta"}, "rows": 20}, "layout": "tabs",
	})
	must(t, err)
	return document, table
}

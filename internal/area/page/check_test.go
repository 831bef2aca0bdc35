package page_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/page"
)

// checkBase is a page without a fault and the columns of its table, which every case modifies.
type checkBase struct {
	Document json.RawMessage `json:"document"`
	Columns  []checkColumn   `json:"columns"`
}

// checkCase holds the changes to the base, and the expected problems.
type checkCase struct {
	Name     string           `json:"name"`
	Changes  []checkChange    `json:"changes"`
	Columns  []checkColumn    `json:"columns,omitempty"` // replace those with the same header
	NoTable  bool             `json:"no_table,omitempty"`
	Problems []checkedProblem `json:"problems"`
}

// checkChange sets a value at a JSON pointer, at the end of a list for "-"; without a value it
// removes the existing one.
type checkChange struct {
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value,omitempty"`
}

type checkColumn struct {
	ID     string   `json:"id"`
	Source string   `json:"source"`
	Type   string   `json:"type"`
	Min    *float64 `json:"min,omitempty"`
	Max    *float64 `json:"max,omitempty"`
	Values []string `json:"values,omitempty"`
}

type checkedProblem struct {
	Code     page.Code     `json:"code"`
	Path     string        `json:"path"`
	Severity page.Severity `json:"severity"`
	Text     string        `json:"text"`
	Near     string        `json:"near,omitempty"`
}

func (c *checkCase) table(base checkBase) *page.Table {
	if c.NoTable {
		return nil
	}
	table := &page.Table{ID: "t", Ready: true}
	for _, one := range base.Columns {
		for _, other := range c.Columns {
			if other.Source == one.Source {
				one = other
			}
		}
		table.Columns = append(table.Columns, page.TableColumn(one))
	}
	return table
}

// document returns the base with the changes of the case.
func (c *checkCase) document(t *testing.T, base checkBase) json.RawMessage {
	t.Helper()
	var value any
	must(t, json.Unmarshal(base.Document, &value))
	for _, change := range c.Changes {
		value = changed(t, value, strings.Split(change.Path, "/")[1:], change.Value)
	}
	out, err := json.Marshal(value)
	must(t, err)
	return out
}

func changed(t *testing.T, of any, path []string, to json.RawMessage) any {
	t.Helper()
	if len(path) == 0 {
		var value any
		must(t, json.Unmarshal(to, &value))
		return value
	}
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(path[0])
	switch of := of.(type) {
	case map[string]any:
		if len(path) == 1 && to == nil {
			delete(of, name)
			return of
		}
		of[name] = changed(t, of[name], path[1:], to)
		return of
	case []any:
		if name == "-" {
			return append(of, changed(t, nil, path[1:], to))
		}
		i, err := strconv.Atoi(name)
		must(t, err)
		of[i] = changed(t, of[i], path[1:], to)
		return of
	}
	t.Fatalf("nothing at %q", path)
	return nil
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	must(t, json.Unmarshal(text, into))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func newChecker(t *testing.T) *page.Checker {
	t.Helper()
	checker, err := page.NewChecker()
	must(t, err)
	return checker
}

func TestCheck(t *testing.T) {
	t.Parallel()
	checker := newChecker(t)
	var base checkBase
	readJSON(t, "testdata/check/base.json", &base)
	paths, err := filepath.Glob("testdata/check/*.json")
	must(t, err)
	for _, path := range paths {
		file := strings.TrimSuffix(filepath.Base(path), ".json")
		if file == "base" {
			continue
		}
		var cases []checkCase
		readJSON(t, path, &cases)
		found, clean := false, false
		for _, c := range cases {
			got := []checkedProblem{}
			for _, p := range checker.Check(c.document(t, base), c.table(base)) {
				got = append(got, checkedProblem(p))
				found = found || string(p.Code) == file
			}
			clean = clean || len(got) == 0
			if diff := cmp.Diff(c.Problems, got); diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", file, c.Name, diff)
			}
		}
		if file != "none" && !found || !clean {
			t.Errorf("%s: a case that has the problem: %t, one that has none: %t", file, found, clean)
		}
	}
}

// Every code but that of a deleted table, which a document cannot cause, has a case.
func TestEveryCodeHasACase(t *testing.T) {
	t.Parallel()
	for _, code := range page.Codes() {
		if _, err := os.Stat("testdata/check/" + string(code) + ".json"); err != nil && code != page.TableGone {
			t.Error(err)
		}
	}
}

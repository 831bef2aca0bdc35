package httpapi_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Calls that the documentation names exist, so that programs written from it work.
func TestCallsOfTheDocsExist(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/policy.golden") // every call, with its permitted callers
	must(t, err)
	variable := regexp.MustCompile(`\{[^}]*\}?`)         // a list of words ends at its comma
	area := regexp.MustCompile(`/areas/(\{area\}|\w+)/`) // the table has a line for each
	place := func(call string) string {
		call = area.ReplaceAllString(strings.TrimSuffix(call, "{$}"), "/areas/{}/")
		return strings.TrimSuffix(variable.ReplaceAllString(call, "{}"), "/")
	}
	known := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		if words := strings.Fields(line); len(words) > 1 && strings.HasPrefix(words[1], "/") {
			known[place(words[0]+" "+words[1])] = true
		}
	}
	// Examples contain a path without a method, often with an id, and tables contain the start of
	// several paths.
	begins := func(path string) bool {
		words := strings.Split(place(strings.TrimRight(path, "…/.")), "/")
		for call := range known {
			_, of, _ := strings.Cut(call, " ")
			all := strings.Split(of, "/")
			if len(all) >= len(words) && slices.EqualFunc(words, all[:len(words)], func(word, part string) bool { return word == part || part == "{}" }) {
				return true
			}
		}
		return false
	}
	pages, err := filepath.Glob("../../../docs/*.md")
	must(t, err)
	more, err := filepath.Glob("../../../docs/*/*.md")
	must(t, err)
	named := 0
	for _, page := range append(append(pages, more...), "../../../README.md") {
		text, err := os.ReadFile(page)
		must(t, err)
		for _, m := range regexp.MustCompile(`\b(GET|POST|PUT|PATCH|DELETE) (/api/[\w/{}.-]+)`).FindAllStringSubmatch(string(text), -1) {
			named++
			if !known[place(m[1]+" "+m[2])] {
				t.Errorf("%s names %s %s, which is no call", page, m[1], m[2])
			}
		}
		for _, path := range regexp.MustCompile(`/api/[\w/{}.…$-]+`).FindAllString(string(text), -1) {
			if path != "/api/openapi.yaml" && !begins(path) { // the contract's own file
				t.Errorf("%s names %s, with which no call begins", page, path)
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d calls are named", named)
	}
}

package openapi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"cohortium/internal/adapter/httpapi/openapi"
)

const (
	longestLine = 200
	contract    = "../../../../api/openapi.yaml"
)

var (
	quoted     = regexp.MustCompile(`'[^']*'`)
	flowMap    = regexp.MustCompile(`(^|[\s\[,])\{`)
	blockText  = regexp.MustCompile(`: [|>]-?$`)
	indentOnly = regexp.MustCompile(`^ *`)
)

// styleFaults returns the lines of a YAML text that break the style of the contract: maps are in
// block form, lines are short, and every key has a value. A key without one is usually a part of a
// text that YAML read as a key.
func styleFaults(text string) []string {
	var faults []string
	inText := -1 // the indent of the key whose text is being passed over
	for i, line := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(line) > longestLine {
			faults = append(faults, fmt.Sprintf("line %d has more than %d characters", i+1, longestLine))
		}
		indent := len(indentOnly.FindString(line))
		if inText >= 0 && (indent > inText || strings.TrimSpace(line) == "") {
			continue
		}
		inText = -1
		if blockText.MatchString(line) {
			inText = indent
		}
		if strings.HasSuffix(line, ": null") {
			faults = append(faults, fmt.Sprintf("line %d has a key without a value", i+1))
		}
		if flowMap.MatchString(quoted.ReplaceAllString(line, "''")) {
			faults = append(faults, fmt.Sprintf("line %d writes a map in braces", i+1))
		}
	}
	return faults
}

func TestContractIsWrittenInBlocks(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(contract)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range styleFaults(string(text)) {
		t.Errorf("api/openapi.yaml: %s", fault)
	}
}

func TestStyleFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"blocks, lists, paths and quotes", "/api/x/{id}:\n  get:\n    tags: [a, b]\n    summary: '{a}'", 0},
		{"braces in a text", "d: |\n  {a}\n\n  {b}\ne: 1", 0},
		{"braces after a text", "d: |\n  {a}\ne: {b: 1}", 1},
		{"a map in braces", "schema: {type: string}", 1},
		{"in a list", "  - {name: a}\n  - [{a: 1}]", 2},
		{"a sentence cut at its comma", "description: What\nand where: null", 1},
		{"as long as it may be", strings.Repeat("µ", longestLine), 0},
		{"longer", strings.Repeat("µ", longestLine+1), 1},
	} {
		if got := styleFaults(c.text); len(got) != c.want {
			t.Errorf("%s: %q, want %d", c.name, got, c.want)
		}
	}
}

type document struct {
	Paths      map[string]map[string]json.RawMessage
	Components map[string]map[string]json.RawMessage
}

type call struct {
	Parameters []json.RawMessage
	Responses  map[string]json.RawMessage
}

func readDocument(t *testing.T) (d document) {
	t.Helper()
	if err := json.Unmarshal(openapi.Document(), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// A part that two calls share is defined once, among the components.
func TestSharedPartsAreNamed(t *testing.T) {
	t.Parallel()
	seen := make(map[string]string)
	once := func(place string, part json.RawMessage) {
		if first := seen[string(part)]; first != "" {
			t.Errorf("%s repeats %s: name it in components and refer to it", place, first)
		}
		seen[string(part)] = place
	}
	for path, item := range readDocument(t).Paths {
		for method, text := range item {
			var c call
			if method == "parameters" {
				text = fmt.Appendf(nil, `{"parameters":%s}`, text)
			}
			if err := json.Unmarshal(text, &c); err != nil {
				t.Fatalf("%s %s: %v", method, path, err)
			}
			for i, p := range c.Parameters {
				if !strings.Contains(string(p), "#/components/parameters/") {
					once(fmt.Sprintf("parameter %d of %s %s", i, method, path), p)
				}
			}
			for status, r := range c.Responses {
				if status[0] != '2' && !strings.Contains(string(r), "#/components/responses/") {
					once(fmt.Sprintf("%s of %s %s", status, method, path), r)
				}
			}
		}
	}
}

// Every part is used by a call.
func TestEveryComponentIsUsed(t *testing.T) {
	t.Parallel()
	text := string(openapi.Document())
	for kind, parts := range readDocument(t).Components {
		for name := range parts {
			if kind != "securitySchemes" && !strings.Contains(text, fmt.Sprintf(`"#/components/%s/%s"`, kind, name)) {
				t.Errorf("components.%s.%s is not referred to", kind, name)
			}
		}
	}
}

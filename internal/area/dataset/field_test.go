package dataset

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pageField is a field as a page defines it.
type pageField struct {
	key, label, codes string
	usual             string // default value
	needed            bool
	longest           int // 0 for no limit
	form              form
}

var (
	pageLabel   = regexp.MustCompile(`label: "([^"]*)"`)
	pageUsual   = regexp.MustCompile(`usual: "(\w+)"`)
	pageCodes   = regexp.MustCompile(`codes: "(\w+)"`)
	pageNeeded  = regexp.MustCompile(`needed: true`)
	pageLongest = regexp.MustCompile(`longest: ([\d_]+)`)
	pageLines   = regexp.MustCompile(`control: "lines"`)
	pageCount   = regexp.MustCompile(`control: "count"`)
)

// pageFields reads the objects of a page's table, each from its key to the next key.
func pageFields(t *testing.T, file, key string) map[string]pageField {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("../../../web/src/features/datasets", file))
	if err != nil {
		t.Fatal(err)
	}
	starts := regexp.MustCompile(`\b`+key+`: "(\w+)"`).FindAllSubmatchIndex(source, -1)
	out := make(map[string]pageField)
	for i, at := range starts {
		end := len(source)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		text, _, _ := strings.Cut(string(source[at[0]:end]), "] as const") // end of its table
		first := func(form *regexp.Regexp) string {
			if m := form.FindStringSubmatch(text); m != nil {
				return m[1]
			}
			return ""
		}
		f := pageField{
			key:    string(source[at[2]:at[3]]),
			label:  first(pageLabel),
			codes:  first(pageCodes),
			usual:  first(pageUsual),
			needed: pageNeeded.MatchString(text),
		}
		f.longest, _ = strconv.Atoi(strings.ReplaceAll(first(pageLongest), "_", ""))
		switch {
		case f.codes != "":
			f.form = coded
		case pageLines.MatchString(text):
			f.form = manyLines
		case pageCount.MatchString(text):
			f.form = people
		}
		out[f.key] = f
	}
	return out
}

// pageForm returns the form of a field on a page: an address is one line there, and listed fields
// are texts.
func pageForm(f form) form {
	if f == address || f == listed {
		return oneLine
	}
	return f
}

// The page asks for the fields of the table, with the same limits, and each label is an accepted
// sheet header.
func TestThePageHasTheFields(t *testing.T) {
	page := pageFields(t, "fields.ts", "key")
	for _, f := range fields {
		key := exportName(f.key)
		got, there := page[key]
		delete(page, key)
		if !there {
			t.Errorf("the page does not ask for %s", key)
			continue
		}
		known := append([]string{f.label}, f.names...)
		if !slices.ContainsFunc(known, func(name string) bool { return plainName(name) == plainName(got.label) }) {
			t.Errorf("a sheet may not call %s %q, as the page does", key, got.label)
		}
		want := pageField{key: key, usual: f.fallback, needed: f.needed, form: pageForm(f.form), label: got.label}
		switch {
		case f.form == coded:
			want.codes = f.key
		case f.key == "pub_id": // its form is checked, not its length
			want.longest = got.longest
		case f.key != fieldStudy:
			want.longest = f.most
		}
		if got != want {
			t.Errorf("the page has %+v, want %+v", got, want)
		}
	}
	for key := range page {
		t.Errorf("the page has a field %s that is none", key)
	}
}

// The import page lists the columns that a sheet may contain: the fields and the additional ones.
func TestTheImportHasTheColumns(t *testing.T) {
	beside := pageFields(t, "bulk/columns.ts", "name")
	for _, f := range fields {
		beside[exportName(f.key)] = pageField{}
	}
	for _, c := range columns() {
		if _, there := beside[c.key]; !there {
			t.Errorf("the import does not list the column %s", c.key)
		}
		delete(beside, c.key)
	}
	for key := range beside {
		t.Errorf("the import lists a column %s that is none", key)
	}
}

func TestTheTableOfFieldsIsComplete(t *testing.T) {
	var m Metadata
	texts := make(map[*string]string)
	headings := make(map[string]string)
	for _, f := range fields {
		for _, name := range append([]string{f.key, f.label}, f.names...) {
			if other := headings[plainName(name)]; other != "" && other != f.key {
				t.Errorf("a column %q is both %s and %s", name, f.key, other)
			}
			headings[plainName(name)] = f.key
		}
		if (f.text == nil) != (f.show != nil) || (f.form == coded) != (f.codes != nil) || f.label == "" {
			t.Errorf("%s is not whole", f.key)
		}
		if f.text == nil {
			continue
		}
		if other := texts[f.text(&m)]; other != "" {
			t.Errorf("%s and %s are kept in the same place", f.key, other)
		}
		texts[f.text(&m)] = f.key
	}
	if len(fields) != 21 || len(texts) != 18 {
		t.Errorf("%d fields, %d of them texts", len(fields), len(texts))
	}
}

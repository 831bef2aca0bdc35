package dataset

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// pageField is what a page says of a field.
type pageField struct {
	key, label, codes string
	needed            bool
	longest           int // 0 for no limit
	form              form
}

var (
	pageLabel   = regexp.MustCompile(`label: "([^"]*)"`)
	pageCodes   = regexp.MustCompile(`codes: "(\w+)"`)
	pageNeeded  = regexp.MustCompile(`needed: true`)
	pageLongest = regexp.MustCompile(`longest: ([\d_]+)`)
	pageLines   = regexp.MustCompile(`control: "lines"|lines: true`)
	pageCount   = regexp.MustCompile(`control: "count"|count: true`)
)

// pageFields reads the objects of a page's table, each from its key to the next one's.
func pageFields(t *testing.T, file, key string) map[string]pageField {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("../../web/src/features/datasets", file))
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
		text, _, _ := strings.Cut(string(source[at[0]:end]), "];") // where its table ends
		first := func(form *regexp.Regexp) string {
			if m := form.FindStringSubmatch(text); m != nil {
				return m[1]
			}
			return ""
		}
		f := pageField{key: string(source[at[2]:at[3]]), label: first(pageLabel), codes: first(pageCodes), needed: pageNeeded.MatchString(text)}
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

// pageForm is how a page writes a field: what has an address is one line there,
// and what has its own functions is a text of its own.
func pageForm(f form) form {
	if f == address || f == listed {
		return oneLine
	}
	return f
}

// The form of a data set asks for the fields of the table, with the same limits.
func TestTheFormHasTheFields(t *testing.T) {
	page := pageFields(t, "form/fields.ts", "key")
	for _, f := range fields {
		got, there := page[f.key]
		delete(page, f.key)
		if f.form == listed || f.key == fieldStudy { // these have controls of their own
			if there {
				t.Errorf("%s is a text of the form", f.key)
			}
			continue
		}
		want := pageField{key: f.key, needed: f.needed, longest: f.most, form: pageForm(f.form), label: got.label}
		if f.form == coded {
			want.codes = f.key
		}
		if f.key == "pub_id" { // its form is checked, not its length
			want.longest = got.longest
		}
		if got != want {
			t.Errorf("the form has %+v, want %+v", got, want)
		}
	}
	for key := range page {
		t.Errorf("the form has a field %s that is none", key)
	}
}

// The page of the import lists the columns that a sheet may have, in their order.
func TestTheImportHasTheColumns(t *testing.T) {
	page := pageFields(t, "bulk/columns.ts", "name")
	byColumn := make(map[string]field)
	for _, f := range fields {
		byColumn[exportName(f.key)] = f
	}
	for _, c := range columns() {
		got, there := page[c.key]
		delete(page, c.key)
		f, ours := byColumn[c.key]
		switch {
		case !there:
			t.Errorf("the import does not list the column %s", c.key)
		case ours:
			want := pageField{key: c.key, label: f.label, needed: f.needed && f.fallback == "", form: pageForm(f.form)}
			if f.form == coded {
				want.codes = f.key
			}
			if got != want {
				t.Errorf("the import lists %+v, want %+v", got, want)
			}
		}
	}
	for key := range page {
		t.Errorf("the import lists a column %s that is none", key)
	}
}

// The order of the form is that of the export, which can be imported again.
func TestTheTableOfFieldsIsWhole(t *testing.T) {
	source, err := os.ReadFile("../../web/src/features/datasets/bulk/columns.ts")
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, c := range columns() {
		next := strings.Index(string(source[at:]), `name: "`+c.key+`"`)
		if next < 0 {
			t.Errorf("%s is not where the sheet has it", c.key)
			continue
		}
		at += next
	}
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

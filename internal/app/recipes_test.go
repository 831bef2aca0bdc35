package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// recipes are those of docs/design.md, each with the pattern that finds its example in the files
// below some folders. Files that contain the pattern for another reason are not in the recipe.
var recipes = map[string]struct {
	pattern string
	within  []string
	not     []string
}{
	"A field of a data set": {`data_contributor\b|DataContributor\b|\.Contributor\b`, []string{"api", "internal", "web/src"}, nil},
	"A QC step":             {`completeness\b|stepCompleteness`, []string{"internal/gwas/qc", "web/src/features/hermes/qc"}, nil},
	"An input format": {`"saige(\.txt)?"`, []string{"internal/gwas", "internal/app"}, []string{
		"internal/app/trouble_cases_files_test.go", // a case of another kind
	}},
	"A role": {`"curator"|\bcurator:`, []string{"internal", "web/src"}, []string{
		"web/src/features/accounts/password/passwordRating.ts", // a common word in passwords
		"internal/dev/bench/lists.go",                          // a caller of a benchmark
	}},
}

// TestRecipes compares the files in a recipe of docs/design.md with those that contain its example:
// none is missing, none is unnecessary, and every path of the page exists.
func TestRecipes(t *testing.T) {
	text, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	paths := regexp.MustCompile("`((?:api|internal|web|docs)/[\\w./-]+\\.\\w+)`")
	for _, m := range paths.FindAllSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("../..", string(m[1]))); err != nil {
			t.Errorf("docs/design.md names %s, which does not exist", m[1])
		}
	}
	for name, recipe := range recipes {
		_, section, found := strings.Cut(string(text), "\n### "+name+"\n")
		section, _, _ = strings.Cut(section, "\n##")
		if !found {
			t.Errorf("docs/design.md has no recipe %q", name)
		}
		var listed []string
		for _, m := range paths.FindAllStringSubmatch(section, -1) {
			listed = append(listed, m[1])
		}
		containing := filesWith(t, recipe.pattern, recipe.within)
		for _, path := range containing {
			isTest := strings.Contains(path, "_test.go") && name != "An input format" || strings.Contains(path, ".test.ts") || strings.Contains(path, "test/")
			if !isTest && !slices.Contains(listed, path) && !slices.Contains(recipe.not, path) {
				t.Errorf("%s: %s contains the example and is not in the recipe", name, path)
			}
		}
		for line := range strings.Lines(section) {
			if m := paths.FindStringSubmatch(line); m != nil && strings.HasPrefix(line, "- ") && !slices.Contains(containing, m[1]) {
				t.Errorf("%s: %s is in the recipe and does not contain the example", name, m[1])
			}
		}
	}
}

// filesWith lists the source files below folders that contain a pattern, except generated files and
// testdata.
func filesWith(t *testing.T, pattern string, folders []string) []string {
	t.Helper()
	example := regexp.MustCompile(pattern)
	var found []string
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join("../..", folder), func(path string, d fs.DirEntry, err error) error {
			if d != nil && d.IsDir() && (d.Name() == "testdata" || d.Name() == "gen") {
				return fs.SkipDir
			}
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			if err != nil || d.IsDir() || strings.Contains(name, "gen.") || name == "internal/app/recipes_test.go" {
				return err
			}
			content, err := os.ReadFile(path)
			if example.Match(content) {
				found = append(found, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(found) == 0 {
		t.Errorf("no file contains %s", pattern)
	}
	return found
}

package app_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// underscored are the folders whose file names begin with one of several nouns:
// dataset_registry.go.
var underscored = []string{"adapter/store", "gwas/recognise"}

// fileName matches the name of a Go file; only the compiler's suffixes may follow an underscore.
var fileName = regexp.MustCompile(`^[a-z0-9]+(_linux|_unix|_other)?\.go$`)

// TestWordsOfFileNamesAreRunTogether checks all hand-written files except tests.
func TestWordsOfFileNamesAreRunTogether(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || strings.Contains(d.Name(), ".gen.") {
			return err
		}
		folder := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), ".."+string(filepath.Separator)))
		if !within(folder, underscored) && !strings.Contains(folder, "sqlcgen") {
			if seen++; !fileName.MatchString(d.Name()) {
				t.Errorf("%s/%s: run the words of the name together", folder, d.Name())
			}
		}
		return nil
	})
	if err != nil || seen < 100 {
		t.Errorf("%d files, %v", seen, err)
	}
}

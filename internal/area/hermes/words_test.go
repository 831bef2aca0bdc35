package hermes_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A file handed to HERMES is a submission in everything that people read; a data set is one of the
// registry.
func TestUploadedFilesAreSubmissions(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir(".")
	must(t, err)
	wrong, texts := regexp.MustCompile(`(?i)\bdata sets?\b`), 0
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, 0)
		must(t, err)
		ast.Inspect(parsed, func(n ast.Node) bool {
			if text, is := n.(*ast.BasicLit); is && text.Kind == token.STRING {
				texts++
				if wrong.MatchString(text.Value) && !strings.Contains(text.Value, "registry") {
					t.Errorf("%s: %s", f.Name(), text.Value)
				}
			}
			return true
		})
	}
	if texts < 500 {
		t.Errorf("only %d texts were read", texts)
	}
}

package errs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// wrongWords are patterns that user-facing sentences must not contain, with their replacements.
var wrongWords = map[*regexp.Regexp]string{
	regexp.MustCompile(`(?i)\bdatasets?\b`):                                                  "data set",
	regexp.MustCompile(`(?i)\bemail\b`):                                                      "e-mail",
	regexp.MustCompile(`(?i)\busername\b`):                                                   "user name",
	regexp.MustCompile(`(?:^|[^(])\bhg(?:19|38)\b`):                                          "GRCh37 (hg19), GRCh38 (hg38)",
	regexp.MustCompile(`[a-z]\((?:s|es|ies|ren)\)`):                                          "phrase.Counted",
	regexp.MustCompile(`(?i)\b(?:workers?|blobs?|queued?|cached?|endpoints?|payload|nil)\b`): "a word of the reader",
	regexp.MustCompile(`(?i)\bleast (?:MAF|INFO)\b`):                                         "minimum",
	regexp.MustCompile(`(?i)\bplease\b`):                                                     "what to do",
}

// TestSentencesKeepToTheWordsOfTheProduct reads the sentences of every error and
// of every fault of a field or a file in the source: their words, and that they end as
// sentences do.
func TestSentencesKeepToTheWordsOfTheProduct(t *testing.T) {
	sentences := map[string]string{} // by place
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, ".gen.") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, e := range sentenceOf(n) {
				if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					text, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Error(err)
					}
					sentences[set.Position(lit.Pos()).String()] = text
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(sentences) < 200 {
		t.Fatalf("only %d sentences were found", len(sentences))
	}
	for place, sentence := range sentences {
		for wrong, instead := range wrongWords {
			if wrong.MatchString(flagNames.ReplaceAllString(sentence, "")) {
				t.Errorf("%s: %q: say %s", place, sentence, instead)
			}
		}
		first, _ := utf8.DecodeRuneInString(sentence) // a small letter begins a part of a sentence
		if unicode.IsUpper(first) && !strings.ContainsAny(sentence[len(sentence)-1:], ".?sv") {
			t.Errorf("%s: %q does not end as a sentence does", place, sentence)
		}
	}
}

// flagNames finds the flags of a command, such as --blob-url, whose names are what the reader types.
var flagNames = regexp.MustCompile(`--[a-z][a-z-]*`)

// sentenceOf returns the sentence that n states: of errs.New, of an errs.Field or of a finding. One
// whose end is a value ends in its verb.
func sentenceOf(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		f, ok := n.Fun.(*ast.SelectorExpr)
		if !ok || len(n.Args) < 3 {
			return nil
		}
		if p, ok := f.X.(*ast.Ident); ok && p.Name == "errs" && f.Sel.Name == "New" {
			return n.Args[2:3]
		}
	case *ast.CompositeLit:
		kind, ok := n.Type.(*ast.SelectorExpr)
		if !ok || kind.Sel.Name != "Field" && kind.Sel.Name != "Finding" {
			return nil
		}
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && kv.Key.(*ast.Ident).Name == "Message" {
				return []ast.Expr{kv.Value}
			}
		}
	}
	return nil
}

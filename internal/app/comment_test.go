package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExportedNamesHaveComments reads the hand-written files except tests: each exported constant,
// variable, type and function has a comment that states more than its name.
func TestExportedNamesHaveComments(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		for _, name := range exportedNames(file) {
			seen++
			switch {
			case strings.TrimSpace(name.comment) == "":
				t.Errorf("%s: %s has no comment", files.Position(name.at), name.name)
			case repeatsName(name.name, name.comment):
				t.Errorf("%s: the comment on %s only repeats the name: state units, bounds, errors or the purpose", files.Position(name.at), name.name)
			}
		}
		return nil
	})
	if err != nil || seen < 3000 {
		t.Errorf("%d exported names, %v", seen, err)
	}
}

func TestRepeatsName(t *testing.T) {
	for comment, want := range map[string]bool{
		"FreezeState is the state of a freeze.":                 true,
		"The states of the freeze.":                             true,
		"FreezeState is how far a freeze is.":                   false,
		"FreezeState returns the state, errs.NotFound for none": false,
	} {
		if got := repeatsName("FreezeState", comment); got != want {
			t.Errorf("%q: %v", comment, got)
		}
	}
}

type exportedName struct {
	name, comment string // a method is named with its type
	at            token.Pos
}

// exportedNames lists the exported declarations of a file. A comment on a group counts for each of
// it. Methods of interfaces, which every Go program knows, need none.
func exportedNames(file *ast.File) (out []exportedName) {
	known := map[string]bool{"Error": true, "Unwrap": true, "String": true}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			of := receiver(d)
			if d.Name.IsExported() && (of == "" || ast.IsExported(of) && !known[d.Name.Name]) {
				out = append(out, exportedName{strings.TrimPrefix(of+"."+d.Name.Name, "."), d.Doc.Text(), d.Pos()})
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						out = append(out, exportedName{s.Name.Name, d.Doc.Text() + s.Doc.Text() + s.Comment.Text(), s.Pos()})
					}
				case *ast.ValueSpec:
					for _, name := range s.Names {
						if name.IsExported() {
							out = append(out, exportedName{name.Name, d.Doc.Text() + s.Doc.Text() + s.Comment.Text(), name.Pos()})
						}
					}
				}
			}
		}
	}
	return out
}

// receiver returns the name of the type that a method belongs to, "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	of := d.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

var (
	nameWord = regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z]+`)
	filler   = regexp.MustCompile(`^(the|an?|of|its?|is|are|to|and|for|in|returns?)$`)
)

// repeatsName reports whether a comment has no word besides those of the name and small ones. A
// command in backquotes is more than a name.
func repeatsName(name, comment string) bool {
	if strings.Contains(comment, "`") {
		return false
	}
	have := make(map[string]bool)
	for _, w := range nameWord.FindAllString(name, -1) {
		have[strings.TrimSuffix(strings.ToLower(w), "s")] = true
	}
	other := func(r rune) bool { return r <= 127 && (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	for _, w := range strings.FieldsFunc(strings.ToLower(comment), other) {
		if !filler.MatchString(w) && !have[strings.TrimSuffix(w, "s")] && w != strings.ToLower(name) {
			return false
		}
	}
	return true
}

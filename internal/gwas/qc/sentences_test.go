package qc

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/recognise"
)

// sentencesIn returns the texts of the package from which reports are built: every long text of the
// files with sentences, as an expression that finds it filled in. A text that begins with a small
// letter is a part of one of them.
func sentencesIn(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	found := map[string]*regexp.Regexp{}
	for _, name := range []string{"steps.go", "stepsbuild.go", "stepspanel.go", "stepssize.go", "polygenic.go", "cause.go", "fit.go", "reason.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				text, err := strconv.Unquote(literal.Value)
				if first := text[:min(1, len(text))]; err == nil && len(text) >= 25 && strings.Contains(text, " ") && first == strings.ToUpper(first) {
					found[text] = filledIn(text)
				}
			}
			return true
		})
	}
	return found
}

var verb = regexp.MustCompile(`%(\.\d)?[a-z]|\{[a-z]+\}`)

func filledIn(template string) *regexp.Regexp {
	var b strings.Builder
	for i, part := range verb.Split(template, -1) {
		if i > 0 {
			b.WriteString(".+")
		}
		b.WriteString(regexp.QuoteMeta(strings.ReplaceAll(part, "%%", "%")))
	}
	return regexp.MustCompile(b.String())
}

// says returns the templates that a report fills in.
func says(r *Report, templates map[string]*regexp.Regexp) map[string]bool {
	said := map[string]bool{}
	for _, text := range texts(r) {
		for template, find := range templates {
			if find.MatchString(text) {
				said[template] = true
			}
		}
	}
	return said
}

// Every sentence of a report has a made file of which it is true, and one that differs just enough
// that it is false. A sentence without such a pair fails the test.
func TestSentencesAreTrueOfTheirFile(t *testing.T) {
	t.Parallel()
	templates := sentencesIn(t)
	proven := map[string]bool{}
	soundReport := soundStudy().report(t)
	for _, c := range sentenceCases() {
		file, near := soundStudy(), soundStudy()
		c.file(file)
		told, quiet := file.report(t), soundReport
		if c.near != nil {
			c.near(near)
			quiet = near.report(t)
		}
		inFile, inNear := says(told, templates), says(quiet, templates)
		for _, sentence := range c.says {
			at := slices.IndexFunc(slices.Collect(maps.Keys(inFile)), func(s string) bool { return strings.Contains(s, sentence) })
			if at < 0 {
				t.Errorf("%s: nothing says %q, but:\n%s", c.name, sentence, strings.Join(texts(told), "\n"))
			}
			for template := range templates {
				if strings.Contains(template, sentence) && inNear[template] {
					t.Errorf("%s: %q is said of the file near it:\n%s", c.name, sentence, strings.Join(texts(quiet), "\n"))
				}
				if strings.Contains(template, sentence) && inFile[template] {
					proven[template] = true
				}
			}
		}
		for _, exact := range c.exact {
			if !slices.Contains(texts(told), exact) {
				t.Errorf("%s: nothing says exactly %q, but:\n%s", c.name, exact, strings.Join(texts(told), "\n"))
			}
		}
	}
	proveByFindings(t, templates, proven)
	for template := range templates {
		if !proven[template] {
			t.Errorf("no pair of files proves: %q", template)
		}
	}
}

// proveByFindings has the sentences that rest on what recognition finds in a header
// or in well-known variants, of which no small file can be made.
func proveByFindings(t *testing.T, templates map[string]*regexp.Regexp, proven map[string]bool) {
	t.Helper()
	elsewhere := func(share float64) func(*findings) {
		return func(f *findings) {
			f.guess = recognise.BuildGuess{Known: 5, Share37: share, Reason: "It fits neither."}
		}
	}
	for template, c := range map[string]struct {
		step       func(*findings) *stepBuilder
		file, near func(*findings)
		says       string
	}{
		"The file is declared to be on %s, which its positions contradict. %s": {(*findings).build, elsewhere(0.6), elsewhere(0.61),
			"The file is declared to be on GRCh37 (hg19), which its positions contradict. It fits neither."},
		"The file is declared to be on %s, but almost no known variant is at its position there. %s": {(*findings).build, elsewhere(0.05), elsewhere(0.06),
			"The file is declared to be on GRCh37 (hg19), but almost no known variant is at its position there. It fits neither."},
		"Columns left aside because their meaning is not certain: %s; map them if they are needed.": {(*findings).columns,
			func(f *findings) { f.unconfirmed = []string{"nc (perhaps n_cases)"} }, func(*findings) {},
			"Columns left aside because their meaning is not certain: nc (perhaps n_cases); map them if they are needed."},
	} {
		file, near := judged(), judged()
		c.file(file)
		c.near(near)
		if templates[template] == nil || !slices.Contains(c.step(file).Messages, c.says) ||
			slices.ContainsFunc(c.step(near).Messages, templates[template].MatchString) {
			t.Errorf("%q, and near it %q; want %q of the first alone", c.step(file).Messages, c.step(near).Messages, c.says)
		}
		proven[template] = true
	}
}

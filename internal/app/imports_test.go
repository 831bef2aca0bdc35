package app_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rule is a line of internal/imports.txt: the imports that a package and its subpackages may have.
type rule struct {
	name    string   // "area/hermes"
	ours    []string // "platform", "gwas/stat"
	modules []string // "golang.org/x/text"
}

// TestImportsGoOneWay checks the imports of every package against internal/imports.txt: each must
// be allowed there, and be in a line above the package's own.
func TestImportsGoOneWay(t *testing.T) {
	rules := readRules(t)
	for _, p := range packages(t) {
		at := ruleOf(rules, p.name)
		if at < 0 {
			t.Errorf("%s has no line in internal/imports.txt", p.name)
			continue
		}
		own := rules[at]
		for _, imported := range p.ours {
			above := ruleOf(rules, imported)
			switch {
			case within(imported, []string{own.name}) || own.ours[0] == "*":
			case !within(imported, own.ours):
				t.Errorf("%s may not import %s", p.name, imported)
			case above >= at:
				t.Errorf("%s may not import %s, which is on a line below it", p.name, imported)
			}
		}
		for _, imported := range p.modules {
			if !within(imported, own.modules) {
				t.Errorf("%s may not import %s", p.name, imported)
			}
		}
	}
}

// TestImportsAreUsed finds allowed imports of internal/imports.txt that no package uses.
func TestImportsAreUsed(t *testing.T) {
	all := packages(t)
	for _, r := range readRules(t) {
		found, imported := false, []string{}
		for _, p := range all {
			if within(p.name, []string{r.name}) {
				found = true
				imported = append(append(imported, p.ours...), p.modules...)
			}
		}
		if !found {
			t.Errorf("there is no package %s", r.name)
		}
		for _, allowed := range slices.Concat(r.ours, r.modules) {
			ofGroup := !strings.Contains(allowed, "/") || strings.HasPrefix(r.name, "gwas/")
			if !ofGroup && !slices.ContainsFunc(imported, func(i string) bool { return within(i, []string{allowed}) }) {
				t.Errorf("%s does not import %s: remove it from its line", r.name, allowed)
			}
		}
	}
}

// User input is never part of a command, because the program starts no other program. Benchmarks
// and test servers may.
func TestTheProgramStartsNoOther(t *testing.T) {
	may := []string{"dev/bench", "adapter/blob/s3test", "adapter/store/pgtest", "gwas/parquetfile"} // the last one starts this program
	starting := 0
	for _, p := range packages(t) {
		if !slices.Contains(p.Imports, "os/exec") && !slices.Contains(p.Imports, "plugin") {
			continue
		}
		if starting++; !within(p.name, may) {
			t.Errorf("%s starts other programs", p.name)
		}
	}
	if starting == 0 {
		t.Error("none is found, not even those of the tests")
	}
}

// readRules parses internal/imports.txt; the imports of a group are part of each of its rules.
func readRules(t *testing.T) []rule {
	t.Helper()
	text, err := os.ReadFile("../imports.txt")
	if err != nil {
		t.Fatal(err)
	}
	var rules []rule
	var group rule
	for line := range strings.Lines(string(text)) {
		line, modules, _ := strings.Cut(strings.TrimSpace(line), "|")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, ours, _ := strings.Cut(strings.Replace(line, ":", "", 1), " ")
		r := rule{name, strings.Fields(ours), strings.Fields(modules)}
		if strings.HasPrefix(name, "[") {
			r.name = strings.Trim(name, "[]") + "/"
			group = r
			continue
		}
		if group.name != "program/" {
			r.name = group.name + name
		}
		rules = append(rules, rule{r.name, slices.Concat(group.ours, r.ours), slices.Concat(group.modules, r.modules)})
	}
	return rules
}

// listed is a package of this module: its name in the rules, its imports from this module by name,
// and those from outside the standard library.
type listed struct {
	name    string
	Imports []string
	ours    []string
	modules []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "cohortium/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		one := listed{name: nameOf(p.ImportPath), Imports: p.Imports}
		for _, imported := range p.Imports {
			first, _, _ := strings.Cut(imported, "/")
			switch {
			case first == "cohortium":
				one.ours = append(one.ours, nameOf(imported))
			case strings.Contains(first, ".") && !strings.HasSuffix(p.ImportPath, "test"):
				one.modules = append(one.modules, imported)
			}
		}
		all = append(all, one)
	}
}

func nameOf(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, "cohortium/"), "internal/")
}

// ruleOf returns the index of the rule of a package or of its nearest parent folder, -1 without
// one.
func ruleOf(rules []rule, name string) int {
	best := -1
	for i, r := range rules {
		if within(name, []string{r.name}) && (best < 0 || len(r.name) > len(rules[best].name)) {
			best = i
		}
	}
	return best
}

func within(path string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool { return path == root || strings.HasPrefix(path, root+"/") })
}

package app_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "cohortium/"

// mayImport says for each package of ours (and all below it) which others of
// ours it may import. The picture is in docs/design.md; golangci-lint holds the
// same rules for imports from outside.
var mayImport = map[string][]string{
	"cmd/cohortium":              {"internal/app"},
	"internal/errs":              {},
	"internal/guard":             {},
	"internal/config":            {},
	"internal/file":              {},
	"internal/spelling":          {},
	"internal/spreadsheet":       {},
	"internal/table":             {"internal/errs"},
	"internal/audit":             {"internal/errs", "internal/spreadsheet"},
	"internal/auth":              {"internal/errs", "internal/audit"},
	"internal/job":               {"internal/errs", "internal/audit", "internal/auth", "internal/job"},
	"internal/hermes":            {"internal/errs", "internal/guard", "internal/audit", "internal/auth", "internal/file", "internal/gwas", "internal/hermes", "internal/job", "internal/spelling", "internal/spreadsheet", "internal/table"},
	"internal/hermes/hermestest": {"internal/errs", "internal/file", "internal/hermes"},
	"internal/dataset":           {"internal/errs", "internal/guard", "internal/audit", "internal/auth", "internal/dataset", "internal/file", "internal/gwas", "internal/job", "internal/spreadsheet", "internal/table"},
	"internal/dataset/catalogue": {},
	"internal/publication":       {"internal/errs", "internal/dataset"},
	"internal/sgc":               {"internal/errs", "internal/guard", "internal/audit", "internal/auth", "internal/job", "internal/sgc", "internal/spreadsheet", "internal/table"},
	"internal/sgc/count":         {},
	"internal/sgc/check":         {"internal/sgc/count", "internal/spelling", "internal/spreadsheet", "internal/table"},
	"internal/gwas":              {"internal/guard", "internal/gwas"},
	"internal/oidc":              {"internal/errs", "internal/auth"},
	"internal/mail":              {"internal/errs", "internal/auth"},
	"internal/userservice":       {"internal/errs", "internal/auth"},
	"internal/store":             {"internal/errs", "internal/audit", "internal/auth", "internal/dataset", "internal/file", "internal/hermes", "internal/job", "internal/sgc", "internal/store"},
	"internal/blob":              {"internal/errs", "internal/hermes", "internal/blob"},
	"internal/jobs":              {"internal/errs", "internal/guard", "internal/job", "internal/jobs"},
	"internal/upload":            {"internal/errs", "internal/audit", "internal/auth", "internal/file", "internal/hermes", "internal/upload"},
	"internal/httpapi":           {"internal/errs", "internal/audit", "internal/auth", "internal/dataset", "internal/file", "internal/hermes", "internal/httpapi", "internal/job", "internal/sgc", "internal/gwas/recognise", "internal/gwas/sumstats", "internal/table"},
	"internal/httpserver":        {"internal/errs"},
	"internal/seed":              {"internal/errs", "internal/auth", "internal/hermes", "internal/gwas"},
	"internal/reference":         {"internal/file", "internal/gwas", "internal/hermes"},
	"internal/bench":             {"internal/seed", "internal/gwas", "internal/store/pgtest"},
	"internal/teststack":         {"internal/store/pgtest", "internal/blob/s3test", "internal/oidc/oidctest", "internal/mail/mailtest"},
	"web":                        {},
}

// downward lists the compute packages from the ground up: each may import only
// those of a lower layer.
var downward = map[string]int{
	"genome": 0, "inflate": 0, "stat": 0, "locus": 1, "variant": 1, "textfile": 1, "sumstats": 2,
	"recognise": 3, "ssf": 3, "sumstatstest": 3,
	"rowsort": 3, "columnar": 3, "regionindex": 3, "plot": 3, "sketch": 3,
	"liftover": 4,
	"qc":       5, "meta": 5,
	"metalscript": 6,
}

func TestImportsGoOneWay(t *testing.T) {
	for _, p := range packages(t) {
		if strings.HasPrefix(p.ImportPath, module+"internal/app") {
			continue // wires everything; only cmd may import it, which the others' rules say
		}
		allowed, ok := ruleOf(strings.TrimPrefix(p.ImportPath, module))
		if !ok {
			t.Errorf("%s has no rule: give it one here and a place in docs/design.md", p.ImportPath)
		}
		for _, imported := range p.Imports {
			if ours, is := strings.CutPrefix(imported, module); is && !within(ours, allowed) {
				t.Errorf("%s may not import %s", p.ImportPath, imported)
			}
		}
	}
}

func TestComputePackagesAreLayered(t *testing.T) {
	const gwas = module + "internal/gwas/"
	for _, p := range packages(t) {
		name, is := strings.CutPrefix(p.ImportPath, gwas)
		if !is {
			continue
		}
		layer, ok := layerOf(name)
		if !ok {
			t.Errorf("%s has no layer", p.ImportPath)
		}
		for _, imported := range p.Imports {
			if other, is := strings.CutPrefix(imported, gwas); is {
				if below, _ := layerOf(other); below >= layer && !within(other, []string{name}) {
					t.Errorf("%s (layer %d) may not import %s (layer %d)", name, layer, other, below)
				}
			}
		}
	}
}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// ruleOf finds the rule of a package or of the nearest folder above it.
func ruleOf(path string) ([]string, bool) {
	for {
		if allowed, ok := mayImport[path]; ok {
			return allowed, true
		}
		cut := strings.LastIndexByte(path, '/')
		if cut < 0 {
			return nil, false
		}
		path = path[:cut]
	}
}

func layerOf(name string) (int, bool) {
	top, _, _ := strings.Cut(name, "/")
	layer, ok := downward[top]
	return layer, ok
}

func within(path string, roots []string) bool {
	for _, root := range roots {
		if path == root || strings.HasPrefix(path, root+"/") {
			return true
		}
	}
	return false
}

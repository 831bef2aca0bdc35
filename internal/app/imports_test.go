package app_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
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
	"internal/gate":              {},
	"internal/private":           {},
	"internal/config":            {},
	"internal/file":              {},
	"internal/spelling":          {},
	"internal/spreadsheet":       {},
	"internal/listing":           {"internal/errs"},
	"internal/table":             {"internal/errs", "internal/gwas/stat"},
	"internal/audit":             {"internal/errs", "internal/cache", "internal/spreadsheet"},
	"internal/auth":              {"internal/errs", "internal/audit", "internal/listing"},
	"internal/job":               {"internal/errs", "internal/audit", "internal/auth", "internal/job", "internal/private"},
	"internal/cache":             {"internal/guard"},
	"internal/record":            {"internal/errs", "internal/audit", "internal/auth"},
	"internal/hermes":            {"internal/errs", "internal/cache", "internal/guard", "internal/audit", "internal/auth", "internal/file", "internal/gwas", "internal/hermes", "internal/job", "internal/record", "internal/spelling", "internal/spreadsheet", "internal/table", "internal/listing", "internal/private"},
	"internal/hermes/hermestest": {"internal/errs", "internal/file", "internal/hermes"},
	"internal/dataset":           {"internal/errs", "internal/cache", "internal/guard", "internal/audit", "internal/auth", "internal/dataset", "internal/file", "internal/gwas", "internal/job", "internal/record", "internal/spelling", "internal/spreadsheet", "internal/table", "internal/listing", "internal/private"},
	"internal/dataset/source":    {"internal/errs", "internal/auth", "internal/dataset", "internal/gwas", "internal/hermes"},
	"internal/bioindex":          {"internal/errs", "internal/audit", "internal/auth", "internal/cache", "internal/file", "internal/gwas", "internal/job", "internal/record", "internal/spreadsheet", "internal/listing"},
	"internal/bioindex/source":   {"internal/errs", "internal/auth", "internal/bioindex", "internal/dataset", "internal/file", "internal/gwas", "internal/hermes"},
	"internal/toolrun":           {"internal/errs", "internal/audit", "internal/auth", "internal/cache", "internal/file", "internal/guard", "internal/gwas", "internal/job", "internal/record", "internal/private"},
	"internal/page":              {"internal/errs", "internal/audit", "internal/auth", "internal/gwas/stat", "internal/job", "internal/record", "internal/spelling", "internal/listing"},
	"internal/page/source":       {"internal/auth", "internal/page", "internal/pagetable"},
	"internal/pagetable":         {"internal/errs", "internal/audit", "internal/auth", "internal/file", "internal/gwas", "internal/job", "internal/record", "internal/listing", "internal/private"},
	"internal/pagetable/source":  {"internal/errs", "internal/auth", "internal/bioindex", "internal/fetch", "internal/pagetable"},
	"internal/fetch":             {"internal/errs"},
	"internal/dataset/catalogue": {},
	"internal/publication":       {"internal/errs", "internal/cache", "internal/dataset"},
	"internal/sgc":               {"internal/errs", "internal/guard", "internal/audit", "internal/auth", "internal/gwas/stat", "internal/job", "internal/record", "internal/sgc", "internal/spreadsheet", "internal/table", "internal/listing"},
	"internal/sgc/count":         {"internal/spreadsheet"},
	"internal/sgc/check":         {"internal/gwas/stat", "internal/sgc/count", "internal/spelling", "internal/spreadsheet", "internal/table"},
	"internal/gwas":              {"internal/guard", "internal/gwas"},
	"internal/oidc":              {"internal/errs", "internal/auth"},
	"internal/mail":              {"internal/errs", "internal/auth"},
	"internal/userservice":       {"internal/errs", "internal/cache", "internal/auth"},
	"internal/store":             {"internal/audit", "internal/auth", "internal/bioindex", "internal/cache", "internal/dataset", "internal/errs", "internal/file", "internal/gwas/pagedata", "internal/hermes", "internal/job", "internal/page", "internal/pagetable", "internal/record", "internal/sgc", "internal/store", "internal/toolrun", "internal/listing", "internal/private"},
	"internal/blob":              {"internal/errs", "internal/file", "internal/hermes", "internal/blob", "internal/private"},
	"internal/jobs":              {"internal/errs", "internal/guard", "internal/job", "internal/jobs"},
	"internal/upload":            {"internal/errs", "internal/audit", "internal/auth", "internal/file", "internal/hermes", "internal/upload"},
	"internal/search":            {"internal/auth", "internal/browse", "internal/dataset", "internal/guard", "internal/hermes", "internal/page", "internal/sgc"},
	"internal/browse":            {"internal/errs", "internal/drs", "internal/auth", "internal/browse", "internal/dataset", "internal/guard", "internal/gwas", "internal/hermes", "internal/reference", "internal/spelling", "internal/toolrun"},
	"internal/drs":               {"internal/errs", "internal/audit", "internal/auth", "internal/cache", "internal/dataset", "internal/file", "internal/hermes"},
	"internal/httpapi":           {"internal/audit", "internal/auth", "internal/bioindex", "internal/browse", "internal/cache", "internal/dataset", "internal/drs", "internal/errs", "internal/file", "internal/gate", "internal/gwas/catalog", "internal/gwas/compare", "internal/gwas/gene", "internal/gwas/genome", "internal/gwas/ld", "internal/gwas/liftover", "internal/gwas/meta", "internal/gwas/pagedata", "internal/gwas/recognise", "internal/gwas/sumstats", "internal/hermes", "internal/gwas/textfile", "internal/httpapi", "internal/job", "internal/page", "internal/pagetable", "internal/record", "internal/reference", "internal/search", "internal/setup", "internal/sgc", "internal/table", "internal/toolrun", "internal/listing"},
	"internal/httpserver":        {"internal/errs"},
	"internal/seed":              {"internal/errs", "internal/auth", "internal/hermes", "internal/gwas"},
	"internal/reference":         {"internal/errs", "internal/cache", "internal/guard", "internal/audit", "internal/auth", "internal/file", "internal/gwas", "internal/hermes", "internal/private"},
	"internal/setup":             {"internal/errs", "internal/audit", "internal/auth", "internal/gwas/genome", "internal/gwas/stat", "internal/hermes", "internal/reference"},
	"internal/bench":             {"internal/seed", "internal/gwas", "internal/store/pgtest"},
	"internal/memtest":           {},
	"internal/attack":            {},
	"internal/teststack":         {"internal/store/pgtest", "internal/blob/s3test", "internal/oidc/oidctest", "internal/mail/mailtest"},
	"web":                        {},
}

// downward lists the compute packages from the ground up: each may import only
// those of a lower layer.
var downward = map[string]int{
	"genome": 0, "inflate": 0, "stat": 0, "fasta": 1, "gene": 1, "locus": 1, "variant": 1, "textfile": 1, "sumstats": 2,
	"parquetfile": 2,
	"compare":     2,
	"normalise":   2,
	"recognise":   3, "ssf": 3, "sumstatstest": 3,
	"blockfile": 2, "rowsort": 3, "columnar": 3, "regionindex": 3, "rsindex": 3, "rstable": 3, "plot": 3, "sketch": 3,
	"credible": 3,
	"recomb":   2, "catalog": 2, "ldscore": 2, "ldsc": 2, "ld": 4,
	"resultfile": 4, "studyset": 4,
	"liftover": 4, "tableindex": 4,
	"conversion": 4,
	"qc":         5, "meta": 5,
	"pagedata":    5,
	"metalscript": 6,
	"gwasvcf":     6,
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

// Nothing that people write is ever part of a command: the program starts no other one.
// What measures it and what runs the servers of its tests may.
func TestTheProgramStartsNoOther(t *testing.T) {
	may := []string{"internal/bench", "internal/blob/s3test", "internal/store/pgtest", "internal/gwas/parquetfile"} // the last one starts this program
	starting := 0
	for _, p := range packages(t) {
		if !slices.Contains(p.Imports, "os/exec") && !slices.Contains(p.Imports, "plugin") {
			continue
		}
		if starting++; !within(strings.TrimPrefix(p.ImportPath, module), may) {
			t.Errorf("%s starts other programs", p.ImportPath)
		}
	}
	if starting == 0 {
		t.Error("none is found, not even those of the tests")
	}
}

type listed struct {
	ImportPath string
	Imports    []string
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

package sumstatscmd

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/dev/hostile"
)

// TestHostileNamesOfFilesInAMetalScript combines a file of each hostile name that a folder takes, named in a script:
// the result has the numbers of this file, or the script is refused with a sentence that is not about an absent file
// of another name, and nothing is written.
func TestHostileNamesOfFilesInAMetalScript(t *testing.T) {
	const content = "MARKER ALLELE1 ALLELE2 EFFECT STDERR PVALUE N\nrs1 A G 0.1 0.1 0.5 100\nrs2 A C 0.1 0.1 0.5 100\n"
	combined := 0
	for _, name := range hostile.Names() {
		if strings.ContainsAny(name, "/\x00") || !filepath.IsLocal(name) || name == "." || len(name) > 200 {
			continue
		}
		dir := t.TempDir()
		root, err := os.OpenRoot(dir)
		must(t, err)
		for file, text := range map[string]string{
			name: content, "other.txt": strings.ReplaceAll(content, " 0.1 0.1", " 0.3 0.1"),
			"metal.script": "SCHEME STDERR\nPROCESS " + name + "\nPROCESS other.txt\nANALYZE\n",
		} {
			must(t, root.WriteFile(file, []byte(text), 0o600))
		}
		out := filepath.Join(dir, "result.gz")
		_, stderr, status := runMeta(t, "--metal-script", filepath.Join(dir, "metal.script"), "-o", out, "--confirm", "units")
		if status == console.ExitOK {
			combined++
			rows := resultRows(t, out)
			if len(rows) != 2 || math.Abs(readNumber(rows[0]["beta"])-0.2) > 1e-12 || rows[0]["n"] != "200" {
				t.Errorf("%q: %v", name, rows)
			}
		} else {
			_, err := root.Stat("result.gz")
			if status != console.ExitUsage || strings.TrimSpace(stderr) == "" || !os.IsNotExist(err) {
				t.Errorf("%q: status %d, %q, %v", name, status, stderr, err)
			}
		}
		left, err := fs.ReadDir(root.FS(), ".")
		must(t, err)
		for _, f := range left {
			if one := f.Name(); one != name && one != "other.txt" && one != "metal.script" && !strings.HasPrefix(one, "result.gz") {
				t.Errorf("%q: %q was written", name, one)
			}
		}
		must(t, root.Close())
	}
	if combined < 100 {
		t.Errorf("%d names were taken", combined)
	}
}

package dataset

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cohortium/internal/dev/hostile"
	"cohortium/internal/platform/file"
)

// portable are names that every file system takes, and that Windows does not take for a device.
var (
	portable = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,250}$`)
	reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
)

// TestHostileNamesInADeposit packs deposits of data sets with hostile names: the files of the archive unpack anywhere,
// and the metadata hold the trait as it was named.
func TestHostileNamesInADeposit(t *testing.T) {
	for _, name := range hostile.Names() {
		for _, several := range []bool{false, true} {
			at := time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC)
			trait := strings.ToValidUTF8(name, "?") // JSON requests hold nothing else
			p := &deposit{
				dataset: &Dataset{Metadata: Metadata{Name: name, GenomeBuild: "hg19"}}, phenotype: &Phenotype{Code: name, Description: trait},
				check: &Check{Build: "hg19", FinishedAt: &at}, report: &DepositReport{Size: 5}, several: several,
			}
			d, err := p.zip(file.Bytes([]byte("table")))
			if err != nil {
				t.Fatal(err)
			}
			in, err := d.OpenRange(t.Context(), 0, -1)
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
			if err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			seen := map[string]bool{}
			for _, f := range z.File {
				if !portable.MatchString(f.Name) || reserved.MatchString(f.Name) || !filepath.IsLocal(f.Name) || seen[strings.ToLower(f.Name)] {
					t.Errorf("%q has the file %q", name, f.Name)
				}
				seen[strings.ToLower(f.Name)] = true
			}
			if !portable.MatchString(d.Name) || reserved.MatchString(d.Name) || len(seen) != 3 {
				t.Errorf("%q is the archive %q of %d files", name, d.Name, len(seen))
			}
			if got := traitOf(t, string(p.metadata().YAML())); got != trait {
				t.Errorf("the trait %q is %q in the metadata", trait, got)
			}
		}
	}
}

var (
	traitLine = regexp.MustCompile(`(?m)^trait_description:\n {2}- "((?:[^"\\\n]|\\.)*)"$`)
	escape    = regexp.MustCompile(`\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|.)`)
)

// traitOf reads a text in double quotes as YAML 1.2 does (5.7, escaped characters).
func traitOf(t *testing.T, text string) string {
	t.Helper()
	m := traitLine.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("no trait in\n%s", text)
	}
	return escape.ReplaceAllStringFunc(m[1], func(e string) string {
		switch e[1] {
		case 'x', 'u':
			var r string
			if err := json.Unmarshal([]byte(`"\u`+strings.Repeat("0", 6-len(e))+e[2:]+`"`), &r); err != nil {
				t.Fatal(err)
			}
			return r
		case 'a', 'b', 't', 'n', 'v', 'f', 'r', 'e', '0', '"', '\\':
			return map[byte]string{'a': "\a", 'b': "\b", 't': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b", '0': "\x00", '"': `"`, '\\': `\`}[e[1]]
		case 'U':
			return "\U0010ffff" // the only one that is generated
		}
		t.Fatalf("YAML has no %s", e)
		return ""
	})
}

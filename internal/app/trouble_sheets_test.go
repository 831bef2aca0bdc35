package app

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/app/console"
)

// TestTroubleSheets pushes one file with six metadata sheets from spreadsheet programs. The
// registered data set has the sizes that the sheet means.
func TestTroubleSheets(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(unpackTrouble(t), "sheets")
	p := startServer(t)
	token := written(t, t.TempDir(), "token", []byte(p.tokenOf(t)+"\n"))
	for i, c := range []struct {
		sheet   string
		sizes   bool     // 20,000 participants and 8,000 cases may be registered
		refusal []string // "" if it must be registered
	}{
		{"points.csv", true, []string{"totalSampleSize", "20.000"}},
		{"commas.csv", true, nil},
		{"half.csv", false, []string{"totalSampleSize", "20000,5"}},
		{"exponent.csv", true, nil},
		{"words.csv", false, []string{"Europeans", "EU", "AA"}},
		{"names.csv", false, []string{"N cases", "mean cases"}},
	} {
		t.Run(c.sheet, func(t *testing.T) {
			// A server recognises a file that it has, so each sheet has its own.
			folder := t.TempDir()
			file := shortened(t, filepath.Join(dir, "s.tsv.gz"), folder, i)
			status, out, messages := push(t, "--server", p.base, "--token-file", token, "--metadata", filepath.Join(dir, c.sheet), file, "--yes")
			said := out + messages
			switch {
			case status == console.ExitOK && c.sizes:
				if people, cases := p.newest(t); people != 20000 || cases != 8000 {
					t.Errorf("registered with %d people and %d cases\n%s", people, cases, said)
				}
			case status == console.ExitOK:
				t.Errorf("registered\n%s", said)
			case c.refusal == nil:
				t.Errorf("status %d\n%s", status, said)
			}
			for _, word := range c.refusal {
				if status != console.ExitOK && !strings.Contains(strings.ToLower(said), strings.ToLower(word)) {
					t.Errorf("it does not say %q\n%s", word, said)
				}
			}
		})
	}
}

// newest returns the sizes of the data set that was registered last.
func (p *person) newest(t *testing.T) (people, cases int64) {
	t.Helper()
	var list struct{ Items []struct{ ID string } }
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads?sort=-uploaded_at", nil, &list)
	if len(list.Items) == 0 {
		t.Fatal("no data set")
	}
	var d struct {
		Metadata struct {
			TotalSampleSize, Cases int64
		}
	}
	p.want(t, http.StatusOK, http.MethodGet, "/api/hermes/uploads/"+list.Items[0].ID, nil, &d)
	return d.Metadata.TotalSampleSize, d.Metadata.Cases
}

// shortened writes the compressed table without its last rows, with the same name.
func shortened(t *testing.T, path, folder string, rows int) string {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	must(t, err)
	content, err := io.ReadAll(z)
	must(t, err)
	lines := bytes.SplitAfter(bytes.TrimRight(content, "\n"), []byte("\n"))
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err = w.Write(bytes.Join(lines[:len(lines)-rows], nil))
	must(t, err)
	must(t, w.Close())
	return written(t, folder, filepath.Base(path), out.Bytes())
}

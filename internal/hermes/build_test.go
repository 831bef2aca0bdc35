package hermes_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/errs"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/hermes"
	"cohortium/internal/reference"
)

// chain36 carries the first 200 Mb of chromosome 1 of NCBI36 a million bases on.
const chain36 = "chain 1 chr1 247249719 + 0 200000000 chr1 249250621 + 1000000 201000000 1\n200000000\n"

// offered are the words of the builds that the form offers.
func (b *bench) offered(t *testing.T) (words []string) {
	t.Helper()
	builds, err := b.GenomeBuilds(t.Context())
	must(t, err)
	for _, c := range builds {
		words = append(words, c.Value)
	}
	return words
}

// A build from which there is no way is refused when a data set is registered; once
// a chain file from it is installed it is offered, taken and lifted by that file.
func TestAnInstalledChainFileLifts(t *testing.T) {
	content := bytes.NewBufferString(foreignHeader)
	for i := range 40 {
		fmt.Fprintf(content, "1\t%d\tA\tG\t0.%d1\t0.05\t0.3\t0.3\trs%d\t10000\n", 5000+i, i%9, 2_000_000_000+i)
	}
	onEach(t, func(t *testing.T, b *bench) {
		if got, want := b.offered(t), []string{"hg19", "grch38", "n/a"}; !slices.Equal(got, want) {
			t.Errorf("offered %v, want %v", got, want)
		}
		_, err := b.registerOn(t, hermes.NCBI36, content.Bytes())
		var refused *errs.Error
		if !errors.As(err, &refused) || len(refused.Fields) != 1 || !strings.Contains(refused.Fields[0].Message, "No chain file from NCBI36 to GRCh37 is installed") {
			t.Fatalf("without a chain file: %v", err)
		}
		path := filepath.Join(t.TempDir(), "old.chain")
		must(t, os.WriteFile(path, []byte(chain36), 0o600))
		installed, err := b.chains.Add(t.Context(), path, reference.Note{Type: reference.Chain, Licence: "free"})
		must(t, err)
		if got, want := b.offered(t), []string{"hg19", "grch38", "ncbi36", "n/a"}; !slices.Equal(got, want) {
			t.Errorf("offered %v, want %v", got, want)
		}
		u, err := b.registerOn(t, hermes.NCBI36, content.Bytes())
		must(t, err)
		must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID)))
		var report qc.Report
		must(t, json.Unmarshal(b.download(t, u.ID, qc.FileReport), &report))
		l := report.Liftover
		if l == nil || l.From != "NCBI36" || l.Lifted != 40 || l.Chain.Name != "old" || l.Chain.SHA256 != installed.SHA256 || l.Chain.Licence != "free" {
			t.Errorf("%+v", l)
		}
		if clean := b.unpacked(t, u.ID, qc.FileClean); !strings.Contains(clean, "\n1\t1005000\tA\tG\t") {
			t.Errorf("the clean file begins %.300s", clean)
		}
	})
}

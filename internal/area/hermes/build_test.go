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

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/errs"
)

// chain36 carries the first 200 Mb of chromosome 1 of NCBI36 a million bases on.
const chain36 = "chain 1 chr1 247249719 + 0 200000000 chr1 249250621 + 1000000 201000000 1\n200000000\n"

// offered returns the builds that the form offers and the server accepts, and why it refuses the
// others.
func (b *bench) offered(t *testing.T) (words []string, refused map[string]string) {
	t.Helper()
	builds, err := b.GenomeBuilds(t.Context())
	must(t, err)
	refused = map[string]string{}
	for _, c := range builds {
		if c.Refused != "" {
			refused[c.Value] = c.Refused
			continue
		}
		words = append(words, c.Value)
	}
	return words, refused
}

// A build that cannot be lifted is refused at registration. Once a chain file from it is installed,
// it is offered, accepted and lifted with that file.
func TestAnInstalledChainFileLifts(t *testing.T) {
	content := bytes.NewBufferString(foreignHeader)
	for i := range 40 {
		fmt.Fprintf(content, "1\t%d\tA\tG\t0.%d1\t0.05\t0.3\t0.3\trs%d\t10000\n", 5000+i, i%9, 2_000_000_000+i)
	}
	onEach(t, func(t *testing.T, b *bench) {
		words, why := b.offered(t)
		if want := []string{"hg19", "grch38"}; !slices.Equal(words, want) || len(why) != 2 || !strings.HasPrefix(why["n/a"], "QC needs the genome build") {
			t.Errorf("taken %v, want %v; %v", words, want, why)
		}
		_, err := b.registerOn(t, hermes.NCBI36, content.Bytes())
		var refused *errs.Error
		if !errors.As(err, &refused) || len(refused.Fields) != 1 ||
			!strings.Contains(refused.Fields[0].Message, "No chain file from NCBI36 (hg18) to GRCh37 (hg19) is installed") {
			t.Fatalf("without a chain file: %v", err)
		}
		if refused.Fields[0].Message != why["ncbi36"] {
			t.Errorf("the form says %q", why["ncbi36"])
		}
		path := filepath.Join(t.TempDir(), "old.chain")
		must(t, os.WriteFile(path, []byte(chain36), 0o600))
		installed, err := b.chains.Add(t.Context(), path, reference.Note{Type: reference.Chain, Licence: "free"})
		must(t, err)
		if got, _ := b.offered(t); !slices.Equal(got, []string{"hg19", "grch38", "ncbi36"}) {
			t.Errorf("taken %v once the chain file is there", got)
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

// onward carries the first 46 Mb of each autosome of NCBI36, which all of them have,
// to the same place of GRCh37.
func onward() string {
	var text strings.Builder
	for c := genome.Chromosome(1); c <= 22; c++ {
		fmt.Fprintf(&text, "chain 1 chr%s %d + 0 46000000 chr%s %d + 0 46000000 %d\n46000000\n\n",
			c, c.Length(genome.NCBI36), c, c.Length(genome.GRCh37), c)
	}
	return text.String()
}

// A lifted submission is combined with one that was on the consortium's build from the start: only
// the build of the clean files matters.
func TestALiftedDataSetIsCombined(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		path := filepath.Join(t.TempDir(), "onward.chain")
		must(t, os.WriteFile(path, []byte(onward()), 0o600))
		_, err := b.chains.Add(t.Context(), path, reference.Note{Type: reference.Chain})
		must(t, err)
		here := b.approve(t, "Here", 1)
		u, err := b.registerOn(t, hermes.NCBI36, hermestest.Sumstats(4400, 2))
		must(t, err)
		must(t, b.RunJob(t.Context(), u.Run.JobID, b.claim(t, u.Run.JobID)))
		_, err = b.Review(t.Context(), b.reviewer, u.ID, hermes.Decision{Kind: hermes.Accept})
		must(t, err)
		m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{
			Name: "Both", Phenotype: "ALL_HF", Datasets: []string{here, u.ID},
			Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2, Palindromic: "frequency"},
		})
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		inputs := byName(b.contents(t, "hermes/ma/"+m.ID+"/"))["inputs.json"]
		if !strings.Contains(strings.ReplaceAll(inputs, " ", ""), `"genome_build":"hg19"`) {
			t.Errorf("%.400s", inputs)
		}
		m, err = b.Meta(t.Context(), b.reviewer, m.ID)
		must(t, err)
		if m.Status != hermes.MetaCompleted {
			t.Errorf("%s: %s", m.Status, m.Error)
		}
	})
}

package sumstatscmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/qc"
)

const realFiles = "../../../testdata/real/"

func TestSumstatsQC(t *testing.T) {
	crohns := map[string]string{"effect_allele": "ALT", "other_allele": "REF", "effect_allele_frequency": "AF"}
	panel := filepath.Join(t.TempDir(), "panel.tsv")
	if err := os.WriteFile(panel, []byte("chr\tpos\tref\talt\teur\n1\t5\tA\tG\t0.3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		cmd    QCCmd
		status int
		says   string
	}{
		"a file that serves":  {QCCmd{File: realFiles + "fto_locus_chr16_hg19.tsv.gz", Build: "hg19"}, console.ExitOK, "verdict: warn"},
		"a confirmed mapping": {QCCmd{File: realFiles + "crohns_ukbb_p1e-3_hg38.tsv.gz", Build: "hg38", Map: crohns}, console.ExitOK, "verdict: warn"},
		"a file that fails":   {QCCmd{File: realFiles + "ALSvcf.vcf", Build: "GRCh37"}, console.ExitFindings, "verdict: fail"},
		"a panel of other variants": {QCCmd{File: realFiles + "fto_locus_chr16_hg19.tsv.gz", Build: "hg19",
			Panel: panel, PanelColumn: "eur"}, console.ExitOK, "Reference panel panel.tsv not used: of 1,000 variants of the file that were looked up it has 0;"},
		"a mapping to confirm": {QCCmd{File: realFiles + "crohns_ukbb_p1e-3_hg38.tsv.gz", Build: "hg38"}, console.ExitUsage, "effect_allele from column ALT"},
		"no such build":        {QCCmd{File: realFiles + "ALSvcf.vcf", Build: "hg99"}, console.ExitUsage, "hg99"},
		"no such file":         {QCCmd{File: "none", Build: "hg19"}, console.ExitUsage, "none"},
		"no LD scores":         {QCCmd{File: realFiles + "ALSvcf.vcf", Build: "hg19", Adj: "ldsc"}, console.ExitUsage, "LD scores"},
		"no such column of the panel": {QCCmd{File: realFiles + "ALSvcf.vcf", Build: "hg19", Panel: panel, PanelColumn: "afr"},
			console.ExitUsage, "no column afr"},
	} {
		t.Run(name, func(t *testing.T) {
			test.cmd.Output = filepath.Join(t.TempDir(), "out")
			test.cmd.FD, test.cmd.ReportHTML = 0.2, filepath.Join(t.TempDir(), "report.html")
			var stdout, stderr bytes.Buffer
			err := test.cmd.Run(&console.Env{Ctx: context.Background(), Stdout: &stdout, Stderr: &stderr})
			status, said := console.ExitOK, stdout.String()
			if exit := new(console.ExitError); errors.As(err, &exit) {
				status, said = exit.Status, said+exit.Error()
			} else if err != nil {
				t.Fatal(err)
			}
			if status != test.status || !strings.Contains(said, test.says) {
				t.Errorf("status %d, want %d; said:\n%s", status, test.status, said)
			}
			if status == console.ExitUsage {
				return
			}
			text, err := os.ReadFile(filepath.Join(test.cmd.Output, qc.FileReport))
			if err != nil || !json.Valid(text) {
				t.Errorf("report: %v", err)
			}
			page, err := os.ReadFile(test.cmd.ReportHTML)
			if err != nil || !bytes.Contains(page, []byte("<h1>"+test.cmd.File[strings.LastIndex(test.cmd.File, "/")+1:]+"</h1>")) ||
				!bytes.Contains(page, []byte("<title>Manhattan")) {
				t.Errorf("report as a page: %v, %d bytes", err, len(page))
			}
		})
	}
}

// The LD score part of a report is the same on the command line as on a server, including the
// file's digest.
func TestLDScoresOfTheCommandLine(t *testing.T) {
	const files = "../../gwas/qc/testdata/ldsc/"
	c := QCCmd{File: files + "one.tsv.gz", Build: "GRCh37", LDScores: files + "scores.tsv.gz", FD: 0.2, Output: t.TempDir()}
	if err := c.Run(&console.Env{Ctx: t.Context(), Stdout: io.Discard, Stderr: io.Discard}); err != nil {
		t.Fatal(err)
	}
	scores, err := os.ReadFile(c.LDScores)
	must(t, err)
	text, err := os.ReadFile(filepath.Join(c.Output, qc.FileReport))
	must(t, err)
	var report qc.Report
	must(t, json.Unmarshal(text, &report))
	got, want := report.Polygenic, fmt.Sprintf("%x", sha256.Sum256(scores))
	if got == nil || got.Scores != "scores.tsv.gz" || got.SHA256 != want || got.Variants == 0 {
		t.Errorf("%+v, want scores.tsv.gz with %s", got, want)
	}
	kept, err := os.Open(filepath.Join(c.Output, qc.FilePeer))
	must(t, err)
	defer kept.Close()
	peer, err := qc.ReadPeer(kept)
	if err != nil || peer.Scores != want {
		t.Errorf("kept for comparisons: %v, scores %q, want %s", err, peer.Scores, want)
	}
}

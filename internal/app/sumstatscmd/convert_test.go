package sumstatscmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/gwas/recognise"
)

func TestInspectPrintsJSON(t *testing.T) {
	out, status, _ := consoletest.Run(t, &InspectCmd{File: realFiles + "regenie_firth_Y1.regenie", Rows: 100})
	var in struct {
		Format, Compression, Delimiter string
		Columns                        []struct{ Field, Column, Confidence string }
		Unmapped                       []string
		Findings                       []struct{ Code, Level, Message string }
		Build                          struct {
			Guess   *string
			Share37 *float64 `json:"share_37"`
			Share38 *float64 `json:"share_38"`
		}
	}
	if err := json.Unmarshal([]byte(out), &in); err != nil {
		t.Fatal(err)
	}
	if status != console.ExitOK || in.Format != "regenie" || in.Delimiter != "space" || in.Compression != "none" || in.Build.Guess == nil ||
		in.Build.Share37 == nil ||
		in.Build.Share38 == nil {
		t.Errorf("status %d, %+v", status, in)
	}
	for _, c := range in.Columns {
		if c.Field == "effect_allele" && (c.Column != "ALLELE1" || c.Confidence != "certain") {
			t.Errorf("%+v", c)
		}
	}
}

func TestCheckStatus(t *testing.T) {
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.tsv")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	parkinson := realFiles + "parkinson_nalls2019_LRRK2_hg19.tsv.gz"
	for name, tt := range map[string]struct {
		cmd    CheckCmd
		status int
		says   string
	}{
		"clean":            {CheckCmd{File: realFiles + "ALSvcf.vcf"}, console.ExitOK, "415 rows, 415 usable"},
		"an open question": {CheckCmd{File: parkinson}, console.ExitFindings, "effect_allele=A1"},
		"answered in part": {CheckCmd{File: parkinson, Map: map[string]string{"effect_allele": "A1"}, Build: "hg19"}, console.ExitFindings, "effect_allele_frequency=Freq"},
		"answered":         {CheckCmd{File: parkinson, Map: map[string]string{"effect_allele": "A1", "effect_allele_frequency": "Freq"}, Build: "hg19"}, console.ExitOK, "1,000 usable"},
		"missing column":   {CheckCmd{File: parkinson, Map: map[string]string{"effect_allele": "A1", "effect_allele_frequency": "Freq", "n": "N_total"}}, console.ExitFindings, `"N_total"`},
		"unreadable":       {CheckCmd{File: empty}, console.ExitUsage, ""},
		"unknown build":    {CheckCmd{File: parkinson, Build: "hg99"}, console.ExitUsage, ""},
	} {
		out, status, err := consoletest.Run(t, &tt.cmd)
		if status != tt.status || !strings.Contains(out, tt.says) {
			t.Errorf("%s: status %d (%v)\n%s", name, status, err, out)
		}
		if status == console.ExitUsage && (err.Error() == "" || !strings.HasSuffix(err.Error(), ".") && name == "unreadable") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckJSON(t *testing.T) {
	out, status, _ := consoletest.Run(t, &CheckCmd{File: realFiles + "gwaslab_dirty_sumstats.tsv", JSON: true})
	var report recognise.CheckReport
	if err := json.Unmarshal([]byte(out), &report); err != nil || status != console.ExitFindings {
		t.Fatalf("%v, status %d", err, status)
	}
	if a := report.Account; a == nil || a.RowsIn != 63 || a.RowsIn != a.RowsOut+a.ExcludedN() {
		t.Errorf("%+v", report.Account)
	}
}

func TestConvert(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"out.tsv", "out.tsv.gz"} {
		path := filepath.Join(dir, name)
		out, status, err := consoletest.Run(
			t,
			&ConvertCmd{
				File:   realFiles + "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz",
				To:     "gwas-ssf",
				Output: path,
				Sort:   true,
				Build:  "GRCh38",
				Trait:  "Respiratory",
			},
		)
		if status != console.ExitOK || !strings.Contains(out, "1,000 rows read, 1,000 written") {
			t.Fatalf("status %d, %v\n%s", status, err, out)
		}
		checked, status, _ := consoletest.Run(t, &CheckCmd{File: path, Build: "GRCh38"})
		if status != console.ExitOK || !strings.Contains(checked, "GWAS-SSF") || !strings.Contains(checked, "1,000 usable") {
			t.Errorf("status %d\n%s", status, checked)
		}
		yaml, err := os.ReadFile(path + "-meta.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{`genome_assembly: "GRCh38"`, "is_sorted: true", "  - sample_size: 361194", `  - "Respiratory"`} {
			if !strings.Contains(string(yaml), line+"\n") {
				t.Errorf("no %s in\n%s", line, yaml)
			}
		}
	}
	_, status, err := consoletest.Run(t, &ConvertCmd{File: realFiles + "magic_SARDINIA.tbl", To: "gwas-ssf", Output: filepath.Join(dir, "x.tsv")})
	if status != console.ExitUsage || !strings.Contains(err.Error(), "AL1") {
		t.Errorf("an open question: status %d, %v", status, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "x.tsv")); err == nil {
		t.Error("a file was written in spite of the open question")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

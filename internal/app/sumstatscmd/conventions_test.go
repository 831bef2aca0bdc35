package sumstatscmd

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
)

// TestConventionsAtTheCommandLine tests each command with a 0-based table that writes −9 for a
// missing value.
func TestConventionsAtTheCommandLine(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.tsv")
	table := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n" +
		"1\t999\tA\tG\t0.1\t0.1\t0.3\t0.317\n1\t1999\tA\tG\t0.1\t-9\t0.3\t0.317\n"
	if err := os.WriteFile(file, []byte(table), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer
	env := &console.Env{Ctx: context.Background(), Stdout: &stdout, Stderr: &stdout}
	flags := ConventionFlags{Scale: "linear-binary", ZeroBased: true, Missing: []string{"-9"}}
	if err := (&CheckCmd{File: file, ConventionFlags: flags}).Run(env); err != nil || !strings.Contains(stdout.String(), "2 rows, 2 usable") {
		t.Errorf("check: %v, %s", err, stdout.String())
	}
	out := filepath.Join(dir, "b.tsv")
	convert := ConvertCmd{File: file, To: "gwas-ssf", Output: out, Sort: true, Cases: 100, Controls: 100, ConventionFlags: flags}
	if err := convert.Run(env); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "1\t1000\tA\tG\t0.4\t0.4\t") || !strings.HasPrefix(lines[2], "1\t2000\tA\tG\t0.4\t") ||
		!strings.HasSuffix(lines[1], "\tlog_odds") {
		t.Errorf("convert wrote\n%s", text)
	}
	if err := (&CheckCmd{File: file, ConventionFlags: ConventionFlags{Scale: "odds"}}).Run(env); err == nil || !strings.Contains(err.Error(), "log_odds") {
		t.Errorf("a scale that is none: %v", err)
	}
}

// TestMetaSortsRowsMovedByTrimming tests one deletion that two sorted files write with and without
// the bases before it.
func TestMetaSortsRowsMovedByTrimming(t *testing.T) {
	dir := t.TempDir()
	header := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n"
	var files []string
	for name, deletion := range map[string]string{"a.tsv": "1\t1000\tGACTT\tGACT\t0.1\t0.1\t0.3\t0.317\n1\t1001\tA\tG\t0.1\t0.1\t0.3\t0.317\n", "b.tsv": "1\t1001\tA\tG\t0.1\t0.1\t0.3\t0.317\n1\t1002\tCT\tC\t0.1\t0.1\t0.3\t0.317\n"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(header+deletion), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	out := filepath.Join(dir, "out.tsv.gz")
	_, stderr, status := runMeta(t, append(files, "-o", out)...)
	if status != console.ExitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if s := readSummary(t, out); s.NVariants != 2 {
		t.Errorf("%d variants, 2 are in both files: %+v", s.NVariants, s.Studies)
	}
}

func TestConvertRefusesValuesTheMetadataCannotHold(t *testing.T) {
	out := filepath.Join(t.TempDir(), "x.tsv")
	err := (&ConvertCmd{File: "not read", To: "gwas-ssf", Output: out, Cases: 100}).Run(&console.Env{Ctx: t.Context()})
	if err == nil || !strings.Contains(err.Error(), "--controls: Enter the number of controls") {
		t.Errorf("%v", err)
	}
}

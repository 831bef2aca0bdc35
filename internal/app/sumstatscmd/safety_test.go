package sumstatscmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/gwas/qc"
)

// copyReal copies a real file to a place where a command could overwrite it.
func copyReal(t *testing.T, name, to string) {
	t.Helper()
	text, err := os.ReadFile(realFiles + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestNoCommandReplacesItsInput(t *testing.T) {
	const name = "fto_locus_chr16_hg19.tsv.gz"
	dir := t.TempDir()
	file := filepath.Join(dir, qc.FileClean)
	copyReal(t, name, file)
	for command, cmd := range map[string]interface{ Run(*console.Env) error }{
		"convert":  &ConvertCmd{File: file, To: "gwas-ssf", Output: file},
		"qc":       &QCCmd{File: file, Build: "hg19", FD: 0.2, Output: dir},
		"liftover": &LiftoverCmd{File: file, From: "hg19", Output: file},
	} {
		if _, status, err := consoletest.Run(t, cmd); status != console.ExitUsage || !strings.Contains(err.Error(), "cannot be its output") {
			t.Errorf("%s: status %d, %v", command, status, err)
		}
	}
	if _, stderr, status := runMeta(t, file, realFiles+name, "-o", file); status != console.ExitUsage || !strings.Contains(stderr, "cannot be its output") {
		t.Errorf("meta: status %d, %s", status, stderr)
	}
	before, _ := os.ReadFile(realFiles + name)
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the input is not what it was: %v", err)
	}
}

// A failed run keeps the files of an earlier one, and leaves none of its own.
func TestFailedQCLeavesTheFolderAlone(t *testing.T) {
	dir, file := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "study.tsv.gz")
	copyReal(t, "fto_locus_chr16_hg19.tsv.gz", file)
	if _, status, err := consoletest.Run(t, &QCCmd{File: file, Build: "hg19", FD: 0.2, Output: dir}); status != console.ExitOK {
		t.Fatal(err)
	}
	names := func() string {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range entries {
			all = append(all, e.Name())
		}
		return strings.Join(all, " ")
	}
	want := names()
	if !strings.Contains(want, qc.FileReport) || strings.Contains(want, console.Unfinished) {
		t.Fatalf("files %s", want)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text[:len(text)-100], 0o600); err != nil {
		t.Fatal(err)
	}
	_, status, err := consoletest.Run(t, &QCCmd{File: file, Build: "hg19", FD: 0.2, Output: dir})
	if status != console.ExitUsage || !strings.Contains(err.Error(), "ends too early") {
		t.Errorf("status %d, %v", status, err)
	}
	if got := names(); got != want {
		t.Errorf("files %s, before %s", got, want)
	}
}

func TestMetaRefusesTheSameFileTwice(t *testing.T) {
	const name = "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"
	dir := t.TempDir()
	other, out := filepath.Join(dir, "copy.tsv.gz"), filepath.Join(dir, "out.tsv.gz")
	copyReal(t, name, other)
	if _, stderr, status := runMeta(
		t,
		realFiles+name,
		realFiles+name,
		"-o",
		out,
	); status != console.ExitUsage ||
		!strings.Contains(stderr, "name each file once") {
		t.Errorf("one path: status %d, %s", status, stderr)
	}
	if _, stderr, status := runMeta(t, realFiles+name, other, "-o", out); status != console.ExitUsage || !strings.Contains(stderr, "are the same file") {
		t.Errorf("a copy: status %d, %s", status, stderr)
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a result was written")
	}
}

// A declared build that the positions contradict is refused.
func TestMetaRefusesAnotherBuild(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.tsv.gz")
	answers := []string{"--map", "effect_allele=ALT", "--map", "effect_allele_frequency=AF", "--build", "hg19", "--min-studies", "1", "-o", out}
	_, stderr, status := runMeta(t, append([]string{realFiles + "crohns_ukbb_p1e-3_hg38.tsv.gz"}, answers...)...)
	if status != console.ExitUsage || !strings.Contains(stderr, "declared to be on GRCh37 (hg19) but looks like GRCh38") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

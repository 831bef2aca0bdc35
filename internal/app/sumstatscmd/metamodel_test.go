package sumstatscmd

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/meta"
)

// xFiles returns three studies of a variant on chromosome 1 and one on X.
func xFiles(t *testing.T) (files []string) {
	t.Helper()
	dir := t.TempDir()
	for i, beta := range []float64{0.30, 0.12, 0.20} {
		text := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\n"
		for _, chromosome := range []string{"1", "23"} {
			text += fmt.Sprintf("%s\t5000000\tA\tG\t%g\t0.05\t0.3\t0.01\t1000\n", chromosome, beta)
		}
		path := filepath.Join(dir, fmt.Sprintf("s%d.tsv", i+1))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	return files
}

func answered(files []string, flags ...string) []string {
	return append(append(slices.Clone(files), "--yes", "--scale", "units", "--build", "GRCh37"), flags...)
}

// Flags for random effects and X reach the settings, the manifest, and a repeated run.
func TestMetaModelsOfRandomEffects(t *testing.T) {
	files := xFiles(t)
	out := filepath.Join(t.TempDir(), "out.tsv.gz")
	stdout, stderr, status := runMeta(
		t,
		answered(files, "-o", out, "--scheme", "random", "--tau2", "reml", "--ci", "hk", "--x-coding", "0/2", "--x-coding", "s2.tsv=0/1")...)
	if status != console.ExitOK ||
		!strings.Contains(stdout, "Chromosome X is left out (3 rows), because males are coded 0/1 on chromosome X in s2 and 0/2 in s1, s3") {
		t.Fatalf("status %d: %s\n%s", status, stdout, stderr)
	}
	s := readSummary(t, out)
	if s.Settings.RandomModel != (meta.RandomModel{Tau2: meta.REML, Interval: meta.HartungKnapp}) || s.NVariants != 1 || s.XChromosome.Coding != "differs" {
		t.Errorf("settings %+v, %d variants, X %+v", s.Settings, s.NVariants, s.XChromosome)
	}
	text, err := os.ReadFile(out + ".inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	var inputs meta.Inputs
	if err := json.Unmarshal(text, &inputs); err != nil {
		t.Fatal(err)
	}
	words := strings.Join(meta.CommandLine(inputs.Studies, inputs.Options, "again"), " ")
	for _, part := range []string{"--scheme random", "--tau2 reml", "--ci hk", "s1.tsv=0/2", "s2.tsv=0/1", "s3.tsv=0/2"} {
		if !strings.Contains(words, part) {
			t.Errorf("the command %q lacks %q", words, part)
		}
	}
	again := filepath.Join(t.TempDir(), "again.tsv.gz")
	if _, stderr, status := runMeta(t, "--inputs", out+".inputs.json", "-o", again); status != console.ExitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	first, _ := os.ReadFile(out)
	second, err := os.ReadFile(again)
	if err != nil || string(first) != string(second) {
		t.Errorf("the repeated run differs (%v)", err)
	}
}

// Options that are not chosen are not in the summary; impossible ones are refused.
func TestMetaModelsByDefault(t *testing.T) {
	files := xFiles(t)
	out := filepath.Join(t.TempDir(), "out.tsv.gz")
	stdout, stderr, status := runMeta(t, answered(files, "-o", out, "--scheme", "random")...)
	text, err := os.ReadFile(out + ".summary.json")
	if status != console.ExitOK || err != nil || !strings.Contains(stdout, "X coding not stated.") {
		t.Fatalf("status %d, %v: %s\n%s", status, err, stdout, stderr)
	}
	var s struct {
		Settings map[string]any
		X        meta.XSummary `json:"x_chromosome"`
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"tau2", "ci", "x_coding"} {
		if value, ok := s.Settings[key]; ok {
			t.Errorf("%s is stated as %v", key, value)
		}
	}
	if s.X.Coding != "not stated" {
		t.Errorf("X %+v", s.X)
	}
	for says, flags := range map[string][]string{
		"choose the scheme random":       {"--tau2", "reml"},
		`tau2 "ml" is not one of`:        {"--scheme", "random", "--tau2", "ml"},
		"write FILE=0/1, FILE=0/2 or FI": {"--x-coding", "s1.tsv=2"},
	} {
		_, stderr, status := runMeta(t, answered(files, append(flags, "-o", out)...)...)
		if status != console.ExitUsage || !strings.Contains(stderr, says) {
			t.Errorf("%v: status %d: %s", flags, status, stderr)
		}
	}
}

package sumstatscmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// doubtfulStudy writes a table with open questions about alleles and frequency. Its A1_FREQ belongs
// to A1, whatever the effect allele.
func doubtfulStudy(t *testing.T, alleles, frequency string) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "chr\tpos\trsid\t%s\t%s\tbeta\tse\tp\tn\n", alleles, frequency)
	for i := range 400 {
		se := 0.02 + float64(i%7)/200
		beta := se * (float64(i%41) - 20) / 8
		p := math.Erfc(math.Abs(beta/se) / math.Sqrt2)
		fmt.Fprintf(&b, "1\t%d\trs%d\tA\tG\t%.4f\t%.6f\t%.6f\t%.8g\t1000\n", 1000+i, i+1, 0.02+0.9*float64(i)/400, beta, se, p)
	}
	path := filepath.Join(t.TempDir(), "study.tsv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// mappings returns the mapping of each reader for the same answers.
func mappings(t *testing.T, path string, answers map[string]string) map[string]sumstats.Mapping {
	t.Helper()
	got := map[string]sumstats.Mapping{}
	var checked recognise.CheckReport
	out, status, err := consoletest.Run(t, &CheckCmd{File: path, Map: answers, JSON: true})
	if status != console.ExitOK || json.Unmarshal([]byte(out), &checked) != nil {
		t.Fatalf("check: status %d, %v\n%s", status, err, out)
	}
	got["check"] = checked.Mapping

	dir := t.TempDir()
	if out, status, err := consoletest.Run(t, &QCCmd{File: path, Map: answers, Build: "hg19", FD: 0.2, Output: dir}); status == console.ExitUsage {
		t.Fatalf("qc: %v\n%s", err, out)
	}
	got["qc"] = reportMapping(t, dir)

	opt, _, err := (&ConvertCmd{File: path, Map: answers}).readOptions(&console.Env{Stderr: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	got["convert"] = opt.Mapping

	result := filepath.Join(t.TempDir(), "meta.tsv.gz")
	args := []string{path, "--min-studies", "1", "--build", "hg19", "-o", result}
	for field, column := range answers {
		args = append(args, "--map", field+"="+column)
	}
	if _, stderr, status := runMeta(t, args...); status != console.ExitOK {
		t.Fatal(stderr)
	}
	var inputs struct {
		Studies []struct {
			Mapping sumstats.Mapping `json:"mapping"`
		} `json:"studies"`
	}
	text, err := os.ReadFile(result + ".inputs.json")
	if err != nil || json.Unmarshal(text, &inputs) != nil || len(inputs.Studies) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	got["meta"] = inputs.Studies[0].Mapping
	got["server"] = onServer(t, path, answers)
	return got
}

// onServer answers as the page does: it uses the suggestions, applies the user's changes, and sends
// all of them for QC.
func onServer(t *testing.T, path string, answers map[string]string) sumstats.Mapping {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in, err := recognise.Inspect(recognise.Source{Name: "study.tsv", Reader: bytes.NewReader(file)}, recognise.InspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	opt, dir := qc.NewOptions(genome.GRCh37), t.TempDir()
	opt.Mapping, opt.MappingConfirmed = in.Mapping(true).With(ColumnMap(answers)), true
	input := qc.Input{Name: "study.tsv", Open: func() (io.ReadCloser, error) { return os.Open(path) }}
	if _, err := qc.Run(t.Context(), input, opt, qc.Dir(dir), nil); err != nil {
		t.Fatal(err)
	}
	return reportMapping(t, dir)
}

func reportMapping(t *testing.T, dir string) sumstats.Mapping {
	t.Helper()
	var report struct {
		Mapping sumstats.Mapping `json:"mapping"`
	}
	text, err := os.ReadFile(filepath.Join(dir, qc.FileReport))
	if err != nil || json.Unmarshal(text, &report) != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	return report.Mapping
}

// TestSameAnswersSameMapping gives the same answers to every reader of a file.
func TestSameAnswersSameMapping(t *testing.T) {
	plain := sumstats.Mapping{
		"chromosome":         "chr",
		"base_pair_location": "pos",
		"rsid":               "rsid",
		"beta":               "beta",
		"standard_error":     "se",
		"p_value":            "p",
		"n":                  "n",
	}
	for name, test := range map[string]struct {
		alleles, frequency string
		answers            map[string]string
		want               sumstats.Mapping
	}{
		"the usual effect allele": {"A1\tA2", "A1_FREQ", map[string]string{"effect_allele": "A1"},
			sumstats.Mapping{"effect_allele": "A1", "other_allele": "A2", "effect_allele_frequency": "A1_FREQ"}},
		"the other one": {"A1\tA2", "A1_FREQ", map[string]string{"effect_allele": "A2"},
			sumstats.Mapping{"effect_allele": "A2", "other_allele": "A1", "allele_frequency": "A1_FREQ", "frequency_allele": "A1"}},
		"a frequency of unknown orientation": {"A1\tA2", "freq", map[string]string{"effect_allele": "A2", "effect_allele_frequency": "freq"},
			sumstats.Mapping{"effect_allele": "A2", "other_allele": "A1", "effect_allele_frequency": "freq"}},
		"done without": {"effect_allele\tother_allele", "freq", map[string]string{"effect_allele_frequency": ""},
			sumstats.Mapping{"effect_allele": "effect_allele", "other_allele": "other_allele"}},
	} {
		t.Run(name, func(t *testing.T) {
			want := plain.With(test.want)
			for who, got := range mappings(t, doubtfulStudy(t, test.alleles, test.frequency), test.answers) {
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", who, diff)
				}
			}
		})
	}
}

// TestYesTakesTheLikelyAnswers checks that a file whose questions all have a likely answer runs
// with --yes, that the answers are printed, and that the flags in a refusal are the ones that help.
func TestYesTakesTheLikelyAnswers(t *testing.T) {
	path := doubtfulStudy(t, "ALT\tREF", "AF_ALT")
	_, status, err := consoletest.Run(t, &QCCmd{File: path, Build: "hg19", FD: 0.2, Output: t.TempDir()})
	if status != console.ExitUsage {
		t.Fatalf("an open question: status %d", status)
	}
	for _, flag := range []string{"--map effect_allele=ALT", "--yes"} {
		if !strings.Contains(err.Error(), flag) {
			t.Errorf("no %s in %s", flag, err)
		}
	}
	for name, cmd := range map[string]interface{ Run(*console.Env) error }{
		"check":   &CheckCmd{File: path, Yes: true},
		"qc":      &QCCmd{File: path, Build: "hg19", FD: 0.2, Yes: true, Output: t.TempDir()},
		"convert": &ConvertCmd{File: path, To: "gwas-ssf", Yes: true, Sort: true, Output: filepath.Join(t.TempDir(), "x.tsv")},
	} {
		var errOut bytes.Buffer
		if err := cmd.Run(&console.Env{Ctx: t.Context(), Stdout: io.Discard, Stderr: &errOut}); err != nil && name != "qc" {
			t.Errorf("%s: %v", name, err)
		}
		for _, taken := range []string{"taken with --yes: --map effect_allele=ALT ("} {
			if !strings.Contains(errOut.String(), taken) {
				t.Errorf("%s does not say %q:\n%s", name, taken, errOut.String())
			}
		}
	}
	out := filepath.Join(t.TempDir(), "meta.tsv.gz")
	if _, stderr, status := runMeta(
		t,
		path,
		"--yes",
		"--min-studies",
		"1",
		"-o",
		out,
	); status != console.ExitOK ||
		!strings.Contains(stderr, "--map 'study.tsv:effect_allele=ALT'") {
		t.Errorf("meta: status %d\n%s", status, stderr)
	}
	// A question without a likely answer is still asked.
	unlikely := doubtfulStudy(t, "ALT\tREF", "CEUaf")
	if _, status, err := consoletest.Run(t, &CheckCmd{File: unlikely, Yes: true}); status != console.ExitFindings {
		t.Errorf("a frequency of other people: status %d, %v", status, err)
	}
}

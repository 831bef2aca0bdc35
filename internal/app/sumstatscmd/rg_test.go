package sumstatscmd

import (
	"archive/tar"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
)

const ldscFiles = "../../gwas/qc/testdata/ldsc/"

// packedScores returns the published scores in their authors' format, with the variant count.
func packedScores(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(ldscFiles + "scores.tsv.gz")
	must(t, err)
	path := filepath.Join(t.TempDir(), "eur.tar")
	f, err := os.Create(path)
	must(t, err)
	w := tar.NewWriter(f)
	for name, content := range map[string]string{"eur/1.l2.ldscore.gz": string(text), "eur/1.l2.M_5_50": "1173569\n"} {
		must(t, w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content))}))
		_, err := w.Write([]byte(content))
		must(t, err)
	}
	must(t, w.Close())
	must(t, f.Close())
	return path
}

func plainText(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	must(t, err)
	text, err := io.ReadAll(z)
	must(t, err)
	return string(text)
}

type rgJSON struct {
	Studies []struct {
		Name        string   `json:"name"`
		Joined      string   `json:"joined_by"`
		Share       float64  `json:"share_matched"`
		Variants    float64  `json:"variants"`
		H2          *float64 `json:"h2"`
		H2SE        *float64 `json:"h2_se"`
		Intercept   *float64 `json:"intercept"`
		Liability   *float64 `json:"h2_liability"`
		LiabilitySE *float64 `json:"h2_liability_se"`
		Lacks       string   `json:"lacks"`
	} `json:"studies"`
	Pairs []struct {
		Variants   float64  `json:"variants"`
		Genetic    *float64 `json:"genetic_correlation"`
		GeneticSE  *float64 `json:"genetic_correlation_se"`
		Intercept  *float64 `json:"intercept"`
		Covariance *float64 `json:"covariance"`
		Lacks      string   `json:"lacks"`
	} `json:"pairs"`
}

func rgOf(t *testing.T, c RGCmd, want int) rgJSON {
	t.Helper()
	c.JSON = true
	out, status, err := consoletest.Run(t, &c)
	if status != want {
		t.Fatalf("status %d: %v\n%s", status, err, out)
	}
	var got rgJSON
	must(t, json.Unmarshal([]byte(out), &got))
	return got
}

func closeNumber(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 2e-6*max(1, math.Abs(want)) {
		t.Errorf("%s: %v, want %g", what, got, want)
	}
}

// The numbers are those that reference.py computes from the files by the published formulas.
func TestGeneticCorrelationOfFiles(t *testing.T) {
	var want struct{ One, Two, Both map[string]float64 }
	text, err := os.ReadFile(ldscFiles + "expected.json")
	must(t, err)
	must(t, json.Unmarshal(text, &want))
	c := RGCmd{Files: []string{ldscFiles + "one.tsv.gz", ldscFiles + "two.tsv.gz"}, LDScores: packedScores(t)}
	got := rgOf(t, c, console.ExitOK)
	for i, of := range []map[string]float64{want.One, want.Two} {
		s := got.Studies[i]
		closeNumber(t, s.Name+" h2", s.H2, of["h2"])
		closeNumber(t, s.Name+" h2 SE", s.H2SE, of["h2_se"])
		closeNumber(t, s.Name+" intercept", s.Intercept, of["intercept"])
		closeNumber(t, s.Name+" variants", &s.Variants, of["variants"])
		if s.Liability != nil || s.Joined != "position" || s.Share != 1 {
			t.Errorf("%+v", s)
		}
	}
	pair := got.Pairs[0]
	closeNumber(t, "rg", pair.Genetic, want.Both["genetic_correlation"])
	closeNumber(t, "rg SE", pair.GeneticSE, want.Both["genetic_correlation_se"])
	closeNumber(t, "intercept", pair.Intercept, want.Both["intercept"])
	closeNumber(t, "variants", &pair.Variants, want.Both["variants"])
	out, _, _ := consoletest.Run(t, &c)
	for _, line := range []string{"one    100 %    2,064", "0.3133 (0.0714)", "0.3111 (0.1892)  0.1"} {
		if !strings.Contains(out, line) {
			t.Errorf("no %q in:\n%s", line, out)
		}
	}
}

// The factors of K = 0.01 are 0.5519073 with as many cases as controls (as the tests of LDSC have
// it) and that times 0.25/(0.2·0.8) with a fifth of cases; the genetic correlation is unchanged,
// and the covariance is scaled by the root of both.
func TestLiabilityScaleOfTheCommandLine(t *testing.T) {
	c := RGCmd{Files: []string{ldscFiles + "one.tsv.gz", ldscFiles + "two.tsv.gz"}, LDScores: packedScores(t)}
	observed := rgOf(t, c, console.ExitOK)
	c.PopPrev, c.SampPrev = []string{"one.tsv.gz=0.01", "two.tsv.gz=0.01"}, []string{"one.tsv.gz=0.5", "two.tsv.gz=0.2"}
	got := rgOf(t, c, console.ExitOK)
	half, fifth := 0.551907298063, 0.551907298063*0.25/0.16
	closeNumber(t, "one", got.Studies[0].Liability, *observed.Studies[0].H2*half)
	closeNumber(t, "SE of one", got.Studies[0].LiabilitySE, *observed.Studies[0].H2SE*half)
	closeNumber(t, "two", got.Studies[1].Liability, *observed.Studies[1].H2*fifth)
	closeNumber(t, "rg", got.Pairs[0].Genetic, *observed.Pairs[0].Genetic)
	closeNumber(t, "covariance", got.Pairs[0].Covariance, *observed.Pairs[0].Covariance*math.Sqrt(half*fifth))

	// Cases and controls result in effective N, with a share of cases of one half.
	c.SampPrev = []string{"two.tsv.gz=0.2"}
	c.Files, c.Map = []string{casesOfOne(t), ldscFiles + "two.tsv.gz"}, nil
	got = rgOf(t, c, console.ExitOK)
	closeNumber(t, "one with cases", got.Studies[0].Liability, *got.Studies[0].H2*half)
	out, status, err := consoletest.Run(t, &RGCmd{Files: c.Files[:1], LDScores: c.LDScores})
	if status != console.ExitOK || !strings.Contains(out, "where it may exceed 1; use --pop-prev") {
		t.Errorf("%d, %v:\n%s", status, err, out)
	}
	c.SampPrev = append(c.SampPrev, "one.tsv.gz=0.2")
	if _, status, err := consoletest.Run(t, &c); status != console.ExitUsage || !strings.Contains(err.Error(), "leave out --samp-prev") {
		t.Errorf("another share of effective N: %v", err)
	}
}

// A result by the total of cases and controls says so, as text and as JSON; with their share or their
// numbers it is another scale.
func TestTotalNIsSaid(t *testing.T) {
	c := RGCmd{Files: []string{ldscFiles + "one.tsv.gz"}, LDScores: packedScores(t)}
	for _, of := range []struct {
		scale string
		files []string
		says  bool
	}{{"log_odds", c.Files, true}, {"units", c.Files, false}, {"log_odds", []string{casesOfOne(t)}, false}} {
		c.Files, c.Scale = of.files, []string{of.scale}
		for _, c.JSON = range []bool{false, true} {
			out, status, err := consoletest.Run(t, &c)
			if status != console.ExitOK || strings.Contains(out, "N is the total instead of the effective sample size") != of.says {
				t.Errorf("%s, JSON %v: %d, %v:\n%s", of.scale, c.JSON, status, err, out)
			}
		}
	}
}

// casesOfOne returns the file one with cases and controls instead of N.
func casesOfOne(t *testing.T) string {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(plainText(t, ldscFiles+"one.tsv.gz")), "\n")
	header := strings.Split(lines[0], "\t")
	at := len(header) - 1
	if header[at] != "n" {
		t.Fatal(header)
	}
	for i, line := range lines {
		cells := strings.Split(line, "\t")
		if cells[at] = cells[at] + "\t" + cells[at]; i == 0 {
			cells[at] = "n_cases\tn_controls"
		}
		lines[i] = strings.Join(cells, "\t")
	}
	path := filepath.Join(t.TempDir(), "one.tsv.gz")
	f, err := os.Create(path)
	must(t, err)
	z := gzip.NewWriter(f)
	_, err = io.WriteString(z, strings.Join(lines, "\n")+"\n")
	must(t, err)
	must(t, z.Close())
	must(t, f.Close())
	return path
}

// A file without positions, as written by LDSC, is joined by rs number.
func TestGeneticCorrelationByRSNumber(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(plainText(t, ldscFiles+"one.tsv.gz")), "\n")
	column := map[string]int{}
	for i, name := range strings.Split(lines[0], "\t") {
		column[name] = i
	}
	var b strings.Builder
	b.WriteString("SNP\tEA\tOA\tEAF\tBETA\tSE\tP\tN\n")
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		var row []string
		for _, name := range []string{"rsid", "effect_allele", "other_allele", "effect_allele_frequency", "beta", "standard_error", "p_value", "n"} {
			row = append(row, cells[column[name]])
		}
		b.WriteString(strings.Join(row, "\t") + "\n")
	}
	path := filepath.Join(t.TempDir(), "named.tsv")
	must(t, os.WriteFile(path, []byte(b.String()), 0o600))
	got := rgOf(t, RGCmd{Files: []string{path, ldscFiles + "two.tsv.gz"}, LDScores: packedScores(t), StudyFlags: StudyFlags{Yes: true}}, console.ExitOK)
	closeNumber(t, "h2", got.Studies[0].H2, 0.31327756086119096)
	closeNumber(t, "rg", got.Pairs[0].Genetic, 0.3110732480797866)
	if got.Studies[0].Joined != "rsid" || got.Studies[1].Joined != "position" {
		t.Errorf("%+v", got.Studies)
	}
}

func TestGeneticCorrelationRefuses(t *testing.T) {
	scores := packedScores(t)
	for want, c := range map[string]RGCmd{
		"write FILE=NUMBER":                {PopPrev: []string{"one.tsv.gz=1"}},
		"--samp-prev needs --pop-prev":     {SampPrev: []string{"one.tsv.gz=0.5"}},
		"also needs the share of cases":    {PopPrev: []string{"one.tsv.gz=0.01"}},
		"with a FILE among the inputs and": {PopPrev: []string{"three.tsv=0.01"}},
		"is declared to be on GRCh38":      {StudyFlags: StudyFlags{Build: "GRCh38"}},
	} {
		c.Files, c.LDScores = []string{ldscFiles + "one.tsv.gz", ldscFiles + "two.tsv.gz"}, scores
		if _, status, err := consoletest.Run(t, &c); status != console.ExitUsage || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: status %d, %v", want, status, err)
		}
	}
}

// Without the variant count of the scores there are only intercepts, and the status reports it.
func TestScoresWithoutTheirCount(t *testing.T) {
	c := RGCmd{Files: []string{ldscFiles + "one.tsv.gz", ldscFiles + "two.tsv.gz"}, LDScores: ldscFiles + "scores.tsv.gz"}
	got := rgOf(t, c, console.ExitFindings)
	closeNumber(t, "intercept", got.Pairs[0].Intercept, 0.540443091649407)
	if got.Pairs[0].Genetic != nil || got.Studies[0].H2 != nil {
		t.Errorf("%+v", got)
	}
	if out, _, _ := consoletest.Run(t, &c); !strings.Contains(out, "intercepts only") {
		t.Error(out)
	}
}

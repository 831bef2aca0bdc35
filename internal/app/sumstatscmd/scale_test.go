package sumstatscmd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/gwas/meta"
)

// scaleStudy writes one study of variants with a log odds ratio of 0.2, in the layout of one of
// several programs. Effects are drawn around the program's expected value; see linearEffect.
type scaleStudy struct {
	rng             *rand.Rand
	cases, controls float64
}

// linearEffect returns the expected effect of linear regression on 0/1 for a variant with frequency
// f in controls that multiplies the odds by e^0.2 per allele: the difference of the mean genotypes
// of cases and controls, divided by the variance of the genotype.
func (s scaleStudy) linearEffect(f float64) (b, se float64) {
	const odds = 1.2214027581601699 // e^0.2
	mu := s.cases / (s.cases + s.controls)
	fc := f * odds / (1 - f + f*odds) // cases are in Hardy-Weinberg proportions too
	mean := 2 * (mu*fc + (1-mu)*f)
	square := mu*(2*fc*(1-fc)+4*fc*fc) + (1-mu)*(2*f*(1-f)+4*f*f)
	variance := square - mean*mean
	b = mu * (2*fc - mean) / variance
	return b, math.Sqrt((mu*(1-mu) - b*b*variance) / ((s.cases + s.controls) * variance))
}

const scaleVariants = 300

// write writes the table in one layout.
func (s scaleStudy) write(t *testing.T, path, layout string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(map[string]string{
		"or":   "chromosome\tbase_pair_location\teffect_allele\tother_allele\todds_ratio\tstandard_error\teffect_allele_frequency\tp_value\n",
		"bolt": "SNP\tCHR\tBP\tGENPOS\tALLELE1\tALLELE0\tA1FREQ\tINFO\tBETA\tSE\tP_BOLT_LMM_INF\n",
		"z":    "chromosome\tbase_pair_location\teffect_allele\tother_allele\teffect_allele_frequency\tz\tn\n",
	}[layout])
	for i := range scaleVariants {
		f := 0.1 + 0.8*float64(i)/scaleVariants
		linear, se := s.linearEffect(f)
		noise := s.rng.NormFloat64()
		z := linear/se + noise
		logSE := 0.2 / (linear / se)
		effect, other := "A", "G"
		if i%2 == 1 { // effects of one sign only lead to a question
			effect, other, z, f = other, effect, -z, 1-f
		}
		switch layout {
		case "or":
			fmt.Fprintf(
				&b,
				"1\t%d\t%s\t%s\t%.9f\t%.9f\t%.4f\t%.6g\n",
				1000+i*1000,
				effect,
				other,
				math.Exp(logSE*z),
				logSE,
				f,
				math.Erfc(math.Abs(z)/math.Sqrt2),
			)
		case "bolt":
			fmt.Fprintf(
				&b,
				"rs%d\t1\t%d\t0\t%s\t%s\t%.4f\t1\t%.9f\t%.9f\t%.6g\n",
				i+1,
				1000+i*1000,
				effect,
				other,
				f,
				se*z,
				se,
				math.Erfc(math.Abs(z)/math.Sqrt2),
			)
		case "z":
			fmt.Fprintf(&b, "1\t%d\t%s\t%s\t%.4f\t%.9f\t%.0f\n", 1000+i*1000, effect, other, f, z, s.cases+s.controls)
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// meanBeta returns the mean effect of A in a result of a meta-analysis.
func meanBeta(t *testing.T, path string) float64 {
	t.Helper()
	packed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != scaleVariants+1 {
		t.Fatalf("%d lines", len(lines))
	}
	sum := 0.0
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		beta, err := strconv.ParseFloat(cells[4], 64)
		if err != nil {
			t.Fatal(err)
		}
		if cells[2] != "A" {
			beta = -beta
		}
		sum += beta
	}
	return sum / scaleVariants
}

// TestScalesMeetInAMetaAnalysis combines odds ratios, BOLT-LMM and Z of three studies of one
// disease with a true effect of 0.2. Without conversion their average was less than half of it,
// without a warning.
func TestScalesMeetInAMetaAnalysis(t *testing.T) {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(3, 5))
	var files, sizes []string
	for _, layout := range []string{"or", "bolt", "z"} {
		s := scaleStudy{rng: rng, cases: 3000 + 1000*rng.Float64(), controls: 40_000}
		path := filepath.Join(dir, layout+".txt")
		s.write(t, path, layout)
		files = append(files, path)
		sizes = append(sizes, "--cases", fmt.Sprintf("%s.txt=%.0f", layout, s.cases), "--controls", fmt.Sprintf("%s.txt=%.0f", layout, s.controls))
	}
	run := func(arguments ...string) (string, string, int) {
		out := filepath.Join(t.TempDir(), "out.tsv.gz")
		_, stderr, status := runMeta(t, append(append(append([]string{}, files...), "-y", "-o", out), arguments...)...)
		return out, stderr, status
	}
	for _, layouts := range [][]string{{"or", "bolt"}, {"or", "z"}} {
		files = []string{filepath.Join(dir, layouts[0]+".txt"), filepath.Join(dir, layouts[1]+".txt")}
		if _, stderr, status := run(); status != console.ExitUsage || !strings.Contains(stderr, "--scale FILE=SCALE") ||
			!strings.Contains(stderr, "cannot be averaged") {
			t.Errorf("%v without a word: status %d, %s", layouts, status, stderr)
		}
	}
	files = []string{filepath.Join(dir, "or.txt"), filepath.Join(dir, "bolt.txt"), filepath.Join(dir, "z.txt")}
	out, stderr, status := run(sizes...)
	if status != console.ExitOK {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if got := meanBeta(t, out); math.Abs(got-0.2) > 0.006 {
		t.Errorf("the mean effect is %v, the truth is 0.2", got)
	}
	text, err := os.ReadFile(out + ".inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	var in meta.Inputs
	if err := json.Unmarshal(text, &in); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"log_odds", "linear_binary", "log_odds"} {
		if s := in.Studies[i]; string(s.Conventions.Scale) != want || s.Scale != "log_odds" {
			t.Errorf("%s: the file is on %q, it was combined on %q", s.Name, s.Conventions.Scale, s.Scale)
		}
	}
	again := filepath.Join(t.TempDir(), "again.tsv.gz")
	if _, stderr, status := runMeta(t, "--inputs", out+".inputs.json", "-o", again); status != console.ExitOK || meanBeta(t, again) != meanBeta(t, out) {
		t.Errorf("repeated from its manifest: status %d, %s", status, stderr)
	}
	if _, stderr, status := run(
		append(sizes, "--scale", "bolt.txt=units")...); status != console.ExitUsage ||
		!strings.Contains(stderr, "the units of the trait") {
		t.Errorf("a scale that is stated counts: status %d, %s", status, stderr)
	}
	if _, stderr, status := run("--scale", "bolt.txt=oddities"); status != console.ExitUsage || !strings.Contains(stderr, "linear_binary") {
		t.Errorf("a scale that is none: status %d, %s", status, stderr)
	}
}

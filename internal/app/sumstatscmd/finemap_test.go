package sumstatscmd

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstatstest"
)

// locusFile writes the summary statistics of a study of real haplotypes with causal variants of given
// expected z, at 150 variants of which keep keeps some.
func locusFile(t *testing.T, seed uint64, effects map[int]float64, keep func(i int) bool) string {
	t.Helper()
	h := sumstatstest.ReadHaplotypes(t)
	at := sumstatstest.Every(0, 150, 8)
	z := h.Locus(at, nil).Z(rand.New(rand.NewPCG(46, seed)), effects)
	var b strings.Builder
	fmt.Fprintln(&b, "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn")
	for i, v := range at {
		f := 0.0
		for _, c := range h.Carries[v] {
			f += c / float64(len(h.Carries[v]))
		}
		se := 1 / math.Sqrt(2*f*(1-f)*50000)
		if keep(i) {
			fmt.Fprintf(&b, "7\t%d\t%s\t%s\t%.8g\t%.8g\t%.6f\t%.6g\t50000\n", h.Position[v], h.Alt[v], h.Ref[v],
				z[i]*se, se, f, math.Pow(10, -stat.NegLog10PFromZ(z[i])))
		}
	}
	path := filepath.Join(t.TempDir(), fmt.Sprintf("study%d.tsv", seed))
	must(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return path
}

func all(int) bool { return true }

func lociFlags(ld string) LociFlags {
	return LociFlags{LD: ld, Threshold: 5e-8, Window: 1000, StudyFlags: StudyFlags{Build: "GRCh37", Scale: []string{"standardised"}, Yes: true}}
}

func finemapped(t *testing.T, cmd *FinemapCmd) (finemapOutput, int) {
	t.Helper()
	cmd.JSON, cmd.Signals, cmd.Coverage = true, 10, 0.95
	text, status, _ := consoletest.Run(t, cmd)
	var out finemapOutput
	if err := json.Unmarshal([]byte(text), &out); err != nil || len(out.Loci) != 1 {
		t.Fatalf("%v\n%s", err, text)
	}
	return out, status
}

func TestFinemapPrintsSignalsAndAllVariants(t *testing.T) {
	file := locusFile(t, 1, map[int]float64{40: 12, 110: -10}, all)
	table := filepath.Join(t.TempDir(), "variants.tsv")
	out, status := finemapped(t, &FinemapCmd{File: file, LociFlags: lociFlags(sumstatstest.HaplotypesFile), Output: table})
	l := out.Loci[0]
	if status != console.ExitOK || l.Verdict != "believe" || l.Method != "susie" || len(l.Sets) != 2 || l.InPanel+l.Palindromic != 150 {
		t.Errorf("status %d: %+v", status, l)
	}
	text, err := os.ReadFile(table)
	must(t, err)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 151 || strings.Count(lines[1], "\t") != 15 || !strings.Contains(lines[1], ";") {
		t.Errorf("%d lines, the second is %q", len(lines), lines[1])
	}
	plain, _, _ := consoletest.Run(t, &FinemapCmd{File: file, Signals: 10, Coverage: 0.95, LociFlags: lociFlags(sumstatstest.HaplotypesFile)})
	for _, want := range []string{"Verdict: believe.", "set 2:", "PIP"} {
		if !strings.Contains(plain, want) {
			t.Errorf("%q is not in:\n%s", want, plain)
		}
	}
}

func TestFinemapWithoutLDIsNotJudged(t *testing.T) {
	out, status := finemapped(t, &FinemapCmd{File: locusFile(t, 1, map[int]float64{40: 12}, all), LociFlags: lociFlags("")})
	l := out.Loci[0]
	if status != console.ExitFindings || l.Verdict != "not_judged" || l.Method != "single_signal" || len(l.Sets) != 1 ||
		!strings.HasPrefix(l.Sentences[0], "Not judged: no LD.") {
		t.Errorf("status %d: %+v", status, l)
	}
}

// A study without the outlying variants is named.
func TestFinemapNamesStudies(t *testing.T) {
	file := locusFile(t, 1, map[int]float64{40: 12}, all)
	out, _ := finemapped(t, &FinemapCmd{File: file, LociFlags: lociFlags(sumstatstest.HaplotypesFile)})
	if len(out.Loci[0].Linked) == 0 {
		t.Fatal("the lead has no linked variant")
	}
	name := out.Loci[0].Linked[0].Variant
	text, err := os.ReadFile(file)
	must(t, err)
	lines := strings.Split(string(text), "\n")
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "7\t"+strings.Split(name, ":")[1]+"\t") })
	cells := strings.Split(lines[at], "\t")
	cells[4] = "0" // the effect is lost
	cells[7] = "1"
	lines[at] = strings.Join(cells, "\t")
	bad := filepath.Join(t.TempDir(), "result.tsv")
	must(t, os.WriteFile(bad, []byte(strings.Join(lines, "\n")), 0o600))
	partial := filepath.Join(t.TempDir(), "partial.tsv")
	must(t, os.WriteFile(partial, []byte(strings.Join(slices.Delete(lines, at, at+1), "\n")), 0o600))
	out, status := finemapped(t, &FinemapCmd{File: bad, Study: []string{file, partial}, LociFlags: lociFlags(sumstatstest.HaplotypesFile)})
	l := out.Loci[0]
	all := strings.Join(l.Sentences, "\n")
	if status != console.ExitFindings || l.Verdict != "doubt" || l.Method != "single_signal" || !strings.Contains(all, name) ||
		!strings.Contains(all, "missing in partial.") {
		t.Errorf("status %d, %s\n%s", status, l.Verdict, all)
	}
}

func TestFinemapRefusals(t *testing.T) {
	file := locusFile(t, 1, map[int]float64{40: 12}, all)
	for name, change := range map[string]func(*FinemapCmd){
		"coverage":  func(c *FinemapCmd) { c.Coverage = 1 },
		"signals":   func(c *FinemapCmd) { c.Signals = 0 },
		"threshold": func(c *FinemapCmd) { c.Threshold = 0 },
		"region":    func(c *FinemapCmd) { c.Region = "7:x" },
		"no VCF":    func(c *FinemapCmd) { c.LD = file },
		"in place":  func(c *FinemapCmd) { c.Output = file },
	} {
		cmd := &FinemapCmd{File: file, Signals: 10, Coverage: 0.95, LociFlags: lociFlags(sumstatstest.HaplotypesFile)}
		change(cmd)
		if _, status, err := consoletest.Run(t, cmd); status != console.ExitUsage {
			t.Errorf("%s: status %d, %v", name, status, err)
		}
	}
}

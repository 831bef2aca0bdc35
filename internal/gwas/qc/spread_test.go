package qc

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"

	"github.com/google/go-cmp/cmp"
)

// Forty rows whose call rates, P of Hardy–Weinberg, effects and frequencies are known
// one by one give these histograms and these counts.
func TestHistogramsOfAFile(t *testing.T) {
	var text strings.Builder
	text.WriteString(
		"chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tn\tinfo\tcall_rate\thwe_p\n",
	)
	for i := range 40 {
		rate, hwe, info := "0.993", "0.5", "0.95"
		switch {
		case i < 3:
			rate = "0.9499" // just below the limit
		case i == 3:
			rate = "0.95"
		case i == 4:
			rate = "0.5"
		case i < 7:
			hwe = "9.9e-7" // just beyond 1e-6
		case i == 7:
			hwe = "1e-6"
		case i == 8:
			hwe, info = "0", "0.2" // left out, and still read
		}
		fmt.Fprintf(&text, "%d\t%d\tA\tG\t%g\t0.05\t0.32\t0.0455\t1000\t%s\t%s\t%s\n", i%22+1, 100+i, 0.1*float64(1-2*(i%2)), info, rate, hwe)
	}
	report, out := check(t, text.String(), "", NewOptions(genome.GRCh37))
	var drawn plot.Histograms
	if err := json.Unmarshal(out.files["histograms.json"].Bytes(), &drawn); err != nil {
		t.Fatal(err)
	}
	type told struct {
		From            string
		N, Below, Above int64
		At              map[string]int64 // by the bound below
		Mark            float64
	}
	got := map[string]told{}
	for _, d := range drawn.Items {
		one := told{From: d.From, N: d.N, Below: d.Below, Above: d.Above, At: map[string]int64{}}
		for i, n := range d.Counts {
			if n > 0 {
				one.At[fmt.Sprintf("%.3g", d.Min+float64(i)*d.Step)] = n
			}
		}
		if d.Mark != nil {
			one.Mark = *d.Mark
		}
		got[d.Key] = one
	}
	effects := got["effect"].At
	delete(got, "effect")
	if len(effects) != 2 {
		t.Errorf("effects of 0.1 and −0.1 are counted as %v", effects)
	}
	delete(got, "standard_error")
	want := map[string]told{
		"maf":       {From: "clean", N: 39, At: map[string]int64{"0.32": 39}},
		"info":      {From: "clean", N: 39, At: map[string]int64{"0.95": 39}, Mark: 0.4},
		"call_rate": {From: "read", N: 40, Below: 1, At: map[string]int64{"0.948": 3, "0.95": 1, "0.992": 35}, Mark: 0.95},
		"hwe":       {From: "read", N: 40, Above: 1, At: map[string]int64{"0.2": 36, "6": 3}, Mark: 6},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if report.Warnings[WarnCallRate] != 4 || report.Warnings[WarnHWE] != 3 {
		t.Errorf("counted: %v", report.Warnings)
	}
	says := strings.Join(stepNamed(t, report, stepFilters).Messages, "\n")
	for _, sentence := range []string{"4 rows of those read have a call rate below 0.95;", "3 rows of those read are far from Hardy–Weinberg equilibrium (P below 1.0e-6)"} {
		if !strings.Contains(says, sentence) {
			t.Errorf("nothing says %q, but:\n%s", sentence, says)
		}
	}
}

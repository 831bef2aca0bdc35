package sumstatscmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/gwas/locusreport"
	"cohortium/internal/gwas/sumstatstest"
)

func compared(t *testing.T, first, second string, flags LociFlags) (*locusreport.Comparison, int) {
	t.Helper()
	text, status, _ := consoletest.Run(t, &ColocCmd{First: first, Second: second, P1: 1e-4, P2: 1e-4, P12: 1e-5, JSON: true, LociFlags: flags})
	var out colocOutput
	if err := json.Unmarshal([]byte(text), &out); err != nil || len(out.Loci) != 1 {
		t.Fatalf("%v\n%s", err, text)
	}
	return out.Loci[0], status
}

// Two signals of the first trait: the second trait shares one of them. With LD that is seen, and
// which one; without LD the stronger signal hides it.
func TestColocComparesSignalBySignal(t *testing.T) {
	first := locusFile(t, 1, map[int]float64{40: 14, 110: -10}, all)
	second := locusFile(t, 2, map[int]float64{110: 9}, all)
	l, status := compared(t, first, second, lociFlags(sumstatstest.HaplotypesFile))
	if status != console.ExitOK || len(l.Pairs) != 2 || len(l.Notes) != 0 {
		t.Fatalf("status %d: %+v", status, l)
	}
	shared := 0
	for _, p := range l.Pairs {
		if len(p.Sensitivity) != 9 {
			t.Errorf("%+v", p.Sensitivity)
		}
		if p.Posterior[4] > 0.8 {
			shared++
		} else if p.Posterior[3] < 0.8 {
			t.Errorf("neither shared nor distinct: %+v", p)
		}
	}
	if shared != 1 {
		t.Errorf("%d signals are shared", shared)
	}
	l, _ = compared(t, first, second, lociFlags(""))
	if len(l.Pairs) != 1 || l.Pairs[0].Posterior[3] < 0.8 || len(l.Notes) != 2 || !strings.Contains(l.Notes[0], "No LD") {
		t.Errorf("without LD: %+v", l)
	}
	plain, _, _ := consoletest.Run(t, &ColocCmd{First: first, Second: second, P1: 1e-4, P2: 1e-4, P12: 1e-5, LociFlags: lociFlags("")})
	for _, want := range []string{"p12 1e-05", "H4", "If shared,", "No LD: one signal is assumed."} {
		if !strings.Contains(plain, want) {
			t.Errorf("%q is not in:\n%s", want, plain)
		}
	}
}

// What cannot be compared is refused with its reason; just within the limits it is not.
func TestColocRefusals(t *testing.T) {
	first := locusFile(t, 1, map[int]float64{40: 12}, all)
	for _, c := range []struct {
		second string
		want   string
	}{
		{locusFile(t, 2, nil, all), "The second trait has no signal"},
		{locusFile(t, 3, map[int]float64{40: 12}, func(i int) bool { return i < 49 }), "Only 49 variants are in both"},
		{locusFile(t, 4, map[int]float64{40: 12}, func(i int) bool { return i < 50 }), ""},
		{moved(t, locusFile(t, 5, map[int]float64{40: 12}, all)), "Only 0 variants are in both"},
	} {
		l, status := compared(t, first, c.second, lociFlags(""))
		pairs, wantStatus := 0, console.ExitFindings
		if c.want == "" {
			pairs, wantStatus = 1, console.ExitOK
		}
		if status != wantStatus || len(l.Pairs) != pairs || !strings.HasPrefix(l.Refusal, c.want) {
			t.Errorf("%q: status %d, %q", c.want, status, l.Refusal)
		}
	}
	impossible := &ColocCmd{First: first, Second: locusFile(t, 6, nil, all), P1: 1e-4, P2: 1e-4, P12: 1e-3, LociFlags: lociFlags("")}
	if _, status, err := consoletest.Run(t, impossible); status != console.ExitUsage {
		t.Errorf("p12 above p1: status %d, %v", status, err)
	}
}

// moved returns a file whose alleles are others at the same positions.
func moved(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	var out []string
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cells := strings.Split(line, "\t")
		if i > 0 {
			cells[2], cells[3] = "ACG", "A"
		}
		out = append(out, strings.Join(cells, "\t"))
	}
	to := filepath.Join(t.TempDir(), "moved.tsv")
	must(t, os.WriteFile(to, []byte(strings.Join(out, "\n")+"\n"), 0o600))
	return to
}

package meta_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/sumstats"
)

// metaforLines reads a file that testdata/metafor.R wrote.
func metaforLines(t *testing.T, name string) (lines [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.Fields(line))
	}
	return lines
}

func numbers(t *testing.T, words []string) []float64 {
	t.Helper()
	out := make([]float64, len(words))
	for i, w := range words {
		var err error
		if out[i], err = strconv.ParseFloat(w, 64); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// The results without one study are those of metafor's leave1out.
func TestLeaveOneOutOfMetafor(t *testing.T) {
	for method, scheme := range map[string]meta.Scheme{"FE": meta.FixedEffect, "DL": meta.RandomEffects} {
		data, want := make([][]sumstats.Row, 5), [][]float64{}
		for _, line := range metaforLines(t, "metafor.tsv") {
			if line[0] != method {
				continue
			}
			x := numbers(t, line[1:])
			for i := range data {
				data[i] = append(data[i], row(1, int32(len(want)+1), "A", "G", x[i], x[5+i], 0.3))
			}
			want = append(want, x[10:])
		}
		opt := meta.DefaultOptions()
		opt.Scheme = scheme
		_, left, _ := runWithout(t, named(data), opt)
		if len(left.rows) != 100 {
			t.Fatalf("%s: %d variants", method, len(left.rows))
		}
		for i, x := range want {
			weakest, strongest := 0, 0
			for j := range 5 {
				z := func(j int) float64 { return math.Abs(x[j] / x[5+j]) }
				if z(j) < z(weakest) {
					weakest = j
				}
				if z(j) > z(strongest) {
					strongest = j
				}
			}
			for group, j := range map[string]int{"weakest": weakest, "strongest": strongest} {
				if name := fmt.Sprintf("study %02d", j); left.text(i, group+"_without") != name {
					t.Errorf("%s, variant %d is %s without %s, by metafor without %s", method, i, group, left.text(i, group+"_without"), name)
				}
				if off(left.number(i, group+"_beta"), x[j]) > 1e-9 || off(left.number(i, group+"_standard_error"), x[5+j]) > 1e-9 ||
					off(left.number(i, group+"_p_value"), x[10+j]) > 1e-8 {
					t.Errorf("%s, variant %d: %v, want %v ± %v, P %v", method, i, left.rows[i], x[j], x[5+j], x[10+j])
				}
			}
		}
	}
}

// The difference of two effects is that of metafor's model with a moderator, and its square the
// heterogeneity of both.
func TestDifferenceOfMetafor(t *testing.T) {
	lines := metaforLines(t, "metafor-sex.tsv")
	if len(lines) != 1000 {
		t.Fatalf("%d variants", len(lines))
	}
	for i, line := range lines {
		x := numbers(t, line)
		d := meta.Differ(x[0], x[2], x[1], x[3])
		fixed := meta.CombineFixed(x[:2], x[2:4])
		if math.Abs(d.Beta-x[4]) > 1e-12 || off(d.SE, x[5]) > 1e-12 || off(pOf(d.NegLog10P), x[6]) > 1e-9 || math.Abs(d.Z*d.Z-x[7]) > 1e-9*(1+x[7]) {
			t.Errorf("%d: %+v, metafor %v", i, d, x)
		}
		if math.Abs(fixed.Q-x[7]) > 1e-9*(1+x[7]) || off(pOf(fixed.NegLog10HetP), x[6]) > 1e-6 {
			t.Errorf("%d: Q %v with P %v, metafor %v", i, fixed.Q, pOf(fixed.NegLog10HetP), x)
		}
	}
}

package credible_test

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"cohortium/internal/gwas/credible"
)

// Bayes factors and posteriors are those that testdata/wakefield.py computed in 60 digits from the
// densities of Wakefield 2009, not from the formula that the package uses.
func TestBayesFactorsAreThoseComputedInSixtyDigits(t *testing.T) {
	text, err := os.ReadFile("testdata/wakefield.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		W         float64
		Beta, SE  []float64
		LogBF     []string `json:"log_bf"`
		Posterior []string
	}
	if err := json.Unmarshal(text, &cases); err != nil || len(cases) == 0 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	parsed := func(text string) float64 {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	worst := 0.0
	for i, c := range cases {
		logs := make([]float64, len(c.Beta))
		for j := range c.Beta {
			logs[j] = credible.LogBF(c.Beta[j], c.SE[j], c.W)
			want := parsed(c.LogBF[j])
			off := math.Abs(logs[j]-want) / max(1, math.Abs(want))
			if worst = max(worst, off); !(off <= 1e-13) {
				t.Errorf("case %d, variant %d: ln BF %.17g, want %.17g", i, j, logs[j], want)
			}
		}
		for j, posterior := range credible.Of(logs, 0.95).PIP {
			want := parsed(c.Posterior[j])
			if !(math.Abs(posterior-want) <= 1e-11*max(want, 1e-300)+1e-300) {
				t.Errorf("case %d, variant %d: posterior %.17g, want %.17g", i, j, posterior, want)
			}
		}
	}
	t.Logf("worst relative error of ln BF %.2g", worst)
}

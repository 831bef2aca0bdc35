package qc

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDoubts: which findings of a report an acceptance has to acknowledge.
func TestDoubts(t *testing.T) {
	step := func(name string, v Verdict, messages ...string) Step {
		return Step{Name: name, Verdict: v, Messages: messages}
	}
	for name, c := range map[string]struct {
		steps []Step
		want  []string
	}{
		"all passed":                              {[]Step{step("inflation", Pass, "λ"), step("alleles", Pass), step("se_n", Pass)}, nil},
		"λ, without LD scores":                    {[]Step{step("inflation", Warned, "λ = 27."), step("ld_score_regression", NotMeasured, "no scores")}, []string{"λ = 27."}},
		"λ, in a report of before":                {[]Step{step("inflation", Warned, "λ = 27.")}, []string{"λ = 27."}},
		"λ, explained by signal":                  {[]Step{step("inflation", Warned, "λ = 1.2."), step("ld_score_regression", Pass, "fine")}, nil},
		"λ and the intercept":                     {[]Step{step("inflation", Warned, "λ = 1.2."), step("ld_score_regression", Warned, "intercept", "h²")}, []string{"λ = 1.2.", "intercept h²"}},
		"standard errors":                         {[]Step{step("se_n", Warned, "ratio 2.")}, []string{"ratio 2."}},
		"no panel":                                {[]Step{step("alleles", NotMeasured, "3 rows left out.", "No panel."), step("frequency", NotMeasured, "No panel.")}, []string{"No panel."}},
		"few rows":                                {[]Step{step("completeness", NotMeasured, "Only 5 rows.")}, []string{"Only 5 rows."}},
		"warnings about part of the file":         {[]Step{step("duplicates", Warned, "2 rows."), step("completeness", Warned, "chromosome 3"), step("pz", Warned, "12 rows")}, nil},
		"nothing to judge where that is no doubt": {[]Step{step("sample_size", NotMeasured, "not stated"), step("inflation", NotMeasured, "few")}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Doubts(c.steps)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

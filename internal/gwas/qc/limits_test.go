package qc

import (
	"errors"
	"testing"

	"cohortium/internal/gwas/genome"
)

// The numbers that the documents of the consortium name, written down once more.
func TestDefaultThresholds(t *testing.T) {
	want := map[string]float64{
		"unreadable": 0.05, "effect": 10, "standard_error": 10, "people": 30, "minor_allele_frequency": 0.01,
		"minor_allele_count": 6, "info": 0.4, "r_squared": 0.3, "info_above": 1.05, "call_rate": 0.95, "hwe": 6, "half_n": 0.5,
		"minor_allele_count_in_cases": 20, "duplicates": 0.01, "matched": 0.5, "mismatch": 0.01, "palindromes_from": 0.4,
		"palindromes_to": 0.6, "frequency_difference": 0.2, "frequency_outliers": 0.05, "frequency_r": 0.9, "p_z_r": 0.95,
		"p_z_disagree": 0.01, "lambda_above": 1.1, "lambda_below": 0.95, "intercept_above": 1.1, "intercept_below": 0.9,
		"heritability": 1, "declared_n": 0.01, "se_n": 0.3, "peer_frequency_r": 0.95, "peer_frequency_apart": 0.01,
	}
	opt := NewOptions(genome.GRCh38)
	all := opt.applied()
	if len(all) != len(want) {
		t.Errorf("%d thresholds, want %d", len(all), len(want))
	}
	steps := map[string]bool{stepPeers: true}
	for _, s := range judged().steps() {
		steps[s.Name] = true
	}
	for _, a := range all {
		if a.Default != want[a.Key] || a.Value != want[a.Key] {
			t.Errorf("%s is %v by default and %v in a run, want %v", a.Key, a.Default, a.Value, want[a.Key])
		}
		if !(a.Least <= a.Default && a.Default <= a.Most && a.Least < a.Most) {
			t.Errorf("%s is %v, between %v and %v", a.Key, a.Default, a.Least, a.Most)
		}
		if !steps[a.Step] || a.Does == "" || a.Reason == "" || a.Unit == "" {
			t.Errorf("%s says too little: %+v", a.Key, a)
		}
	}
}

// A threshold that is chosen is the one that the run uses and the report names.
func TestChosenThresholds(t *testing.T) {
	f := judged()
	f.report.LambdaGC = 1.15
	if got := f.inflation().Verdict; got != Warned {
		t.Fatalf("λ 1.15 is judged %s", got)
	}
	for i, threshold := range Thresholds() {
		opt := NewOptions(genome.GRCh38)
		for _, value := range []float64{threshold.Least, threshold.Most} {
			if err := opt.Set(threshold.Key, value); err != nil {
				t.Errorf("%s: %v", threshold.Key, err)
			}
			for j, a := range opt.applied() {
				if changed := a.Value != a.Default; changed && i != j {
					t.Errorf("%s changes %s", threshold.Key, a.Key)
				}
				if i == j && a.Value != value {
					t.Errorf("%s is %v after %v was chosen", a.Key, a.Value, value)
				}
			}
		}
		for _, value := range []float64{threshold.Least - 0.001, threshold.Most + 0.001, nan} {
			var refused *SettingError
			if err := opt.Set(threshold.Key, value); !errors.As(err, &refused) {
				t.Errorf("%s of %v is not refused: %v", threshold.Key, value, err)
			}
		}
	}
	if err := f.opt.Set("lambda_above", 1.2); err != nil {
		t.Fatal(err)
	}
	if s := f.inflation(); s.Verdict != Pass {
		t.Errorf("λ 1.15 below a chosen 1.2 is judged %s", s.Verdict)
	}
	if err := f.opt.Set("lambda_abov", 1.2); err == nil {
		t.Error("an unknown threshold is taken")
	}
}

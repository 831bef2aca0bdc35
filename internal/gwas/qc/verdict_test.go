package qc

import (
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// TestVerdictThresholds tries the shares of unreadable and of repeated rows on both sides of their
// limits.
func TestVerdictThresholds(t *testing.T) {
	at := func(n int64, reason sumstats.Reason) *findings {
		excluded := []sumstats.ReasonCount{{Reason: reason, N: n}}
		opt := NewOptions(genome.GRCh37)
		return &findings{opt: &opt, resolver: &resolver{positions: 1000}, byReason: map[sumstats.Reason]int64{reason: n},
			file: &sumstats.Account{RowsIn: 1000, RowsOut: 1000 - n, Excluded: excluded}}
	}
	for name, test := range map[string]struct {
		step   *stepBuilder
		failed bool
	}{
		"5 % unreadable":                {at(50, "p_missing").reading(), false},
		"more than 5 % unreadable":      {at(51, "p_missing").reading(), true},
		"rows of other tests are sound": {at(900, sumstats.ReasonOtherTest).reading(), false},
		"1 % repeated":                  {at(10, ReasonDuplicate).duplicates(), false},
		"more than 1 % repeated":        {at(11, ReasonDuplicate).duplicates(), true},
	} {
		if failed := test.step.Verdict == Fail; failed != test.failed {
			t.Errorf("%s: verdict %s %q", name, test.step.Verdict, test.step.Messages)
		}
	}
}

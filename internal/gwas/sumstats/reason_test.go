package sumstats

import (
	"strings"
	"testing"
)

func TestReasonsHaveSentences(t *testing.T) {
	repairs := false
	seen := map[Reason]bool{}
	for _, r := range Reasons() {
		if r == "" || r.Sentence() == string(r) || !strings.HasSuffix(r.Sentence(), ".") || seen[r] {
			t.Errorf("reason %q: %q", r, r.Sentence())
		}
		seen[r] = true
		if repairs && !r.Repair() {
			t.Errorf("exclusion %q stands among the repairs", r)
		}
		repairs = r.Repair()
	}
	if len(seen) != int(numReasons)-1 || Reason("x").Repair() || Reason("x").Sentence() != "x" {
		t.Error("the table of reasons is not whole")
	}
}

package hermes_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/hermes"
)

// A meta-analysis that starts and ends while another one has computed but stored nothing does not
// affect it: both results are as if each ran alone.
func TestTwoMetaAnalysesAtOnceDoNotMix(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one, two, three := b.approve(t, "One", 1), b.approve(t, "Two", 2), b.approve(t, "Three", 3)
		first, err := b.combine(t, "First", one, two)
		must(t, err)
		second, err := b.combine(t, "Second", two, three)
		must(t, err)
		nested := false
		b.crash = func(point string) {
			if point == "meta:computed" && !nested {
				nested = true
				must(t, b.RunJob(t.Context(), second.JobID, b.claim(t, second.JobID)))
			}
		}
		must(t, b.RunJob(t.Context(), first.JobID, b.claim(t, first.JobID)))
		if !nested {
			t.Fatal("the second did not run within the first")
		}
		for beside, ids := range map[string][]string{first.ID: {one, two}, second.ID: {two, three}} {
			alone, err := b.combine(t, "Alone "+beside, ids...)
			must(t, err)
			must(t, b.RunJob(t.Context(), alone.JobID, b.claim(t, alone.JobID)))
			want, got := b.result(t, alone.ID), b.result(t, beside)
			if diff := cmp.Diff(want, got); diff != "" || want == "" {
				t.Errorf("beside another (-alone +beside):\n%s", diff)
			}
		}
		if b.result(t, first.ID) == b.result(t, second.ID) {
			t.Error("both have the same rows: the test compares nothing")
		}
	})
}

// result returns the checksum of the rows of a meta-analysis that is over.
func (b *bench) result(t *testing.T, id string) string {
	t.Helper()
	m, err := b.Meta(t.Context(), b.reviewer, id)
	must(t, err)
	if m.Status != hermes.MetaCompleted {
		t.Fatalf("%s: %s, %s", m.Name, m.Status, m.Error)
	}
	return byName(b.contents(t, "hermes/ma/"+id+"/"))["results.tsv.gz"]
}

package hermes_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/freeze"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
)

// TestAMetaRegressionCellIsTheSingleRun compares the cell of all ancestries, byte for byte, with a single
// meta-regression of the same submissions.
func TestAMetaRegressionCellIsTheSingleRun(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		var ids []string
		for i := range 6 {
			b.ancestry, b.change = []string{"EU", "EA"}[i%2], alikeBut(0.03*float64(i%2))
			ids = append(ids, b.approve(t, fmt.Sprint("Study", i), uint64(i+1)))
		}
		d := plain()
		d.Schemes, d.Options.Axes = []meta.Scheme{meta.FixedEffect, meta.MetaRegression}, 1
		v := b.finish(t, b.start(t, b.freeze(t, d)))
		r := resultAt(t, v, "ALL_HF/all/both/metaregression")
		if r.State != hermes.ResultDone || r.NStudies != 6 {
			t.Fatalf("%+v", r)
		}
		options := d.Options
		options.Scheme, options.MultiAncestry = string(meta.MetaRegression), true
		m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Single", Phenotype: "ALL_HF", Datasets: ids, Options: options})
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		want, got := byName(b.contents(t, "hermes/ma/"+m.ID+"/")), byName(b.contents(t, "hermes/ma/"+r.MetaID+"/"))
		for _, files := range []map[string]string{want, got} { // has the name and the id
			delete(files, "inputs.json")
		}
		if diff := cmp.Diff(want, got); diff != "" || want[meta.FileResults] == "" {
			t.Errorf("the files differ:\n%.2000s", diff)
		}
	})
}

// TestASexDifferenceWithoutOneSexFails cancels the result of males: nothing is left to compare, the freeze ends, and a
// new start computes only what is missing.
func TestASexDifferenceWithoutOneSexFails(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		for i, name := range []string{"One", "Two", "Three", "Four"} {
			b.sex = []string{hermes.FemaleOnly, hermes.MaleOnly}[i%2]
			b.approve(t, name, uint64(i+1))
		}
		d := plain()
		d.SexDifference = true
		v := b.start(t, b.freeze(t, d))
		_, err := b.jobs.Cancel(t.Context(), b.reviewer, resultAt(t, v, "ALL_HF/EU/male/ivw").Progress.JobID)
		must(t, err)
		v, err = b.Freeze(t.Context(), b.reviewer, v.ID)
		must(t, err)
		v = b.finish(t, v)
		r := resultAt(t, v, "ALL_HF/EU/female/"+freeze.SexDifference)
		if r.State != hermes.ResultFailed || !slices.Equal(r.Notes, []string{"The result of males is missing."}) || r.MetaID != "" {
			t.Fatalf("%+v", r)
		}
		female := resultAt(t, v, "ALL_HF/EU/female/ivw")
		if v.State != hermes.FreezeFinished || v.Plan.Counts[hermes.VerdictFailed] != 1 || female.State != hermes.ResultDone || v.Actions["publish"].Allowed {
			t.Errorf("%s, %+v, %+v", v.State, v.Plan.Counts, female)
		}
		v = b.finish(t, b.start(t, v))
		again := resultAt(t, v, "ALL_HF/EU/female/"+freeze.SexDifference)
		if again.State != hermes.ResultDone || resultAt(t, v, "ALL_HF/EU/female/ivw").MetaID != female.MetaID {
			t.Errorf("after another start: %+v", again)
		}
	})
}

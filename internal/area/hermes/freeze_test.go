package hermes_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/area/freeze"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/errs"
)

// plain is a document of all accepted submissions.
func plain() *hermes.FreezeDocument {
	return &hermes.FreezeDocument{Schemes: []meta.Scheme{meta.FixedEffect},
		Options: hermes.MetaOptions{MinStudies: 2, Palindromic: "frequency", GenomicControl: true,
			SharedPeople: true, FewShared: true, Inflated: true, DoubtfulSize: true}}
}

func (b *bench) freeze(t *testing.T, d *hermes.FreezeDocument) *hermes.FreezeView {
	t.Helper()
	v, err := b.CreateFreeze(t.Context(), b.reviewer, hermes.NewFreeze{Name: "Release", ReleaseVersion: "1", Document: d})
	must(t, err)
	return v
}

func (b *bench) start(t *testing.T, v *hermes.FreezeView) *hermes.FreezeView {
	t.Helper()
	v, err := b.StartFreeze(t.Context(), b.reviewer, v.ID, v.Version)
	must(t, err)
	return v
}

// finish runs the jobs of a freeze until none is left.
func (b *bench) finish(t *testing.T, v *hermes.FreezeView) *hermes.FreezeView {
	t.Helper()
	for v.State == hermes.FreezeRunning {
		ran := 0
		for _, c := range v.Plan.Cells {
			for _, r := range c.Results {
				if r.Progress != nil {
					must(t, b.RunJob(t.Context(), r.Progress.JobID, b.claim(t, r.Progress.JobID)))
					ran++
				}
			}
		}
		if ran == 0 {
			t.Fatal("the freeze runs without a job")
		}
		var err error
		v, err = b.Freeze(t.Context(), b.reviewer, v.ID)
		must(t, err)
	}
	return v
}

// result returns a result of a matrix by phenotype/ancestry/sex/name.
func resultAt(t *testing.T, v *hermes.FreezeView, at string) *hermes.FreezeResult {
	t.Helper()
	for _, c := range v.Plan.Cells {
		for _, r := range c.Results {
			if strings.Join([]string{c.Phenotype, c.Ancestry, c.Sex, r.Name}, "/") == at {
				return r
			}
		}
	}
	t.Fatalf("no result %s", at)
	return nil
}

func TestAFreezeOfOneCellIsTheMetaAnalysis(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		two, one := b.approve(t, "Two", 2), b.approve(t, "One", 1) // whatever their order
		d := plain()
		d.Options.LeaveOneOut = true
		v := b.finish(t, b.start(t, b.freeze(t, d)))
		r := resultAt(t, v, "ALL_HF/EU/both/ivw")
		if r.State != hermes.ResultDone || v.State != hermes.FreezeFinished || v.Plan.Counts[hermes.VerdictPassed]+v.Plan.Counts[hermes.VerdictWarning] != 1 {
			t.Fatalf("%s, %+v", v.State, r)
		}
		options := d.Options
		options.Scheme = "ivw"
		m, err := b.CreateMeta(t.Context(), b.reviewer, hermes.NewMeta{Name: "Single", Phenotype: "ALL_HF", Datasets: []string{one, two}, Options: options})
		must(t, err)
		must(t, b.RunJob(t.Context(), m.JobID, b.claim(t, m.JobID)))
		want, got := byName(b.contents(t, "hermes/ma/"+m.ID+"/")), byName(b.contents(t, "hermes/ma/"+r.MetaID+"/"))
		for _, files := range []map[string]string{want, got} { // has the name and the id
			delete(files, "inputs.json")
		}
		if len(want) < 8 || want[meta.FileLeaveOneOut] == "" {
			t.Fatalf("%d files", len(want))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the files differ:\n%.2000s", diff)
		}
		page, err := b.Metas(t.Context(), b.reviewer, hermes.MetaFilter{Sort: "name", Limit: 10})
		must(t, err)
		if page.Total != 1 || page.Items[0].ID != m.ID {
			t.Errorf("the list has %d meta-analyses", page.Total)
		}
		if err := b.DeleteMeta(t.Context(), b.reviewer, r.MetaID); codeOf(err) != "of_freeze" {
			t.Errorf("deleting a result of a freeze: %v", err)
		}
	})
}

func codeOf(err error) string {
	var refusal *errs.Error
	if !errors.As(err, &refusal) {
		return ""
	}
	return refusal.Code
}

func TestOnlyWhatDependsOnACohortIsDoneAgain(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		one := b.approve(t, "One", 1)
		b.approve(t, "Two", 2)
		b.ancestry = "EA"
		b.approve(t, "Three", 3)
		b.approve(t, "Four", 4)
		v := b.finish(t, b.start(t, b.freeze(t, plain())))
		european, asian := resultAt(t, v, "ALL_HF/EU/both/ivw").MetaID, resultAt(t, v, "ALL_HF/EA/both/ivw").MetaID
		if v.Actions["start"].Allowed || !v.Actions["publish"].Allowed {
			t.Errorf("actions: %+v", v.Actions)
		}
		_, err := b.rerun(t, one, hermes.PanelNone)
		must(t, err)
		_, err = b.Review(t.Context(), b.reviewer, one, hermes.Decision{Kind: hermes.Accept})
		must(t, err)
		v, err = b.Freeze(t.Context(), b.reviewer, v.ID)
		must(t, err)
		want := []string{"One was replaced by another QC run."}
		if got := resultAt(t, v, "ALL_HF/EU/both/ivw").Outdated; !slices.Equal(got, want) {
			t.Errorf("outdated: %q", got)
		}
		if got := resultAt(t, v, "ALL_HF/EA/both/ivw").Outdated; len(got) > 0 || v.Plan.Cost.Results != 1 || v.Plan.Cost.Files != 2 {
			t.Errorf("the other: %q, cost %+v", got, v.Plan.Cost)
		}
		if _, err := b.PublishFreeze(t.Context(), b.reviewer, v.ID, v.Version, hermes.FreezePublication{Name: "release"}); codeOf(err) != "not_ready" {
			t.Errorf("published although outdated: %v", err)
		}
		v = b.finish(t, b.start(t, v))
		if resultAt(t, v, "ALL_HF/EA/both/ivw").MetaID != asian || resultAt(t, v, "ALL_HF/EU/both/ivw").MetaID == european {
			t.Error("not only the cell of the cohort was made again")
		}
		if left := b.contents(t, "hermes/ma/"+european+"/"); len(left) > 0 {
			t.Errorf("%d files of the replaced result are left", len(left))
		}
	})
}

func TestAKilledFreezeContinues(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		b.approve(t, "One", 1)
		b.approve(t, "Two", 2)
		d := plain()
		d.Schemes = []meta.Scheme{meta.FixedEffect, meta.RandomEffects}
		v := b.start(t, b.freeze(t, d))
		first := resultAt(t, v, "ALL_HF/EU/both/ivw")
		if !b.die(t, first.Progress.JobID, "meta:stored") {
			t.Fatal("the worker did not die")
		}
		b.restart()
		must(t, b.RunJob(t.Context(), first.Progress.JobID, b.takeOver(t, first.Progress.JobID)))
		v, err := b.Freeze(t.Context(), b.reviewer, v.ID)
		must(t, err)
		if v.State != hermes.FreezeRunning || resultAt(t, v, "ALL_HF/EU/both/ivw").State != hermes.ResultDone {
			t.Fatalf("%s, %+v", v.State, resultAt(t, v, "ALL_HF/EU/both/ivw"))
		}
		v, err = b.CancelFreeze(t.Context(), b.reviewer, v.ID, v.Version)
		must(t, err)
		if r := resultAt(t, v, "ALL_HF/EU/both/random"); r.State != hermes.ResultCancelled || v.State != hermes.FreezeFinished {
			t.Fatalf("cancelled: %s, %+v", v.State, r)
		}
		v = b.finish(t, b.start(t, v))
		if r := resultAt(t, v, "ALL_HF/EU/both/random"); r.State != hermes.ResultDone || resultAt(t, v, "ALL_HF/EU/both/ivw").MetaID != first.MetaID {
			t.Errorf("after it: %+v", r)
		}
	})
}

func TestFemalesAndMalesAreCompared(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		for i, name := range []string{"One", "Two", "Three", "Four"} {
			b.sex = []string{hermes.FemaleOnly, hermes.MaleOnly}[i%2]
			b.approve(t, name, uint64(i+1))
		}
		d := plain()
		d.SexDifference = true
		v := b.finish(t, b.start(t, b.freeze(t, d)))
		r := resultAt(t, v, "ALL_HF/EU/female/"+freeze.SexDifference)
		if r.State != hermes.ResultDone || r.NVariants == nil || *r.NVariants < 4000 || r.NStudies != 4 {
			t.Fatalf("%+v", r)
		}
		female := b.contents(t, "hermes/ma/"+resultAt(t, v, "ALL_HF/EU/female/ivw").MetaID+"/")
		if len(female) == 0 {
			t.Fatal("no result of females")
		}
	})
}

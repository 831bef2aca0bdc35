package dataset_test

import (
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// onBuild sets another genome build of the data set.
func (r *registered) onBuild(t testing.TB, build string) *dataset.View {
	t.Helper()
	v, err := r.Dataset(t.Context(), r.cora, r.dataset)
	must(t, err)
	m := v.Metadata
	m.GenomeBuild = build
	v, err = r.UpdateDataset(t.Context(), r.cora, r.dataset, v.Version, m)
	must(t, err)
	return v
}

// shownCheck returns the check of the file that a page shows, nil if it shows none.
func (r *registered) shownCheck(t testing.TB) *dataset.CheckView {
	t.Helper()
	v, err := r.Dataset(t.Context(), r.kurt, r.dataset)
	must(t, err)
	return v.Phenotypes[0].File.Check
}

// wantNoVerdict checks that no earlier verdict is available.
func (r *registered) wantNoVerdict(t testing.TB) {
	t.Helper()
	_, err := r.CheckPlot(t.Context(), r.cora, r.dataset, r.file, "qq")
	wantCode(t, err, errs.NotFound, "not_found")
	_, err = r.DepositYAML(t.Context(), r.cora, r.dataset, r.file)
	wantCode(t, err, errs.Conflict, "no_deposit")
	_, err = r.Deposit(t.Context(), r.cora, r.dataset, r.file)
	wantCode(t, err, errs.Conflict, "no_deposit")
}

func TestAVerdictBelongsToTheBuildOfItsDataSet(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		if c := r.check(t); c.Status != dataset.CheckWarned || c.Build != "hg19" {
			t.Fatalf("%s on %s", c.Status, c.Build)
		}
		v := r.onBuild(t, "grch38")
		c := v.Phenotypes[0].File.Check
		if c == nil || c.Status != dataset.CheckQueued || c.Build != "grch38" || c.Job.OwnerID != "cora" {
			t.Fatalf("after the change: %+v", c)
		}
		r.wantNoVerdict(t)
		if checks, err := r.Checks(t.Context(), r.cora, r.dataset, r.file); err != nil || len(checks) != 1 || checks[0].Build != "grch38" {
			t.Errorf("%d checks, %v", len(checks), err)
		}
		waiting := c.JobID
		r.onBuild(t, "n/a")
		if c := r.shownCheck(t); c != nil {
			t.Errorf("without a build: %+v", c.Check)
		}
		r.wantNoVerdict(t)
		if j, err := o.db.Job(t.Context(), waiting); err != nil || j.State != job.Cancelled {
			t.Errorf("the check that waited: %+v, %v", j, err)
		}
		r.onBuild(t, "grch38")
		c = r.shownCheck(t)
		r.job = c.JobID
		if c := r.check(t); c.Build != "grch38" || c.RowsIn == nil || reportOf(t, c).Settings["build"] == "hg19" {
			t.Errorf("%s on %s", c.Status, c.Build)
		}
	})
}

func TestACheckThatRunsIsStoppedByAnotherBuild(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		rep := o.claim(t, r.job)
		r.onBuild(t, "grch38")
		must(t, o.RunJob(t.Context(), r.job, rep))
		if j, err := o.db.Job(t.Context(), r.job); err != nil || j.State != job.Cancelled {
			t.Errorf("%+v, %v", j, err)
		}
		r.job = r.shownCheck(t).JobID
		if c := r.check(t); c.Build != "grch38" || c.RowsIn == nil {
			t.Errorf("%+v", c.Check)
		}
	})
}

func TestConfirmedColumnsStayOnAnotherBuild(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "hg19", "pd.tsv.gz", readReal(t, "parkinson_nalls2019_LRRK2_hg19.tsv.gz"))
		r.check(t)
		in, err := r.Preview(t.Context(), r.cora, r.dataset, r.file)
		must(t, err)
		again, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, in.Mapping(true), "")
		must(t, err)
		r.job = again.JobID
		r.check(t)
		r.onBuild(t, "grch38")
		r.job = r.shownCheck(t).JobID
		if c := r.check(t); c.Status == dataset.CheckQuestions || c.RowsIn == nil {
			t.Errorf("asked again: %s %s", c.Status, c.Error)
		}
	})
}

func TestOtherSizesAreCheckedAgain(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		first := r.check(t)
		v, err := r.Dataset(t.Context(), r.cora, r.dataset)
		must(t, err)
		p := v.Phenotypes[0]
		put := func(description string, cases, controls int64) *dataset.CheckView {
			_, err := r.UpdatePhenotype(t.Context(), r.cora, r.dataset, p.ID, dataset.PhenotypeInput{
				Code: p.Code, Description: description, Dichotomous: true, SampleSize: cases + controls, Cases: &cases, Controls: &controls,
			})
			must(t, err)
			return r.shownCheck(t)
		}
		if c := put("Failing heart", 400, 600); c.ID != first.ID {
			t.Errorf("another description: %s", c.Status)
		}
		if c := put("Failing heart", 500, 500); c.ID == first.ID || c.Status != dataset.CheckQueued {
			t.Errorf("other cases: %s", c.Status)
		}
	})
}

// TestAnImportRepeatsTheCheck checks that an import and its undo leave no verdict for another build or
// other sample sizes.
func TestAnImportRepeatsTheCheck(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.registerReal(t)
		first := r.check(t)
		b, err := o.CreateBatch(t.Context(), o.cora, dataset.SheetInput{
			Text: "id,genome_build,phenotype,cases,controls\n" + r.dataset + ",GRCh38,HF,300,700\n",
		})
		must(t, err)
		c := r.shownCheck(t)
		if c == nil || c.Build != "grch38" || c.Status != dataset.CheckQueued {
			t.Fatalf("after the import: %+v", c)
		}
		_, err = o.UndoBatch(t.Context(), o.cora, b.ID)
		must(t, err)
		c = r.shownCheck(t)
		if c == nil || c.Build != "hg19" || c.Status != dataset.CheckQueued || c.ID == first.ID {
			t.Fatalf("after undoing it: %+v", c)
		}
		r.job = c.JobID
		if c := r.check(t); !strings.Contains(string(c.Report), `"rows_clean"`) {
			t.Errorf("%s %s", c.Status, c.Error)
		}
	})
}

package dataset_test

import (
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/platform/errs"
)

// state sets the genome build of the file, and runs the check that follows.
func (r *registered) state(t testing.TB, build string) *dataset.CheckView {
	t.Helper()
	again, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, nil, build)
	must(t, err)
	r.job = again.JobID
	return r.check(t)
}

// wantBuild checks the build of the file that each reader gets.
func (r *registered) wantBuild(t testing.TB, build genome.Build, own bool) {
	t.Helper()
	v, err := r.Dataset(t.Context(), r.cora, r.dataset)
	must(t, err)
	f := v.Phenotypes[0].File
	if code := dataset.BuildCode(build); f.Build != code || f.Check == nil || f.Check.Build != code || f.Check.FileBuild != code {
		t.Errorf("the page: %s, %+v", f.Build, f.Check)
	}
	if got, _, err := r.FileWithBuild(t.Context(), r.cora, r.dataset, r.file); err != nil || got != build {
		t.Errorf("an index of it: %s, %v", got, err)
	}
	listed, err := r.CheckedFiles(t.Context(), r.cora, "")
	must(t, err)
	if len(listed) != 1 || listed[0].Build != build {
		t.Errorf("the browser: %+v", listed)
	}
	for of, finds := range map[string]bool{dataset.BuildCode(build): true, v.GenomeBuild: true, "t2t": false} {
		page, err := r.ListDatasets(t.Context(), r.cora, dataset.Filter{GenomeBuild: []string{"n/a-at-all", of}, Limit: 10})
		if must(t, err); (len(page.Items) == 1) != finds {
			t.Errorf("data sets with files on %s: %d", of, len(page.Items))
		}
	}
	for _, format := range []string{"schema-org", "dcat"} {
		_, text := recordOf(t, r.office, r.cora, r.dataset, format)
		if strings.Contains(text, "Heart failure, on "+build.Label()) != own {
			t.Errorf("%s: %s", format, text)
		}
	}
}

// A file with its own build is read on that build, whatever that of its data set; otherwise it
// follows its data set.
func TestABuildOfEachFile(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "grch38", "a.tsv.gz", readReal(t, "pmid29559693.tsv.gz")) // on GRCh37
		if c := r.check(t); c.Status != dataset.CheckFailed {
			t.Fatalf("on the build of the data set: %s", c.Status)
		}
		_, err := r.CheckAgain(t.Context(), r.otto, r.dataset, r.file, nil, "hg19")
		wantCode(t, err, errs.NotFound, "not_found")
		before, err := r.Dataset(t.Context(), r.cora, r.dataset)
		must(t, err)
		if c := r.state(t, "hg19"); c.Status == dataset.CheckFailed || c.Build != "hg19" {
			t.Fatalf("on its own build: %s on %s", c.Status, c.Build)
		}
		r.wantBuild(t, genome.GRCh37, true)
		v, err := r.Dataset(t.Context(), r.cora, r.dataset)
		must(t, err)
		history, err := r.History(t.Context(), r.cora, r.dataset)
		must(t, err)
		if c := history[0].Changes; v.Version != before.Version+1 || len(c) != 1 || c[0].Before != genome.GRCh38.Label() ||
			c[0].After != genome.GRCh37.Label() {
			t.Errorf("version %d after %d, history %+v", v.Version, before.Version, history[0])
		}

		first := r.shownCheck(t).ID
		r.onBuild(t, "n/a") // of the data set; that of the file stays
		if c := r.shownCheck(t); c == nil || c.ID != first {
			t.Errorf("another build of the data set: %+v", c)
		}
		r.wantBuild(t, genome.GRCh37, true)
		v, err = r.PutFile(t.Context(), r.cora, r.dataset, v.Phenotypes[0].ID, r.sendFile(t, r.cora, "b.tsv.gz", readReal(t, "pmid29559693.tsv.gz")))
		must(t, err)
		if f := v.Phenotypes[0].File; f.Build != "hg19" || f.Check == nil || f.Check.Build != "hg19" {
			t.Errorf("the next version: %+v", f)
		}
		r.file, r.job = v.Phenotypes[0].File.ID, v.Phenotypes[0].File.Check.JobID
		r.check(t)
		r.onBuild(t, "grch38")
		if c := r.state(t, "grch38"); c.Status != dataset.CheckFailed { // that of the data set again
			t.Errorf("back on the build of the data set: %s", c.Status)
		}
		r.onBuild(t, "hg19")
		r.job = r.shownCheck(t).JobID
		r.check(t)
		r.wantBuild(t, genome.GRCh37, false)
	})
}

// If the data set has no build, the build of a file is enough for its check.
func TestABuildOfAFileWhereTheDataSetHasNone(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "n/a", "a.tsv.gz", readReal(t, "pmid29559693.tsv.gz"))
		_, err := r.CheckAgain(t.Context(), r.cora, r.dataset, r.file, nil, "")
		wantCode(t, err, errs.Rule, "no_build")
		unplaced := func() bool {
			v, err := r.Dataset(t.Context(), r.cora, r.dataset)
			must(t, err)
			return strings.Contains(strings.Join(v.Completeness, " "), "genome build")
		}
		if !unplaced() {
			t.Error("the build is not asked for")
		}
		r.state(t, "hg19")
		r.wantBuild(t, genome.GRCh37, true)
		if unplaced() {
			t.Error("the build is asked for still")
		}
	})
}

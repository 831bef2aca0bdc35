package dataset_test

import (
	"strings"
	"testing"

	"cohortium/internal/area/dataset"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// doors returns the ways to reach a file of a visible data set, each with its error.
func (r *registered) doors(t testing.TB, by *auth.Identity) map[string]error {
	t.Helper()
	f, err := r.db.Datasets().DatasetFile(t.Context(), r.file)
	must(t, err)
	out := map[string]error{}
	_, out["short link"] = r.ShortFile(t.Context(), by, dataset.DataFile, f.ShortID, dataset.Signature{})
	_, out["checked table"] = r.ShortTable(t.Context(), by, f.ShortID, qc.FileClean, dataset.Signature{})
	_, out["file"] = r.File(t.Context(), by, r.dataset, r.file)
	_, _, out["file with build"] = r.FileWithBuild(t.Context(), by, r.dataset, r.file)
	_, out["object"] = r.FileByID(t.Context(), by, r.file)
	_, out["figure"] = r.CheckPlot(t.Context(), by, r.dataset, r.file, "qq")
	_, out["first rows"] = r.Preview(t.Context(), by, r.dataset, r.file)
	_, _, out["rows"] = r.CheckedRows(t.Context(), by, r.file)
	if by == nil {
		_, out["results"] = r.PublicResults(t.Context(), r.dataset, r.file)
	}
	listed, err := r.CheckedFiles(t.Context(), by, "")
	must(t, err)
	if len(listed) == 0 {
		out["browser"] = errs.Missing("file")
	}
	return out
}

// A file with a failed check is closed to other callers on every path until a person gives a reason
// to publish it. Its stated build is that of its positions.
func TestFailedFilesArePublicByDecisionOnly(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		r := o.register(t, "grch38", "a.tsv.gz", readReal(t, "pmid29559693.tsv.gz")) // on GRCh37
		share := func(sharing dataset.Sharing, reason string) error {
			v, err := o.Dataset(t.Context(), r.cora, r.dataset)
			must(t, err)
			_, err = o.SetSharing(t.Context(), r.cora, r.dataset, v.Version, dataset.SharingInput{Sharing: sharing, Reason: reason})
			return err
		}
		must(t, share(dataset.Public, "")) // before a verdict
		if c := r.check(t); c.Status != dataset.CheckFailed {
			t.Fatalf("the check %s", c.Status)
		}
		for door, err := range r.doors(t, nil) {
			if !errs.Is(err, errs.NotFound) {
				t.Errorf("%s of a file that failed, for a stranger: %v", door, err)
			}
		}
		for door, err := range r.doors(t, r.cora) {
			if err != nil {
				t.Errorf("%s for its owner: %v", door, err)
			}
		}
		v, err := o.PublicDataset(t.Context(), r.dataset)
		must(t, err)
		if v.Phenotypes[0].File != nil {
			t.Error("the public page shows the file")
		}

		must(t, share(dataset.Private, ""))
		wantCode(t, share(dataset.Public, " "), errs.Rule, "check_failed")
		const reason = "Positions are on GRCh37; effects are sound."
		must(t, share(dataset.Public, reason))
		for door, err := range r.doors(t, nil) {
			if err != nil {
				t.Errorf("%s after the decision: %v", door, err)
			}
		}
		v, err = o.PublicDataset(t.Context(), r.dataset)
		must(t, err)
		if f := v.Phenotypes[0].File; f == nil || f.Despite != reason || f.Check.Status != dataset.CheckFailed || f.Check.FileBuild != "hg19" ||
			f.Check.Build != "grch38" {
			t.Errorf("the public page: %+v", f)
		}
		record, err := o.PublicRecord(v)
		must(t, err)
		if want := "Quality check failed. Positions are on GRCh37 (hg19), not on GRCh38 (hg38). Published anyway: " + reason; !strings.Contains(
			string(record),
			want,
		) {
			t.Errorf("JSON-LD lacks %q: %s", want, record)
		}
		listed, err := o.CheckedFiles(t.Context(), nil, "")
		must(t, err)
		if len(listed) != 1 || listed[0].Build != genome.GRCh37 {
			t.Errorf("the browser: %+v", listed)
		}
		history, err := o.History(t.Context(), r.cora, r.dataset)
		must(t, err)
		noted := false
		for _, entry := range history {
			for _, c := range entry.Changes {
				noted = noted || c.Field == "Published although the check failed" && c.After == reason
			}
		}
		if !noted {
			t.Errorf("the history lacks the reason: %+v", history)
		}

		must(t, share(dataset.Private, "")) // the decision is kept with the version of the file
		must(t, share(dataset.Public, ""))
	})
}

package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

func inDatasets(ctx context.Context, s *store.Store, fn func(dataset.Tx) error) error {
	return s.Datasets().InTx(ctx, fn)
}

func newStudy(id, creator string) *dataset.Study {
	return &dataset.Study{
		ID: id, Name: "Study " + id, Institution: "University " + id, CreatedBy: creator, CreatorID: creator, CreatedAt: Epoch, Version: 1,
	}
}

func addStudy(t testing.TB, s *store.Store, study *dataset.Study) *dataset.Study {
	t.Helper()
	if err := inDatasets(t.Context(), s, func(tx dataset.Tx) error { return tx.CreateStudy(t.Context(), study) }); err != nil {
		t.Fatal(err)
	}
	return study
}

func newDataset(id, owner, studyID string) *dataset.Dataset {
	return &dataset.Dataset{
		ID: id, Owner: dataset.Person{ID: owner, UserName: owner}, Sharing: dataset.Private, CreatedAt: Epoch, UpdatedAt: Epoch, UpdatedBy: owner, Version: 1,
		Metadata: dataset.Metadata{
			Name: "Data set " + id, StudyID: studyID, DataSourceType: "file", DataType: "gwas", GenomeBuild: "hg19", Ancestry: "EU", Sex: "mixed",
			GlobalSampleSize: 1000, Status: "pre", Submitter: "Ann", SubmitterEmail: "ann@example.org", Description: "Heart failure",
		},
	}
}

// AddDataset creates a data set of a study.
func AddDataset(t testing.TB, s *store.Store, d *dataset.Dataset) *dataset.Dataset {
	t.Helper()
	if err := inDatasets(t.Context(), s, func(tx dataset.Tx) error { return tx.CreateDataset(t.Context(), d) }); err != nil {
		t.Fatal(err)
	}
	return d
}

func testStudies(t *testing.T, s *store.Store) {
	ctx, d := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	first := newStudy("s1", "u1")
	first.Name, first.Institution = "Zürich / .. 🧬 <b>", "ETH"
	addStudy(t, s, first)
	got, err := d.Study(ctx, "s1")
	must(t, err)
	if diff := cmp.Diff(first, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = d.Study(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	same := newStudy("s2", "u1")
	same.Name = " ZÜRICH / .. 🧬 <B>"
	wantCode(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.CreateStudy(ctx, same) }), errs.Conflict, "name_taken")
	addStudy(t, s, newStudy("s2", "u1"))

	AddDataset(t, s, newDataset("d1", "u1", "s1"))
	got.Institution = "Somewhere else"
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateStudy(ctx, got) }))
	if got.Version != 2 {
		t.Errorf("version %d after a change", got.Version)
	}
	for q, want := range map[string]string{"eth": "", "somewhere ELSE": "d1"} {
		if ids := listed(t, s, dataset.Filter{Q: q}); ids != want {
			t.Errorf("after the study changed, %q finds %q, want %q", q, ids, want)
		}
	}
	got.Version = 1
	wantCode(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateStudy(ctx, got) }), errs.Conflict, "changed")
	got.Version, got.Name = 2, "STUDY s2"
	wantCode(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateStudy(ctx, got) }), errs.Conflict, "name_taken")
	wantCode(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteStudy(ctx, "s1") }), errs.Conflict, "study_used")
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteStudy(ctx, "s2") }))
	wantKind(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteStudy(ctx, "s2") }), errs.NotFound)
	wantKind(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateStudy(ctx, newStudy("s2", "u1")) }), errs.NotFound)
}

func testStudyLists(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	for i, name := range []string{"beta", "Alpha", "alpha 2", "100% of_it"} {
		study := newStudy(fmt.Sprintf("s%d", i), "u1")
		study.Name = name
		addStudy(t, s, study)
	}
	for _, c := range []struct{ q, want string }{
		{"", "100% of_it, Alpha, alpha 2, beta"}, {"ALPHA university", "Alpha, alpha 2"}, {"%", "100% of_it"}, {"_", "100% of_it"}, {"gamma", ""},
	} {
		var names []string
		f := dataset.StudyFilter{Q: c.q, Limit: 2}
		for {
			page, total, err := s.Datasets().Studies(ctx, f)
			must(t, err)
			for _, study := range page {
				names = append(names, study.Name)
				f.After = listing.Place{Key: study.Name, ID: study.ID}
			}
			if len(page) < 2 {
				if int(total) != len(names) {
					t.Errorf("%q: total %d of %d", c.q, total, len(names))
				}
				break
			}
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%q: %s, want %s", c.q, got, c.want)
		}
	}
}

func testDatasets(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	for _, id := range []string{"u1", "u2", "u3"} {
		AddUser(t, s, id)
	}
	addStudy(t, s, newStudy("s1", "u1"))
	d := newDataset("d1", "u1", "s1")
	d.Name, d.Description = "a/../b 🧬 <script>", "näïve\n=1+1"
	d.AncestryCounts = []dataset.AncestrySize{{Ancestry: "EU", N: 900, Detail: "Finnish"}, {Ancestry: "AF", N: 100}}
	d.Terms = []dataset.Term{{CURIE: "EFO:0003144", Label: "heart failure"}}
	d.Sharing, d.Groups = dataset.Named, []string{"a", "b"}
	d.CoOwners, d.People = []dataset.Person{{ID: "u2", UserName: "u2"}}, []dataset.Person{{ID: "u2", UserName: "u2"}, {ID: "u3", UserName: "u3"}}
	AddDataset(t, s, d)
	got, err := g.Dataset(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff(d, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	_, err = g.Dataset(ctx, "absent")
	wantKind(t, err, errs.NotFound)

	same := newDataset("d2", "u2", "s1")
	same.Name = "A/../B 🧬 <SCRIPT> "
	wantCode(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.CreateDataset(ctx, same) }), errs.Conflict, "name_taken")
	orphan := newDataset("d3", "u2", "absent")
	wantKind(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.CreateDataset(ctx, orphan) }), errs.Rule)
	AddDataset(t, s, newDataset("d2", "u2", "s1"))

	at := Epoch.Add(time.Hour)
	got.Name, got.DeletedAt, got.UpdatedAt, got.UpdatedBy = "Renamed", &at, at, "u3"
	got.Owner, got.CoOwners, got.People, got.Groups, got.Sharing = got.CoOwners[0], nil, nil, []string{"c"}, dataset.Public
	got.PublishedAt = &at
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateDataset(ctx, got) }))
	again, err := g.Dataset(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff(got, again); diff != "" || again.Version != 2 {
		t.Errorf("version %d (-want +got):\n%s", again.Version, diff)
	}
	stale := *again
	stale.Version = 1
	wantCode(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateDataset(ctx, &stale) }), errs.Conflict, "changed")
	renamed := *again
	renamed.Name = "DATA SET D2"
	wantCode(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateDataset(ctx, &renamed) }), errs.Conflict, "name_taken")

	for before, want := range map[time.Time]int{at.Add(-time.Second): 0, at: 1} {
		ids, err := g.Purgeable(ctx, before)
		must(t, err)
		if len(ids) != want {
			t.Errorf("in the bin since before %s: %v", before, ids)
		}
	}
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteDataset(ctx, "d1") }))
	wantKind(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.UpdateDataset(ctx, again) }), errs.NotFound)
	wantKind(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteDataset(ctx, "d1") }), errs.NotFound)
}

func testDatasetDeletion(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addStudy(t, s, newStudy("s1", "u1"))
	AddDataset(t, s, newDataset("d1", "u1", "s1"))
	completeUpload(t, s, "f1", "u1", 7)
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error {
		if err := tx.CreatePhenotype(
			ctx,
			&dataset.Phenotype{ID: "p1", DatasetID: "d1", Code: "T2D", Description: "Type 2 diabetes", SampleSize: 5, CreatedAt: Epoch},
		); err != nil {
			return err
		}
		if err := tx.AddFile(ctx, &dataset.File{
			ID: strings.Repeat("0", 32), DatasetID: "d1", Kind: dataset.DataFile, ParentID: "p1", Version: 1, Current: true, UploadID: "f1",
			Name: "a.tsv", Size: 7, ShortID: "4inFLg", UploadedBy: "u1", UploadedAt: Epoch,
		}); err != nil {
			return err
		}
		d, err := tx.Dataset(ctx, "d1")
		if err != nil {
			return err
		}
		return tx.UpdateDataset(ctx, d)
	}))
	page, total, err := s.Datasets().Datasets(ctx, dataset.Filter{Q: "diabetes", Phenotype: "t2d"})
	must(t, err)
	if total != 1 || page[0].Files != 1 || page[0].Bytes != 7 || len(page[0].Phenotypes) != 1 || page[0].Phenotypes[0] != "Type 2 diabetes" {
		t.Errorf("a data set with a file: %d, %+v", total, page)
	}
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error {
		return tx.AddHistory(ctx, "dataset", "d1", record.Entry{At: Epoch, By: "u1", Action: "registered"})
	}))
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteDataset(ctx, "d1") }))
	pending, err := s.PendingFiles(ctx, "u1")
	must(t, err)
	if len(pending) != 1 || pending[0].ID != "f1" {
		t.Errorf("uploads that nothing holds: %+v", pending)
	}
	history, err := s.Datasets().History(ctx, "dataset", "d1")
	must(t, err)
	if len(history) != 0 {
		t.Errorf("history of what is gone: %+v", history)
	}
}

func testDatasetNotes(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	addStudy(t, s, newStudy("s1", "u1"))
	AddDataset(t, s, newDataset("d1", "u1", "s1"))
	want := []record.Entry{
		{At: Epoch, By: "u2", Action: "edited", Detail: "Name", Changes: []record.Change{{Field: "Name", Before: "<b>", After: "\"x\"\n"}}},
		{At: Epoch.Add(time.Minute), By: "u1", Action: "registered"},
	}
	for _, i := range []int{1, 0} { // the order is that of the entries, whatever the clock
		must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.AddHistory(ctx, "dataset", "d1", want[i]) }))
	}
	got, err := g.History(ctx, "dataset", "d1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}

	for _, v := range []dataset.SavedView{{Name: "b", Search: "?q=1"}, {Name: "Ä", Search: "?q=2"}, {Name: "B", Search: "?q=3"}} {
		must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.SaveView(ctx, "u1", v) }))
	}
	views, err := g.Views(ctx, "u1")
	must(t, err)
	if diff := cmp.Diff([]dataset.SavedView{{Name: "B", Search: "?q=3"}, {Name: "Ä", Search: "?q=2"}}, views); diff != "" {
		t.Errorf("views (-want +got):\n%s", diff)
	}
	wantKind(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteView(ctx, "u2", "b") }), errs.NotFound)
	must(t, inDatasets(ctx, s, func(tx dataset.Tx) error { return tx.DeleteView(ctx, "u1", "b") }))
	if views, err = g.Views(ctx, "u1"); err != nil || len(views) != 1 {
		t.Errorf("views after one is gone: %v, %v", views, err)
	}
}

package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/errs"
	"cohortium/internal/hermes"
	"cohortium/internal/store"
	"cohortium/internal/upload/file"
)

const unlimited = math.MaxInt64

// AddFile makes the row of a complete, unregistered file without bytes.
func AddFile(t testing.TB, s *store.Store, id, ownerID string) *file.File {
	t.Helper()
	f := &file.File{
		ID: id, OwnerID: ownerID, Name: id + ".txt.gz", Size: 0, SHA256: strings.Repeat("0", 64), Complete: true,
		CreatedAt: Epoch, UpdatedAt: Epoch, ExpiresAt: Epoch.Add(24 * time.Hour),
	}
	if err := s.CreateFile(t.Context(), f, unlimited, unlimited); err != nil {
		t.Fatal(err)
	}
	return f
}

// NewUpload is a data set over the file of the same id, which AddFile makes.
func NewUpload(id, uploaderID string) *hermes.Upload {
	cases := int64(1200)
	return &hermes.Upload{
		ID: id, FileID: id, DatasetName: "Data set " + id, Cohort: "Cohort " + id, Phenotype: "T2D", Ancestry: "EUR",
		Sex: "both", GenomeBuild: "hg19", NTotal: 5000, Cases: &cases, FileName: "résumé " + id + ".txt.gz", FileSize: 99,
		SHA256: "sha-" + id, Metadata: json.RawMessage(`{"b": 1, "a": "\u0000"}`), Mapping: json.RawMessage(`{"beta":"BETA"}`),
		Status: hermes.SubmittedToQC, StatusSince: Epoch, UploadedBy: uploaderID, UploaderID: uploaderID, UploadedAt: Epoch, Version: 1,
	}
}

func addUpload(t *testing.T, s *store.Store, u *hermes.Upload) *hermes.Upload {
	t.Helper()
	AddFile(t, s, u.FileID, u.UploaderID)
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateUpload(t.Context(), u) }))
	return u
}

func inTx(t *testing.T, s *store.Store, fn func(hermes.Tx) error) error {
	t.Helper()
	return s.InTx(t.Context(), fn)
}

func testUploadRoundTrip(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	want := addUpload(t, s, NewUpload("d1", "u1"))

	f, err := s.File(ctx, "d1")
	must(t, err)
	if !f.Registered {
		t.Error("the file of a data set is not registered")
	}
	reviewed := Epoch.Add(time.Hour)
	want.Status, want.RunID, want.ReviewedBy, want.ReviewedAt, want.Comment = hermes.ReviewApproved, "run1", "rev", &reviewed, "good"
	want.Cases, want.StatusSince = nil, reviewed
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, want) }))
	if want.Version != 2 {
		t.Errorf("version after an update = %d, want 2", want.Version)
	}
	got, err := s.Upload(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("by id (-want +got):\n%s", diff)
	}
	got, err = s.UploadByFile(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("by file (-want +got):\n%s", diff)
	}
	same, err := s.UploadsWithSHA256(ctx, "sha-d1", "u1")
	must(t, err)
	if len(same) != 1 || !cmp.Equal(same[0], want) {
		t.Errorf("by checksum = %v", same)
	}
	if others, err := s.UploadsWithSHA256(ctx, "sha-d1", "u2"); err != nil || len(others) != 0 {
		t.Errorf("another uploader's by checksum = %v, %v", others, err)
	}
	_, err = s.Upload(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	_, err = s.UploadByFile(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { _, err := tx.Upload(ctx, "absent"); return err }), errs.NotFound)
}

func testUploadConflicts(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	AddFile(t, s, "d2", "u1")
	create := func(change func(*hermes.Upload)) error {
		u := NewUpload("d2", "u1")
		change(u)
		return inTx(t, s, func(tx hermes.Tx) error { return tx.CreateUpload(ctx, u) })
	}
	wantCode(t, create(func(u *hermes.Upload) { u.FileID = "d1" }), errs.Conflict, "file_taken")
	wantCode(t, create(func(u *hermes.Upload) { u.DatasetName = " DATA set D1" }), errs.Conflict, "name_taken")
	wantKind(t, create(func(u *hermes.Upload) { u.FileID = "absent" }), errs.NotFound)
	incomplete := &file.File{ID: "part", OwnerID: "u1", Size: 5, CreatedAt: Epoch, UpdatedAt: Epoch, ExpiresAt: Epoch}
	must(t, s.CreateFile(ctx, incomplete, unlimited, unlimited))
	wantKind(t, create(func(u *hermes.Upload) { u.FileID = "part" }), errs.NotFound)
	must(t, create(func(*hermes.Upload) {}))
	err := inTx(t, s, func(tx hermes.Tx) error {
		u, err := tx.Upload(ctx, "d2")
		must(t, err)
		u.DatasetName = "data SET d1"
		return tx.UpdateUpload(ctx, u)
	})
	wantCode(t, err, errs.Conflict, "name_taken")
}

func wantCode(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Errorf("error = %v, want kind %d, code %s", err, kind, code)
	}
}

func testUploadVersions(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	first, err := s.Upload(ctx, "d1")
	must(t, err)
	second, err := s.Upload(ctx, "d1")
	must(t, err)
	first.Comment = "first"
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, first) }))
	second.Comment = "second"
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, second) }), errs.Conflict)
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, NewUpload("absent", "u1")) }), errs.NotFound)
	got, err := s.Upload(ctx, "d1")
	must(t, err)
	if got.Comment != "first" || got.Version != 2 {
		t.Errorf("comment %q, version %d; want first, 2", got.Comment, got.Version)
	}
}

// testUploadLists walks every sort in pages of two, with ties in the sort column.
func testUploadLists(t *testing.T, s *store.Store) {
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	for i := range 7 {
		u := NewUpload(numbered("d", i), []string{"u1", "u2"}[i%2])
		u.DatasetName = []string{"b", "A", "c", "Ä", "B2", "a1", "_"}[i]
		u.Cohort = []string{"x", "X", "y", "x", "Y", "z", "x"}[i]
		u.UploadedAt = Epoch.Add(time.Duration(i/3) * 100 * time.Millisecond)
		u.Status = []hermes.UploadStatus{hermes.ReviewApproved, hermes.FailedQC}[i%2]
		addUpload(t, s, u)
	}
	key := map[string]func(*hermes.Upload) string{
		"uploaded_at":  func(u *hermes.Upload) string { return u.UploadedAt.Format(time.RFC3339Nano) },
		"dataset_name": func(u *hermes.Upload) string { return u.DatasetName },
		"cohort":       func(u *hermes.Upload) string { return u.Cohort },
		"status":       func(u *hermes.Upload) string { return string(u.Status) },
	}
	for sort, want := range map[string]string{
		"uploaded_at":   "d000 d001 d002 d003 d004 d005 d006",
		"-uploaded_at":  "d006 d005 d004 d003 d002 d001 d000",
		"dataset_name":  "d006 d001 d005 d000 d004 d002 d003",
		"-dataset_name": "d003 d002 d004 d000 d005 d001 d006",
		"cohort":        "d000 d001 d003 d006 d002 d004 d005",
		"-status":       "d006 d004 d002 d000 d005 d003 d001",
		"status":        "d001 d003 d005 d000 d002 d004 d006",
	} {
		f := hermes.UploadFilter{Sort: sort, Limit: 2}
		var ids []string
		for {
			page, total, err := s.Uploads(t.Context(), f)
			must(t, err)
			if total != 7 {
				t.Fatalf("total = %d, want 7", total)
			}
			if len(page) == 0 {
				break
			}
			for _, u := range page {
				ids = append(ids, u.ID)
			}
			last := page[len(page)-1]
			f.AfterKey, f.AfterID = key[strings.TrimPrefix(sort, "-")](last), last.ID
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("sorted by %s:\n got %s\nwant %s", sort, got, want)
		}
	}
	_, _, err := s.Uploads(t.Context(), hermes.UploadFilter{Sort: "version; DROP TABLE users"})
	wantKind(t, err, errs.Invalid)
	_, _, err = s.Uploads(t.Context(), hermes.UploadFilter{Sort: "uploaded_at", AfterKey: "yesterday", AfterID: "d000"})
	wantKind(t, err, errs.Invalid)
}

func testUploadSearch(t *testing.T, s *store.Store) {
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	for i, name := range []string{"Height 100%", "height_2 (males)", "T2D Ünïcode", "O'Brien!"} {
		u := NewUpload(numbered("d", i), []string{"u1", "u2"}[i%2])
		u.DatasetName, u.Cohort, u.FileName = name, "Cohort", numbered("file", i)+"\xff\x00.gz"
		u.Phenotype = []string{"HEIGHT", "T2D"}[i/2]
		u.Ancestry = []string{"EUR", "AFR", "EAS", "EUR"}[i]
		addUpload(t, s, u)
	}
	for _, c := range []struct {
		name string
		f    hermes.UploadFilter
		want string
	}{
		{"all", hermes.UploadFilter{}, "d000 d001 d002 d003"},
		{"word", hermes.UploadFilter{Query: "HEIGHT"}, "d000 d001"},
		{"percent is a character", hermes.UploadFilter{Query: "%"}, "d000"},
		{"underscore is a character", hermes.UploadFilter{Query: "height_"}, "d001"},
		{"exclamation mark is a character", hermes.UploadFilter{Query: "brien!"}, "d003"},
		{"every word", hermes.UploadFilter{Query: "males cohort u2"}, "d001"},
		{"case of other letters", hermes.UploadFilter{Query: "üNÏC"}, "d002"},
		{"file name", hermes.UploadFilter{Query: "file003"}, "d003"},
		{"quote", hermes.UploadFilter{Query: "' OR 1=1 --"}, ""},
		{"statuses", hermes.UploadFilter{Statuses: []hermes.UploadStatus{hermes.FailedQC}}, ""},
		{"uploader", hermes.UploadFilter{Uploader: "u2"}, "d001 d003"},
		{"own", hermes.UploadFilter{UploaderID: "u1"}, "d000 d002"},
		{"phenotype and ancestry", hermes.UploadFilter{Phenotypes: []string{"T2D", "X"}, Ancestries: []string{"EUR", "EAS"}}, "d002 d003"},
		{"combined", hermes.UploadFilter{Query: "height", Ancestries: []string{"AFR"}, UploaderID: "u2"}, "d001"},
	} {
		c.f.Sort = "uploaded_at"
		page, total, err := s.Uploads(t.Context(), c.f)
		must(t, err)
		var ids []string
		for _, u := range page {
			ids = append(ids, u.ID)
		}
		if got := strings.Join(ids, " "); got != c.want || int(total) != len(page) {
			t.Errorf("%s: got %q, total %d; want %q", c.name, got, total, c.want)
		}
	}
}

func testUploadSummary(t *testing.T, s *store.Store) {
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	for i := range 4 {
		u := NewUpload(numbered("d", i), []string{"u1", "u2"}[i/3])
		u.Cohort = []string{"x", "X", "y", "y"}[i]
		if i == 1 {
			u.Status = hermes.FailedQC
		}
		addUpload(t, s, u)
	}
	for uploader, want := range map[string]*hermes.UploadSummary{
		"":     {Files: 4, Cohorts: 2, ByStatus: map[hermes.UploadStatus]int64{hermes.SubmittedToQC: 3, hermes.FailedQC: 1}},
		"u2":   {Files: 1, Cohorts: 1, ByStatus: map[hermes.UploadStatus]int64{hermes.SubmittedToQC: 1}},
		"none": {ByStatus: map[hermes.UploadStatus]int64{}},
	} {
		got, err := s.UploadSummary(t.Context(), uploader)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("summary of %q (-want +got):\n%s", uploader, diff)
		}
	}
}

func testUploadDeletion(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	addUpload(t, s, NewUpload("d2", "u1"))
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		return errors.Join(tx.CreateQCRun(ctx, NewQCRun("r1", "d1")), tx.CreateMeta(ctx, newMeta("m1", "d2")))
	}))
	wantKind(t, s.DeleteFile(ctx, "d1"), errs.Conflict)
	remove := func(id string) error {
		return inTx(t, s, func(tx hermes.Tx) error { return tx.DeleteUpload(ctx, id) })
	}
	wantKind(t, remove("d2"), errs.Conflict)
	must(t, remove("d1"))
	wantKind(t, remove("d1"), errs.NotFound)
	_, err := s.QCRun(ctx, "r1")
	wantKind(t, err, errs.NotFound)
	f, err := s.File(ctx, "d1")
	must(t, err)
	if f.Registered {
		t.Error("the file of a deleted data set is still registered")
	}
	must(t, s.DeleteFile(ctx, "d1"))
}

// NewQCRun is a queued run over a data set.
func NewQCRun(id, uploadID string) *hermes.QCRun {
	panel := "1KG"
	return &hermes.QCRun{
		ID: id, UploadID: uploadID, Status: hermes.RunQueued, Settings: hermes.QCSettings{FD: 0.2, Adj: "none", Panel: &panel},
		Mapping: json.RawMessage(`{"beta":"B"}`), JobID: "job-" + id, CreatedBy: "u1", CreatedAt: Epoch,
	}
}

func testQCRuns(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	addUpload(t, s, NewUpload("d2", "u1"))
	var runs []*hermes.QCRun
	for _, at := range [][2]string{{"r1", "d1"}, {"r2", "d1"}, {"r3", "d2"}} {
		r := NewQCRun(at[0], at[1])
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateQCRun(ctx, r) }))
		runs = append(runs, r)
	}
	if runs[0].Number != 1 || runs[1].Number != 2 || runs[2].Number != 1 {
		t.Errorf("numbers = %d %d %d, want 1 2 1", runs[0].Number, runs[1].Number, runs[2].Number)
	}
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateQCRun(ctx, NewQCRun("r4", "absent")) }), errs.NotFound)

	rows, lambda, at := int64(1_000_000), 1.0123456789012345, Epoch.Add(time.Minute)
	r := runs[1]
	r.Status, r.Verdict, r.RowsIn, r.RowsClean, r.LambdaGC, r.StartedAt, r.FinishedAt = hermes.RunCompleted, "warn", &rows, &rows, &lambda, &at, &at
	r.Report, r.Error = json.RawMessage(`{"z":1,"a":[1.50]}`), "e"
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(ctx, r) }))
	got, err := s.QCRun(ctx, "r2")
	must(t, err)
	if diff := cmp.Diff(r, got); diff != "" {
		t.Errorf("run (-want +got):\n%s", diff)
	}
	light := *r
	light.Report = nil
	list, err := s.QCRuns(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff([]*hermes.QCRun{&light, runs[0]}, list); diff != "" {
		t.Errorf("runs of a data set (-want +got):\n%s", diff)
	}
	list, err = s.QCRunsByID(ctx, []string{"r3", "absent", "r2"})
	must(t, err)
	if diff := cmp.Diff([]*hermes.QCRun{runs[2], &light}, list); diff != "" {
		t.Errorf("runs by id (-want +got):\n%s", diff)
	}
	nan := math.NaN()
	r.LambdaGC = &nan
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(ctx, r) }))
	if got, err = s.QCRun(ctx, "r2"); err != nil || got.LambdaGC != nil {
		t.Errorf("lambda that is no number = %v, %v; want none", got, err)
	}
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(ctx, NewQCRun("absent", "d1")) }), errs.NotFound)
}

func newMeta(id string, uploads ...string) *hermes.Meta {
	m := &hermes.Meta{
		ID: id, Name: "Meta " + id, Phenotype: "T2D", Status: hermes.MetaSubmitted, Options: json.RawMessage(`{"scheme":"ivw"}`),
		JobID: "job-" + id, CreatedBy: "u1", CreatorID: "u1", CreatedAt: Epoch,
	}
	for _, u := range uploads {
		n := int64(7)
		m.Inputs = append(m.Inputs, hermes.MetaInput{UploadID: u, RunID: "run", DatasetName: "n", Cohort: "c", Ancestry: "EUR", NTotal: 9, Cases: &n})
	}
	return m
}

func testMetas(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	for _, id := range []string{"d2", "d1", "d3"} {
		addUpload(t, s, NewUpload(id, "u1"))
	}
	m1, m2 := newMeta("m1", "d2", "d1"), newMeta("m2", "d1")
	m2.CreatedAt = Epoch.Add(time.Second)
	must(t, inTx(t, s, func(tx hermes.Tx) error { return errors.Join(tx.CreateMeta(ctx, m1), tx.CreateMeta(ctx, m2)) }))
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateMeta(ctx, newMeta("m3", "absent")) }), errs.NotFound)

	n, lambda := int64(5), 1.1
	m1.Status, m1.NVariants, m1.NLoci, m1.LambdaGC = hermes.MetaCompleted, &n, &n, &lambda
	m1.Summary, m1.Files = json.RawMessage(`{"x":1}`), []hermes.MetaFile{{Name: "meta.tsv.gz", Size: 7, SHA256: "s"}}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateMeta(ctx, m1) }))
	got, err := s.Meta(ctx, "m1")
	must(t, err)
	if diff := cmp.Diff(m1, got); diff != "" {
		t.Errorf("meta (-want +got):\n%s", diff)
	}
	light := *m1
	light.Summary = nil
	page, total, err := s.Metas(ctx, hermes.MetaFilter{Sort: "-created_at"})
	must(t, err)
	if diff := cmp.Diff([]*hermes.Meta{m2, &light}, page); diff != "" || total != 2 {
		t.Errorf("metas, total %d (-want +got):\n%s", total, diff)
	}
	page, total, err = s.Metas(ctx, hermes.MetaFilter{Statuses: []hermes.MetaStatus{hermes.MetaCompleted}, Query: "META m1", Sort: "name"})
	must(t, err)
	if len(page) != 1 || total != 1 || page[0].ID != "m1" {
		t.Errorf("filtered = %v, total %d", page, total)
	}
	for id, want := range map[string]int64{"d1": 2, "d2": 1, "d3": 0} {
		if n, err := s.MetasUsingUpload(ctx, id); err != nil || n != want {
			t.Errorf("meta-analyses using %s = %d, %v; want %d", id, n, err, want)
		}
	}
	_, err = s.Meta(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateMeta(ctx, newMeta("absent")) }), errs.NotFound)
}

func testHistory(t *testing.T, s *store.Store) {
	ctx := t.Context()
	entry := func(n int, object, id string) hermes.HistoryEntry {
		return hermes.HistoryEntry{
			Area: "hermes", Object: object, ObjectID: id, At: Epoch.Add(time.Duration(n/2) * time.Second), By: "u1",
			Action: numbered("action", n), Detail: "detail",
		}
	}
	var want []hermes.HistoryEntry
	for i := range 5 {
		e := entry(i, "upload", "d1")
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddHistory(ctx, e) }))
		want = append(want, e)
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddHistory(ctx, entry(9, "upload", "d2")) }))
	slices.Reverse(want)
	got, err := s.History(ctx, "upload", "d1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
}

// errStop rolls a transaction back.
var errStop = errors.New("stop")

// rolledBack runs fn in a transaction that is given up.
func rolledBack(ctx context.Context, t *testing.T, s *store.Store, fn func(hermes.Tx) error) {
	t.Helper()
	err := s.InTx(ctx, func(tx hermes.Tx) error {
		must(t, fn(tx))
		return errStop
	})
	if !errors.Is(err, errStop) {
		t.Errorf("error = %v, want the one that was given", err)
	}
}

package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

const unlimited = math.MaxInt64

// AddFile creates the row of a complete, unregistered file without bytes.
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

// NewUpload returns a data set over the file of the same id, which AddFile creates.
func NewUpload(id, uploaderID string) *hermes.Submission {
	cases := int64(1200)
	return &hermes.Submission{
		ID: id, FileID: id, DatasetName: "Data set " + id, Cohort: "Cohort " + id, Phenotype: "T2D", Ancestry: "EUR",
		Sex: "both", GenomeBuild: "hg19", NTotal: 5000, Cases: &cases, FileName: "résumé " + id + ".txt.gz", FileSize: 99,
		SHA256: "sha-" + id, Metadata: json.RawMessage(`{"b": 1, "a": "\u0000"}`), Mapping: json.RawMessage(`{"beta":"BETA"}`),
		Status: hermes.SubmittedToQC, StatusSince: Epoch, UploadedBy: uploaderID, UploaderID: uploaderID, UploadedAt: Epoch, Version: 1,
	}
}

func addUpload(t *testing.T, s *store.Store, u *hermes.Submission) *hermes.Submission {
	t.Helper()
	AddFile(t, s, u.FileID, u.UploaderID)
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateUpload(t.Context(), u) }))
	return u
}

func inTx(t *testing.T, s *store.Store, fn func(hermes.Tx) error) error {
	t.Helper()
	return s.Hermes().InTx(t.Context(), fn)
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
	want.Cases, want.StatusSince, want.QCRank = nil, reviewed, 3
	want.Asked, want.Reviewer = true, record.Person{ID: "u1", UserName: "rév"}
	want.Review = hermes.Review{
		Comments: []hermes.ReviewComment{
			{ID: "c1", About: "file", Text: "why? \u2028", By: "rev", At: reviewed, RunNumber: 2, Answer: "so", AnsweredAt: &reviewed},
		},
		Acceptances: []hermes.Acceptance{{By: record.Person{ID: "u1", UserName: "rév"}, At: reviewed, Checked: []string{"N"}}},
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, want) }))
	if want.Version != 2 {
		t.Errorf("version after an update = %d, want 2", want.Version)
	}
	got, err := s.Hermes().Upload(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("by id (-want +got):\n%s", diff)
	}
	got, err = s.Hermes().UploadByFile(ctx, "d1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("by file (-want +got):\n%s", diff)
	}
	same, err := s.Hermes().UploadsWithSHA256(ctx, "sha-d1", "u1")
	must(t, err)
	if len(same) != 1 || !cmp.Equal(same[0], want) {
		t.Errorf("by checksum = %v", same)
	}
	if others, err := s.Hermes().UploadsWithSHA256(ctx, "sha-d1", "u2"); err != nil || len(others) != 0 {
		t.Errorf("another uploader's by checksum = %v, %v", others, err)
	}
	_, err = s.Hermes().Upload(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	_, err = s.Hermes().UploadByFile(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { _, err := tx.Upload(ctx, "absent"); return err }), errs.NotFound)
}

func testUploadConflicts(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	AddFile(t, s, "d2", "u1")
	create := func(change func(*hermes.Submission)) error {
		u := NewUpload("d2", "u1")
		change(u)
		return inTx(t, s, func(tx hermes.Tx) error { return tx.CreateUpload(ctx, u) })
	}
	wantCode(t, create(func(u *hermes.Submission) { u.FileID = "d1" }), errs.Conflict, "file_taken")
	wantCode(t, create(func(u *hermes.Submission) { u.DatasetName = " DATA set D1" }), errs.Conflict, "name_taken")
	wantKind(t, create(func(u *hermes.Submission) { u.FileID = "absent" }), errs.NotFound)
	incomplete := &file.File{ID: "part", OwnerID: "u1", Size: 5, CreatedAt: Epoch, UpdatedAt: Epoch, ExpiresAt: Epoch}
	must(t, s.CreateFile(ctx, incomplete, unlimited, unlimited))
	wantKind(t, create(func(u *hermes.Submission) { u.FileID = "part" }), errs.NotFound)
	must(t, create(func(*hermes.Submission) {}))
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
	first, err := s.Hermes().Upload(ctx, "d1")
	must(t, err)
	second, err := s.Hermes().Upload(ctx, "d1")
	must(t, err)
	first.Comment = "first"
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, first) }))
	second.Comment = "second"
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, second) }), errs.Conflict)
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateUpload(ctx, NewUpload("absent", "u1")) }), errs.NotFound)
	got, err := s.Hermes().Upload(ctx, "d1")
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
		u.QCRank = hermes.QCRank([]int64{3, 0, 1001, 2, 3, 10, 1}[i])
		addUpload(t, s, u)
	}
	key := map[string]func(*hermes.Submission) string{
		"uploaded_at":  func(u *hermes.Submission) string { return u.UploadedAt.Format(time.RFC3339Nano) },
		"dataset_name": func(u *hermes.Submission) string { return u.DatasetName },
		"cohort":       func(u *hermes.Submission) string { return u.Cohort },
		"status":       func(u *hermes.Submission) string { return string(u.Status) },
		"qc":           func(u *hermes.Submission) string { return strconv.Itoa(int(u.QCRank)) },
	}
	for sort, want := range map[string]string{
		"uploaded_at":   "d000 d001 d002 d003 d004 d005 d006",
		"-uploaded_at":  "d006 d005 d004 d003 d002 d001 d000",
		"dataset_name":  "d006 d001 d005 d000 d004 d002 d003",
		"-dataset_name": "d003 d002 d004 d000 d005 d001 d006",
		"cohort":        "d000 d001 d003 d006 d002 d004 d005",
		"-status":       "d006 d004 d002 d000 d005 d003 d001",
		"status":        "d001 d003 d005 d000 d002 d004 d006",
		"qc":            "d001 d006 d003 d000 d004 d005 d002",
		"-qc":           "d002 d005 d004 d000 d003 d006 d001",
	} {
		f := hermes.UploadFilter{Sort: sort, Limit: 2}
		var ids []string
		for {
			page, total, err := s.Hermes().Uploads(t.Context(), f)
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
			f.After = listing.Place{Key: key[strings.TrimPrefix(sort, "-")](last), ID: last.ID}
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("sorted by %s:\n got %s\nwant %s", sort, got, want)
		}
	}
	_, _, err := s.Hermes().Uploads(t.Context(), hermes.UploadFilter{Sort: "version; DROP TABLE users"})
	wantKind(t, err, errs.Invalid)
	_, _, err = s.Hermes().Uploads(t.Context(), hermes.UploadFilter{Sort: "uploaded_at", After: listing.Place{Key: "yesterday", ID: "d000"}})
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
		page, total, err := s.Hermes().Uploads(t.Context(), c.f)
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
		"": {Files: 4, Cohorts: 2, ByStatus: map[hermes.UploadStatus]int64{hermes.SubmittedToQC: 3, hermes.FailedQC: 1},
			ByWaiting: map[hermes.Waiting]int64{hermes.WaitingOnSystem: 3, hermes.WaitingOnUploader: 1}},
		"u2": {Files: 1, Cohorts: 1, ByStatus: map[hermes.UploadStatus]int64{hermes.SubmittedToQC: 1},
			ByWaiting: map[hermes.Waiting]int64{hermes.WaitingOnSystem: 1}},
		"none": {ByStatus: map[hermes.UploadStatus]int64{}, ByWaiting: map[hermes.Waiting]int64{}},
	} {
		got, err := s.Hermes().UploadSummary(t.Context(), uploader)
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
	_, err := s.Hermes().QCRun(ctx, "r1")
	wantKind(t, err, errs.NotFound)
	f, err := s.File(ctx, "d1")
	must(t, err)
	if f.Registered {
		t.Error("the file of a deleted data set is still registered")
	}
	must(t, s.DeleteFile(ctx, "d1"))
}

func testHistory(t *testing.T, s *store.Store) {
	ctx := t.Context()
	entry := func(n int) record.Entry {
		return record.Entry{At: Epoch.Add(time.Duration(n/2) * time.Second), By: "u1", Action: numbered("action", n), Detail: "detail"}
	}
	var want []record.Entry
	for i := range 5 {
		e := entry(i)
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddHistory(ctx, "upload", "d1", e) }))
		want = append(want, e)
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddHistory(ctx, "upload", "d2", entry(9)) }))
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddHistory(ctx, "meta", "d1", entry(9)) }))
	slices.Reverse(want)
	got, err := s.Hermes().History(ctx, "upload", "d1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
}

// errStop rolls a transaction back.
var errStop = errors.New("stop")

// rolledBack runs fn in a transaction that is rolled back.
func rolledBack(ctx context.Context, t *testing.T, s *store.Store, fn func(hermes.Tx) error) {
	t.Helper()
	err := s.Hermes().InTx(ctx, func(tx hermes.Tx) error {
		must(t, fn(tx))
		return errStop
	})
	if !errors.Is(err, errStop) {
		t.Errorf("error = %v, want the one that was given", err)
	}
}

package storetest

import (
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

func newFile(id, owner string, size int64) *file.File {
	return &file.File{
		ID: id, OwnerID: owner, Name: id, Metadata: "filename eA==", Size: size, HashState: []byte{0, 1, 255},
		CreatedAt: Epoch, UpdatedAt: Epoch, ExpiresAt: Epoch.Add(time.Hour),
	}
}

func testFiles(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddUser(t, s, "u2")
	f := newFile("f1", "u1", 10)
	must(t, s.CreateFile(ctx, f, 2, 100))
	later := newFile("f2", "u1", 90)
	later.CreatedAt, later.ExpiresAt = Epoch.Add(time.Second), Epoch.Add(2*time.Hour)
	wantCode(t, s.CreateFile(ctx, newFile("f3", "u1", 91), 2, 100), errs.RateLimited, "too_many_uploads")
	must(t, s.CreateFile(ctx, later, 2, 100))
	wantCode(t, s.CreateFile(ctx, newFile("f3", "u1", 0), 2, 100), errs.RateLimited, "too_many_uploads")
	must(t, s.CreateFile(ctx, newFile("f4", "u2", 1), 2, 100))

	got, err := s.File(ctx, "f1")
	must(t, err)
	if diff := cmp.Diff(f, got); diff != "" {
		t.Errorf("file (-want +got):\n%s", diff)
	}
	pending, err := s.PendingFiles(ctx, "u1")
	must(t, err)
	if diff := cmp.Diff([]*file.File{later, f}, pending); diff != "" {
		t.Errorf("pending (-want +got):\n%s", diff)
	}
	expired, err := s.ExpiredFiles(ctx, Epoch.Add(90*time.Minute))
	must(t, err)
	if len(expired) != 2 || expired[0].ID != "f1" {
		t.Errorf("expired = %v", expired)
	}
	must(t, s.DeleteFile(ctx, "f1"))
	must(t, s.DeleteFile(ctx, "f1"))
	_, err = s.File(ctx, "f1")
	wantKind(t, err, errs.NotFound)
}

func testFileOffsets(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	f := newFile("f1", "u1", 30)
	must(t, s.CreateFile(ctx, f, 1, 100))
	f.HashState, f.UpdatedAt = []byte("state 1"), Epoch.Add(time.Second)
	must(t, s.AppendPart(ctx, f, file.Part{FileID: "f1", ID: "p1", Start: 0, Size: 10}, nil))
	wantCode(t, s.AppendPart(ctx, f, file.Part{FileID: "f1", ID: "p2", Start: 0, Size: 10}, nil), errs.Conflict, "wrong_offset")
	wantCode(t, s.AppendPart(ctx, f, file.Part{FileID: "f1", ID: "p3", Start: 11, Size: 10}, nil), errs.Conflict, "wrong_offset")

	var wg sync.WaitGroup
	won := make([]bool, 4)
	for i := range won {
		wg.Go(func() {
			err := s.AppendPart(ctx, f, file.Part{FileID: "f1", ID: numbered("race", i), Start: 10, Size: 5}, nil)
			if won[i] = err == nil; err != nil {
				wantKind(t, err, errs.Conflict)
			}
		})
	}
	wg.Wait()
	winners := 0
	for _, w := range won {
		if w {
			winners++
		}
	}
	if winners != 1 {
		t.Errorf("%d parallel parts were taken, want 1", winners)
	}
	f.Complete, f.SHA256 = true, "sum"
	must(t, s.AppendPart(ctx, f, file.Part{FileID: "f1", ID: "last", Start: 15, Size: 15}, nil))
	wantKind(t, s.AppendPart(ctx, f, file.Part{FileID: "f1", ID: "over", Start: 30, Size: 1}, nil), errs.Conflict)

	parts, err := s.Parts(ctx, "f1")
	must(t, err)
	if len(parts) != 3 || parts[0].ID != "p1" || parts[2] != (file.Part{FileID: "f1", ID: "last", Start: 15, Size: 15}) {
		t.Errorf("parts = %v", parts)
	}
	for id, want := range map[string]bool{"p1": true, "p2": false} {
		if ok, err := s.HasPart(ctx, "f1", id); err != nil || ok != want {
			t.Errorf("has part %s = %t, %v; want %t", id, ok, err, want)
		}
	}
	got, err := s.File(ctx, "f1")
	must(t, err)
	if got.Received != 30 || !got.Complete || got.SHA256 != "sum" || string(got.HashState) != "state 1" {
		t.Errorf("file = %+v", got)
	}
}

func testOddNames(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	for i, name := range OddNames() {
		id := numbered("f", i)
		f := newFile(id, "u1", 0)
		f.Name, f.Complete = name, true
		must(t, s.CreateFile(ctx, f, unlimited, unlimited))
		got, err := s.File(ctx, id)
		must(t, err)
		if got.Name != name {
			t.Errorf("file name %q came back as %q", name, got.Name)
		}
		u := NewUpload(id, "u1")
		u.FileName = name
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateUpload(ctx, u) }))
		up, err := s.Hermes().Upload(ctx, id)
		must(t, err)
		if up.FileName != name {
			t.Errorf("data set's file name %q came back as %q", name, up.FileName)
		}
	}
}

func testBadText(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddFile(t, s, "d1", "u1")
	for _, bad := range []string{"a\x00b", "a\xffb"} {
		u := NewUpload("d1", "u1")
		u.DatasetName = bad
		wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateUpload(ctx, u) }), errs.Invalid)
		_, err := s.Accounts().UserByName(ctx, bad)
		wantKind(t, err, errs.Invalid)
		_, err = s.Hermes().Upload(ctx, bad)
		wantKind(t, err, errs.Invalid)
	}
}

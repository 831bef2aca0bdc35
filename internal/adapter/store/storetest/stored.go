package storetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/file"
)

func testInstallationID(t *testing.T, s *store.Store) {
	ctx := t.Context()
	want := func(want string) {
		t.Helper()
		if got, err := s.InstallationID(ctx); err != nil || got != want {
			t.Errorf("identity %q, %v; want %q", got, err, want)
		}
	}
	want("")
	for _, id := range []string{"first", "second"} { // the first stays
		if got, err := s.GiveInstallationID(ctx, id); err != nil || got != "first" {
			t.Errorf("given %q: %q, %v", id, got, err)
		}
	}
	want("first")
	must(t, s.Exec(ctx, "DROP TABLE installation")) // as in a database of an older version
	want("")
}

func testStored(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	for _, id := range []string{"f1", "f2", "f3"} {
		must(t, s.CreateFile(ctx, newFile(id, "u1", 30), 9, 1000))
	}
	add := func(id, part string, start, size int64, sum string) {
		f := newFile(id, "u1", 30)
		f.SHA256, f.Complete = sum, sum != ""
		must(t, s.AppendPart(ctx, f, file.Part{FileID: id, ID: part, Start: start, Size: size}, nil))
	}
	add("f1", "z", 0, 10, "")
	add("f1", "a", 10, 20, "ab12")
	add("f2", "p", 0, 7, "")
	var got []file.Stored
	must(t, s.Stored(ctx, func(f file.Stored) error { got = append(got, f); return nil }))
	want := []file.Stored{
		{Keys: []string{"uploads/f1/z", "uploads/f1/a"}, Size: 30, SHA256: "ab12"},
		{Keys: []string{"uploads/f2/p"}, Size: 7},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
}

package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/rowstore"
)

func testRowSegments(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.RowSegments()
	one := &rowstore.Segment{ID: "s1", Bytes: 1 << 40, CreatedAt: Epoch}
	two := &rowstore.Segment{ID: "s2", Bytes: 7, CreatedAt: Epoch.Add(time.Hour)}
	must(t, g.InTx(ctx, func(tx rowstore.Tx) error { return tx.CreateSegment(ctx, one, []string{"z", "a"}) }))
	wantSegments := func(want ...*rowstore.Segment) {
		t.Helper()
		got, err := g.Segments(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("segments (-want +got):\n%s", diff)
		}
	}
	wantResults := func(id string, want ...string) {
		t.Helper()
		if got, err := g.Results(ctx, id); err != nil || !slices.Equal(got, want) {
			t.Errorf("results of %s: %q, %v, want %q", id, got, err, want)
		}
	}
	wantSegments(one)
	wantResults("s1", "z", "a")
	wantResults("absent")
	if err := g.InTx(ctx, func(tx rowstore.Tx) error { return tx.CreateSegment(ctx, two, []string{"b", "a"}) }); err == nil {
		t.Error("a result is in two segments")
	}
	wantSegments(one)
	must(t, g.InTx(ctx, func(tx rowstore.Tx) error { // a merge
		if err := tx.DeleteSegment(ctx, "s1"); err != nil {
			return err
		}
		return tx.CreateSegment(ctx, two, []string{"b", "a"})
	}))
	wantSegments(two)
	wantResults("s1")
	wantResults("s2", "b", "a")
	if err := g.InTx(ctx, func(tx rowstore.Tx) error { return tx.DeleteSegment(ctx, "s1") }); err == nil {
		t.Error("an absent segment was deleted")
	}
}

// testFinishedResults: accepted current runs, the runs of completed meta-analyses, these, and the
// newest check with a verdict of each current file.
func testFinishedResults(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.RowSegments()
	AddUser(t, s, "u1")
	for id, status := range map[string]hermes.UploadStatus{"d1": hermes.ReviewApproved, "d2": hermes.ReviewRejected, "d3": hermes.ReviewRejected} {
		u := NewUpload(id, "u1")
		u.Status, u.RunID = status, id+"new"
		addUpload(t, s, u)
		for _, run := range []string{"old", "new"} {
			r := NewQCRun(id+run, id)
			must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateQCRun(ctx, r) }))
			r.Status, r.Attempt = hermes.RunCompleted, "a"
			must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateQCRun(ctx, r) }))
		}
	}
	for id, status := range map[string]hermes.MetaStatus{"m1": hermes.MetaCompleted, "m2": hermes.MetaFailed} {
		m := newMeta(id, "d2")
		m.Inputs[0].RunID = map[string]string{"m1": "d2old", "m2": "d2new"}[id]
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateMeta(ctx, m) }))
		m.Status, m.Attempt = status, "b"
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateMeta(ctx, m) }))
	}
	holdingData(t, s, "ds", "u1")
	for n, id := range []string{"f1", "f2"} { // the second takes the place of the first
		completeUpload(t, s, "up"+id, "u1", 7)
		inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
			return tx.AddFile(ctx, fileVersion(id, "ds", "up"+id, n+1, 7))
		})
		for i, status := range []dataset.CheckStatus{dataset.CheckPassed, dataset.CheckWarned, dataset.CheckFailed} {
			c := newCheck(t, s, id+string(rune('a'+i)), id, "ds", Epoch.Add(time.Duration(i)*time.Second))
			c.Status, c.Attempt = status, "c"
			inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.UpdateCheck(ctx, c) })
		}
	}
	got, err := g.Finished(ctx)
	must(t, err)
	want := []string{
		hermes.RunRowsKey("d1", "d1new", "a"), hermes.RunRowsKey("d2", "d2old", "a"), hermes.MetaRowsKey("m1", "b"), dataset.CheckRowsKey("f2", "f2b", "c"),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("finished (-want +got):\n%s", diff)
	}
}

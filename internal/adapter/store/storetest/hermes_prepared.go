package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

func testPreparedMetas(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("d1", "u1"))
	prepare := func(id string, at time.Duration) *hermes.PreparedMeta {
		p := &hermes.PreparedMeta{
			ID: id, Name: "Freeze “é”", Phenotype: "ALL_HF", Note: "Two\nlines", Status: hermes.PreparedWaiting, MadeBy: "ann", MakerID: "u1",
			Datasets: []hermes.PreparedInput{{UploadID: "d1", RunID: "r1", DatasetName: "North"}}, Options: hermes.MetaOptions{Scheme: "ivw", MinStudies: 2},
			CreatedAt: Epoch.Add(at), UpdatedAt: Epoch.Add(at), Version: 1,
		}
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreatePreparedMeta(ctx, p) }))
		return p
	}
	one, two, three := prepare("p1", 0), prepare("p2", time.Minute), prepare("p3", 2*time.Minute)
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.CreateMeta(ctx, newMeta("m1", "d1")) }))
	ended := Epoch.Add(time.Hour)
	three.Status, three.EndedBy, three.EndedAt, three.Answer, three.MetaID, three.Name = hermes.PreparedStarted, "rita", &ended, "Fine", "m1", "Renamed"
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdatePreparedMeta(ctx, three) }))
	stale := *three
	stale.Version = 1
	wantCode(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdatePreparedMeta(ctx, &stale) }), errs.Conflict, "changed")
	stale.ID = "absent"
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdatePreparedMeta(ctx, &stale) }), errs.NotFound)
	for most, want := range map[int][]*hermes.PreparedMeta{10: {two, one, three}, 1: {two}} { // waiting ones first, then the newest
		got, err := s.Hermes().PreparedMetas(ctx, most)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d at most (-want +got):\n%s", most, diff)
		}
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DeleteMeta(ctx, "m1") }))
	got, err := s.Hermes().PreparedMeta(ctx, "p3")
	must(t, err)
	if three.MetaID = ""; !cmp.Equal(three, got) || got.Version != 2 {
		t.Errorf("after its run was deleted: %+v", got)
	}
	_, err = s.Hermes().PreparedMeta(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	note := hermes.Notice{ID: "n1", UserID: "u1", PreparedID: "p1", DatasetName: "Freeze", At: Epoch, Text: "prepared"}
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.AddNotice(ctx, &note) }))
	list, err := s.Hermes().NoticesOf(ctx, "u1", listing.Place{}, 10)
	must(t, err)
	if diff := cmp.Diff([]hermes.Notice{note}, list); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

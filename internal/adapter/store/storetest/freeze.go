package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/freeze"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/meta"
	"cohortium/internal/platform/errs"
)

func testFreezes(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1", "reviewer")
	AddFile(t, s, "d1", "u1")
	AddFile(t, s, "d2", "u1")
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		return errors.Join(tx.CreateUpload(ctx, NewUpload("d1", "u1")), tx.CreateUpload(ctx, NewUpload("d2", "u1")))
	}))
	f := &hermes.Freeze{
		ID: "f1", Name: "Release ÄÖ", ReleaseVersion: "1", State: hermes.FreezeDraft, CreatedBy: "u1", CreatorID: "u1",
		CreatedAt: Epoch, UpdatedAt: Epoch, Version: 1,
		Document: hermes.FreezeDocument{Deadline: "2026-10-15", Schemes: []meta.Scheme{meta.FixedEffect}, Phenotypes: []string{"A"},
			Ancestries: []string{}, Sexes: []string{},
			Rules: []freeze.Rule{{MinStudies: 3}}, Exclude: []freeze.Exclusion{{Cohort: "c", Reason: "r"}}, Skip: []freeze.Scope{{Sex: "male"}}},
	}
	second := *f
	second.ID, second.Name, second.CreatedAt = "f2", "A second", Epoch.Add(time.Hour)
	must(t, inTx(t, s, func(tx hermes.Tx) error { return errors.Join(tx.CreateFreeze(ctx, f), tx.CreateFreeze(ctx, &second)) }))
	got, err := s.Hermes().Freeze(ctx, "f1")
	must(t, err)
	if diff := cmp.Diff(f, got); diff != "" {
		t.Errorf("read back: %s", diff)
	}
	_, err = s.Hermes().Freeze(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	freezeResults(t, s, f)
	freezePublication(t, s, f, &second)
}

// freezeResults checks that the state of a started freeze follows from its results.
func freezeResults(t *testing.T, s *store.Store, f *hermes.Freeze) {
	ctx := t.Context()
	row := &hermes.FreezeRow{Phenotype: "A", Ancestry: "EU", Sex: "both", Name: "ivw", Position: 2, State: "waiting", Key: "k",
		Spec: hermes.FreezeSpec{Inputs: []hermes.MetaInput{{UploadID: "d1", NTotal: 9}}, Options: hermes.MetaOptions{Scheme: "ivw"}}}
	first := *row
	first.Name, first.Position, first.State = "random", 1, "cancelled"
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		f.State = hermes.FreezeRunning
		return errors.Join(tx.UpdateFreeze(ctx, f), tx.CreateFreezeRow(ctx, f.ID, row), tx.CreateFreezeRow(ctx, f.ID, &first))
	}))
	stateIs(ctx, t, s, f.ID, hermes.FreezeRunning)
	rows, err := s.Hermes().FreezeRows(ctx, f.ID)
	must(t, err)
	if diff := cmp.Diff([]*hermes.FreezeRow{&first, row}, rows); diff != "" {
		t.Errorf("rows: %s", diff)
	}
	m := newMeta("of-freeze", "d1", "d2")
	m.FreezeID = f.ID
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		row.State, row.MetaID = "made", m.ID
		return errors.Join(tx.CreateMeta(ctx, m), tx.UpdateFreezeRow(ctx, f.ID, row))
	}))
	stateIs(ctx, t, s, f.ID, hermes.FreezeRunning)
	n := int64(7)
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		m.Status, m.NVariants, m.Attempt = hermes.MetaCompleted, &n, "lease"
		return tx.UpdateMeta(ctx, m)
	}))
	stateIs(ctx, t, s, f.ID, hermes.FreezeFinished)
	rows, err = s.Hermes().FreezeRows(ctx, f.ID)
	must(t, err)
	if of := rows[1].Meta; of == nil || of.Status != hermes.MetaCompleted || *of.NVariants != 7 || of.Attempt != "lease" || rows[0].Meta != nil {
		t.Errorf("rows with results: %+v", rows)
	}
	page, total, err := s.Hermes().Metas(ctx, hermes.MetaFilter{Sort: "name", Limit: 10})
	must(t, err)
	_, all, err := s.Hermes().Metas(ctx, hermes.MetaFilter{Freezes: true, Sort: "name", Limit: 10})
	must(t, err)
	if total != 0 || len(page) != 0 || all != 1 {
		t.Errorf("%d meta-analyses in the list, %d with those of freezes", total, all)
	}
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.DeleteMeta(ctx, m.ID) }), errs.Conflict)
	list, err := s.Hermes().FreezeUploads(ctx)
	must(t, err)
	if len(list) != 2 || list[0].ID != "d1" || list[0].NTotal != NewUpload("d1", "u1").NTotal {
		t.Errorf("submissions: %+v", list)
	}
}

func stateIs(ctx context.Context, t *testing.T, s *store.Store, id string, want hermes.FreezeState) {
	t.Helper()
	f, err := s.Hermes().Freeze(ctx, id)
	must(t, err)
	page, total, err := s.Hermes().Freezes(ctx, hermes.FreezeFilter{States: []hermes.FreezeState{want}, Sort: "-created_at", Limit: 5})
	must(t, err)
	freezeFacets(t, s, hermes.FreezeFilter{})
	freezeFacets(t, s, hermes.FreezeFilter{States: []hermes.FreezeState{hermes.FreezeDraft}})
	if f.State != want || total != 1 || page[0].ID != id || page[0].State != want {
		t.Errorf("state %s, want %s; %d in the list", f.State, want, total)
	}
}

func freezePublication(t *testing.T, s *store.Store, f, second *hermes.Freeze) {
	ctx := t.Context()
	stale := *f
	stale.Version--
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateFreeze(ctx, &stale) }), errs.Conflict)
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		f.State, f.Publication = hermes.FreezePublished, &hermes.FreezePublication{Name: "release", At: Epoch, By: "u1",
			EmbargoUntil: "2027-01-31", WithdrawnCohorts: []hermes.FreezeWithdrawn{{Cohort: "North", Reason: "consent withdrawn", Day: "2026-11-29"}}}
		return tx.UpdateFreeze(ctx, f)
	}))
	open, err := s.Hermes().FreezeByPublicName(ctx, "release")
	must(t, err)
	if diff := cmp.Diff(f, open); diff != "" {
		t.Errorf("published: %s", diff)
	}
	all, err := s.Hermes().PublishedFreezes(ctx)
	must(t, err)
	if diff := cmp.Diff([]*hermes.Freeze{f}, all); diff != "" {
		t.Errorf("all that are published: %s", diff)
	}
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error {
		second.Publication = &hermes.FreezePublication{Name: "release", At: Epoch, By: "u1"}
		return tx.UpdateFreeze(ctx, second)
	}), errs.Conflict)
	_, err = s.Hermes().FreezeByPublicName(ctx, "other")
	wantKind(t, err, errs.NotFound)
	page, total, err := s.Hermes().Freezes(ctx, hermes.FreezeFilter{Query: "release äö", Sort: "name", Limit: 5})
	must(t, err)
	if total != 1 || page[0].Started != 2 || page[0].Done != 1 || page[0].Failed != 1 {
		t.Errorf("list: %d, %+v", total, page)
	}
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		ids, err := tx.MetasOfFreeze(ctx, "f1")
		if len(ids) != 1 || ids[0] != "of-freeze" {
			t.Errorf("meta-analyses: %q", ids)
		}
		return errors.Join(err, tx.DeleteFreeze(ctx, "f1"), tx.DeleteMeta(ctx, "of-freeze"))
	}))
	rows, err := s.Hermes().FreezeRows(ctx, "f1")
	must(t, err)
	if len(rows) != 0 {
		t.Errorf("%d rows of a deleted freeze", len(rows))
	}
}

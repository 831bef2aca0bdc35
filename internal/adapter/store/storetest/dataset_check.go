package storetest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// newCheck creates a check of a file with its job.
func newCheck(t *testing.T, s *store.Store, id, fileID, datasetID string, at time.Time) *dataset.Check {
	t.Helper()
	c := &dataset.Check{
		ID: id, FileID: fileID, DatasetID: datasetID, Status: dataset.CheckQueued, Mapping: json.RawMessage(`{"p_value":"P\u0000"}`),
		Build: "hg19", JobID: "job of " + id, CreatedBy: "u1", CreatedAt: at,
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		err := job.Enqueue(
			ctx,
			tx,
			&job.Job{
				ID: c.JobID, Kind: dataset.KindCheck, Area: auth.AreaDatasets, SubjectID: datasetID, RunID: id, OwnerID: "u1", Memory: job.StandardMemory,
			},
			10,
			at,
		)
		if err != nil {
			return err
		}
		return tx.CreateCheck(ctx, c)
	})
	return c
}

func testDatasetChecks(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	holdingData(t, s, "d1", "u1")
	completeUpload(t, s, "up1", "u1", 7)
	completeUpload(t, s, "up2", "u1", 7)
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		return tx.AddFile(ctx, fileVersion("f1", "d1", "up1", 1, 7))
	})
	one := newCheck(t, s, "c1", "f1", "d1", Epoch)
	two := newCheck(t, s, "c2", "f1", "d1", Epoch.Add(time.Second))

	at, rows, lambda := Epoch.Add(time.Minute), int64(1<<40), 1.25
	one.Status, one.FinishedAt, one.RowsIn, one.RowsClean, one.LambdaGC = dataset.CheckWarned, &at, &rows, &rows, &lambda
	one.Report, one.Error, one.Mapping, one.Build = json.RawMessage(`{"findings":["näïve"]}`), "<b>", nil, "grch38"
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		locked, err := tx.Check(ctx, "c1")
		if err != nil || locked.Status != dataset.CheckQueued {
			t.Errorf("inside of the transaction: %+v, %v", locked, err)
		}
		return tx.UpdateCheck(ctx, one)
	})
	got, err := g.Check(ctx, "c1")
	must(t, err)
	if diff := cmp.Diff(one, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	list, err := g.Checks(ctx, "f1")
	must(t, err)
	short := *one
	short.Report = nil // a list has no reports
	if diff := cmp.Diff([]*dataset.Check{two, &short}, list); diff != "" {
		t.Errorf("checks of the file (-want +got):\n%s", diff)
	}

	// The newest check of each current file counts for it.
	newest := func(want ...*dataset.Check) {
		t.Helper()
		list, err := g.ChecksOf(ctx, "d1")
		must(t, err)
		if diff := cmp.Diff(want, list); diff != "" {
			t.Errorf("newest checks (-want +got):\n%s", diff)
		}
	}
	newest(two)
	if f, err := g.DatasetFile(ctx, "f1"); err != nil || f.CheckID != "c2" {
		t.Errorf("%+v, %v", f, err)
	}
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		return tx.AddFile(ctx, fileVersion("f2", "d1", "up2", 2, 7))
	})
	newest()
	newest(newCheck(t, s, "c3", "f2", "d1", Epoch))
}

func testDatasetChecksGone(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	holdingData(t, s, "d1", "u1")
	completeUpload(t, s, "up1", "u1", 7)
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		return tx.AddFile(ctx, fileVersion("f1", "d1", "up1", 1, 7))
	})
	one := newCheck(t, s, "c1", "f1", "d1", Epoch)

	_, err := g.Check(ctx, "absent")
	wantKind(t, err, errs.NotFound)
	absent := *one
	absent.ID, absent.FileID = "absent", "absent"
	wantKind(t, g.InTx(ctx, func(tx dataset.Tx) error { return tx.UpdateCheck(ctx, &absent) }), errs.NotFound)
	wantKind(t, g.InTx(ctx, func(tx dataset.Tx) error { return tx.CreateCheck(ctx, &absent) }), errs.NotFound)
	if list, err := g.Checks(ctx, "absent"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}

	// Checks are deleted with their file; the jobs stay.
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error {
		_, err := tx.DropFiles(ctx, "d1")
		return err
	})
	_, err = g.Check(ctx, "c1")
	wantKind(t, err, errs.NotFound)
	if _, err := s.Job(ctx, "job of c1"); err != nil {
		t.Error(err)
	}
}

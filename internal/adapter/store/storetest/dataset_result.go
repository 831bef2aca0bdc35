package storetest

import (
	"context"
	"errors"
	"maps"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
)

// testDatasetResults: a result has one data set at most, and stays while it has one.
func testDatasetResults(t *testing.T, s *store.Store) {
	ctx, g := t.Context(), s.Datasets()
	AddUser(t, s, "u1")
	addUpload(t, s, NewUpload("a", "u1"))
	must(t, inTx(t, s, func(tx hermes.Tx) error {
		return errors.Join(tx.CreateMeta(ctx, newMeta("m1", "a")), tx.CreateMeta(ctx, newMeta("m2", "a")))
	}))
	holdingData(t, s, "d1", "u1")
	holdingData(t, s, "d2", "u1")
	link := func(datasetID, metaID string) error {
		return g.InTx(ctx, func(tx dataset.Tx) error { return tx.LinkResult(ctx, datasetID, metaID) })
	}
	remove := func(metaID string) error {
		return inTx(t, s, func(tx hermes.Tx) error { return tx.DeleteMeta(ctx, metaID) })
	}
	must(t, link("d1", "m1"))
	wantCode(t, link("d2", "m1"), errs.Conflict, "result_registered")
	wantKind(t, link("d2", "absent"), errs.NotFound)

	made, err := g.DatasetOfResult(ctx, "m1")
	must(t, err)
	of, err := g.ResultsOf(ctx, []string{"d2", "d1", "absent"})
	must(t, err)
	if made.ID != "d1" || made.Owner.UserName != "u1" || !maps.Equal(of, map[string]string{"d1": "m1"}) {
		t.Errorf("the data set of m1 is %+v, the results are %v", made, of)
	}
	_, err = g.DatasetOfResult(ctx, "m2")
	wantKind(t, err, errs.NotFound)
	if of, err := g.ResultsOf(ctx, nil); err != nil || len(of) != 0 {
		t.Errorf("the results of no data set: %v, %v", of, err)
	}

	wantCode(t, remove("m1"), errs.Conflict, "registered")
	must(t, remove("m2"))
	wantKind(t, remove("m2"), errs.NotFound)
	inData(t, s, func(ctx context.Context, tx dataset.Tx) error { return tx.DeleteDataset(ctx, "d1") })
	must(t, remove("m1"))
	uses, err := s.Hermes().MetasUsing(ctx, "a")
	must(t, err)
	if len(uses) != 0 {
		t.Errorf("what is deleted still uses a: %+v", uses)
	}
}

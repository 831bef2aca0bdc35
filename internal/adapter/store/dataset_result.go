package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// DatasetOfResult implements dataset.Store.
func (d *Datasets) DatasetOfResult(ctx context.Context, metaID string) (_ *dataset.Dataset, err error) {
	defer errs.Wrap(&err, "store.Datasets.DatasetOfResult(%q)", metaID)
	row, err := d.reader().GetDatasetOfResult(ctx, metaID)
	return datasetWithPeople(ctx, d.reader(), row, err)
}

// ResultOf implements dataset.Store.
func (d *Datasets) ResultOf(ctx context.Context, datasetID string) (metaID string, err error) {
	defer errs.Wrap(&err, "store.Datasets.ResultOf(%q)", datasetID)
	metaID, err = d.reader().GetResultOfDataset(ctx, datasetID)
	return metaID, missing(err, "result")
}

// LinkResult implements dataset.Tx.
func (t datasetTx) LinkResult(ctx context.Context, datasetID, metaID string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.LinkResult(%q, %q)", datasetID, metaID)
	err = t.q.InsertDatasetResult(ctx, sqlcgen.InsertDatasetResultParams{DatasetID: datasetID, MetaID: metaID})
	if taken(err) == "meta_id" {
		return conflict("result_registered", "This result is registered already.")
	}
	if referenced(err) {
		return errs.Missing("meta-analysis").Because(err)
	}
	return problem(err)
}

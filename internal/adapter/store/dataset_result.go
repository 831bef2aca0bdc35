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

// ResultsOf implements dataset.Store.
func (d *Datasets) ResultsOf(ctx context.Context, datasetIDs []string) (metas map[string]string, err error) {
	defer errs.Wrap(&err, "store.Datasets.ResultsOf(%d data sets)", len(datasetIDs))
	metas = make(map[string]string)
	_, err = byID(ctx, d.Store, "SELECT dataset_id, meta_id FROM dataset_results WHERE dataset_id IN ", datasetIDs, func(row scanner) (id string, err error) {
		var metaID string
		err = row.Scan(&id, &metaID)
		metas[id] = metaID
		return id, err
	}, func(id string) string { return id })
	return metas, err
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

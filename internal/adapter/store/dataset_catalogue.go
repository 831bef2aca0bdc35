package store

import (
	"context"
	"encoding/json"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// UsedPhenotypes implements dataset.Store.
func (d *Datasets) UsedPhenotypes(ctx context.Context, r *dataset.Reader) (list []dataset.PhenotypeUse, err error) {
	defer errs.Wrap(&err, "store.Datasets.UsedPhenotypes(%+v)", r)
	var w filter
	w.reader(r, "", false)
	return selectAll(ctx, d.Store, `SELECT max(code), max(description), max(CASE WHEN dichotomous THEN 1 ELSE 0 END), count(DISTINCT dataset_id)
		FROM dataset_phenotypes WHERE dataset_id IN (SELECT id FROM datasets`+w.sql()+`) GROUP BY code_key ORDER BY 4 DESC, code_key`, w.args,
		func(row scanner) (u dataset.PhenotypeUse, err error) {
			var dichotomous int64
			err = row.Scan(&u.Code, &u.Description, &dichotomous, &u.Datasets)
			u.Dichotomous = dichotomous == 1
			return u, err
		})
}

// batchContent is the part of a batch that is stored as JSON.
type batchContent struct {
	Created []dataset.BatchItem `json:"created"`
	Changed []dataset.BatchItem `json:"changed"`
	Studies []string            `json:"studies"`
}

// Batch implements dataset.Store.
func (d *Datasets) Batch(ctx context.Context, id string) (_ *dataset.Batch, err error) {
	defer errs.Wrap(&err, "store.Datasets.Batch(%q)", id)
	row, err := d.reader().GetDatasetBatch(ctx, id)
	return toBatch(row, err)
}

// Batch implements dataset.Tx.
func (t datasetTx) Batch(ctx context.Context, id string) (_ *dataset.Batch, err error) {
	defer errs.Wrap(&err, "store.DatasetTx.Batch(%q)", id)
	row, err := t.q.GetDatasetBatchForUpdate(ctx, id)
	return toBatch(row, err)
}

func toBatch(row sqlcgen.DatasetBatch, err error) (*dataset.Batch, error) {
	if err != nil {
		return nil, missing(err, "import")
	}
	var c batchContent
	if err := json.Unmarshal([]byte(row.Content), &c); err != nil {
		return nil, err
	}
	return &dataset.Batch{
		ID: row.ID, By: row.ByWhom, ByID: row.ByID, At: row.At.UTC(), UndoneAt: utc(row.UndoneAt), Created: c.Created, Changed: c.Changed, Studies: c.Studies,
	}, nil
}

// SaveBatch implements dataset.Tx.
func (t datasetTx) SaveBatch(ctx context.Context, b *dataset.Batch) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.SaveBatch(%q)", b.ID)
	content, err := json.Marshal(batchContent{Created: b.Created, Changed: b.Changed, Studies: b.Studies})
	if err != nil {
		return err
	}
	return problem(t.q.UpsertDatasetBatch(ctx, sqlcgen.UpsertDatasetBatchParams{
		ID: b.ID, ByWhom: b.By, ByID: b.ByID, At: b.At, UndoneAt: b.UndoneAt, Content: string(content),
	}))
}

// DatasetByName implements dataset.Store.
func (d *Datasets) DatasetByName(ctx context.Context, name string) (_ *dataset.Dataset, err error) {
	defer errs.Wrap(&err, "store.Datasets.DatasetByName(%q)", name)
	row, err := d.reader().GetDatasetByName(ctx, fold(printable(name)))
	return datasetWithPeople(ctx, d.reader(), row, err)
}

// DatasetByName implements dataset.Tx.
func (t datasetTx) DatasetByName(ctx context.Context, name string) (_ *dataset.Dataset, err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DatasetByName(%q)", name)
	row, err := t.q.GetDatasetByNameForUpdate(ctx, fold(printable(name)))
	return datasetWithPeople(ctx, t.q, row, err)
}

// StudyByName implements dataset.Store.
func (r datasetReads) StudyByName(ctx context.Context, name string) (_ *dataset.Study, err error) {
	defer errs.Wrap(&err, "store.Datasets.StudyByName(%q)", name)
	row, err := r.from.GetStudyByName(ctx, fold(printable(name)))
	if err != nil {
		return nil, missing(err, "study")
	}
	return toStudy(row), nil
}

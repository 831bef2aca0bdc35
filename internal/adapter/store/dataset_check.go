package store

import (
	"context"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// Check implements dataset.Store.
func (d *Datasets) Check(ctx context.Context, id string) (c *dataset.Check, err error) {
	defer errs.Wrap(&err, "store.Datasets.Check(%q)", id)
	row, err := d.reader().GetDatasetCheck(ctx, id)
	if err != nil {
		return nil, missing(err, "check")
	}
	return toDatasetCheck(row), nil
}

// Checks implements dataset.Store.
func (d *Datasets) Checks(ctx context.Context, fileID string) (list []*dataset.Check, err error) {
	defer errs.Wrap(&err, "store.Datasets.Checks(%q)", fileID)
	rows, err := d.reader().ListDatasetChecks(ctx, fileID)
	for _, row := range rows {
		list = append(list, toDatasetCheck(sqlcgen.DatasetCheck(row)))
	}
	return list, problem(err)
}

// ChecksOf implements dataset.Store.
func (d *Datasets) ChecksOf(ctx context.Context, datasetID string) (list []*dataset.Check, err error) {
	defer errs.Wrap(&err, "store.Datasets.ChecksOf(%q)", datasetID)
	rows, err := d.reader().ListNewestDatasetChecks(ctx, datasetID)
	for _, row := range rows {
		list = append(list, toDatasetCheck(sqlcgen.DatasetCheck(row)))
	}
	return list, problem(err)
}

// CreateCheck implements dataset.Tx.
func (t datasetTx) CreateCheck(ctx context.Context, c *dataset.Check) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreateCheck(%q)", c.ID)
	facts, err := dataset.FactsOf(c.Report)
	if err != nil {
		return err
	}
	err = t.q.InsertDatasetCheck(ctx, sqlcgen.InsertDatasetCheckParams{
		ID: c.ID, FileID: c.FileID, DatasetID: c.DatasetID, Status: string(c.Status), Mapping: string(c.Mapping), Build: c.Build,
		JobID: c.JobID, CreatedBy: c.CreatedBy, CreatedAt: c.CreatedAt, FinishedAt: c.FinishedAt, RowsIn: c.RowsIn,
		RowsClean: c.RowsClean, LambdaGc: c.LambdaGC, Report: string(c.Report), Error: c.Error, Checksums: checksums(c.Report),
		RowsBuild: string(facts.Build), RowsScale: string(facts.Scale),
	})
	if referenced(err) {
		return errs.Missing("file").Because(err)
	}
	if err != nil {
		return problem(err)
	}
	n, err := t.q.SetNewestDatasetCheck(ctx, sqlcgen.SetNewestDatasetCheckParams{ID: c.FileID, CheckID: c.ID})
	return changed(n, err, "file")
}

// Check implements dataset.Tx.
func (t datasetTx) Check(ctx context.Context, id string) (c *dataset.Check, err error) {
	defer errs.Wrap(&err, "store.Tx.Check(%q)", id)
	row, err := t.q.GetDatasetCheckForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "check")
	}
	return toDatasetCheck(row), nil
}

// UpdateCheck implements dataset.Tx.
func (t datasetTx) UpdateCheck(ctx context.Context, c *dataset.Check) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdateCheck(%q)", c.ID)
	facts, err := dataset.FactsOf(c.Report)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateDatasetCheck(ctx, sqlcgen.UpdateDatasetCheckParams{
		ID: c.ID, Status: string(c.Status), Mapping: string(c.Mapping), Build: c.Build, FinishedAt: c.FinishedAt, RowsIn: c.RowsIn,
		RowsClean: c.RowsClean, LambdaGc: c.LambdaGC, Report: string(c.Report), Error: c.Error, Checksums: checksums(c.Report), Attempt: c.Attempt,
		RowsBuild: string(facts.Build), RowsScale: string(facts.Scale),
	})
	return changed(n, err, "check")
}

func toDatasetCheck(r sqlcgen.DatasetCheck) *dataset.Check {
	return &dataset.Check{
		ID: r.ID, FileID: r.FileID, DatasetID: r.DatasetID, Status: dataset.CheckStatus(r.Status), Mapping: toJSON(r.Mapping),
		Build: r.Build, JobID: r.JobID, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt.UTC(), FinishedAt: utc(r.FinishedAt),
		RowsIn: r.RowsIn, RowsClean: r.RowsClean, LambdaGC: r.LambdaGc, Report: toJSON(r.Report), Error: r.Error, Attempt: r.Attempt,
		Facts: dataset.CheckFacts{Build: genome.Build(r.RowsBuild), Scale: sumstats.EffectScale(r.RowsScale)},
	}
}

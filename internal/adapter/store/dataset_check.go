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

// CheckedData implements dataset.Store with two queries for any number of data sets.
func (d *Datasets) CheckedData(ctx context.Context, datasetIDs []string) (list []*dataset.CheckedData, err error) {
	defer errs.Wrap(&err, "store.Datasets.CheckedData(%d data sets)", len(datasetIDs))
	if len(datasetIDs) == 0 {
		return nil, nil
	}
	var w filter
	w.in("f.dataset_id", datasetIDs)
	files := w.sql() + " AND f.is_current AND f.kind = '" + string(dataset.DataFile) + "' AND f.check_id <> ''"
	byFile := map[string]*dataset.CheckedData{}
	list, err = selectAll(ctx, d.Store, "SELECT "+checkedColumns+" FROM dataset_files f JOIN dataset_phenotypes p ON p.id = f.parent_id"+files+
		" ORDER BY f.dataset_id, f.kind DESC, f.parent_id, f.version DESC", w.args, func(row scanner) (*dataset.CheckedData, error) {
		c, err := scanChecked(row)
		if err == nil {
			byFile[c.File.ID] = c
		}
		return c, err
	})
	if err != nil {
		return nil, err
	}
	_, err = selectAll(ctx, d.Store, "SELECT c.id, c.file_id, c.created_at, c.status, c.build, c.attempt, c.rows_build, c.rows_scale FROM dataset_files f JOIN "+
		d.checkFacts()+" ON c.file_id = f.id"+files+" ORDER BY c.created_at DESC, c.id DESC", w.args, func(row scanner) (none struct{}, err error) {
		var r sqlcgen.DatasetCheck
		err = row.Scan(&r.ID, &r.FileID, &r.CreatedAt, &r.Status, &r.Build, &r.Attempt, &r.RowsBuild, &r.RowsScale)
		if of := byFile[r.FileID]; err == nil && of != nil {
			of.Checks = append(of.Checks, toDatasetCheck(r))
		}
		return none, err
	})
	return list, err
}

// checkFacts is the table of checks, read from an index: SQLite reads through the report to the columns behind it.
func (d *Datasets) checkFacts() string {
	if d.engine == SQLite {
		return "dataset_checks AS c INDEXED BY dataset_checks_facts"
	}
	return "dataset_checks AS c"
}

const checkedColumns = `f.id, f.dataset_id, f.kind, f.parent_id, f.version, f.is_current, f.upload_id, f.file_name, f.size_bytes, f.sha256, f.short_id,
	f.downloads, f.check_id, f.uploaded_by, f.uploaded_at, f.genome_build,
	p.id, p.dataset_id, p.code, p.description, p.dichotomous, p.sample_size, p.cases, p.controls, p.created_at`

func scanChecked(row scanner) (*dataset.CheckedData, error) {
	var f sqlcgen.DatasetFile
	var p sqlcgen.DatasetPhenotype
	err := row.Scan(&f.ID, &f.DatasetID, &f.Kind, &f.ParentID, &f.Version, &f.IsCurrent, &f.UploadID, &f.FileName, &f.SizeBytes, &f.Sha256, &f.ShortID,
		&f.Downloads, &f.CheckID, &f.UploadedBy, &f.UploadedAt, &f.GenomeBuild,
		&p.ID, &p.DatasetID, &p.Code, &p.Description, &p.Dichotomous, &p.SampleSize, &p.Cases, &p.Controls, &p.CreatedAt)
	return &dataset.CheckedData{File: toDatasetFile(f), Phenotype: toDatasetPhenotype(p)}, err
}

package store

import (
	"context"
	"encoding/json"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// CheckedData implements dataset.Store, with two queries.
func (d *Datasets) CheckedData(ctx context.Context, f dataset.Filter) (list []*dataset.CheckedData, err error) {
	defer errs.Wrap(&err, "store.Datasets.CheckedData(%+v)", f)
	var w filter
	w.dataset(f)
	metadata := "''" // has the decision to publish a file, which only strangers need
	if f.Open {
		metadata = "metadata"
	}
	checked := " FROM (SELECT id AS of_id, name AS of_name, ancestry, genome_build AS of_build, sharing, study_id, updated_at, " + metadata +
		" AS described FROM datasets" + w.sql() + ") AS d JOIN dataset_files AS f ON f.dataset_id = d.of_id AND f.is_current AND f.kind = '" +
		string(dataset.DataFile) + "' AND f.check_id <> ''"
	byFile := map[string]*dataset.CheckedData{}
	list, err = selectAll(ctx, d.Store, "SELECT "+checkedColumns+checked+
		" JOIN dataset_phenotypes AS p ON p.id = f.parent_id JOIN studies AS s ON s.id = d.study_id"+
		" ORDER BY d.updated_at DESC, d.of_id DESC, f.parent_id, f.version DESC", w.args, func(row scanner) (*dataset.CheckedData, error) {
		c, err := scanChecked(row)
		if err == nil {
			byFile[c.File.ID] = c
		}
		return c, err
	})
	if err != nil {
		return nil, err
	}
	_, err = selectAll(ctx, d.Store, "SELECT c.id, c.file_id, c.created_at, c.status, c.build, c.attempt, c.rows_build, c.rows_scale"+checked+
		" JOIN "+d.checkFacts()+" ON c.file_id = f.id ORDER BY c.created_at DESC, c.id DESC", w.args, func(row scanner) (none struct{}, err error) {
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

const checkedColumns = `d.of_id, d.of_name, d.ancestry, d.of_build, d.sharing, d.described, s.name,
	f.id, f.kind, f.parent_id, f.version, f.is_current, f.upload_id, f.file_name, f.size_bytes, f.sha256, f.short_id,
	f.downloads, f.check_id, f.uploaded_by, f.uploaded_at, f.genome_build,
	p.id, p.code, p.description, p.dichotomous, p.sample_size, p.cases, p.controls, p.created_at`

func scanChecked(row scanner) (*dataset.CheckedData, error) {
	var d dataset.Dataset
	var described, study string
	var f sqlcgen.DatasetFile
	var p sqlcgen.DatasetPhenotype
	err := row.Scan(&d.ID, &d.Name, &d.Ancestry, &d.GenomeBuild, &d.Sharing, &described, &study,
		&f.ID, &f.Kind, &f.ParentID, &f.Version, &f.IsCurrent, &f.UploadID, &f.FileName, &f.SizeBytes, &f.Sha256, &f.ShortID,
		&f.Downloads, &f.CheckID, &f.UploadedBy, &f.UploadedAt, &f.GenomeBuild,
		&p.ID, &p.Code, &p.Description, &p.Dichotomous, &p.SampleSize, &p.Cases, &p.Controls, &p.CreatedAt)
	if err != nil {
		return nil, err
	}
	if described != "" {
		var kept keptMetadata
		err = json.Unmarshal([]byte(described), &kept)
		d.Despite = kept.Despite
	}
	f.DatasetID, p.DatasetID = d.ID, d.ID
	return &dataset.CheckedData{Dataset: &d, Study: study, File: toDatasetFile(f), Phenotype: toDatasetPhenotype(p)}, err
}

package store

import (
	"context"
	"strings"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
)

// Phenotypes implements dataset.Store.
func (r datasetReads) Phenotypes(ctx context.Context, datasetID string) (list []*dataset.Phenotype, err error) {
	defer errs.Wrap(&err, "store.Datasets.Phenotypes(%q)", datasetID)
	rows, err := r.from.ListDatasetPhenotypes(ctx, datasetID)
	for _, r := range rows {
		list = append(list, toDatasetPhenotype(r))
	}
	return list, problem(err)
}

func toDatasetPhenotype(r sqlcgen.DatasetPhenotype) *dataset.Phenotype {
	return &dataset.Phenotype{
		ID: r.ID, DatasetID: r.DatasetID, Code: r.Code, Description: r.Description, Dichotomous: r.Dichotomous,
		SampleSize: r.SampleSize, Cases: r.Cases, Controls: r.Controls, CreatedAt: r.CreatedAt.UTC(),
	}
}

// CredibleSets implements dataset.Store.
func (r datasetReads) CredibleSets(ctx context.Context, datasetID string) (list []*dataset.CredibleSet, err error) {
	defer errs.Wrap(&err, "store.Datasets.CredibleSets(%q)", datasetID)
	rows, err := r.from.ListDatasetCredibleSets(ctx, datasetID)
	for _, r := range rows {
		list = append(list, &dataset.CredibleSet{
			ID: r.ID, DatasetID: r.DatasetID, PhenotypeID: r.PhenotypeID, Name: r.Name, CreatedAt: r.CreatedAt.UTC(),
		})
	}
	return list, problem(err)
}

// DatasetFiles implements dataset.Store.
func (r datasetReads) DatasetFiles(ctx context.Context, datasetID string) (list []*dataset.File, err error) {
	defer errs.Wrap(&err, "store.Datasets.DatasetFiles(%q)", datasetID)
	return toDatasetFiles(r.from.ListDatasetFiles(ctx, datasetID))
}

// DatasetFile implements dataset.Store.
func (d *Datasets) DatasetFile(ctx context.Context, id string) (f *dataset.File, err error) {
	defer errs.Wrap(&err, "store.Datasets.DatasetFile(%q)", id)
	row, err := d.reader().GetDatasetFile(ctx, id)
	if err != nil {
		return nil, missing(err, "file")
	}
	return toDatasetFile(row), nil
}

// FileByShortID implements dataset.Store.
func (d *Datasets) FileByShortID(ctx context.Context, kind dataset.FileKind, shortID string) (f *dataset.File, err error) {
	defer errs.Wrap(&err, "store.Datasets.FileByShortID(%q, %q)", kind, shortID)
	row, err := d.reader().GetDatasetFileByShortID(ctx, sqlcgen.GetDatasetFileByShortIDParams{Kind: string(kind), ShortID: shortID})
	if err != nil {
		return nil, missing(err, "file")
	}
	return toDatasetFile(row), nil
}

// StoredBytes implements dataset.Store.
func (r datasetReads) StoredBytes(ctx context.Context, ownerID string) (n int64, err error) {
	defer errs.Wrap(&err, "store.Datasets.StoredBytes(%q)", ownerID)
	n, err = r.from.SumDatasetBytes(ctx, ownerID)
	return n, problem(err)
}

// CreatePhenotype implements dataset.Tx.
func (t datasetTx) CreatePhenotype(ctx context.Context, p *dataset.Phenotype) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.CreatePhenotype(%q)", p.ID)
	return absentParent("data set", t.q.InsertDatasetPhenotype(ctx, sqlcgen.InsertDatasetPhenotypeParams{
		ID: p.ID, DatasetID: p.DatasetID, Code: p.Code, CodeKey: fold(p.Code), Description: p.Description, Dichotomous: p.Dichotomous,
		SampleSize: p.SampleSize, Cases: p.Cases, Controls: p.Controls, CreatedAt: p.CreatedAt,
	}))
}

// UpdatePhenotype implements dataset.Tx.
func (t datasetTx) UpdatePhenotype(ctx context.Context, p *dataset.Phenotype) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.UpdatePhenotype(%q)", p.ID)
	n, err := t.q.UpdateDatasetPhenotype(ctx, sqlcgen.UpdateDatasetPhenotypeParams{
		ID: p.ID, Code: p.Code, CodeKey: fold(p.Code), Description: p.Description, Dichotomous: p.Dichotomous,
		SampleSize: p.SampleSize, Cases: p.Cases, Controls: p.Controls,
	})
	return changed(n, err, "phenotype")
}

// DeletePhenotype implements dataset.Tx.
func (t datasetTx) DeletePhenotype(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DeletePhenotype(%q)", id)
	n, err := t.q.DeleteDatasetPhenotype(ctx, id)
	return changed(n, err, "phenotype")
}

// CreateCredibleSet implements dataset.Tx.
func (t datasetTx) CreateCredibleSet(ctx context.Context, c *dataset.CredibleSet) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.CreateCredibleSet(%q)", c.ID)
	return absentParent("phenotype", t.q.InsertDatasetCredibleSet(ctx, sqlcgen.InsertDatasetCredibleSetParams{
		ID: c.ID, DatasetID: c.DatasetID, PhenotypeID: c.PhenotypeID, Name: c.Name, CreatedAt: c.CreatedAt,
	}))
}

// UpdateCredibleSet implements dataset.Tx.
func (t datasetTx) UpdateCredibleSet(ctx context.Context, c *dataset.CredibleSet) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.UpdateCredibleSet(%q)", c.ID)
	n, err := t.q.UpdateDatasetCredibleSet(ctx, sqlcgen.UpdateDatasetCredibleSetParams{ID: c.ID, Name: c.Name})
	return changed(n, err, "credible set")
}

// DeleteCredibleSet implements dataset.Tx.
func (t datasetTx) DeleteCredibleSet(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DeleteCredibleSet(%q)", id)
	n, err := t.q.DeleteDatasetCredibleSet(ctx, id)
	return changed(n, err, "credible set")
}

// AddFile implements dataset.Tx.
func (t datasetTx) AddFile(ctx context.Context, f *dataset.File) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.AddFile(%q)", f.ID)
	n, err := t.q.RegisterFile(ctx, f.UploadID)
	if err != nil {
		return problem(err)
	}
	if n == 0 { // absent, not complete, or of another data set: the caller has just checked
		return conflict("file_used", "This uploaded file belongs to a data set already, or is gone.")
	}
	if err := t.q.RetireDatasetFiles(ctx, f.ParentID); err != nil {
		return problem(err)
	}
	err = t.q.InsertDatasetFile(ctx, sqlcgen.InsertDatasetFileParams{
		ID: f.ID, DatasetID: f.DatasetID, Kind: string(f.Kind), ParentID: f.ParentID, Version: int64(f.Version), IsCurrent: f.Current,
		UploadID: f.UploadID, FileName: []byte(f.Name), SizeBytes: f.Size, Sha256: f.SHA256, ShortID: f.ShortID, Downloads: f.Downloads,
		CheckID: f.CheckID, UploadedBy: f.UploadedBy, UploadedAt: f.UploadedAt, GenomeBuild: f.Build,
	})
	switch column := taken(err); {
	case column == "id", strings.HasPrefix(column, "kind"):
		return conflict("short_id_taken", "The short id %s is already in use.", f.ShortID)
	case column == "upload_id":
		return conflict("file_used", "This uploaded file belongs to a data set already.")
	}
	return absentParent("data set", err)
}

// DropFiles implements dataset.Tx.
func (t datasetTx) DropFiles(ctx context.Context, parentID string) (uploadIDs []string, err error) {
	defer errs.Wrap(&err, "store.DatasetTx.DropFiles(%q)", parentID)
	files, err := t.q.ListDatasetFilesOfParent(ctx, parentID)
	if err != nil {
		return nil, problem(err)
	}
	if err := t.q.DeleteDatasetFiles(ctx, parentID); err != nil {
		return nil, problem(err)
	}
	for _, f := range files {
		if err := t.q.UnregisterFile(ctx, f.UploadID); err != nil {
			return nil, problem(err)
		}
		uploadIDs = append(uploadIDs, f.UploadID)
	}
	return uploadIDs, nil
}

// CountDownload implements dataset.Tx.
func (t datasetTx) CountDownload(ctx context.Context, fileID string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.CountDownload(%q)", fileID)
	n, err := t.q.CountDatasetDownload(ctx, fileID)
	return changed(n, err, "file")
}

// SetFileBuild implements dataset.Tx.
func (t datasetTx) SetFileBuild(ctx context.Context, fileID, build string) (err error) {
	defer errs.Wrap(&err, "store.DatasetTx.SetFileBuild(%q, %q)", fileID, build)
	n, err := t.q.SetDatasetFileBuild(ctx, sqlcgen.SetDatasetFileBuildParams{ID: fileID, GenomeBuild: build})
	return changed(n, err, "file")
}

// absentParent reports that the parent of a new row is deleted.
func absentParent(what string, err error) error {
	if referenced(err) {
		return errs.Missing(what).Because(err)
	}
	return problem(err)
}

func toDatasetFiles(rows []sqlcgen.DatasetFile, err error) (list []*dataset.File, _ error) {
	for _, r := range rows {
		list = append(list, toDatasetFile(r))
	}
	return list, problem(err)
}

func toDatasetFile(r sqlcgen.DatasetFile) *dataset.File {
	return &dataset.File{
		ID: r.ID, DatasetID: r.DatasetID, Kind: dataset.FileKind(r.Kind), ParentID: r.ParentID, Version: int(r.Version),
		Current: r.IsCurrent, UploadID: r.UploadID, Name: string(r.FileName), Size: r.SizeBytes, SHA256: r.Sha256, ShortID: r.ShortID,
		Downloads: r.Downloads, CheckID: r.CheckID, UploadedBy: r.UploadedBy, UploadedAt: r.UploadedAt.UTC(),
		Build: r.GenomeBuild,
	}
}

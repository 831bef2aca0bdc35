package hermes

import (
	"context"
	"encoding/json"
	"slices"

	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// Registration is a request to create a submission from an uploaded file.
type Registration struct {
	FileID   string
	Metadata json.RawMessage
	Mapping  sumstats.Mapping
}

// Register creates a submission from a complete file of the caller and starts its first QC run. A
// second call for the same file returns the submission of the first. errs.NotFound for a file of
// another account, errs.Conflict while it is incomplete, errs.Rule with fields for metadata and
// mapping.
func (s *Service) Register(ctx context.Context, id *auth.Identity, in Registration) (_ *UploadView, err error) {
	defer errs.Wrap(&err, "hermes.Register(%q)", in.FileID)
	file, err := s.files.File(ctx, in.FileID)
	if errs.Is(err, errs.NotFound) || (err == nil && file.OwnerID != id.User.ID) {
		return nil, errs.Missing("uploaded file").Because(err)
	}
	if err != nil {
		return nil, err
	}
	made, err := s.store.UploadByFile(ctx, in.FileID)
	if err == nil {
		return s.view(ctx, id, made)
	}
	if !errs.Is(err, errs.NotFound) {
		return nil, err
	}
	if !file.Complete {
		return nil, errs.New(errs.Conflict, "incomplete_upload",
			"Only %s of %s of this file have arrived. Resume the upload.", phrase.Thousands(file.Offset), phrase.Counted(file.Size, "byte", "bytes"))
	}
	meta, err := s.checkSheet(ctx, file.ID, file.Name, "", in.Metadata, in.Mapping)
	if err != nil {
		return nil, err
	}
	u, err := s.newUpload(id, file, meta, in.Mapping)
	if err != nil {
		return nil, err
	}
	err = s.store.InTx(ctx, func(tx Tx) error { return s.insertUpload(ctx, tx, u, file.Name) })
	if errs.Is(err, errs.Conflict) {
		return s.afterConflict(ctx, id, in.FileID, err)
	}
	if err != nil {
		return nil, err
	}
	return s.Upload(ctx, id, u.ID)
}

func (s *Service) insertUpload(ctx context.Context, tx Tx, u *Submission, fileName string) error {
	if _, err := tx.Phenotype(ctx, u.Phenotype); err != nil { // it may have been deleted since the check
		return err
	}
	row := *u // fn may run again, so the caller's copy must not change
	rules, err := tx.Rules(ctx)
	if err != nil {
		return err
	}
	row.Status = row.submitted(rules.TargetBuild)
	if err := tx.CreateUpload(ctx, &row); err != nil {
		return err
	}
	err = s.history(ctx, tx, record.Event{
		By: u.UploadedBy, Object: objectUpload, ObjectID: u.ID, Action: "registered", Detail: fileName, Kind: audit.UploadRegistered,
		After: map[string]string{"dataset_name": u.DatasetName, "file_id": u.FileID, "sha256": u.SHA256, "status": string(row.Status)},
	})
	if err != nil {
		return err
	}
	settings, err := s.qcDefaults(ctx, tx)
	if err != nil {
		return err
	}
	return s.startRun(ctx, tx, &row, u.UploadedBy, settings)
}

// afterConflict separates a repeated call, which gets the first call's result, from a duplicate
// name.
func (s *Service) afterConflict(ctx context.Context, id *auth.Identity, fileID string, conflict error) (*UploadView, error) {
	made, err := s.store.UploadByFile(ctx, fileID)
	if err == nil {
		return s.view(ctx, id, made)
	}
	if !errs.Is(err, errs.NotFound) {
		return nil, err
	}
	return nil, nameTaken(conflict)
}

// nameTaken attaches the message to the name field if a submission's name is not unique.
func nameTaken(conflict error) error {
	const sentence = "Another submission has this name already. Choose another one."
	return errs.New(errs.Conflict, "name_taken", "%s", sentence).
		WithFields(errs.Field{Field: "metadata.dataSetName", Message: sentence}).Because(conflict)
}

func (s *Service) newUpload(id *auth.Identity, file *file.Info, meta *Metadata, mapping sumstats.Mapping) (*Submission, error) {
	now := s.now()
	u := &Submission{
		ID: s.newID(), FileID: file.ID, FileName: file.Name, FileSize: file.Size, SHA256: file.SHA256,
		StatusSince: now,
		UploadedBy:  id.User.UserName, UploaderID: id.User.ID, UploadedAt: now, Version: 1,
	}
	err := u.describe(meta, mapping)
	return u, err
}

// describe copies the analyst's description into the row.
func (u *Submission) describe(meta *Metadata, mapping sumstats.Mapping) (err error) {
	u.DatasetName, u.Cohort, u.Phenotype, u.Ancestry = meta.DataSetName, meta.Cohort, meta.Phenotype, meta.Ancestry
	u.Sex, u.GenomeBuild, u.NTotal, u.Cases = meta.Sex, meta.GenomeBuild, meta.TotalSampleSize, meta.Cases
	if u.Metadata, err = json.Marshal(meta); err != nil {
		return err
	}
	u.Mapping, err = json.Marshal(mapping)
	return err
}

// checkSheet checks the metadata form and the mapping, the latter against the first bytes of the
// stored file. phenotype is the current one of the submission.
func (s *Service) checkSheet(ctx context.Context, fileID, fileName, phenotype string, raw json.RawMessage, mapping sumstats.Mapping) (*Metadata, error) {
	meta, err := parseMetadata(raw)
	if err != nil {
		return nil, err
	}
	list, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	faults := meta.faults(list, phenotype)
	builds, err := s.buildFault(ctx, meta.GenomeBuild)
	if err != nil {
		return nil, err
	}
	inspection, err := s.inspect(ctx, fileID, fileName)
	if err != nil {
		return nil, err
	}
	faults = append(append(faults, builds...), mappingFaults(mapping, columnsIn(inspection), !s.cfg.FrequencyOptional)...)
	if len(faults) > 0 {
		slices.SortFunc(faults, func(a, b errs.Field) int { return compareText(a.Field, b.Field) })
		return nil, errs.New(errs.Rule, "rule", "%s", attention(len(faults))).WithFields(faults...)
	}
	return meta, nil
}

func columnsIn(inspection *recognise.Inspection) []string {
	columns := make([]string, len(inspection.Header))
	for i, h := range inspection.Header {
		columns[i] = h.Column
	}
	return columns
}

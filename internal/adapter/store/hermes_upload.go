package store

import (
	"context"
	"encoding/json"
	"strings"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Upload implements hermes.Store.
func (h *Hermes) Upload(ctx context.Context, id string) (u *hermes.Submission, err error) {
	defer errs.Wrap(&err, "store.Upload(%q)", id)
	row, err := h.reader().GetHermesUpload(ctx, id)
	if err != nil {
		return nil, missing(err, "submission")
	}
	return toUpload(row)
}

// UploadByFile implements hermes.Store.
func (h *Hermes) UploadByFile(ctx context.Context, fileID string) (u *hermes.Submission, err error) {
	defer errs.Wrap(&err, "store.UploadByFile(%q)", fileID)
	row, err := h.reader().GetHermesUploadByFile(ctx, fileID)
	if err != nil {
		return nil, missing(err, "submission")
	}
	return toUpload(row)
}

// UploadsWithSHA256 implements hermes.Store.
func (h *Hermes) UploadsWithSHA256(ctx context.Context, sha256, uploaderID string) (list []*hermes.Submission, err error) {
	defer errs.Wrap(&err, "store.UploadsWithSHA256(%q, %q)", sha256, uploaderID)
	rows, err := h.reader().ListHermesUploadsWithSHA256(ctx,
		sqlcgen.ListHermesUploadsWithSHA256Params{Sha256: sha256, UploaderID: uploaderID})
	if err != nil {
		return nil, problem(err)
	}
	for _, row := range rows {
		u, err := toUpload(row)
		if err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	return list, nil
}

// UploadSummary implements hermes.Store. An empty uploader counts those of all uploaders.
func (h *Hermes) UploadSummary(ctx context.Context, uploaderID string) (sum *hermes.UploadSummary, err error) {
	defer errs.Wrap(&err, "store.UploadSummary(%q)", uploaderID)
	rows, err := h.reader().CountUploadsByStatus(ctx, uploaderID)
	if err != nil {
		return nil, problem(err)
	}
	cohorts, err := h.reader().CountCohorts(ctx, uploaderID)
	if err != nil {
		return nil, problem(err)
	}
	sum = &hermes.UploadSummary{Cohorts: cohorts, ByStatus: map[hermes.UploadStatus]int64{}, ByWaiting: map[hermes.Waiting]int64{}}
	for _, r := range rows {
		sum.Files += r.N
		sum.ByStatus[hermes.UploadStatus(r.Status)] += r.N
		sum.ByWaiting[hermes.Waiting(r.WaitingOn)] += r.N
	}
	return sum, nil
}

func (t hermesTx) Upload(ctx context.Context, id string) (u *hermes.Submission, err error) {
	defer errs.Wrap(&err, "store.Tx.Upload(%q)", id)
	row, err := t.q.GetHermesUploadForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "submission")
	}
	return toUpload(row)
}

// CreateUpload also marks the file as registered, so that it never expires; a
// file that is absent or incomplete is errs.NotFound.
func (t hermesTx) CreateUpload(ctx context.Context, u *hermes.Submission) (err error) {
	defer errs.Wrap(&err, "store.Tx.CreateUpload(%q)", u.ID)
	if err := t.insertUpload(ctx, u); err != nil {
		return uploadProblem(err, u)
	}
	n, err := t.q.RegisterFile(ctx, u.FileID)
	return changed(n, err, "file")
}

func (t hermesTx) insertUpload(ctx context.Context, u *hermes.Submission) error {
	review, err := reviewText(u)
	if err != nil {
		return err
	}
	return t.q.InsertHermesUpload(ctx, sqlcgen.InsertHermesUploadParams{
		ID: u.ID, FileID: u.FileID, DatasetName: u.DatasetName, DatasetKey: fold(u.DatasetName), Cohort: u.Cohort,
		CohortKey: fold(u.Cohort), Phenotype: u.Phenotype, Ancestry: u.Ancestry, Sex: u.Sex, GenomeBuild: u.GenomeBuild,
		NTotal: u.NTotal, Cases: u.Cases, FileName: []byte(u.FileName), FileSize: u.FileSize, Sha256: u.SHA256,
		Metadata: string(u.Metadata), Mapping: string(u.Mapping), Status: string(u.Status), StatusSince: u.StatusSince,
		RunID: u.RunID, ReviewedBy: u.ReviewedBy, ReviewedAt: u.ReviewedAt, ReviewNote: u.Comment,
		UploadedBy: u.UploadedBy, UploaderID: u.UploaderID, UploadedAt: u.UploadedAt, Version: u.Version,
		SearchKey: uploadSearchKey(u), WaitingOn: string(u.WaitsOn()), Asked: u.Asked, Reviewer: u.Reviewer.UserName,
		ReviewerID: u.Reviewer.ID, AcceptedFirstID: u.AcceptedFirstID(), Review: review, QcRank: int64(u.QCRank), Editors: editorsText(u),
	})
}

// reviewText returns the content of a review for storage, "" for none.
func reviewText(u *hermes.Submission) (string, error) {
	if len(u.Review.Comments) == 0 && len(u.Review.Acceptances) == 0 && len(u.Review.Editors) == 0 {
		return "", nil
	}
	text, err := json.Marshal(u.Review)
	return string(text), err
}

// editorsText returns the ids of the editors of the judged fields for queries: each between spaces,
// "" for none.
func editorsText(u *hermes.Submission) string {
	if len(u.Review.Editors) == 0 {
		return ""
	}
	return " " + strings.Join(u.Review.Editors, " ") + " "
}

// UpdateUpload implements hermes.Tx; it sets the new version in u.
func (t hermesTx) UpdateUpload(ctx context.Context, u *hermes.Submission) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdateUpload(%q)", u.ID)
	review, err := reviewText(u)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateHermesUpload(ctx, sqlcgen.UpdateHermesUploadParams{
		ID: u.ID, Version: u.Version, FileID: u.FileID, DatasetName: u.DatasetName, DatasetKey: fold(u.DatasetName),
		Cohort: u.Cohort, CohortKey: fold(u.Cohort), Phenotype: u.Phenotype, Ancestry: u.Ancestry, Sex: u.Sex,
		GenomeBuild: u.GenomeBuild, NTotal: u.NTotal, Cases: u.Cases, FileName: []byte(u.FileName), FileSize: u.FileSize,
		Sha256: u.SHA256, Metadata: string(u.Metadata), Mapping: string(u.Mapping), Status: string(u.Status),
		StatusSince: u.StatusSince, RunID: u.RunID, ReviewedBy: u.ReviewedBy, ReviewedAt: u.ReviewedAt,
		ReviewNote: u.Comment, UploadedBy: u.UploadedBy, UploaderID: u.UploaderID, UploadedAt: u.UploadedAt,
		SearchKey: uploadSearchKey(u), WaitingOn: string(u.WaitsOn()), Asked: u.Asked, Reviewer: u.Reviewer.UserName,
		ReviewerID: u.Reviewer.ID, AcceptedFirstID: u.AcceptedFirstID(), Review: review, QcRank: int64(u.QCRank), Editors: editorsText(u),
	})
	if err != nil {
		return uploadProblem(err, u)
	}
	if err := written(ctx, n, "submission", u.ID, t.q.GetHermesUpload); err != nil {
		return err
	}
	u.Version++
	return nil
}

// DeleteUpload implements hermes.Tx. Its file becomes unregistered, and is swept if it is not
// deleted before.
func (t hermesTx) DeleteUpload(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.Tx.DeleteUpload(%q)", id)
	row, err := t.q.GetHermesUploadForUpdate(ctx, id)
	if err != nil {
		return missing(err, "submission")
	}
	uses, err := t.MetasUsing(ctx, id)
	if err != nil {
		return err
	}
	if len(uses) > 0 {
		return conflict("in_use", "The submission is part of a meta-analysis and cannot be deleted.")
	}
	n, err := t.q.DeleteHermesUpload(ctx, id)
	if err := changed(n, err, "submission"); err != nil {
		return err
	}
	return problem(t.q.UnregisterFile(ctx, row.FileID))
}

func uploadProblem(err error, u *hermes.Submission) error {
	switch taken(err) {
	case "file_id":
		return conflict("file_taken", "This file already belongs to a submission.")
	case "dataset_key":
		return conflict("name_taken", "A submission named %q exists already; choose another name.", u.DatasetName)
	}
	if referenced(err) {
		return errs.Missing("file").Because(err)
	}
	return problem(err)
}

func uploadSearchKey(u *hermes.Submission) string {
	return searchKey(u.DatasetName, u.Cohort, u.FileName, u.UploadedBy)
}

func toUpload(r sqlcgen.HermesUpload) (*hermes.Submission, error) {
	u := &hermes.Submission{
		ID: r.ID, FileID: r.FileID, DatasetName: r.DatasetName, Cohort: r.Cohort, Phenotype: r.Phenotype,
		Ancestry: r.Ancestry, Sex: r.Sex, GenomeBuild: r.GenomeBuild, NTotal: r.NTotal, Cases: r.Cases,
		FileName: string(r.FileName), FileSize: r.FileSize, SHA256: r.Sha256, Metadata: toJSON(r.Metadata),
		Mapping: toJSON(r.Mapping), Status: hermes.UploadStatus(r.Status), StatusSince: r.StatusSince.UTC(),
		RunID: r.RunID, QCRank: hermes.QCRank(r.QcRank), ReviewedBy: r.ReviewedBy, ReviewedAt: utc(r.ReviewedAt), Comment: r.ReviewNote,
		Asked: r.Asked, Reviewer: record.Person{ID: r.ReviewerID, UserName: r.Reviewer},
		UploadedBy: r.UploadedBy, UploaderID: r.UploaderID, UploadedAt: r.UploadedAt.UTC(), Version: r.Version,
	}
	if r.Review == "" {
		return u, nil
	}
	return u, json.Unmarshal([]byte(r.Review), &u.Review)
}

func toJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}

package hermes

import (
	"context"
	"slices"
	"strings"

	"cohortium/internal/audit"
	"cohortium/internal/auth"
	"cohortium/internal/errs"
	"cohortium/internal/record"
)

// Decision is what a reviewer says about a data set.
type Decision struct {
	Approve bool
	Comment string
	RunID   string // the run that was read; "" for the current one
}

// Review accepts or rejects a data set that is ready for it. Nobody reviews
// what they uploaded, nor with an account that the uploader has made, invited or
// reset; rejecting needs a comment; a run that is no longer the
// current one is errs.Conflict.
func (s *Service) Review(ctx context.Context, id *auth.Identity, uploadID string, in Decision) (_ *UploadView, err error) {
	defer errs.Wrap(&err, "hermes.Review(%q)", uploadID)
	if _, err := s.uploadFor(ctx, id, uploadID, auth.VisibleForeign); err != nil {
		return nil, err
	}
	comment := strings.TrimSpace(in.Comment)
	if !in.Approve && comment == "" {
		const sentence = "Say why, so that the uploader knows what to do."
		return nil, errs.New(errs.Rule, "rule", "%s", sentence).WithFields(errs.Field{Field: "comment", Message: sentence})
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		u, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if err := fourEyes(ctx, tx, u, id); err != nil {
			return err
		}
		return s.decide(ctx, tx, u, id.User.UserName, in, comment)
	})
	if err != nil {
		return nil, err
	}
	return s.Upload(ctx, id, uploadID)
}

const uploadersAccount = "The uploader of this file made, invited or reset your account; somebody else has to review it."

// fourEyes refuses a reviewer whose account the uploader has made, invited or
// reset: both may be the same person.
func fourEyes(ctx context.Context, tx Tx, u *Upload, id *auth.Identity) error {
	makers, err := tx.MakersOf(ctx, id.User.ID)
	if err == nil && slices.Contains(makers, u.UploaderID) {
		return errs.New(errs.Forbidden, "uploaders_account", "%s", uploadersAccount)
	}
	return err
}

func (s *Service) decide(ctx context.Context, tx Tx, u *Upload, by string, in Decision, comment string) error {
	switch {
	case in.RunID != "" && in.RunID != u.RunID:
		return errs.New(errs.Conflict, "newer_run", "QC has been run again since this report. Read the new one.")
	case u.Status != ReadyForReview:
		return errs.New(errs.Conflict, "not_ready", "%s", notReviewable(u.Status))
	}
	now := s.now()
	h := record.Happening{By: by, Object: objectUpload, ObjectID: u.ID, Action: "rejected", Detail: comment, Kind: audit.StatusChanged}
	before := u.Status
	u.Status = ReviewRejected
	if in.Approve {
		h.Action = "approved"
		u.Status = ReviewApproved
	}
	u.StatusSince, u.ReviewedBy, u.ReviewedAt, u.Comment = now, by, &now, comment
	if err := tx.UpdateUpload(ctx, u); err != nil {
		return err
	}
	return s.history(ctx, tx, h.From(string(before), string(u.Status)))
}

// notReviewable says why a data set in this status cannot be reviewed.
func notReviewable(status UploadStatus) string {
	return "This data set " + standing(status) + ", so it cannot be reviewed now."
}

// standing says where a data set is, to follow its name in a sentence.
func standing(status UploadStatus) string {
	switch status {
	case FailedToSubmitToQC:
		return "has no finished QC"
	case FailedQC:
		return "failed QC"
	case ReadyForReview:
		return "waits for review"
	case ReviewApproved:
		return "is accepted"
	case ReviewRejected:
		return "was rejected"
	case LiftoverFailed:
		return "could not be lifted over"
	}
	return "is still in QC"
}

// Delete removes a data set with its runs and files. errs.Conflict while QC
// runs or when a meta-analysis uses it.
func (s *Service) Delete(ctx context.Context, id *auth.Identity, uploadID string) (err error) {
	defer errs.Wrap(&err, "hermes.Delete(%q)", uploadID)
	u, err := s.uploadFor(ctx, id, uploadID, auth.AnyObject)
	if err != nil {
		return err
	}
	if !id.Can(auth.AreaHermes, auth.DeleteDataset) {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not delete data sets.")
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		now, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if inQC(now.Status) {
			return errs.New(errs.Conflict, "qc_running", "QC of this data set is running. Cancel it first.")
		}
		uses, err := tx.MetasUsing(ctx, uploadID)
		if err != nil {
			return err
		}
		if len(uses) > 0 {
			return errs.New(errs.Conflict, "in_use", "%s", usedBy(uses))
		}
		err = s.history(ctx, tx, record.Happening{
			By: id.User.UserName, Object: objectUpload, ObjectID: uploadID, Action: "deleted", Detail: now.DatasetName, Kind: audit.Deleted,
			Before: map[string]string{"dataset_name": now.DatasetName, "file_id": now.FileID, "sha256": now.SHA256, "status": string(now.Status)},
		})
		if err != nil {
			return err
		}
		return tx.DeleteUpload(ctx, uploadID)
	})
	if err != nil {
		return err
	}
	s.removeFiles(ctx, u)
	return nil
}

// removeFiles removes what a deleted data set leaves behind. The rows are gone
// by then: what cannot be removed now is an orphan that the sweep takes.
func (s *Service) removeFiles(ctx context.Context, u *Upload) {
	if err := s.blobs.DeletePrefix(ctx, uploadPrefix(u.ID)); err != nil {
		s.cfg.Log.WarnContext(ctx, "blobs of a deleted data set stay behind", "upload", u.ID, "err", err)
	}
	if err := s.files.DeleteFile(ctx, u.FileID); err != nil {
		s.cfg.Log.WarnContext(ctx, "the file of a deleted data set stays behind", "upload", u.ID, "err", err)
	}
}

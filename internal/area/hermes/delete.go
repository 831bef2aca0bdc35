package hermes

import (
	"context"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Delete removes a submission with its runs and files. errs.Conflict while QC runs, or if a
// meta-analysis uses it.
func (s *Service) Delete(ctx context.Context, id *auth.Identity, uploadID string) (err error) {
	defer errs.Wrap(&err, "hermes.Delete(%q)", uploadID)
	u, err := s.uploadFor(ctx, id, uploadID, auth.AnyObject)
	if err != nil {
		return err
	}
	if !id.Can(auth.AreaHermes, auth.DeleteDataset) {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not delete submissions.")
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		now, err := tx.Upload(ctx, uploadID)
		if err != nil {
			return err
		}
		if inQC(now.Status) {
			return errs.New(errs.Conflict, "qc_running", "QC of this submission is running. Cancel it first.")
		}
		uses, err := tx.MetasUsing(ctx, uploadID)
		if err != nil {
			return err
		}
		if len(uses) > 0 {
			return errs.New(errs.Conflict, "in_use", "%s", usedBy(uses))
		}
		err = s.history(ctx, tx, record.Event{
			By: id.User.UserName, Object: objectUpload, ObjectID: uploadID, Action: "deleted", Detail: now.DatasetName, Kind: audit.Deleted,
			Before: map[string]string{"dataset_name": now.DatasetName, "file_id": now.FileID, "sha256": now.SHA256, "status": string(now.Status)},
		})
		if err != nil {
			return err
		}
		if err := tx.DeleteUpload(ctx, uploadID); err != nil {
			return err
		}
		return s.tellDeleted(ctx, tx, now, id.User)
	})
	if err != nil {
		return err
	}
	s.removeFiles(ctx, u)
	s.mailNotices(ctx)
	return nil
}

// removeFiles removes the files of a deleted submission. Its rows are already deleted: files that
// cannot be removed now are orphans, which the sweep deletes.
func (s *Service) removeFiles(ctx context.Context, u *Submission) {
	if err := s.blobs.DeletePrefix(ctx, uploadPrefix(u.ID)); err != nil {
		s.cfg.Log.WarnContext(ctx, "blobs of a deleted submission stay behind", "upload", u.ID, "err", err)
	}
	if err := s.files.DeleteFile(ctx, u.FileID); err != nil {
		s.cfg.Log.WarnContext(ctx, "the file of a deleted submission stays behind", "upload", u.ID, "err", err)
	}
}

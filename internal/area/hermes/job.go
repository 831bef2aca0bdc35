package hermes

import (
	"context"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// The kinds of job of this area.
const (
	KindQC   = "qc"
	KindMeta = "meta"
)

var _ job.Canceller = (*Service)(nil)

// enqueue puts a job of the area into the queue.
func (s *Service) enqueue(ctx context.Context, tx Tx, j *job.Job) error {
	j.Area = auth.AreaHermes
	return job.Enqueue(ctx, tx, j, s.cfg.MaxJobs, s.now())
}

// CancelJob implements job.Canceller: a QC run is cancelled by its uploader and
// by reviewers, a meta-analysis by those who run them.
func (s *Service) CancelJob(ctx context.Context, id *auth.Identity, j *job.Job) (err error) {
	defer errs.Wrap(&err, "hermes.CancelJob(%q)", j.ID)
	if !cancels(id, j) {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not cancel this job.")
	}
	object := objectUpload
	if j.Kind == KindMeta {
		object = objectMeta
	}
	return s.store.InTx(ctx, func(tx Tx) error {
		return job.Cancel(ctx, tx, job.Cancelling{
			JobID: j.ID, By: id.User.UserName, At: s.now(), Object: object,
			End: func(j *job.Job) error { return s.endCancelled(ctx, tx, j, id.User.UserName) },
		})
	})
}

func cancels(id *auth.Identity, j *job.Job) bool {
	if j.Kind == KindMeta {
		return id.Can(auth.AreaHermes, auth.RunMetaAnalysis)
	}
	return id.User.ID == j.OwnerID || reviews(id)
}

// endCancelled ends a locked job as cancelled, and leaves what it worked for in
// a state with a way out.
func (s *Service) endCancelled(ctx context.Context, tx Tx, j *job.Job, by string) error {
	const reason = "Cancelled."
	if j.Kind == KindMeta {
		m, err := tx.Meta(ctx, j.SubjectID)
		if err != nil {
			return err
		}
		m.Error = ""
		if err := s.endMeta(ctx, tx, m, MetaCancelled, ended(by, "cancelled", "")); err != nil {
			return err
		}
		return job.End(ctx, tx, j, job.Cancelled, reason, s.now())
	}
	run, err := tx.QCRun(ctx, j.RunID)
	if err != nil {
		return err
	}
	run.Status, run.Error = RunCancelled, reason
	if err := s.endRun(ctx, tx, run, FailedToSubmitToQC, unranked, ended(by, "QC cancelled", "")); err != nil {
		return err
	}
	return job.End(ctx, tx, j, job.Cancelled, reason, s.now())
}

// endRun ends a run and moves its data set on, if it is still the current run.
func (s *Service) endRun(ctx context.Context, tx Tx, run *QCRun, status UploadStatus, rank QCRank, h record.Happening) error {
	now := s.now()
	run.FinishedAt = &now
	if err := tx.UpdateQCRun(ctx, run); err != nil {
		return err
	}
	u, err := tx.Upload(ctx, run.UploadID)
	if err != nil {
		return err
	}
	if u.RunID == run.ID {
		h = h.From(string(u.Status), string(status))
		u.Status, u.StatusSince, u.QCRank = status, now, rank
		if err := tx.UpdateUpload(ctx, u); err != nil {
			return err
		}
		if err := s.tellRunEnded(ctx, tx, u, h.By); err != nil {
			return err
		}
	}
	h.Object, h.ObjectID = objectUpload, u.ID
	return s.history(ctx, tx, h)
}

func (s *Service) endMeta(ctx context.Context, tx Tx, m *Meta, status MetaStatus, h record.Happening) error {
	now := s.now()
	h = h.From(string(m.Status), string(status))
	m.Status = status
	m.FinishedAt = &now
	if err := tx.UpdateMeta(ctx, m); err != nil {
		return err
	}
	h.Object, h.ObjectID = objectMeta, m.ID
	return s.history(ctx, tx, h)
}

package hermes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

// RunJob does the work of a job that a worker holds: it computes into files
// beside, stores them under keys of their own, and then switches one row in a
// transaction that only the holder of the lease can make. Doing it again after
// a crash at any point gives the same files and takes effect once.
//
// Outcomes that the job itself accounts for (done, cancelled, a file that
// cannot be used) are nil. An error means that trying again may help; when
// nobody will, call GiveUp.
func (s *Service) RunJob(ctx context.Context, jobID string, rep job.Reporter) (err error) {
	defer errs.Wrap(&err, "hermes.RunJob(%q)", jobID)
	j, err := s.begin(ctx, jobID, rep)
	if err == nil && j != nil {
		s.cfg.Crash(j.Kind + ":begun")
		switch j.Kind {
		case KindQC:
			err = s.runQC(ctx, j, rep)
		case KindMeta:
			err = s.runMeta(ctx, j, rep)
		default:
			err = fmt.Errorf("unknown kind of job %q", j.Kind)
		}
	}
	switch {
	case err == nil, errors.Is(err, job.ErrLost):
		return nil
	case rep.Cancelled():
		return s.cancelled(context.WithoutCancel(ctx), jobID, rep.Lease())
	case ctx.Err() != nil: // the worker is shutting down; somebody else goes on
		return err
	}
	if sentence, yes := usersFault(err); yes {
		return s.fail(ctx, jobID, rep.Lease(), sentence, failedStatus(err))
	}
	return err
}

// failedStatus tells a liftover that failed from a QC that does: a fault of the
// reference panel may be found while rows are lifted, and is none of the lifting.
func failedStatus(err error) UploadStatus {
	var panel *qc.PanelError
	var setting *qc.SettingError
	if errors.As(err, &panel) || errors.As(err, &setting) && setting.Setting != "build" {
		return FailedQC
	}
	return LiftoverFailed // of a data set that waits for it, see failSubject
}

// begin marks what the job works for as running. A job that was cancelled
// before it began ends here: the job given is nil then.
func (s *Service) begin(ctx context.Context, jobID string, rep job.Reporter) (started *job.Job, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		started = nil
		now := s.now()
		j, err := job.Begin(ctx, tx, jobID, rep.Lease(), now)
		if err != nil {
			return err
		}
		if j.CancelRequested {
			return s.endCancelled(ctx, tx, j, bySystem)
		}
		started = j
		return s.markRunning(ctx, tx, j, now)
	})
	return started, err
}

func (s *Service) markRunning(ctx context.Context, tx Tx, j *job.Job, now time.Time) error {
	if j.Kind == KindMeta {
		m, err := tx.Meta(ctx, j.SubjectID)
		if err != nil {
			return err
		}
		m.Status, m.StartedAt = MetaRunning, &now
		return tx.UpdateMeta(ctx, m)
	}
	run, err := tx.QCRun(ctx, j.RunID)
	if err != nil {
		return err
	}
	run.Status, run.StartedAt = RunRunning, &now
	return tx.UpdateQCRun(ctx, run)
}

func (s *Service) cancelled(ctx context.Context, jobID, lease string) error {
	return job.Finish(ctx, s.store, jobID, lease, func(tx Tx, j *job.Job) error { return s.endCancelled(ctx, tx, j, bySystem) })
}

// GiveUp ends a job that failed for a reason of ours and will not be tried
// again. The data set goes to a status from which QC can be started anew.
func (s *Service) GiveUp(ctx context.Context, jobID, lease string, cause error) error {
	s.cfg.Log.ErrorContext(ctx, "job given up", "job", jobID, "err", cause)
	return s.fail(ctx, jobID, lease, "The server could not finish this job. Start it again; if it fails again, tell the operator the job "+jobID+".", FailedToSubmitToQC)
}

// fail ends a job without result.
func (s *Service) fail(ctx context.Context, jobID, lease, sentence string, status UploadStatus) error {
	sentence = job.Sentence(sentence)
	return job.Finish(ctx, s.store, jobID, lease, func(tx Tx, j *job.Job) error {
		if err := s.failSubject(ctx, tx, j, sentence, status); err != nil {
			return err
		}
		return job.End(ctx, tx, j, job.Failed, sentence, s.now())
	})
}

func (s *Service) failSubject(ctx context.Context, tx Tx, j *job.Job, sentence string, status UploadStatus) error {
	if j.Kind == KindMeta {
		m, err := tx.Meta(ctx, j.SubjectID)
		if err != nil {
			return err
		}
		m.Error = sentence
		return s.endMeta(ctx, tx, m, MetaFailed, ended(bySystem, "failed", sentence))
	}
	run, err := tx.QCRun(ctx, j.RunID)
	if err != nil {
		return err
	}
	u, err := tx.Upload(ctx, run.UploadID)
	if err != nil {
		return err
	}
	action := "QC failed"
	switch lifting := u.RunID == run.ID && u.Status == SubmittedToLiftover; {
	case lifting && status != FailedQC:
		status, action = LiftoverFailed, "liftover failed"
	case status == LiftoverFailed:
		status = FailedQC
	}
	run.Status, run.Error = RunFailed, sentence
	return s.endRun(ctx, tx, run, status, unranked, ended(bySystem, action, sentence))
}

// usersFault tells errors that are written for people, which trying again does
// not mend, from those of the machinery.
func usersFault(err error) (sentence string, yes bool) {
	var file *textfile.FileError
	var panel *qc.PanelError
	var setting *qc.SettingError
	var study *meta.StudyError
	var axes *meta.AxesError
	var doubt *meta.DoubtError
	var disk *fs.PathError // names a path of the server
	onDisk := errors.As(err, &disk)
	switch {
	case guard.Panicked(err): // inside any of the others
		return "", false
	case errors.Is(err, variant.ErrFull):
		return sentenceOf(variant.ErrFull), true
	case errors.As(err, &axes):
		return sentenceOf(axes), true
	case errors.As(err, &doubt):
		return sentenceOf(doubt), true
	case errors.As(err, &study) && !onDisk:
		return sentenceOf(study), true
	case errors.As(err, &file) && file.Code != textfile.CodeRead:
		return sentenceOf(file), true
	case errors.As(err, &panel) && onDisk:
		return "The reference panel " + panel.Panel + " cannot be read. Contact the operator, or run QC without it.", true
	case errors.As(err, &panel):
		return sentenceOf(panel), true
	case errors.As(err, &setting):
		return sentenceOf(setting), true
	}
	return "", false
}

// fetch copies a blob into a local file.
func (s *Service) fetch(ctx context.Context, key, path string) (err error) {
	from, err := s.blobs.OpenRange(ctx, key, 0, -1)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := private.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

package hermes

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/private"
)

// executor runs the QC and meta-analysis jobs of the area. A job writes new files under its own
// keys and then switches one row to them.
func (s *Service) executor() *job.Executor[Tx, jobSubject] {
	return job.NewExecutor(job.Work[Tx, jobSubject]{
		Area: "hermes", Objects: map[string]string{KindQC: objectUpload, KindMeta: objectMeta},
		Store: s.store, Blobs: s.blobs, TempDir: s.cfg.TempDir, Now: s.now, Crash: s.cfg.Crash,
		Gone: "The submission or meta-analysis was deleted.", Failed: "The server could not finish this job. Start it again",
		Load: load, Begin: s.markRunning, Do: s.do, Refused: usersFault, End: s.endWithout, MayCancel: mayCancel,
	})
}

// jobSubject is the subject of a job: a QC run or a meta-analysis. The other is nil.
type jobSubject struct {
	run  *QCRun
	meta *Meta
}

type attempt = job.Attempt[Tx, jobSubject]

func load(ctx context.Context, tx Tx, j *job.Job) (on jobSubject, err error) {
	if j.Kind == KindMeta {
		on.meta, err = tx.Meta(ctx, j.SubjectID)
	} else {
		on.run, err = tx.QCRun(ctx, j.RunID)
	}
	return on, err
}

func (s *Service) markRunning(ctx context.Context, tx Tx, j *job.Job, on jobSubject) error {
	if m := on.meta; m != nil {
		m.Status, m.StartedAt = MetaRunning, j.StartedAt
		return tx.UpdateMeta(ctx, m)
	}
	on.run.Status, on.run.StartedAt = RunRunning, j.StartedAt
	return tx.UpdateQCRun(ctx, on.run)
}

func (s *Service) do(ctx context.Context, a *attempt, on jobSubject) error {
	if on.meta != nil {
		return s.runMeta(ctx, a, on.meta)
	}
	return s.runQC(ctx, a, on.run)
}

// endWithout ends a job's subject without a result, in a state that can be retried.
func (s *Service) endWithout(ctx context.Context, tx Tx, _ *job.Job, on jobSubject, o job.Outcome) error {
	by := cmp.Or(o.By, bySystem)
	failed := o.State == job.Failed
	switch m, run := on.meta, on.run; {
	case m != nil && failed:
		m.Error = o.Sentence
		return s.endMeta(ctx, tx, m, MetaFailed, ended(by, "failed", o.Sentence))
	case m != nil:
		m.Error = ""
		return s.endMeta(ctx, tx, m, MetaCancelled, ended(by, "cancelled", ""))
	case failed:
		return s.failRun(ctx, tx, run, o)
	default:
		run.Status, run.Error = RunCancelled, o.Sentence
		return s.endRun(ctx, tx, run, FailedToSubmitToQC, unranked, ended(by, "QC cancelled", ""))
	}
}

// failRun ends a run as failed. It separates failed liftover from failed QC: a fault of the
// reference panel can appear during liftover, but is no liftover failure.
func (s *Service) failRun(ctx context.Context, tx Tx, run *QCRun, o job.Outcome) error {
	u, err := tx.Upload(ctx, run.UploadID)
	if err != nil {
		return err
	}
	var panel *qc.PanelError
	var setting *qc.SettingError
	ofPanel := errors.As(o.Cause, &panel) || errors.As(o.Cause, &setting) && setting.Setting != "build"
	status, action := FailedQC, "QC failed"
	switch lifting := u.RunID == run.ID && u.Status == SubmittedToLiftover; {
	case lifting && !ofPanel:
		status, action = LiftoverFailed, "liftover failed"
	case o.Cause == nil: // given up: QC can be started again
		status = FailedToSubmitToQC
	}
	run.Status, run.Error = RunFailed, o.Sentence
	return s.endRun(ctx, tx, run, status, unranked, ended(bySystem, action, o.Sentence))
}

// usersFault reports whether an error is a user's to fix, so that a retry cannot help, and returns
// its sentence.
func usersFault(err error) (sentence string, yes bool) {
	var file *textfile.FileError
	var panel *qc.PanelError
	var setting *qc.SettingError
	var study *meta.StudyError
	var axes *meta.AxesError
	var doubt *meta.DoubtError
	var disk *fs.PathError // contains a path on the server
	onDisk := errors.As(err, &disk)
	switch {
	case guard.Panicked(err): // may wrap any of the others
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

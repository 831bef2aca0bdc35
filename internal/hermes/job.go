package hermes

import (
	"context"
	"time"

	"cohortium/internal/auth"
	"cohortium/internal/errs"
)

// Job gives a job that the caller may see: its owner's, or anybody's for those
// who see all uploads.
func (s *Service) Job(ctx context.Context, id *auth.Identity, jobID string) (*JobView, error) {
	j, err := s.jobFor(ctx, id, jobID)
	if err != nil {
		return nil, err
	}
	return s.jobView(j), nil
}

func (s *Service) jobFor(ctx context.Context, id *auth.Identity, jobID string) (*Job, error) {
	j, err := s.store.Job(ctx, jobID)
	if errs.Is(err, errs.NotFound) || (err == nil && !SeesJob(id, j)) {
		return nil, errs.Missing("job").Because(err)
	}
	return j, err
}

// SeesJob reports whether a job is the caller's to see.
func SeesJob(id *auth.Identity, j *Job) bool {
	return id.In(auth.AreaHermes) && (seesAll(id) || id.User.ID == j.OwnerID)
}

// JobsChangedSince lists jobs of everybody that changed after t, oldest change
// first, for a stream that filters by SeesJob.
func (s *Service) JobsChangedSince(ctx context.Context, t time.Time, limit int) ([]*JobView, error) {
	jobs, err := s.store.JobsChangedSince(ctx, t, limit)
	if err != nil {
		return nil, err
	}
	out := make([]*JobView, len(jobs))
	for i, j := range jobs {
		out[i] = s.jobView(j)
	}
	return out, nil
}

// A remaining time is worth telling once a job has shown how fast it is.
const (
	etaAfter = 2 * time.Second
	etaShare = 0.02
)

func (s *Service) jobView(j *Job) *JobView {
	v := &JobView{Job: j}
	if j.State != JobRunning || j.StartedAt == nil || j.Total <= 0 || j.Done <= 0 {
		return v
	}
	elapsed := j.UpdatedAt.Sub(*j.StartedAt)
	share := float64(j.Done) / float64(j.Total)
	if elapsed < etaAfter || share < etaShare || share > 1 {
		return v
	}
	left := time.Duration(float64(elapsed) * (1 - share) / share).Round(time.Second)
	v.ETA = &left
	return v
}

// enqueue puts a job into the queue, errs.RateLimited when its owner has too
// many that are not finished.
func (s *Service) enqueue(ctx context.Context, tx Tx, j *Job) error {
	unfinished, err := tx.UnfinishedJobs(ctx, j.OwnerID)
	if err != nil {
		return err
	}
	if unfinished >= s.cfg.MaxJobs {
		return errs.New(errs.RateLimited, "too_many_jobs",
			"%d jobs of this account wait or run. Please start this one when some of them are finished.", unfinished)
	}
	j.State, j.Stage, j.CreatedAt, j.UpdatedAt = JobQueued, "Waiting", s.now(), s.now()
	return tx.Enqueue(ctx, j)
}

// CancelJob cancels a job: at once while it waits, otherwise as soon as its
// worker hears of it. Cancelling a job that has ended changes nothing.
func (s *Service) CancelJob(ctx context.Context, id *auth.Identity, jobID string) (_ *JobView, err error) {
	defer errs.Wrap(&err, "hermes.CancelJob(%q)", jobID)
	seen, err := s.jobFor(ctx, id, jobID)
	if err != nil {
		return nil, err
	}
	if !cancels(id, seen) {
		return nil, errs.New(errs.Forbidden, "forbidden", "Your account may not cancel this job.")
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		j, err := tx.Job(ctx, jobID)
		if err != nil {
			return err
		}
		switch j.State {
		case JobQueued:
			return s.endCancelled(ctx, tx, j, id.User.UserName)
		case JobRunning:
			j.CancelRequested, j.UpdatedAt = true, s.now()
			return tx.UpdateJob(ctx, j)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s.Job(ctx, id, jobID)
}

func cancels(id *auth.Identity, j *Job) bool {
	if j.Kind == jobMeta {
		return id.Can(auth.AreaHermes, auth.RunMetaAnalysis)
	}
	return id.User.ID == j.OwnerID || reviews(id)
}

// endCancelled ends a locked job as cancelled, and leaves what it worked for in
// a state with a way out.
func (s *Service) endCancelled(ctx context.Context, tx Tx, j *Job, by string) error {
	const reason = "Cancelled."
	if j.Kind == jobMeta {
		m, err := tx.Meta(ctx, j.SubjectID)
		if err != nil {
			return err
		}
		m.Status, m.Error = MetaCancelled, ""
		if err := s.endMeta(ctx, tx, m, by, "cancelled", ""); err != nil {
			return err
		}
		return s.endJob(ctx, tx, j, JobCancelled, reason)
	}
	run, err := tx.QCRun(ctx, j.RunID)
	if err != nil {
		return err
	}
	run.Status, run.Error = RunCancelled, reason
	if err := s.endRun(ctx, tx, run, FailedToSubmitToQC, by, "QC cancelled", ""); err != nil {
		return err
	}
	return s.endJob(ctx, tx, j, JobCancelled, reason)
}

func (s *Service) endJob(ctx context.Context, tx Tx, j *Job, state JobState, reason string) error {
	j.State, j.Error, j.UpdatedAt = state, reason, s.now()
	if state == JobSucceeded {
		j.Done = j.Total
	}
	return tx.UpdateJob(ctx, j)
}

// endRun ends a run and moves its data set on, if it is still the current run.
func (s *Service) endRun(ctx context.Context, tx Tx, run *QCRun, status UploadStatus, by, action, detail string) error {
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
		u.Status, u.StatusSince = status, now
		if err := tx.UpdateUpload(ctx, u); err != nil {
			return err
		}
	}
	return s.history(ctx, tx, by, objectUpload, u.ID, action, detail)
}

func (s *Service) endMeta(ctx context.Context, tx Tx, m *Meta, by, action, detail string) error {
	now := s.now()
	m.FinishedAt = &now
	if err := tx.UpdateMeta(ctx, m); err != nil {
		return err
	}
	return s.history(ctx, tx, by, objectMeta, m.ID, action, detail)
}

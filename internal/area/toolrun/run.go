package toolrun

import (
	"context"
	"errors"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

var _ job.Canceller = (*Service)(nil)

// RunJob does the task of a run: it computes into files beside, stores them under keys
// of their own, and then switches one row in a transaction that only the holder of the
// lease can make. Doing it again after a crash at any point takes effect once.
//
// Outcomes that the work itself accounts for are nil. An error means that trying again
// may help; when nobody will, call GiveUp.
func (s *Service) RunJob(ctx context.Context, jobID string, rep job.Reporter) (err error) {
	defer errs.Wrap(&err, "toolrun.RunJob(%q)", jobID)
	r, err := s.begin(ctx, jobID, rep)
	if err == nil && r != nil {
		s.cfg.Crash(KindRun + ":begun")
		err = s.do(ctx, r, rep)
	}
	switch {
	case err == nil, errors.Is(err, job.ErrLost):
		return nil
	case rep.Cancelled():
		return s.finish(context.WithoutCancel(ctx), jobID, rep.Lease(), cancelled())
	case ctx.Err() != nil: // the worker is shutting down; somebody else goes on
		return err
	}
	if sentence, is := faultOf(err); is {
		return s.finish(ctx, jobID, rep.Lease(), failed(sentence))
	}
	if errs.Is(err, errs.NotFound) {
		return s.finish(ctx, jobID, rep.Lease(), failed("The file is not here any more. Send it again."))
	}
	return err
}

// GiveUp ends a run that failed for a reason of ours and will not be tried again.
func (s *Service) GiveUp(ctx context.Context, jobID, lease string, cause error) error {
	s.cfg.Log.ErrorContext(ctx, "job given up", "job", jobID, "err", cause)
	return s.finish(ctx, jobID, lease, failed("The server could not finish this. Start it again; if it fails again, tell the operator the job "+jobID+"."))
}

// outcome is how a run ended.
type outcome struct {
	status   Status
	state    job.State
	sentence string // why it came to nothing; "" when it did not
	result   []byte // JSON
	files    []File
}

func cancelled() *outcome {
	return &outcome{status: Cancelled, state: job.Cancelled, sentence: "Cancelled."}
}

func failed(sentence string) *outcome {
	return &outcome{status: Failed, state: job.Failed, sentence: sentence}
}

// begin marks a run as running. A nil run says that it ended here: it was cancelled
// before, or is gone.
func (s *Service) begin(ctx context.Context, jobID string, rep job.Reporter) (r *Run, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		r = nil
		j, err := job.Begin(ctx, tx, jobID, rep.Lease(), s.now())
		if err != nil {
			return err
		}
		if j.CancelRequested {
			return s.end(ctx, tx, j, cancelled())
		}
		read, err := tx.Run(ctx, j.RunID)
		if errs.Is(err, errs.NotFound) {
			return s.end(ctx, tx, j, cancelled())
		}
		if err != nil {
			return err
		}
		read.Status = Running
		r = read
		return tx.UpdateRun(ctx, r)
	})
	return r, err
}

// do computes a run and makes it count.
func (s *Service) do(ctx context.Context, r *Run, rep job.Reporter) error {
	work, remove, err := job.WorkDir(s.cfg.TempDir, r.JobID, rep.Lease())
	if err != nil {
		return err
	}
	defer remove()
	meter := meterOf(r.Task, rep)
	found := &outcome{status: Done, state: job.Succeeded}
	if found.result, err = s.compute(ctx, r, work, meter); err != nil {
		return err
	}
	s.cfg.Crash(KindRun + ":computed")
	meter.At(stageStoring, 0, 1)
	err = job.StoreResults(ctx, s.blobs, work, ResultPrefix(r.ID, rep.Lease()), func(name string, size int64, _ string) {
		if downloadable(name) {
			found.files = append(found.files, File{Name: name, Size: size})
		}
	})
	if err != nil {
		return err
	}
	s.cfg.Crash(KindRun + ":stored")
	if err := s.finish(ctx, r.JobID, rep.Lease(), found); err != nil {
		return err
	}
	s.cfg.Crash(KindRun + ":done")
	return nil
}

// finish makes an outcome count, if the lease still holds the job.
func (s *Service) finish(ctx context.Context, jobID, lease string, found *outcome) error {
	return job.Finish(ctx, s.store, jobID, lease, func(tx Tx, j *job.Job) error { return s.end(ctx, tx, j, found) })
}

// end writes how a run ended, together with its locked job. The run is gone when it
// was removed in the meantime.
func (s *Service) end(ctx context.Context, tx Tx, j *job.Job, found *outcome) error {
	now := s.now()
	r, err := tx.Run(ctx, j.RunID)
	if errs.Is(err, errs.NotFound) {
		return job.End(ctx, tx, j, job.Cancelled, "The run was removed.", now)
	}
	if err != nil {
		return err
	}
	r.Status, r.Result, r.Files, r.Attempt = found.status, found.result, found.files, j.Lease
	r.Error = job.Sentence(found.sentence)
	r.FinishedAt, r.ExpiresAt = &now, now.Add(s.cfg.Keep)
	if err := tx.UpdateRun(ctx, r); err != nil {
		return err
	}
	if err := tx.KeepUpload(ctx, r.UploadID, r.ExpiresAt); err != nil {
		return err
	}
	return job.End(ctx, tx, j, found.state, r.Error, now)
}

// CancelJob implements job.Canceller: a run is its owner's.
func (s *Service) CancelJob(ctx context.Context, by *auth.Identity, j *job.Job) (err error) {
	defer errs.Wrap(&err, "toolrun.CancelJob(%q)", j.ID)
	if j.OwnerID != by.User.ID {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not cancel this job.")
	}
	return s.store.InTx(ctx, func(tx Tx) error { return s.cancel(ctx, tx, by.User.UserName, j.ID) })
}

func (s *Service) cancel(ctx context.Context, tx Tx, by, jobID string) error {
	return job.Cancel(ctx, tx, job.Cancelling{
		JobID: jobID, By: by, At: s.now(), Object: ObjectRun,
		End: func(j *job.Job) error { return s.end(ctx, tx, j, cancelled()) },
	})
}

// Remove removes a run of the caller with what it made, whatever its state. The file
// goes with its last run, unless something was registered of it.
func (s *Service) Remove(ctx context.Context, by *auth.Identity, id string) (err error) {
	defer errs.Wrap(&err, "toolrun.Remove(%q)", id)
	if _, err := s.runFor(ctx, by, id); err != nil {
		return err
	}
	err = s.purge(ctx, id, by.User.UserName)
	if errs.Is(err, errs.NotFound) {
		return errs.Missing("run").Because(err)
	}
	return err
}

// purge removes a run. Files that stay behind are swept.
func (s *Service) purge(ctx context.Context, id, by string) error {
	err := s.store.InTx(ctx, func(tx Tx) error {
		r, err := tx.Run(ctx, id)
		if err != nil {
			return err
		}
		if !r.ended() {
			if err := s.cancel(ctx, tx, by, r.JobID); err != nil {
				return err
			}
		}
		if err := tx.DeleteRun(ctx, id); err != nil {
			return err
		}
		if err := tx.DropUpload(ctx, r.UploadID, s.now()); err != nil {
			return err
		}
		return s.note(ctx, tx, r, by, audit.Deleted, string(r.Task)+" "+r.FileName)
	})
	if err != nil {
		return err
	}
	s.cfg.Crash("toolrun: the row of a run is gone")
	if err := s.blobs.DeletePrefix(context.WithoutCancel(ctx), blobPrefix+id+"/"); err != nil {
		s.cfg.Log.WarnContext(ctx, "files of a run stay behind", "run", id, "err", err)
	}
	return nil
}

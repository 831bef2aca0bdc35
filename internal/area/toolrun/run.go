package toolrun

import (
	"context"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

type attempt = job.Attempt[Tx, *Run]

// executor runs tasks: each computes into separate files, stores them under new keys, and then
// switches its row.
func (s *Service) executor() *job.Executor[Tx, *Run] {
	return job.NewExecutor(job.Work[Tx, *Run]{
		Area: "toolrun", Objects: map[string]string{KindRun: ObjectRun},
		Store: s.store, Blobs: s.blobs, TempDir: s.cfg.TempDir, Now: s.now, Crash: s.cfg.Crash,
		Gone: "The run was removed.", Failed: "The server could not finish this. Start it again",
		Load: func(ctx context.Context, tx Tx, j *job.Job) (*Run, error) { return tx.Run(ctx, j.RunID) },
		Begin: func(ctx context.Context, tx Tx, _ *job.Job, r *Run) error {
			r.Status = Running
			return tx.UpdateRun(ctx, r)
		},
		Do: s.do, Refused: refused, MayCancel: mayCancel,
		End: func(ctx context.Context, tx Tx, j *job.Job, r *Run, o job.Outcome) error {
			r.Status, r.Result, r.Files, r.Error = Failed, nil, nil, o.Sentence
			if o.State == job.Cancelled {
				r.Status = Cancelled
			}
			return s.end(ctx, tx, j.Lease, r)
		},
	})
}

// do computes a run and publishes its results.
func (s *Service) do(ctx context.Context, a *attempt, r *Run) error {
	work, err := a.Dir()
	if err != nil {
		return err
	}
	meter := meterOf(r.Task, a)
	result, err := s.compute(ctx, r, work, meter)
	if err != nil {
		return err
	}
	var files []File
	err = a.Store(ctx, meter, ResultPrefix(r.ID, a.Lease()), func(name string, size int64, _ string) {
		if downloadable(name) {
			files = append(files, File{Name: name, Size: size})
		}
	})
	if err != nil {
		return err
	}
	return a.Finish(ctx, func(tx Tx, r *Run) error {
		r.Status, r.Result, r.Files, r.Error = Done, result, files, ""
		return s.end(ctx, tx, a.Lease(), r)
	})
}

// end records how an attempt at a run ended, and keeps its file as long as the run.
func (s *Service) end(ctx context.Context, tx Tx, attempt string, r *Run) error {
	now := s.now()
	r.Attempt, r.FinishedAt, r.ExpiresAt = attempt, &now, now.Add(s.cfg.Keep)
	if err := tx.UpdateRun(ctx, r); err != nil {
		return err
	}
	return tx.KeepUpload(ctx, r.UploadID, r.ExpiresAt)
}

func refused(err error) (sentence string, yes bool) {
	if sentence, yes := faultOf(err); yes || !errs.Is(err, errs.NotFound) {
		return sentence, yes
	}
	return "The file is not here any more. Send it again.", true
}

// mayCancel rejects all callers but the owner of a run.
func mayCancel(_ context.Context, by *auth.Identity, j *job.Job) error {
	if j.OwnerID != by.User.ID {
		return errs.New(errs.Forbidden, "forbidden", "Your account may not cancel this job.")
	}
	return nil
}

// Remove deletes a run of the caller with its results, whatever its state. The file is deleted with
// its last run, unless it was registered.
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

// purge deletes a run. Remaining files are swept.
func (s *Service) purge(ctx context.Context, id, by string) error {
	err := s.store.InTx(ctx, func(tx Tx) error {
		r, err := tx.Run(ctx, id)
		if err != nil {
			return err
		}
		if !r.ended() {
			if err := s.CancelIn(ctx, tx, by, KindRun, r.JobID); err != nil {
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

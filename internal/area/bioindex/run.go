package bioindex

import (
	"context"
	"errors"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/phrase"
	"cohortium/internal/platform/record"
)

// RunJob builds or verifies an index. A build computes into files beside, stores
// them under keys of their own, and then switches one row in a transaction that only
// the holder of the lease can make. Doing it again after a crash at any point takes
// effect once.
//
// Outcomes that the work itself accounts for are nil. An error means that trying
// again may help; when nobody will, call GiveUp.
func (s *Service) RunJob(ctx context.Context, jobID string, rep job.Reporter) (err error) {
	defer errs.Wrap(&err, "bioindex.RunJob(%q)", jobID)
	t, err := s.begin(ctx, jobID, rep)
	if err == nil && t != nil {
		s.cfg.Crash(t.job.Kind + ":begun")
		if t.job.Kind == KindVerify {
			err = s.runVerify(ctx, t, rep)
		} else {
			err = s.runBuild(ctx, t, rep)
		}
	}
	var refused *refusal
	switch {
	case err == nil, errors.Is(err, job.ErrLost):
		return nil
	case rep.Cancelled():
		return s.finish(context.WithoutCancel(ctx), jobID, rep.Lease(), cancelled())
	case ctx.Err() == nil && errors.As(err, &refused):
		return s.finish(ctx, jobID, rep.Lease(), &outcome{status: Failed, state: job.Failed, sentence: refused.sentence, proof: refused.proof})
	}
	return err // the worker is shutting down, or trying again may help
}

// GiveUp ends a job that failed for a reason of ours and will not be tried again.
func (s *Service) GiveUp(ctx context.Context, jobID, lease string, cause error) error {
	s.cfg.Log.ErrorContext(ctx, "job given up", "job", jobID, "err", cause)
	return s.finish(ctx, jobID, lease, &outcome{
		status: Failed, state: job.Failed,
		sentence: "The server could not finish this. Start it again; if it fails again, tell the operator the job " + jobID + ".",
	})
}

// task is what a job works on.
type task struct {
	job   *job.Job
	index *Index
	build *Build
}

// refusal is a reason to end a job that lies in what it was given.
type refusal struct {
	sentence string
	proof    *Proof // that failed; nil for another reason
}

func (r *refusal) Error() string { return r.sentence }

// outcome is how a job ended.
type outcome struct {
	status   Status // of the build
	state    job.State
	sentence string // why it failed, "" when it did not
	made     *Made
	proof    *Proof
	bytes    int64
}

func cancelled() *outcome {
	return &outcome{status: Cancelled, state: job.Cancelled, sentence: "Cancelled."}
}

// begin marks a build as running. A nil task says that it ended here: it was
// cancelled before, or its index is gone.
func (s *Service) begin(ctx context.Context, jobID string, rep job.Reporter) (t *task, err error) {
	err = s.store.InTx(ctx, func(tx Tx) error {
		t = nil
		j, err := job.Begin(ctx, tx, jobID, rep.Lease(), s.now())
		if err != nil {
			return err
		}
		if j.CancelRequested {
			return s.end(ctx, tx, j, cancelled())
		}
		b, err := tx.Build(ctx, j.RunID)
		if errs.Is(err, errs.NotFound) {
			return s.end(ctx, tx, j, cancelled())
		}
		if err != nil {
			return err
		}
		x, err := tx.Index(ctx, b.IndexID)
		if err != nil {
			return err
		}
		t = &task{job: j, index: x, build: b}
		if j.Kind == KindVerify {
			return nil
		}
		b.Status = Building
		return tx.UpdateBuild(ctx, b)
	})
	return t, err
}

// finish makes an outcome count, if the lease still holds the job.
func (s *Service) finish(ctx context.Context, jobID, lease string, found *outcome) error {
	return job.Finish(ctx, s.store, jobID, lease, func(tx Tx, j *job.Job) error { return s.end(ctx, tx, j, found) })
}

// end writes how a build or its verification ended, together with its locked job.
// The build is gone when its index was removed in the meantime.
func (s *Service) end(ctx context.Context, tx Tx, j *job.Job, found *outcome) error {
	now := s.now()
	b, err := tx.Build(ctx, j.RunID)
	if errs.Is(err, errs.NotFound) {
		return job.End(ctx, tx, j, job.Cancelled, "The index was removed.", now)
	}
	if err != nil {
		return err
	}
	found.sentence = job.Sentence(found.sentence)
	if found.state == job.Succeeded && j.Kind == KindBuild {
		if err := s.goLive(ctx, tx, j, b, found); err != nil {
			return err
		}
	}
	if found.proof != nil {
		found.proof.At, b.Proof = now, found.proof
	}
	if j.Kind == KindBuild {
		b.Status, b.Error, b.FinishedAt, b.Attempt = found.status, found.sentence, &now, j.Lease
	} else if found.proof != nil && found.proof.Different > 0 {
		b.Status, b.Error = Failed, found.sentence // what is wrong answers nobody
	}
	if err := tx.UpdateBuild(ctx, b); err != nil {
		return err
	}
	if err := s.noteEnd(ctx, tx, j, found); err != nil {
		return err
	}
	return job.End(ctx, tx, j, found.state, found.sentence, now)
}

// goLive switches an index to a build, unless its owner has no room for it.
func (s *Service) goLive(ctx context.Context, tx Tx, j *job.Job, b *Build, found *outcome) error {
	b.Made, b.Bytes = found.made, found.bytes
	if err := tx.UpdateBuild(ctx, b); err != nil {
		return err
	}
	x, err := tx.Index(ctx, b.IndexID)
	if err != nil {
		return err
	}
	if err := tx.SwitchBuild(ctx, x.ID, b.ID); err != nil {
		return err
	}
	err = s.hasRoom(ctx, tx, x.Owner.ID)
	if !errs.Is(err, errs.Rule) {
		return err
	}
	var room *errs.Error
	errors.As(err, &room)
	found.status, found.state, found.sentence, found.proof = Failed, job.Failed, room.Detail, nil
	b.Made, b.Bytes = nil, 0
	return tx.SwitchBuild(ctx, x.ID, x.BuildID)
}

// noteEnd writes the end of a job into the history of its index.
func (s *Service) noteEnd(ctx context.Context, tx Tx, j *job.Job, found *outcome) error {
	action := map[job.State]string{job.Succeeded: "built", job.Failed: "could not be built", job.Cancelled: "build cancelled"}[found.state]
	if j.Kind == KindVerify {
		action = map[job.State]string{job.Succeeded: "verified again", job.Failed: "verified again, and failed", job.Cancelled: "verification cancelled"}[found.state]
	}
	detail := found.sentence
	if found.state != job.Failed {
		detail = ""
	}
	if found.made != nil && found.state == job.Succeeded {
		detail = phrase.Counted(found.made.Rows, "row", "rows")
	}
	return s.note(ctx, tx, nil, j.SubjectID, record.Happening{Action: action, Detail: detail, Kind: audit.StatusChanged})
}

// CancelJob implements job.Canceller: who may change an index may cancel its jobs.
func (s *Service) CancelJob(ctx context.Context, by *auth.Identity, j *job.Job) (err error) {
	defer errs.Wrap(&err, "bioindex.CancelJob(%q)", j.ID)
	x, r, err := s.indexFor(ctx, by, j.SubjectID)
	if err != nil {
		return err
	}
	if r < record.Owner {
		return mustEdit(x, r)
	}
	return s.store.InTx(ctx, func(tx Tx) error { return s.cancel(ctx, tx, by, j.ID) })
}

func (s *Service) cancel(ctx context.Context, tx Tx, by *auth.Identity, jobID string) error {
	return job.Cancel(ctx, tx, job.Cancelling{
		JobID: jobID, By: by.Actor(), At: s.now(), Object: ObjectIndex,
		End: func(j *job.Job) error { return s.end(ctx, tx, j, cancelled()) },
	})
}

// stop cancels what works for an index.
func (s *Service) stop(ctx context.Context, tx Tx, by *auth.Identity, x *Index) error {
	b, err := tx.Build(ctx, x.NewestID)
	if err != nil {
		return err
	}
	if !b.ended() {
		if err := s.cancel(ctx, tx, by, b.JobID); err != nil {
			return err
		}
	}
	if b.Again != nil {
		return s.cancel(ctx, tx, by, b.Again.JobID)
	}
	return nil
}

// identityOf is the account that a job works for, so that it reads what its owner
// may read now.
func (s *Service) identityOf(ctx context.Context, x *Index) (*auth.Identity, error) {
	u, err := s.cfg.Accounts.UserByName(ctx, x.Owner.UserName)
	if errs.Is(err, errs.NotFound) || err == nil && !u.IsActive {
		return nil, &refusal{sentence: "The account of " + x.Owner.UserName + " is not there any more or was disabled, and the index is made in its name."}
	}
	if err != nil {
		return nil, err
	}
	return auth.NewIdentity(u, nil), nil
}

// sourceOf opens the file that a build is made of, as it was when it was asked for.
func (s *Service) sourceOf(ctx context.Context, t *task) (*SourceFile, error) {
	by, err := s.identityOf(ctx, t.index)
	if err != nil {
		return nil, err
	}
	src := t.index.Source
	src.FileID = t.build.FileID
	f, err := s.sources.Open(ctx, by, src)
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict) {
		return nil, &refusal{sentence: "The source file of this index was deleted, or its owner no longer has access to it."}
	}
	if err == nil && f.Tag != t.build.SourceTag {
		return nil, &refusal{sentence: "The file of this index has changed since the build was asked for. Build it again."}
	}
	return f, err
}

// refused makes of what is wrong with a file the end of its job.
func refused(err error) error {
	if what, is := faultOf(err); is {
		return &refusal{sentence: what}
	}
	var rule *errs.Error
	if errors.As(err, &rule) && rule.Kind == errs.Rule {
		return &refusal{sentence: rule.Detail}
	}
	if errors.Is(err, tableindex.ErrIndex) || errors.Is(err, tableindex.ErrOtherData) {
		return &refusal{sentence: "The index is damaged or belongs to another file. Build it again."}
	}
	return err
}

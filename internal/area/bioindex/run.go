package bioindex

import (
	"context"
	"errors"
	"time"

	"cohortium/internal/gwas/tableindex"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

type attempt = job.Attempt[Tx, *Build]

// executor builds and verifies indexes. A build writes separate files, stores them under new keys,
// and then switches one row.
func (s *Service) executor() *job.Executor[Tx, *Build] {
	return job.NewExecutor(job.Work[Tx, *Build]{
		Area: "bioindex", Objects: map[string]string{KindBuild: ObjectIndex, KindVerify: ObjectIndex},
		Store: s.store, Blobs: s.blobs, TempDir: s.cfg.TempDir, Now: s.now, Crash: s.cfg.Crash,
		Gone: "The index was removed.", Failed: "The server could not finish this. Start it again",
		Load:  func(ctx context.Context, tx Tx, j *job.Job) (*Build, error) { return tx.Build(ctx, j.RunID) },
		Begin: begin, Do: s.do, Refused: refused, End: s.endWithout, MayCancel: s.mayCancel,
	})
}

// task is the subject of a job.
type task struct {
	index *Index
	build *Build
}

// disproved is the error for an index that does not match its file.
type disproved struct {
	*job.Refusal
	proof *Proof
}

func (d *disproved) Unwrap() error { return d.Refusal }

// begin marks a build as running.
func begin(ctx context.Context, tx Tx, j *job.Job, b *Build) error {
	if j.Kind == KindVerify {
		return nil
	}
	b.Status = Building
	return tx.UpdateBuild(ctx, b)
}

func (s *Service) do(ctx context.Context, a *attempt, b *Build) error {
	x, err := s.store.Index(ctx, b.IndexID)
	if err != nil {
		return err
	}
	t := &task{index: x, build: b}
	if a.Job.Kind == KindVerify {
		return s.runVerify(ctx, a, t)
	}
	return s.runBuild(ctx, a, t)
}

// endWithout ends a build or its verification that failed or was cancelled.
func (s *Service) endWithout(ctx context.Context, tx Tx, j *job.Job, b *Build, o job.Outcome) error {
	now := s.now()
	var wrong *disproved
	if errors.As(o.Cause, &wrong) {
		b.Proof = wrong.proof
		b.Proof.At = now
	}
	switch {
	case j.Kind == KindBuild && o.State == job.Cancelled:
		b.end(Cancelled, o.Sentence, j.Lease, now)
	case j.Kind == KindBuild:
		b.end(Failed, o.Sentence, j.Lease, now)
	case wrong != nil:
		b.Status, b.Error = Failed, o.Sentence // a wrong index answers no query
	}
	if err := tx.UpdateBuild(ctx, b); err != nil {
		return err
	}
	detail := o.Sentence
	if o.State == job.Cancelled {
		detail = ""
	}
	return s.noteEnd(ctx, tx, j, o.State, detail)
}

// end records how an attempt at a build ended.
func (b *Build) end(status Status, sentence, attempt string, at time.Time) {
	b.Status, b.Error, b.FinishedAt, b.Attempt = status, sentence, &at, attempt
}

// noteEnd writes the end of a job into the history of its index.
func (s *Service) noteEnd(ctx context.Context, tx Tx, j *job.Job, state job.State, detail string) error {
	action := map[job.State]string{job.Succeeded: "built", job.Failed: "could not be built", job.Cancelled: "build cancelled"}[state]
	if j.Kind == KindVerify {
		action = map[job.State]string{job.Succeeded: "verified again", job.Failed: "verified again, and failed", job.Cancelled: "verification cancelled"}[state]
	}
	return s.note(ctx, tx, nil, j.SubjectID, record.Event{Action: action, Detail: detail, Kind: audit.StatusChanged})
}

// mayCancel rejects all callers but those who may change an index.
func (s *Service) mayCancel(ctx context.Context, by *auth.Identity, j *job.Job) error {
	x, r, err := s.indexFor(ctx, by, j.SubjectID)
	if err == nil && r < record.Owner {
		err = mustEdit(x, r)
	}
	return err
}

// stop cancels the jobs of an index.
func (s *Service) stop(ctx context.Context, tx Tx, by *auth.Identity, x *Index) error {
	b, err := tx.Build(ctx, x.NewestID)
	if err != nil {
		return err
	}
	if !b.ended() {
		if err := s.CancelIn(ctx, tx, by.Actor(), KindBuild, b.JobID); err != nil {
			return err
		}
	}
	if b.Again != nil {
		return s.CancelIn(ctx, tx, by.Actor(), KindVerify, b.Again.JobID)
	}
	return nil
}

// identityOf returns the account that a job runs for, so that it reads what its owner may read now.
func (s *Service) identityOf(ctx context.Context, x *Index) (*auth.Identity, error) {
	u, err := s.cfg.Accounts.UserByName(ctx, x.Owner.UserName)
	if errs.Is(err, errs.NotFound) || err == nil && !u.IsActive {
		return nil, &job.Refusal{Sentence: "The account of " + x.Owner.UserName + " is not there any more or was disabled, and the index is made in its name."}
	}
	if err != nil {
		return nil, err
	}
	return auth.NewIdentity(u, nil), nil
}

// sourceOf opens the file of a build, as it was when the build was requested.
func (s *Service) sourceOf(ctx context.Context, t *task) (*SourceFile, error) {
	by, err := s.identityOf(ctx, t.index)
	if err != nil {
		return nil, err
	}
	src := t.index.Source
	src.FileID = t.build.FileID
	f, err := s.sources.Open(ctx, by, src)
	if errs.Is(err, errs.NotFound) || errs.Is(err, errs.Conflict) {
		return nil, &job.Refusal{Sentence: "The source file of this index was deleted, or its owner no longer has access to it."}
	}
	if err == nil && f.Tag != t.build.SourceTag {
		return nil, &job.Refusal{Sentence: "The file of this index has changed since the build was asked for. Build it again."}
	}
	return f, err
}

// refused words the fault of a file or of the index; false for other errors.
func refused(err error) (sentence string, yes bool) {
	if what, is := faultOf(err); is {
		return what, true
	}
	var rule *errs.Error
	if errors.As(err, &rule) && rule.Kind == errs.Rule {
		return rule.Detail, true
	}
	if errors.Is(err, tableindex.ErrIndex) || errors.Is(err, tableindex.ErrOtherData) {
		return "The index is damaged or belongs to another file. Build it again.", true
	}
	return "", false
}

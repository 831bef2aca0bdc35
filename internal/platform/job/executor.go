package job

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/guard"
)

// Transactions is an area's store, of which T is the transaction.
type Transactions[T Tx] interface {
	// InTx runs work in one transaction; work may run again after a serialization failure.
	InTx(ctx context.Context, work func(tx T) error) error
}

// Work describes how an area runs its kinds of job. T is its transaction, and S is the subject of a
// job, such as a QC run.
type Work[T Tx, S any] struct {
	Area    string            // package of the area, for errors
	Objects map[string]string // by kind of job: name of the job's subject in the audit trail
	Store   Transactions[T]
	Blobs   Blobs  // where results are stored
	TempDir string // where working folders are made
	Now     func() time.Time
	Crash   func(point string) // called at points where a crash must do no harm

	Gone   string // reason of a job that was cancelled because its subject was deleted
	Failed string // reason of a job that was given up, and how to continue, without the full stop

	// Load reads the subject of a locked job. errs.NotFound: it was deleted, and the job
	// ends as cancelled.
	Load func(ctx context.Context, tx T, j *Job) (S, error)
	// Begin marks the subject as running; nil when it has no such mark.
	Begin func(ctx context.Context, tx T, j *Job, subject S) error
	// Do computes results in separate files and calls Finish of the attempt. It must yield the same
	// results when repeated after a crash at any point.
	Do func(ctx context.Context, a *Attempt[T, S], subject S) error
	// Refused returns the sentence for an error caused by the user, which a retry does not fix;
	// false for other errors. A Refusal needs no sentence; nil when there are no others.
	Refused func(err error) (sentence string, refused bool)
	// End records in the subject that its job failed or was cancelled; nil for nothing to record.
	End func(ctx context.Context, tx T, j *Job, subject S, o Outcome) error
	// MayCancel rejects callers who may not cancel a job that they see.
	MayCancel func(ctx context.Context, by *auth.Identity, j *Job) error
}

// Outcome is how a job ended without a result.
type Outcome struct {
	State    State  // Failed or Cancelled
	Sentence string // the reason, for people
	Cause    error  // the refused error; nil for a job that was cancelled or given up
	By       string // user name of the account that cancelled a waiting job, else ""
	givenUp  bool
}

// Refusal is an error for people. Its reason is the input of the job, so a retry does not help.
type Refusal struct{ Sentence string }

func (r *Refusal) Error() string { return r.Sentence }

// Executor runs the jobs of an area: it loads their subjects under the lease, runs the work, and
// ends each job together with its subject, in a transaction that only the holder of the lease can
// make.
type Executor[T Tx, S any] struct{ work Work[T, S] }

// NewExecutor returns an executor of the jobs of one area, described by work.
func NewExecutor[T Tx, S any](work Work[T, S]) *Executor[T, S] { return &Executor[T, S]{work} }

// Kinds lists the kinds of job of the area.
func (e *Executor[T, S]) Kinds() []string { return slices.Sorted(maps.Keys(e.work.Objects)) }

// RunJob runs the job that a worker holds. Repeated after a crash at any point, it takes effect
// once.
//
// It returns nil for outcomes recorded in the job: done, cancelled, refused. An error means that a
// retry may help; if there will be none, call GiveUp.
func (e *Executor[T, S]) RunJob(ctx context.Context, jobID string, rep Reporter) (err error) {
	defer errs.Wrap(&err, "%s.RunJob(%q)", e.work.Area, jobID)
	err = e.attempt(ctx, jobID, rep)
	switch {
	case err == nil, errors.Is(err, ErrLost):
		return nil
	case rep.Cancelled():
		return e.finish(context.WithoutCancel(ctx), jobID, rep.Lease(), cancelled(""))
	case ctx.Err() != nil: // the worker is shutting down; another one continues
		return err
	}
	if err = file.Unwritable(err, file.WorkingFiles); Unwritable(err) { // whatever else it may look like
		return err
	}
	if sentence, refused := e.refused(err); refused {
		return e.finish(ctx, jobID, rep.Lease(), Outcome{State: Failed, Sentence: sentence, Cause: err})
	}
	return err
}

// CodeReadOnly is the code of a database that takes no changes.
const CodeReadOnly = "read_only"

// Unwritable reports whether a disk or the database refused a write: the job can be done later.
func Unwritable(err error) bool {
	switch errs.CodeOf(err) {
	case file.CodeFull, file.CodeDenied, CodeReadOnly:
		return errs.KindOf(err) == errs.Unavailable
	}
	return false
}

// GiveUp ends a job that failed for an internal reason and will not be retried.
func (e *Executor[T, S]) GiveUp(ctx context.Context, jobID, lease string, cause error) (err error) {
	defer errs.Wrap(&err, "%s.GiveUp(%q)", e.work.Area, jobID)
	sentence := e.work.Failed + "; if it fails again, tell the operator the job " + jobID + "."
	var known *errs.Error
	if Unwritable(cause) && errors.As(cause, &known) { // which names the disk
		sentence = known.Detail + " " + sentence
	}
	return e.finish(ctx, jobID, lease, Outcome{State: Failed, Sentence: sentence, givenUp: true})
}

// CancelJob implements Canceller.
func (e *Executor[T, S]) CancelJob(ctx context.Context, by *auth.Identity, j *Job) (err error) {
	defer errs.Wrap(&err, "%s.CancelJob(%q)", e.work.Area, j.ID)
	if err := e.work.MayCancel(ctx, by, j); err != nil {
		return err
	}
	return e.work.Store.InTx(ctx, func(tx T) error { return e.CancelIn(ctx, tx, by.Actor(), j.Kind, j.ID) })
}

// CancelIn cancels a job within a transaction, see Cancel. by is a user name.
func (e *Executor[T, S]) CancelIn(ctx context.Context, tx T, by, kind, jobID string) error {
	return Cancel(ctx, tx, Cancelling{
		JobID: jobID, By: by, At: e.work.Now(), Object: e.work.Objects[kind],
		End: func(j *Job) error { return e.end(ctx, tx, j, cancelled(by)) },
	})
}

func cancelled(by string) Outcome { return Outcome{State: Cancelled, Sentence: "Cancelled.", By: by} }

// attempt begins a job and runs its work.
func (e *Executor[T, S]) attempt(ctx context.Context, jobID string, rep Reporter) error {
	a, subject, err := e.begin(ctx, jobID, rep)
	if err != nil || a == nil {
		return err
	}
	defer func() { a.remove() }()
	a.Crash("begun")
	return e.work.Do(ctx, a, subject)
}

// begin records the start of the work: the remaining time counts from here. It returns no attempt
// when the job ends here: it was cancelled before, or its subject is deleted.
func (e *Executor[T, S]) begin(ctx context.Context, jobID string, rep Reporter) (a *Attempt[T, S], subject S, err error) {
	err = e.work.Store.InTx(ctx, func(tx T) error {
		a = nil
		j, err := Held(ctx, tx, jobID, rep.Lease())
		if err != nil {
			return err
		}
		if j.CancelRequested {
			return e.end(ctx, tx, j, cancelled(""))
		}
		at := e.work.Now()
		j.StartedAt, j.UpdatedAt = &at, at
		if err := tx.UpdateJob(ctx, j); err != nil {
			return err
		}
		return e.withSubject(ctx, tx, j, func(s S) error {
			a, subject = &Attempt[T, S]{Reporter: rep, Job: j, executor: e, remove: func() {}}, s
			if e.work.Begin == nil {
				return nil
			}
			return e.work.Begin(ctx, tx, j, s)
		})
	})
	return a, subject, err
}

// withSubject passes the subject of a locked job to do, and ends the job as cancelled when the
// subject is deleted.
func (e *Executor[T, S]) withSubject(ctx context.Context, tx T, j *Job, do func(subject S) error) error {
	subject, err := e.work.Load(ctx, tx, j)
	if errs.Is(err, errs.NotFound) {
		return End(ctx, tx, j, Cancelled, e.work.Gone, e.work.Now())
	}
	if err != nil {
		return err
	}
	return do(subject)
}

// end ends a locked job without a result, together with its subject.
func (e *Executor[T, S]) end(ctx context.Context, tx T, j *Job, o Outcome) error {
	o.Sentence, j.GivenUp = Sentence(o.Sentence), o.givenUp
	return e.withSubject(ctx, tx, j, func(subject S) error {
		if e.work.End != nil {
			if err := e.work.End(ctx, tx, j, subject, o); err != nil {
				return err
			}
		}
		return End(ctx, tx, j, o.State, o.Sentence, e.work.Now())
	})
}

// finish ends a job without a result, if the lease still holds it.
func (e *Executor[T, S]) finish(ctx context.Context, jobID, lease string, o Outcome) error {
	err := e.held(ctx, jobID, lease, func(tx T, j *Job) error { return e.end(ctx, tx, j, o) })
	if errors.Is(err, ErrLost) {
		return nil
	}
	return err
}

// held makes a change while the lease holds a job; ErrLost otherwise.
func (e *Executor[T, S]) held(ctx context.Context, jobID, lease string, change func(tx T, j *Job) error) error {
	return e.work.Store.InTx(ctx, func(tx T) error {
		j, err := Held(ctx, tx, jobID, lease)
		if err != nil {
			return err
		}
		return change(tx, j)
	})
}

func (e *Executor[T, S]) refused(err error) (sentence string, refused bool) {
	var r *Refusal
	switch {
	case guard.Panicked(err): // inside any of the others
		return "", false
	case errors.As(err, &r):
		return r.Sentence, true
	case e.work.Refused == nil:
		return "", false
	}
	return e.work.Refused(err)
}

// Sentence returns the reason why a job failed in a form that every database can store: it may
// quote the file.
func Sentence(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
}

// Attempt is the attempt of one worker at a job.
type Attempt[T Tx, S any] struct {
	Reporter
	Job      *Job // as it was begun
	executor *Executor[T, S]
	dir      string
	remove   func() // the working folder
}

// Crash reports a point at which a crash must do no harm; its name follows the kind of the job.
func (a *Attempt[T, S]) Crash(point string) { a.executor.work.Crash(a.Job.Kind + ":" + point) }

// Dir creates the working folder, with a folder for results, see Results. It is deleted with the
// attempt.
func (a *Attempt[T, S]) Dir() (_ string, err error) {
	a.dir, a.remove, err = workDir(a.executor.work.TempDir, a.Job.ID, a.Lease())
	return a.dir, err
}

// Storing is the part of a Meter that Store reports.
const Storing = "storing"

// Store stores the results in the working folder under a prefix, which belongs to this attempt
// alone, and passes each to stored unless that is nil.
func (a *Attempt[T, S]) Store(ctx context.Context, meter *Meter, prefix string, stored func(name string, size int64, sha256 string)) error {
	a.Crash("computed")
	meter.At(Storing, 0, 1)
	if err := storeResults(ctx, a.executor.work.Blobs, a.dir, prefix, stored); err != nil {
		return err
	}
	a.Crash("stored")
	return nil
}

// InTx makes a change while the worker holds the job; ErrLost otherwise.
func (a *Attempt[T, S]) InTx(ctx context.Context, change func(tx T) error) error {
	return a.executor.held(ctx, a.Job.ID, a.Lease(), func(tx T, _ *Job) error { return change(tx) })
}

// Finish publishes the results and ends the job: commit writes them to the current subject. ErrLost
// when another worker holds the job.
func (a *Attempt[T, S]) Finish(ctx context.Context, commit func(tx T, subject S) error) error {
	e := a.executor
	err := e.held(ctx, a.Job.ID, a.Lease(), func(tx T, j *Job) error {
		return e.withSubject(ctx, tx, j, func(subject S) error {
			if err := commit(tx, subject); err != nil {
				return err
			}
			return End(ctx, tx, j, Succeeded, "", e.work.Now())
		})
	})
	if err == nil {
		a.Crash("done")
	}
	return err
}

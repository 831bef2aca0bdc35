package job_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

// memory is a database of one job and one subject, which records how it ended. A transaction works
// on a copy, and runs twice, as after a serialization failure.
type memory struct {
	job     job.Job
	subject string
	gone    bool
}

type memoryTx struct {
	job.Tx
	memory
}

func (t *memoryTx) Job(context.Context, string) (*job.Job, error) {
	j := t.job
	return &j, nil
}

func (t *memoryTx) UpdateJob(_ context.Context, j *job.Job) error {
	t.job = *j
	return nil
}

// InTx implements job.Transactions.
func (m *memory) InTx(_ context.Context, work func(tx *memoryTx) error) error {
	_ = work(&memoryTx{memory: *m})
	tx := &memoryTx{memory: *m}
	if err := work(tx); err != nil {
		return err
	}
	*m = tx.memory
	return nil
}

func (m *memory) executor(t *testing.T, do func(ctx context.Context, a *job.Attempt[*memoryTx, string]) error) *job.Executor[*memoryTx, string] {
	t.Helper()
	temp := t.TempDir()
	t.Cleanup(func() {
		if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
			t.Errorf("working files are left: %v, %v", left, err)
		}
	})
	return job.NewExecutor(job.Work[*memoryTx, string]{
		Area: "test", Objects: map[string]string{"kind": "thing"}, Store: m, TempDir: temp, Now: time.Now, Crash: func(string) {},
		Gone: "It was deleted.", Failed: "It cannot be made. Start it again",
		Load: func(_ context.Context, tx *memoryTx, _ *job.Job) (string, error) {
			if tx.gone {
				return "", errs.Missing("thing")
			}
			return tx.subject, nil
		},
		Begin: func(_ context.Context, tx *memoryTx, _ *job.Job, _ string) error {
			tx.subject = "running"
			return nil
		},
		Do: func(ctx context.Context, a *job.Attempt[*memoryTx, string], _ string) error {
			if _, err := a.Dir(); err != nil {
				return err
			}
			return do(ctx, a)
		},
		Refused: func(err error) (string, bool) { return "The file is damaged.", errors.Is(err, errDamaged) },
		End: func(_ context.Context, tx *memoryTx, _ *job.Job, _ string, o job.Outcome) error {
			tx.subject = fmt.Sprint(o.State, " by ", o.By)
			return nil
		},
		MayCancel: func(_ context.Context, by *auth.Identity, j *job.Job) error {
			if by.User.ID != j.OwnerID {
				return errs.New(errs.Forbidden, "forbidden", "Not yours.")
			}
			return nil
		},
	})
}

var (
	errDamaged = errors.New("block 7: checksum")
	errDisk    = errors.New("the disk is full")
)

// Each way in which an attempt ends: the state of the job and its subject after it, and whether the
// runner gets an error, to retry.
func TestEndsOfAnAttempt(t *testing.T) {
	t.Parallel()
	type attempt = job.Attempt[*memoryTx, string]
	commit := func(ctx context.Context, a *attempt) error {
		return a.Finish(ctx, func(tx *memoryTx, _ string) error {
			tx.subject = "made"
			return nil
		})
	}
	fail := func(err error) func(context.Context, *attempt) error {
		return func(context.Context, *attempt) error { return err }
	}
	const running, lost = "running", "by another worker"
	for name, c := range map[string]struct {
		before  func(m *memory)
		do      func(ctx context.Context, a *attempt) error
		cancel  bool // cancelling is requested while it runs
		stop    bool // the worker shuts down while it runs
		take    bool // another worker takes the job while it runs
		state   job.State
		reason  string
		subject string
		err     error
	}{
		"done":                     {do: commit, state: job.Succeeded, subject: "made"},
		"refused by the area":      {do: fail(errDamaged), state: job.Failed, reason: "The file is damaged.", subject: "failed by "},
		"refused in its own words": {do: fail(fmt.Errorf("open: %w", &job.Refusal{Sentence: "Gone\x00."})), state: job.Failed, reason: "Gone?.", subject: "failed by "},
		"refused when it counts": {
			do: func(ctx context.Context, a *attempt) error {
				return a.Finish(ctx, func(tx *memoryTx, _ string) error {
					tx.subject = "made"
					return &job.Refusal{Sentence: "No room."}
				})
			}, state: job.Failed, reason: "No room.", subject: "failed by ",
		},
		"a fault of the machine":       {do: fail(errDisk), state: job.Running, subject: running, err: errDisk},
		"a panic in a refused file":    {do: fail(errors.Join(errDamaged, &guard.PanicError{Value: "index"})), state: job.Running, subject: running, err: errDamaged},
		"cancelled":                    {cancel: true, do: fail(context.Canceled), state: job.Cancelled, reason: "Cancelled.", subject: "cancelled by "},
		"cancelled too late":           {cancel: true, do: commit, state: job.Succeeded, subject: "made"},
		"shut down":                    {stop: true, do: fail(context.Canceled), state: job.Running, subject: running, err: context.Canceled},
		"shut down in a damaged file":  {stop: true, do: fail(errDamaged), state: job.Running, subject: running, err: errDamaged},
		"lost, and done":               {take: true, do: commit, state: job.Running, subject: lost},
		"lost, and refused":            {take: true, do: fail(errDamaged), state: job.Running, subject: lost},
		"lost, and cancelled":          {take: true, cancel: true, do: fail(context.Canceled), state: job.Running, subject: lost},
		"cancelled before it began":    {before: func(m *memory) { m.job.CancelRequested = true }, state: job.Cancelled, reason: "Cancelled.", subject: "cancelled by "},
		"deleted before it began":      {before: func(m *memory) { m.gone = true }, state: job.Cancelled, reason: "It was deleted."},
		"of another worker from first": {before: func(m *memory) { m.job.Lease = "other" }, state: job.Running},
		"ended before":                 {before: func(m *memory) { m.job.State = job.Succeeded }, state: job.Succeeded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &memory{job: job.Job{ID: "j", Kind: "kind", State: job.Running, Lease: "ours"}}
			if c.before != nil {
				c.before(m)
			}
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			rep := &jobtest.Reporter{Token: "ours", Stop: stop}
			err := m.executor(t, func(ctx context.Context, a *attempt) error {
				if c.do == nil {
					t.Error("the work began")
					return nil
				}
				if c.cancel {
					rep.Cancel = "now"
					a.Stage("now", 0, 0)
				}
				if c.stop {
					stop()
				}
				if c.take {
					m.job.Lease, m.subject = "other", lost
				}
				return c.do(ctx, a)
			}).RunJob(ctx, "j", rep)
			if !errors.Is(err, c.err) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			got, want := [...]string{string(m.job.State), m.job.Error, m.subject}, [...]string{string(c.state), c.reason, c.subject}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("state, reason and subject (-want +got):\n%s", diff)
			}
		})
	}
}

// A subject that is deleted while its job runs leaves a cancelled job, whatever the result of the
// work.
func TestTheSubjectIsDeletedWhileItsJobRuns(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(ctx context.Context, a *job.Attempt[*memoryTx, string]) error{
		"done": func(ctx context.Context, a *job.Attempt[*memoryTx, string]) error {
			return a.Finish(ctx, func(*memoryTx, string) error { return errors.New("there is nothing to write to") })
		},
		"refused": func(context.Context, *job.Attempt[*memoryTx, string]) error { return errDamaged },
	} {
		m := &memory{job: job.Job{ID: "j", Kind: "kind", State: job.Running, Lease: "ours"}}
		err := m.executor(t, func(ctx context.Context, a *job.Attempt[*memoryTx, string]) error {
			m.gone = true
			return end(ctx, a)
		}).RunJob(t.Context(), "j", &jobtest.Reporter{Token: "ours"})
		if err != nil || m.job.State != job.Cancelled || m.job.Error != "It was deleted." {
			t.Errorf("%s: %v, job %s %q", name, err, m.job.State, m.job.Error)
		}
	}
}

func TestGivingUpAndCancelling(t *testing.T) {
	t.Parallel()
	owner, other := auth.NewIdentity(&auth.User{ID: "u1", UserName: "ann"}, nil), auth.NewIdentity(&auth.User{ID: "u2", UserName: "otto"}, nil)
	m := &memory{job: job.Job{ID: "j", Kind: "kind", OwnerID: "u1", State: job.Running, Lease: "ours"}}
	e := m.executor(t, nil)
	if err := e.GiveUp(t.Context(), "j", "other", errDisk); err != nil || m.job.State != job.Running {
		t.Errorf("given up by a worker that does not hold it: %v, job %s", err, m.job.State)
	}
	if err := e.GiveUp(t.Context(), "j", "ours", errDisk); err != nil || m.job.State != job.Failed || m.subject != "failed by " ||
		m.job.Error != "It cannot be made. Start it again; if it fails again, tell the operator the job j." {
		t.Errorf("given up: %v, job %s %q, %s", err, m.job.State, m.job.Error, m.subject)
	}
	m.job.State = job.Queued
	if err := e.CancelJob(t.Context(), other, &m.job); !errs.Is(err, errs.Forbidden) || m.job.State != job.Queued {
		t.Errorf("cancelled by another: %v, job %s", err, m.job.State)
	}
	if err := e.CancelJob(t.Context(), owner, &m.job); err != nil || m.job.State != job.Cancelled || m.subject != "cancelled by ann" {
		t.Errorf("cancelled while it waits: %v, job %s, %s", err, m.job.State, m.subject)
	}
}

// TestADiskThatTakesNoWritesEndsNoJob: an error of the disk is no fault of the input, whatever the area takes it for, and
// says what to do. Other errors end the job as the area says.
func TestADiskThatTakesNoWritesEndsNoJob(t *testing.T) {
	for cause, code := range map[error]string{
		syscall.ENOSPC: "disk_full", syscall.EDQUOT: "disk_full", syscall.EROFS: "files_denied", syscall.EACCES: "files_denied", syscall.EPERM: "files_denied",
		syscall.EIO: "", io.ErrUnexpectedEOF: "",
	} {
		m := &memory{job: job.Job{ID: "j1", Kind: "kind", State: job.Running, Lease: "l1"}}
		e := m.executor(t, func(context.Context, *job.Attempt[*memoryTx, string]) error {
			return fmt.Errorf("%w: %w", errDamaged, &os.PathError{Op: "write", Path: "/scratch/out", Err: cause})
		})
		err := e.RunJob(t.Context(), "j1", &jobtest.Reporter{Token: "l1"})
		if (code != "") != job.Unwritable(err) ||
			code != "" && (errs.CodeOf(err) != code || m.job.State != job.Running || !strings.Contains(err.Error(), "try again")) {
			t.Errorf("%v: %v, the job is %s", cause, err, m.job.State)
		}
	}
}

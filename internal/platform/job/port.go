package job

import (
	"context"
	"time"

	"cohortium/internal/platform/audit"
)

// Store reads jobs as committed. An absent id is errs.NotFound.
type Store interface {
	Job(ctx context.Context, id string) (*Job, error)
	// JobsByID lists the jobs that exist, in the order of the ids.
	JobsByID(ctx context.Context, ids []string) ([]*Job, error)
	// JobsChangedSince lists jobs whose UpdatedAt is after t, oldest change first.
	JobsChangedSince(ctx context.Context, t time.Time, limit int) ([]*Job, error)
}

// Tx is the part of a transaction that jobs need. The domains embed it in theirs, so that a job is
// created and ended together with its subject.
type Tx interface {
	audit.Tx

	// UnfinishedJobs counts the queued and running jobs of an owner, over all areas.
	UnfinishedJobs(ctx context.Context, ownerID string) (int64, error)
	// Enqueue creates the job row and the queue's job in this transaction. Domains call the
	// function Enqueue, which enforces the limit.
	Enqueue(ctx context.Context, j *Job) error
	Job(ctx context.Context, id string) (*Job, error) // locked for update where the engine can
	UpdateJob(ctx context.Context, j *Job) error
}

// Reporter is how a running job reports to its runner. Its methods may be called often and from
// several goroutines; they return at once.
type Reporter interface {
	// Lease returns the token that the worker wrote into the job's row when it took the job; a job
	// whose row carries another lease belongs to another worker.
	Lease() string
	// Stage reports the current work and its progress; total 0 while unknown.
	Stage(name string, done, total int64)
	// Part reports the part of the work by its name in code, and the rows that it has worked on.
	Part(name string, rows int64)
	// Cancelled reports whether cancelling the job was requested. The context of the job ends then
	// as well.
	Cancelled() bool
}

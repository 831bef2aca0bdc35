// Package jobs runs background jobs: it delivers the id of a job to a worker through River, on the
// database of the job's row, and keeps the row alive while a worker holds it. It owns leases,
// heartbeats, retries, the take-over of jobs whose worker died, and River's own tables. It imports
// job for the job row and errs, and never another adapter. The Executor of a kind, supplied by a
// domain, does the work of its jobs.
//
// One rule makes it safe: whenever a row becomes queued, a delivery is inserted in the same
// transaction. A delivery takes the job whose turn it is, which need not be its own: accounts are
// served in turn. A late or repeated delivery finds no queued row and does nothing, so River never
// decides whether a job runs. A delivery may die with its worker before a row was taken; an idle
// worker that finds a row queued for long delivers it again.
//
// A fault of the machine, such as a full disk, is not an attempt of the job: the machine rests, and
// the job continues on another one.
package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Executor runs the jobs of a kind.
type Executor interface {
	// RunJob does the whole job that the lease of rep holds, and ends its row together with its
	// effects. An error of a kind caused by a user is final; after others the job is retried.
	RunJob(ctx context.Context, jobID string, rep job.Reporter) error
	// GiveUp ends a job that will not be retried as failed.
	GiveUp(ctx context.Context, jobID, lease string, cause error) error
}

// Store keeps the rows of jobs. Each method returns errs.NotFound for an absent job, and
// errs.Conflict when the lease is lost or the job is not in the required state.
type Store interface {
	Job(ctx context.Context, id string) (*job.Job, error)
	// ClaimNextJob takes the queued job whose turn it is; nil when there is none. left reports that some are queued for other
	// machines, or until memory is free.
	ClaimNextJob(ctx context.Context, c job.Claim) (j *job.Job, left bool, err error)
	BeatJob(ctx context.Context, id, lease, stage string, done, total int64, now time.Time) (cancel bool, err error)
	RequeueJob(ctx context.Context, j *job.Job, attempt int, cause string, now, at time.Time) error
	EndJob(ctx context.Context, j *job.Job, state job.State, cause string, now time.Time) error
	LostJobs(ctx context.Context, kind string, before, ahead time.Time) ([]*job.Job, error)
	RedeliverJobs(ctx context.Context, kind string, before, ahead, now time.Time) (int, error)
	// Machine returns the faults of a machine, nil for none.
	Machine(ctx context.Context, host string) (*job.MachineFaults, error)
	// OtherMachine reports whether a process of another machine, which does not rest, takes jobs, by a heartbeat since a time.
	OtherMachine(ctx context.Context, host string, since, now time.Time) (bool, error)
	AddFault(ctx context.Context, f job.Fault) (*job.MachineFaults, error)
	ForgetFaults(ctx context.Context, host string) error
	// Clock returns the time by the clock of the database, by which all workers measure a lease. A
	// database without a clock of its own is on one machine: then it is local.
	Clock(ctx context.Context, local time.Time) (time.Time, error)
	// HoldWorkers reports whether no other process can be running jobs of this database, and keeps
	// others out until release is called.
	HoldWorkers(ctx context.Context) (only bool, release func() error, err error)
}

// Database is the database of River's tables; exactly one field is set.
type Database struct {
	SQLite   *sql.DB // limited to one connection
	Postgres *pgxpool.Pool
}

// delivery is the data of a job in River.
type delivery struct {
	JobID string `json:"job_id"`
}

// Kind implements river.JobArgs. To River all jobs are alike: the row decides which executor runs
// one.
func (delivery) Kind() string { return "job" }

// KindAliases returns the kinds of deliveries from earlier versions.
func (delivery) KindAliases() []string { return []string{"qc", "meta"} }

// Queue inserts deliveries into transactions of either engine.
type Queue struct {
	sqlite   *river.Client[*sql.Tx]
	postgres *river.Client[pgx.Tx]
}

// NewQueue returns a queue that only inserts; it holds no connection.
func NewQueue() (*Queue, error) {
	lite, err := river.NewClient(riversqlite.New(nil), &river.Config{})
	if err != nil {
		return nil, fmt.Errorf("jobs.NewQueue: %w", err)
	}
	pg, err := river.NewClient(riverpgxv5.New(nil), &river.Config{})
	if err != nil {
		return nil, fmt.Errorf("jobs.NewQueue: %w", err)
	}
	return &Queue{sqlite: lite, postgres: pg}, nil
}

// InsertSQLite inserts the delivery of a job in a transaction, for a time or at once.
func (q *Queue) InsertSQLite(ctx context.Context, tx *sql.Tx, jobID string, at time.Time) error {
	return insert(ctx, q.sqlite, tx, jobID, at)
}

// InsertPostgres inserts the delivery of a job in a transaction, for a time or at once.
func (q *Queue) InsertPostgres(ctx context.Context, tx pgx.Tx, jobID string, at time.Time) error {
	return insert(ctx, q.postgres, tx, jobID, at)
}

func insert[T any](ctx context.Context, c *river.Client[T], tx T, jobID string, at time.Time) error {
	if _, err := c.InsertTx(ctx, tx, delivery{jobID}, &river.InsertOpts{ScheduledAt: at}); err != nil {
		return fmt.Errorf("insert the delivery of job %s: %w", jobID, err)
	}
	return nil
}

// Migrate brings River's tables to the version of this program, and rejects those of a newer one
// before changing anything.
func Migrate(ctx context.Context, db Database) (err error) {
	defer errs.Wrap(&err, "jobs.Migrate")
	if db.Postgres != nil {
		return migrate(ctx, riverpgxv5.New(db.Postgres))
	}
	return migrate(ctx, riversqlite.New(db.SQLite))
}

func migrate[T any](ctx context.Context, driver riverdriver.Driver[T]) error {
	m, err := rivermigrate.New(driver, nil)
	if err != nil {
		return err
	}
	have, err := m.ExistingVersions(ctx)
	if err != nil {
		return err
	}
	know := m.AllVersions()
	newest := know[len(know)-1].Version
	if len(have) > 0 && have[len(have)-1].Version > newest {
		return errs.New(errs.Conflict, "newer_database",
			"The job tables are at version %d, which is newer than this program knows (%d); start the newer program.",
			have[len(have)-1].Version, newest)
	}
	_, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

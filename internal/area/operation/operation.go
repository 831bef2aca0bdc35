// Package operation reports how this installation runs: what needs an administrator, its processes,
// queue, errors, storage and mail. It owns the records of processes and of errors; everything else
// is measured on request. It queries the areas and knows no SQL and no HTTP.
package operation

import (
	"context"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/area/setup"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
)

// Kind is the task of a process.
type Kind string

// The kinds of process.
const (
	Server Kind = "server" // answers requests, and runs jobs unless it has no workers
	Worker Kind = "worker" // only runs jobs
)

// Process is a running program on this database.
type Process struct {
	ID        string    `json:"id"`
	Host      string    `json:"host"`
	Kind      Kind      `json:"kind"`
	Version   string    `json:"version"`
	Workers   int64     `json:"workers"` // jobs that it runs at the same time
	Jobs      int64     `json:"jobs"`    // that it runs now
	StartedAt time.Time `json:"started_at"`
	SeenAt    time.Time `json:"seen_at"` // last heartbeat
	Alive     bool      `json:"alive"`
	Disk      Disk      `json:"disk"`
	// Memory is the budget of the jobs of its machine, in bytes, 0 for no limit. MemoryUsed is the sum of the running ones.
	Memory     int64 `json:"memory"`
	MemoryUsed int64 `json:"memory_used"`
}

// Disk is the file system of a process's data folder. Sizes are in bytes, -1 when not known.
type Disk struct {
	Free int64 `json:"free"`
	Size int64 `json:"size"`
}

// Heartbeats of processes, and how long the record of one is kept that stopped without notice.
const (
	BeatEvery    = 15 * time.Second
	DeadAfter    = time.Minute
	processesAge = 24 * time.Hour
)

// Problem is an error of the server; those of one day (UTC) with the same words are one.
type Problem struct {
	Day       string    `json:"day"`
	Message   string    `json:"message"`
	Cause     string    `json:"cause"`
	Reference string    `json:"reference"` // id of the newest request or job, "" without one
	Times     int64     `json:"times"`
	FirstAt   time.Time `json:"first_at"`
	LastAt    time.Time `json:"last_at"`
	Settled   bool      `json:"settled"` // the same succeeded later
}

// Bounds of the kept problems.
const (
	problemsAge  = 14 * 24 * time.Hour
	problemsKept = 200
)

// MailFailed is the message of a mail that was not sent.
const MailFailed = "a mail was not sent"

// QueuedJob is a job that waits, runs or was given up.
type QueuedJob struct {
	*job.View
	Owner   string // user name; "" for an account that is gone
	Subject string // name of its subject; "" when it has none, or only its owner sees it
}

// Counts are numbers of the database.
type Counts struct {
	Queued, Running     int64 // jobs
	SignedIn            int64 // accounts that were active since SignedInSince
	InvitationsExpiring int64
	ToReview            int64 // submissions
}

// Load is the amount of work of an installation.
type Load struct {
	Jobs                 []Waiting // by kind and state
	Uploads, UploadBytes int64     // unfinished uploads, and the bytes received of them
}

// Waiting is the unfinished jobs of one kind and state.
type Waiting struct {
	Kind   string
	State  job.State
	Jobs   int
	Oldest time.Time // when the oldest was created
}

// Store keeps processes, problems and the newest backups, and counts.
type Store interface {
	// PutBackup records a complete backup in place of the one before it in that place.
	PutBackup(ctx context.Context, b Backup) error
	NewestBackup(ctx context.Context) (*Backup, error) // nil for none
	Schedules(ctx context.Context) ([]Schedule, error) // last seen first
	PutProcess(ctx context.Context, p *Process) error
	DeleteProcess(ctx context.Context, id string) error
	Processes(ctx context.Context) ([]Process, error) // Alive is not set
	Machines(ctx context.Context) ([]job.MachineFaults, error)
	// PutProblem counts a problem with those of its day, message and cause.
	PutProblem(ctx context.Context, p *Problem) error
	SettleProblems(ctx context.Context, message string) error
	Problems(ctx context.Context) ([]Problem, error) // newest first
	// Forget deletes processes and schedules last seen, and problems last met, before a time, and all but the newest problems.
	Forget(ctx context.Context, processes, problems time.Time, kept int) error
	// UnfinishedJobs lists queued and running jobs, oldest first.
	UnfinishedJobs(ctx context.Context, limit int) ([]QueuedJob, error)
	// JobsGivenUp lists jobs given up since a time whose subject has no newer job of that kind, newest first.
	JobsGivenUp(ctx context.Context, since time.Time, limit int) ([]QueuedJob, error)
	Counts(ctx context.Context, at, signedInSince, expireBy time.Time) (Counts, error)
}

// Files is the file store.
type Files interface {
	// Sizes calls fn with key and size in bytes of every file.
	Sizes(ctx context.Context, fn func(key string, size int64) error) error
	// Held returns the number of files in quarantine, and of sweeps that wait for an administrator.
	Held(ctx context.Context) (orphans, stopped int, err error)
}

// Deps are the measured parts of an installation.
type Deps struct {
	Store    Store
	Files    Files
	Ready    func(ctx context.Context) error // why database or files take no changes
	Setup    *setup.Service
	Accounts *auth.Service
	Hermes   *hermes.Service
	Now      func() time.Time
	// MailServer names host and sender of the mail, "" when none is sent.
	MailServer string
	// Certificate returns when that of this server ends; nil when it answers no https itself.
	Certificate func() (ends time.Time, known bool)
	Versions    Versions
}

// Versions are those of the program and of what it runs on.
type Versions struct {
	Program  string `json:"program"`
	Commit   string `json:"commit"`
	Go       string `json:"go"`
	Database string `json:"database"` // engine
	Schema   int64  `json:"schema"`   // newest migration
	Files    string `json:"files"`    // kind of file store
}

// Service measures the installation.
type Service struct {
	Deps
	sizes kept
}

// Forget deletes records that are too old to help.
func Forget(ctx context.Context, s Store, now time.Time) error {
	return s.Forget(ctx, now.Add(-processesAge), now.Add(-problemsAge), problemsKept)
}

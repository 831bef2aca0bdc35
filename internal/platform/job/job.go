// Package job owns background jobs of every area: the record of a job, its states, who sees it, how
// it is enqueued, held, ended and cancelled, and the Executor by which every area runs its jobs. It
// imports auth for areas and people, audit for the trail, and errs. It does not deliver jobs to
// workers (that is jobs), and does not know what any kind of job does: each area does.
package job

import (
	"time"

	"cohortium/internal/platform/auth"
)

// State is the state of a background job.
type State string

// The states of a job.
const (
	Queued    State = "queued"
	Running   State = "running"
	Succeeded State = "succeeded"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Own is the area of jobs that only their owner sees, in whatever areas that is.
const Own auth.Area = "own"

// Job is a background job as people see it: a row (table jobs) next to the queue's row, so that
// progress and history outlive the queue.
type Job struct {
	ID              string // id of the row; the queue's arguments carry it
	Kind            string // unique over all areas; a domain executes it
	Area            auth.Area
	SubjectID       string // its subject: a data set, a meta-analysis, an archive
	RunID           string // which run of its subject, "" where there are no runs
	OwnerID         string // user who may see it besides those who see the whole area
	State           State
	Stage           string
	Done            int64
	Total           int64 // 0 while unknown
	Attempt         int
	Lease           string // token of the worker that holds it; fences effects
	Machine         string // host of the worker that has or had it
	FailedOn        Hosts  // machines on which an attempt ended by a fault of the machine
	Memory          int64  // bytes that it needs, 0 for the standard of its kind
	Trace           string // traceparent of what queued it, "" without tracing
	Error           string
	CancelRequested bool
	GivenUp         bool // it failed because of the server, not because of its input
	CreatedAt       time.Time
	StartedAt       *time.Time
	HeartbeatAt     *time.Time
	UpdatedAt       time.Time
}

// Sees reports whether the caller may see a job: its owner may, and those who see everything in its
// area. Callers without a role in the area see none of its jobs, and only the owner sees a job of
// Own.
func Sees(id *auth.Identity, j *Job) bool {
	if j.Area == Own {
		return id != nil && id.User.ID == j.OwnerID
	}
	return id.In(j.Area) && (id.User.ID == j.OwnerID || id.Can(j.Area, seesAll(j.Area)))
}

// seesAll returns the permission to see all jobs of an area; "" for one that only administrators
// have.
func seesAll(area auth.Area) auth.Permission {
	switch area {
	case auth.AreaHermes:
		return auth.ViewAllUploads
	case auth.AreaSGC:
		return auth.SGCReviewData
	case auth.AreaDatasets:
		return auth.ViewAllDatasets
	}
	return ""
}

// View is a job with its remaining time.
type View struct {
	*Job
	ETA *time.Duration // nil while it cannot be estimated
}

// A remaining time is shown once a job has shown its pace.
const (
	etaAfter = 2 * time.Second
	etaShare = 0.02
)

// ViewOf estimates the remaining time of a job from its progress so far.
func ViewOf(j *Job) *View {
	v := &View{Job: j}
	if j.State != Running || j.StartedAt == nil || j.Total <= 0 || j.Done <= 0 {
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

// Package job is the noun of background work, whichever area it is for: the record
// of a job, its states, who sees it, how it is enqueued, held, ended and cancelled,
// and the Executor by which every area does its jobs. It imports auth for areas and
// people, audit for the trail, and errs. It does not deliver jobs to workers (that is
// jobs), and does not know what any kind of job does: the areas do, each for its own.
package job

import (
	"time"

	"cohortium/internal/platform/auth"
)

// State is where a background job stands.
type State string

// The states of a job.
const (
	Queued    State = "queued"
	Running   State = "running"
	Succeeded State = "succeeded"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// Own stands for the area of jobs that their owner alone sees, in whatever areas that is.
const Own auth.Area = "own"

// Job is what people see of a background job: a row of our own (table jobs)
// beside the queue's, so that progress and history outlive the queue.
type Job struct {
	ID              string // ours; the queue's arguments carry it
	Kind            string // unique over all areas; a domain executes it
	Area            auth.Area
	SubjectID       string // what it works for: a data set, a meta-analysis, an archive
	RunID           string // which run of its subject, "" where there are no runs
	OwnerID         string // user who may see it besides those who see all of the area
	State           State
	Stage           string
	Done            int64
	Total           int64 // 0 while unknown
	Attempt         int
	Lease           string // token of the worker that holds it; fences effects
	Error           string
	CancelRequested bool
	CreatedAt       time.Time
	StartedAt       *time.Time
	HeartbeatAt     *time.Time
	UpdatedAt       time.Time
}

// Sees reports whether a job is the caller's to see: its owner's, or anybody's
// for those who see everything in its area. Nobody sees jobs of an area in which
// they have no role, and none but its owner one of Own.
func Sees(id *auth.Identity, j *Job) bool {
	if j.Area == Own {
		return id != nil && id.User.ID == j.OwnerID
	}
	return id.In(j.Area) && (id.User.ID == j.OwnerID || id.Can(j.Area, seesAll(j.Area)))
}

// seesAll is what it takes to see the jobs of everybody in an area; "" for what
// only administrators have.
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

// View is a job with the time that it still needs.
type View struct {
	*Job
	ETA *time.Duration // nil while it cannot be told
}

// A remaining time is worth telling once a job has shown how fast it is.
const (
	etaAfter = 2 * time.Second
	etaShare = 0.02
)

// ViewOf works out the remaining time of a job from what it has done so far.
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

package job

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
)

// MaxUnfinished is the default limit of queued and running jobs of one account, over all areas.
const MaxUnfinished = 100

// Enqueue puts a job into the queue, errs.RateLimited when its owner has limit
// jobs that are not finished.
func Enqueue(ctx context.Context, tx Tx, j *Job, limit int64, at time.Time) error {
	if j.Memory <= 0 {
		return fmt.Errorf("job.Enqueue: a job of the kind %s does not state the memory that it needs", j.Kind)
	}
	unfinished, err := tx.UnfinishedJobs(ctx, j.OwnerID)
	if err != nil {
		return err
	}
	if unfinished >= limit {
		return errs.New(errs.RateLimited, "too_many_jobs",
			"%d jobs of this account wait or run. Start this one when some of them are finished.", unfinished)
	}
	j.State, j.Stage, j.CreatedAt, j.UpdatedAt = Queued, "Waiting", at, at
	return tx.Enqueue(ctx, j)
}

// ErrLost reports that another worker has the job now, or that it has ended. The results of this
// worker have no effect.
var ErrLost = errors.New("another worker holds the job")

// Held locks a job and checks that the lease still holds it; ErrLost otherwise.
// Every effect of a job is made in a transaction that began with it.
func Held(ctx context.Context, tx Tx, id, lease string) (*Job, error) {
	j, err := tx.Job(ctx, id)
	if errs.Is(err, errs.NotFound) {
		return nil, ErrLost
	}
	if err != nil {
		return nil, err
	}
	if j.Lease != lease || j.State != Running {
		return nil, ErrLost
	}
	return j, nil
}

// End writes the last state of a locked job.
func End(ctx context.Context, tx Tx, j *Job, state State, reason string, at time.Time) error {
	j.State, j.Error, j.UpdatedAt = state, reason, at
	if state == Succeeded {
		j.Done = j.Total
	}
	return tx.UpdateJob(ctx, j)
}

// Cancelling is a request to cancel a job.
type Cancelling struct {
	JobID  string
	By     string // user name
	At     time.Time
	Object string // name of the job's subject in the audit trail
	// End ends a locked job that waits as cancelled, together with its subject.
	End func(j *Job) error
}

// Cancel cancels a job: at once while it waits, otherwise as soon as its worker notices. Cancelling
// a job that has ended changes nothing.
func Cancel(ctx context.Context, tx Tx, c Cancelling) error {
	j, err := tx.Job(ctx, c.JobID)
	if err != nil {
		return err
	}
	switch j.State {
	case Queued:
		return c.End(j)
	case Running:
		return c.askToStop(ctx, tx, j)
	}
	return nil
}

// askToStop asks the worker of a job to stop. The trail names who asked, since the worker will end
// the job.
func (c Cancelling) askToStop(ctx context.Context, tx Tx, j *Job) error {
	if j.CancelRequested {
		return nil
	}
	j.CancelRequested, j.UpdatedAt = true, c.At
	if err := tx.UpdateJob(ctx, j); err != nil {
		return err
	}
	return audit.Append(ctx, tx, c.At, audit.Entry{
		Action: audit.Cancelled, Object: c.Object, ObjectID: j.SubjectID, Detail: "while it ran", Actor: c.By,
		After: map[string]string{"job_id": j.ID},
	})
}

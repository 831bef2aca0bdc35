package store

import (
	"context"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Job implements job.Store.
func (s *Store) Job(ctx context.Context, id string) (j *job.Job, err error) {
	defer errs.Wrap(&err, "store.Job(%q)", id)
	row, err := s.reader().GetJob(ctx, id)
	if err != nil {
		return nil, missing(err, "job")
	}
	return toJob(row), nil
}

const jobColumns = `id, kind, area, subject_id, run_id, owner_id, state, stage, done, total, attempt, lease, error,
	cancel_requested, created_at, started_at, heartbeat_at, updated_at, given_up, machine, failed_on, trace, memory, held_at`

// JobsByID implements job.Store. Absent ids are left out; the order is that of the ids.
func (s *Store) JobsByID(ctx context.Context, ids []string) (list []*job.Job, err error) {
	defer errs.Wrap(&err, "store.JobsByID(%d ids)", len(ids))
	return byID(ctx, s, "SELECT "+jobColumns+" FROM jobs WHERE id IN ", ids, func(row scanner) (*job.Job, error) {
		var r sqlcgen.Job
		err := row.Scan(&r.ID, &r.Kind, &r.Area, &r.SubjectID, &r.RunID, &r.OwnerID, &r.State, &r.Stage, &r.Done, &r.Total, &r.Attempt,
			&r.Lease, &r.Error, &r.CancelRequested, &r.CreatedAt, &r.StartedAt, &r.HeartbeatAt, &r.UpdatedAt, &r.GivenUp, &r.Machine, &r.FailedOn,
			&r.Trace, &r.Memory, &r.HeldAt)
		return toJob(r), err
	}, func(j *job.Job) string { return j.ID })
}

// JobsChangedSince implements job.Store.
func (s *Store) JobsChangedSince(ctx context.Context, t time.Time, limit int) (list []*job.Job, err error) {
	defer errs.Wrap(&err, "store.JobsChangedSince(%s)", t)
	rows, err := s.reader().ListJobsChangedSince(ctx, sqlcgen.ListJobsChangedSinceParams{UpdatedAt: t, MaxRows: int32(min(limit, maxPage))})
	for _, row := range rows {
		list = append(list, toJob(row))
	}
	return list, problem(err)
}

// Job implements job.Tx.
func (t *tx) Job(ctx context.Context, id string) (j *job.Job, err error) {
	defer errs.Wrap(&err, "store.Tx.Job(%q)", id)
	row, err := t.q.GetJobForUpdate(ctx, id)
	if err != nil {
		return nil, missing(err, "job")
	}
	return toJob(row), nil
}

// UnfinishedJobs implements job.Tx.
func (t *tx) UnfinishedJobs(ctx context.Context, ownerID string) (n int64, err error) {
	defer errs.Wrap(&err, "store.Tx.UnfinishedJobs(%q)", ownerID)
	n, err = t.q.CountUnfinishedJobs(ctx, ownerID)
	return n, problem(err)
}

// Enqueue implements job.Tx.
func (t *tx) Enqueue(ctx context.Context, j *job.Job) (err error) {
	defer errs.Wrap(&err, "store.Tx.Enqueue(%q)", j.ID)
	err = t.q.InsertJob(ctx, sqlcgen.InsertJobParams{
		ID: j.ID, Kind: j.Kind, Area: string(j.Area), SubjectID: j.SubjectID, RunID: j.RunID, OwnerID: j.OwnerID, State: string(j.State),
		Stage: j.Stage, Done: j.Done, Total: j.Total, Attempt: int64(j.Attempt), Lease: j.Lease, Error: printable(j.Error),
		CancelRequested: j.CancelRequested, CreatedAt: j.CreatedAt, StartedAt: j.StartedAt, HeartbeatAt: j.HeartbeatAt,
		UpdatedAt: j.UpdatedAt, Trace: t.trace(ctx), Memory: j.Memory,
	})
	if err != nil {
		return problem(err)
	}
	return problem(t.deliver(ctx, j.ID, time.Time{}))
}

// UpdateJob implements job.Tx.
func (t *tx) UpdateJob(ctx context.Context, j *job.Job) (err error) {
	defer errs.Wrap(&err, "store.Tx.UpdateJob(%q)", j.ID)
	n, err := t.q.UpdateJob(ctx, sqlcgen.UpdateJobParams{
		ID: j.ID, State: string(j.State), Stage: j.Stage, Done: j.Done, Total: j.Total, Attempt: int64(j.Attempt),
		Lease: j.Lease, Error: printable(j.Error), CancelRequested: j.CancelRequested, StartedAt: j.StartedAt,
		HeartbeatAt: j.HeartbeatAt, UpdatedAt: j.UpdatedAt, GivenUp: j.GivenUp,
	})
	return changed(n, err, "job")
}

// ClaimJob takes a queued job for a worker: a new lease, one more attempt. It returns errs.Conflict
// when the job is not queued.
func (s *Store) ClaimJob(ctx context.Context, id, lease, worker string, now time.Time) (j *job.Job, err error) {
	defer errs.Wrap(&err, "store.ClaimJob(%q)", id)
	err = s.inTx(ctx, func(t *tx) error {
		j, err = t.claim(ctx, id, job.Claim{Lease: lease, Worker: worker, Now: now})
		return err
	})
	return j, err
}

func (t *tx) claim(ctx context.Context, id string, c job.Claim) (*job.Job, error) {
	n, err := t.q.ClaimJob(ctx, sqlcgen.ClaimJobParams{ID: id, Lease: c.Lease, Worker: c.Worker, Machine: c.Machine, Now: &c.Now})
	if err != nil {
		return nil, err
	}
	j, err := t.Job(ctx, id)
	if err == nil && n == 0 {
		return nil, conflict("job_taken", "The job is %s.", j.State)
	}
	return j, err
}

// BeatJob writes progress and a heartbeat of the worker that holds the lease, and reports whether
// cancelling was requested. It returns errs.Conflict when the lease is lost.
func (s *Store) BeatJob(ctx context.Context, id, lease, stage string, done, total int64, now time.Time) (cancel bool, err error) {
	defer errs.Wrap(&err, "store.BeatJob(%q)", id)
	cancel, err = s.writer().BeatJob(ctx, sqlcgen.BeatJobParams{
		ID: id, Lease: lease, Stage: printable(stage), Done: done, Total: total, Now: &now,
	})
	if errs.Is(missing(err, "lease"), errs.NotFound) {
		return false, leaseLost(id)
	}
	return cancel, problem(err)
}

// RequeueJob puts a running job back into the queue, to be delivered at a time, with the number of
// attempts that count. It returns errs.Conflict when the lease is lost.
func (s *Store) RequeueJob(ctx context.Context, j *job.Job, attempt int, cause string, now, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.RequeueJob(%q)", j.ID)
	return s.inTx(ctx, func(t *tx) error {
		n, err := t.q.RequeueJob(ctx, sqlcgen.RequeueJobParams{
			ID: j.ID, Lease: j.Lease, Attempt: int64(attempt), Error: printable(cause), FailedOn: string(j.FailedOn), RunAfter: nullTime(at), Now: now,
		})
		if err != nil {
			return err
		}
		if n == 0 {
			return leaseLost(j.ID)
		}
		return t.deliver(ctx, j.ID, at)
	})
}

// EndJob writes the last state of a job, unless it has one; a job that fails here was given up. It returns errs.Conflict when the lease
// is lost or the job has ended.
func (s *Store) EndJob(ctx context.Context, j *job.Job, state job.State, cause string, now time.Time) (err error) {
	defer errs.Wrap(&err, "store.EndJob(%q, %s)", j.ID, state)
	n, err := s.writer().EndJob(ctx, sqlcgen.EndJobParams{
		ID: j.ID, Lease: j.Lease, State: string(state), Error: printable(cause), GivenUp: state == job.Failed, Now: now,
	})
	if err == nil && n == 0 {
		return leaseLost(j.ID)
	}
	return problem(err)
}

// Clock returns the time by PostgreSQL's clock; SQLite has that of its machine, which is local.
func (s *Store) Clock(ctx context.Context, local time.Time) (now time.Time, err error) {
	if s.engine == SQLite {
		return local, nil
	}
	err = s.pool.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now.UTC(), problem(err)
}

// LostJobs lists running jobs of a kind without a heartbeat since a time, or whose last one is of a
// time ahead, as after a clock was set back.
func (s *Store) LostJobs(ctx context.Context, kind string, before, ahead time.Time) (list []*job.Job, err error) {
	defer errs.Wrap(&err, "store.LostJobs(%q, %s)", kind, before)
	rows, err := s.reader().ListLostJobs(ctx, sqlcgen.ListLostJobsParams{Kind: kind, Before: &before, Ahead: &ahead})
	for _, row := range rows {
		list = append(list, toJob(row))
	}
	return list, problem(err)
}

// RedeliverJobs delivers jobs of a kind again that were queued before a time or behind one ahead,
// and returns their number: a worker may have died with the delivery, before it took the job. An
// extra delivery does nothing.
func (s *Store) RedeliverJobs(ctx context.Context, kind string, before, ahead, now time.Time) (n int, err error) {
	defer errs.Wrap(&err, "store.RedeliverJobs(%q, %s)", kind, before)
	err = s.inTx(ctx, func(t *tx) error {
		n = 0
		rows, err := t.q.ListQueuedJobsForUpdate(ctx, sqlcgen.ListQueuedJobsForUpdateParams{Kind: kind, Before: before, Ahead: ahead})
		for _, r := range rows {
			if err := t.q.TouchJob(ctx, sqlcgen.TouchJobParams{ID: r.ID, UpdatedAt: now}); err != nil {
				return err
			}
			if err := t.deliver(ctx, r.ID, time.Time{}); err != nil {
				return err
			}
			n++
		}
		return err
	})
	return n, err
}

func leaseLost(id string) error {
	return conflict("lease_lost", "The job %s belongs to another worker.", id)
}

func toJob(r sqlcgen.Job) *job.Job {
	return &job.Job{
		ID: r.ID, Kind: r.Kind, Area: auth.Area(r.Area), SubjectID: r.SubjectID, RunID: r.RunID, OwnerID: r.OwnerID,
		State: job.State(r.State), Stage: r.Stage, Done: r.Done, Total: r.Total, Attempt: int(r.Attempt), Lease: r.Lease, Error: r.Error,
		CancelRequested: r.CancelRequested, CreatedAt: r.CreatedAt.UTC(), StartedAt: utc(r.StartedAt),
		HeartbeatAt: utc(r.HeartbeatAt), UpdatedAt: r.UpdatedAt.UTC(), GivenUp: r.GivenUp, Machine: r.Machine, FailedOn: job.Hosts(r.FailedOn),
		Trace: r.Trace, Memory: r.Memory,
	}
}

package store

import (
	"context"
	"slices"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/operation"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Operation is the database as package operation sees it.
type Operation struct{ *Store }

var _ operation.Store = Operation{}

// Operation returns the part of the store that keeps processes and problems.
func (s *Store) Operation() Operation { return Operation{s} }

// PutProcess implements operation.Store.
func (o Operation) PutProcess(ctx context.Context, p *operation.Process) (err error) {
	defer errs.Wrap(&err, "store.PutProcess(%q)", p.ID)
	return problem(o.writer().PutProcess(ctx, sqlcgen.PutProcessParams{
		ID: p.ID, Host: printable(p.Host), Kind: string(p.Kind), Version: p.Version, Workers: p.Workers, StartedAt: p.StartedAt, SeenAt: p.SeenAt,
		DiskFree: p.Disk.Free, DiskSize: p.Disk.Size, Memory: p.Memory,
	}))
}

// DeleteProcess implements operation.Store.
func (o Operation) DeleteProcess(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.DeleteProcess(%q)", id)
	return problem(o.writer().DeleteProcess(ctx, id))
}

// Processes implements operation.Store.
func (o Operation) Processes(ctx context.Context) (list []operation.Process, err error) {
	defer errs.Wrap(&err, "store.Processes")
	rows, err := o.reader().ListProcesses(ctx, job.StandardMemory)
	for _, r := range rows {
		list = append(list, operation.Process{
			ID: r.ID, Host: r.Host, Kind: operation.Kind(r.Kind), Version: r.Version, Workers: r.Workers, Jobs: r.Jobs,
			StartedAt: r.StartedAt.UTC(), SeenAt: r.SeenAt.UTC(), Disk: operation.Disk{Free: r.DiskFree, Size: r.DiskSize},
			Memory: r.Memory, MemoryUsed: r.MemoryUsed,
		})
	}
	return list, problem(err)
}

// PutProblem implements operation.Store.
func (o Operation) PutProblem(ctx context.Context, p *operation.Problem) (err error) {
	defer errs.Wrap(&err, "store.PutProblem(%q)", p.Message)
	return problem(o.writer().PutProblem(ctx, sqlcgen.PutProblemParams{
		Day: p.Day, Message: printable(p.Message), Cause: printable(p.Cause), Reference: printable(p.Reference), At: p.LastAt,
	}))
}

// SettleProblems implements operation.Store.
func (o Operation) SettleProblems(ctx context.Context, message string) (err error) {
	defer errs.Wrap(&err, "store.SettleProblems(%q)", message)
	return problem(o.writer().SettleProblems(ctx, message))
}

// Problems implements operation.Store.
func (o Operation) Problems(ctx context.Context) (list []operation.Problem, err error) {
	defer errs.Wrap(&err, "store.Problems")
	rows, err := o.reader().ListProblems(ctx)
	for _, r := range rows {
		list = append(list, operation.Problem{
			Day: r.Day, Message: r.Message, Cause: r.Cause, Reference: r.Reference, Times: r.Times,
			FirstAt: r.FirstAt.UTC(), LastAt: r.LastAt.UTC(), Settled: r.Settled,
		})
	}
	return list, problem(err)
}

// Forget implements operation.Store.
func (o Operation) Forget(ctx context.Context, processes, problems time.Time, kept int) (err error) {
	defer errs.Wrap(&err, "store.Forget")
	return o.inTx(ctx, func(t *tx) error {
		if err := t.q.DeleteProcessesSeenBefore(ctx, processes); err != nil {
			return err
		}
		if err := t.q.DeleteBackupSchedulesSeenBefore(ctx, processes); err != nil {
			return err
		}
		if err := t.q.DeleteProblemsBefore(ctx, problems); err != nil {
			return err
		}
		return t.q.DeleteProblemsBeyond(ctx, int32(kept-1))
	})
}

// UnfinishedJobs implements operation.Store.
func (o Operation) UnfinishedJobs(ctx context.Context, limit int) (_ []operation.QueuedJob, err error) {
	defer errs.Wrap(&err, "store.UnfinishedJobs")
	rows, err := o.reader().ListUnfinishedJobs(ctx, int32(limit))
	if err != nil {
		return nil, problem(err)
	}
	return o.named(ctx, rows)
}

// JobsGivenUp implements operation.Store.
func (o Operation) JobsGivenUp(ctx context.Context, since time.Time, limit int) (_ []operation.QueuedJob, err error) {
	defer errs.Wrap(&err, "store.JobsGivenUp(%s)", since)
	rows, err := o.reader().ListJobsGivenUp(ctx, sqlcgen.ListJobsGivenUpParams{Since: since, MaxRows: int32(limit)})
	if err != nil {
		return nil, problem(err)
	}
	return o.named(ctx, rows)
}

// Load counts what the installation has to do.
func (o Operation) Load(ctx context.Context, at time.Time) (l operation.Load, err error) {
	defer errs.Wrap(&err, "store.Load")
	rows, err := o.reader().ListUnfinishedTimes(ctx)
	if err != nil {
		return l, problem(err)
	}
	for _, r := range rows {
		i := slices.IndexFunc(l.Jobs, func(w operation.Waiting) bool { return w.Kind == r.Kind && w.State == job.State(r.State) })
		if i < 0 {
			i = len(l.Jobs)
			l.Jobs = append(l.Jobs, operation.Waiting{Kind: r.Kind, State: job.State(r.State), Oldest: r.CreatedAt.UTC()})
		}
		w := &l.Jobs[i]
		w.Jobs++
		if r.CreatedAt.Before(w.Oldest) {
			w.Oldest = r.CreatedAt.UTC()
		}
	}
	files, err := o.reader().CountUnfinishedFiles(ctx, at)
	l.Uploads, l.UploadBytes = files.Files, files.Bytes
	return l, problem(err)
}

// named adds the names of owners and subjects, which the audit trail has. Only its owner sees the
// subject of a job of job.Own.
func (o Operation) named(ctx context.Context, rows []sqlcgen.Job) (list []operation.QueuedJob, err error) {
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.OwnerID, r.SubjectID)
	}
	names, err := o.namesOf(ctx, ids)
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range rows {
		j := operation.QueuedJob{View: job.ViewOf(toJob(r)), Owner: names[r.OwnerID]}
		if j.Area != job.Own {
			j.Subject = names[r.SubjectID]
		}
		list = append(list, j)
	}
	return list, nil
}

// namesOf returns names of objects and accounts by id.
func (o Operation) namesOf(ctx context.Context, ids []string) (map[string]string, error) {
	names := make(map[string]string)
	if len(ids) == 0 {
		return names, nil
	}
	var where filter
	where.in("object_id", ids)
	_, err := selectAll(ctx, o.Store, "SELECT object_id, name FROM audit_names"+where.sql(), where.args, func(row scanner) (struct{}, error) {
		var id, name string
		err := row.Scan(&id, &name)
		names[id] = name
		return struct{}{}, err
	})
	return names, err
}

// Counts implements operation.Store.
func (o Operation) Counts(ctx context.Context, at, signedInSince, expireBy time.Time) (c operation.Counts, err error) {
	defer errs.Wrap(&err, "store.Counts")
	q := o.reader()
	jobs, err := q.CountJobs(ctx)
	if err != nil {
		return c, problem(err)
	}
	c.Queued, c.Running = jobs.Queued, jobs.Running
	if c.SignedIn, err = q.CountSignedIn(ctx, sqlcgen.CountSignedInParams{Since: signedInSince, At: at}); err != nil {
		return c, problem(err)
	}
	c.InvitationsExpiring, err = q.CountLinksExpiring(ctx, sqlcgen.CountLinksExpiringParams{Kind: string(auth.LinkInvitation), After: at, Until: expireBy})
	if err != nil {
		return c, problem(err)
	}
	c.ToReview, err = q.CountUploadsWithStatus(ctx, string(hermes.ReadyForReview))
	return c, problem(err)
}

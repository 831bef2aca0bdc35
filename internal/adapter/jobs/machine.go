package jobs

import (
	"context"
	"log/slog"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// A machine that failed jobs rests, first for three times the wait before a second attempt, then twice as long each time. Jobs of
// a dead worker make it rest when there are two within an hour: one may be a job that takes its workers down.
const (
	faultsWithin = time.Hour
	longestRest  = 15 * time.Minute
)

// A delivery that a resting machine got waits so long for another machine to get it, or for this one alone.
const (
	handOver  = 2 * time.Second
	restCheck = 30 * time.Second
)

// take claims the job whose turn it is; nil when there is none. again is positive when the delivery must come again: the machine
// rests, or the queued jobs are for other machines or wait for memory.
func (r *Runner) take(ctx context.Context, delivered string) (j *job.Job, again time.Duration, err error) {
	now, err := r.now(ctx)
	if err != nil {
		return nil, 0, err
	}
	others, err := r.others(ctx, r.opt.Machine, now)
	if err != nil {
		return nil, 0, err
	}
	faults, err := r.store.Machine(ctx, r.opt.Machine)
	if err != nil {
		return nil, 0, err
	}
	if faults != nil && faults.Rests.After(now) {
		if others {
			return nil, min(handOver, r.opt.Timing.Retry), nil
		}
		return nil, min(faults.Rests.Sub(now), restCheck), nil
	}
	j, left, err := r.store.ClaimNextJob(ctx, job.Claim{
		Delivered: delivered, Kinds: r.kinds, Lease: r.opt.NewID(), Worker: r.opt.Instance, Machine: r.opt.Machine, Elsewhere: others, Now: now,
		Memory: r.opt.Memory, Patience: r.opt.Timing.Patience, Seen: now.Add(-r.opt.Timing.LostAfter),
	})
	if left {
		return nil, min(handOver, r.opt.Timing.Retry), nil
	}
	if j != nil && r.opt.Memory > 0 && needOf(j) > r.opt.Memory {
		r.opt.Log.WarnContext(ctx, "the job needs more memory than the jobs of this machine have; it runs alone", "job", j.ID, "kind", j.Kind,
			"needs", needOf(j), "budget", r.opt.Memory)
	}
	if err == nil && (j == nil || j.ID != delivered) {
		r.leave(ctx, delivered)
	}
	return j, 0, err
}

// needOf returns the memory that a job needs, in bytes.
func needOf(j *job.Job) int64 {
	if j.Memory > 0 {
		return j.Memory
	}
	return job.StandardMemory
}

// leave logs a delivered job that waits for an executor of its kind, if it does.
func (r *Runner) leave(ctx context.Context, delivered string) {
	j, err := r.store.Job(ctx, delivered)
	if err != nil || j.State != job.Queued {
		return
	}
	if _, known := r.executors[j.Kind]; !known {
		r.opt.Log.WarnContext(ctx, "no executor for this kind of job; leaving it", "job", j.ID, "kind", j.Kind)
	}
}

// others reports whether machines other than host take jobs.
func (r *Runner) others(ctx context.Context, host string, now time.Time) (bool, error) {
	return r.store.OtherMachine(ctx, host, now.Add(-r.opt.Timing.LostAfter), now)
}

// well forgets the faults of this machine after a job succeeded on it.
func (r *Runner) well(ctx context.Context) error {
	faults, err := r.store.Machine(ctx, r.opt.Machine)
	if faults == nil || err != nil {
		return err
	}
	return r.store.ForgetFaults(ctx, r.opt.Machine)
}

// unwritable returns a job to the queue that could not write, without an attempt. The machine rests, and another one continues at
// once. A job that could not write on another machine before is suspected of filling disks: it waits, and no further machine rests.
func (r *Runner) unwritable(ctx context.Context, log *slog.Logger, j *job.Job, cause error) error {
	now := r.opt.Now()
	at := now.Add(min(max(now.Sub(j.CreatedAt)/4, r.opt.Timing.Retry), time.Hour))
	reason := sentence(cause) + " Machine: " + r.opt.Machine + "."
	j.FailedOn = j.FailedOn.With(r.opt.Machine)
	if ofMachine(cause) && j.FailedOn.Only(r.opt.Machine) {
		clock, err := r.now(ctx)
		if err != nil {
			return err
		}
		if _, err := r.fault(ctx, r.opt.Machine, j.ID, reason, true, clock); err != nil {
			return err
		}
		others, err := r.others(ctx, r.opt.Machine, clock)
		if err != nil {
			return err
		}
		if others {
			at = time.Time{}
		}
	}
	log.WarnContext(ctx, "job waits until it can write", "err", cause, "machine", r.opt.Machine, "until", at)
	return held(r.store.RequeueJob(ctx, j, j.Attempt-1, reason, now, at))
}

// ofMachine reports whether a write was refused to this machine; a read-only database refuses all.
func ofMachine(cause error) bool {
	return job.Unwritable(cause) && errs.CodeOf(cause) != job.CodeReadOnly
}

func (r *Runner) fault(ctx context.Context, host, jobID, reason string, certain bool, now time.Time) (*job.MachineFaults, error) {
	after, err := r.store.AddFault(ctx, job.Fault{
		Host: host, JobID: jobID, Reason: reason, Certain: certain, Within: faultsWithin, First: 3 * r.opt.Timing.Retry, Most: longestRest, Now: now,
	})
	if err == nil && after.Rests.After(now) {
		r.opt.Log.ErrorContext(ctx, "the machine rests: jobs failed on it", "machine", host, "job", jobID, "reason", reason, "until", after.Rests)
	}
	return after, err
}

// requeue returns jobs of dead workers to the queue. As long as a job failed on one machine alone and others take jobs, that is no
// attempt of the job: it continues on another one. A job that takes its workers down fails there too, and counts from then.
func (r *Runner) requeue(ctx context.Context, lost []*job.Job, now time.Time) error {
	for _, j := range lost {
		r.opt.Log.WarnContext(ctx, "a job lost its worker; another worker continues", "job", j.ID, "kind", j.Kind, "attempt", j.Attempt, "machine", j.Machine)
		attempt, host := j.Attempt, j.Machine
		others, err := r.others(ctx, host, now)
		if err != nil {
			return err
		}
		if host != "" && others { // a machine alone goes on as it can
			j.FailedOn = j.FailedOn.With(host)
			if _, err := r.fault(ctx, host, j.ID, "Processes of this machine ended while they ran jobs.", false, now); err != nil {
				return err
			}
			if j.FailedOn.Only(host) {
				attempt--
			}
		}
		err = r.store.RequeueJob(ctx, j, attempt, "The work was interrupted; it starts again.", r.opt.Now(), time.Time{})
		if err != nil && !errs.Is(err, errs.Conflict) {
			return err
		}
	}
	return nil
}

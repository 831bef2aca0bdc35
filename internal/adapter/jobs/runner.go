package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Timing are the intervals of a runner; zero fields take the defaults.
type Timing struct {
	Beat      time.Duration // between heartbeats of a running job
	Progress  time.Duration // least time between two writes of progress
	LostAfter time.Duration // without a heartbeat a job counts as lost
	Sweep     time.Duration // between searches for lost jobs
	Retry     time.Duration // before the second attempt; the next waits four times as long
	Poll      time.Duration // between polls for work where the database cannot notify
	Patience  time.Duration // a job that waits longer for memory is the next of the machine
}

func (t Timing) withDefaults() Timing {
	for _, f := range []struct {
		field    *time.Duration
		standard time.Duration
	}{
		{&t.Beat, 5 * time.Second}, {&t.Progress, 500 * time.Millisecond}, {&t.LostAfter, time.Minute},
		{&t.Sweep, 20 * time.Second}, {&t.Retry, 10 * time.Second}, {&t.Poll, 300 * time.Millisecond},
		{&t.Patience, 5 * time.Minute},
	} {
		if *f.field <= 0 {
			*f.field = f.standard
		}
	}
	return t
}

// MaxAttempts is how often a job is started before it is given up. An attempt that ended by a
// graceful stop does not count; one that crashed its worker does.
const MaxAttempts = 3

// River's own rescue only clears away deliveries whose worker died, long after the job itself
// continued; a second delivery would do nothing anyway.
const (
	deliveryTimeout = 14 * 24 * time.Hour
	deliveryRescue  = deliveryTimeout + 24*time.Hour
)

// Options are the settings of a runner besides the database.
type Options struct {
	Workers  int // jobs at the same time in this process
	Instance string
	Memory   int64  // bytes for the jobs of the machine; 0 for no limit
	Machine  string // host, which the processes of one machine share; Instance when ""
	Log      *slog.Logger
	Now      func() time.Time
	NewID    func() string
	Timing   Timing
	Watch    Watch // nil for none
	Trace    Trace // nil for none
}

// Runner runs jobs in this process.
type Runner struct {
	store     Store
	executors map[string]Executor // by kind of job
	kinds     []string            // sorted
	opt       Options
	client    client
	release   func() error

	busy atomic.Int64 // deliveries being worked on
	stop context.CancelFunc
	wg   sync.WaitGroup
}

type client interface {
	Start(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
}

// NewRunner returns a runner of jobs whose kind has an executor; Start starts it.
func NewRunner(db Database, store Store, executors map[string]Executor, opt Options) (*Runner, error) {
	opt.Timing = opt.Timing.withDefaults()
	if opt.Machine == "" {
		opt.Machine = opt.Instance
	}
	if opt.Watch == nil {
		opt.Watch = unwatched{}
	}
	if opt.Trace == nil {
		opt.Trace = untraced
	}
	r := &Runner{
		store: store, executors: executors, kinds: slices.Sorted(maps.Keys(executors)), opt: opt,
		release: func() error { return nil },
	}
	workers := river.NewWorkers()
	river.AddWorker(workers, &worker{runner: r})
	cfg := &river.Config{
		ID:                   opt.Instance,
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: opt.Workers}},
		Workers:              workers,
		Logger:               opt.Log,
		JobTimeout:           deliveryTimeout,
		RescueStuckJobsAfter: deliveryRescue,
	}
	var err error
	if db.Postgres != nil {
		r.client, err = newClient(riverpgxv5.New(db.Postgres), cfg)
	} else {
		cfg.PollOnly, cfg.FetchPollInterval = true, opt.Timing.Poll
		r.client, err = newClient(riversqlite.New(db.SQLite), cfg)
	}
	if err != nil {
		return nil, fmt.Errorf("jobs.NewRunner: %w", err)
	}
	return r, nil
}

func newClient[T any](driver riverdriver.Driver[T], cfg *river.Config) (client, error) {
	return river.NewClient(driver, cfg)
}

// worker is River's side of a runner.
type worker struct {
	river.WorkerDefaults[delivery]
	runner *Runner
}

// Work implements river.Worker.
func (w *worker) Work(ctx context.Context, d *river.Job[delivery]) error {
	return w.runner.deliver(ctx, d.Args.JobID)
}

// Start starts the work. It takes over the jobs of dead workers: at once where no other process can
// be working, otherwise after their heartbeat stopped.
func (r *Runner) Start(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "jobs.Start")
	only, release, err := r.store.HoldWorkers(ctx)
	if err != nil {
		return err
	}
	r.release = release
	if only {
		if err := r.takeAll(ctx); err != nil {
			return errors.Join(err, release())
		}
	}
	// River ends every job when the context it was started with ends; these end through Stop, which
	// returns them to the queue first.
	if err := r.client.Start(context.WithoutCancel(ctx)); err != nil {
		return errors.Join(err, release())
	}
	sweeps, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stop = stop
	r.wg.Go(func() { r.sweep(sweeps) })
	return nil
}

// takeAll takes over every job, whenever its last heartbeat was.
func (r *Runner) takeAll(ctx context.Context) error {
	now, err := r.now(ctx)
	if err != nil {
		return err
	}
	all := now.Add(time.Hour)
	if _, err := r.redeliver(ctx, now, all); err != nil {
		return err
	}
	return r.takeOver(ctx, now, all)
}

// now returns the time by the clock that all workers share.
func (r *Runner) now(ctx context.Context) (time.Time, error) { return r.store.Clock(ctx, r.opt.Now()) }

// Stop returns the running jobs to the queue and waits until that is done.
func (r *Runner) Stop(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "jobs.Stop")
	r.stop()
	err = r.client.StopAndCancel(ctx)
	r.wg.Wait()
	return errors.Join(err, r.release())
}

func (r *Runner) sweep(ctx context.Context) {
	tick := time.NewTicker(r.opt.Timing.Sweep)
	defer tick.Stop()
	for {
		if err := r.rescue(ctx); err != nil && ctx.Err() == nil {
			r.opt.Log.ErrorContext(ctx, "looking for lost jobs failed", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// rescue continues jobs that lost their worker or their delivery.
func (r *Runner) rescue(ctx context.Context) error {
	now, err := r.now(ctx)
	if err != nil {
		return err
	}
	if err := r.takeOver(ctx, now, now.Add(-r.opt.Timing.LostAfter)); err != nil {
		return err
	}
	if r.busy.Load() >= int64(r.opt.Workers) {
		return nil // queued jobs may wait for this worker
	}
	n, err := r.redeliver(ctx, now, now.Add(-r.opt.Timing.LostAfter-r.longestWait()))
	if n > 0 {
		r.opt.Log.WarnContext(ctx, "queued jobs were delivered again", "jobs", n)
	}
	return err
}

// redeliver delivers jobs again that were queued before a time, and returns their number.
func (r *Runner) redeliver(ctx context.Context, now, before time.Time) (int, error) {
	sum := 0
	for _, kind := range r.kinds {
		n, err := r.store.RedeliverJobs(ctx, kind, before, r.ahead(now), now)
		if err != nil {
			return sum, err
		}
		sum += n
	}
	return sum, nil
}

// ahead returns the time beyond which a timestamp must come from a clock that has been set back: no
// job waits until that time comes again.
func (r *Runner) ahead(now time.Time) time.Time { return now.Add(r.opt.Timing.LostAfter) }

// longestWait returns the longest time between two attempts.
func (r *Runner) longestWait() time.Duration { return r.wait(MaxAttempts - 1) }

// wait returns the delay after a failed attempt.
func (r *Runner) wait(attempt int) time.Duration { return r.opt.Timing.Retry << (2 * (attempt - 1)) }

// takeOver returns jobs without a heartbeat since a time to the queue, see LostJobs.
func (r *Runner) takeOver(ctx context.Context, now, before time.Time) error {
	for _, kind := range r.kinds {
		lost, err := r.store.LostJobs(ctx, kind, before, r.ahead(now))
		if err != nil {
			return err
		}
		if err := r.requeue(ctx, lost, now); err != nil {
			return err
		}
	}
	return nil
}

// deliver runs one attempt of the job whose turn it is. An error means that the delivery itself failed, and River
// repeats it.
func (r *Runner) deliver(ctx context.Context, jobID string) error {
	r.busy.Add(1)
	defer r.busy.Add(-1)
	j, again, err := r.take(ctx, jobID)
	if again > 0 {
		return river.JobSnooze(again)
	}
	if j == nil || err != nil {
		return err
	}
	work := r.executors[j.Kind]
	log := r.opt.Log.With("job", j.ID, "kind", j.Kind, "attempt", j.Attempt)
	if j.Attempt > MaxAttempts {
		cause := fmt.Errorf("the job ended %d times without a result, and its worker with it", MaxAttempts)
		r.opt.Watch.AttemptDone(j.Kind, GivenUp, 0)
		return r.giveUp(ctx, work, j, cause)
	}
	a := r.newAttempt(ctx, work, j)
	log.InfoContext(a.ctx, "job started")
	started := time.Now()
	err = a.run()
	outcome, err := r.settle(ctx, log, a, err)
	r.opt.Watch.AttemptDone(j.Kind, outcome, time.Since(started))
	a.span.End(outcome, outcome == GivenUp || outcome == Retried)
	return err
}

// settle handles the end of an attempt.
func (r *Runner) settle(ctx context.Context, log *slog.Logger, a *attempt, err error) (outcome string, _ error) {
	stopping := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(a.ctx), 30*time.Second)
	defer cancel()
	j := a.job
	switch {
	case a.lost.Load():
		log.WarnContext(ctx, "another worker took over the job", "err", err)
		return Lost, nil
	case err == nil:
		log.InfoContext(ctx, "job done")
		return Done, errors.Join(held(r.store.EndJob(ctx, j, job.Succeeded, "", r.opt.Now())), r.well(ctx))
	case a.Cancelled():
		log.InfoContext(ctx, "job cancelled")
		return Cancelled, held(r.store.EndJob(ctx, j, job.Cancelled, "Cancelled.", r.opt.Now()))
	case stopping && !final(err):
		log.InfoContext(ctx, "job handed back")
		return HandedBack, held(r.store.RequeueJob(ctx, j, j.Attempt-1, "", r.opt.Now(), time.Time{}))
	case job.Unwritable(err) && r.opt.Now().Sub(j.CreatedAt) < longestWait:
		return Waiting, r.unwritable(ctx, log, j, err)
	case final(err) || j.Attempt >= MaxAttempts:
		return GivenUp, r.giveUp(ctx, a.work, j, err)
	}
	wait := r.wait(j.Attempt)
	log.WarnContext(ctx, "job failed and is tried again", "err", err, "in", wait)
	now := r.opt.Now()
	return Retried, held(r.store.RequeueJob(ctx, j, j.Attempt, "Something went wrong on the server; it is tried again.", now, now.Add(wait)))
}

// giveUp lets the executor end the job, and ends its row if that did not.
func (r *Runner) giveUp(ctx context.Context, work Executor, j *job.Job, cause error) error {
	r.opt.Log.ErrorContext(ctx, "job given up", "job", j.ID, "kind", j.Kind, "attempt", j.Attempt, "err", cause)
	if err := work.GiveUp(ctx, j.ID, j.Lease, cause); err != nil {
		r.opt.Log.ErrorContext(ctx, "giving the job up failed", "job", j.ID, "err", err)
		return err
	}
	return held(r.store.EndJob(ctx, j, job.Failed, sentence(cause), r.opt.Now()))
}

// held ignores that the job had ended already or is held by another worker.
func held(err error) error {
	if errs.Is(err, errs.Conflict) {
		return nil
	}
	return err
}

// final reports whether a retry cannot help.
func final(err error) bool {
	switch errs.KindOf(err) {
	case errs.Internal, errs.Unavailable, errs.RateLimited:
		return false
	}
	return true
}

// longestWait is how long after its creation a job waits for a disk or a database that takes no
// writes; then such failures count as attempts.
const longestWait = 7 * 24 * time.Hour

func sentence(cause error) string {
	var known *errs.Error
	if errors.As(cause, &known) {
		return known.Detail
	}
	return "The server could not finish this job. Start it again."
}

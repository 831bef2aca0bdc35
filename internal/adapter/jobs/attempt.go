package jobs

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
	"cohortium/internal/platform/job"
)

// attempt is one worker's hold on one job: it implements job.Reporter, and a goroutine next to the
// work writes its progress and heartbeat.
type attempt struct {
	runner *Runner
	work   Executor
	job    *job.Job
	base   context.Context // of the delivery
	ctx    context.Context // of the work
	span   Span
	cancel context.CancelFunc

	cancelled atomic.Bool // cancelling was requested
	lost      atomic.Bool // another worker holds the lease

	mu    sync.Mutex
	stage string
	done  int64
	total int64
	dirty bool
	part  part
}

// part is the part of the work that runs, by its name in code; "" before the first.
type part struct {
	name    string
	started time.Time
	rows    int64
}

var _ job.Reporter = (*attempt)(nil)

func (r *Runner) newAttempt(ctx context.Context, work Executor, j *job.Job) *attempt {
	a := &attempt{runner: r, work: work, job: j, base: ctx}
	ctx, a.span = r.opt.Trace(ctx, j)
	a.ctx, a.cancel = context.WithCancel(ctx)
	a.cancelled.Store(j.CancelRequested)
	return a
}

// Lease implements job.Reporter.
func (a *attempt) Lease() string { return a.job.Lease }

// Cancelled implements job.Reporter.
func (a *attempt) Cancelled() bool { return a.cancelled.Load() }

// Stage implements job.Reporter.
func (a *attempt) Stage(name string, done, total int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stage, a.done, a.total, a.dirty = name, done, total, true
}

// Part implements job.Reporter.
func (a *attempt) Part(name string, rows int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if name != a.part.name {
		a.endPart()
		a.part = part{name: name, started: time.Now()}
		a.span.BeginStage(name)
	}
	a.part.rows = max(a.part.rows, rows)
}

// endPart reports the part that ends. The caller holds the mutex.
func (a *attempt) endPart() {
	if a.part.name != "" {
		a.runner.opt.Watch.PartDone(a.job.Kind, a.part.name, time.Since(a.part.started), a.part.rows)
		a.span.EndStage(a.part.rows)
	}
	a.part = part{}
}

// run runs the work with a parallel heartbeat. A panic of the work is its error.
func (a *attempt) run() error {
	beats, stopBeats := context.WithCancel(context.WithoutCancel(a.base))
	var wg sync.WaitGroup
	wg.Go(func() {
		err := guard.Do(func() error {
			a.beat(beats)
			return nil
		})
		if err != nil { // no worker would continue this job
			a.runner.opt.Log.ErrorContext(beats, "the heartbeat broke; the job stops", "job", a.job.ID, "err", err)
			a.lost.Store(true)
			a.cancel()
		}
	})
	defer func() {
		stopBeats()
		wg.Wait()
		a.cancel()
		a.mu.Lock()
		defer a.mu.Unlock()
		a.endPart()
	}()
	return guard.Do(func() error { return a.work.RunJob(a.ctx, a.job.ID, a) })
}

// beat writes progress if there is any, and a heartbeat in any case, until ctx ends. It continues
// after the work was asked to stop: until it has stopped, the job is still this worker's.
func (a *attempt) beat(ctx context.Context) {
	t := a.runner.opt.Timing
	tick := time.NewTicker(t.Progress)
	defer tick.Stop()
	last := time.Now() // a difference of these does not jump with the clock
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !a.takeDirty() && time.Since(last) < t.Beat {
			continue
		}
		switch err := a.write(ctx); {
		case err == nil:
			last = time.Now()
		case errs.Is(err, errs.Conflict):
			if !a.ended(ctx) {
				a.lost.Store(true)
				a.cancel()
			}
			return
		case ctx.Err() != nil:
			return
		case time.Since(last) > t.LostAfter*3/4:
			// The heartbeats are lost: soon another worker will take the job over.
			a.runner.opt.Log.ErrorContext(ctx, "no heartbeat could be written; the job stops", "job", a.job.ID, "err", err)
			a.lost.Store(true)
			a.cancel()
			return
		}
	}
}

// ended reports whether the work has ended the row itself, in the transaction of its effects: it
// may be cleaning up, or not know yet that it is done.
func (a *attempt) ended(ctx context.Context) bool {
	j, err := a.runner.store.Job(ctx, a.job.ID)
	if ctx.Err() != nil {
		return true // the work is over
	}
	return err == nil && j.Lease == a.job.Lease && j.State != job.Running
}

func (a *attempt) takeDirty() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	dirty := a.dirty
	a.dirty = false
	return dirty
}

func (a *attempt) write(ctx context.Context) error {
	now, err := a.runner.now(ctx)
	if err != nil {
		return err
	}
	a.mu.Lock()
	stage, done, total := a.stage, a.done, a.total
	a.mu.Unlock()
	cancel, err := a.runner.store.BeatJob(ctx, a.job.ID, a.job.Lease, stage, done, total, now)
	if err == nil && cancel && !a.cancelled.Swap(true) {
		a.cancel()
	}
	return err
}

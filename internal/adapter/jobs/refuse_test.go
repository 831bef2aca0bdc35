package jobs_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// testReadOnly makes the database read-only while a job runs and another waits. Both are done when
// it is writable again, each once.
func testReadOnly(t *testing.T, b *bench) {
	count := attack.New(t, "jobs over a read-only database")
	readOnly := func(on bool) {
		storetest.ReadOnly(t, b.store, on)
		if b.db.SQLite != nil {
			if _, err := b.db.SQLite.ExecContext(t.Context(), fmt.Sprintf("PRAGMA query_only = %t", on)); err != nil {
				t.Fatal(err)
			}
		}
	}
	begun, goOn := make(chan struct{}, 10), make(chan struct{})
	b.enqueue(t, "j1")
	b.run(t, effectful(b.store, func(point string) {
		if point == "begun" {
			begun <- struct{}{}
			<-goOn
		}
	}))
	<-begun
	b.enqueue(t, "j2")
	<-begun
	b.enqueue(t, "j3") // both workers are busy
	readOnly(true)
	close(goOn)
	time.Sleep(quick.LostAfter + time.Second) // the workers give up unwritten heartbeats
	for _, id := range []string{"j1", "j2", "j3"} {
		j, err := b.store.Job(t.Context(), id)
		count.Try(err == nil && j.State != job.Succeeded && j.State != job.Failed, "%s while the database is read-only: %+v, %v", id, j, err)
	}
	readOnly(false)
	for _, id := range []string{"j1", "j2", "j3"} {
		b.awaitState(t, id, job.Succeeded)
		effects, err := b.store.Hermes().History(t.Context(), "job", id)
		count.Try(err == nil && len(effects) == 1, "%s took effect %d times, %v", id, len(effects), err)
	}
}

// testUnwritable lets jobs fail because a disk takes no writes, more often than a job is tried. Each waits with a reason, and
// is done when there is space. One that has waited for longer than a week is given up, and so is one of another error.
func testUnwritable(t *testing.T, b *bench) {
	count := attack.New(t, "jobs over a disk that takes no writes")
	var writable atomic.Bool
	tries := make(chan string, 1000)
	h := &handler{run: func(_ context.Context, id string, _ job.Reporter) error {
		tries <- id
		if writable.Load() {
			return nil
		}
		return map[string]error{
			"full":   errs.New(errs.Unavailable, file.CodeFull, "No space is left."),
			"denied": errs.New(errs.Unavailable, file.CodeDenied, "The folder is read-only."),
			"old":    errs.New(errs.Unavailable, file.CodeFull, "No space is left."),
			"other":  errs.New(errs.Unavailable, "lookup", "The address does not answer."),
		}[id]
	}}
	old := b.newJob("old")
	old.CreatedAt = old.CreatedAt.Add(-8 * 24 * time.Hour)
	b.put(t, old)
	for _, id := range []string{"full", "denied", "other"} {
		b.put(t, b.newJob(id))
	}
	b.run(t, h)
	for _, id := range []string{"old", "other"} {
		b.awaitState(t, id, job.Failed)
	}
	for n := map[string]int{}; n["full"] <= jobs.MaxAttempts+1 || n["denied"] <= jobs.MaxAttempts+1; {
		n[<-tries]++
	}
	for id, reason := range map[string]string{"full": "No space is left. Machine: runner.", "denied": "The folder is read-only. Machine: runner."} {
		b.await(t, id, func(j *job.Job) bool { return j.State == job.Queued && j.Error == reason })
		count.Try(true, "")
	}
	writable.Store(true)
	for _, id := range []string{"full", "denied"} {
		j := b.awaitState(t, id, job.Succeeded)
		count.Try(j.Attempt == 1, "%s counted %d attempts", id, j.Attempt)
	}
}

// testClock sets the clock back by a day and by ten years while jobs wait and while one of a dead
// worker is running: none waits until the time comes again.
func testClock(t *testing.T, b *bench) {
	count := attack.New(t, "jobs and clocks that jump")
	var skew atomic.Int64
	b.now = func() time.Time { return time.Now().Add(time.Duration(skew.Load())) }
	for i, back := range []time.Duration{time.Hour, 24 * time.Hour, 10 * 365 * 24 * time.Hour} {
		running, waiting := fmt.Sprint("running", i), fmt.Sprint("waiting", i)
		skew.Store(int64(back))
		b.put(t, b.newJob(running))
		if _, err := b.store.ClaimJob(t.Context(), running, "dead", "dead", b.now()); err != nil {
			t.Fatal(err)
		}
		b.put(t, b.newJob(waiting))
		b.dropDeliveries(t)
		skew.Store(0)
		h := &handler{run: func(ctx context.Context, id string, rep job.Reporter) error {
			return b.store.Hermes().InTx(ctx, func(tx hermes.Tx) error {
				j, err := job.Held(ctx, tx, id, rep.Lease())
				if err != nil {
					return err
				}
				if err := tx.AddHistory(ctx, "job", id, record.Entry{Action: "effect"}); err != nil {
					return err
				}
				return job.End(ctx, tx, j, job.Succeeded, "", b.now())
			})
		}}
		// Beside another worker, so that nothing is taken over at once.
		other := b.start(t, &handler{run: h.run}, fmt.Sprint("other", i))
		r := b.start(t, h, fmt.Sprint("runner", i))
		for _, id := range []string{running, waiting} {
			b.awaitState(t, id, job.Succeeded)
			effects, err := b.store.Hermes().History(t.Context(), "job", id)
			count.Try(err == nil && len(effects) == 1, "%s took effect %d times, %v", id, len(effects), err)
		}
		stop(t, r)
		stop(t, other)
	}
}

// testClocks runs a job beside a worker whose clock is ahead by ten minutes, and one of that worker
// beside another: neither is taken over, as the database's clock decides.
func testClocks(t *testing.T, b *bench) {
	if b.db.Postgres == nil {
		t.Skip("all processes of a SQLite database have the clock of one machine")
	}
	count := attack.New(t, "workers whose clocks differ")
	local, ahead := b.now, func() time.Time { return time.Now().Add(10 * time.Minute) }
	for i, clocks := range [][2]func() time.Time{{local, ahead}, {ahead, local}} {
		started, goOn := make(chan struct{}, 3), make(chan struct{})
		h := &handler{run: func(context.Context, string, job.Reporter) error {
			started <- struct{}{}
			<-goOn
			return nil
		}}
		b.now = clocks[0]
		holder := b.start(t, h, fmt.Sprint("holder", i))
		id := fmt.Sprint("held", i)
		b.enqueue(t, id)
		<-started
		b.now = clocks[1]
		other := b.start(t, h, fmt.Sprint("other", i))
		time.Sleep(quick.LostAfter + 3*quick.Sweep)
		j, err := b.store.Job(t.Context(), id)
		count.Try(err == nil && j.Attempt == 1 && j.State == job.Running, "%s is %+v, %v", id, j, err)
		close(goOn)
		b.awaitState(t, id, job.Succeeded)
		stop(t, other)
		stop(t, holder)
		b.now = local
	}
}

// newJob returns a job created at the time of the bench's clock.
func (b *bench) newJob(id string) *job.Job {
	j := storetest.NewJob(id)
	j.CreatedAt, j.UpdatedAt = b.now(), b.now()
	return j
}

// dropDeliveries deletes all deliveries, such as those that a clock far ahead postponed.
func (b *bench) dropDeliveries(t *testing.T) {
	t.Helper()
	b.exec(t, "DELETE FROM river_job")
}

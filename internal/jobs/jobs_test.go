package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/errs"
	"cohortium/internal/hermes"
	"cohortium/internal/jobs"
	"cohortium/internal/store"
	"cohortium/internal/store/pgtest"
	"cohortium/internal/store/storetest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) {
	if os.Getenv(envURL) != "" {
		workUntilKilled()
	}
	os.Exit(cluster.Run(m))
}

func TestSQLite(t *testing.T) {
	suite(t, func(t *testing.T) string { return "sqlite://" + t.TempDir() + "/jobs.db" })
}

func TestPostgres(t *testing.T) {
	suite(t, func(t *testing.T) string { return cluster.Database(t) })
}

func suite(t *testing.T, url func(t *testing.T) string) {
	for _, c := range []struct {
		name string
		run  func(*testing.T, *bench)
	}{
		{"a job runs once and reports progress", testRuns},
		{"a failed attempt is tried again", testRetry},
		{"attempts are bounded", testGiveUp},
		{"an error that a person caused is final", testFinal},
		{"a panic is an error", testPanic},
		{"a running job is cancelled", testCancel},
		{"a graceful stop hands the job back", testStop},
		{"late and double deliveries do nothing", testDoubleDelivery},
		{"a job that takes its workers down is given up", testPoison},
		{"a live job is not taken over", testLive},
		{"an unknown kind is refused with its row", testUnknownKind},
		{"kill of the worker at each stage", testKill},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, newBench(t, url(t)))
		})
	}
}

// quick are intervals for tests.
var quick = jobs.Timing{
	Beat: 50 * time.Millisecond, Progress: 10 * time.Millisecond, LostAfter: 2 * time.Second,
	Sweep: 50 * time.Millisecond, Retry: 1, Poll: 100 * time.Millisecond,
}

// bench is a store with the job tables.
type bench struct {
	url   string
	store *store.Store
	db    jobs.Database
	ids   atomic.Int64
}

func newBench(t *testing.T, url string) *bench {
	t.Helper()
	s, db, err := openStore(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if db.SQLite != nil {
			_ = db.SQLite.Close()
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &bench{url: url, store: s, db: db}
}

func openStore(ctx context.Context, url string) (*store.Store, jobs.Database, error) {
	queue, err := jobs.NewQueue()
	if err != nil {
		return nil, jobs.Database{}, err
	}
	s, err := store.Open(ctx, url, store.Options{Queue: queue})
	if err != nil {
		return nil, jobs.Database{}, err
	}
	db := jobs.Database{Postgres: s.Pool()}
	if s.Engine() == store.SQLite {
		if db.SQLite, err = s.QueueDB(); err != nil {
			return nil, db, err
		}
	}
	return s, db, errors.Join(s.Migrate(ctx), jobs.Migrate(ctx, db))
}

func (b *bench) enqueue(t *testing.T, id string) {
	t.Helper()
	err := b.store.InTx(t.Context(), func(tx hermes.Tx) error { return tx.Enqueue(t.Context(), storetest.NewJob(id)) })
	if err != nil {
		t.Fatal(err)
	}
}

func (b *bench) start(t *testing.T, h jobs.Handler, name string) *jobs.Runner {
	t.Helper()
	r, err := b.runner(h, name)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

func (b *bench) runner(h jobs.Handler, name string) (*jobs.Runner, error) {
	return jobs.NewRunner(b.db, b.store, h, jobs.Options{
		Workers: 2, Instance: name, Now: time.Now, Timing: quick, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		NewID: func() string { return fmt.Sprintf("%s-lease-%d", name, b.ids.Add(1)) },
	})
}

// run starts a runner and stops it with the test.
func (b *bench) run(t *testing.T, h jobs.Handler) {
	t.Helper()
	r := b.start(t, h, "runner")
	t.Cleanup(func() { stop(t, r) })
}

func stop(t *testing.T, r *jobs.Runner) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := r.Stop(ctx); err != nil {
		t.Error(err)
	}
}

// await waits until the row of a job is as wanted.
func (b *bench) await(t *testing.T, id string, want func(*hermes.Job) bool) *hermes.Job {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		j, err := b.store.Job(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if want(j) {
			return j
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the job never became as wanted: %+v", j)
		case <-tick.C:
		}
	}
}

func (b *bench) awaitState(t *testing.T, id string, state hermes.JobState) *hermes.Job {
	t.Helper()
	return b.await(t, id, func(j *hermes.Job) bool { return j.State == state })
}

// handler runs a function as the job, and keeps what was given up.
type handler struct {
	run func(ctx context.Context, jobID string, rep hermes.Reporter) error

	mu      sync.Mutex
	runs    int
	givenUp []error
}

func (h *handler) RunJob(ctx context.Context, jobID string, rep hermes.Reporter) error {
	h.mu.Lock()
	h.runs++
	h.mu.Unlock()
	return h.run(ctx, jobID, rep)
}

func (h *handler) GiveUp(_ context.Context, _, _ string, cause error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.givenUp = append(h.givenUp, cause)
	return nil
}

func (h *handler) counts() (runs, givenUp int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.runs, len(h.givenUp)
}

func wantCounts(t *testing.T, h *handler, runs, givenUp int) {
	t.Helper()
	if r, g := h.counts(); r != runs || g != givenUp {
		t.Errorf("runs %d, given up %d; want %d and %d", r, g, runs, givenUp)
	}
}

func testRuns(t *testing.T, b *bench) {
	seen := make(chan struct{})
	h := &handler{run: func(ctx context.Context, jobID string, rep hermes.Reporter) error {
		rep.Stage("sort", 3, 10)
		select {
		case <-seen:
		case <-ctx.Done():
		}
		return ctx.Err()
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	j := b.await(t, "j1", func(j *hermes.Job) bool { return j.Stage == "sort" })
	if j.State != hermes.JobRunning || j.Done != 3 || j.Total != 10 || j.Attempt != 1 || j.Lease == "" {
		t.Errorf("running job = %+v", j)
	}
	first := *j.HeartbeatAt
	b.await(t, "j1", func(j *hermes.Job) bool { return j.HeartbeatAt.After(first) }) // without new progress
	close(seen)
	b.awaitState(t, "j1", hermes.JobSucceeded)
	wantCounts(t, h, 1, 0)
}

func testRetry(t *testing.T, b *bench) {
	var h *handler
	h = &handler{run: func(context.Context, string, hermes.Reporter) error {
		if runs, _ := h.counts(); runs == 1 {
			return errors.New("the disk hiccuped")
		}
		return nil
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	if j := b.awaitState(t, "j1", hermes.JobSucceeded); j.Attempt != 2 {
		t.Errorf("attempts = %d, want 2", j.Attempt)
	}
	wantCounts(t, h, 2, 0)
}

func testGiveUp(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, hermes.Reporter) error { return errors.New("always") }}
	b.enqueue(t, "j1")
	b.run(t, h)
	if j := b.awaitState(t, "j1", hermes.JobFailed); j.Error == "" {
		t.Error("a failed job says nothing")
	}
	wantCounts(t, h, jobs.MaxAttempts, 1)
}

func testFinal(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, hermes.Reporter) error {
		return errs.New(errs.Rule, "no_p", "The file has no p-value column.")
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	if j := b.awaitState(t, "j1", hermes.JobFailed); j.Error != "The file has no p-value column." {
		t.Errorf("error = %q", j.Error)
	}
	wantCounts(t, h, 1, 1)
}

func testPanic(t *testing.T, b *bench) {
	var h *handler
	h = &handler{run: func(context.Context, string, hermes.Reporter) error {
		if runs, _ := h.counts(); runs == 1 {
			panic("index out of range")
		}
		return nil
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	b.awaitState(t, "j1", hermes.JobSucceeded)
	wantCounts(t, h, 2, 0)
}

func testCancel(t *testing.T, b *bench) {
	h := &handler{run: func(ctx context.Context, _ string, rep hermes.Reporter) error {
		rep.Stage("sort", 1, 2)
		<-ctx.Done()
		if !rep.Cancelled() {
			return errors.New("the context ended, but nobody cancelled")
		}
		return ctx.Err()
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	b.await(t, "j1", func(j *hermes.Job) bool { return j.Stage == "sort" })
	err := b.store.InTx(t.Context(), func(tx hermes.Tx) error {
		j, err := tx.Job(t.Context(), "j1")
		if err != nil {
			return err
		}
		j.CancelRequested = true
		return tx.UpdateJob(t.Context(), j)
	})
	if err != nil {
		t.Fatal(err)
	}
	b.awaitState(t, "j1", hermes.JobCancelled)
	wantCounts(t, h, 1, 0)
}

func testStop(t *testing.T, b *bench) {
	started := make(chan struct{})
	first := &handler{run: func(ctx context.Context, _ string, _ hermes.Reporter) error {
		close(started)
		<-ctx.Done()
		return fmt.Errorf("sorting: %w", ctx.Err())
	}}
	b.enqueue(t, "j1")
	r := b.start(t, first, "first")
	<-started
	stop(t, r)
	j, err := b.store.Job(t.Context(), "j1")
	if err != nil {
		t.Fatal(err)
	}
	if j.State != hermes.JobQueued || j.Attempt != 0 || j.Lease != "" {
		t.Errorf("job after the stop = %+v, want it queued as if never begun", j)
	}
	second := &handler{run: func(context.Context, string, hermes.Reporter) error { return nil }}
	b.run(t, second)
	b.awaitState(t, "j1", hermes.JobSucceeded)
	wantCounts(t, first, 1, 0)
	wantCounts(t, second, 1, 0)
}

func testDoubleDelivery(t *testing.T, b *bench) {
	ctx := t.Context()
	h := &handler{run: func(ctx context.Context, _ string, _ hermes.Reporter) error { return nil }}
	b.enqueue(t, "j1")
	// Two more deliveries of the same job, as a lost worker and a late rescue make them.
	for range 2 {
		j, err := b.store.ClaimJob(ctx, "j1", "dead", "dead", time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := b.store.RequeueJob(ctx, j, 0, "", time.Now(), time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	b.enqueue(t, "last")
	b.run(t, h)
	b.awaitState(t, "j1", hermes.JobSucceeded)
	b.awaitState(t, "last", hermes.JobSucceeded) // delivered after all of j1's
	wantCounts(t, h, 2, 0)
}

func testPoison(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, hermes.Reporter) error { return nil }}
	b.enqueue(t, "j1")
	for range jobs.MaxAttempts - 1 {
		j, err := b.store.ClaimJob(t.Context(), "j1", "dead", "dead", time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := b.store.RequeueJob(t.Context(), j, j.Attempt, "", time.Now(), time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	// The last worker dies with the job in hand: the row stays running.
	if _, err := b.store.ClaimJob(t.Context(), "j1", "dead", "dead", time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	b.run(t, h)
	if j := b.awaitState(t, "j1", hermes.JobFailed); j.Error == "" {
		t.Error("a poison job says nothing")
	}
	wantCounts(t, h, 0, 1)
}

func testLive(t *testing.T, b *bench) {
	release := make(chan struct{})
	h := &handler{run: func(ctx context.Context, _ string, _ hermes.Reporter) error {
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	j := b.awaitState(t, "j1", hermes.JobRunning)
	other := b.start(t, h, "other") // starts while the first works, and looks for lost jobs
	since := time.Now()
	b.await(t, "j1", func(j *hermes.Job) bool { return j.HeartbeatAt.After(since.Add(quick.LostAfter)) })
	stop(t, other)
	close(release)
	if done := b.awaitState(t, "j1", hermes.JobSucceeded); done.Lease != j.Lease || done.Attempt != 1 {
		t.Errorf("the job changed hands: %+v", done)
	}
	wantCounts(t, h, 1, 0)
}

func testUnknownKind(t *testing.T, b *bench) {
	j := storetest.NewJob("j1")
	j.Kind = "mystery"
	err := b.store.InTx(t.Context(), func(tx hermes.Tx) error { return tx.Enqueue(t.Context(), j) })
	if err == nil {
		t.Error("a job nobody works on was taken")
	}
	if _, err := b.store.Job(t.Context(), "j1"); !errs.Is(err, errs.NotFound) {
		t.Errorf("its row is there: %v", err)
	}
}

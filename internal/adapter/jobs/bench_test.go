package jobs_test

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

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
	log   *watch // nil when unused
	now   func() time.Time
	// workers of a runner, 2 when 0, and its intervals, quick when zero
	workers int
	memory  int64 // of the machine; 0 for no limit
	timing  jobs.Timing
	// refused, unless nil, is called for each heartbeat that the store rejects.
	refused func()
}

// listening is a store that reports rejected heartbeats.
type listening struct {
	*store.Store
	refused func()
}

func (l listening) BeatJob(ctx context.Context, id, lease, stage string, done, total int64, now time.Time) (bool, error) {
	cancel, err := l.Store.BeatJob(ctx, id, lease, stage, done, total, now)
	if errs.Is(err, errs.Conflict) && l.refused != nil {
		l.refused()
	}
	return cancel, err
}

// watch is a log that waits for a text.
type watch struct {
	text string
	seen chan struct{} // closed when it came
	once sync.Once
}

// Write implements io.Writer.
func (w *watch) Write(line []byte) (int, error) {
	if w != nil && strings.Contains(string(line), w.text) {
		w.once.Do(func() { close(w.seen) })
	}
	return len(line), nil
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
	return &bench{url: url, store: s, db: db, now: time.Now}
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
	b.put(t, storetest.NewJob(id))
}

func (b *bench) put(t *testing.T, j *job.Job) {
	t.Helper()
	if err := b.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error { return tx.Enqueue(t.Context(), j) }); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) exec(t *testing.T, statement string) {
	t.Helper()
	if err := b.store.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// awaitRow waits until a query of the queue's tables returns a row.
func (b *bench) awaitRow(t *testing.T, query string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		var one int
		var err error
		if b.db.Postgres != nil {
			err = b.db.Postgres.QueryRow(ctx, query).Scan(&one)
		} else {
			err = b.db.SQLite.QueryRowContext(ctx, query).Scan(&one)
		}
		if err == nil {
			return
		}
		if !errors.Is(err, sql.ErrNoRows) { // pgx's ErrNoRows matches too
			t.Fatalf("%s: %v", query, err)
		}
		<-tick.C
	}
}

func (b *bench) start(t *testing.T, h jobs.Executor, name string) *jobs.Runner {
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

func (b *bench) runner(h jobs.Executor, name string) (*jobs.Runner, error) {
	return jobs.NewRunner(b.db, listening{b.store, b.refused}, map[string]jobs.Executor{"qc": h}, jobs.Options{
		Workers: cmp.Or(b.workers, 2), Memory: b.memory, Instance: name, Now: b.now, Timing: cmp.Or(b.timing, quick),
		Log: slog.New(slog.NewTextHandler(b.log, nil)), NewID: func() string { return fmt.Sprintf("%s-lease-%d", name, b.ids.Add(1)) },
	})
}

// run starts a runner and stops it with the test.
func (b *bench) run(t *testing.T, h jobs.Executor) {
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

// await waits until the row of a job matches.
func (b *bench) await(t *testing.T, id string, want func(*job.Job) bool) *job.Job {
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

func (b *bench) awaitState(t *testing.T, id string, state job.State) *job.Job {
	t.Helper()
	return b.await(t, id, func(j *job.Job) bool { return j.State == state })
}

// handler runs a function as the job, and records the jobs given up.
type handler struct {
	run func(ctx context.Context, jobID string, rep job.Reporter) error

	mu      sync.Mutex
	runs    int
	givenUp []error
}

func (h *handler) RunJob(ctx context.Context, jobID string, rep job.Reporter) error {
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

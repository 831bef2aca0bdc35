package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/jobs"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
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
		{"a panic beside the work fails that job alone", testPanicBeside},
		{"a running job is cancelled", testCancel},
		{"a graceful stop hands the job back", testStop},
		{"late and double deliveries do nothing", testDoubleDelivery},
		{"a job that takes its workers down is given up", testPoison},
		{"a live job is not taken over", testLive},
		{"work that ended its job may tidy up", testTidyUp},
		{"an unknown kind is left alone", testUnknownKind},
		{"deliveries of an earlier program count", testEarlierDelivery},
		{"kill of the worker at each stage", testKill},
		{"a database that takes no changes", testReadOnly},
		{"a disk that takes no writes", testUnwritable},
		{"a clock that is set back", testClock},
		{"workers whose clocks differ", testClocks},
		{"one file does not wait for another account's forty", testTurns},
		{"jobs share the memory of a machine", testMemoryIsShared},
		{"the memory of random queues", testMemoryProperty},
		{"both sides of the limits of memory", testMemoryThresholds},
		{"a job that does not state its memory", testMemoryUnstated},
		{"a machine without space rests, and the job continues elsewhere", testMachineRests},
		{"a job that fills disks does not make all machines rest", testDiskFiller},
		{"deaths of a machine are no attempts of its jobs", testMachineDies},
		{"a job that takes its workers down counts from the second machine", testPoisonElsewhere},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(t, newBench(t, url(t)))
		})
	}
}

func testRuns(t *testing.T, b *bench) {
	seen := make(chan struct{})
	h := &handler{run: func(ctx context.Context, jobID string, rep job.Reporter) error {
		rep.Stage("sort", 3, 10)
		select {
		case <-seen:
		case <-ctx.Done():
		}
		return ctx.Err()
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	j := b.await(t, "j1", func(j *job.Job) bool { return j.Stage == "sort" })
	if j.State != job.Running || j.Done != 3 || j.Total != 10 || j.Attempt != 1 || j.Lease == "" {
		t.Errorf("running job = %+v", j)
	}
	first := *j.HeartbeatAt
	b.await(t, "j1", func(j *job.Job) bool { return j.HeartbeatAt.After(first) }) // without new progress
	close(seen)
	b.awaitState(t, "j1", job.Succeeded)
	wantCounts(t, h, 1, 0)
}

func testRetry(t *testing.T, b *bench) {
	var h *handler
	h = &handler{run: func(context.Context, string, job.Reporter) error {
		if runs, _ := h.counts(); runs == 1 {
			return errors.New("the disk hiccuped")
		}
		return nil
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	if j := b.awaitState(t, "j1", job.Succeeded); j.Attempt != 2 {
		t.Errorf("attempts = %d, want 2", j.Attempt)
	}
	wantCounts(t, h, 2, 0)
}

func testGiveUp(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, job.Reporter) error { return errors.New("always") }}
	b.enqueue(t, "j1")
	b.run(t, h)
	if j := b.awaitState(t, "j1", job.Failed); j.Error == "" {
		t.Error("a failed job says nothing")
	}
	wantCounts(t, h, jobs.MaxAttempts, 1)
}

func testFinal(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, job.Reporter) error {
		return errs.New(errs.Rule, "no_p", "The file has no p-value column.")
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	if j := b.awaitState(t, "j1", job.Failed); j.Error != "The file has no p-value column." {
		t.Errorf("error = %q", j.Error)
	}
	wantCounts(t, h, 1, 1)
}

func testPanic(t *testing.T, b *bench) {
	var h *handler
	h = &handler{run: func(context.Context, string, job.Reporter) error {
		if runs, _ := h.counts(); runs == 1 {
			panic("index out of range")
		}
		return nil
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	b.awaitState(t, "j1", job.Succeeded)
	wantCounts(t, h, 2, 0)
}

// brokenSource is a file whose reading panics behind its first rows.
type brokenSource struct{ rows io.Reader }

func (s brokenSource) Read(p []byte) (int, error) {
	n, err := s.rows.Read(p)
	if errors.Is(err, io.EOF) {
		panic("the source broke")
	}
	return n, err
}

// testPanicBeside reads a file in the goroutines of the reader, which are not the job's: an
// unguarded panic in one would end the test process.
func testPanicBeside(t *testing.T, b *bench) {
	table := "chr\tpos\tea\toa\tbeta\tse\tp\n" + strings.Repeat("1\t5\tA\tG\t0.1\t0.1\t0.3\n", 100_000)
	h := &handler{run: func(_ context.Context, jobID string, _ job.Reporter) error {
		if jobID == "j2" {
			return nil
		}
		rows, err := sumstats.Open(brokenSource{strings.NewReader(table)}, sumstats.ReadOptions{Mapping: sumstats.Mapping{
			"chromosome":         "chr",
			"base_pair_location": "pos",
			"effect_allele":      "ea",
			"other_allele":       "oa",
			"beta":               "beta",
			"standard_error":     "se",
			"p_value":            "p",
		}})
		if err != nil {
			return err
		}
		defer func() { _ = rows.Close() }()
		for buf := make([]sumstats.Row, 1000); err == nil; {
			_, err = rows.ReadRows(buf)
		}
		return err
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	j := b.awaitState(t, "j1", job.Failed)
	if !strings.HasSuffix(j.Error, ".") || strings.Contains(j.Error, "panic") || strings.Contains(j.Error, "broke") {
		t.Errorf("the job says %q", j.Error)
	}
	wantCounts(t, h, jobs.MaxAttempts, 1)
	b.enqueue(t, "j2")
	b.awaitState(t, "j2", job.Succeeded)
}

func testCancel(t *testing.T, b *bench) {
	h := &handler{run: func(ctx context.Context, _ string, rep job.Reporter) error {
		rep.Stage("sort", 1, 2)
		<-ctx.Done()
		if !rep.Cancelled() {
			return errors.New("the context ended, but nobody cancelled")
		}
		return ctx.Err()
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	b.await(t, "j1", func(j *job.Job) bool { return j.Stage == "sort" })
	err := b.store.Hermes().InTx(t.Context(), func(tx hermes.Tx) error {
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
	b.awaitState(t, "j1", job.Cancelled)
	wantCounts(t, h, 1, 0)
}

func testStop(t *testing.T, b *bench) {
	started := make(chan struct{})
	first := &handler{run: func(ctx context.Context, _ string, _ job.Reporter) error {
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
	if j.State != job.Queued || j.Attempt != 0 || j.Lease != "" {
		t.Errorf("job after the stop = %+v, want it queued as if never begun", j)
	}
	second := &handler{run: func(context.Context, string, job.Reporter) error { return nil }}
	b.run(t, second)
	b.awaitState(t, "j1", job.Succeeded)
	wantCounts(t, first, 1, 0)
	wantCounts(t, second, 1, 0)
}

func testDoubleDelivery(t *testing.T, b *bench) {
	ctx := t.Context()
	h := &handler{run: func(ctx context.Context, _ string, _ job.Reporter) error { return nil }}
	b.enqueue(t, "j1")
	// Two more deliveries of the same job, as from a lost worker and a late rescue.
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
	b.awaitState(t, "j1", job.Succeeded)
	b.awaitState(t, "last", job.Succeeded) // delivered after all of j1's
	wantCounts(t, h, 2, 0)
}

func testPoison(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, job.Reporter) error { return nil }}
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
	// The last worker dies while it holds the job: the row stays running.
	if _, err := b.store.ClaimJob(t.Context(), "j1", "dead", "dead", time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	b.run(t, h)
	if j := b.awaitState(t, "j1", job.Failed); j.Error == "" {
		t.Error("a poison job says nothing")
	}
	wantCounts(t, h, 0, 1)
}

func testLive(t *testing.T, b *bench) {
	release := make(chan struct{})
	h := &handler{run: func(ctx context.Context, _ string, _ job.Reporter) error {
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	j := b.awaitState(t, "j1", job.Running)
	other := b.start(t, h, "other") // starts while the first works, and looks for lost jobs
	since := time.Now()
	b.await(t, "j1", func(j *job.Job) bool { return j.HeartbeatAt.After(since.Add(quick.LostAfter)) })
	stop(t, other)
	close(release)
	if done := b.awaitState(t, "j1", job.Succeeded); done.Lease != j.Lease || done.Attempt != 1 {
		t.Errorf("the job changed hands: %+v", done)
	}
	wantCounts(t, h, 1, 0)
}

// testTidyUp lets the work continue after it has ended its row, until a heartbeat finds that row
// ended: no other worker took the job.
func testTidyUp(t *testing.T, b *bench) {
	refused := make(chan struct{}, 1)
	b.refused = func() { refused <- struct{}{} }
	b.log = &watch{text: "job done", seen: make(chan struct{})}
	h := &handler{run: func(ctx context.Context, jobID string, rep job.Reporter) error {
		err := b.store.Hermes().InTx(ctx, func(tx hermes.Tx) error {
			j, err := job.Held(ctx, tx, jobID, rep.Lease())
			if err != nil {
				return err
			}
			return job.End(ctx, tx, j, job.Succeeded, "", time.Now())
		})
		<-refused
		return err
	}}
	b.enqueue(t, "j1")
	b.run(t, h)
	select {
	case <-b.log.seen:
	case <-time.After(30 * time.Second):
		t.Error("the job counts as taken from its worker")
	}
	wantCounts(t, h, 1, 0)
}

// testUnknownKind leaves rows of a kind without executor unchanged, whether they wait or lost their
// worker.
func testUnknownKind(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, job.Reporter) error { return nil }}
	b.log = &watch{text: "leaving it", seen: make(chan struct{})}
	var strange []*job.Job
	for id, state := range map[string]job.State{"a waiting": job.Queued, "a running": job.Running} {
		j := storetest.NewJob(id)
		j.Kind, j.State = "mystery", state
		strange = append(strange, j)
		b.put(t, j)
	}
	known := storetest.NewJob("lost") // after the others in every list
	known.State, known.CreatedAt = job.Running, known.CreatedAt.Add(time.Hour)
	b.put(t, known)
	b.run(t, h)
	select {
	case <-b.log.seen:
	case <-time.After(30 * time.Second):
		t.Error("nothing was logged")
	}
	b.awaitState(t, "lost", job.Succeeded)
	for _, want := range strange {
		got, err := b.store.Job(t.Context(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.ID, diff)
		}
	}
	wantCounts(t, h, 1, 0)
}

// testEarlierDelivery works on deliveries of an earlier version.
func testEarlierDelivery(t *testing.T, b *bench) {
	h := &handler{run: func(context.Context, string, job.Reporter) error { return nil }}
	b.enqueue(t, "j1")
	b.exec(t, "UPDATE river_job SET kind = 'qc'")
	b.run(t, h)
	b.awaitState(t, "j1", job.Succeeded)
	b.awaitRow(t, "SELECT 1 FROM river_job WHERE kind = 'qc' AND state = 'completed'")
}

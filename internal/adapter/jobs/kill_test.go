package jobs_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// Environment of the worker process of testKill.
const (
	envURL   = "COHORTIUM_JOBS_TEST_URL"
	envPoint = "COHORTIUM_JOBS_TEST_POINT"
)

// points are where the worker is killed; each has a job with a separate kind of end.
var points = []string{"begun", "halfway", "before effect", "inside effect", "after effect"}

// effectful runs a job in the steps of points and calls a function at each. The effect is a history
// entry, made in the transaction that ends the job.
func effectful(s *store.Store, at func(point string)) *handler {
	return &handler{run: func(ctx context.Context, jobID string, rep job.Reporter) error {
		at("begun")
		rep.Stage("sort", 5, 10)
		at("halfway")
		at("before effect")
		err := s.Hermes().InTx(ctx, func(tx hermes.Tx) error {
			j, err := tx.Job(ctx, jobID)
			if err != nil || j.Lease != rep.Lease() {
				return fmt.Errorf("lease lost: %w", err)
			}
			err = tx.AddHistory(ctx, "job", jobID, record.Entry{Action: "effect"})
			if err != nil {
				return err
			}
			at("inside effect")
			j.State = job.Succeeded
			return tx.UpdateJob(ctx, j)
		})
		at("after effect")
		return err
	}}
}

// workUntilKilled is the worker process: it reports its step and waits there.
func workUntilKilled() {
	ctx := context.Background()
	s, db, err := openStore(ctx, os.Getenv(envURL))
	if err != nil {
		panic(err)
	}
	b := &bench{store: s, db: db, now: time.Now}
	r, err := b.runner(effectful(s, func(point string) {
		if point == os.Getenv(envPoint) {
			fmt.Println(point)
			select {}
		}
	}), "child")
	if err != nil {
		panic(err)
	}
	if err := r.Start(ctx); err != nil {
		panic(err)
	}
	select {}
}

// testKill kills a worker with SIGKILL at each point of a job and lets another finish it: once, and
// without help.
func testKill(t *testing.T, b *bench) {
	for _, point := range points {
		b.enqueue(t, point)
		b.killWorkerAt(t, point)
		r := b.start(t, effectful(b.store, func(string) {}), "second")
		j := b.awaitState(t, point, job.Succeeded)
		stop(t, r)
		effects, err := b.store.Hermes().History(t.Context(), "job", point)
		if err != nil || len(effects) != 1 {
			t.Errorf("killed %s: %d effects, %v; want 1", point, len(effects), err)
		}
		if want := map[bool]int{true: 1, false: 2}[point == "after effect"]; j.Attempt != want {
			t.Errorf("killed %s: %d attempts, want %d", point, j.Attempt, want)
		}
	}
}

func (b *bench) killWorkerAt(t *testing.T, point string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), envURL+"="+b.url, envPoint+"="+point)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != point+"\n" {
		t.Errorf("the worker said %q, %v; want %s", line, err, point)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
}

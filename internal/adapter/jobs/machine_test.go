package jobs_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/area/operation"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// testTurns lets one account have forty files and two others a few, behind them: one worker serves the accounts in turn.
func testTurns(t *testing.T, b *bench) {
	var mu sync.Mutex
	var order []string
	done := make(chan struct{})
	h := &handler{run: func(_ context.Context, id string, _ job.Reporter) error {
		mu.Lock()
		defer mu.Unlock()
		if order = append(order, id[:1]); len(order) == 44 {
			close(done)
		}
		return nil
	}}
	put := func(owner string, n int) {
		for i := range n {
			j := b.newJob(fmt.Sprintf("%s%02d", owner, i))
			j.OwnerID = owner
			b.put(t, j)
		}
	}
	put("a", 40)
	put("b", 3)
	put("c", 1)
	b.workers = 1
	b.run(t, h)
	select {
	case <-done:
	case <-time.After(60 * time.Second):
		t.Fatal("not all jobs ran")
	}
	mu.Lock()
	defer mu.Unlock()
	// Each account once before any is served again; then those that still have files.
	if got := strings.Join(order, ""); got[:8] != "abcababa" {
		t.Errorf("accounts were served in the order %s", got)
	}
}

// slowly are intervals of which a test can see the rest of a machine.
func (b *bench) slowly() {
	b.timing = quick
	b.timing.Retry = 400 * time.Millisecond
}

// machines records a process of each machine, as if it had just sent a heartbeat.
func (b *bench) machines(t *testing.T, hosts ...string) {
	t.Helper()
	for _, host := range hosts {
		err := b.store.Operation().PutProcess(
			t.Context(),
			&operation.Process{ID: "process of " + host, Host: host, Workers: 1, SeenAt: time.Now().Add(time.Hour)},
		)
		if err != nil {
			t.Fatal(err)
		}
	}
}

// resting returns the machines that rest or rested, with the reasons.
func (b *bench) resting(t *testing.T) map[string]string {
	t.Helper()
	list, err := b.store.Machines(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, m := range list {
		if m.Faults > 0 {
			out[m.Host] = m.Reason
		}
	}
	return out
}

func full(context.Context, string, job.Reporter) error {
	return errs.New(errs.Unavailable, file.CodeFull, "The folder for working files has no space left.")
}

func well(context.Context, string, job.Reporter) error { return nil }

func testMachineRests(t *testing.T, b *bench) {
	b.slowly()
	b.machines(t, "a", "b")
	bad, good := &handler{run: full}, &handler{run: well}
	b.put(t, b.newJob("j1"))
	first := b.start(t, bad, "a")
	t.Cleanup(func() { stop(t, first) })
	b.await(t, "j1", func(j *job.Job) bool { return j.FailedOn == " a " })
	if reason := b.resting(t)["a"]; reason != "The folder for working files has no space left. Machine: a." {
		t.Errorf("the machine rests because: %q", reason)
	}
	second := b.start(t, good, "b")
	t.Cleanup(func() { stop(t, second) })
	if j := b.awaitState(t, "j1", job.Succeeded); j.Attempt != 1 || j.Machine != "b" {
		t.Errorf("succeeded at attempt %d on %s", j.Attempt, j.Machine)
	}
	wantCounts(t, bad, 1, 0)
	wantCounts(t, good, 1, 0)
}

func testDiskFiller(t *testing.T, b *bench) {
	b.slowly()
	b.machines(t, "a", "b")
	b.put(t, b.newJob("j1"))
	for _, name := range []string{"a", "b"} {
		r := b.start(t, &handler{run: full}, name)
		t.Cleanup(func() { stop(t, r) })
	}
	j := b.await(t, "j1", func(j *job.Job) bool { return len(j.FailedOn.All()) == 2 && j.State == job.Queued })
	if j.Attempt != 0 || !strings.Contains(j.Error, "no space left") {
		t.Errorf("the job waits after %d attempts: %s", j.Attempt, j.Error)
	}
	if resting := b.resting(t); len(resting) != 1 {
		t.Errorf("machines rest: %v; want the first one only", resting)
	}
}

// claimed makes a machine take the next job, an hour ago.
func (b *bench) claimed(t *testing.T, machine string) *job.Job {
	t.Helper()
	j, _, err := b.store.ClaimNextJob(t.Context(), job.Claim{
		Kinds: []string{"qc"}, Lease: "lease of " + machine, Worker: "dead " + machine, Machine: machine, Now: time.Now().Add(-time.Hour),
	})
	if err != nil || j == nil {
		t.Fatal(j, err)
	}
	return j
}

func testMachineDies(t *testing.T, b *bench) {
	b.machines(t, "a", "b")
	for _, id := range []string{"j1", "j2"} {
		b.put(t, b.newJob(id))
		b.claimed(t, "a")
	}
	b.timing = quick
	b.timing.Retry = time.Minute // so that the machine still rests
	h := &handler{run: well}
	r := b.start(t, h, "b")
	t.Cleanup(func() { stop(t, r) })
	for _, id := range []string{"j1", "j2"} {
		if j := b.awaitState(t, id, job.Succeeded); j.Attempt != 1 || j.FailedOn != " a " {
			t.Errorf("%s: attempt %d, failed on %q", id, j.Attempt, j.FailedOn)
		}
	}
	m, err := b.store.Machine(t.Context(), "a")
	if err != nil || m == nil || !m.Rests.After(time.Now()) {
		t.Errorf("a machine on which two jobs lost their worker: %+v, %v", m, err)
	}
}

func testPoisonElsewhere(t *testing.T, b *bench) {
	b.machines(t, "a", "b")
	b.put(t, b.newJob("j1"))
	j := b.claimed(t, "z")
	j.FailedOn = j.FailedOn.With("z")
	if err := b.store.RequeueJob(t.Context(), j, 0, "", time.Now(), time.Time{}); err != nil {
		t.Fatal(err)
	}
	b.claimed(t, "a")
	h := &handler{run: well}
	b.run(t, h) // of a third machine
	if j := b.awaitState(t, "j1", job.Succeeded); j.Attempt != 2 || j.FailedOn != " z a " {
		t.Errorf("attempt %d, failed on %q; the death on the second machine counts", j.Attempt, j.FailedOn)
	}
	if resting := b.resting(t); len(resting) != 0 {
		t.Errorf("machines rest: %v, after one job that failed on two", resting)
	}
}

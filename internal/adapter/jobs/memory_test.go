package jobs_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/area/operation"
	"cohortium/internal/platform/job"
)

// machine claims jobs by a clock of the test.
type machine struct {
	*bench
	host     string
	budget   int64
	patience time.Duration
	now      *time.Time
	running  map[string]*job.Job
}

func (b *bench) machine(host string, budget int64, now *time.Time) *machine {
	return &machine{b, host, budget, 5 * time.Minute, now, map[string]*job.Job{}}
}

// claim takes a job; nil for none.
func (m *machine) claim(t *testing.T) (j *job.Job, left bool) {
	t.Helper()
	j, left, err := m.store.ClaimNextJob(t.Context(), job.Claim{
		Kinds: []string{"qc"}, Lease: fmt.Sprint("lease-", m.ids.Add(1)), Worker: m.host, Machine: m.host, Now: *m.now,
		Memory: m.budget, Patience: m.patience, Seen: m.now.Add(-time.Minute),
	})
	if err != nil {
		t.Fatal(err)
	}
	if j != nil {
		m.running[j.ID] = j
	}
	return j, left
}

// used returns the memory that the running jobs need.
func (m *machine) used() (sum int64) {
	for _, j := range m.running {
		sum += j.Memory
	}
	return sum
}

func (m *machine) finish(t *testing.T, j *job.Job) {
	t.Helper()
	if err := m.store.EndJob(t.Context(), j, job.Succeeded, "", *m.now); err != nil {
		t.Fatal(err)
	}
	delete(m.running, j.ID)
}

// needing queues a job of an account of its own.
func (b *bench) needing(t *testing.T, id string, memory int64, at time.Time) {
	t.Helper()
	j := b.newJob(id)
	j.OwnerID, j.Memory, j.CreatedAt, j.UpdatedAt = "owner of "+id, memory, at, at
	b.put(t, j)
}

// wantClaim expects the id of the job that a machine takes, "" for none, and whether others are left.
func (m *machine) wantClaim(t *testing.T, id string, left bool) {
	t.Helper()
	j, others := m.claim(t)
	got := ""
	if j != nil {
		got = j.ID
	}
	if got != id || others != left {
		t.Errorf("%s takes %q, left %v; want %q, %v", m.host, got, others, id, left)
	}
}

// testMemoryProperty draws queues and times: the running jobs of a machine never need more than its
// budget, unless it is one job, and each job runs.
func testMemoryProperty(t *testing.T, b *bench) {
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 60))
		now := time.Now()
		machines := []*machine{b.machine(fmt.Sprint("big", seed), 1000, &now), b.machine(fmt.Sprint("small", seed), 300, &now)}
		waiting := 0
		for step := range 150 {
			now = now.Add(time.Duration(r.IntN(60)) * time.Second)
			if step < 100 && r.IntN(3) > 0 {
				b.needing(t, fmt.Sprintf("s%d-%d", seed, step), []int64{1, 50, 299, 300, 301, 700, 1000, 1001, 5000}[r.IntN(9)], now)
				waiting++
			}
			m := machines[r.IntN(2)]
			if j, _ := m.claim(t); j != nil {
				waiting--
			}
			if m.used() > m.budget && len(m.running) > 1 {
				t.Fatalf("seed %d, step %d: %d jobs on %s need %d", seed, step, len(m.running), m.host, m.used())
			}
			for _, j := range m.running {
				if r.IntN(4) == 0 {
					m.finish(t, j)
				}
			}
		}
		for round := 0; waiting > 0; round++ { // no job hangs: with nothing new, the queue empties
			if round > 1000 {
				t.Fatalf("seed %d: %d jobs never run", seed, waiting)
			}
			for _, m := range machines {
				for j, _ := m.claim(t); j != nil; j, _ = m.claim(t) {
					waiting--
				}
				for _, j := range m.running {
					m.finish(t, j)
				}
			}
		}
	}
}

// testMemoryThresholds has both sides of the budget, of the patience and of a larger machine.
func testMemoryThresholds(t *testing.T, b *bench) {
	now := time.Now()
	m := b.machine("m", 1000, &now)
	b.needing(t, "first", 600, now)
	m.wantClaim(t, "first", false)
	b.needing(t, "large", 401, now.Add(time.Second))
	m.wantClaim(t, "", true) // one too many
	b.needing(t, "fits", 400, now.Add(2*time.Second))
	m.wantClaim(t, "fits", false) // goes past the large one
	m.finish(t, m.running["fits"])

	b.needing(t, "small1", 1, now.Add(3*time.Second))
	b.needing(t, "small2", 1, now.Add(4*time.Second))
	now = now.Add(m.patience - time.Millisecond)
	m.wantClaim(t, "small1", false)
	now = now.Add(time.Millisecond)
	m.wantClaim(t, "", true) // the large one is next
	m.finish(t, m.running["small1"])
	m.finish(t, m.running["first"])
	m.wantClaim(t, "large", false)
	m.wantClaim(t, "small2", false)
	for _, j := range m.running {
		m.finish(t, j)
	}

	b.needing(t, "alone", 5000, now)
	m.wantClaim(t, "alone", false)
	b.needing(t, "small3", 1, now.Add(time.Second))
	m.wantClaim(t, "", true) // nothing beside a job that exceeds the budget
	m.finish(t, m.running["alone"])
	m.wantClaim(t, "small3", false)
	m.finish(t, m.running["small3"])

	b.needing(t, "elsewhere", 1001, now)
	process := operation.Process{ID: "p", Host: "larger", Workers: 1, StartedAt: now, SeenAt: now, Memory: 1001}
	put := func() {
		if err := b.store.Operation().PutProcess(t.Context(), &process); err != nil {
			t.Fatal(err)
		}
	}
	put()
	m.wantClaim(t, "", true) // it fits on the larger machine
	now = now.Add(time.Minute)
	m.wantClaim(t, "elsewhere", false) // whose heartbeat has stopped
	m.finish(t, m.running["elsewhere"])
	process.ID, process.SeenAt, process.Memory = "q", now, 1000
	put()
	b.needing(t, "nowhere", 1001, now)
	m.wantClaim(t, "nowhere", false) // no machine is large enough
}

// testMemoryUnstated has a job of an earlier version, which does not state what it needs.
func testMemoryUnstated(t *testing.T, b *bench) {
	now := time.Now()
	m := b.machine("m", 2*job.StandardMemory-1, &now)
	b.needing(t, "a", 0, now)
	b.needing(t, "b", 0, now)
	m.wantClaim(t, "a", false)
	m.wantClaim(t, "", true)
	m.budget++
	m.wantClaim(t, "b", false)
}

// testMemoryIsShared runs real workers: two jobs of which one fits never run at once, though there
// are two workers, and the one that is too large is logged.
func testMemoryIsShared(t *testing.T, b *bench) {
	var atOnce, most atomic.Int64
	h := &handler{run: func(ctx context.Context, _ string, _ job.Reporter) error {
		n := atOnce.Add(1)
		for most.Load() < n {
			most.Store(n)
		}
		time.Sleep(150 * time.Millisecond)
		atOnce.Add(-1)
		return nil
	}}
	b.memory, b.workers = 1000, 2
	b.log = &watch{text: "it runs alone", seen: make(chan struct{})}
	for i, memory := range []int64{501, 500, 5000, 1000} {
		b.needing(t, fmt.Sprint("j", i), memory, time.Now())
	}
	b.run(t, h)
	for i := range 4 {
		b.awaitState(t, fmt.Sprint("j", i), job.Succeeded)
	}
	if most.Load() != 1 {
		t.Errorf("%d jobs ran at once", most.Load())
	}
	select {
	case <-b.log.seen:
	default:
		t.Error("the job that is too large is not logged")
	}
}

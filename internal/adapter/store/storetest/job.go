package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// NewJob returns a queued job.
func NewJob(id string) *job.Job {
	return &job.Job{
		ID: id, Kind: "qc", Area: auth.AreaHermes, SubjectID: "d1", RunID: "r1", OwnerID: "u1", State: job.Queued, Stage: "Waiting",
		CreatedAt: Epoch, UpdatedAt: Epoch,
	}
}

func enqueue(t *testing.T, s *store.Store, j *job.Job) {
	t.Helper()
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.Enqueue(t.Context(), j) }))
}

func testEnqueue(t *testing.T, s *store.Store) {
	ctx := t.Context()
	AddUser(t, s, "u1")
	AddFile(t, s, "d1", "u1")
	rolledBack(ctx, t, s, func(tx hermes.Tx) error {
		must(t, tx.CreateUpload(ctx, NewUpload("d1", "u1")))
		return tx.Enqueue(ctx, NewJob("j1"))
	})
	_, err := s.Job(ctx, "j1")
	wantKind(t, err, errs.NotFound)
	_, err = s.Hermes().Upload(ctx, "d1")
	wantKind(t, err, errs.NotFound)

	want := NewJob("j1")
	want.Area = auth.AreaSGC
	enqueue(t, s, want)
	got, err := s.Job(ctx, "j1")
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("job (-want +got):\n%s", diff)
	}
	at := Epoch.Add(time.Second)
	want.State, want.Stage, want.Done, want.Total, want.Attempt, want.Lease = job.Running, "sort", 3, 9, 2, "lease"
	want.Error, want.CancelRequested, want.StartedAt, want.HeartbeatAt, want.UpdatedAt = "e", true, &at, &at, at
	must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateJob(ctx, want) }))
	list, err := s.JobsByID(ctx, []string{"absent", "j1"})
	must(t, err)
	if diff := cmp.Diff([]*job.Job{want}, list); diff != "" {
		t.Errorf("jobs by id (-want +got):\n%s", diff)
	}
	wantKind(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateJob(ctx, NewJob("absent")) }), errs.NotFound)
}

// testJobClaims lets workers race for one job.
func testJobClaims(t *testing.T, s *store.Store) {
	ctx := t.Context()
	enqueue(t, s, NewJob("j1"))
	var wg sync.WaitGroup
	won := make([]*job.Job, 8)
	for i := range won {
		wg.Go(func() {
			j, err := s.ClaimJob(ctx, "j1", fmt.Sprintf("lease%d", i), "worker", Epoch.Add(time.Second))
			if err != nil {
				wantKind(t, err, errs.Conflict)
				return
			}
			won[i] = j
		})
	}
	wg.Wait()
	winners := 0
	for i, j := range won {
		if j == nil {
			continue
		}
		winners++
		if j.Lease != fmt.Sprintf("lease%d", i) || j.Attempt != 1 || j.State != job.Running || j.HeartbeatAt == nil {
			t.Errorf("claimed job = %+v", j)
		}
	}
	if winners != 1 {
		t.Errorf("%d workers got the job, want 1", winners)
	}
	_, err := s.ClaimJob(ctx, "absent", "lease", "worker", Epoch)
	wantKind(t, err, errs.NotFound)
}

func testJobLeases(t *testing.T, s *store.Store) {
	ctx := t.Context()
	at := func(seconds int) time.Time { return Epoch.Add(time.Duration(seconds) * time.Second) }
	enqueue(t, s, NewJob("j1"))
	old, err := s.ClaimJob(ctx, "j1", "old", "w1", at(0))
	must(t, err)
	cancel, err := s.BeatJob(ctx, "j1", "old", "sort", 5, 10, at(10))
	must(t, err)
	if cancel {
		t.Error("nobody asked to cancel")
	}
	lost := func(before time.Time) int {
		list, err := s.LostJobs(ctx, "qc", before, at(5000))
		must(t, err)
		return len(list)
	}
	if lost(at(10)) != 0 || lost(at(11)) != 1 {
		t.Error("a job is lost when its last sign of life is older than the limit, and only then")
	}
	for ahead, want := range map[time.Time]int{at(10): 0, at(9): 1} { // the last heartbeat is of 10
		list, err := s.LostJobs(ctx, "qc", at(0), ahead)
		must(t, err)
		if len(list) != want {
			t.Errorf("%d jobs have a sign of life beyond %s, want %d", len(list), ahead, want)
		}
	}
	others, err := s.LostJobs(ctx, "another", at(11), at(5000))
	must(t, err)
	if len(others) != 0 {
		t.Errorf("jobs of another kind: %d", len(others))
	}
	must(t, s.RequeueJob(ctx, old, old.Attempt, "worker lost", at(80), at(80)))
	if lost(at(1000)) != 0 {
		t.Error("a queued job counts as lost")
	}
	fresh, err := s.ClaimJob(ctx, "j1", "new", "w2", at(81))
	must(t, err)
	if fresh.Attempt != 2 || fresh.Done != 0 || !fresh.StartedAt.Equal(at(81)) {
		t.Errorf("job taken over = %+v", fresh)
	}
	_, err = s.BeatJob(ctx, "j1", "old", "sort", 6, 10, at(82))
	wantKind(t, err, errs.Conflict)
	wantKind(t, s.RequeueJob(ctx, old, 1, "", at(82), at(82)), errs.Conflict)
	wantKind(t, s.EndJob(ctx, old, job.Failed, "late", at(82)), errs.Conflict)
	must(t, s.EndJob(ctx, fresh, job.Failed, "final", at(83)))
	wantKind(t, s.EndJob(ctx, fresh, job.Succeeded, "", at(84)), errs.Conflict)
	got, err := s.Job(ctx, "j1")
	must(t, err)
	if got.State != job.Failed || got.Error != "final" || !got.UpdatedAt.Equal(at(83)) {
		t.Errorf("ended job = %+v", got)
	}
	enqueue(t, s, NewJob("j2"))
	enqueue(t, s, NewJob("j3"))
	_, err = s.ClaimJob(ctx, "j3", "lease", "w1", at(85))
	must(t, err)
	must(t, s.Hermes().InTx(ctx, func(tx hermes.Tx) error {
		for owner, want := range map[string]int64{got.OwnerID: 2, "nobody": 0} {
			if n, err := tx.UnfinishedJobs(ctx, owner); err != nil || n != want {
				t.Errorf("unfinished jobs of %q: %d, %v; want %d", owner, n, err, want)
			}
		}
		return nil
	}))
}

func testRedelivery(t *testing.T, s *store.Store) {
	ctx := t.Context()
	at := func(seconds int) time.Time { return Epoch.Add(time.Duration(seconds) * time.Second) }
	for _, id := range []string{"j1", "j2"} {
		enqueue(t, s, NewJob(id))
	}
	_, err := s.ClaimJob(ctx, "j2", "lease", "w", at(0)) // no transaction waits for it
	must(t, err)
	for _, c := range []struct {
		name   string
		kind   string
		before time.Time
		ahead  time.Time
		want   int
	}{
		{"too young", "qc", at(0), at(90), 0},
		{"of another kind", "another", at(60), at(90), 0},
		{"old enough", "qc", at(60), at(90), 1},
		{"just delivered", "qc", at(60), at(90), 0},
		{"at the edge of what is ahead", "qc", at(0), at(60), 0},
		{"queued before the clock was set back", "qc", at(0), at(59), 1},
	} {
		if n, err := s.RedeliverJobs(ctx, c.kind, c.before, c.ahead, at(60)); err != nil || n != c.want {
			t.Errorf("%s: %d, %v; want %d", c.name, n, err, c.want)
		}
	}
}

func testJobsChangedSince(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for i := range 5 {
		j := NewJob(numbered("j", i))
		j.UpdatedAt = Epoch.Add(time.Duration(5-i) * time.Microsecond)
		enqueue(t, s, j)
	}
	for _, c := range []struct {
		since time.Time
		limit int
		want  string
	}{
		{Epoch, 10, "j004 j003 j002 j001 j000"},
		{Epoch, 2, "j004 j003"},
		{Epoch.Add(3 * time.Microsecond), 10, "j001 j000"},
		{Epoch.Add(time.Second), 10, ""},
	} {
		list, err := s.JobsChangedSince(ctx, c.since, c.limit)
		must(t, err)
		var ids []string
		for _, j := range list {
			ids = append(ids, j.ID)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("since %s, limit %d: %s, want %s", c.since, c.limit, got, c.want)
		}
	}
}

// testConcurrent lets transactions read, add one and write the same row.
func testConcurrent(t *testing.T, s *store.Store) {
	ctx := t.Context()
	enqueue(t, s, NewJob("j1"))
	const writers, rounds = 4, 10
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for range rounds {
				err := s.Hermes().InTx(ctx, func(tx hermes.Tx) error {
					j, err := tx.Job(ctx, "j1")
					if err != nil {
						return err
					}
					j.Done++
					return tx.UpdateJob(ctx, j)
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	j, err := s.Job(ctx, "j1")
	must(t, err)
	if j.Done != writers*rounds {
		t.Errorf("counter = %d, want %d", j.Done, writers*rounds)
	}
}

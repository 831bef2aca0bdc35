package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/operation"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/job"
)

// testProcesses: a process is one row that its heartbeats renew; it has the jobs that it runs.
func testProcesses(t *testing.T, s *store.Store) {
	ctx, o := t.Context(), s.Operation()
	p := operation.Process{
		ID:        "w1",
		Host:      "“härz”",
		Kind:      operation.Worker,
		Version:   "1.2",
		Workers:   3,
		StartedAt: Epoch,
		SeenAt:    Epoch,
		Disk:      operation.Disk{Free: 1 << 40, Size: 1 << 41},
	}
	must(t, o.PutProcess(ctx, &p))
	p.SeenAt, p.Disk.Free = Epoch.Add(time.Minute), -1
	must(t, o.PutProcess(ctx, &p))
	enqueue(t, s, NewJob("j1"))
	_, err := s.ClaimJob(ctx, "j1", "lease", "w1", Epoch)
	must(t, err)
	want := func(want ...operation.Process) {
		t.Helper()
		got, err := o.Processes(ctx)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	p.Jobs = 1
	want(p)
	must(t, o.Forget(ctx, p.SeenAt, Epoch, 1))
	want(p)
	must(t, o.Forget(ctx, p.SeenAt.Add(time.Second), Epoch, 1))
	want()
	must(t, o.PutProcess(ctx, &p))
	must(t, o.DeleteProcess(ctx, "w1"))
	want()
}

// testProblems: the same words on one day are one problem; only the newest are kept.
func testProblems(t *testing.T, s *store.Store) {
	ctx, o := t.Context(), s.Operation()
	put := func(day, message, reference string, minutes int) {
		t.Helper()
		must(
			t,
			o.PutProblem(
				ctx,
				&operation.Problem{Day: day, Message: message, Cause: "why\x00", Reference: reference, LastAt: Epoch.Add(time.Duration(minutes) * time.Minute)},
			),
		)
	}
	read := func() (lines []string) {
		t.Helper()
		list, err := o.Problems(ctx)
		must(t, err)
		for _, p := range list {
			line := p.Day + " " + p.Message + " " + p.Reference + " " + p.LastAt.Sub(p.FirstAt).String()
			if p.Settled {
				line += " settled"
			}
			lines = append(lines, line+map[bool]string{true: "", false: " again"}[p.Times == 1])
		}
		return lines
	}
	want := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, read()); diff != "" {
			t.Error(diff)
		}
	}
	put("d1", "mail", "r1", 0)
	put("d1", "mail", "r2", 5)
	put("d1", "disk", "r3", 7)
	put("d2", "mail", "r4", 9)
	want("d2 mail r4 0s", "d1 disk r3 0s", "d1 mail r2 5m0s again")
	must(t, o.SettleProblems(ctx, "mail"))
	put("d2", "mail", "r5", 10)
	want("d2 mail r5 1m0s again", "d1 disk r3 0s", "d1 mail r2 5m0s settled again")
	must(t, o.Forget(ctx, Epoch, Epoch, 3))
	want("d2 mail r5 1m0s again", "d1 disk r3 0s", "d1 mail r2 5m0s settled again")
	must(t, o.Forget(ctx, Epoch, Epoch, 2))
	want("d2 mail r5 1m0s again", "d1 disk r3 0s")
	must(t, o.Forget(ctx, Epoch, Epoch.Add(8*time.Minute), 2))
	want("d2 mail r5 1m0s again")
}

// testQueueOfOperation: jobs that were given up are listed until their subject has a newer one; those
// that failed because of their input are not. Names come from the audit trail, except those of
// private jobs.
func testQueueOfOperation(t *testing.T, s *store.Store) {
	ctx, o := t.Context(), s.Operation()
	add := func(id, subject string, minute int, change func(*job.Job)) {
		t.Helper()
		j := NewJob(id)
		j.SubjectID, j.CreatedAt = subject, Epoch.Add(time.Duration(minute)*time.Minute)
		change(j)
		enqueue(t, s, j)
		must(t, inTx(t, s, func(tx hermes.Tx) error { return tx.UpdateJob(ctx, j) }))
	}
	failed := func(givenUp bool) func(*job.Job) {
		return func(j *job.Job) { j.State, j.Error, j.GivenUp = job.Failed, "The disk is full.", givenUp }
	}
	add("refused", "s1", 0, failed(false))
	add("given", "s2", 1, failed(true))
	add("private", "s3", 2, func(j *job.Job) { j.Area = job.Own })
	add("running", "s4", 3, func(j *job.Job) { j.State = job.Running })
	for _, subject := range []string{"s3", "s4"} {
		err := s.Exec(ctx, "INSERT INTO audit_names (object, object_id, name, name_key) VALUES ('upload', $1, 'Named', 'named')", subject)
		must(t, err)
	}
	names := func(list []operation.QueuedJob, err error) (out []string) {
		t.Helper()
		must(t, err)
		for _, j := range list {
			out = append(out, j.ID+" "+j.Subject)
		}
		return out
	}
	if diff := cmp.Diff([]string{"private ", "running Named"}, names(o.UnfinishedJobs(ctx, 9))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"given "}, names(o.JobsGivenUp(ctx, Epoch.Add(-time.Second), 9))); diff != "" {
		t.Error(diff)
	}
	if late := names(o.JobsGivenUp(ctx, Epoch, 9)); len(late) != 0 {
		t.Errorf("before the time: %v", late)
	}
	c, err := o.Counts(ctx, Epoch, Epoch, Epoch)
	must(t, err)
	if c.Queued != 1 || c.Running != 1 {
		t.Errorf("%+v", c)
	}
	add("again", "s2", 5, func(j *job.Job) { j.State = job.Succeeded })
	if open := names(o.JobsGivenUp(ctx, Epoch.Add(-time.Second), 9)); len(open) != 0 {
		t.Errorf("repeated: %v", open)
	}
}

// testCountsOfOperation: both sides of each limit.
func testCountsOfOperation(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for i, id := range []string{"u1", "u2"} {
		AddUser(t, s, id)
		must(t, s.Accounts().InTx(ctx, func(tx auth.Tx) error {
			seen := Epoch.Add(time.Duration(i) * time.Minute)
			if err := tx.CreateLink(
				ctx,
				&auth.StoredLink{TokenHash: id, Kind: auth.LinkInvitation, UserID: id, CreatedAt: Epoch, ExpiresAt: seen},
			); err != nil {
				return err
			}
			return tx.CreateSession(
				ctx,
				&auth.Session{ID: id, TokenHash: id, UserID: id, CreatedAt: Epoch, LastSeenAt: seen, AuthenticatedAt: Epoch, ExpiresAt: Epoch.Add(time.Hour)},
			)
		}))
	}
	for _, c := range []struct {
		at, since, expire   time.Duration
		signedIn, expirings int64
	}{
		{-time.Minute, -time.Second, time.Minute, 2, 2},
		{0, 0, time.Minute, 1, 1}, // last seen exactly then; expires exactly now
		{0, 0, time.Minute - time.Second, 1, 0},
		{time.Hour, 0, time.Hour, 0, 0}, // sessions that have expired
	} {
		got, err := s.Operation().Counts(ctx, Epoch.Add(c.at), Epoch.Add(c.since), Epoch.Add(c.expire))
		must(t, err)
		if got.SignedIn != c.signedIn || got.InvitationsExpiring != c.expirings {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

package operation_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/adapter/upload"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/operation"
	"cohortium/internal/area/reference"
	"cohortium/internal/area/setup"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/rule"
)

// office is an installation and its administrator.
type office struct {
	t        *testing.T
	deps     operation.Deps
	steps    setup.Deps
	store    *store.Store
	blobs    *blob.Bucket
	admin    *auth.Identity
	uploader *auth.Identity
	now      time.Time
	ready    error
	kept     map[string]bool // keys of blobs that a row names
}

// backup records a complete backup.
func (o *office) backup(place string) {
	must(o.t, o.deps.Store.PutBackup(o.t.Context(), operation.Backup{Place: place, ID: "b1", At: o.now}))
}

// schedule is of every six hours.
func (o *office) schedule(place string) {
	s := operation.Schedule{Place: place, Every: 6 * time.Hour, Keep: 2, SeenAt: o.now, NextAt: o.now}
	must(o.t, o.store.Operation().PutSchedule(o.t.Context(), &s, o.now.Add(s.Every)))
}

func (o *office) certificate(left time.Duration) {
	o.deps.Certificate = func() (time.Time, bool) { return o.now.Add(left), true }
}

// withoutBackups starts again on a database that never had one.
func (o *office) withoutBackups() error {
	o.store = storetest.OpenSQLite(o.t)
	o.deps.Store = o.store.Operation()
	return nil
}

func newOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, store: storetest.OpenSQLite(t), now: storetest.Epoch, kept: map[string]bool{}}
	now := func() time.Time { return o.now }
	ids := 0
	newID := func() string { ids++; return fmt.Sprintf("id%05d", ids) }
	settings := auth.DefaultSettings()
	settings.Registration = true
	accounts, err := auth.New(
		auth.Deps{Store: o.store.Accounts(), Now: now, NewID: newID, Random: rand.Reader, Settings: settings, Log: slog.New(slog.DiscardHandler)},
	)
	must(t, err)
	t.Cleanup(func() { _ = accounts.Close() })
	o.blobs, err = blob.Open(t.Context(), "mem://")
	must(t, err)
	t.Cleanup(func() { _ = o.blobs.Close() })
	identity := func(name, role string) *auth.Identity {
		u := storetest.AddUser(t, o.store, name, role)
		return auth.NewIdentity(u, nil)
	}
	o.admin, o.uploader = identity("ada", auth.RoleAdmin), identity("ulla", "uploader")
	o.steps = setup.Deps{
		Accounts: accounts,
		Hermes:   hermes.NewService(o.store.Hermes(), upload.NewService(o.store, o.blobs, now, newID, upload.Options{}), o.blobs, now, newID, hermes.Config{}),
		Reference: reference.Open(
			t.TempDir(),
			now,
		).Registry,
		Audit:   audit.NewLog(o.store, now),
		LinksTo: "http://localhost:8080",
		Rules:   rule.NewService(o.store.Rule(), now),
	}
	must(t, o.steps.Hermes.EnsurePhenotypes(t.Context()))
	o.deps = operation.Deps{
		Store: o.store.Operation(), Files: o.blobs, Ready: func(context.Context) error { return o.ready }, Accounts: accounts, Hermes: o.steps.Hermes,
		Now: now, Versions: operation.Versions{Program: "2.0"},
	}
	return o
}

func (o *office) overview() *operation.Overview {
	o.t.Helper()
	o.deps.Setup = setup.New(o.steps)
	view, err := operation.New(o.deps).Overview(o.t.Context(), o.admin, "http://localhost:8080")
	must(o.t, err)
	return view
}

// need returns what begins with a key, "" for nothing.
func (o *office) need(key string) string {
	o.t.Helper()
	for _, n := range o.overview().Needs {
		if strings.HasPrefix(n.Key, key) {
			if n.Title == "" || !strings.HasSuffix(n.Fact, ".") || n.Action == nil {
				o.t.Errorf("a need without cause or remedy: %+v", n)
			}
			return string(n.Level) + ": " + n.Title
		}
	}
	return ""
}

func (o *office) process(change func(*operation.Process)) {
	o.t.Helper()
	p := &operation.Process{
		ID: "p1", Host: "north", Kind: operation.Worker, Version: "2.0", Workers: 2, StartedAt: o.now, SeenAt: o.now,
		Disk: operation.Disk{Free: 1 << 40, Size: 1 << 41},
	}
	change(p)
	must(o.t, o.deps.Store.PutProcess(o.t.Context(), p))
}

// fault records a job that failed on north.
func (o *office) fault(certain bool) {
	o.t.Helper()
	_, err := o.store.AddFault(o.t.Context(), job.Fault{
		Host: "north", JobID: "j1", Reason: "No space is left.", Certain: certain, Within: time.Hour, First: 30 * time.Second, Most: time.Hour, Now: o.now,
	})
	must(o.t, err)
}

func (o *office) job(id string, change func(*job.Job)) {
	o.t.Helper()
	j := storetest.NewJob(id)
	j.CreatedAt, j.UpdatedAt = o.now, o.now
	must(o.t, o.store.Hermes().InTx(o.t.Context(), func(tx hermes.Tx) error {
		if err := tx.Enqueue(o.t.Context(), j); err != nil {
			return err
		}
		change(j)
		return tx.UpdateJob(o.t.Context(), j)
	}))
}

// Every source of a need: it is not there before, is there with its cause, and goes with it.
func TestNeedsComeAndGo(t *testing.T) {
	t.Parallel()
	nothing := func(*office) {}
	for _, c := range []struct {
		key, want string
		before    func(*office)
		cause     func(*office)
		mend      func(*office)
	}{
		{"storage", "fail: The database is read-only", nothing,
			func(o *office) { o.ready = errs.New(errs.Unavailable, "read_only", "It takes no changes.") }, func(o *office) { o.ready = nil }},
		{"storage", "fail: The disk is full", nothing,
			func(o *office) { o.ready = errs.New(errs.Unavailable, "disk_full", "No space.") }, func(o *office) { o.ready = nil }},
		{"storage", "fail: Database or file store does not answer", nothing,
			func(o *office) { o.ready = errors.New("connection refused.") }, func(o *office) { o.ready = nil }},
		{"stopped-p1", "fail: The worker on north does not answer",
			func(o *office) { o.process(func(*operation.Process) {}); o.now = o.now.Add(operation.DeadAfter - 1) },
			func(o *office) { o.now = o.now.Add(1) },
			func(o *office) { o.process(func(p *operation.Process) { p.ID = "p2" }) }},
		{"version-p1", "warn: The worker on north runs another version",
			func(o *office) { o.process(func(*operation.Process) {}) },
			func(o *office) { o.process(func(p *operation.Process) { p.ID, p.Version = "p1x", "1.0" }) },
			func(o *office) { must(o.t, o.deps.Store.DeleteProcess(o.t.Context(), "p1x")) }},
		{"disk-north", "warn: The disk of north has 10.0 GB left",
			func(o *office) { o.process(func(p *operation.Process) { p.Disk.Free = operation.DiskLow }) },
			func(o *office) { o.process(func(p *operation.Process) { p.Disk.Free = operation.DiskLow - 1 }) },
			func(o *office) { o.process(func(p *operation.Process) { p.Disk.Free = -1 }) }},
		{"disk-north", "fail: The disk of north has 2.0 GB left", nothing,
			func(o *office) { o.process(func(p *operation.Process) { p.Disk.Free = operation.DiskFull - 1 }) },
			func(o *office) { o.process(func(p *operation.Process) { p.Disk.Free = operation.DiskLow }) }},
		{"rests-north", "warn: The machine north takes no jobs",
			func(o *office) { o.fault(false) }, func(o *office) { o.fault(true) }, func(o *office) { o.now = o.now.Add(30 * time.Second) }},
		{"jobs-failed", "fail: 1 job failed",
			func(o *office) { o.job("refused", func(j *job.Job) { j.SubjectID, j.State = "s0", job.Failed }) },
			func(o *office) {
				o.job("j1", func(j *job.Job) { j.State, j.GivenUp, j.Error = job.Failed, true, "It broke." })
				o.now = o.now.Add(time.Minute)
			},
			func(o *office) { o.job("j2", func(j *job.Job) { j.State = job.Running }) }},
		{"no-workers", "fail: 1 job waits and no worker runs",
			func(o *office) { o.process(func(p *operation.Process) { p.Kind, p.Workers = operation.Server, 0 }) },
			func(o *office) { o.job("j1", func(*job.Job) {}) },
			func(o *office) { o.process(func(p *operation.Process) { p.ID = "p2" }) }},
		{"backup", "fail: The newest backup is 48 hours old",
			func(o *office) { o.backup("/a"); o.now = o.now.Add(operation.BackupOld) },
			func(o *office) { o.now = o.now.Add(1) },
			func(o *office) { o.backup("/b") }},
		{"backup", "fail: The newest backup is 12 hours old",
			func(o *office) { o.backup("/a"); o.schedule("/a"); o.now = o.now.Add(12 * time.Hour) },
			func(o *office) { o.now = o.now.Add(1) },
			func(o *office) { o.backup("/a") }},
		{"backup", "warn: No backup is configured",
			func(o *office) { o.backup("/a") },
			func(o *office) { must(o.t, o.withoutBackups()) },
			func(o *office) { o.schedule("/a") }},
		{"certificate", "warn: The certificate expires in 21 days",
			func(o *office) { o.certificate(operation.CertificateLate + 1) },
			func(o *office) { o.certificate(operation.CertificateLate) }, func(o *office) { o.certificate(2 * operation.CertificateLate) }},
		{"certificate", "fail: The certificate has expired",
			func(*office) {}, func(o *office) { o.certificate(0) }, func(o *office) { o.deps.Certificate = nil }},
		{"mail-failing", "fail: Mail is not sent", nothing,
			func(o *office) {
				must(o.t, o.deps.Store.PutProblem(o.t.Context(), &operation.Problem{Day: "d", Message: operation.MailFailed, Cause: "refused.", LastAt: o.now}))
			},
			func(o *office) { must(o.t, o.deps.Store.SettleProblems(o.t.Context(), operation.MailFailed)) }},
		{"quarantine", "warn: 1 file is in quarantine",
			func(o *office) { o.put("hermes/uploads/a/b") }, func(o *office) { o.sweep() },
			func(o *office) { o.kept["hermes/uploads/a/b"] = true; o.sweep() }},
		{"sweeps", "fail: Clean-up of files has stopped", nothing,
			func(o *office) {
				for i := range 30 {
					o.put(fmt.Sprintf("hermes/uploads/a/%d", i))
				}
				o.sweep()
			},
			func(o *office) {
				_, err := o.blobs.Approve(o.t.Context())
				must(o.t, err)
			}},
		{"access-requests", "warn: 1 person asks for access", nothing,
			func(o *office) {
				must(o.t, o.deps.Accounts.RequestAccess(o.t.Context(), auth.AccessRequest{Email: "new@example.org", FirstName: "N", LastName: "N", Area: auth.AreaHermes}))
			},
			func(o *office) {
				list, err := o.deps.Accounts.AccessRequests(o.t.Context(), o.admin, "")
				must(o.t, err)
				_, err = o.deps.Accounts.DecideAccess(o.t.Context(), o.admin, "", list[0].ID, false, "")
				must(o.t, err)
			}},
		{"invitations", "warn: 1 invitation expires within 6 hours",
			func(o *office) { o.invite(); o.now = o.now.Add(18*time.Hour - time.Second) },
			func(o *office) { o.now = o.now.Add(time.Second) },
			func(o *office) { o.withdraw() }},
		{"invitations-expired", "warn: 1 invitation has expired",
			func(o *office) { o.invite(); o.now = o.now.Add(24*time.Hour - time.Second) },
			func(o *office) { o.now = o.now.Add(time.Second) },
			func(o *office) { o.withdraw() }},
		{"phenotype-requests", "warn: 1 phenotype is requested", nothing,
			func(o *office) {
				_, err := o.deps.Hermes.AskForPhenotype(o.t.Context(), o.uploader, hermes.NewPhenotypeRequest{Wanted: "Gout", Why: "why"})
				must(o.t, err)
			},
			func(o *office) {
				list, err := o.deps.Hermes.PhenotypeRequests(o.t.Context(), o.admin)
				must(o.t, err)
				_, err = o.deps.Hermes.DecidePhenotypeRequest(o.t.Context(), o.admin, list[0].ID, hermes.RequestDecision{Answer: "no"})
				must(o.t, err)
			}},
		{"address", "todo: Public web address", func(o *office) { o.steps.BaseURL = "http://localhost:8080" },
			func(o *office) { o.steps.BaseURL = "" }, func(o *office) { o.steps.BaseURL = "http://localhost:8080" }},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			c.before(o)
			if got := o.need(c.key); got != "" {
				t.Errorf("before: %s", got)
			}
			c.cause(o)
			if got := o.need(c.key); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			c.mend(o)
			if got := o.need(c.key); got != "" {
				t.Errorf("afterwards: %s", got)
			}
		})
	}
}

func (o *office) invite() {
	o.t.Helper()
	_, err := o.deps.Accounts.Invite(o.t.Context(), o.admin, "", []auth.NewInvitation{{UserName: "new@example.org", UserType: "uploader"}}, false)
	must(o.t, err)
}

func (o *office) withdraw() {
	o.t.Helper()
	u, err := o.store.Accounts().UserByName(o.t.Context(), "new@example.org")
	must(o.t, err)
	must(o.t, o.deps.Accounts.WithdrawInvitation(o.t.Context(), o.admin, "", u.ID))
}

func (o *office) put(key string) {
	o.t.Helper()
	_, _, err := o.blobs.Put(o.t.Context(), key, strings.NewReader("abc"))
	must(o.t, err)
}

// sweep looks for files that no row names. Too many orphans stop it.
func (o *office) sweep() {
	o.t.Helper()
	later := time.Now().Add(2 * time.Hour)
	_, _, err := o.blobs.Sweep(o.t.Context(), "hermes/", later, later, func(_ context.Context, key string) (bool, error) { return o.kept[key], nil })
	if err != nil && errs.CodeOf(err) != "many_orphans" {
		o.t.Fatal(err)
	}
}

// Every open first step is a need of the lowest level, and the worst is first.
func TestOrderOfNeeds(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.ready = errors.New("it is gone.")
	o.process(func(p *operation.Process) { p.Version = "1.0" })
	steps, err := setup.New(o.steps).Steps(t.Context(), o.admin, "http://localhost:8080")
	must(t, err)
	want := []string{"fail storage", "warn version-p1", "warn backup"}
	for _, s := range steps {
		if !s.Done {
			want = append(want, "todo "+s.Key)
		}
	}
	var got []string
	for _, n := range o.overview().Needs {
		got = append(got, string(n.Level)+" "+n.Key)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 5 {
		t.Error(diff)
	}
}

// The totals of the file store are the sums of its kinds, and every file is in one.
func TestStorageAddsUp(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, key := range []string{"uploads/f/1", "uploads/f/2", "hermes/uploads/a/b", "tables/t/1", "pages/p/1", "quarantine/hermes/a", "new/kind"} {
		o.put(key)
	}
	want := []operation.Stored{
		{Kind: "other", Bytes: 6, Files: 2}, {Kind: "pages", Bytes: 6, Files: 2}, {Kind: "uploads", Bytes: 6, Files: 2}, {Kind: "results", Bytes: 3, Files: 1},
	}
	got := o.overview().Storage
	if diff := cmp.Diff(want, got.Kinds); diff != "" || got.Bytes != 21 || got.Files != 7 {
		t.Errorf("%s\n%+v", diff, got)
	}
}

// Numbers count what is listed below them.
func TestNumbers(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	since := o.now
	o.job("waits", func(*job.Job) {})
	o.now = o.now.Add(time.Minute)
	o.job("later", func(*job.Job) {})
	o.job("runs", func(j *job.Job) { j.State, j.StartedAt = job.Running, &o.now })
	for i, ago := range []time.Duration{24 * time.Hour, 24*time.Hour - time.Second, 0} {
		for range i + 1 {
			must(t, o.deps.Store.PutProblem(t.Context(), &operation.Problem{Day: fmt.Sprint(i), Message: "request failed", LastAt: o.now.Add(-ago)}))
		}
	}
	n := o.overview().Numbers
	if n.OldestQueued == nil || !n.OldestQueued.Equal(since) {
		t.Errorf("the oldest waits since %v", n.OldestQueued)
	}
	n.OldestQueued = nil
	if want := (operation.Numbers{Queued: 2, Running: 1, Errors: 5, Accounts: 2}); n != want {
		t.Errorf("%+v, want %+v", n, want)
	}
}

// A process that was killed is replaced by the next of its kind on its machine, and by no other.
func TestReplacedProcesses(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.process(func(*operation.Process) {})
	o.now = o.now.Add(time.Hour)
	for _, p := range []operation.Process{{Host: "south", Kind: operation.Worker}, {Host: "north", Kind: operation.Server}} {
		o.process(func(q *operation.Process) { q.ID, q.Host, q.Kind = "other", p.Host, p.Kind })
		if got := o.overview().Processes; len(got) != 2 || slices.ContainsFunc(got, func(p operation.Process) bool { return p.Alive == (p.ID == "p1") }) {
			t.Errorf("%+v", got)
		}
		must(t, o.deps.Store.DeleteProcess(t.Context(), "other"))
	}
}

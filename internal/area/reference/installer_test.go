package reference_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/localcopy"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/job/jobtest"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

// shelf is an installer on a real database and blobs in memory, with uploaded files and reports that
// the test sets.
type shelf struct {
	*reference.Installer
	db    *store.Store
	blobs *blob.Bucket
	texts map[string]string // uploaded files by id
	users []*hermes.Submission
	asked string // checksum that reports were searched for
	stuck bool   // uploads cannot be deleted
	n     int
	days  int
	crash func(point string)
}

func onEach(t *testing.T, test func(t *testing.T, s *shelf)) {
	t.Helper()
	storetest.OnEach(t, cluster.Database, func(t *testing.T, db *store.Store) {
		s := &shelf{db: db, texts: map[string]string{}, crash: func(string) {}}
		var err error
		if s.blobs, err = blob.Open(t.Context(), "mem://"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.blobs.Close() })
		storetest.AddUser(t, db, "ada", "admin")
		s.Installer = s.machine(t)
		test(t, s)
	})
}

// machine returns an installer of another process, on a machine with an empty folder.
func (s *shelf) machine(t *testing.T) *reference.Installer {
	log := slog.New(slog.DiscardHandler)
	copies := localcopy.New(t.TempDir(), 1<<30, s.blobs, log)
	t.Cleanup(func() { _ = copies.Close() })
	return reference.NewInstaller(reference.InStore(s.db.Reference(), copies, s.now), s.db.Reference(), s, s.blobs, s, s.now, s.newID, reference.Config{
		TempDir: t.TempDir(), Readers: map[reference.Type][]string{reference.Chain: {"qc", "other"}}, Log: log,
		Crash: func(point string) { s.crash(point) },
	})
}

func (s *shelf) now() time.Time { return today.AddDate(0, 0, s.days) }

func (s *shelf) newID() string { s.n++; return fmt.Sprintf("id%06d", s.n) }

func (s *shelf) File(_ context.Context, id string) (*file.Info, error) {
	text, ok := s.texts[id]
	if !ok {
		return nil, errs.Missing("upload")
	}
	return &file.Info{ID: id, OwnerID: "ada", Name: id + ".chain", Size: int64(len(text)), Complete: text != "half"}, nil
}

func (s *shelf) OpenFile(_ context.Context, id string) (io.ReadCloser, error) {
	text, ok := s.texts[id]
	if !ok {
		return nil, errs.Missing("upload")
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

func (s *shelf) DeleteFile(_ context.Context, id string) error {
	if s.stuck {
		return errors.New("the disk is gone")
	}
	delete(s.texts, id)
	return nil
}

func (s *shelf) UploadsReporting(_ context.Context, text string, limit int) ([]*hermes.Submission, int64, error) {
	s.asked = text
	return s.users[:min(limit, len(s.users))], int64(len(s.users)), nil
}

func (s *shelf) Reporting(context.Context) (dataSets, analyses map[string]int64, err error) {
	return nil, nil, nil
}

func as(name string) *auth.Identity {
	return auth.NewIdentity(&auth.User{ID: name, UserName: name, IsActive: true, Roles: []string{"admin"}}, nil)
}

// install uploads a text and begins to install it.
func (s *shelf) install(t *testing.T, id, text string, want reference.Note) *reference.Installation {
	t.Helper()
	s.texts[id] = text
	if err := s.Install(t.Context(), as("ada"), id, want); err != nil {
		t.Fatal(err)
	}
	list := s.underway(t)
	at := slices.IndexFunc(list, func(i *reference.Installation) bool { return i.UploadID == id })
	if at < 0 || list[at].State != reference.Waiting {
		t.Fatalf("%+v", list)
	}
	return list[at]
}

func (s *shelf) claim(t *testing.T, jobID string) *jobtest.Reporter {
	t.Helper()
	lease := s.newID()
	if _, err := s.db.ClaimJob(t.Context(), jobID, lease, "test", s.now()); err != nil {
		t.Fatal(err)
	}
	return &jobtest.Reporter{Token: lease}
}

// run runs the job of an installation on another machine.
func (s *shelf) run(t *testing.T, i *reference.Installation) {
	t.Helper()
	if err := s.machine(t).RunJob(t.Context(), i.JobID, s.claim(t, i.JobID)); err != nil {
		t.Fatal(err)
	}
}

func (s *shelf) underway(t *testing.T) []*reference.Installation {
	t.Helper()
	list, err := s.Underway(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func (s *shelf) installed(t *testing.T) []*reference.File {
	t.Helper()
	list, err := s.Installed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// keys lists the blobs of reference data.
func (s *shelf) keys(t *testing.T) (keys []string) {
	t.Helper()
	if err := s.blobs.List(t.Context(), "reference/", func(o blob.Object) error { keys = append(keys, o.Key); return nil }); err != nil {
		t.Fatal(err)
	}
	return keys
}

// entries lists the audit entries about reference data: actor, action and detail.
func (s *shelf) entries(t *testing.T) (entries []string) {
	t.Helper()
	events, _, err := s.db.AuditEvents(t.Context(), audit.Filter{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range slices.Backward(events) {
		if e.Object == "reference" {
			entries = append(entries, fmt.Sprintf("%s %s %s: %s", e.Actor, e.Action, e.ObjectID, e.Detail))
		}
	}
	return entries
}

// An uploaded file is installed by a job of any machine; a rejected one stays uploaded with the
// sentence in the words of the page, and is installed once its details are corrected.
func TestInstallAnUploadedFile(t *testing.T) {
	onEach(t, func(t *testing.T, s *shelf) {
		want := reference.Note{Type: reference.Chain, Build: "hg19", Licence: "free"}
		s.run(t, s.install(t, "up", hg18To38, want))
		const sentence = "The field From is GRCh37, but the file is on NCBI36. Correct the field From or leave it out."
		list := s.underway(t)
		if len(list) != 1 || list[0].State != reference.Refused || list[0].Why != sentence || list[0].Size != int64(len(hg18To38)) ||
			list[0].By.UserName != "ada" || list[0].Note.Licence != "free" || list[0].FileName != "up.chain" {
			t.Fatalf("%+v", list)
		}
		if s.texts["up"] == "" || len(s.installed(t)) > 0 || len(s.keys(t)) > 0 {
			t.Errorf("uploaded: %q; installed: %v; stored: %v", s.texts, s.installed(t), s.keys(t))
		}
		want.Build = ""
		s.run(t, s.install(t, "up", hg18To38, want))
		if list := s.underway(t); len(list) > 0 {
			t.Fatalf("%+v", list[0])
		}
		all := s.installed(t)
		if len(all) != 1 || all[0].Note.Name != "up" || all[0].Note.Build != "NCBI36" || all[0].Note.SHA256 != sum(hg18To38) || all[0].By != "ada" ||
			all[0].Bytes() != int64(len(hg18To38)) || len(s.keys(t)) != 1 {
			t.Errorf("%+v; %v", all, s.keys(t))
		}
		if len(s.texts) > 0 {
			t.Error("the uploaded file is still there")
		}
		if entries := s.entries(t); len(entries) != 1 || entries[0] != "ada created up: chain "+sum(hg18To38) {
			t.Errorf("%q", entries)
		}
	})
}

func TestInstallRefusesAtOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s *shelf) {
		s.texts["up"], s.texts["part"] = hg18To38, "half"
		for _, tt := range []struct {
			by, id string
			kind   errs.Kind
		}{{"eve", "up", errs.NotFound}, {"ada", "absent", errs.NotFound}, {"ada", "part", errs.Conflict}} {
			if err := s.Install(t.Context(), as(tt.by), tt.id, reference.Note{Type: reference.Chain}); !errs.Is(err, tt.kind) {
				t.Errorf("%s installs %s: %v", tt.by, tt.id, err)
			}
		}
		if list := s.underway(t); len(list) > 0 {
			t.Errorf("%+v", list)
		}
		s.install(t, "up", hg18To38, reference.Note{Type: reference.Chain})
		if err := s.Install(t.Context(), as("ada"), "up", reference.Note{Type: reference.Chain}); errs.CodeOf(err) != "installing" {
			t.Errorf("twice: %v", err)
		}
		if err := s.Forget(t.Context(), "up"); errs.CodeOf(err) != "installing" {
			t.Errorf("forgotten while it waits: %v", err)
		}
	})
}

func TestForgetARefusedFile(t *testing.T) {
	onEach(t, func(t *testing.T, s *shelf) {
		s.run(t, s.install(t, "up", "no chain", reference.Note{Type: reference.Chain}))
		if err := s.Forget(t.Context(), "up"); err != nil || len(s.texts) > 0 || len(s.underway(t)) > 0 {
			t.Errorf("%v; uploaded: %v", err, s.texts)
		}
		if err := s.Forget(t.Context(), "up"); !errs.Is(err, errs.NotFound) {
			t.Errorf("again: %v", err)
		}
		s.run(t, s.install(t, "up", "no chain", reference.Note{Type: reference.Chain}))
		if err := s.Sweep(t.Context()); err != nil || len(s.underway(t)) != 1 {
			t.Errorf("swept with its upload: %v", err)
		}
		delete(s.texts, "up")
		if err := s.Sweep(t.Context()); err != nil || len(s.underway(t)) > 0 {
			t.Errorf("left without its upload: %v", err)
		}
	})
}

// A file used by a current report or needed by an unfinished job stays; a removed one goes into
// quarantine, and its name is free.
func TestRemove(t *testing.T) {
	onEach(t, func(t *testing.T, s *shelf) {
		s.users = []*hermes.Submission{{DatasetName: "North"}, {DatasetName: "South"}, {DatasetName: "East"}, {DatasetName: "West"}}
		s.run(t, s.install(t, "old", hg18To38, reference.Note{Type: reference.Chain}))
		err := s.Remove(t.Context(), "old")
		if !errs.Is(err, errs.Conflict) || !strings.Contains(err.Error(), "the current report of North, South, East and others was made with it") ||
			s.asked != sum(hg18To38) {
			t.Errorf("used: %v; asked for %q", err, s.asked)
		}
		s.users = nil
		waiting := &job.Job{ID: "q", Kind: "qc", Area: job.Own, SubjectID: "s", OwnerID: "ada", State: job.Queued, CreatedAt: today, UpdatedAt: today}
		enqueue := func(tx reference.Tx) error { return tx.Enqueue(t.Context(), waiting) }
		if err := s.db.Reference().InTx(t.Context(), enqueue); err != nil {
			t.Fatal(err)
		}
		if err := s.Remove(t.Context(), "old"); errs.CodeOf(err) != "reference_needed" || len(s.installed(t)) != 1 {
			t.Errorf("needed: %v", err)
		}
		waiting.State = job.Cancelled
		if err := s.db.Reference().InTx(t.Context(), func(tx reference.Tx) error { return tx.UpdateJob(t.Context(), waiting) }); err != nil {
			t.Fatal(err)
		}
		if err := s.Remove(t.Context(), "old"); err != nil || len(s.installed(t)) > 0 || len(s.keys(t)) != 1 {
			t.Errorf("%v; %v", err, s.keys(t))
		}
		if err := s.Remove(t.Context(), "old"); !errs.Is(err, errs.NotFound) {
			t.Errorf("again: %v", err)
		}
		s.run(t, s.install(t, "old", hg18To38, reference.Note{Type: reference.Chain}))
		if len(s.installed(t)) != 1 || len(s.keys(t)) != 2 {
			t.Errorf("installed again: %+v, %v", s.installed(t), s.keys(t))
		}
	})
}

// A sweep quarantines and then deletes what the register does not have, and nothing else.
func TestTheSweepKnowsTheRegister(t *testing.T) {
	onEach(t, func(t *testing.T, s *shelf) {
		s.run(t, s.install(t, "one", hg18To38, reference.Note{Type: reference.Chain}))
		s.run(t, s.install(t, "two", hg19To38, reference.Note{Type: reference.Chain}))
		gone := s.keys(t)[slices.IndexFunc(s.installed(t), func(f *reference.File) bool { return f.Note.Name == "one" })]
		if err := s.RemoveUsed(t.Context(), "one"); err != nil {
			t.Fatal(err)
		}
		base := time.Now()
		for i, there := range []bool{true, true, false} {
			s.days = int(base.Sub(today).Hours()/24) + 2 + i*(int(blob.Quarantine.Hours()/24)-1)
			if err := s.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if keys := s.keys(t); slices.Contains(keys, gone) != there || len(keys) < 1 {
				t.Errorf("on day %d: %v", s.days, keys)
			}
		}
		if _, err := s.Between(t.Context(), "GRCh37", "GRCh38"); err != nil {
			t.Error(err)
		}
	})
}

// A job that dies at any point, or whose upload cannot be deleted, leaves one installed file.
func TestInstalledOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s *shelf) {
		i := s.install(t, "up", hg18To38, reference.Note{Type: reference.Chain})
		rep := s.claim(t, i.JobID)
		for _, point := range []string{"reference-install:begun", "reference-install:checked", "reference-install:stored"} {
			if !s.dies(t, i.JobID, rep, point) {
				t.Fatalf("it never came to %s", point)
			}
			if len(s.installed(t)) > 0 || s.texts["up"] == "" {
				t.Errorf("after its death at %s: %v", point, s.installed(t))
			}
			j, err := s.db.Job(t.Context(), i.JobID)
			if err == nil {
				err = s.db.RequeueJob(t.Context(), j, j.Attempt, "lost", s.now(), time.Time{})
			}
			if err != nil {
				t.Fatal(err)
			}
			rep = s.claim(t, i.JobID)
		}
		s.stuck = true
		if err := s.RunJob(t.Context(), i.JobID, rep); err != nil || len(s.installed(t)) != 1 || len(s.underway(t)) > 0 {
			t.Errorf("%v: %+v, %+v", err, s.installed(t), s.underway(t))
		}
	})
}

var errDied = errors.New("the worker died here")

// dies runs a job up to a crash point, as if the process had been killed there.
func (s *shelf) dies(t *testing.T, jobID string, rep *jobtest.Reporter, point string) (died bool) {
	t.Helper()
	s.crash = func(at string) {
		if at == point {
			panic(errDied)
		}
	}
	defer func() {
		s.crash = func(string) {}
		if cause := recover(); cause != nil {
			died = true
		}
	}()
	if err := s.RunJob(t.Context(), jobID, rep); err != nil {
		t.Fatal(err)
	}
	return false
}

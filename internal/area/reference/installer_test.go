package reference_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// shelf holds uploaded files in memory, and knows which reports used which files.
type shelf struct {
	mu    sync.Mutex
	texts map[string]string // by id
	users []*hermes.Submission
	asked string // checksum that reports were searched for
	stuck bool   // uploads cannot be deleted
}

func (s *shelf) File(_ context.Context, id string) (*file.Info, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.texts[id]
	if !ok {
		return nil, errs.Missing("upload")
	}
	return &file.Info{ID: id, OwnerID: "ada", Name: id + ".chain", Size: int64(len(text)), Complete: text != "half"}, nil
}

func (s *shelf) OpenFile(_ context.Context, id string) (io.ReadCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return io.NopCloser(strings.NewReader(s.texts[id])), nil
}

func (s *shelf) DeleteFile(_ context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
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

func (s *shelf) has(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.texts[id] != ""
}

func installer(t *testing.T, dir string, s *shelf) *reference.Installer {
	t.Helper()
	trail := audit.NewLog(storetest.OpenSQLite(t), func() time.Time { return today })
	i := reference.NewInstaller(open(dir), s, s, trail, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = i.Close() })
	return i
}

// settled waits until nothing is copied or checked.
func settled(t *testing.T, i *reference.Installer) []reference.Installation {
	t.Helper()
	for range 1000 {
		list, busy := i.Underway(), false
		for _, one := range list {
			busy = busy || one.State != reference.Refused && one.State != reference.Failed
		}
		if !busy {
			return list
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("still under way: %+v", i.Underway())
	return nil
}

func as(name string) *auth.Identity {
	return auth.NewIdentity(&auth.User{ID: name, UserName: name, IsActive: true, Roles: []string{"admin"}}, nil)
}

// An uploaded file is installed as by the command; a rejected one stays uploaded with the sentence
// in the words of the page, and is installed once its details are corrected.
func TestInstallAnUploadedFile(t *testing.T) {
	dir := t.TempDir()
	s := &shelf{texts: map[string]string{"up": hg18To38}}
	i := installer(t, dir, s)
	want := reference.Note{Type: reference.Chain, Build: "hg19", Licence: "free"}
	if err := i.Install(t.Context(), as("ada"), "up", want); err != nil {
		t.Fatal(err)
	}
	list := settled(t, i)
	const sentence = "The field From says GRCh37, but the file is on NCBI36. Correct the field From or leave it out."
	if len(list) != 1 || list[0].State != reference.Refused || list[0].Why != sentence || list[0].Copied != int64(len(hg18To38)) || list[0].By != "ada" ||
		list[0].Note.Licence != "free" {
		t.Fatalf("%+v", list)
	}
	if !s.has("up") || len(files(t, dir, "chains")) > 0 {
		t.Errorf("uploaded: %v; installed: %v", s.has("up"), files(t, dir, "chains"))
	}
	want.Build = ""
	if err := i.Install(t.Context(), as("ada"), "up", want); err != nil {
		t.Fatal(err)
	}
	if list := settled(t, i); len(list) > 0 {
		t.Fatalf("%+v", list)
	}
	all, err := i.Installed()
	if err != nil || len(all) != 1 || all[0].Name != "up" || all[0].Build != "NCBI36" || all[0].SHA256 != sum(hg18To38) {
		t.Errorf("%+v, %v", all, err)
	}
	if s.has("up") {
		t.Error("the uploaded file is still there")
	}
}

func TestInstallRefusesAtOnce(t *testing.T) {
	s := &shelf{texts: map[string]string{"up": hg18To38, "part": "half"}}
	i := installer(t, t.TempDir(), s)
	for _, tt := range []struct {
		by, id string
		kind   errs.Kind
	}{{"eve", "up", errs.NotFound}, {"ada", "absent", errs.NotFound}, {"ada", "part", errs.Conflict}} {
		if err := i.Install(t.Context(), as(tt.by), tt.id, reference.Note{Type: reference.Chain}); !errs.Is(err, tt.kind) {
			t.Errorf("%s installs %s: %v", tt.by, tt.id, err)
		}
	}
	if list := i.Underway(); len(list) > 0 {
		t.Errorf("%+v", list)
	}
}

func TestForgetARefusedFile(t *testing.T) {
	s := &shelf{texts: map[string]string{"up": "no chain"}}
	i := installer(t, t.TempDir(), s)
	if err := i.Install(t.Context(), as("ada"), "up", reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	settled(t, i)
	if err := i.Forget(t.Context(), "up"); err != nil || s.has("up") || len(i.Underway()) > 0 {
		t.Errorf("%v; uploaded: %v; %+v", err, s.has("up"), i.Underway())
	}
	if err := i.Forget(t.Context(), "up"); !errs.Is(err, errs.NotFound) {
		t.Errorf("again: %v", err)
	}
}

// A file used by a current report stays, and the error names the report's data set.
func TestRemoveRefusesReferencesInUse(t *testing.T) {
	dir := t.TempDir()
	s := &shelf{users: []*hermes.Submission{{DatasetName: "North"}, {DatasetName: "South"}, {DatasetName: "East"}, {DatasetName: "West"}}}
	i := installer(t, dir, s)
	if _, err := open(dir).Add(t.Context(), write(t, filepath.Join(dir, "old.chain"), hg18To38), reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	err := i.Remove(t.Context(), "old")
	if !errs.Is(err, errs.Conflict) || !strings.Contains(err.Error(), "the current report of North, South, East and others was made with it") ||
		s.asked != sum(hg18To38) {
		t.Errorf("used: %v; asked for %q", err, s.asked)
	}
	s.users = nil
	if err := i.Remove(t.Context(), "old"); err != nil || len(files(t, dir, "chains")) > 0 {
		t.Errorf("%v; %v", err, files(t, dir, "chains"))
	}
	if err := i.Remove(t.Context(), "old"); !errs.Is(err, errs.NotFound) {
		t.Errorf("again: %v", err)
	}
}

// Without an entry in the audit trail nothing is installed, so that it can be tried again;
// an installed file is not called failed because its upload is still there.
func TestInstalledOrNot(t *testing.T) {
	dir := t.TempDir()
	s := &shelf{texts: map[string]string{"up": hg18To38}}
	broken := storetest.OpenSQLite(t)
	i := reference.NewInstaller(open(dir), s, s, audit.NewLog(broken, func() time.Time { return today }), slog.New(slog.DiscardHandler))
	t.Cleanup(func() { _ = i.Close() })
	if err := broken.Close(); err != nil {
		t.Fatal(err)
	}
	if err := i.Install(t.Context(), as("ada"), "up", reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	if list := settled(t, i); len(list) != 1 || list[0].State != reference.Failed || len(files(t, dir, "chains")) > 0 || !s.has("up") {
		t.Errorf("without an entry: %+v, %v", list, files(t, dir, "chains"))
	}
	s.stuck = true
	i = installer(t, dir, s)
	if err := i.Install(t.Context(), as("ada"), "up", reference.Note{Type: reference.Chain}); err != nil {
		t.Fatal(err)
	}
	if list := settled(t, i); len(list) > 0 || len(files(t, dir, "chains")) != 2 {
		t.Errorf("the upload stays: %+v, %v", list, files(t, dir, "chains"))
	}
}

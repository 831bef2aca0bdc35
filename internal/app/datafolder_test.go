package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/consortium"
	"cohortium/internal/platform/private"
	"cohortium/web"
)

// TestDataBelongsToItsOwnerAlone fills a data folder under umask 0. It is not parallel, because the
// umask belongs to the process.
func TestDataBelongsToItsOwnerAlone(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	dir := filepath.Join(t.TempDir(), "new", "data")
	settings := localSettings(t)
	settings.Data = dir
	demo := DemoCmd{Settings: settings}
	_, err := demo.prepare(t.Context())
	must(t, err)
	k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
	must(t, err)
	defer func() { must(t, k.Close()) }()
	_, _, err = k.blobs.Put(t.Context(), "uploads/a/b", strings.NewReader("x"))
	must(t, err)
	wantMode(t, dir, 0o700)
	for _, name := range []string{"cohortium.db", "cohortium.db-wal", "cohortium.db-shm", "blobs/uploads/a/b", "demo-accounts.json"} {
		wantMode(t, filepath.Join(dir, name), 0o600)
	}
	wantMode(t, filepath.Join(dir, "blobs"), 0o700)
	wantMode(t, filepath.Join(dir, "blobs", "uploads"), 0o700)
}

// watchModes watches a folder until the test ends, and reports files that other users can read. It
// also sees temporary files unless they are empty, because the blob folder sets a file's mode
// before its first byte.
func watchModes(t *testing.T, dir string) {
	seen := map[string]bool{}
	look := func(empty bool) {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) || path == dir || seen[path] { // many disappear meanwhile
				return nil
			}
			if err != nil {
				return err
			}
			info, err := d.Info()
			open := err == nil && info.Mode().Perm()&^map[bool]fs.FileMode{false: private.FileMode, true: private.FolderMode}[d.IsDir()] != 0
			if open && (empty || info.Size() > 0) {
				seen[path] = true
				t.Errorf("%s has mode %#o", path, info.Mode().Perm())
			}
			return nil
		})
	}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(20 * time.Millisecond):
				look(false)
			}
		}
	}()
	t.Cleanup(func() { close(stop); <-done; look(true) })
}

// TestOnePackageMakesFiles checks that all code that creates files of the server uses package
// private.
func TestOnePackageMakesFiles(t *testing.T) {
	t.Parallel()
	direct := regexp.MustCompile(`\bos\.(Create|OpenFile|WriteFile|Mkdir|MkdirAll)\(`)
	// Files of commands are where their user chooses; the others do not run with a server.
	elsewhere := regexp.MustCompile(
		`^(platform/private|dev/bench|gwas|app/(index|unfinished)\.go|app/(console|sumstatscmd)/|.*test/|adapter/httpapi/openapi/gen(clients|document)\.go)`,
	)
	read := 0
	must(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || elsewhere.MatchString(name) {
			return err
		}
		read++
		text, err := os.ReadFile(path)
		if found := direct.Find(text); found != nil {
			t.Errorf("%s: %s): use package private", name, found)
		}
		return err
	}))
	if read < 500 {
		t.Errorf("%d files were read", read)
	}
}

// TestAnOlderDatabaseIsClosedToOthers opens a database that an older version left readable.
func TestAnOlderDatabaseIsClosedToOthers(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	file := filepath.Join(settings.Data, "cohortium.db")
	for range 2 {
		k, err := openStack(t.Context(), settings, newLog(io.Discard), tuning{})
		must(t, err)
		wantMode(t, file, 0o600)
		must(t, k.Close())
		must(t, os.Chmod(file, 0o644))
	}
}

func wantMode(t *testing.T, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	if got := info.Mode().Perm(); got != want {
		t.Errorf("%s has mode %#o, want %#o", filepath.Base(path), got, want)
	}
}

// TestServeWarnsOfAFolderThatOthersGetInto starts a server on folders with several modes, which it
// does not change.
func TestServeWarnsOfAFolderThatOthersGetInto(t *testing.T) {
	t.Parallel()
	for mode, warns := range map[fs.FileMode]bool{0o700: false, 0o710: true, 0o750: true, 0o755: true, 0o701: true} {
		settings := localSettings(t)
		must(t, os.Chmod(settings.Data, mode))
		said := new(bytes.Buffer)
		enough := errors.New("enough")
		s := server{settings: settings, log: slog.New(slog.NewTextHandler(said, nil)), started: func(context.Context, *stack, string) error { return enough }}
		if err := s.run(t.Context()); !errors.Is(err, enough) {
			t.Fatal(err)
		}
		if got := strings.Contains(said.String(), "chmod 700"); got != warns {
			t.Errorf("mode %#o: warned %v: %s", mode, got, said)
		}
		wantMode(t, settings.Data, mode)
	}
}

// TestTheDemoListensOnThisMachine checks the demo's default address and its override.
func TestTheDemoListensOnThisMachine(t *testing.T) {
	t.Parallel()
	for told, want := range map[string]string{"": "localhost:8080", ":9000": ":9000"} {
		var c DemoCmd
		c.Listen = told
		if c.settle(); c.Listen != want {
			t.Errorf("%q: listens on %q", told, c.Listen)
		}
	}
}

func TestPagesKnowTheAPIAndTheGroup(t *testing.T) {
	t.Parallel()
	settings := localSettings(t)
	settings.APIOrigin, settings.SGCGroup = "https://api.example.org", "cohorts"
	var failure error
	profile := func(context.Context) (*consortium.Stored, error) {
		return &consortium.Stored{Profile: consortium.Profile{Name: "Meridian"}}, failure
	}
	config := pageConfig(settings, profile, slog.New(slog.DiscardHandler))
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/p", nil)
	got := config(r)
	if p, ok := got.Consortium.(openapi.Consortium); !ok || p.Name != "Meridian" || got.APIOrigin != "https://api.example.org" ||
		got.SGCUserGroup != "cohorts" {
		t.Errorf("%+v", got)
	}
	failure = errors.New("no disk")
	if got := config(r); got != (web.Config{APIOrigin: "https://api.example.org", SGCUserGroup: "cohorts"}) {
		t.Errorf("without a profile: %+v", got)
	}
}

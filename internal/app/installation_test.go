package app

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/audit"
	"cohortium/internal/config"
	"cohortium/internal/file"
	"cohortium/internal/store/storetest"
	"cohortium/internal/upload"
)

// installation is a file store with the databases that were used with it.
type installation struct {
	dir   string
	saved [][]byte            // databases that were put aside
	named []map[string]string // keys of registered files, and content, of each saved one
	now   map[string]string   // of the database in place
	skew  time.Duration
	files int
}

func newInstallation(t *testing.T) *installation {
	return &installation{dir: t.TempDir(), now: map[string]string{}}
}

func (in *installation) database() string { return filepath.Join(in.dir, "cohortium.db") }

// open starts on a database, that in place for "".
func (in *installation) open(t *testing.T, database string) (*stack, error) {
	t.Helper()
	s := withoutPages(config.Storage{Data: in.dir, DatabaseURL: database})
	k, err := openStack(t.Context(), s, newLog(io.Discard), tuning{})
	if err == nil {
		k.uploads = upload.NewService(k.store, k.blobs, func() time.Time { return now().Add(in.skew) }, newID, upload.Options{})
	}
	return k, err
}

// with starts on the database in place, and notes the head when it stops.
func (in *installation) with(t *testing.T, do func(k *stack)) {
	t.Helper()
	k, err := in.open(t, "")
	must(t, err)
	do(k)
	k.sweepEnds(t.Context())
	must(t, k.Close())
}

// send stores a file, registered or not, with an entry in the audit trail.
func (in *installation) send(t *testing.T, k *stack, registered bool) {
	t.Helper()
	ctx := t.Context()
	if in.files++; in.files == 1 {
		storetest.AddUser(t, k.store, "u1")
	}
	id, content := newID(), fmt.Sprintf("file %d", in.files)
	part := file.Part{FileID: id, ID: "p", Size: int64(len(content))}
	size, sum, err := k.blobs.Put(ctx, part.Key(), strings.NewReader(content))
	must(t, err)
	f := &file.File{ID: id, OwnerID: "u1", Name: id, Size: size, HashState: []byte{}, Registered: registered,
		CreatedAt: now(), UpdatedAt: now(), ExpiresAt: now().Add(in.skew).Add(48 * time.Hour)}
	must(t, k.store.CreateFile(ctx, f, 1000, 1<<40))
	f.Received, f.Complete, f.SHA256 = size, true, sum
	must(t, k.store.AppendPart(ctx, f, part, nil))
	must(t, k.audit.Record(ctx, audit.Entry{Action: audit.Created, Object: "file", ObjectID: id}))
	if registered {
		in.now[part.Key()] = content
	}
}

// register registers every file that waits.
func (in *installation) register(t *testing.T, k *stack) {
	t.Helper()
	pending, err := k.store.PendingFiles(t.Context(), "u1")
	must(t, err)
	for _, f := range pending {
		must(t, k.store.Exec(t.Context(), "UPDATE upload_files SET registered = TRUE WHERE id = $1", f.ID))
		must(t, k.audit.Record(t.Context(), audit.Entry{Action: audit.Changed, Object: "file", ObjectID: f.ID}))
		key := file.Part{FileID: f.ID, ID: "p"}.Key()
		content, err := os.ReadFile(filepath.Join(in.dir, "blobs", filepath.FromSlash(key)))
		must(t, err)
		in.now[key] = string(content)
	}
}

// save copies the database in place.
func (in *installation) save(t *testing.T) {
	t.Helper()
	content, err := os.ReadFile(in.database())
	must(t, err)
	named := map[string]string{}
	for key, content := range in.now {
		named[key] = content
	}
	in.saved, in.named = append(in.saved, content), append(in.named, named)
}

// restore puts a saved database in place of the present one, which is saved.
func (in *installation) restore(t *testing.T, i int) {
	t.Helper()
	in.save(t)
	must(t, os.WriteFile(in.database(), in.saved[i], 0o600))
	in.now = map[string]string{}
	for key, content := range in.named[i] {
		in.now[key] = content
	}
}

// wrong starts on a database that does not belong to the files.
func (in *installation) wrong(t *testing.T, foreign []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	if foreign != nil {
		must(t, os.WriteFile(path, foreign, 0o600))
	}
	k, err := in.open(t, "sqlite://"+filepath.ToSlash(path))
	if err == nil {
		must(t, k.Close())
		t.Fatal("a database of another installation was taken")
	}
	if !strings.Contains(err.Error(), "cohortium store adopt") {
		t.Errorf("refused with %v", err)
	}
}

// check wants every byte that any of the databases refers to.
func (in *installation) check(t *testing.T, after string) {
	t.Helper()
	for _, named := range append(slices.Clone(in.named), in.now) {
		for key, want := range named {
			if got, err := os.ReadFile(filepath.Join(in.dir, "blobs", filepath.FromSlash(key))); err != nil || string(got) != want {
				t.Fatalf("after %s, %s has %q, %v; want %q", after, key, got, err, want)
			}
		}
	}
}

// command runs a command on the data folder.
func (in *installation) command(t *testing.T, status int, says string, args ...string) {
	t.Helper()
	var buf bytes.Buffer
	got := Run(&Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &buf, Stderr: &buf}, append(args, "--data", in.dir))
	if got != status || !strings.Contains(buf.String(), says) {
		t.Errorf("%v: status %d, want %d\n%s", args, got, status, buf.String())
	}
}

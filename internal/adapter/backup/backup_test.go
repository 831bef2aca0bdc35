package backup_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// site is an installation and the folder of its backups.
type site struct {
	db           *store.Store
	raw          *sql.DB
	files, place *blob.Bucket
	dir          string // of place
	at           time.Time
	opt          backup.Options
}

func quiet(string, int64, int64) {}

// newSite returns an installation on SQLite and a folder, with one account.
func newSite(t *testing.T) *site {
	t.Helper()
	s := emptySite(t, "", "")
	must(t, s.db.Migrate(t.Context()))
	return s
}

// emptySite returns an installation without tables.
func emptySite(t *testing.T, database, files string) *site {
	t.Helper()
	if database == "" {
		database = "sqlite://" + t.TempDir() + "/test.db"
	}
	if files == "" {
		files = "file://" + t.TempDir() + "/blobs"
	}
	s := &site{dir: t.TempDir(), at: storetest.Epoch}
	s.opt = backup.Options{Program: "test", Now: s.now, Show: quiet}
	var err error
	s.db, err = store.Open(t.Context(), database, store.Options{Queue: &storetest.Queue{}})
	must(t, err)
	s.files, err = blob.Open(t.Context(), files)
	must(t, err)
	s.place = open(t, s.dir)
	s.raw = raw(t, database)
	t.Cleanup(func() { must(t, errors.Join(s.files.Close(), s.db.Close())) })
	return s
}

func open(t *testing.T, dir string) *blob.Bucket {
	t.Helper()
	b, err := blob.Open(t.Context(), "file://"+filepath.ToSlash(dir))
	must(t, err)
	t.Cleanup(func() { must(t, b.Close()) })
	return b
}

// now is a second later at each backup.
func (s *site) now() time.Time {
	s.at = s.at.Add(time.Second)
	return s.at
}

func (s *site) backup(t *testing.T) *backup.Manifest {
	t.Helper()
	m, _ := s.report(t)
	return m
}

func (s *site) report(t *testing.T) (*backup.Manifest, *backup.Report) {
	t.Helper()
	m, r, err := backup.Create(t.Context(), s.db, s.files, s.place, s.opt)
	must(t, err)
	return m, r
}

func (s *site) restoreFrom(t *testing.T, from *site) {
	t.Helper()
	m, err := backup.Find(t.Context(), from.place, "")
	must(t, err)
	must(t, m.Of(t.Context(), from.place).Into(t.Context(), s.db, s.files, quiet))
}

// upload stores a file of two parts, each with a recorded checksum.
func (s *site) upload(t testing.TB, id string, content []byte) {
	t.Helper()
	half := len(content) / 2
	f := &file.File{
		ID:        id,
		OwnerID:   "anna",
		Name:      id,
		Size:      int64(len(content)),
		CreatedAt: storetest.Epoch,
		UpdatedAt: storetest.Epoch,
		ExpiresAt: storetest.Epoch,
	}
	must(t, s.db.CreateFile(t.Context(), f, 1<<20, 1<<40))
	for i, part := range [][]byte{content[:half], content[half:]} {
		p := file.Part{FileID: id, ID: fmt.Sprint("p", i), Start: f.Received, Size: int64(len(part))}
		must(t, s.db.PutSum(t.Context(), p.Key(), p.Size, sha(part)))
		_, _, err := s.files.Put(t.Context(), p.Key(), bytes.NewReader(part))
		must(t, err)
		must(t, s.db.AppendPart(t.Context(), f, p, nil))
		f.Received += p.Size
	}
}

// filler is content whose halves differ.
func filler(i int) (content []byte) {
	for n := range 1000 {
		content = fmt.Appendf(content, "content %d, %d\n", i, n)
	}
	return content
}

func newFilled(t *testing.T) *site {
	t.Helper()
	s := newSite(t)
	storetest.AddUser(t, s.db, "anna")
	for i := range 3 {
		s.upload(t, fmt.Sprint("f", i), filler(i))
	}
	return s
}

// contents reads all files of a folder except marks.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, dir+"/")] = string(content)
		return err
	}))
	return all
}

func get(t *testing.T, b *blob.Bucket, key string) string {
	t.Helper()
	r, err := b.OpenRange(t.Context(), key, 0, -1)
	must(t, err)
	content, err := io.ReadAll(r)
	must(t, errors.Join(err, r.Close()))
	return string(content)
}

// TestABackupIsRestored on the other engine and the other kind of file store, with the identity.
func TestABackupIsRestored(t *testing.T) {
	from := newFilled(t)
	_, err := from.db.GiveInstallationID(t.Context(), "theone")
	must(t, err)
	m := from.backup(t)
	if m.Rows() < 10 || len(m.Files) != 6 || len(m.Missing) > 0 {
		t.Errorf("%d rows, %d files, missing %v", m.Rows(), len(m.Files), m.Missing)
	}
	to := emptySite(t, cluster.Database(t), buckets.Bucket(t))
	to.restoreFrom(t, from)
	for i := range 3 {
		got := get(t, to.files, fmt.Sprintf("uploads/f%d/p0", i)) + get(t, to.files, fmt.Sprintf("uploads/f%d/p1", i))
		if got != string(filler(i)) {
			t.Errorf("file %d differs", i)
		}
	}
	id, err := to.files.Identity(t.Context())
	must(t, err)
	if own, err := to.db.InstallationID(t.Context()); err != nil || id != "theone" || own != id {
		t.Errorf("identities %q, %q, %v", id, own, err)
	}
	// Rows are there: a second restore is refused, whatever the place of the files.
	err = m.Of(t.Context(), from.place).Into(t.Context(), to.db, emptySite(t, "", "").files, quiet)
	if errs.CodeOf(err) != "database_not_empty" {
		t.Errorf("%v", err)
	}
	err = m.Of(t.Context(), from.place).Into(t.Context(), emptySite(t, "", "").db, to.files, quiet)
	if errs.CodeOf(err) != "files_not_empty" {
		t.Errorf("%v", err)
	}
}

// TestALaterBackupWritesOnlyWhatChanged: the second writes one more file and the rows of changed tables.
func TestALaterBackupWritesOnlyWhatChanged(t *testing.T) {
	s := newFilled(t)
	_, first := s.report(t)
	added := make([]byte, 300_000)
	for i := range added {
		added[i] = byte(rand.Uint32())
	}
	s.upload(t, "new", added)
	for _, s.opt.Quick = range []bool{false, true} {
		_, r := s.report(t)
		if s.opt.Quick && r.Written > 0 {
			t.Errorf("nothing changed, and %d objects were written", r.Written)
		}
		if first.Shared > 1 || r.WrittenBytes > 2*int64(len(added)) || !s.opt.Quick && (r.Shared < 6 || r.WrittenBytes < int64(len(added))) {
			t.Errorf("first %+v, then %+v", first, r)
		}
	}
}

// TestAFlippedBitIsNamed flips one bit in every file of a backup in turn.
func TestAFlippedBitIsNamed(t *testing.T) {
	s := newFilled(t)
	m := s.backup(t)
	for name, content := range contents(t, s.dir) {
		changed := []byte(content)
		changed[rand.IntN(len(changed))] ^= 1 << rand.IntN(8)
		must(t, os.WriteFile(filepath.Join(s.dir, name), changed, 0o600))
		if strings.HasPrefix(name, "backups/") {
			if list, bad, err := backup.List(t.Context(), s.place); err != nil || len(list) > 0 || len(bad) != 1 || !strings.Contains(bad[0], name) {
				t.Errorf("%s: %v, %v, %v", name, list, bad, err)
			}
			if _, err := backup.Find(t.Context(), s.place, ""); err == nil {
				t.Errorf("%s was taken for a backup", name)
			}
		} else {
			bad, err := m.Verify(t.Context(), s.place, map[string]error{}, quiet)
			if err != nil || len(bad) == 0 || slices.ContainsFunc(bad, func(b string) bool { return !strings.Contains(b, name) }) {
				t.Errorf("%s: %v, %v", name, bad, err)
			}
			to := emptySite(t, "", "")
			if err := m.Of(t.Context(), s.place).Into(t.Context(), to.db, to.files, quiet); err == nil {
				t.Errorf("%s was restored", name)
			}
		}
		must(t, os.WriteFile(filepath.Join(s.dir, name), []byte(content), 0o600))
	}
	if bad, err := m.Verify(t.Context(), s.place, map[string]error{}, quiet); err != nil || len(bad) > 0 {
		t.Errorf("%v, %v", bad, err)
	}
}

// TestADamagedObjectIsReplaced by the next backup, and not by a quick one, which compares sizes.
func TestADamagedObjectIsReplaced(t *testing.T) {
	s := newFilled(t)
	m := s.backup(t)
	key := m.Files[0].SHA256
	path := filepath.Join(s.dir, "objects", key[:2], key)
	content, err := os.ReadFile(path)
	must(t, err)
	content[0] ^= 1
	must(t, os.WriteFile(path, content, 0o600))
	if m, r := s.report(t); r.Replaced != 1 || len(m.Missing) > 0 {
		t.Errorf("%+v, %v", r, m.Missing)
	}
	if bad, err := m.Verify(t.Context(), s.place, map[string]error{}, quiet); err != nil || len(bad) > 0 {
		t.Errorf("%v, %v", bad, err)
	}
	must(t, os.Truncate(path, 3))
	s.opt.Quick = true
	if _, r := s.report(t); r.Replaced != 1 {
		t.Errorf("%+v", r)
	}
}

// TestAHalfWrittenBackupIsNone looks at the folder at every step of a backup, as after a kill: it
// has the earlier backup, sound, and no other, and the next backup completes.
func TestAHalfWrittenBackupIsNone(t *testing.T) {
	s := newFilled(t)
	first := s.backup(t)
	s.upload(t, "more", []byte("another file"))
	steps := 0
	s.opt.Show = func(string, int64, int64) {
		steps++
		if rand.IntN(5) > 0 && steps > 1 {
			return
		}
		dir := t.TempDir()
		must(t, os.CopyFS(dir, os.DirFS(s.dir)))
		for _, name := range []string{"backups/20260301T130000.000Z-ab.json.1.tmp", "objects/ab/ab.1.tmp"} { // as the store names them
			must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
			must(t, os.WriteFile(filepath.Join(dir, name), []byte("{"), 0o600))
		}
		place := open(t, dir)
		list, bad, err := backup.List(t.Context(), place)
		if err != nil || len(list) != 1 || len(bad) > 0 || list[0].ID != first.ID {
			t.Errorf("step %d: %v, %v, %v", steps, list, bad, err)
		}
		if bad, err := first.Verify(t.Context(), place, map[string]error{}, quiet); err != nil || len(bad) > 0 {
			t.Errorf("step %d: %v, %v", steps, bad, err)
		}
		opt := s.opt
		opt.Show = quiet
		if m, _, err := backup.Create(t.Context(), s.db, s.files, place, opt); err != nil || len(m.Missing) > 0 {
			t.Errorf("step %d: the next backup: %v", steps, err)
		}
		if p, err := backup.Prune(t.Context(), place, 1, time.Now().Add(49*time.Hour)); err != nil || p.Backups != 1 || p.Objects == 0 {
			t.Errorf("step %d: %+v, %v", steps, p, err)
		}
	}
	s.backup(t)
	if steps < 20 {
		t.Errorf("only %d steps", steps)
	}
}

// TestAnInterruptedRestoreStartsAgain cancels a restore at each of its steps: the store belongs to
// no database until it is complete, another database is refused, and the same restore completes.
func TestAnInterruptedRestoreStartsAgain(t *testing.T) {
	from := newFilled(t)
	_, err := from.db.GiveInstallationID(t.Context(), "theone")
	must(t, err)
	m := from.backup(t)
	source := m.Of(t.Context(), from.place)
	for stop := 1; ; stop += 1 + rand.IntN(8) {
		to := emptySite(t, "", "")
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		err := source.Into(ctx, to.db, to.files, func(string, int64, int64) {
			if steps++; steps == stop {
				cancel()
			}
		})
		cancel()
		if err == nil {
			if stop < 20 {
				t.Errorf("it ended after %d steps", stop)
			}
			return
		}
		if id, err := to.files.Identity(t.Context()); err != nil || id != blob.Restoring+m.ID {
			t.Errorf("after %d steps: identity %q, %v", stop, id, err)
		}
		if err := source.Into(t.Context(), from.db, to.files, quiet); errs.CodeOf(err) != "database_not_empty" && steps > 9 {
			if finished, _ := to.files.Identity(t.Context()); finished != "theone" { // the database of the backup itself is equal
				t.Errorf("after %d steps, another database: %v", stop, err)
			}
		}
		to = emptySite(t, "", "")
		must(t, to.files.SetIdentity(t.Context(), blob.Restoring+m.ID))
		must(t, source.Into(t.Context(), to.db, to.files, quiet))
		must(t, to.files.SetIdentity(t.Context(), blob.Restoring+m.ID)) // as if killed before the last step
		must(t, source.Into(t.Context(), to.db, to.files, quiet))
		if id, err := to.files.Identity(t.Context()); err != nil || id != "theone" {
			t.Errorf("identity %q, %v", id, err)
		}
	}
}

// TestARestoreThatDiffersAtTheEndLeavesNoRows: the last comparison fails, after all rows were
// written.
func TestARestoreThatDiffersAtTheEndLeavesNoRows(t *testing.T) {
	from := newFilled(t)
	m := from.backup(t)
	to := emptySite(t, cluster.Database(t), "")
	must(t, to.db.Migrate(t.Context()))
	_, err := to.raw.ExecContext(t.Context(), `CREATE FUNCTION lower_case() RETURNS trigger LANGUAGE plpgsql AS
		'BEGIN NEW.user_name := upper(NEW.user_name); RETURN NEW; END'`)
	must(t, err)
	_, err = to.raw.ExecContext(t.Context(), "CREATE TRIGGER changes BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION lower_case()")
	must(t, err)
	err = m.Of(t.Context(), from.place).Into(t.Context(), to.db, to.files, quiet)
	if errs.CodeOf(err) != "rows_differ" || !strings.Contains(err.Error(), "users") {
		t.Errorf("%v", err)
	}
	if n := texts(t, to.raw, "SELECT CAST(count(*) AS text) FROM upload_parts"); n[0] != "0" {
		t.Errorf("%s rows stayed", n[0])
	}
	if id, _ := to.files.Identity(t.Context()); id != blob.Restoring+m.ID {
		t.Errorf("identity %q", id)
	}
	_, err = to.raw.ExecContext(t.Context(), "DROP TRIGGER changes ON users")
	must(t, err)
	must(t, m.Of(t.Context(), from.place).Into(t.Context(), to.db, to.files, quiet))
}

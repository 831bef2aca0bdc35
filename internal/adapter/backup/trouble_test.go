package backup_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/adapter/blob"
	"cohortium/internal/platform/errs"
)

// TestABackupUnderWritesIsConsistent: files are uploaded and deleted while backups are made. Each
// backup has every part of its rows, or names it as missing when files go faster than it reads, and
// no row without the other rows of its transaction.
func TestABackupUnderWritesIsConsistent(t *testing.T) {
	s := newFilled(t)
	done := make(chan struct{})
	var writers sync.WaitGroup
	writers.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			default:
			}
			time.Sleep(30 * time.Millisecond)
			id := fmt.Sprint("w", i)
			s.upload(t, id, bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 500+i))
			if i > 3 {
				gone := fmt.Sprint("w", i-3)
				must(t, s.db.DeleteFile(t.Context(), gone))
				must(t, s.files.DeletePrefix(t.Context(), "uploads/"+gone+"/"))
			}
		}
	})
	var made []*backup.Manifest
	for range 5 {
		made = append(made, s.backup(t))
		time.Sleep(20 * time.Millisecond)
	}
	close(done)
	writers.Wait()
	for _, m := range made {
		missing := map[string]bool{}
		for _, f := range m.Missing {
			missing[f.Key] = true
		}
		to := emptySite(t, "", "")
		must(t, m.Of(t.Context(), s.place).Into(t.Context(), to.db, to.files, quiet))
		if bad := texts(t, to.raw, `SELECT f.id FROM upload_files AS f
			WHERE f.received <> (SELECT coalesce(sum(p.size_bytes), 0) FROM upload_parts AS p WHERE p.file_id = f.id AND p.start_at < f.received)`); len(bad) > 0 {
			t.Errorf("%s: files %s lack parts", m.ID, bad)
		}
		keys := texts(t, to.raw, "SELECT 'uploads/' || file_id || '/' || part_id FROM upload_parts")
		for _, key := range keys {
			if _, err := to.files.Size(t.Context(), key); (err != nil) != missing[key] {
				t.Errorf("%s: %s: %v", m.ID, key, err)
			}
		}
		if len(keys) < 6 {
			t.Errorf("%d parts", len(keys))
		}
	}
}

// TestFilesThatAreLostOrDamaged are named, and the rest is in the backup. Later backups have what an
// earlier one kept.
func TestFilesThatAreLostOrDamaged(t *testing.T) {
	s := newFilled(t)
	must(t, s.files.Delete(t.Context(), "uploads/f0/p0"))
	_, _, err := s.files.Put(t.Context(), "uploads/f1/p1", strings.NewReader(strings.Repeat("x", len(filler(1))-len(filler(1))/2)))
	must(t, err)
	m := s.backup(t)
	if fmt.Sprint(m.Missing) != "[{uploads/f1/p1 damaged} {uploads/f0/p0 missing}]" || len(m.Files) != 4 {
		t.Errorf("%v, %d files", m.Missing, len(m.Files))
	}
	p, err := backup.Prune(t.Context(), s.place, 1, s.at)
	if err != nil || p.Backups > 0 {
		t.Errorf("%+v, %v", p, err)
	}
	sound := newFilled(t)
	sound.backup(t)
	must(t, sound.files.Delete(t.Context(), "uploads/f0/p0"))
	if m := sound.backup(t); len(m.Missing) > 0 {
		t.Errorf("an object of the first backup is not used: %v", m.Missing)
	}
}

// TestPruneKeepsReferencedBackups removes the oldest backups and their objects only.
func TestPruneKeepsReferencedBackups(t *testing.T) {
	s := newFilled(t)
	var made []*backup.Manifest
	for i := range 4 {
		s.upload(t, fmt.Sprint("n", i), []byte(fmt.Sprint("number ", i)))
		made = append(made, s.backup(t))
		must(t, s.db.DeleteFile(t.Context(), fmt.Sprint("n", i)))
	}
	_, _, err := s.place.Put(t.Context(), "objects/ab/abandoned", strings.NewReader("left by a kill"))
	must(t, err)
	_, _, err = s.place.Put(t.Context(), "running/other", strings.NewReader(""))
	must(t, err)
	p, err := backup.Prune(t.Context(), s.place, 3, time.Now())
	if err != nil || p.Backups != 1 || p.Objects != 0 || p.Kept != "running/other" {
		t.Errorf("while another runs: %+v, %v", p, err)
	}
	p, err = backup.Prune(t.Context(), s.place, 2, time.Now().Add(49*time.Hour))
	if err != nil || p.Backups != 1 || p.Objects < 5 || p.Kept != "" {
		t.Errorf("%+v, %v", p, err)
	}
	list, _, err := backup.List(t.Context(), s.place)
	if err != nil || len(list) != 2 || list[0].ID != made[2].ID {
		t.Errorf("%v, %v", list, err)
	}
	for _, m := range list {
		if bad, err := m.Verify(t.Context(), s.place, map[string]error{}, quiet); err != nil || len(bad) > 0 {
			t.Errorf("%v, %v", bad, err)
		}
	}
	manifests, err := filepath.Glob(filepath.Join(s.dir, "backups", "*"))
	must(t, err)
	must(t, os.Truncate(manifests[0], 100))
	before := len(contents(t, s.dir))
	if _, err := backup.Prune(
		t.Context(),
		s.place,
		1,
		time.Now().Add(49*time.Hour),
	); errs.CodeOf(err) != "damaged_backup" ||
		!strings.Contains(err.Error(), filepath.Base(manifests[0])) {
		t.Errorf("%v", err)
	}
	if after := len(contents(t, s.dir)); after != before {
		t.Errorf("%d files, before %d", after, before)
	}
}

// TestABackupOfANewerSchemaIsRefused, and one of an older schema is restored at that.
func TestABackupOfANewerSchemaIsRefused(t *testing.T) {
	s := newFilled(t)
	m := s.backup(t)
	to := emptySite(t, "", "")
	m.Schema += 1000
	err := m.Of(t.Context(), s.place).Into(t.Context(), to.db, to.files, quiet)
	if errs.CodeOf(err) != "newer_backup" || len(texts(t, to.raw, "SELECT name FROM sqlite_master")) > 0 {
		t.Errorf("%v", err)
	}
	if id, err := to.files.Identity(t.Context()); err != nil || id != "" {
		t.Errorf("%q, %v", id, err)
	}
	old := emptySite(t, "", "")
	must(t, old.db.MigrateTo(t.Context(), 37))
	m = old.backup(t)
	must(t, m.Of(t.Context(), old.place).Into(t.Context(), to.db, to.files, quiet))
	if have, newest, err := to.db.Versions(t.Context()); err != nil || have != 37 || newest <= have {
		t.Errorf("%d, %d, %v", have, newest, err)
	}
	must(t, to.db.Migrate(t.Context()))
	err = m.Of(t.Context(), old.place).Into(t.Context(), to.db, emptySite(t, "", "").files, quiet)
	if errs.CodeOf(err) != "newer_database" {
		t.Errorf("%v", err)
	}
}

// TestALiveCopyIsEqual moves an installation without a backup, and leaves the source unchanged.
func TestALiveCopyIsEqual(t *testing.T) {
	from := newFilled(t)
	to := emptySite(t, cluster.Database(t), buckets.Bucket(t))
	before := map[string]string{}
	for _, table := range tables(t, from.raw) {
		before[table] = content(t, from.raw, table)
	}
	must(t, backup.Live(t.Context(), from.db, from.files, quiet, func(s backup.Source) error {
		return s.Into(t.Context(), to.db, to.files, quiet)
	}))
	for table, want := range before {
		equal(t, table, content(t, to.raw, table), want)
		equal(t, table+" of the source", content(t, from.raw, table), want)
	}
	if get(t, to.files, "uploads/f2/p1") != get(t, from.files, "uploads/f2/p1") {
		t.Error("a file differs")
	}
}

// TestABackupUnderAPrefix: two prefixes of one bucket have different backups.
func TestABackupUnderAPrefix(t *testing.T) {
	s, bucket := newFilled(t), buckets.Bucket(t)
	address, query, _ := strings.Cut(bucket, "?")
	place := func(prefix string) *blob.Bucket {
		b, err := blob.Open(t.Context(), address+prefix+"?"+query)
		must(t, err)
		t.Cleanup(func() { must(t, b.Close()) })
		return b
	}
	one, other := place("/a/b"), place("/c/")
	m, _, err := backup.Create(t.Context(), s.db, s.files, one, s.opt)
	must(t, err)
	for b, want := range map[*blob.Bucket]int{one: 1, other: 0} {
		if list, bad, err := backup.List(t.Context(), b); err != nil || len(list) != want || len(bad) > 0 {
			t.Errorf("%v, %v, %v; want %d", list, bad, err, want)
		}
	}
	if bad, err := m.Verify(t.Context(), one, map[string]error{}, quiet); err != nil || len(bad) > 0 {
		t.Errorf("%v, %v", bad, err)
	}
}

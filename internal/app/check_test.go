package app

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/audit"
)

// checked runs the check on a data folder.
func checked(t *testing.T, dir string) (status int, out string) {
	t.Helper()
	var buf bytes.Buffer
	status = Run(&console.Env{Ctx: t.Context(), Stdin: strings.NewReader(""), Stdout: &buf, Stderr: &buf}, []string{"check", "--data", dir})
	return status, buf.String()
}

func wantChecked(t *testing.T, dir string, status int, says ...string) {
	t.Helper()
	got, out := checked(t, dir)
	if got != status {
		t.Errorf("status %d, want %d:\n%s", got, status, out)
	}
	for _, s := range says {
		if !strings.Contains(out, s) {
			t.Errorf("it does not say %q:\n%s", s, out)
		}
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	wantChecked(t, dir, console.ExitUsage, "there is no database at")
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("looking at an empty folder left %v, %v", left, err)
	}
	db, err := store.Open(t.Context(), "sqlite://"+filepath.ToSlash(filepath.Join(dir, "cohortium.db")), store.Options{})
	must(t, err)
	defer db.Close()
	wantChecked(
		t,
		dir,
		console.ExitFindings,
		"Database: it answers, and is at version 0; this program needs ",
		"Run cohortium migrate.",
		"Audit trail: not checked",
	)

	must(t, db.Migrate(t.Context()))
	wantChecked(t, dir, console.ExitOK, "Database: it answers, is at this program's version", "Files: the store answers.",
		"Audit trail: 0 entries, unbroken; head "+audit.Genesis)
	log := audit.NewLog(db, console.Now)
	for range 3 {
		must(t, log.Record(t.Context(), audit.Entry{Action: audit.SignIn, Actor: "alice"}))
	}
	page, err := log.Search(t.Context(), audit.Filter{})
	must(t, err)
	wantChecked(t, dir, console.ExitOK, "Audit trail: 3 entries, unbroken; head "+page.Items[0].Hash+"\n")

	must(t, db.Exec(t.Context(), "DROP TRIGGER audit_events_no_update"))
	must(t, db.Exec(t.Context(), "UPDATE audit_events SET actor = 'bob' WHERE seq = 2"))
	wantChecked(
		t,
		dir,
		console.ExitFindings,
		"Files: the store answers.",
		"Audit trail: broken at entry 2.",
		"Before it 1 entry is sound; head "+page.Items[2].Hash,
		"backup",
	)

	must(t, db.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)"))
	wantChecked(t, dir, console.ExitFindings, "at version 99999, which this program does not know")
	must(t, db.Exec(t.Context(), "DROP TABLE audit_head"))
	wantChecked(t, dir, console.ExitFindings, "Audit trail: it cannot be read:")
	must(t, os.RemoveAll(filepath.Join(dir, "blobs")))
	must(t, os.WriteFile(filepath.Join(dir, "blobs"), nil, 0o600))
	wantChecked(t, dir, console.ExitUsage, "blobs")
}

// TestCheckFindsDamage overwrites each page of a database in turn that holds rows or an index, as a
// copy of a running folder may mix old pages with new ones.
func TestCheckFindsDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "cohortium.db")
	db, err := store.Open(t.Context(), "sqlite://"+filepath.ToSlash(path), store.Options{})
	must(t, err)
	must(t, db.Migrate(t.Context()))
	log := audit.NewLog(db, console.Now)
	for range 100 {
		must(t, log.Record(t.Context(), audit.Entry{Action: audit.SignIn, Actor: "alice"}))
	}
	must(t, db.Close())
	wantChecked(t, dir, console.ExitOK, "has no damage")
	sound, err := os.ReadFile(path)
	must(t, err)
	size := int(sound[16])<<8 | int(sound[17]) // of a page; https://sqlite.org/fileformat.html, 1.3.2
	found := 0
	for at := size; at+size <= len(sound); at += size {
		if kind := sound[at]; kind != 0x0d && kind != 0x0a { // leaves of tables and of indexes
			continue
		}
		if cells := int(sound[at+3])<<8 | int(sound[at+4]); cells == 0 {
			continue
		}
		copied := bytes.Clone(sound)
		copy(copied[at+8:at+size], bytes.Repeat([]byte{0xa5}, size-8))
		must(t, os.WriteFile(path, copied, 0o600))
		// Without a readable schema the database cannot even be opened.
		status, out := checked(t, dir)
		if status == console.ExitOK || !strings.Contains(out, "is damaged") {
			t.Errorf("page %d is damaged, status %d:\n%s", at/size+1, status, out)
		}
		if status == console.ExitFindings {
			found++
		}
	}
	if found < 5 {
		t.Errorf("%d damaged pages were found by the check", found)
	}
	must(t, os.WriteFile(path, sound, 0o600))
	wantChecked(t, dir, console.ExitOK, "has no damage")
}

func TestCheckCountsInWords(t *testing.T) {
	for n, want := range map[int64]string{0: "0 entries", 1: "1 entry", 999: "999 entries", 1204: "1,204 entries", 1234567: "1,234,567 entries"} {
		if got := entries(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

package app

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/config"
)

// older makes a database of the version before this program's.
func older(t *testing.T, s config.Storage) (have, newest int64) {
	t.Helper()
	must(t, makeDataFolder(s.Data))
	db, err := store.Open(t.Context(), s.Database(), store.Options{})
	must(t, err)
	defer func() { must(t, db.Close()) }()
	_, newest, err = db.Versions(t.Context())
	must(t, err)
	must(t, db.MigrateTo(t.Context(), newest-1))
	have, _, err = db.Versions(t.Context())
	must(t, err)
	if have >= newest {
		t.Fatalf("the database is at %d of %d", have, newest)
	}
	return have, newest
}

// TestAnUpgradeKeepsACopy: the copy has the version before and is private. A restart makes no other,
// and an upgrade that was interrupted keeps the first.
func TestAnUpgradeKeepsACopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := config.Storage{Data: dir}
	have, _ := older(t, s)
	commanded(t, console.ExitFindings, "Make a backup", "version", "--check-data", "--data", dir)
	copies := func() []string {
		t.Helper()
		list, err := filepath.Glob(filepath.Join(dir, "*.before-*"))
		must(t, err)
		return list
	}
	if list := copies(); len(list) != 0 {
		t.Fatalf("a question made %v", list)
	}
	commanded(t, console.ExitOK, "this program's version", "migrate", "--data", dir)
	list := copies()
	if len(list) != 1 {
		t.Fatalf("copies: %v", list)
	}
	info, err := os.Stat(list[0])
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the copy has mode %s", info.Mode())
	}
	db, err := sql.Open("sqlite", "file:"+list[0]+"?mode=ro")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	var version int64
	must(t, db.QueryRowContext(t.Context(), "SELECT max(version_id) FROM goose_db_version").Scan(&version))
	if version != have {
		t.Errorf("the copy is at version %d, want %d", version, have)
	}
	commanded(t, console.ExitOK, "this program's version", "migrate", "--data", dir)
	commanded(t, console.ExitOK, "as this program needs it", "version", "--check-data", "--data", dir)
	if again := copies(); len(again) != 1 {
		t.Errorf("copies: %v", again)
	}
}

// TestANewInstallationIsNotCopied, and neither is PostgreSQL.
func TestANewInstallationIsNotCopied(t *testing.T) {
	t.Parallel()
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		if settings.DatabaseURL != "" {
			older(t, settings.Storage)
		}
		k, err := openStack(t.Context(), settings, newLog(t.Output()), tuning{})
		must(t, err)
		must(t, k.Close())
		if list, _ := filepath.Glob(filepath.Join(settings.Data, "*.before-*")); len(list) != 0 {
			t.Errorf("copies: %v", list)
		}
	})
}

// TestVersionRefusesANewerDatabase with what to do.
func TestVersionRefusesANewerDatabase(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(*stack) {})
	db := in.db(t)
	_, err := db.ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)")
	must(t, err)
	must(t, db.Close())
	in.command(t, console.ExitUsage, "start the newer program, or restore a backup made by this one", "version", "--check-data")
}

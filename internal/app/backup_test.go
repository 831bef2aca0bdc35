package app

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

	"cohortium/internal/app/console"
)

// withFilesOfAllKinds returns an installation with accounts and every kind of file.
func withFilesOfAllKinds(t *testing.T, in *installation) *installation {
	t.Helper()
	in.with(t, func(k *stack) {
		in.send(t, k, true)
		in.send(t, k, false)
		for _, kind := range madeKinds {
			in.make(t, k, kind)
		}
	})
	in.parents(t)
	return in
}

// parents adds the rows that other rows refer to.
func (in *installation) parents(t *testing.T) {
	t.Helper()
	db := in.db(t)
	defer func() { must(t, db.Close()) }()
	for range 20 {
		var table, parent, from string
		var row int64
		err := db.QueryRowContext(t.Context(), `SELECT v."table", v.rowid, v.parent, f."from" FROM pragma_foreign_key_check AS v
			JOIN pragma_foreign_key_list(v."table") AS f ON f.id = v.fkid LIMIT 1`).Scan(&table, &row, &parent, &from)
		if errors.Is(err, sql.ErrNoRows) {
			return
		}
		must(t, err)
		var id string
		must(t, db.QueryRowContext(t.Context(), "SELECT "+from+" FROM "+table+" WHERE rowid = $1", row).Scan(&id))
		in.row(t, parent, texts(t, db, parent, id))
	}
	t.Fatal("some rows still lack their parents")
}

// texts returns a value for each required text of a table.
func texts(t *testing.T, db *sql.DB, table, value string) map[string]any {
	t.Helper()
	values := map[string]any{}
	columns, err := db.QueryContext(t.Context(), `SELECT name FROM pragma_table_info($1) WHERE type = 'TEXT' AND "notnull" OR pk > 0`, table)
	must(t, err)
	defer columns.Close()
	for columns.Next() {
		var name string
		must(t, columns.Scan(&name))
		values[name] = value
	}
	must(t, columns.Err())
	return values
}

// TestBackupAndRestore backs up beside a running server, restores on the other stack, and checks
// every file and the audit trail there.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	in, backups := withFilesOfAllKinds(t, newInstallation(t)), t.TempDir()
	in.with(t, func(*stack) {
		in.command(t, console.ExitOK, "Already there: 0 objects", "backup", backups)
		in.command(t, console.ExitOK, "Removed: 1 backups", "backup", "--keep", "1", backups)
	})
	commanded(t, console.ExitOK, "Verified 2", "backup", "verify", backups)
	commanded(t, console.ExitUsage, "there is no folder", "backup", "list", filepath.Join(backups, "absent"))
	in.with(t, func(k *stack) { in.send(t, k, true) }) // is not in the backup
	to := newServices(t)
	restore := []string{"restore", backups, "--database-url", to.address, "--blob-url", to.bucket}
	to.command(t, console.ExitOK, "every byte is as it was written", append(restore, "--verify")...)
	to.command(t, console.ExitUsage, "there is no database", "check")
	to.command(t, console.ExitOK, "0 differences", restore...)
	to.command(t, console.ExitOK, "unbroken", "check", "--read-data", "--database-url", to.address, "--blob-url", to.bucket)
	if n := to.count(t, "SELECT count(*) FROM audit_events WHERE action = 'data-restored'"); n != 1 {
		t.Errorf("%d entries of the restore in the audit trail", n)
	}
	to.command(t, console.ExitUsage, "file store is not empty", restore...)
	to.with(t, func(k *stack) {})
}

// TestRestoreRefusesADamagedBackup before it writes anything, names the file, and restores the one
// before.
func TestRestoreRefusesADamagedBackup(t *testing.T) {
	t.Parallel()
	in, backups := newInstallation(t), t.TempDir()
	in.with(t, func(k *stack) { in.send(t, k, true) })
	in.command(t, console.ExitOK, "Backup 2", "backup", backups)
	objects, err := filepath.Glob(filepath.Join(backups, "objects", "*", "*"))
	must(t, err)
	before, err := os.ReadFile(objects[0])
	must(t, err)
	changed := append([]byte{}, before...)
	changed[len(changed)/2] ^= 4
	must(t, os.WriteFile(objects[0], changed, 0o600))
	to := newInstallation(t)
	name := filepath.Base(objects[0])
	for _, args := range [][]string{{"restore", backups}, {"restore", backups, "--verify"}} {
		to.command(t, console.ExitFindings, name, args...)
	}
	in.command(t, console.ExitOK, "were damaged and were replaced", "backup", backups)
	if files, err := os.ReadDir(filepath.Join(to.dir, "blobs")); err == nil && len(files) > 0 {
		t.Errorf("a refused restore wrote %v", files)
	}
	to.command(t, console.ExitOK, "0 differences", "restore", backups)
	to.command(t, console.ExitOK, "belong together", "check", "--read-data")
	to.command(t, console.ExitUsage, `There is no complete backup "1999"`, "restore", "--backup", "1999", backups)
}

// TestAnUnfinishedRestoreDoesNotStart: a server is told which command completes it.
func TestAnUnfinishedRestoreDoesNotStart(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	must(t, in.blobs.SetIdentity(t.Context(), "restoring 20261128T171500Z"))
	in.command(t, console.ExitUsage, "run the same cohortium restore", "migrate")
	if left, err := in.blobs.Identity(t.Context()); err != nil || !strings.HasPrefix(left, "restoring ") {
		t.Errorf("%q, %v", left, err)
	}
}

// TestMigrateData moves an installation to the other stack and back, and leaves the source as it is.
func TestMigrateData(t *testing.T) {
	t.Parallel()
	in := newInstallation(t)
	in.with(t, func(k *stack) { in.send(t, k, true); in.send(t, k, true) })
	services := cluster.Database(t) + "," + objects.Bucket(t)
	in.command(t, console.ExitOK, "0 differences", "migrate", "data", "--from", in.dir, "--to", services)
	back := newInstallation(t)
	back.command(t, console.ExitOK, "0 differences", "migrate", "data", "--from", services, "--to", back.dir)
	back.command(t, console.ExitOK, "unbroken", "check", "--read-data")
	back.with(t, func(k *stack) {})
	for key, want := range in.now {
		for _, i := range []*installation{in, back} {
			if got, err := i.read(t, key); err != nil || got != want {
				t.Errorf("%s: %q, %v", key, got, err)
			}
		}
	}
	back.command(t, console.ExitUsage, "file store is not empty", "migrate", "data", "--from", services, "--to", back.dir)
}

// TestAnEncryptedBackup writes, verifies and restores a backup with keys of age by the command line.
func TestAnEncryptedBackup(t *testing.T) {
	t.Parallel()
	identity, err := age.GenerateX25519Identity()
	must(t, err)
	other, err := age.GenerateX25519Identity()
	must(t, err)
	recipient := identity.Recipient().String()
	in, backups := withFilesOfAllKinds(t, newInstallation(t)), t.TempDir()
	key, wrong := filepath.Join(t.TempDir(), "key.txt"), filepath.Join(t.TempDir(), "other.txt")
	must(t, os.WriteFile(key, []byte("# a comment\n"+identity.String()+"\n"), 0o600))
	must(t, os.WriteFile(wrong, []byte(other.String()+"\n"), 0o600))
	in.command(t, console.ExitUsage, "is not a recipient of age", "backup", "--encrypt", "age1", backups)
	in.command(t, console.ExitOK, "Written", "backup", "--encrypt", recipient, backups)
	commanded(t, console.ExitOK, "Encrypted for "+recipient, "backup", "list", backups)
	commanded(t, console.ExitOK, "Verified 2", "backup", "verify", backups)
	commanded(t, console.ExitOK, "Verified 2", "backup", "verify", "--identity", key, backups)
	commanded(t, console.ExitUsage, "does not decrypt", "backup", "verify", "--identity", wrong, backups)
	to := newInstallation(t)
	to.command(t, console.ExitUsage, "with --identity", "restore", backups)
	to.command(t, console.ExitUsage, "does not decrypt", "restore", backups, "--identity", wrong)
	to.command(t, console.ExitUsage, "--identity: open", "restore", backups, "--identity", wrong+"x")
	to.command(t, console.ExitOK, "0 differences", "restore", backups, "--identity", key)
	to.command(t, console.ExitOK, "unbroken", "check", "--read-data")
}

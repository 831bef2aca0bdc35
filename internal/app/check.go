package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/config"
)

// InstallationCheckCmd checks the storage of a server. It only adds missing checksums.
type InstallationCheckCmd struct {
	config.Storage `embed:""`
	ReadData       bool `help:"Read every file that the database names and compare it with its checksum; record checksums that are missing."`
}

// Run prints one line each for the database, the files and their identity, the files of rows, the
// quarantine and the audit trail. The status is 1 if one has a fault, and 2 if one cannot be
// opened.
func (c *InstallationCheckCmd) Run(env *console.Env) (err error) {
	db, files, err := openToCheck(env.Ctx, c.Storage)
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { err = errors.Join(err, files.Close(), db.Close()) }()
	sound := true
	for _, check := range []struct {
		name string
		run  func(context.Context) (finding string, sound bool)
	}{
		{"Database", func(ctx context.Context) (string, bool) { return checkDatabase(ctx, db) }},
		{"Files", func(ctx context.Context) (string, bool) { return checkFiles(ctx, files) }},
		{"Identity", func(ctx context.Context) (string, bool) { return checkPair(ctx, db, files) }},
		{"Stored files", func(ctx context.Context) (string, bool) {
			if !inOrder(ctx, db) {
				return notInOrder, false
			}
			return checkStored(ctx, db, files, c.ReadData)
		}},
		{"Quarantine", func(ctx context.Context) (string, bool) { return checkQuarantine(ctx, files) }},
		{"Audit trail", func(ctx context.Context) (string, bool) { return checkTrail(ctx, db) }},
	} {
		finding, ok := check.run(env.Ctx)
		fmt.Fprintf(env.Stdout, "%s: %s\n", check.name, finding)
		sound = sound && ok
	}
	if !sound {
		return console.ErrFindings
	}
	return nil
}

// openToCheck opens database and files unchanged. It does not create a missing SQLite file.
func openToCheck(ctx context.Context, s config.Storage) (*store.Store, *blob.Bucket, error) {
	if path, is := strings.CutPrefix(s.Database(), "sqlite://"); is {
		if _, err := os.Stat(path); err != nil {
			return nil, nil, fmt.Errorf("there is no database at %s: %w", path, err)
		}
	}
	db, err := store.Open(ctx, s.Database(), store.Options{})
	if err != nil {
		return nil, nil, err
	}
	files, err := blob.Open(ctx, s.Blobs())
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return db, files, nil
}

func checkDatabase(ctx context.Context, db *store.Store) (string, bool) {
	faults, err := db.Integrity(ctx)
	if err != nil {
		faults = []string{err.Error()}
	}
	if len(faults) > 0 {
		return fmt.Sprintf("it is damaged: %s. Stop the server, keep a copy of the database as it is, and restore a backup.", strings.Join(faults, "; ")), false
	}
	have, newest, err := db.Versions(ctx)
	switch {
	case err != nil:
		return err.Error(), false
	case have < newest:
		return fmt.Sprintf("it answers, and is at version %d; this program needs %d. Run cohortium migrate.", have, newest), false
	case have > newest:
		return fmt.Sprintf("it answers, and is at version %d, which this program does not know (%d). Use the newer program.", have, newest), false
	}
	return fmt.Sprintf("it answers, is at this program's version, %d, and has no damage.", have), true
}

func checkFiles(ctx context.Context, files *blob.Bucket) (string, bool) {
	if err := files.Check(ctx); err != nil {
		return err.Error(), false
	}
	return "the store answers.", true
}

const notInOrder = "not checked; the database has to be in order first."

// inOrder reports whether the database has every table of this version.
func inOrder(ctx context.Context, db *store.Store) bool {
	have, newest, err := db.Versions(ctx)
	return err == nil && have >= newest
}

func checkTrail(ctx context.Context, db *store.Store) (string, bool) {
	if !inOrder(ctx, db) {
		return notInOrder, false
	}
	r, err := audit.NewLog(db, console.Now).Verify(ctx)
	switch {
	case err != nil:
		return "it cannot be read: " + err.Error(), false
	case r.BrokenAt > 0:
		return fmt.Sprintf("broken at entry %d. %s Before it %s sound; head %s. "+
			"The database was changed outside this program. Keep it as it is, and compare entry %d and later entries with a backup.",
			r.BrokenAt, r.Why, are(r.Events), r.Head, r.BrokenAt), false
	}
	return fmt.Sprintf("%s, unbroken; head %s", entries(r.Events), r.Head), true
}

// entries formats a number of entries, with a comma at the thousands.
func entries(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if n == 1 {
		return digits + " entry"
	}
	return digits + " entries"
}

func are(n int64) string {
	if n == 1 {
		return "1 entry is"
	}
	return entries(n) + " are"
}

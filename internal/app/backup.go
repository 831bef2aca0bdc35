package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/app/console"
	"cohortium/internal/area/operation"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// BackupCmd groups the commands for backups.
type BackupCmd struct {
	Create BackupCreateCmd `cmd:"" default:"withargs" help:"Back up the database and the files of a server, which may run. The word create is optional."`
	List   BackupListCmd   `cmd:"" help:"List the backups of a folder, oldest first."`
	Verify BackupVerifyCmd `cmd:"" help:"Read every byte of all backups of a folder and compare it with its checksum."`
}

// BackupCreateCmd is `backup DIR`.
type BackupCreateCmd struct {
	config.Storage `embed:""`
	Dir            string   `arg:"" help:"Folder for backups, or s3://bucket/prefix?…"`
	Keep           int      `help:"Then remove backups older than this many complete ones; 0 removes none."`
	Encrypt        []string `placeholder:"AGE-RECIPIENT" help:"Encrypt for this public key of age, which age-keygen prints; may be repeated. Only its identity file can restore the backup."`
	Quick          bool     `help:"Compare files that an earlier backup wrote by size only. Without it, every byte of the backup is read again."`
}

// Run makes a backup. The status is 1 if files of the server are missing or damaged.
func (c *BackupCreateCmd) Run(env *console.Env) (err error) {
	if c.Keep < 0 {
		return console.Unusable(errors.New("--keep must be 0 or more"))
	}
	recipients, err := backup.ParseRecipients(c.Encrypt)
	if err != nil {
		return console.Unusable(err)
	}
	db, files, err := openToCheck(env.Ctx, c.Storage)
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { err = errors.Join(err, files.Close(), db.Close()) }()
	if finding, ok := checkDatabase(env.Ctx, db); !ok {
		return console.Unusable(fmt.Errorf("database: %s", finding))
	}
	p, err := (&stack{store: db, blobs: files}).identities(env.Ctx)
	if err != nil {
		return err
	}
	if err := p.refuseOther(); err != nil {
		return err
	}
	return withBackups(env.Ctx, c.Dir, func(place *blob.Bucket) error {
		if err := c.create(env, db, files, place, recipients); err != nil {
			return fmt.Errorf("backup to %s: %w", c.Dir, err)
		}
		return nil
	})
}

func (c *BackupCreateCmd) create(env *console.Env, db *store.Store, files, place *blob.Bucket, recipients *backup.Recipients) error {
	show, done := progress(env)
	m, r, err := backup.Create(
		env.Ctx,
		db,
		files,
		place,
		backup.Options{Program: console.Version, Now: console.Now, Quick: c.Quick, Recipients: recipients, Show: show},
	)
	done()
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "Backup %s: %s\n", m.ID, contents(m))
	fmt.Fprintf(
		env.Stdout,
		"Written and read again: %d objects, %s. Already there: %d objects, %s.\n",
		r.Written+r.Replaced,
		file.SizeText(r.WrittenBytes),
		r.Shared,
		file.SizeText(r.SharedBytes),
	)
	if r.Replaced > 0 {
		fmt.Fprintf(env.Stdout, "%d objects of earlier backups were damaged and were replaced. Check the disk of the backups.\n", r.Replaced)
	}
	if len(m.Missing) > 0 {
		printMissing(env, m)
		return console.ErrFindings
	}
	made := operation.Backup{Place: placeOf(c.Dir), ID: m.ID, At: m.At, Bytes: m.Bytes(), ReadBack: !c.Quick}
	if err := db.Operation().PutBackup(env.Ctx, made); err != nil {
		return fmt.Errorf("the backup is complete, and its time was not recorded for the overview: %w", err)
	}
	if c.Keep == 0 {
		return nil
	}
	p, err := backup.Prune(env.Ctx, place, c.Keep, console.Now())
	fmt.Fprintf(env.Stdout, "Removed: %d backups and %d objects, %s.\n", p.Backups, p.Objects, file.SizeText(p.Bytes))
	if p.Kept != "" {
		fmt.Fprintf(
			env.Stdout,
			"Objects that no backup names stay, because another backup has not finished (%s). If it was interrupted, the mark expires after two days.\n",
			p.Kept,
		)
	}
	return err
}

// progress shows progress on a terminal only: a scheduled backup prints its result.
func progress(env *console.Env) (show func(stage string, done, total int64), done func()) {
	if !env.Terminal {
		return func(string, int64, int64) {}, func() {}
	}
	bar := &console.Progress{Env: env}
	return bar.Show, bar.Done
}

func printMissing(env *console.Env, m *backup.Manifest) {
	fmt.Fprintf(env.Stdout, "The backup is incomplete. %d files that the database names are missing or damaged in the file store:\n", len(m.Missing))
	for _, f := range m.Missing {
		fmt.Fprintf(env.Stdout, "  %s (%s)\n", f.Key, f.Why)
	}
}

func contents(m *backup.Manifest) string {
	return fmt.Sprintf("%d rows of %d tables, %d files with %s.", m.Rows(), len(m.Tables), len(m.Files), file.SizeText(m.Bytes()))
}

// placeOf returns the address of a place for backups without parameters.
func placeOf(dir string) string {
	if path, err := filepath.Abs(dir); err == nil && !strings.Contains(dir, "://") {
		return path
	}
	return blob.Redact(dir)
}

// withBackups opens a place for backups. It makes a folder that is absent.
func withBackups(ctx context.Context, dir string, do func(place *blob.Bucket) error) error {
	if !strings.Contains(dir, "://") {
		path, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		dir = "file://" + filepath.ToSlash(path)
	}
	place, err := blob.Open(ctx, dir)
	if err != nil {
		return console.Unusable(err)
	}
	return errors.Join(do(place), place.Close())
}

// fromBackups is like withBackups for a place that must exist.
func fromBackups(ctx context.Context, dir string, do func(place *blob.Bucket) error) error {
	if !strings.Contains(dir, "://") {
		if _, err := os.Stat(dir); err != nil {
			return console.Unusable(fmt.Errorf("there is no folder with backups: %w", err))
		}
	}
	return withBackups(ctx, dir, do)
}

// BackupListCmd is `backup list`.
type BackupListCmd struct {
	Dir string `arg:"" help:"Folder for backups, or s3://bucket/prefix?…"`
}

// Run prints one line for each backup. The status is 1 if a manifest is damaged.
func (c *BackupListCmd) Run(env *console.Env) error {
	return fromBackups(env.Ctx, c.Dir, func(place *blob.Bucket) error {
		_, err := listBackups(env, place)
		return err
	})
}

func listBackups(env *console.Env, place *blob.Bucket) ([]*backup.Manifest, error) {
	list, bad, err := backup.List(env.Ctx, place)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		fmt.Fprintf(env.Stdout, "%s: %s", m.ID, contents(m))
		if m.Encrypted() {
			fmt.Fprintf(env.Stdout, " Encrypted for %s.", strings.Join(m.Recipients, ", "))
		}
		if len(m.Missing) > 0 {
			fmt.Fprintf(env.Stdout, " Incomplete: %d files are missing.", len(m.Missing))
		}
		fmt.Fprintln(env.Stdout)
	}
	for _, key := range bad {
		fmt.Fprintf(env.Stdout, "Damaged: %s\n", key)
	}
	switch {
	case len(bad) > 0:
		return list, console.ErrFindings
	case len(list) == 0:
		fmt.Fprintln(env.Stdout, "There is no backup here.")
	}
	return list, nil
}

// BackupVerifyCmd is `backup verify`.
type BackupVerifyCmd struct {
	Dir      string `arg:"" help:"Folder for backups, or s3://bucket/prefix?…"`
	Identity string `placeholder:"FILE" help:"Identity file of age, to decrypt encrypted backups as well; without it, their encrypted bytes are compared."`
}

// Run prints what is damaged. The status is 1 if anything is.
func (c *BackupVerifyCmd) Run(env *console.Env) error {
	identities, err := readIdentities(c.Identity)
	if err != nil {
		return err
	}
	return fromBackups(env.Ctx, c.Dir, func(place *blob.Bucket) error {
		list, failed := listBackups(env, place)
		seen := map[string]error{}
		for _, m := range list {
			if identities != nil {
				if err := m.Unlock(env.Ctx, place, identities); err != nil {
					return console.Unusable(err)
				}
			}
			if err := verify(env, m, place, seen); err != nil {
				failed = err
			}
		}
		return failed
	})
}

// readIdentities reads an identity file of age; nil without one.
func readIdentities(path string) (backup.Identities, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, console.Unusable(fmt.Errorf("--identity: %w", err))
	}
	defer f.Close()
	list, err := backup.ParseIdentities(f)
	if err != nil {
		return nil, console.Unusable(fmt.Errorf("--identity %s: %w", path, err))
	}
	return list, nil
}

// verify prints the faults of a backup. See Manifest.Verify for seen.
func verify(env *console.Env, m *backup.Manifest, place *blob.Bucket, seen map[string]error) error {
	show, done := progress(env)
	bad, err := m.Verify(env.Ctx, place, seen, show)
	done()
	if err != nil {
		return err
	}
	for _, fault := range bad {
		fmt.Fprintf(env.Stdout, "Damaged in %s: %s\n", m.ID, fault)
	}
	if len(bad) > 0 {
		return console.ErrFindings
	}
	fmt.Fprintf(env.Stdout, "Verified %s: every byte is as it was written.\n", m.ID)
	return nil
}

// RestoreCmd is `restore`.
type RestoreCmd struct {
	config.Storage `embed:""`
	Dir            string `arg:"" help:"Folder for backups, or s3://bucket/prefix?…"`
	Backup         string `placeholder:"ID" help:"Backup to restore, as backup list prints it; the newest if absent."`
	Identity       string `placeholder:"FILE" help:"Identity file of age that decrypts an encrypted backup."`
	Verify         bool   `help:"Read every byte and every row of the backup, and change nothing."`
}

// Run restores a backup. The status is 1 if it is damaged, or lacks files that were missing when it
// was made.
func (c *RestoreCmd) Run(env *console.Env) error {
	return fromBackups(env.Ctx, c.Dir, func(place *blob.Bucket) error {
		m, err := backup.Find(env.Ctx, place, c.Backup)
		if err != nil {
			return console.Unusable(err)
		}
		fmt.Fprintf(env.Stdout, "Backup %s: %s\n", m.ID, contents(m))
		identities, err := readIdentities(c.Identity)
		if err != nil {
			return err
		}
		if err := m.Unlock(env.Ctx, place, identities); err != nil {
			return console.Unusable(err)
		}
		if err := verify(env, m, place, map[string]error{}); err != nil {
			if errors.Is(err, console.ErrFindings) && !c.Verify {
				fmt.Fprintln(env.Stdout, "Nothing was restored. Choose another backup with --backup.")
			}
			return err
		}
		if c.Verify {
			return nil
		}
		return copyInto(env, m.Of(env.Ctx, place), c.Storage)
	})
}

// copyInto writes an installation into an empty database and an empty file store, and brings the
// database to this program's version.
func copyInto(env *console.Env, from backup.Source, to config.Storage) (err error) {
	if err := to.Validate(); err != nil {
		return console.Unusable(err)
	}
	k := &stack{}
	defer func() { err = errors.Join(err, k.Close()) }()
	if err := k.openUnpaired(env.Ctx, to); err != nil {
		return console.Unusable(err)
	}
	files, err := blob.Open(env.Ctx, to.Blobs()) // does not record checksums: they are rows of the backup
	if err != nil {
		return console.Unusable(err)
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	show, done := progress(env)
	err = k.store.Alone(env.Ctx, func() error {
		if err := from.Into(env.Ctx, k.store, files, show); err != nil {
			return err
		}
		if err := k.migrate(env.Ctx); err != nil {
			return err
		}
		return audit.NewLog(k.store, console.Now).Record(env.Ctx, audit.Entry{Action: audit.DataRestored, Object: "backup", ObjectID: from.ID})
	})
	done()
	if errs.Is(err, errs.Conflict) {
		return console.Unusable(err)
	}
	if err != nil {
		return fmt.Errorf("%w. Run the same command again: it starts from the beginning, and files that were written are not written again", err)
	}
	fmt.Fprintf(env.Stdout, "Restored into %s and %s: %s 0 differences.\n", store.Redact(to.Database()), blob.Redact(to.Blobs()), contents(from.Manifest))
	if len(from.Missing) > 0 {
		printMissing(env, from.Manifest)
		return console.ErrFindings
	}
	return nil
}

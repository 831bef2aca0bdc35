package app

import (
	"context"
	"os"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/adapter/blob"
	"cohortium/internal/app/console"
	"cohortium/internal/area/operation"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// backups returns what makes backups by the schedule of the settings; nil without one.
func (k *stack) backups(s config.Backup) (*operation.Backups, error) {
	if s.BackupTo == "" {
		return nil, nil
	}
	recipients, err := backup.ParseRecipients(s.BackupEncrypt)
	if err != nil {
		return nil, console.Unusable(err)
	}
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	return &operation.Backups{
		Store: k.store.Operation(),
		Schedule: operation.Schedule{
			Place: placeOf(s.BackupTo), Every: s.BackupEvery, Keep: s.BackupKeep, Encrypted: recipients != nil,
		},
		Host: host, NewID: newID, Now: console.Now, Log: k.log, Mail: k.auth.MailAdmins,
		Make: func(ctx context.Context) (made *operation.Backup, err error) {
			err = withBackups(ctx, s.BackupTo, func(place *blob.Bucket) error {
				made, err = k.makeBackup(ctx, place, int(s.BackupKeep), recipients)
				return err
			})
			return made, err
		},
	}, nil
}

// makeBackup makes a backup, reads it again, and removes the complete ones beyond keep, the newest of
// which is the one that was just read.
func (k *stack) makeBackup(ctx context.Context, place *blob.Bucket, keep int, recipients *backup.Recipients) (*operation.Backup, error) {
	if finding, ok := checkDatabase(ctx, k.store); !ok {
		return nil, errs.New(errs.Unavailable, "damaged_database", "The database is damaged, so no backup was made: %s", finding)
	}
	m, _, err := backup.Create(ctx, k.store, k.blobs, place, backup.Options{
		Program: console.Version, Now: console.Now, Recipients: recipients, Show: func(string, int64, int64) {},
	})
	if err != nil {
		return nil, err
	}
	if n := len(m.Missing); n > 0 {
		return nil, errs.New(
			errs.Unavailable,
			"incomplete_backup",
			"The backup %s lacks %s of the database, such as %s (%s). Run cohortium check on the server.",
			m.ID,
			phrase.Counted(int64(n), "file", "files"),
			m.Missing[0].Key,
			m.Missing[0].Why,
		)
	}
	made := &operation.Backup{ID: m.ID, At: m.At, Bytes: m.Bytes(), ReadBack: true}
	if _, err := backup.Prune(ctx, place, keep, console.Now()); err != nil {
		k.log.ErrorContext(ctx, "old backups were not removed", "err", err)
	}
	return made, nil
}

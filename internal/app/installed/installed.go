// Package installed opens the reference data of a data folder for commands that only read them: those
// of a server's register where the folder has one, and those in the folder itself where no server has
// used it. It changes neither database nor files.
package installed

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/localcopy"
	"cohortium/internal/adapter/store"
	"cohortium/internal/app/console"
	"cohortium/internal/area/reference"
	"cohortium/internal/platform/config"
)

// registerSince is the first version of the database with a register of reference data.
const registerSince = 57

// HasDatabase reports whether a server has used a storage: a data folder without a database is for
// commands alone.
func HasDatabase(s config.Storage) bool {
	path, is := strings.CutPrefix(s.Database(), "sqlite://")
	if !is {
		return true
	}
	_, err := os.Stat(path)
	return err == nil
}

// Open opens the reference data of a storage. What was opened by the registry stays usable after
// closing.
func Open(ctx context.Context, s config.Storage) (_ *reference.Registry, closing func() error, err error) {
	inFolder := reference.Open(s.Reference(), console.Now).Registry
	if !HasDatabase(s) {
		return inFolder, func() error { return nil }, nil
	}
	db, err := store.Open(ctx, s.Database(), store.Options{})
	if err != nil {
		return nil, nil, err
	}
	if have, _, err := db.Versions(ctx); err != nil || have < registerSince {
		return inFolder, db.Close, err
	}
	files, err := blob.Open(ctx, s.Blobs())
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	copies := localcopy.New(s.ReferenceCache(), config.ReferenceCacheBytes, files, slog.New(slog.DiscardHandler))
	return reference.InStore(db.Reference(), copies, console.Now), func() error {
		return errors.Join(copies.Close(), files.Close(), db.Close())
	}, nil
}

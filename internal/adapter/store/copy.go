package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/private"
)

// CopyBefore copies a SQLite database that Migrate is about to change, and returns the path of the
// copy: that of the database with .before- and the version of this program's schema. It returns ""
// when there is nothing to change or to copy, and on PostgreSQL. A copy that is there already stays:
// the migration after it did not end.
func (s *Store) CopyBefore(ctx context.Context) (path string, err error) {
	defer errs.Wrap(&err, "store.CopyBefore")
	have, newest, err := s.Versions(ctx)
	if err != nil || s.engine != SQLite || have == 0 || have >= newest {
		return "", err
	}
	path = fmt.Sprintf("%s.before-%d", s.path, newest)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	part := path + ".part" // is no copy until it is whole
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := private.New(part); err != nil {
		return "", err
	}
	if _, err := s.write.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return "", problem(err)
	}
	return path, os.Rename(part, path)
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// HoldWorkers reports whether no other process can be running jobs of this
// database, and keeps it so until release is called. On SQLite that is a lock on
// a file beside the database, which the system drops when its process dies; on
// PostgreSQL there may always be others.
func (s *Store) HoldWorkers(ctx context.Context) (only bool, release func() error, err error) {
	if s.engine != SQLite {
		return false, func() error { return nil }, nil
	}
	path := s.path + ".workers"
	if err := keepPrivate(path); err != nil {
		return false, nil, fmt.Errorf("store.HoldWorkers: %w", err)
	}
	db, err := sql.Open("sqlite", fileURI(path)+"?_txlock=exclusive")
	if err != nil {
		return false, nil, fmt.Errorf("store.HoldWorkers: %w", err)
	}
	db.SetMaxOpenConns(1)
	lock, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if retryable(err) {
		return false, db.Close, nil
	}
	if err != nil {
		return false, nil, errors.Join(fmt.Errorf("store.HoldWorkers: %w", err), db.Close())
	}
	return true, func() error { return errors.Join(lock.Rollback(), db.Close()) }, nil
}

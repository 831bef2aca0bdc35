package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"cohortium/internal/platform/errs"
)

// HoldWorkers reports whether no other process can be running jobs of this database, and keeps
// others out until release is called. On SQLite that is a lock on a file next to the database,
// which the system drops when its process dies; on PostgreSQL there may always be others.
func (s *Store) HoldWorkers(ctx context.Context) (only bool, release func() error, err error) {
	if s.engine != SQLite {
		return false, func() error { return nil }, nil
	}
	only, release, err = s.lockFile(ctx, ".workers", 0)
	if err != nil {
		return false, nil, fmt.Errorf("store.HoldWorkers: %w", err)
	}
	return only, release, nil
}

// startLock is the key of the lock of PostgreSQL that Alone takes.
const startLock = 0x436f686f7274

// startWait is how long Alone waits for another process.
const startWait = 5 * time.Minute

// Alone runs fn while no other process runs one on this database: of servers that start together,
// one migrates it and the others wait.
func (s *Store) Alone(ctx context.Context, fn func() error) (err error) {
	ctx, cancel := context.WithTimeout(ctx, startWait)
	defer cancel()
	if s.engine == SQLite {
		held, release, err := s.lockFile(ctx, ".start", startWait)
		if err != nil {
			return problem(err)
		}
		if !held {
			return errs.New(errs.Unavailable, "database", "Another process has been starting on this database for %s. Stop it, or try again.", startWait)
		}
		return errors.Join(fn(), release())
	}
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return problem(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", startLock); err != nil {
		return problem(err)
	}
	err = fn()
	_, unlocked := conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", startLock)
	return errors.Join(err, problem(unlocked))
}

// lockFile takes the lock of a file next to the database, waiting for it for a while.
func (s *Store) lockFile(ctx context.Context, suffix string, wait time.Duration) (held bool, release func() error, err error) {
	path := s.path + suffix
	if err := keepPrivate(path); err != nil {
		return false, nil, err
	}
	db, err := sql.Open("sqlite", fmt.Sprintf("%s?_txlock=exclusive&_pragma=busy_timeout(%d)", fileURI(path), wait.Milliseconds()))
	if err != nil {
		return false, nil, err
	}
	db.SetMaxOpenConns(1)
	lock, err := db.BeginTx(context.WithoutCancel(ctx), nil)
	if retryable(err) {
		return false, db.Close, nil
	}
	if err != nil {
		return false, nil, errors.Join(err, db.Close())
	}
	return true, func() error { return errors.Join(lock.Rollback(), db.Close()) }, nil
}

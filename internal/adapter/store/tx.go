package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// tx is one transaction: queries, and a way to insert a job's delivery in it. It is the base of
// every area's transaction, and stores jobs and the audit trail.
type tx struct {
	q       *sqlcgen.Queries
	db      sqlcgen.DBTX // for composed statements, in the dialect of the engine
	deliver func(ctx context.Context, jobID string, at time.Time) error
	trace   func(ctx context.Context) string // see Options
	// enterAudit runs before the newest entry of the audit trail is read; nil for none.
	enterAudit func(ctx context.Context) error
}

var _ job.Tx = (*tx)(nil)

// attempts bounds how often a transaction that lost against others runs again.
const attempts = 12

// inTx runs fn in one serializable transaction, and repeats it when it lost against others.
func (s *Store) inTx(ctx context.Context, fn func(*tx) error) error {
	var err error
	started := time.Now()
	defer func() {
		s.watch(ctx, Statement{Operation: "transaction", Started: started, Took: time.Since(started), Failed: failed(err)})
	}()
	for i := range attempts {
		if err = s.once(ctx, i > 0, fn); err == nil || !retryable(err) {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(i*i) * 2 * time.Millisecond):
		}
	}
	err = problem(err)
	s.refused.Store(notWritten(err))
	return err
}

// notWritten reports whether the database answers but accepts no changes.
func notWritten(err error) bool {
	code := errs.CodeOf(err)
	return code == codeFull || code == codeReadOnly
}

// errNoChange ends a transaction that is only a trial.
var errNoChange = errors.New("nothing is to be changed")

// Writable returns why the database accepts no changes, nil when it does. Its trial change is
// rolled back, unless the last change was refused: only then does it detect a full disk.
func (s *Store) Writable(ctx context.Context) error {
	refused := s.refused.Load()
	err := s.inTx(ctx, func(t *tx) error {
		if _, err := t.db.ExecContext(ctx, "UPDATE installation SET id = id"); err != nil || refused {
			return err
		}
		return errNoChange
	})
	if notWritten(err) {
		return err
	}
	return nil
}

func (s *Store) once(ctx context.Context, again bool, fn func(*tx) error) error {
	if s.engine == SQLite {
		return s.onceSQLite(ctx, fn) // writers are queued already
	}
	return s.oncePostgres(ctx, again, fn)
}

func (s *Store) onceSQLite(ctx context.Context, fn func(*tx) error) error {
	sqlTx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = sqlTx.Rollback() }()
	deliver := func(ctx context.Context, jobID string, at time.Time) error {
		return s.queue.InsertSQLite(ctx, sqlTx, jobID, at)
	}
	if err := fn(s.newTx(sqlTx, deliver)); err != nil {
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// How transactions on PostgreSQL take turns at the end of the audit trail, which nearly all of them
// append to. The first attempt never waits there, as it may hold what the one before it needs, and
// would have an old snapshot afterwards: it fails at once. Further attempts queue before they do
// anything else. Locking a table takes no snapshot, so the transaction whose turn it is sees the
// newest entry and cannot lose to another.
const (
	standInLine = "EXCLUSIVE MODE"
	passLine    = "ROW SHARE MODE NOWAIT"
)

// oncePostgres begins the transaction on the pgx connection under a connection of database/sql, so
// that the store's queries and the queue's share it. See standInLine for again.
func (s *Store) oncePostgres(ctx context.Context, again bool, fn func(*tx) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close() }()
	var pgTx pgx.Tx
	err = raw(conn, func(c *pgx.Conn) (err error) {
		pgTx, err = c.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.Serializable})
		return err
	})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer rollback(ctx, conn, pgTx)
	deliver := func(ctx context.Context, jobID string, at time.Time) error {
		return raw(conn, func(*pgx.Conn) error { return s.queue.InsertPostgres(ctx, pgTx, jobID, at) })
	}
	lock := func(ctx context.Context, how string) error {
		return raw(conn, func(*pgx.Conn) error {
			_, err := pgTx.Exec(ctx, "LOCK TABLE audit_head IN "+how)
			return err
		})
	}
	t := s.newTx(conn, deliver)
	if again {
		if err := lock(ctx, standInLine); err != nil {
			return fmt.Errorf("stand in line: %w", err)
		}
	} else {
		t.enterAudit = func(ctx context.Context) error { return lock(ctx, passLine) }
	}
	if err := fn(t); err != nil {
		return err
	}
	if err := raw(conn, func(*pgx.Conn) error { return pgTx.Commit(ctx) }); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func (s *Store) newTx(db sqlcgen.DBTX, deliver func(context.Context, string, time.Time) error) *tx {
	if s.queue == nil {
		deliver = func(context.Context, string, time.Time) error {
			return fmt.Errorf("this store was opened without a queue")
		}
	}
	speaks := s.dialect(db)
	return &tx{q: sqlcgen.New(speaks), db: speaks, deliver: deliver, trace: s.trace}
}

func raw(conn *sql.Conn, fn func(*pgx.Conn) error) error {
	return conn.Raw(func(driverConn any) error {
		c, ok := driverConn.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("connection is %T, not pgx", driverConn)
		}
		return fn(c.Conn())
	})
}

// rollback ends a transaction that was not committed, also when its context ended.
func rollback(ctx context.Context, conn *sql.Conn, pgTx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = raw(conn, func(*pgx.Conn) error { return pgTx.Rollback(ctx) })
}

// conflict returns the error for a value that another row has already.
func conflict(code, format string, args ...any) error {
	return errs.New(errs.Conflict, code, format, args...)
}

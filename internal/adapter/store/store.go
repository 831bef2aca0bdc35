// Package store is the SQL of every domain, on SQLite and on PostgreSQL alike.
// One query set in the PostgreSQL dialect (folder queries) is compiled to Go by
// sqlc; on SQLite the same text runs after its placeholders are rewritten. It
// owns the schema (folder migrations, the same file names for both engines),
// transactions, and the translation of database errors into errs kinds.
//
// It imports the domains whose interfaces it implements, and errs; never another adapter. It has no
// rules: the domains decide what is allowed.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

//go:generate go run -modfile=../../../tools/go.mod github.com/sqlc-dev/sqlc/cmd/sqlc generate

// Engine is a database that the store runs on.
type Engine string

// The engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Queue inserts the delivery of a job in the transaction that writes its row, for a time or, when
// that is zero, at once.
type Queue interface {
	InsertSQLite(ctx context.Context, tx *sql.Tx, jobID string, at time.Time) error
	InsertPostgres(ctx context.Context, tx pgx.Tx, jobID string, at time.Time) error
}

// Options are the settings of a store besides its address.
type Options struct {
	// Queue delivers jobs. Without one, work that would enqueue a job fails.
	Queue Queue
	// Watch is called after each statement and transaction; nil for none.
	Watch Watch
	// Trace returns the traceparent of the work that ctx belongs to, which jobs keep that it queues;
	// nil for none.
	Trace func(ctx context.Context) string
}

// Store is a database: connections, transactions, and the common tables of all areas: the audit
// trail, jobs and uploaded files. Hermes, Datasets, SGC and Accounts are the four areas' parts of
// it; files of an area have its name.
type Store struct {
	engine Engine
	path   string        // SQLite: the file
	pool   *pgxpool.Pool // PostgreSQL
	write  *sql.DB       // SQLite: one connection, so that writers queue here
	read   *sql.DB
	reads  sqlcgen.DBTX // read, with cached statements
	queue  Queue
	watch  Watch
	trace  func(ctx context.Context) string
	texts  sync.Map // of dialect
	// refused reports that the last transaction found the database full or read-only.
	refused atomic.Bool
	// accounts are those of sessions, as they were at a revision of the accounts.
	accounts *cache.Cache[accountAt, *auth.User]
}

var (
	_ audit.Store = (*Store)(nil)
	_ job.Store   = (*Store)(nil)
)

// Open opens the database at an address: sqlite:///path/to/file.db, or a
// postgres:// URL. It changes nothing in it; see Migrate.
func Open(ctx context.Context, address string, opt Options) (s *Store, err error) {
	defer errs.Wrap(&err, "store.Open(%s)", Redact(address))
	switch {
	case strings.HasPrefix(address, "sqlite://"):
		return openSQLite(ctx, strings.TrimPrefix(address, "sqlite://"), opt)
	case strings.HasPrefix(address, "postgres://"), strings.HasPrefix(address, "postgresql://"):
		return openPostgres(ctx, address, opt)
	}
	return nil, errs.New(errs.Invalid, "database_url",
		"The database URL must begin with sqlite:// or postgres://.")
}

// Redact hides the password in a database address, for logs and messages.
func Redact(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return "(not a URL)"
	}
	rest, _, _ = strings.Cut(rest, "?") // parameters may hold a password too
	at := strings.LastIndex(rest, "@")
	if at < 0 {
		return scheme + "://" + rest
	}
	user, _, _ := strings.Cut(rest[:at], ":")
	return scheme + "://" + user + rest[at:]
}

// Close closes every connection.
func (s *Store) Close() error {
	var failures []error
	if s.read != s.write {
		failures = append(failures, s.read.Close())
	}
	failures = append(failures, s.write.Close())
	if s.pool != nil {
		s.pool.Close()
	}
	return errors.Join(failures...)
}

// Engine returns the engine of the database.
func (s *Store) Engine() Engine { return s.engine }

// Pool returns the PostgreSQL pool, nil on SQLite. The job queue shares it.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Ping checks that the database answers.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.read.PingContext(ctx); err != nil {
		return errs.New(errs.Unavailable, "database", "The database does not answer.").Because(err)
	}
	return nil
}

// reader runs single statements that only read.
func (s *Store) reader() *sqlcgen.Queries { return sqlcgen.New(s.dialect(s.reads)) }

// writer runs single statements that write, each in its own transaction.
func (s *Store) writer() *sqlcgen.Queries { return sqlcgen.New(s.dialect(s.write)) }

func (s *Store) dialect(db sqlcgen.DBTX) sqlcgen.DBTX {
	return &dialect{db: db, engine: s.engine, texts: &s.texts, watch: s.watch}
}

// missing turns the absence of a row into errs.NotFound and other database
// errors into their kind.
func missing(err error, what string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return errs.Missing(what)
	}
	return problem(err)
}

// changed checks that a statement changed a row.
func changed(rows int64, err error, what string) error {
	if err != nil {
		return problem(err)
	}
	if rows == 0 {
		return errs.Missing(what)
	}
	return nil
}

// written checks that a statement that writes one version of a row changed it. Otherwise the row,
// which get reads, is deleted or has another version.
func written[T any](ctx context.Context, rows int64, what, id string, get func(context.Context, string) (T, error)) error {
	if rows > 0 {
		return nil
	}
	if _, err := get(ctx, id); err != nil {
		return missing(err, what)
	}
	return record.Changed("Another user has changed the %s. Load it again.", what)
}

func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := t.UTC()
	return &u
}

// placeholders lists placeholders $from … $(from+n-1).
func placeholders(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", from+i)
	}
	return b.String()
}

// Exec runs one statement, for maintenance and tests.
func (s *Store) Exec(ctx context.Context, query string, args ...any) error {
	_, err := s.dialect(s.write).ExecContext(ctx, query, args...)
	return problem(err)
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/private"
)

// sqlitePragmas apply to every connection: readers never wait for the writer, a committed row
// survives loss of power, locks are waited for, and 16 MiB of pages stay in memory: the counts of
// 500 cohorts are summed without the disk.
const sqlitePragmas = "_pragma=busy_timeout(15000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
	"&_pragma=foreign_keys(1)&_pragma=cache_size(-16384)&_timezone=UTC&_txlock=immediate"

const sqliteMemory = ":memory:"

func openSQLite(ctx context.Context, path string, opt Options) (*Store, error) {
	if path == "" || path == sqliteMemory {
		return nil, errs.New(errs.Invalid, "database_url", "The SQLite URL must name a file, as in sqlite:///var/lib/cohortium.db.")
	}
	unusable := errs.New(errs.Unavailable, "database",
		"The database file %s cannot be opened; check that its folder can be written.", path)
	if err := private.Folder(filepath.Dir(path)); err != nil {
		return nil, unusable.Because(err)
	}
	if err := keepPrivate(path); err != nil {
		return nil, unusable.Because(err)
	}
	write, err := sql.Open("sqlite", sqliteDSN(path))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := write.PingContext(ctx); err != nil {
		if damaged(err) {
			unusable = errs.New(
				errs.Unavailable,
				"database",
				"The file %s is damaged, or not an SQLite database. Restore it from a backup, or name another file.",
				path,
			)
		}
		return nil, unusable.Because(errors.Join(err, write.Close()))
	}
	read, err := sql.Open("sqlite", sqliteDSN(path)+"&_pragma=query_only(1)")
	if err != nil {
		return nil, err
	}
	readers := max(4, runtime.NumCPU())
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers) // opening one reads the whole schema
	return &Store{
		engine:   SQLite,
		path:     path,
		write:    write,
		read:     read,
		reads:    newPrepared(read),
		queue:    opt.Queue,
		watch:    opt.watch(),
		trace:    opt.trace(),
		accounts: newKeptAccounts(),
	}, nil
}

// keepPrivate makes the database file private to its owner, whatever the umask and the mode set by
// an older version. SQLite uses the same mode for its other files. An existing file is not opened:
// closing it would release the locks that another connection of this process has on it.
func keepPrivate(path string) error {
	if err := private.New(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, name := range []string{path, path + "-wal", path + "-shm", path + "-journal"} {
		if err := os.Chmod(name, private.FileMode); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func sqliteDSN(path string) string { return fileURI(path) + "?" + sqlitePragmas }

func fileURI(path string) string {
	segments := strings.Split(filepath.ToSlash(path), "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return "file:" + strings.Join(segments, "/")
}

// QueueDB opens a separate connection to the database for the job queue on SQLite; it is the only
// connection of the queue, as the queue requires. The caller closes it.
func (s *Store) QueueDB() (*sql.DB, error) {
	if s.engine != SQLite {
		return nil, fmt.Errorf("store.QueueDB: the queue on %s uses Pool", s.engine)
	}
	db, err := sql.Open("sqlite", sqliteDSN(s.path))
	if err != nil {
		return nil, fmt.Errorf("store.QueueDB: %w", err)
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// postgresConns is the size of the pool when the URL does not set pool_max_conns.
const postgresConns = 16

func openPostgres(ctx context.Context, address string, opt Options) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, errs.New(errs.Invalid, "database_url", "The PostgreSQL URL cannot be understood.").Because(err)
	}
	if !strings.Contains(address, "pool_max_conns") {
		cfg.MaxConns = postgresConns
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, errs.New(errs.Unavailable, "database",
			"PostgreSQL at %s does not answer; check that it runs and that the URL is right.", Redact(address)).Because(err)
	}
	db := stdlib.OpenDBFromPool(pool)
	return &Store{
		engine: Postgres, pool: pool, write: db, read: db, reads: db, queue: opt.Queue, watch: opt.watch(), trace: opt.trace(), accounts: newKeptAccounts(),
	}, nil
}

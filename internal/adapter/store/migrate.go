package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"cohortium/internal/platform/errs"
)

//go:embed migrations
var migrations embed.FS

// Migrate brings the schema to the version of this program. It rejects a database that a newer
// program has migrated, before changing anything.
func (s *Store) Migrate(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "store.Migrate")
	provider, err := s.migrator()
	if err != nil {
		return err
	}
	if err := s.CheckVersion(ctx); err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return problem(err)
	}
	return nil
}

// CheckVersion rejects a database that is newer than this program.
func (s *Store) CheckVersion(ctx context.Context) error {
	have, err := s.version(ctx)
	if err != nil {
		return err
	}
	if know := s.newest(); have > know {
		return errs.New(errs.Conflict, "newer_database",
			"The database is at version %d, which is newer than this program knows (%d); start the newer program, or restore a backup made by this one.",
			have, know)
	}
	return nil
}

// Versions returns the version of the database, 0 for an empty one, and the one that Migrate brings
// it to. It changes nothing.
func (s *Store) Versions(ctx context.Context) (have, newest int64, err error) {
	have, err = s.version(ctx)
	return have, s.newest(), err
}

func (s *Store) newest() int64 {
	provider, err := s.migrator()
	if err != nil {
		return 0
	}
	sources := provider.ListSources()
	return sources[len(sources)-1].Version
}

// version returns the newest migration applied, 0 for an empty database. It only reads: the table
// of versions may be absent.
func (s *Store) version(ctx context.Context) (int64, error) {
	if there, err := s.hasTable(ctx, "goose_db_version"); err != nil || !there {
		return 0, err
	}
	var version sql.NullInt64
	err := s.read.QueryRowContext(ctx, `SELECT max(version_id) FROM goose_db_version`).Scan(&version)
	return version.Int64, problem(err)
}

// hasTable reports whether the database has a table, at whatever version it is.
func (s *Store) hasTable(ctx context.Context, name string) (there bool, err error) {
	query := `SELECT count(*) > 0 FROM sqlite_master WHERE type = 'table' AND name = $1`
	if s.engine == Postgres {
		query = `SELECT count(*) > 0 FROM pg_catalog.pg_tables WHERE tablename = $1 AND schemaname = ANY (current_schemas(false))`
	}
	err = s.dialect(s.read).QueryRowContext(ctx, query, name).Scan(&there)
	return there, problem(err)
}

func (s *Store) migrator() (*goose.Provider, error) {
	dialect := goose.DialectSQLite3
	if s.engine == Postgres {
		dialect = goose.DialectPostgres
	}
	dir, err := fs.Sub(migrations, "migrations/"+string(s.engine))
	if err != nil {
		return nil, fmt.Errorf("migrations of %s: %w", s.engine, err)
	}
	return goose.NewProvider(dialect, s.write, dir, goose.WithDisableGlobalRegistry(true))
}

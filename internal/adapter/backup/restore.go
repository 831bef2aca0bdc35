package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"cohortium/internal/adapter/blob"
	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/errs"
)

// Source is an installation to copy: its description, and how to read its rows and files.
type Source struct {
	*Manifest
	rows func(t *Table, add func(row []any) error) error
	open func(f File) (io.ReadCloser, error)
}

// Of returns a backup as a source.
func (m *Manifest) Of(ctx context.Context, place *blob.Bucket) Source {
	return Source{
		Manifest: m,
		rows:     func(t *Table, add func([]any) error) error { return t.unpack(ctx, place, m.identities, add) },
		open:     func(f File) (io.ReadCloser, error) { return f.open(ctx, place, m.identities) },
	}
}

// Live runs fn on an installation as it is now. Rows are those of one point in time. Files that are
// missing or damaged are in Missing.
func Live(ctx context.Context, db *store.Store, files *blob.Bucket, show func(stage string, done, total int64), fn func(Source) error) error {
	return db.Snapshot(ctx, func(v *store.Snapshot) (err error) {
		m := &Manifest{Schema: v.Schema}
		if m.Identity, err = db.InstallationID(ctx); err != nil {
			return err
		}
		m.ID = "live " + m.Identity
		if m.Audit.Seq, m.Audit.Hash, err = v.AuditHead(ctx); err != nil {
			return err
		}
		for _, t := range v.Tables {
			table := Table{Table: t}
			if table.Rows, table.SHA256, err = lines(ctx, v, t, func([]byte) error { return nil }); err != nil {
				return err
			}
			m.Tables = append(m.Tables, table)
		}
		all, err := named(ctx, v, files)
		if err != nil {
			return err
		}
		for i, f := range all {
			show("reading files", int64(i), int64(len(all)))
			f.Object, err = measure(ctx, files, f.Key, f.SHA256)
			switch {
			case err == nil:
				m.Files = append(m.Files, f)
			case errs.Is(err, errs.NotFound):
				m.Missing = append(m.Missing, Missing{f.Key, "missing"})
			case errors.Is(err, errDamaged):
				m.Missing = append(m.Missing, Missing{f.Key, "damaged"})
			default:
				return fmt.Errorf("file %s: %w", f.Key, err)
			}
		}
		return fn(Source{
			Manifest: m,
			rows:     func(t *Table, add func([]any) error) error { return v.Rows(ctx, t.Table, add) },
			open:     func(f File) (io.ReadCloser, error) { return checked(ctx, files, f.Key, f.Object) },
		})
	})
}

// Into writes a source into a database without rows and a file store without files: the files, then
// all rows in one transaction, which ends only if the rows read there are equal. Until then the
// store has an identity that no database has, and no server starts on it. After an interruption, the
// same call starts again; it does not write files that are there. The schema is that of the source.
func (s Source) Into(ctx context.Context, db *store.Store, files *blob.Bucket, show func(stage string, done, total int64)) (err error) {
	defer errs.Wrap(&err, "restore %s", s.ID)
	finished, err := s.prepare(ctx, db, files)
	if err != nil {
		return err
	}
	if err := files.SetIdentity(ctx, blob.Restoring+s.ID); err != nil {
		return err
	}
	for i, f := range s.Files {
		show("files", int64(i), int64(len(s.Files)))
		if err := s.file(ctx, files, f); err != nil {
			return fmt.Errorf("file %s: %w", f.Key, err)
		}
	}
	if !finished {
		if err := db.Load(ctx, func(l *store.Loading) error { return s.load(ctx, l, show) }); err != nil {
			return err
		}
	}
	return errors.Join(files.SetHead(ctx, s.Audit), files.SetIdentity(ctx, s.Identity))
}

// prepare refuses a database with rows and a store with files, and makes the tables. It reports
// whether the rows were written before an interruption.
func (s Source) prepare(ctx context.Context, db *store.Store, files *blob.Bucket) (finished bool, err error) {
	have, newest, err := db.Versions(ctx)
	switch {
	case err != nil:
		return false, err
	case s.Schema > newest:
		return false, errs.New(
			errs.Conflict,
			"newer_backup",
			"The backup has database version %d, which is newer than this program knows (%d). Use the newer program.",
			s.Schema,
			newest,
		)
	case have > s.Schema:
		return false, errs.New(
			errs.Conflict,
			"newer_database",
			"The database is at version %d, and the backup at %d. Name a new, empty database with --database-url or --data.",
			have,
			s.Schema,
		)
	}
	mark, err := files.Identity(ctx)
	if err != nil {
		return false, err
	}
	again := mark == blob.Restoring+s.ID
	if !again {
		empty, err := files.Empty(ctx)
		if err != nil {
			return false, err
		}
		if !empty {
			return false, errs.New(
				errs.Conflict,
				"files_not_empty",
				"The file store is not empty. Name an empty folder or bucket with --blob-url or --data. If an interrupted restore of another backup left the files, delete them.",
			)
		}
	}
	if have > 0 {
		err := db.Snapshot(ctx, func(v *store.Snapshot) error {
			filled, err := v.Filled(ctx)
			if err != nil || filled == "" {
				return err
			}
			if finished = again && s.compare(ctx, v) == nil; !finished {
				return errs.New(
					errs.Conflict,
					"database_not_empty",
					"The database has rows (table %s). Name a new, empty database with --database-url or --data.",
					filled,
				)
			}
			return nil
		})
		if err != nil || finished {
			return finished, err
		}
	}
	return false, db.MigrateTo(ctx, s.Schema)
}

// file writes a file unless it is there.
func (s Source) file(ctx context.Context, files *blob.Bucket, f File) error {
	if size, err := files.Size(ctx, f.Key); err == nil && size == f.Size {
		if _, err := measure(ctx, files, f.Key, f.SHA256); err == nil {
			return nil
		}
	}
	r, err := s.open(f)
	if err != nil {
		return err
	}
	_, _, err = files.Put(ctx, f.Key, r)
	return errors.Join(err, r.Close())
}

// load writes all rows and compares them.
func (s Source) load(ctx context.Context, l *store.Loading, show func(stage string, done, total int64)) error {
	for i, t := range l.Tables {
		show("rows", int64(i), int64(len(l.Tables)))
		from := slices.IndexFunc(s.Tables, func(f Table) bool { return f.Name == t.Name })
		if from < 0 || !slices.Equal(s.Tables[from].Columns, t.Columns) {
			return fmt.Errorf("the table %s of the database is not that of the backup, at the same version %d", t.Name, s.Schema)
		}
		if err := l.Insert(ctx, t, func(add func([]any) error) error { return s.rows(&s.Tables[from], add) }); err != nil {
			return err
		}
	}
	return s.compare(ctx, &l.Snapshot)
}

// compare returns an error that names the first table whose rows differ from those of the source.
func (s Source) compare(ctx context.Context, v *store.Snapshot) error {
	if len(v.Tables) != len(s.Tables) {
		return fmt.Errorf("the database has %d tables, and the backup %d", len(v.Tables), len(s.Tables))
	}
	for _, t := range s.Tables {
		at := slices.IndexFunc(v.Tables, func(h store.Table) bool { return h.Name == t.Name })
		if at < 0 {
			return fmt.Errorf("the database has no table %s", t.Name)
		}
		rows, sum, err := lines(ctx, v, v.Tables[at], func([]byte) error { return nil })
		if err != nil {
			return err
		}
		if rows != t.Rows || sum != t.SHA256 {
			return errs.New(errs.Internal, "rows_differ", "The rows of the table %s differ from those of the backup (%d and %d rows).", t.Name, rows, t.Rows)
		}
	}
	return nil
}

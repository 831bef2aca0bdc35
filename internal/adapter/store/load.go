package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cohortium/internal/platform/errs"
)

// seeded are the tables that migrations fill. Loading replaces their rows, after all others: triggers
// raise the revisions.
var seeded = []string{"audit_head", "revisions"}

// batches are the largest numbers of values in one INSERT. PostgreSQL is asked over a network. The time
// of SQLite's driver grows with the square of the number.
var batches = map[Engine]int{SQLite: 64, Postgres: 4096}

// MigrateTo brings an older schema to a version that this program knows, to load rows of that version.
func (s *Store) MigrateTo(ctx context.Context, version int64) (err error) {
	defer errs.Wrap(&err, "store.MigrateTo(%d)", version)
	provider, err := s.migrator()
	if err != nil {
		return err
	}
	_, err = provider.UpTo(ctx, version)
	return problem(err)
}

// Loading writes the rows of a database that has none.
type Loading struct {
	Snapshot // the database with the rows written so far
}

// Load runs fn in one transaction. Either all rows of fn are written, or none.
func (s *Store) Load(ctx context.Context, fn func(*Loading) error) (err error) {
	defer errs.Wrap(&err, "store.Load")
	return problem(s.once(ctx, false, func(t *tx) error {
		view, err := s.view(ctx, t.db)
		if err != nil {
			return err
		}
		slices.SortStableFunc(view.Tables, func(a, b Table) int {
			return slices.Index(seeded, a.Name) - slices.Index(seeded, b.Name)
		})
		return fn(&Loading{Snapshot: *view})
	}))
}

// Filled returns the first table with rows, "" for none. Rows of migrations do not count.
func (v *Snapshot) Filled(ctx context.Context) (table string, err error) {
	for _, t := range v.Tables {
		var filled bool
		err := v.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM "+quoted(t.Name)+")").Scan(&filled)
		if err != nil || filled && !slices.Contains(seeded, t.Name) {
			return t.Name, err
		}
	}
	return "", nil
}

// Insert writes the rows that rows adds into a table without rows.
func (l *Loading) Insert(ctx context.Context, t Table, rows func(add func(row []any) error) error) (err error) {
	defer errs.Wrap(&err, "table %s", t.Name)
	if slices.Contains(seeded, t.Name) {
		if _, err := l.db.ExecContext(ctx, "DELETE FROM "+quoted(t.Name)); err != nil {
			return err
		}
	}
	most := max(batches[l.s.engine]/len(t.Columns), 1)
	values := make([]any, 0, most*len(t.Columns))
	write := func() error {
		n := len(values) / len(t.Columns)
		if n == 0 {
			return nil
		}
		_, err := l.db.ExecContext(ctx, l.insert(t, n), values...)
		values = values[:0]
		return err
	}
	err = rows(func(row []any) error {
		if values = append(values, row...); len(values) < most*len(t.Columns) {
			return nil
		}
		return write()
	})
	if err == nil {
		err = write()
	}
	if err == nil {
		err = l.advance(ctx, t)
	}
	return err
}

// insert returns the INSERT of n rows.
func (l *Loading) insert(t Table, n int) string {
	override := ""
	if l.s.engine == Postgres {
		override = " OVERRIDING SYSTEM VALUE" // of columns that PostgreSQL numbers
	}
	rows := make([]string, n)
	for i := range rows {
		rows[i] = "(" + placeholders(i*len(t.Columns)+1, len(t.Columns)) + ")"
	}
	return fmt.Sprintf("INSERT INTO %s (%s)%s VALUES %s", quoted(t.Name), t.columns(), override, strings.Join(rows, ", "))
}

// advance makes columns that PostgreSQL numbers continue after the rows written. SQLite continues
// after the highest number by itself.
func (l *Loading) advance(ctx context.Context, t Table) error {
	if l.s.engine != Postgres {
		return nil
	}
	columns, err := l.names(ctx, map[Engine]string{
		Postgres: "SELECT column_name FROM information_schema.columns WHERE table_schema = ANY (current_schemas(false)) AND table_name = $1 AND is_identity = 'YES'",
	}, t.Name)
	for _, column := range columns {
		if _, err := l.db.ExecContext(ctx, fmt.Sprintf(
			"SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), max(%[2]s)) FROM %[1]s HAVING max(%[2]s) IS NOT NULL", t.Name, column)); err != nil {
			return err
		}
	}
	return err
}

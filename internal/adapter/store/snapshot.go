package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Kind is the type of a column's values, the same on both engines.
type Kind string

// The kinds with their Go types. NULL is nil in all of them.
const (
	Text    Kind = "text"    // string
	Integer Kind = "integer" // int64
	Real    Kind = "real"    // float64
	Boolean Kind = "boolean" // bool
	Bytes   Kind = "bytes"   // []byte
	Time    Kind = "time"    // time.Time in UTC, in microseconds
)

// kinds are the kinds by the engines' names of types.
var kinds = map[string]Kind{
	"TEXT": Text, "INTEGER": Integer, "BIGINT": Integer, "INT8": Integer, "INT4": Integer, "REAL": Real, "FLOAT8": Real,
	"BOOLEAN": Boolean, "BOOL": Boolean, "BLOB": Bytes, "BYTEA": Bytes, "TIMESTAMP": Time, "DATETIME": Time, "TIMESTAMPTZ": Time,
}

// strictBooleans are boolean columns of STRICT tables, for which SQLite has no type.
var strictBooleans = []string{"audit_events.refused"}

// Column is a column of a table.
type Column struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
}

// Table is a table with its columns, ordered by name.
type Table struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"`
	key     []string // primary key; empty for none
	parents []string // tables that its rows refer to
}

// Snapshot is the database as it was at one point in time.
type Snapshot struct {
	Schema int64   // version
	Tables []Table // parents come before the tables that refer to them
	s      *Store
	db     sqlcgen.DBTX
}

// Snapshot runs fn on one state of the database. Others may write meanwhile; fn does not see it.
func (s *Store) Snapshot(ctx context.Context, fn func(*Snapshot) error) (err error) {
	defer errs.Wrap(&err, "store.Snapshot")
	options := &sql.TxOptions{ReadOnly: true}
	if s.engine == Postgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	sqlTx, err := s.read.BeginTx(ctx, options)
	if err != nil {
		return problem(err)
	}
	defer func() { _ = sqlTx.Rollback() }()
	view, err := s.view(ctx, s.dialect(sqlTx))
	if err != nil {
		return problem(err)
	}
	return problem(fn(view))
}

// view describes the tables in a transaction.
func (s *Store) view(ctx context.Context, db sqlcgen.DBTX) (*Snapshot, error) {
	v := &Snapshot{s: s, db: db}
	if err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version").Scan(&v.Schema); err != nil {
		return nil, err
	}
	names, err := v.names(ctx, map[Engine]string{
		SQLite:   "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> $1 ORDER BY name",
		Postgres: `SELECT tablename FROM pg_tables WHERE schemaname = ANY (current_schemas(false)) AND tablename <> $1 ORDER BY tablename COLLATE "C"`,
	}, "goose_db_version")
	for _, name := range names {
		// River's tables only deliver jobs. Workers deliver again what the table jobs has. Triggers fill derived ones.
		if strings.HasPrefix(name, "river_") || strings.HasPrefix(name, "sqlite_") || isDerived(name) {
			continue
		}
		t, err := v.table(ctx, name)
		if err != nil {
			return nil, err
		}
		v.Tables = append(v.Tables, t)
	}
	v.Tables = parentsFirst(v.Tables)
	return v, err
}

// names runs the query of the engine, which returns texts.
func (v *Snapshot) names(ctx context.Context, query map[Engine]string, arg string) (names []string, err error) {
	rows, err := v.db.QueryContext(ctx, query[v.s.engine], arg)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

func (v *Snapshot) types(ctx context.Context, table string) (types []*sql.ColumnType, err error) {
	rows, err := v.db.QueryContext(ctx, "SELECT * FROM "+quoted(table)+" LIMIT 0")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	if types, err = rows.ColumnTypes(); err != nil {
		return nil, err
	}
	return types, rows.Err()
}

func (v *Snapshot) table(ctx context.Context, name string) (t Table, err error) {
	t.Name = name
	types, err := v.types(ctx, name)
	if err != nil {
		return t, err
	}
	for _, c := range types {
		kind, known := kinds[c.DatabaseTypeName()]
		if slices.Contains(strictBooleans, name+"."+c.Name()) {
			kind = Boolean
		}
		if !known {
			return t, fmt.Errorf("column %s.%s has the type %s, which has no kind", name, c.Name(), c.DatabaseTypeName())
		}
		t.Columns = append(t.Columns, Column{Name: c.Name(), Kind: kind})
	}
	slices.SortFunc(t.Columns, func(a, b Column) int { return strings.Compare(a.Name, b.Name) })
	t.key, err = v.names(ctx, map[Engine]string{
		SQLite: "SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk",
		Postgres: `SELECT a.attname FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
			WHERE i.indisprimary AND i.indrelid = CAST(CAST($1 AS text) AS regclass) ORDER BY array_position(CAST(i.indkey AS int2[]), a.attnum)`,
	}, name)
	if err != nil {
		return t, err
	}
	t.parents, err = v.names(ctx, map[Engine]string{
		SQLite: `SELECT "table" FROM pragma_foreign_key_list($1)`,
		Postgres: `SELECT p.relname FROM pg_constraint AS c JOIN pg_class AS p ON p.oid = c.confrelid
			WHERE c.contype = 'f' AND c.conrelid = CAST(CAST($1 AS text) AS regclass)`,
	}, name)
	return t, err
}

// parentsFirst orders tables so that each comes after those that it refers to.
func parentsFirst(tables []Table) (ordered []Table) {
	done := map[string]bool{}
	var add func(Table)
	add = func(t Table) {
		if done[t.Name] {
			return
		}
		done[t.Name] = true
		for _, p := range tables {
			if slices.Contains(t.parents, p.Name) {
				add(p)
			}
		}
		ordered = append(ordered, t)
	}
	for _, t := range tables {
		add(t)
	}
	return ordered
}

// Rows calls fn for each row of a table with the values of its columns. The order is that of the
// primary key, or of all columns, and the same on both engines. fn must not keep the slice.
func (v *Snapshot) Rows(ctx context.Context, t Table, fn func(row []any) error) error {
	rows, err := v.db.QueryContext(ctx, "SELECT "+t.columns()+" FROM "+quoted(t.Name)+" ORDER BY "+v.order(t))
	if err != nil {
		return fmt.Errorf("table %s: %w", t.Name, err)
	}
	defer func() { _ = rows.Close() }()
	into, row := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i, c := range t.Columns {
		into[i] = c.Kind.scanner()
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
		for i := range into {
			row[i] = scanned(into[i])
		}
		if err := fn(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (t Table) names() (names []string) {
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

// columns returns the list of columns in a statement.
func (t Table) columns() string {
	names := t.names()
	for i := range names {
		names[i] = quoted(names[i])
	}
	return strings.Join(names, ", ")
}

// quoted returns a name of the schema as an identifier.
func quoted(name string) string { return `"` + name + `"` }

// order returns the ORDER BY of a table: texts by their bytes, NULL first.
func (v *Snapshot) order(t Table) string {
	var order []string
	by := t.key
	if len(by) == 0 {
		by = t.names()
	}
	for _, name := range by {
		at := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		collate := ""
		if v.s.engine == Postgres && t.Columns[at].Kind == Text {
			collate = ` COLLATE "C"`
		}
		order = append(order, quoted(name)+collate+" NULLS FIRST")
	}
	return strings.Join(order, ", ")
}

// scanner returns a place for a value of the kind.
func (k Kind) scanner() any {
	switch k {
	case Integer:
		return new(sql.Null[int64])
	case Real:
		return new(sql.Null[float64])
	case Boolean:
		return new(sql.Null[bool])
	case Bytes:
		return new(any) // SQLite has nil bytes for none, and nil for NULL
	case Time:
		return new(sql.Null[time.Time])
	}
	return new(sql.Null[string])
}

// scanned returns the value in a place of scanner.
func scanned(place any) any {
	switch p := place.(type) {
	case *sql.Null[int64]:
		return orNil(*p)
	case *sql.Null[float64]:
		return orNil(*p)
	case *sql.Null[bool]:
		return orNil(*p)
	case *sql.Null[string]:
		return orNil(*p)
	case *sql.Null[time.Time]:
		p.V = p.V.UTC().Truncate(time.Microsecond)
		return orNil(*p)
	case *any:
		if b, is := (*p).([]byte); is {
			return append([]byte{}, b...)
		}
	}
	return nil
}

func orNil[T any](n sql.Null[T]) any {
	if !n.Valid {
		return nil
	}
	return n.V
}

// Stored lists the files of all rows, as Store.Stored.
func (v *Snapshot) Stored(ctx context.Context, fn func(file.Stored) error) error {
	return listStored(ctx, sqlcgen.New(v.db), v.Schema, fn)
}

// Sums returns the stored sum of each blob, as Store.Sums.
func (v *Snapshot) Sums(ctx context.Context) ([]file.Stored, error) {
	return listSums(ctx, sqlcgen.New(v.db))
}

// AuditHead returns the number and hash of the newest entry of the audit trail.
func (v *Snapshot) AuditHead(ctx context.Context) (seq int64, hash string, err error) {
	err = v.db.QueryRowContext(ctx, "SELECT seq, hash FROM audit_head").Scan(&seq, &hash)
	return seq, hash, err
}

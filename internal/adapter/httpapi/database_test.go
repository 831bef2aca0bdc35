package httpapi_test

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"
)

// snapshot returns the whole database as text, table by table, without what every request may
// change: last use of sessions and tokens, and the audit trail.
func (s *site) snapshot(t *testing.T, without ...string) map[string]string {
	t.Helper()
	db := s.open(t)
	out := make(map[string]string)
	for _, table := range tables(t, db) {
		if slices.Contains(without, table) || strings.HasPrefix(table, "audit_") || strings.HasPrefix(table, "river_") || strings.HasPrefix(table, "sqlite_") {
			continue
		}
		out[table] = contents(t, db, table)
	}
	return out
}

func tables(t *testing.T, db *sql.DB) (names []string) {
	t.Helper()
	query := "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
	if _, postgres := db.Driver().(*stdlib.Driver); postgres {
		query = "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = ANY (current_schemas(false)) ORDER BY tablename"
	}
	rows, err := db.QueryContext(t.Context(), query)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var name string
		must(t, rows.Scan(&name))
		names = append(names, name)
	}
	must(t, rows.Err())
	return names
}

func contents(t *testing.T, db *sql.DB, table string) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), `SELECT * FROM "`+table+`" ORDER BY 1, 2`)
	must(t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	must(t, err)
	var text strings.Builder
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		must(t, rows.Scan(into...))
		for i, column := range columns {
			if !strings.HasPrefix(column, "last_seen") && !strings.HasPrefix(column, "last_used") && column != "downloads" {
				fmt.Fprintf(&text, "%s=%v ", column, values[i])
			}
		}
		text.WriteString("\n")
	}
	must(t, rows.Err())
	return text.String()
}

// dump returns the content of the database, to search for secrets.
func (s *site) dump(t *testing.T) string {
	t.Helper()
	db := s.open(t)
	var all strings.Builder
	for _, table := range tables(t, db) {
		all.WriteString(contents(t, db, table))
	}
	return all.String()
}

// open opens a separate connection to the database for the test.
func (s *site) open(t *testing.T) *sql.DB {
	t.Helper()
	if s.db == nil {
		driver, address := "sqlite", s.path
		if s.postgres != "" {
			driver, address = "pgx", s.postgres
		}
		db, err := sql.Open(driver, address)
		must(t, err)
		s.db = db
		t.Cleanup(func() { _ = db.Close() })
	}
	return s.db
}

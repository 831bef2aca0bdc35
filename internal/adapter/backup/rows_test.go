package backup_test

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/backup"
	"cohortium/internal/adapter/blob/s3test"
	"cohortium/internal/adapter/store/pgtest"
)

var (
	cluster pgtest.Cluster
	buckets s3test.Server
)

func TestMain(m *testing.M) { os.Exit(buckets.Run(runner(func() int { return cluster.Run(m) }))) }

type runner func() int

func (r runner) Run() int { return r() }

// raw opens a database without the program.
func raw(t *testing.T, address string) *sql.DB {
	t.Helper()
	driver := "pgx"
	if path, is := strings.CutPrefix(address, "sqlite://"); is {
		driver, address = "sqlite", "file:"+path+"?_pragma=foreign_keys(1)&_pragma=busy_timeout(15000)"
	}
	db, err := sql.Open(driver, address)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

// tables lists the tables of the program in an SQLite database.
func tables(t *testing.T, db *sql.DB) []string {
	t.Helper()
	return texts(t, db, `SELECT name FROM sqlite_master
		WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'search%'
		ORDER BY name`)
}

func texts(t *testing.T, db *sql.DB, query string, args ...any) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query, args...)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var s string
		must(t, rows.Scan(&s))
		list = append(list, s)
	}
	must(t, rows.Err())
	return list
}

// content returns all rows of a table in a form that is equal on both engines.
func content(t *testing.T, db *sql.DB, table string) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table)
	must(t, err)
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	must(t, err)
	var out []string
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		must(t, rows.Scan(into...))
		var cells []string
		for i, v := range row {
			if at, is := v.(time.Time); is {
				v = at.UnixMicro()
			}
			switch value := v.(type) {
			case []byte:
				v = append([]byte{}, value...)
			case bool: // SQLite has numbers
				v = map[bool]int64{true: 1}[value]
			}
			cells = append(cells, fmt.Sprintf("%s=%T %#v", columns[i].Name(), v, v))
		}
		slices.Sort(cells)
		out = append(out, strings.Join(cells, "; "))
	}
	must(t, rows.Err())
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// equal compares rows, and shows the first that differs.
func equal(t *testing.T, what, got, want string) {
	t.Helper()
	have, wanted := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(have), len(wanted)) {
		if have[i] != wanted[i] {
			t.Errorf("%s, row %d:\n%.1000s\nwant\n%.1000s", what, i, have[i], wanted[i])
			return
		}
	}
	if len(have) != len(wanted) {
		t.Errorf("%s: %d rows, want %d", what, len(have), len(wanted))
	}
}

// random writes rows with values of every kind into every table of an SQLite database.
func random(t *testing.T, r *rand.Rand, db *sql.DB) {
	t.Helper()
	left := tables(t, db)
	for round := 0; len(left) > 0; round++ {
		if round > 50 {
			t.Fatalf("no row could be written into %s", left)
		}
		left = slices.DeleteFunc(left, func(table string) bool {
			n := 0
			for range 40 {
				if randomRow(t, r, db, table) == nil {
					n++
				}
			}
			return n > 0 || slices.Contains([]string{"audit_head"}, table) // has its only row
		})
	}
}

func randomRow(t *testing.T, r *rand.Rand, db *sql.DB, table string) error {
	t.Helper()
	parents := map[string][2]string{}
	rows, err := db.QueryContext(t.Context(), `SELECT "from", "table", coalesce("to", 'id') FROM pragma_foreign_key_list(?)`, table)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var from, to, column string
		must(t, rows.Scan(&from, &to, &column))
		parents[from] = [2]string{to, column}
	}
	must(t, rows.Err())
	var names, marks []string
	var values []any
	columns, err := db.QueryContext(t.Context(), `SELECT name, type, "notnull" = 1 OR pk > 0 FROM pragma_table_info(?)`, table)
	must(t, err)
	defer columns.Close()
	type column struct {
		name, kind string
		required   bool
	}
	var all []column
	for columns.Next() {
		var c column
		must(t, columns.Scan(&c.name, &c.kind, &c.required))
		all = append(all, c)
	}
	must(t, columns.Err())
	for _, c := range all {
		names, marks = append(names, `"`+c.name+`"`), append(marks, "?")
		var v any
		parent, refers := parents[c.name]
		switch {
		case !c.required && r.IntN(3) == 0:
		case refers:
			if have := texts(t, db, fmt.Sprintf("SELECT %s FROM %s ORDER BY random() LIMIT 1", parent[1], parent[0])); len(have) > 0 {
				v = have[0]
			} else if c.required {
				return sql.ErrNoRows // SQLite takes NULL in a primary key
			}
		default:
			v = randomValue(r, c.name, c.kind)
		}
		values = append(values, v)
	}
	_, err = db.ExecContext(t.Context(), fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(names, ","), strings.Join(marks, ",")), values...)
	return err
}

func randomValue(r *rand.Rand, name, kind string) any {
	switch kind {
	case "INTEGER", "BIGINT":
		if name == "id" || name == "seq" {
			return 1 + r.Int64N(1000)*r.Int64N(2)
		}
		return []int64{0, 1, -1, math.MaxInt64, math.MinInt64, 1<<53 + 1, r.Int64()}[r.IntN(7)]
	case "BOOLEAN":
		return r.IntN(2) == 0
	case "REAL":
		return []float64{0, 5, 0.1, 1e308, 5e-324, -1e-7, r.NormFloat64()}[r.IntN(7)]
	case "BLOB":
		b := make([]byte, r.IntN(40))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return b
	case "TIMESTAMP", "DATETIME":
		return time.UnixMicro(r.Int64N(4e15)).UTC().Format("2006-01-02 15:04:05.000000+00:00")
	}
	if name == "parts" {
		return "[]" // JSON that a snapshot reads
	}
	id := fmt.Sprintf("x%d", r.Uint32())
	if name == "id" || strings.HasSuffix(name, "_id") || name == "status" {
		return id // a part of keys
	}
	return id + []string{"", "é\u2028\U0001F9EC", "'\"\\\n\t</script>&", "null", strings.Repeat("long", 500), "\x01"}[r.IntN(6)]
}

// TestRowsOfAllTablesAreEqualOnBothEngines writes random rows into every table, and carries them
// from SQLite to PostgreSQL and back through backups.
func TestRowsOfAllTablesAreEqualOnBothEngines(t *testing.T) {
	if testing.Short() {
		t.Skip("starts PostgreSQL and fills every table")
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	first := newSite(t)
	random(t, rand.New(rand.NewPCG(seed, 1)), first.raw)
	m := first.backup(t)
	if got, want := nameList(m), tables(t, first.raw); !slices.Equal(got, want) {
		t.Errorf("tables of the backup: %s; of the database: %s", got, want)
	}
	middle := emptySite(t, cluster.Database(t), buckets.Bucket(t))
	middle.restoreFrom(t, first)
	middle.backup(t)
	last := emptySite(t, "", "")
	last.restoreFrom(t, middle)
	for _, table := range append(tables(t, first.raw), "search_terms", "search_words") { // which triggers fill again
		want := content(t, first.raw, table)
		if want == "" {
			t.Errorf("%s has no row", table)
		}
		equal(t, table+" on PostgreSQL", content(t, middle.raw, table), want)
		equal(t, table+" after the way back", content(t, last.raw, table), want)
	}
	// The next numbers of both engines follow the rows.
	for _, s := range []*site{middle, last} {
		if _, err := s.raw.ExecContext(
			t.Context(),
			"INSERT INTO history (object, object_id, at, by_whom, action, detail) VALUES ('a', 'b', '2026-01-02 03:04:05+00:00', '', '', '')",
		); err != nil {
			t.Error(err)
		}
	}
}

func nameList(m *backup.Manifest) (names []string) {
	for _, t := range m.Tables {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return names
}

// TestOnlySeededTablesHaveRowsAtFirst: a restore replaces the rows of migrations, and refuses a
// database with any others.
func TestOnlySeededTablesHaveRowsAtFirst(t *testing.T) {
	db := newSite(t).raw
	for _, table := range tables(t, db) {
		if seeded := table == "audit_head" || table == "revisions"; (content(t, db, table) != "") != seeded {
			t.Errorf("%s: %s", table, content(t, db, table))
		}
	}
}

func sha(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

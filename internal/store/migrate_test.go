package store_test

import (
	"database/sql"
	"os"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"

	"cohortium/internal/auth"
	"cohortium/internal/store"
	"cohortium/internal/store/storetest"
)

// TestRowsOutliveMigrations: who is signed in when a server is upgraded stays so,
// and gets what migration 4 adds; jobs get the area that all of them were of. The
// way back keeps both.
func TestRowsOutliveMigrations(t *testing.T) {
	for _, c := range []struct {
		name, driver, address string
		dialect               goose.Dialect
	}{
		{"sqlite", "sqlite", "sqlite://" + t.TempDir() + "/test.db", goose.DialectSQLite3},
		{"postgres", "pgx", cluster.Database(t), goose.DialectPostgres},
	} {
		t.Run(c.name, func(t *testing.T) {
			db, err := sql.Open(c.driver, strings.TrimPrefix(c.address, "sqlite://"))
			check(t, err)
			defer db.Close()
			p, err := goose.NewProvider(c.dialect, db, os.DirFS("migrations/"+c.name), goose.WithDisableGlobalRegistry(true))
			check(t, err)
			_, err = p.UpTo(t.Context(), 3)
			check(t, err)
			for _, query := range []string{
				`INSERT INTO users (id, user_name, user_key, first_name, last_name, email, is_active, password_hash, created_at)
				 VALUES ('u1', 'Jane', 'jane', '', '', '', TRUE, '', '2026-01-02 03:04:05.000000+00:00')`,
				`INSERT INTO sessions (token_hash, user_id, remember, created_at, last_seen_at, expires_at, user_agent, address)
				 VALUES ('hash', 'u1', TRUE, '2026-01-02 03:04:05.000000+00:00', '2026-01-02 04:04:05.000000+00:00',
				     '2026-02-02 03:04:05.000000+00:00', 'agent', '192.0.2.1')`,
				`INSERT INTO jobs (id, kind, subject_id, run_id, owner_id, state, stage, done, total, attempt, lease, worker, error,
				     cancel_requested, created_at, updated_at)
				 VALUES ('j1', 'qc', 'd1', 'r1', 'u1', 'queued', 'Waiting', 0, 0, 0, '', '', '', FALSE,
				     '2026-01-02 03:04:05.000000+00:00', '2026-01-02 03:04:05.000000+00:00')`,
			} {
				_, err := db.ExecContext(t.Context(), query)
				check(t, err)
			}
			s := storetest.Open(t, c.address)
			wantMigrated(t, s)
			_, err = p.DownTo(t.Context(), 3)
			check(t, err)
			check(t, s.Migrate(t.Context()))
			wantMigrated(t, s)
		})
	}
}

func wantMigrated(t *testing.T, s *store.Store) {
	t.Helper()
	x, err := s.Accounts().Session(t.Context(), "hash")
	check(t, err)
	if x.ID == "" || strings.Contains(x.TokenHash, x.ID) || x.Group != "" || !x.AuthenticatedAt.Equal(x.CreatedAt) || !x.Remember || x.CreatedAt.Hour() != 3 {
		t.Errorf("session %+v", x)
	}
	j, err := s.Job(t.Context(), "j1")
	check(t, err)
	if j.Area != auth.AreaHermes || j.RunID != "r1" || j.CreatedAt.Hour() != 3 {
		t.Errorf("job %+v", j)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

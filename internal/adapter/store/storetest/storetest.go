// Package storetest is the conformance suite of internal/adapter/store, run once per
// engine, and the small helpers that other packages' tests use to get a store.
package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/auth"
)

// Epoch is the time at which tests begin.
var Epoch = time.Date(2026, time.March, 1, 12, 0, 0, 123456000, time.UTC)

// Queue records deliveries for the tests.
type Queue struct {
	mu   sync.Mutex
	Jobs []string // ids, in the order of their insertion; those of rolled back transactions too
}

// InsertSQLite implements store.Queue.
func (q *Queue) InsertSQLite(_ context.Context, _ *sql.Tx, jobID string, _ time.Time) error {
	return q.insert(jobID)
}

// InsertPostgres implements store.Queue.
func (q *Queue) InsertPostgres(_ context.Context, _ pgx.Tx, jobID string, _ time.Time) error {
	return q.insert(jobID)
}

func (q *Queue) insert(jobID string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.Jobs = append(q.Jobs, jobID)
	return nil
}

// OpenSQLite opens a migrated SQLite store in a temporary folder.
func OpenSQLite(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, "sqlite://"+filepath.Join(t.TempDir(), "test.db"))
}

// OnEach runs a test on each engine in parallel; database creates one of PostgreSQL.
func OnEach(t *testing.T, database func(testing.TB) string, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		test(t, OpenSQLite(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		test(t, Open(t, database(t)))
	})
}

// Open opens and migrates the store at a URL and closes it with the test.
func Open(t testing.TB, url string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, store.Options{Queue: &Queue{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// AddUser creates a user whose id and name are the same.
func AddUser(t testing.TB, s *store.Store, id string, roles ...string) *auth.User {
	t.Helper()
	u := &auth.User{ID: id, UserName: id, IsActive: true, Roles: roles, Groups: []string{"hermes"}, CreatedAt: Epoch}
	err := s.Accounts().InTx(t.Context(), func(tx auth.Tx) error { return tx.CreateUser(t.Context(), u) })
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func numbered(prefix string, n int) string { return fmt.Sprintf("%s%03d", prefix, n) }

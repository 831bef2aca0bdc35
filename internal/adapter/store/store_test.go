package store_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/pgtest"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/platform/errs"
)

var cluster pgtest.Cluster

func TestMain(m *testing.M) { os.Exit(cluster.Run(m)) }

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *store.Store { return storetest.OpenSQLite(t) })
}

func TestPostgres(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *store.Store { return storetest.Open(t, cluster.Database(t)) })
}

// A damaged file is reported as damaged, and not as a folder that cannot be written.
func TestADamagedFileIsCalledDamaged(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/site.db"
	if err := os.WriteFile(path, bytes.Repeat([]byte("no database "), 1000), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := store.Open(t.Context(), "sqlite://"+path, store.Options{})
	var e *errs.Error
	if !errors.As(err, &e) || !strings.Contains(e.Detail, "damaged") || !strings.Contains(e.Detail, path) || !strings.Contains(e.Detail, "backup") {
		t.Errorf("%v", err)
	}
}

func TestOpenReportsFaults(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for url, kind := range map[string]errs.Kind{
		"":                                 errs.Invalid,
		"mysql://x":                        errs.Invalid,
		"sqlite://":                        errs.Invalid,
		"sqlite://:memory:":                errs.Invalid,
		"sqlite://" + dir:                  errs.Unavailable, // a folder
		"sqlite://" + dir + "/file/x.db":   errs.Unavailable,
		"postgres://%zz":                   errs.Invalid,
		"postgres://u:secret@127.0.0.1:1/": errs.Unavailable,
	} {
		s, err := store.Open(t.Context(), url, store.Options{})
		if err == nil {
			_ = s.Close()
		}
		if !errs.Is(err, kind) {
			t.Errorf("%q: %v, want kind %d", url, err, kind)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the password is in the error: %v", err)
		}
	}
}

func TestOddPathsOfSQLite(t *testing.T) {
	for _, name := range []string{"with space.db", "100%.db", "a?b#c.db", "ünï.db"} {
		path := t.TempDir() + "/" + name
		s := storetest.Open(t, "sqlite://"+path)
		storetest.AddUser(t, s, "u1")
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

// TestHoldWorkers: only one process of a SQLite database runs jobs.
func TestHoldWorkers(t *testing.T) {
	path := "sqlite://" + t.TempDir() + "/test.db"
	a, b := storetest.Open(t, path), storetest.Open(t, path)
	hold := func(s *store.Store) (bool, func() error) {
		only, release, err := s.HoldWorkers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return only, release
	}
	first, release := hold(a)
	second, releaseSecond := hold(b)
	if !first || second {
		t.Errorf("first alone: %t, second alone: %t", first, second)
	}
	if err := errors.Join(releaseSecond(), release()); err != nil {
		t.Fatal(err)
	}
	third, releaseThird := hold(b)
	if !third {
		t.Error("the lock outlives its holder")
	}
	if err := releaseThird(); err != nil {
		t.Fatal(err)
	}
}

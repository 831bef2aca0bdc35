package storetest

import (
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/platform/errs"
)

func testMigrateTwice(t *testing.T, s *store.Store) {
	AddUser(t, s, "u1")
	must(t, s.Migrate(t.Context()))
	_, err := s.Accounts().User(t.Context(), "u1")
	must(t, err)
}

func testNewerDatabase(t *testing.T, s *store.Store) {
	ctx := t.Context()
	must(t, s.CheckVersion(ctx))
	must(t, s.Exec(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`))
	wantCode(t, s.CheckVersion(ctx), errs.Conflict, "newer_database")
	wantCode(t, s.Migrate(ctx), errs.Conflict, "newer_database")
}

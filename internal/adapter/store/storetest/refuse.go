package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"cohortium/internal/adapter/store"
)

// ReadOnly makes the database of a store reject every change, or accept changes again, as when its
// disk or its server allows only reading. On SQLite this affects the store's connection only.
func ReadOnly(t testing.TB, s *store.Store, on bool) {
	t.Helper()
	if s.Engine() == store.SQLite {
		if err := s.Exec(t.Context(), fmt.Sprintf("PRAGMA query_only = %t", on)); err != nil {
			t.Fatal(err)
		}
		return
	}
	ctx := context.WithoutCancel(t.Context())
	cfg := s.Pool().Config().ConnConfig.Copy()
	name := cfg.Database
	cfg.Database = "postgres" // which stays as it is
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, fmt.Sprintf("ALTER DATABASE %s SET default_transaction_read_only = %t", name, on)); err != nil {
		t.Fatal(err)
	}
	s.Pool().Reset()
}

// Full makes the database of a store on SQLite unable to grow, or able again, like a full disk.
func Full(t testing.TB, s *store.Store, on bool) {
	t.Helper()
	most := int64(1) // the least is the current size
	if !on {
		most = 1 << 30
	}
	if err := s.Exec(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", most)); err != nil {
		t.Fatal(err)
	}
}

package httpapi_test

import (
	"testing"

	"cohortium/internal/area/pagetable"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/record"
)

// waitingTable creates a cancelled table of hermes.
func (s *site) waitingTable(t testing.TB, owner string) string {
	t.Helper()
	id, now := s.newID(), s.now()
	table := &pagetable.Table{
		ID: id, Name: "cell.tsv", Area: auth.AreaHermes, Owner: record.Person{ID: s.users[owner].ID, UserName: owner},
		Source: pagetable.Source{Kind: pagetable.FromText, Name: "cell.tsv"}, State: pagetable.Cancelled, JobID: "gone", CreatedAt: now,
	}
	must(t, s.store.PageTables().InTx(t.Context(), func(tx pagetable.Tx) error { return tx.CreateTable(t.Context(), table) }))
	return id
}

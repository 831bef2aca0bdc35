package httpapi_test

import (
	"testing"
	"time"

	"cohortium/internal/area/toolrun"
	"cohortium/internal/platform/record"
)

// toolRunOf creates a cancelled run of an owner.
func (s *site) toolRunOf(t testing.TB, owner string) string {
	t.Helper()
	id, now := s.newID(), s.now()
	r := &toolrun.Run{
		ID: id, Task: toolrun.Check, Status: toolrun.Cancelled, Owner: record.Person{ID: s.users[owner].ID, UserName: owner}, UploadID: "gone",
		FileName: "cell.tsv", JobID: "gone", CreatedAt: now, FinishedAt: &now, ExpiresAt: now.Add(24 * time.Hour),
	}
	must(t, s.store.ToolRuns().InTx(t.Context(), func(tx toolrun.Tx) error { return tx.CreateRun(t.Context(), r) }))
	return id
}

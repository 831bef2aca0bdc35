package httpapi_test

import (
	"context"
	"slices"
	"testing"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/audit"
)

// checkTrail finds entries with object kinds for which the page has no label.
func (s *site) checkTrail(t testing.TB) {
	t.Helper()
	if s.closed {
		return
	}
	err := s.store.WalkAudit(context.Background(), 1, func(e *audit.Event) error {
		if e.Object != "" && !openapi.AuditObject(e.Object).Valid() {
			t.Errorf("entry %d (%s) is about a kind of object that the contract does not know: %q", e.Seq, e.Action, e.Object)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// closeStore disconnects the database, so that every call that needs it fails.
func (s *site) closeStore(t testing.TB) {
	t.Helper()
	must(t, s.store.Close())
	s.closed = true
}

func TestTheContractKnowsEveryKindOfObject(t *testing.T) {
	t.Parallel()
	for _, kind := range audit.Objects() {
		if !openapi.AuditObject(kind).Valid() {
			t.Errorf("the contract does not know %q", kind)
		}
	}
	if slices.Contains(audit.Objects(), "") || openapi.AuditObject("portal").Valid() {
		t.Error("nothing, or anything, is a kind of object")
	}
}

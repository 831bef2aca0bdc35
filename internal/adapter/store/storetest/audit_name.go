package storetest

import (
	"context"
	"testing"

	"cohortium/internal/adapter/store"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/audit"
)

// testAuditNames: entries have the current names of people and objects, and the last name of
// deleted ones. Neither is part of the hash.
func testAuditNames(t *testing.T, s *store.Store) {
	ctx := audit.WithOrigin(t.Context(), audit.Origin{Actor: "u1", ActorID: "u1"})
	AddUser(t, s, "u1")
	addStudy(t, s, newStudy("s1", "u1"))
	d := newDataset("d1", "u1", "s1")
	d.Name = "Before 🧬"
	change := func(fn func(ctx context.Context, tx dataset.Tx) error) {
		t.Helper()
		must(t, inDatasets(ctx, s, func(tx dataset.Tx) error {
			if err := fn(ctx, tx); err != nil {
				return err
			}
			return audit.Append(ctx, tx, Epoch, audit.Entry{Action: audit.Changed, Object: "dataset", ObjectID: "d1"})
		}))
	}
	names := func(want string) {
		t.Helper()
		page, _, err := s.AuditEvents(t.Context(), audit.Filter{ObjectID: "d1"})
		must(t, err)
		for _, e := range page {
			if e.ObjectName != want || e.ActorName != "u1" || e.Actor != "u1" {
				t.Errorf("entry %d is about %q by %q, want %q", e.Seq, e.ObjectName, e.ActorName, want)
			}
		}
	}
	change(func(ctx context.Context, tx dataset.Tx) error { return tx.CreateDataset(ctx, d) })
	names("Before 🧬")
	d.Name = "After"
	change(func(ctx context.Context, tx dataset.Tx) error { return tx.UpdateDataset(ctx, d) })
	names("After")
	change(func(ctx context.Context, tx dataset.Tx) error { return tx.DeleteDataset(ctx, "d1") })
	names("After")

	for words, want := range map[string]int64{"aft": 3, "after u1": 3, "before": 0, "d1": 3} {
		_, total, err := s.AuditEvents(t.Context(), audit.Filter{Q: words})
		must(t, err)
		if total != want {
			t.Errorf("%q: %d entries, want %d", words, total, want)
		}
	}
	enter(
		t,
		s,
		Epoch,
		audit.Entry{Action: audit.Changed, Object: "dataset", ObjectID: "never"},
		audit.Entry{Action: audit.AccessDenied, Object: "route", ObjectID: "GET /x"},
	)
	page, _, err := s.AuditEvents(t.Context(), audit.Filter{Limit: 2})
	must(t, err)
	for _, e := range page {
		if e.ObjectName != "" || e.ActorName != "" {
			t.Errorf("a name out of nothing: %+v", e)
		}
	}
	if r, err := auditLog(s).Verify(t.Context()); err != nil || r.BrokenAt != 0 || r.Events != 5 {
		t.Errorf("%+v, %v", r, err)
	}

	newPage(t, s, "p1", "u1", nil)
	newPageTable(t, s, "t1", "u1", nil)
	newIndex(t, s, "x1", "u1", nil)
	for _, of := range []struct{ object, id, name string }{
		{"page", "p1", "Pâge 100% of p1"}, {"table", "t1", "Täble 100% of t1"}, {"index", "x1", "Ïndex 100% of x1"},
	} {
		enter(t, s, Epoch, audit.Entry{Action: audit.Changed, Object: of.object, ObjectID: of.id})
		page, _, err := s.AuditEvents(t.Context(), audit.Filter{ObjectID: of.id})
		must(t, err)
		if len(page) != 1 || page[0].ObjectName != of.name {
			t.Errorf("%s: %+v, want one entry about %q", of.object, page, of.name)
		}
	}
}

package httpapi_test

import (
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/bioindex"
)

// A build whose files exceed the quota is refused at its end, and leaves nothing.
func TestAnIndexWithoutRoomIsRefused(t *testing.T) {
	t.Parallel()
	table := aTable()
	s := newSite(t, func(c *bioindex.Config) { c.Quota = int64(len(table)) + 100 })
	x := s.newIndex(t, "uploader", "table.tsv", table, map[string]any{"schema": "rsid"})
	if x.Status != "failed" || !strings.Contains(x.Error, "Delete one permanently first") || x.Build != nil || x.Bytes != int64(len(table)) {
		t.Fatalf("%+v", x)
	}
	s.refusedIndex(t, 409, "not_ready", request{method: "GET", path: ask(x.ID, "rs1001"), as: "uploader"})
	s.skew.Add(int64(25 * time.Hour)) // its files are swept a day later
	must(t, s.indexes.Sweep(t.Context()))
	if n := s.blobsUnder(t, "indexes/"); n != 0 {
		t.Errorf("%d blobs are left", n)
	}
}

// An index that failed its verification answers no queries until it is built again.
func TestAnUnverifiedIndexAnswersNoQuery(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), map[string]any{"schema": "rsid"})
	must(t, s.store.Indexes().InTx(t.Context(), func(tx bioindex.Tx) error {
		b, err := tx.Build(t.Context(), x.Build.Generation)
		if err != nil {
			return err
		}
		b.Status, b.Error = bioindex.Failed, "1 of 50 random queries gave other rows."
		return tx.UpdateBuild(t.Context(), b)
	}))
	s.refusedIndex(t, 409, "not_proven", request{method: "GET", path: ask(x.ID, "rs1001"), as: "uploader"})
	s.pass()
	s.want(t, 200, request{method: "POST", path: "/api/indexes/" + x.ID + "/rebuild", as: "uploader", body: map[string]any{}}, &x)
	s.build(t, x)
	var a answered
	s.want(t, 200, request{method: "GET", path: ask(x.ID, "rs1001"), as: "uploader"}, &a)
	if a.Count != 1 {
		t.Errorf("%+v", a)
	}
}

// An index is deleted after 30 days in the bin.
func TestTheBinOfIndexesIsEmptied(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	x := s.newIndex(t, "uploader", "table.tsv", aTable(), map[string]any{"schema": "rsid"})
	s.want(t, 204, request{method: "DELETE", path: "/api/indexes/" + x.ID, as: "uploader"}, nil)
	s.skew.Add(int64(29 * 24 * time.Hour))
	must(t, s.indexes.Sweep(t.Context()))
	if !s.indexIsThere(t, x.ID) {
		t.Error("after 29 days it is gone")
	}
	s.skew.Add(int64(25 * time.Hour))
	must(t, s.indexes.Sweep(t.Context()))
	if s.indexIsThere(t, x.ID) {
		t.Error("after 30 days it is still there")
	}
	// The store of the test has no quarantine; the sweep of uploads has not run here.
	if n, m := s.blobsUnder(t, "indexes/"), s.blobsUnder(t, "uploads/"); n != 0 || m != 1 {
		t.Errorf("%d files of it and %d uploads are left, want 0 and 1", n, m)
	}
}

func (s *site) indexIsThere(t *testing.T, id string) bool {
	t.Helper()
	_, err := s.store.Indexes().Index(t.Context(), id)
	return err == nil
}

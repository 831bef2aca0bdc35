package httpapi_test

import (
	"bytes"
	"testing"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/bioindex"
	registry "cohortium/internal/area/dataset"
	"cohortium/internal/area/page"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/platform/quota"
)

// roomOf returns the quota of a kind, as an account reads it.
func (s *site) roomOf(t *testing.T, as string, kind quota.Kind) quota.Quota {
	t.Helper()
	var own openapi.OwnStorage
	s.want(t, 200, request{method: "GET", path: "/api/storage", as: as}, &own)
	for _, q := range own.Quotas {
		if q.Kind == kind {
			return q
		}
	}
	t.Fatalf("%s has no quota of %s: %+v", as, kind, own)
	return quota.Quota{}
}

// The quota of files is filled to the byte. The next byte is refused with the numbers that the
// account could read before. web/src/lib/upload/quota.test.ts has the same sentence.
func TestAQuotaIsReadBeforeItIsReached(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.Quota = 2000 })
	d := s.newShelf(t, "contributor", "Quota")
	room := func(used int64) {
		t.Helper()
		if got := s.roomOf(t, "contributor", quota.DatasetBytes); got != (quota.Quota{Kind: "dataset_bytes", Used: used, Limit: 2000}) {
			t.Errorf("after %d bytes: %+v", used, got)
		}
	}
	room(0)
	d = s.addTrait(t, "contributor", d, "a.tsv", bytes.Repeat([]byte("a"), 1500))
	room(1500)
	p := s.refuseFile(t, "contributor", d, s.sendWhole(t, "contributor", "b.tsv", bytes.Repeat([]byte("b"), 501)), 422)
	if p.Code != "quota_reached" ||
		p.Detail != "Your files hold 1.5 kB of 2 kB; this one of 501 bytes exceeds your storage quota. Delete files, or ask the operator for more storage." {
		t.Errorf("501 bytes more: %+v", p)
	}
	room(1500)
	d = s.addTrait(t, "contributor", d, "c.tsv", bytes.Repeat([]byte("c"), 500))
	room(2000)
	p = s.refuseFile(t, "contributor", d, s.sendWhole(t, "contributor", "d.tsv", []byte("d")), 422)
	if p.Detail != "Your files hold 2 kB of 2 kB; this one of 1 bytes exceeds your storage quota. Delete files, or ask the operator for more storage." {
		t.Errorf("the next byte: %+v", p)
	}
	s.want(t, 200, request{method: "DELETE", path: "/api/datasets/" + d.ID + "/phenotypes/" + d.Phenotypes[0].ID, as: "contributor"}, nil)
	if left := s.roomOf(t, "contributor", quota.DatasetBytes).Used; left != 500 && left != 1500 {
		t.Errorf("after a deletion: %d bytes", left)
	}
}

// Without a limit, nothing is refused and the limit reads 0.
func TestStorageWithoutALimit(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.Quota = quota.None }, func(c *bioindex.Config) { c.Quota = quota.None },
		func(c *pagetable.Config) { c.Quota = quota.None }, func(c *page.Config) { c.MaxPages = 3 })
	s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Large"), "a.tsv", bytes.Repeat([]byte("a"), 1500))
	s.makeTable(t, "contributor", tableOf("text", "text", "a,b\n1,2\n"))
	table := aTable()
	s.newIndex(t, "uploader", "table.tsv", table, map[string]any{"schema": "rsid"})
	for _, kind := range []quota.Kind{quota.DatasetBytes, quota.IndexBytes, quota.TableBytes} {
		if q := s.roomOf(t, "contributor", kind); q.Limit != 0 {
			t.Errorf("%+v", q)
		}
	}
	if q := s.roomOf(t, "uploader", quota.IndexBytes); q.Used <= int64(len(table)) {
		t.Errorf("an index and its upload of %d: %+v", len(table), q)
	}
	for kind, want := range map[quota.Kind]quota.Quota{"indexes": {Used: 1, Limit: 200}, "tables": {Used: 0, Limit: 500}, "pages": {Used: 0, Limit: 3}} {
		want.Kind = kind
		if q := s.roomOf(t, "uploader", kind); q != want {
			t.Errorf("%+v, want %+v", q, want)
		}
	}
}

// Administrators see who uses how much, by the numbers that each owner reads.
func TestStorageByOwner(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(c *registry.Config) { c.Quota = 5000 })
	s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Small"), "a.tsv", bytes.Repeat([]byte("a"), 1500))
	s.addTrait(t, "contributor2", s.newShelf(t, "contributor2", "Larger"), "b.tsv", bytes.Repeat([]byte("b"), 4000))
	s.makeTable(t, "contributor", tableOf("text", "text", "a,b\n1,2\n"))
	tables := s.roomOf(t, "contributor", quota.TableBytes).Used
	list := func(query string) (l openapi.StorageOwnerList) {
		t.Helper()
		s.want(t, 200, request{method: "GET", path: "/api/storage/owners" + query, as: "admin"}, &l)
		return l
	}
	l := list("?sort=-datasets")
	if l.Total != 2 || len(l.Items) != 2 || l.Limits.Datasets != 5000 || l.Limits.Tables != 100<<30 || l.NextCursor != nil {
		t.Fatalf("%+v", l)
	}
	if a, b := l.Items[0], l.Items[1]; a.UserName != "contributor2" || a.Bytes != 4000 || a.Datasets != 4000 ||
		b.UserName != "contributor" || b.Datasets != 1500 || b.Tables != tables || tables == 0 || b.Bytes != 1500+tables || !b.IsActive {
		t.Errorf("%+v", l.Items)
	}
	for _, sort := range []string{"user_name", "-user_name", "bytes", "-bytes", "datasets", "-datasets", "indexes", "-indexes", "tables", "-tables"} {
		first := list("?limit=1&sort=" + sort)
		if first.NextCursor == nil {
			t.Fatalf("by %s: %+v", sort, first)
		}
		second := list("?limit=1&sort=" + sort + "&cursor=" + *first.NextCursor)
		if len(second.Items) != 1 || second.Items[0].Id == first.Items[0].Id || second.NextCursor != nil {
			t.Errorf("by %s: %+v behind %+v", sort, second, first)
		}
	}
	if l := list("?q=CONTRIBUTOR2"); l.Total != 1 || l.Items[0].UserName != "contributor2" {
		t.Errorf("searched: %+v", l)
	}
	s.want(t, 403, request{method: "GET", path: "/api/storage/owners", as: "contributor"}, nil)
	s.want(t, 401, request{method: "GET", path: "/api/storage"}, nil)
}

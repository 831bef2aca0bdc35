package httpapi_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// TestADatabaseThatTakesNoChanges calls every route while the database is read-only, on an object
// of the caller. Reads succeed, writes are refused with advice, and nothing is partly written.
// Afterwards everything is unchanged.
func TestADatabaseThatTakesNoChanges(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on, func(d *auth.Deps) { d.Settings.Registration = true })
		calls := s.everyCall(t)
		// An old session has its use recorded, which is a change too.
		s.pass()
		before := s.snapshot(t)
		count := attack.New(t, "writes to a read-only database")
		storetest.ReadOnly(t, s.store, true)
		refused := 0
		for _, pattern := range slices.Sorted(maps.Keys(calls)) {
			s.pass()
			w := s.do(t, calls[pattern])
			var p problem
			if w.Code >= 400 {
				mustDecode(t, w, &p)
			}
			switch {
			case w.Code == 503 && (p.Code == "read_only" || strings.Contains(pattern, "/ga4gh/")):
				refused++
				count.Try(!readsOnly(pattern), "%s: reading is refused: %s", pattern, w.Body)
			case w.Code >= 500 && p.Code != "lookup_off":
				count.Try(false, "%s: status %d: %s", pattern, w.Code, w.Body)
			default:
				count.Try(true, "")
			}
		}
		if refused < 60 {
			t.Errorf("only %d writes were refused", refused)
		}
		if err := s.store.Writable(t.Context()); errs.CodeOf(err) != "read_only" {
			t.Errorf("a read-only database counts as writable: %v", err)
		}
		storetest.ReadOnly(t, s.store, false)
		must(t, s.store.Writable(t.Context()))
		for table, rows := range s.snapshot(t) {
			count.Try(rows == before[table], "%s has changed", table)
		}
		s.tokens["admin"] = s.freshSession("admin")
		s.newStudy(t, "admin", "Written again")
	})
}

// readsOnly reports whether a route changes nothing and needs no audit entry first.
func readsOnly(pattern string) bool {
	return strings.HasPrefix(pattern, "GET ") && !slices.Contains([]string{
		"GET /api/audit/export", "GET /api/datasets.csv", "GET /api/datasets.json", "GET /api/datasets/{id}/files/{fid}",
		"GET /api/datasets/{id}/metadata/{format}", "GET /api/hermes/metadata.csv", "GET /api/hermes/phenotypes.csv",
		"GET /api/public/datasets/{id}/files/{fid}/deposit", "GET /api/sgc/cohorts/{id}/files/{kind}/{version}",
		"GET /api/sgc/phenotype-case-counts-by-sex.csv", "GET /api/sgc/phenotypes/download",
	}, pattern)
}

// everyCall returns a request of each route that an administrator may call.
func (s *site) everyCall(t *testing.T) map[string]request {
	t.Helper()
	calls, meta := map[string]request{}, s.metaAnalysisOf(t)
	for _, route := range auth.Policy() {
		o := objects{id: "absent", run: "absent", area: "hermes"}
		if make := s.makerFor(t, route.Pattern, meta); make != nil {
			o = make(t, "admin", "hermes")
			o.area = "hermes"
		}
		s.pass()
		q := s.requestFor(t, route.Pattern, o)
		q.as = "admin"
		calls[route.Pattern] = q
	}
	s.tokens["admin"] = s.freshSession("admin")
	return calls
}

// TestADiskThatIsFull fills the disk of an SQLite database: writes report it, and earlier writes
// stay valid. A small write may still succeed if the file has free space.
func TestADiskThatIsFull(t *testing.T) {
	t.Parallel()
	s := newSite(t, storage{})
	count := attack.New(t, "writes to a full disk")
	storetest.Full(t, s.store, true)
	refused := 0
	long := strings.Repeat("x", 450)
	for i := range 40 {
		s.pass()
		w := s.do(t, request{method: "POST", path: "/api/studies", as: "contributor", body: map[string]any{"name": fmt.Sprint(long, i), "institution": long}})
		if w.Code == 503 {
			refused++
			var p problem
			mustDecode(t, w, &p)
			count.Try(p.Code == "disk_full" && strings.Contains(p.Detail, "try again"), "status %d: %s", w.Code, w.Body)
		} else {
			count.Try(w.Code < 500, "status %d: %s", w.Code, w.Body)
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/studies", as: "contributor"}, nil)
	if refused == 0 {
		t.Error("no write was refused")
	}
	storetest.Full(t, s.store, false)
	s.newStudy(t, "contributor", "Written again")
	r, err := s.audit.Verify(t.Context())
	if err != nil || r.BrokenAt != 0 {
		t.Errorf("the trail: %+v, %v", r, err)
	}
}

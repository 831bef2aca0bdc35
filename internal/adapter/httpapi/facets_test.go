package httpapi_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/listing"
)

// counted is what these tests read of a list.
type counted struct {
	Total  int64          `json:"total"`
	Facets listing.Facets `json:"facets"`
}

// TestSEC29FacetsCountVisibleRows compares each count with the list that the same caller gets for
// that value, and the sum over all values with the rows that the caller sees.
func TestSEC29FacetsCountVisibleRows(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		s.facetedData(t)
		lists := map[string][]string{ // with filters of which each row has exactly one value
			"/api/datasets?": {"sharing", "status", "sex"}, "/api/hermes/uploads?": {"status", "phenotype", "sex"},
			"/api/hermes/meta-analyses?": {"status"}, "/api/hermes/freezes?": {"state"}, "/api/audit?": {"action"},
			"/api/areas/hermes/users?": {"state"}, "/api/areas/all/users?": {"state"}, "/api/indexes?": {},
		}
		compared, refused := 0, 0
		for path, partitions := range lists {
			for _, as := range []string{"contributor", "contributor2", "curator", "uploader", "uploader2", "analyst", "reviewer", "admin"} {
				if s.do(t, request{method: "GET", path: path + "limit=1", as: as}).Code == 403 {
					s.want(t, 403, request{method: "GET", path: path + "facets=true", as: as}, nil)
					refused++
					continue
				}
				var all counted
				s.want(t, 200, request{method: "GET", path: path + "facets=true&limit=1", as: as}, &all)
				compared += s.compareFacets(t, path, as, all)
				for _, filter := range partitions {
					var sum int64
					for _, n := range all.Facets[filter] {
						sum += n
					}
					if sum != all.Total {
						t.Errorf("%s %s: %d counted by %s of %d rows", as, path, sum, filter, all.Total)
					}
				}
			}
		}
		if compared < 60 || refused < 10 {
			t.Errorf("%d counts compared, %d lists refused", compared, refused)
		}
	})
}

// facetedData registers data sets of several owners, of which one is public, and a meta-analysis of
// two submissions.
func (s *site) facetedData(t *testing.T) {
	t.Helper()
	for i, owner := range []string{"contributor", "contributor2", "contributor", "contributor2"} {
		d := s.newDataset(t, owner, fmt.Sprint("Lipids ", i))
		if i == 3 {
			s.want(t, 200, request{method: "PUT", path: "/api/datasets/" + d.ID + "/sharing", as: owner, header: ifVersion(d.Version),
				body: map[string]any{"sharing": "public", "people": []string{}, "groups": []string{}}}, nil)
		}
	}
	s.metaAnalysisOf(t)
	for as, want := range map[string]map[string]int64{ // two own ones and that of another; one of two is public
		"contributor": {"private": 2, "public": 1}, "contributor2": {"private": 1, "public": 1},
	} {
		var all counted
		s.want(t, 200, request{method: "GET", path: "/api/datasets?facets=true", as: as}, &all)
		if diff := cmp.Diff(want, all.Facets["sharing"]); diff != "" {
			t.Errorf("%s by sharing: %s", as, diff)
		}
	}
}

// compareFacets filters a list by each value that is counted, and returns how many there are.
func (s *site) compareFacets(t *testing.T, path, as string, all counted) (compared int) {
	t.Helper()
	for filter, values := range all.Facets {
		for value, n := range values {
			var only counted
			s.want(t, 200, request{method: "GET", path: path + "limit=1&" + filter + "=" + url.QueryEscape(value), as: as}, &only)
			if only.Total != n || only.Facets != nil {
				t.Errorf("%s %s: %d with %s %q, the list has %d; facets %v", as, path, n, filter, value, only.Total, only.Facets)
			}
			compared++
		}
	}
	return compared
}

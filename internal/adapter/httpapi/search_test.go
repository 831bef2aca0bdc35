package httpapi_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	registry "cohortium/internal/area/dataset"
	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/area/page"
	"cohortium/internal/platform/auth"
)

type foundGroup struct {
	Kind   string
	Title  string
	Total  int64
	All    string
	Failed bool
	Hits   []struct {
		Kind, Title, Subtitle, Address string
		Match                          *struct{ Field, Text string }
	}
}

// find searches as a caller; nil if the route refuses it.
func (s *site) find(t *testing.T, c caller, q string) []foundGroup {
	t.Helper()
	s.pass()
	call := request{method: "GET", path: "/api/search?limit=20&q=" + url.QueryEscape(q)}
	s.credentials(t, c, "GET /api/search", &call)
	if may(auth.Route{Pattern: "GET /api/search", Rule: auth.Rule{Access: auth.SignedIn, Scope: auth.ScopeRead}}, "", c) != 0 {
		return nil
	}
	var out struct{ Groups []foundGroup }
	s.want(t, 200, call, &out)
	return out.Groups
}

// searched is one object with its search words and permitted callers.
type searched struct {
	q       string
	finders []string
	// read opens the address of a match, by the last part of the address.
	read func(last string) string
}

// TestSEC28SearchIsLimitedToTheCaller searches one object of every kind as every caller. The
// test lists who may see each: they find it and can open it, and others do not find it.
func TestSEC28SearchIsLimitedToTheCaller(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addCallers(t)
	kinds := s.searchable(t)
	for _, c := range callers() {
		for kind, want := range kinds {
			s.checkFound(t, c, kind, want)
		}
	}
	for _, group := range s.find(t, caller{name: "admin", user: "admin"}, "x") {
		if _, known := kinds[group.Kind]; !known {
			t.Errorf("the kind %s has no row in this test", group.Kind)
		}
	}
}

// searchable creates one object of each kind. The test lists who sees it, from the table of roles.
func (s *site) searchable(t *testing.T) map[string]searched {
	t.Helper()
	const adminToken = "token of an admin to read"
	fileID := s.addFile(t, "uploader2", "quetzal.tsv", hermestest.Sumstats(40, 1))
	_, err := s.hermes.Register(t.Context(), auth.NewIdentity(s.users["uploader2"], nil), registration(fileID, "Quetzal data"))
	must(t, err)
	s.metaAnalysisOf(t)
	d := s.newDataset(t, "contributor2", "Toucan registry data")
	_, err = s.registry.AddPhenotype(
		t.Context(),
		auth.NewIdentity(s.users["contributor2"], nil),
		d.ID,
		registry.PhenotypeInput{Code: "HOATZIN", Description: "Hoatzin disease", SampleSize: 10},
	)
	must(t, err)
	s.newCohort(t, "sgc-uploader", "Kakapo cohort")
	built := s.somePage(t, "uploader2")
	_, err = s.pages.Share(t.Context(), auth.NewIdentity(s.users["uploader2"], nil), built, 1, page.Area, nil)
	must(t, err)
	last := func(path string) func(string) string { return func(last string) string { return path + last } }
	list := func(path string) func(string) string { return func(last string) string { return path + "?q=" + last } }
	by := func(names string, more ...string) []string { return append(strings.Fields(names), more...) }
	hermes := func(names string) []string { return by("admin "+names, adminToken) }
	sgc := append(
		by("admin sgc-reviewer sgc-uploader", adminToken),
		"bearer of sgc-reviewer",
		"bearer of sgc-uploader",
		"bearer of an admin",
		"bearer of sgc-uploader who manages users",
	)
	return map[string]searched{
		"hermes-dataset": {"quetzal", hermes("reviewer analyst"), last("/api/hermes/uploads/")},
		"meta-analysis":  {"combined", hermes("reviewer analyst"), last("/api/hermes/meta-analyses/")},
		"hermes-phenotype": {
			"dcm_broad",
			append(hermes("reviewer analyst uploader"), "hermes only", "uploader who manages users"),
			last("/api/hermes/phenotypes/"),
		},
		"cohort": {
			"kakapo",
			append(by("admin sgc-reviewer sgc-uploader", adminToken), "bearer of sgc-reviewer", "bearer of sgc-uploader", "bearer of an admin"),
			last("/api/sgc/cohorts/"),
		},
		"sgc-phenotype": {"psoriasis", sgc, last("/api/sgc/phenotypes/")},
		"dataset":       {"toucan", by("admin curator", adminToken), last("/api/datasets/")},
		"study": {
			"toucan",
			append(by("admin curator contributor", adminToken), "contributor who manages users"),
			func(string) string { return "/api/studies" },
		},
		"dataset-phenotype": {"hoatzin", by("admin curator", adminToken), list("/api/phenotypes")},
		"page": {"cell uploader2", append(hermes("reviewer analyst uploader"), "uploader who manages users"), func(last string) string {
			return "/api/configurations/" + strings.TrimPrefix(last, "configbuilder?page=")
		}},
		"person":        {"contributor2", by("admin"), list("/api/areas/all/users")},
		"hermes-person": {"uploader2", append(by("reviewer"), "uploader who manages users"), list("/api/areas/hermes/users")},
		"sgc-person": {
			"sgc-reviewer",
			append(by("sgc-reviewer"), "bearer of sgc-reviewer", "bearer of an admin", "bearer of sgc-uploader who manages users"),
			list("/api/areas/sgc/users"),
		},
	}
}

func (s *site) checkFound(t *testing.T, c caller, kind string, want searched) {
	t.Helper()
	var found *foundGroup
	for _, group := range s.find(t, c, want.q) {
		if group.Failed {
			t.Errorf("%s of %s cannot be asked", group.Kind, c.name)
		}
		if group.Kind == kind && len(group.Hits) > 0 {
			found = &group
		}
	}
	if finds := slices.Contains(want.finders, c.name); finds != (found != nil) {
		t.Errorf("%s finds %s: %v, want %v", c.name, kind, found != nil, finds)
	}
	if found == nil {
		return
	}
	if found.Total != int64(len(found.Hits)) || found.All == "" {
		t.Errorf("%s: %+v", c.name, found)
	}
	for _, hit := range found.Hits {
		call := request{method: "GET", path: want.read(lastOf(hit.Address))}
		s.credentials(t, c, "GET /api/search", &call)
		if w := s.do(t, call); w.Code != 200 {
			t.Errorf("%s finds %s at %s and cannot open it: %d %s", c.name, hit.Title, hit.Address, w.Code, w.Body)
		}
	}
}

// lastOf returns the object of an address: the value of its filter, else its last part.
func lastOf(address string) string {
	if i := strings.LastIndexAny(address, "=/"); i >= 0 {
		return address[i+1:]
	}
	return address
}

// The owner finds what others do not, with the field that matches.
func TestSearchMarksTheMatchedWords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	fileID := s.addFile(t, "uploader2", "quetzal.tsv", hermestest.Sumstats(40, 1))
	_, err := s.hermes.Register(t.Context(), auth.NewIdentity(s.users["uploader2"], nil), registration(fileID, "Northern data"))
	must(t, err)
	for name, hits := range map[string]int{"uploader": 0, "uploader2": 1} {
		var out struct{ Groups []foundGroup }
		s.want(t, 200, request{method: "GET", path: "/api/search?q=QUETZAL", as: name}, &out)
		if len(out.Groups) != 3 || out.Groups[0].Kind != "hermes-dataset" || len(out.Groups[0].Hits) != hits {
			t.Fatalf("%s: %+v", name, out.Groups)
		}
		for _, hit := range out.Groups[0].Hits {
			if hit.Title != "Northern data" || hit.Match == nil || hit.Match.Field != "File" || hit.Match.Text != "quetzal.tsv" {
				t.Errorf("%+v", hit)
			}
		}
	}
	s.want(t, 422, request{method: "GET", path: "/api/search?q=a&limit=21", as: "uploader"}, nil)
	s.want(t, 422, request{method: "GET", path: "/api/search?q=" + strings.Repeat("a", 201), as: "uploader"}, nil)
	s.want(t, 401, request{method: "GET", path: "/api/search?q=a"}, nil)
}

// Search is cheap, but not free.
func TestSearchIsLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	status := 200
	for range 70 {
		if status = s.do(t, request{method: "GET", path: "/api/search?q=", as: "uploader"}).Code; status != 200 {
			break
		}
	}
	if status != 429 {
		t.Errorf("70 searches at once end with %d", status)
	}
}

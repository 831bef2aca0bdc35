package httpapi_test

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cohortium/internal/platform/auth"
)

// oddIDs are invalid ids, and one that does not exist.
var oddIDs = map[string]string{
	"absent":              "absent",
	"with dashes":         "01234567-89ab-cdef-0123-456789abcdef",
	"32 hex digits":       "0123456789abcdef0123456789abcdef",
	"too long":            strings.Repeat("a", 65),
	"far too long":        strings.Repeat("a", 5000),
	"a NUL":               "a%00b",
	"no text":             "%ff%fe",
	"of another alphabet": "%C3%A9%F0%9F%A7%AC",
	"a statement":         "x'%20OR%20'1'='1",
	"a number":            "-1",
}

// TestOddIDsAreAbsent calls every route of the registry for missing objects, with full permissions:
// no success, and no server error.
func TestOddIDsAreAbsent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	there := s.datasetWithFile(t, "contributor")
	upload := map[string]any{"name": "set", "upload_id": s.sendWhole(t, "curator", "c.txt", []byte("c\n"))}
	bodies := map[string]any{ // valid ones, so that only the id is wrong
		"PUT /api/datasets/{id}/phenotypes/{pid}":                     trait(),
		"PUT /api/datasets/{id}/phenotypes/{pid}/file":                map[string]any{"upload_id": upload["upload_id"]},
		"POST /api/datasets/{id}/phenotypes/{pid}/credible-sets":      upload,
		"PUT /api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}": upload,
	}
	tried := 0
	for _, route := range auth.Policy() {
		inDataset := strings.Contains(route.Pattern, " /api/datasets/{id}")
		if !inDataset && !strings.Contains(route.Pattern, " /api/studies/{id}") && !strings.HasSuffix(route.Pattern, "/{short}") {
			continue
		}
		for name, id := range oddIDs {
			places := []objects{{id: id}}
			for _, part := range []string{"pid", "cid", "fid", "lid"} {
				if strings.Contains(route.Pattern, "{"+part+"}") {
					in := map[string]string{}
					for k, v := range there.in {
						in[k] = v
					}
					in[part] = id
					places = append(places, objects{id: there.id, in: in})
				}
			}
			for _, o := range places {
				s.askForNothing(t, route.Pattern, name, o, id, bodies[route.Pattern])
				tried++
			}
		}
	}
	if tried < 400 {
		t.Errorf("only %d requests", tried)
	}
}

// askForNothing makes a request that is valid except for an id.
func (s *site) askForNothing(t *testing.T, pattern, name string, o objects, id string, body any) {
	t.Helper()
	s.pass()
	q := s.requestFor(t, pattern, o)
	if q.as = "curator"; body != nil {
		q.body = body
	}
	if strings.HasSuffix(pattern, "/{short}") {
		q.path = strings.Replace(q.path, "4inFLg", id, 1)
	}
	sound := name == "absent" || name == "with dashes" || name == "32 hex digits"
	if w := s.do(t, q); w.Code != 404 && (sound || w.Code != 422 && w.Code != 400) {
		t.Errorf("%s with an id that is %s: status %d: %s", pattern, name, w.Code, w.Body)
	}
}

// TestSEC44SearchesOfTheRegistry checks that any parameter of a list results in a list of visible
// objects or a refusal, and that search words are literal.
func TestSEC44SearchesOfTheRegistry(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on)
		s.newDataset(t, "contributor", "Mine 100% of a_b 'quoted' \\ back; --x")
		s.newDataset(t, "contributor", "Plain")
		s.newDataset(t, "contributor2", "Secret")
		for q, total := range map[string]int64{
			"": 2, "100%": 1, "%": 1, "_": 1, "a_b": 1, "aXb": 0, "'": 1, "\\": 1, "--": 1, "' OR '1'='1": 0, "') OR 1=1 --": 0, "secret": 0, "!": 0, "PLAIN study": 1,
			"\x00": 0, "\xff": 0, "*": 0, "$1": 0,
		} {
			for _, path := range []string{"/api/datasets", "/api/datasets.csv"} {
				w := s.do(t, request{method: "GET", path: path + "?q=" + url.QueryEscape(q), as: "contributor"})
				if strings.Contains(w.Body.String(), "Secret") || w.Code != 200 {
					t.Errorf("%s %q: status %d: %s", path, q, w.Code, w.Body)
				}
			}
			var page registryPage
			if s.want(t, 200, request{method: "GET", path: "/api/datasets?q=" + url.QueryEscape(q), as: "contributor"}, &page); page.Total != total {
				t.Errorf("%q finds %d, want %d: %q", q, page.Total, total, page.names())
			}
		}
		lists := map[string][]string{
			"/api/datasets": {
				"q",
				"scope",
				"bin",
				"study_id",
				"phenotype",
				"owner",
				"data_type",
				"genome_build",
				"ancestry",
				"sex",
				"status",
				"sharing",
				"sort",
				"limit",
				"cursor",
			},
			"/api/datasets.csv": {
				"q",
				"scope",
				"bin",
				"study_id",
				"phenotype",
				"owner",
				"data_type",
				"sharing",
				"sort",
			},
			"/api/datasets.json": {"q", "sort", "owner", "status"},
			"/api/studies":       {"q", "limit", "cursor"},
			"/api/phenotypes":    {"q", "limit"},
		}
		value := rapid.OneOf(rapid.String(), rapid.StringN(0, 400, -1), rapid.SampledFrom([]string{
			"name",
			"-name",
			"name;drop table datasets",
			"name desc",
			"(select 1)",
			"' OR '1'='1",
			"1) UNION SELECT * FROM users--",
			"mine",
			"public",
			"true",
			"gwas",
			"null",
			"NaN",
			"-1",
			"1e9",
			"9223372036854775808",
			"\x00",
			"\xff\xfe",
			"\u202e",
			"eyJrIjoieCIsImkiOiJ5In0",
			"eyJrIjoiXHUwMDAwIiwiaSI6IlxiMDAwMCJ9",
			"e30",
			"bnVsbA",
		}))
		rapid.Check(t, func(rt *rapid.T) {
			path := rapid.SampledFrom(
				[]string{"/api/datasets", "/api/datasets", "/api/datasets.csv", "/api/datasets.json", "/api/studies", "/api/phenotypes"},
			).Draw(
				rt,
				"path",
			)
			query := url.Values{}
			for range rapid.IntRange(1, 3).Draw(rt, "n") {
				query.Add(rapid.SampledFrom(lists[path]).Draw(rt, "name"), value.Draw(rt, "value"))
			}
			s.pass()
			w := s.do(t, request{method: "GET", path: path + "?" + query.Encode(), as: "contributor"})
			if w.Code != 200 && w.Code != 400 && w.Code != 422 || path != "/api/studies" && strings.Contains(w.Body.String(), "Secret") {
				rt.Fatalf("%s?%s: status %d: %s", path, query.Encode(), w.Code, w.Body)
			}
		})
	})
}

// TestNothingTypedIsLost checks that a refusal is at its field, that other values can be sent
// again, and that stored values stay unchanged.
func TestNothingTypedIsLost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.addTrait(t, "contributor", s.newShelf(t, "contributor", "Kept"), "a.tsv", []byte(someRows))
	base := "/api/datasets/" + d.ID + "/phenotypes"
	one := base + "/" + d.Phenotypes[0].ID
	good := s.sendWhole(t, "contributor", "good.tsv", []byte(someRows))
	broken := s.sendWhole(t, "contributor", "broken.tsv.gz", []byte("\x1f\x8bbroken"))
	empty := s.sendWhole(t, "contributor", "empty.tsv", nil)
	set := func(name, upload string) map[string]any { return map[string]any{"name": name, "upload_id": upload} }
	for name, c := range map[string]struct {
		method, path string
		body         map[string]any
		field        string
	}{
		"counts that do not add up":         {"POST", base, trait("sample_size", 999, "upload_id", good), "sample_size"},
		"negative counts":                   {"POST", base, trait("cases", -1, "upload_id", good), "cases"},
		"a long phenotype":                  {"POST", base, trait("phenotype", strings.Repeat("x", 301), "upload_id", good), "phenotype"},
		"a set without a name":              {"POST", one + "/credible-sets", set(" ", good), "name"},
		"a set with a long name":            {"POST", one + "/credible-sets", set(strings.Repeat("x", 301), good), "name"},
		"a set with a name of two lines":    {"POST", one + "/credible-sets", set("a\nb", good), "name"},
		"a set that is empty":               {"POST", one + "/credible-sets", set("set", empty), "upload_id"},
		"a set that is not what it says":    {"POST", one + "/credible-sets", set("set", broken), "upload_id"},
		"a version that is empty":           {"PUT", one + "/file", map[string]any{"upload_id": empty}, "upload_id"},
		"a version that is not what it say": {"PUT", one + "/file", map[string]any{"upload_id": broken}, "upload_id"},
	} {
		p := s.problemOf(t, 422, request{method: c.method, path: c.path, as: "contributor", body: c.body})
		if len(p.Fields) == 0 || p.Fields[0].Field != c.field || p.Fields[0].Message == "" {
			t.Errorf("%s: %+v", name, p)
		}
	}
	waiting := s.pending(t, "contributor")
	if !waiting[good] || !waiting[broken] || !waiting[empty] {
		t.Errorf("waiting: %v", waiting)
	}
	if now := s.shelf(t, "contributor", d.ID); now.Version != d.Version || now.Phenotypes[0].Versions != 1 {
		t.Errorf("%+v", now)
	}
	if w := s.fetch(t, "contributor", d.Phenotypes[0].File.Path); w.Body.String() != someRows {
		t.Errorf("the file that was there: status %d", w.Code)
	}
	s.want(t, 201, request{method: "POST", path: one + "/credible-sets", as: "contributor", body: set(strings.Repeat("é", 300), good)}, nil)
}

// TestFaultsOfStudiesAndEmails checks that a duplicate name is a conflict at the field, that
// missing values are named, and that an empty address is allowed.
func TestFaultsOfStudiesAndEmails(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	study := s.newStudy(t, "contributor", "North")
	for name, c := range map[string]struct {
		path   string
		body   map[string]any
		status int
		field  string
	}{
		"the same study":            {"/api/studies", map[string]any{"name": "NORTH ", "institution": "x"}, 409, "name"},
		"a study without a name":    {"/api/studies", map[string]any{"institution": "x"}, 422, "name"},
		"a data set without a name": {"/api/datasets", datasetBody("", study, nil), 422, "name"},
		"a user without an address": {"/api/datasets", datasetBody("x", study, map[string]any{"data_submitter_email": ""}), 422, "data_submitter_email"},
		"half an address":           {"/api/datasets", datasetBody("x", study, map[string]any{"data_contributor_email": "ann@"}), 422, "data_contributor_email"},
		"a negative ancestry": {"/api/datasets", datasetBody("x", study, map[string]any{"ancestry_counts": []any{map[string]any{"ancestry": "EU", "n": -1}}}),
			422, "ancestry_counts.0.n"},
	} {
		if p := s.problemOf(
			t,
			c.status,
			request{method: "POST", path: c.path, as: "contributor", body: c.body},
		); len(p.Fields) != 1 ||
			p.Fields[0].Field != c.field {
			t.Errorf("%s: %+v", name, p)
		}
	}
	body := datasetBody("x", study, nil)
	delete(body, "name")
	if p := s.problemOf(
		t,
		422,
		request{method: "POST", path: "/api/datasets", as: "contributor", body: body},
	); len(p.Fields) != 1 ||
		p.Fields[0].Field != "name" {
		t.Errorf("no name at all: %+v", p)
	}
	var d struct {
		ID, Name string
		Email    *string `json:"data_contributor_email"`
		Build    string  `json:"genome_build"`
	}
	with := map[string]any{"data_contributor_email": "pi@example.org", "genome_build": "grch38"}
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: "contributor", body: datasetBody("One", study, with)}, &d)
	if d.Email == nil || *d.Email != "pi@example.org" || d.Build != "grch38" {
		t.Errorf("%+v", d)
	}
	d.Email = nil
	s.changeDataset(
		t,
		200,
		"contributor",
		"/api/datasets/"+d.ID,
		1,
		datasetBody("One", study, map[string]any{"data_contributor_email": " ", "genome_build": "grch38"}),
		&d,
	)
	if d.Email != nil && *d.Email != "" || d.Build != "grch38" {
		t.Errorf("cleared: %+v", d)
	}
	other := s.newDataset(t, "contributor", "Two")
	var p problem
	s.changeDataset(t, 409, "contributor", "/api/datasets/"+other.ID, 1, datasetBody("ONE", study, nil), &p)
	if p.Code != "name_taken" || len(p.Fields) != 1 || p.Fields[0].Field != "name" {
		t.Errorf("renamed to one that is taken: %+v", p)
	}
	p = s.problemOf(t, 409, request{method: "POST", path: "/api/datasets/" + other.ID + "/clone", as: "contributor", body: map[string]any{"name": "one"}})
	if len(p.Fields) != 1 || p.Fields[0].Field != "name" {
		t.Errorf("a clone of a name that is taken: %+v", p)
	}
}

// TestHTMLStaysTextDeepDown checks that nested texts are returned unchanged, and that every answer
// with them is data, never a page.
func TestHTMLStaysTextDeepDown(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const html = "</script><script>alert(1)</script>"
	var d shelf
	body := datasetBody(html, s.newStudy(t, "contributor", html), map[string]any{
		"genome_build": "n/a", "ancestry_counts": []any{map[string]any{"ancestry": "EU", "n": 1, "detail": html}},
		"terms": []any{map[string]any{"curie": "EFO:0000305", "label": html}},
	})
	s.want(t, 201, request{method: "POST", path: "/api/datasets", as: "contributor", body: body}, &d)
	base := "/api/datasets/" + d.ID
	s.want(t, 201, request{method: "POST", path: base + "/phenotypes", as: "contributor",
		body: trait("phenotype", html, "description", html, "upload_id", s.sendWhole(t, "contributor", html, []byte(someRows)))}, &d)
	s.want(t, 201, request{method: "POST", path: base + "/phenotypes/" + d.Phenotypes[0].ID + "/credible-sets", as: "contributor",
		body: map[string]any{"name": html, "upload_id": s.sendWhole(t, "contributor", html, []byte("c\n"))}}, nil)
	d = s.share(t, "contributor", s.shelf(t, "contributor", d.ID), "named", nil, []string{html})
	s.want(t, 201, request{method: "POST", path: base + "/links", as: "contributor",
		body: map[string]any{"file_id": d.Phenotypes[0].File.ID, "hours": 1, "note": html}}, nil)
	view := "/api/dataset-views/" + url.PathEscape(html)
	s.want(t, 200, request{method: "PUT", path: view, as: "contributor", body: map[string]any{"search": "?q=" + html}}, nil)
	p := d.Phenotypes[0]
	for what, got := range map[string]string{
		"phenotype": p.Phenotype, "description": p.Description, "set": p.CredibleSets[0].Name, "file": p.File.FileName, "group": d.Groups[0],
		"note": s.links(t, "contributor", d.ID)[0].Note,
	} {
		if got != html {
			t.Errorf("%s: %q", what, got)
		}
	}
	for _, path := range []string{
		base, base + "/files", base + "/history", base + "/links", base + "/metadata/schema-org", base + "/metadata/datacite", base + "/metadata/dcat",
		"/api/datasets", "/api/datasets.json", "/api/dataset-views", "/api/phenotypes?q=script",
	} {
		w := s.fetch(t, "contributor", path)
		kind := w.Header().Get("Content-Type")
		if w.Code != 200 || !strings.HasPrefix(kind, "application/") || !strings.Contains(kind, "json") || strings.Contains(w.Body.String(), "</script>") {
			t.Errorf("%s: status %d, type %q: %s", path, w.Code, kind, w.Body)
		}
	}
}

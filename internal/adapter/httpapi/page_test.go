package httpapi_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/area/pagetable"
	"cohortium/internal/platform/job/jobtest"
	"cohortium/web"
)

// builtTable creates a ready table from pasted text.
func (s *site) builtTable(t *testing.T, as string) string {
	t.Helper()
	s.pass()
	var table openapi.Table
	body := map[string]any{"source": map[string]any{"kind": "text", "name": "pasted.csv", "text": "CHR,POS,P,Gene\n1,1000,0.5,<b>\n2,2000,5e-9,=1+1\n"}}
	s.want(t, 202, request{method: "POST", path: "/api/tables", as: as, body: body}, &table)
	lease := s.newID()
	_, err := s.store.ClaimJob(t.Context(), table.Job.Id, lease, "test", s.now())
	must(t, err)
	must(t, s.tables.RunJob(t.Context(), table.Job.Id, &jobtest.Reporter{Token: lease}))
	s.want(t, 200, request{method: "GET", path: "/api/tables/" + table.Id, as: as}, &table)
	if table.State != openapi.TableState(pagetable.Ready) {
		t.Fatalf("%+v", table)
	}
	return table.Id
}

// aDocument is a valid document that shows that table.
func aDocument(title string) map[string]any {
	column := func(id, source, of string) map[string]any {
		return map[string]any{"id": id, "source": source, "title": source, "type": of}
	}
	return map[string]any{
		"version": 1, "title": title, "about": "", "steps": []any{}, "formats": map[string]any{}, "tips": map[string]any{}, "groups": []any{},
		"columns": []any{column("pos", "POS", "number"), column("p", "P", "number"), column("gene", "Gene", "text")},
		"table":   map[string]any{"columns": []string{"pos", "p", "gene"}, "rows": 20}, "filters": []any{}, "plots": []any{}, "layout": "tabs",
	}
}

func (s *site) newPage(t *testing.T, as, title string) (out openapi.Page) {
	t.Helper()
	body := map[string]any{"table": s.builtTable(t, as), "document": aDocument(title)}
	s.pass()
	s.want(t, 201, request{method: "POST", path: "/api/configurations", as: as, body: body}, &out)
	if out.Errors != 0 {
		t.Fatalf("%d errors in %s", out.Errors, out.Document)
	}
	return out
}

// changePage makes a call that changes a version of a page.
func (s *site) changePage(t *testing.T, status int, as, call string, p openapi.Page, body, out any) {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	s.pass()
	s.want(t, status, request{
		method: method,
		path:   "/api/configurations/" + p.Id + path,
		as:     as,
		body:   body,
		header: map[string]string{"If-Match": fmt.Sprintf("%q", fmt.Sprint(p.Version))},
	}, out)
}

func TestAPageIsBuiltPublishedAndOpenedSignedOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.newPage(t, "contributor", "Hearts & <b>minds</b>")
	var refused struct {
		problem
		Current  *openapi.Page
		Problems []openapi.PageProblem
	}
	var row openapi.PageRow
	broken := aDocument("Hearts")
	broken["star"] = "gen"
	s.changePage(t, 200, "contributor", "PUT /draft", p, map[string]any{"document": broken}, &row)
	s.changePage(t, 409, "contributor", "PUT /draft", p, map[string]any{"document": aDocument("Late")}, &refused)
	if refused.Code != "changed" || refused.Current == nil || refused.Current.Version != row.Version || row.Errors != 1 {
		t.Errorf("%+v of %+v", refused, row)
	}
	p.Version = row.Version
	publish := map[string]any{"slug": "hearts", "follow": false, "sharing": "public", "picture": base64.StdEncoding.EncodeToString(aPicture(4, 3))}
	s.changePage(t, 422, "contributor", "POST /publish", p, publish, &refused)
	if refused.Code != "problems" || len(refused.Problems) != 1 || refused.Problems[0].Path != "/star" || refused.Problems[0].Near != "gene" {
		t.Errorf("%+v", refused)
	}
	s.changePage(t, 200, "contributor", "PUT /draft", p, map[string]any{"document": aDocument("Hearts & <b>minds</b>")}, &row)
	p.Version = row.Version
	s.changePage(t, 200, "contributor", "POST /publish", p, publish, &p)
	if p.Published == nil || p.Published.Address != "/p/pages/hearts" || !p.Picture || p.Sharing != "public" {
		t.Errorf("%+v", p)
	}
	s.openedSignedOut(t)
	s.changePage(t, 200, "contributor", "POST /unpublish", p, nil, &p)
	for _, path := range []string{"", "/picture", "/table/data", "/table/overview"} {
		s.pass()
		s.want(t, 404, request{method: "GET", path: "/api/p/pages/hearts" + path}, nil)
	}
}

// openedSignedOut reads the page without an account.
func (s *site) openedSignedOut(t *testing.T) {
	t.Helper()
	s.pass()
	var list openapi.PublishedPageList
	s.want(t, 200, request{method: "GET", path: "/api/p/pages?q=hearts"}, &list)
	if len(list.Items) != 1 || list.Items[0].Slug != "hearts" || list.Items[0].Title != "Hearts & <b>minds</b>" || !list.Items[0].Picture {
		t.Errorf("%+v", list)
	}
	var shown openapi.PublishedPage
	s.want(t, 200, request{method: "GET", path: "/api/p/pages/hearts"}, &shown)
	if len(shown.Table.Columns) != 4 || shown.Edit != nil || !json.Valid(shown.Document) ||
		strings.Contains(string(shown.Document), "<b>") && !strings.Contains(string(shown.Document), "minds") {
		t.Errorf("%+v", shown)
	}
	for path, kind := range map[string]string{"/picture": "image/png", "/table/data": "application/vnd.apache.parquet"} {
		w := s.do(t, request{method: "GET", path: "/api/p/pages/hearts" + path, header: map[string]string{"Range": "bytes=0-3"}})
		if got := w.Header().Get("Content-Type"); got != kind || w.Code >= 300 || !strings.Contains(w.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %d, %s", path, w.Code, got)
		}
	}
	if w := s.do(
		t,
		request{method: "GET", path: "/api/p/pages/hearts/table/data", header: map[string]string{"Range": "bytes=0-3"}},
	); w.Code != http.StatusPartialContent ||
		w.Body.String() != "PAR1" {
		t.Errorf("%d, %q", w.Code, w.Body)
	}
	s.want(t, 404, request{method: "GET", path: "/api/configurations/absent", as: "uploader"}, nil)
}

// A body with the size of the largest document is accepted, and a much larger one is not.
func TestDocumentsAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.newPage(t, "contributor", "Large")
	var row openapi.PageRow
	s.changePage(t, 200, "contributor", "PUT /draft", p, map[string]any{"document": map[string]any{"a": strings.Repeat("x", 1<<20-8)}}, &row)
	p.Version = row.Version
	s.changePage(t, 413, "contributor", "PUT /draft", p, map[string]any{"document": map[string]any{"a": strings.Repeat("x", 1<<20-7)}}, nil)
	s.changePage(t, 413, "contributor", "PUT /draft", p, map[string]any{"document": map[string]any{"a": strings.Repeat("x", 2<<20)}}, nil)
}

// TestSEC48OnlyNamedSitesFrameAPage checks the header that lists the sites that may embed a page,
// on the embed address and on all others.
func TestSEC48OnlyNamedSitesFrameAPage(t *testing.T) {
	t.Parallel()
	pages, err := web.Handler(
		web.Options{
			Files: fstest.MapFS{
				"index.html": {Data: []byte(`<html><script nonce="__CSP_NONCE__" type="application/json" id="cohortium-config">{}</script></html>`)},
			},
		},
	)
	must(t, err)
	s := newSite(t, func(d *httpapi.Deps) { d.Pages = pages })
	p := s.newPage(t, "contributor", "Framed")
	s.changePage(t, 200, "contributor", "POST /publish", p, map[string]any{"slug": "framed", "follow": false, "sharing": "public"}, &p)
	ancestors := func(path string) string {
		t.Helper()
		s.pass()
		policy := s.do(t, request{method: "GET", path: path}).Header().Get("Content-Security-Policy")
		_, rest, _ := strings.Cut(policy, "frame-ancestors ")
		return rest
	}
	if got := ancestors("/p/pages/framed/embed"); got != "'none'" {
		t.Errorf("before any site was named: %s", got)
	}
	s.changePage(t, 200, "contributor", "PUT /embedding", p, map[string]any{"origins": []string{"https://portal.example.org", "https://b.example.org"}}, &p)
	for path, want := range map[string]string{
		"/p/pages/framed/embed": "https://portal.example.org https://b.example.org", "/p/pages/framed/embed/": "https://portal.example.org https://b.example.org",
		"/p/pages/framed": "'none'", "/p/pages/framed/embed/x": "'none'", "/p/pages/other/embed": "'none'", "/p/pages": "'none'", "/datasets": "'none'",
		"/api/p/pages/framed": "'none'",
	} {
		if got := ancestors(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	s.changePage(t, 200, "contributor", "PUT /sharing", p, map[string]any{"sharing": "area", "people": []string{}}, &p)
	if got := ancestors("/p/pages/framed/embed"); got != "'none'" {
		t.Errorf("when it is no longer public: %s", got)
	}
}

// TestSEC43StoredTextsAreTexts puts active content into every text of a document: it is stored
// unchanged, reported if it would be a link, and returned as JSON.
func TestSEC43StoredTextsAreTexts(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i, text := range []string{`"; alert(1);//`, "<img src=x onerror=alert(1)>", "=cmd|' /C calc'!A0", "__proto__", "javascript:alert(1)", "</script><script>alert(1)</script>", "{{7*7}}"} {
		document := aDocument(text)
		document["about"] = "[x](" + text + ")"
		document["tips"] = map[string]any{"pos": text}
		document["formats"] = map[string]any{"gene": []any{map[string]any{"type": "link", "to": text, "new_tab": true, "as": "text", "label": text}}}
		document["filters"] = []any{
			map[string]any{"id": "f", "type": "contains", "column": "gene", "label": text, "name_in_chip": true, "preset": []string{text}},
		}
		p := s.newPage(t, "contributor", fmt.Sprint("Page ", i))
		var row openapi.PageRow
		s.changePage(t, 200, "contributor", "PUT /draft", p, map[string]any{"document": document}, &row)
		w := s.do(t, request{method: "GET", path: "/api/configurations/" + p.Id, as: "contributor"})
		var back struct{ Document map[string]any }
		must(t, json.Unmarshal(w.Body.Bytes(), &back))
		want, err := json.Marshal(document)
		must(t, err)
		got, err := json.Marshal(back.Document)
		must(t, err)
		if string(got) != string(want) || w.Header().Get("Content-Type") != "application/json" || row.Title != text {
			t.Errorf("%s comes back as %s", want, got)
		}
		var found openapi.PageCheck
		s.pass()
		s.want(
			t,
			200,
			request{method: "POST", path: "/api/configurations/check", as: "contributor", body: map[string]any{"document": document, "table": p.Table}},
			&found,
		)
		unsafe := slices.ContainsFunc(found.Problems, func(p openapi.PageProblem) bool { return p.Code == "unsafe_link" })
		if unsafe != strings.Contains(text, "javascript:") {
			t.Errorf("%s: %+v", text, found.Problems)
		}
	}
}

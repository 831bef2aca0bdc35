package httpapi_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
)

// object is a JSON object of the contract, decoded separately from the server's own code.
type object = map[string]any

// publicContract finds the fields of an answer that the contract does not mark as public. x-public
// of a schema lists the fields that strangers and other accounts may see, * for all if the names
// are data.
type publicContract struct {
	schemas object
	calls   map[string]object // by pattern
	mux     *http.ServeMux
}

var publicFields = sync.OnceValue(func() *publicContract {
	var document object
	if err := json.Unmarshal(openapi.Document(), &document); err != nil {
		panic(err) // a fault of the test itself
	}
	c := &publicContract{schemas: in(document, "components", "schemas"), calls: map[string]object{}, mux: http.NewServeMux()}
	for path, item := range in(document, "paths") {
		if strings.HasSuffix(path, "/") {
			path += "{$}"
		}
		for method, call := range item.(object) {
			if method == "parameters" {
				continue
			}
			pattern := strings.ToUpper(method) + " " + path
			c.calls[pattern] = call.(object)
			c.mux.HandleFunc(pattern, func(http.ResponseWriter, *http.Request) {})
		}
	}
	return c
})

// in follows names into an object; nil if one is missing.
func in(o object, names ...string) object {
	for _, name := range names {
		o, _ = o[name].(object)
	}
	return o
}

// secretFields returns the fields of an answer that its contract does not mark as public.
func secretFields(r *http.Request, w *httptest.ResponseRecorder) []string {
	c := publicFields()
	_, pattern := c.mux.Handler(r)
	schema := in(c.calls[pattern], "responses", fmt.Sprint(w.Code), "content", "application/json", "schema")
	kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), ";")
	if schema == nil || aboutOneself(r.URL.Path) || kind != "application/json" || r.Method == http.MethodHead {
		return nil
	}
	var value any
	if err := json.Unmarshal(w.Body.Bytes(), &value); err != nil {
		return []string{err.Error()}
	}
	found := map[string]bool{}
	c.walk(schema, value, pattern, found)
	return slices.Sorted(maps.Keys(found))
}

// whole resolves references and merges the parts of a schema.
func (c *publicContract) whole(schema object, name string) (object, string) {
	for schema["$ref"] != nil {
		name = strings.TrimPrefix(schema["$ref"].(string), "#/components/schemas/")
		schema = in(c.schemas, name)
	}
	parts, _ := schema["allOf"].([]any)
	if len(parts) == 0 {
		return schema, name
	}
	properties, names := object{}, []any{}
	for _, part := range parts {
		p, _ := c.whole(part.(object), name)
		maps.Copy(properties, in(p, "properties"))
		of, _ := p["x-public"].([]any)
		names = append(names, of...)
	}
	return object{"properties": properties, "x-public": names}, name
}

func (c *publicContract) walk(schema object, value any, name string, found map[string]bool) {
	schema, name = c.whole(schema, name)
	if choices, _ := schema["oneOf"].([]any); len(choices) > 0 {
		var least map[string]bool
		for _, choice := range choices {
			of := map[string]bool{}
			if c.walk(choice.(object), value, name, of); least == nil || len(of) < len(least) {
				least = of
			}
		}
		maps.Copy(found, least)
		return
	}
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			c.walk(in(schema, "items"), item, name, found)
		}
	case object:
		public, _ := schema["x-public"].([]any)
		for field, held := range v {
			if list, is := held.([]any); held == nil || held == "" || is && len(list) == 0 {
				continue // empty
			}
			if !slices.Contains(public, any(field)) && !slices.Contains(public, any("*")) {
				found[name+": "+field] = true
			}
			if of := in(schema, "properties", field); of != nil {
				c.walk(of, held, name+"."+field, found)
			} else if of := in(schema, "additionalProperties"); of != nil {
				c.walk(of, held, name+"."+field, found)
			}
		}
	}
}

// aboutOneself reports calls whose answers are about the calling account.
func aboutOneself(path string) bool {
	return slices.ContainsFunc(
		[]string{
			"/api/profile",
			"/api/sessions",
			"/api/tokens",
			"/api/is-logged-in",
			"/api/auth/",
			"/api/login",
			"/api/google-login",
			"/api/invitations/accept",
			"/api/links/look-up",
		},
		func(prefix string) bool {
			return strings.HasPrefix(path, prefix)
		},
	)
}

// TestOthersSeePublicDataOnly reads every route as accounts that own nothing, on objects that are
// open to them. It requires that every field is marked as public in the contract, and that no
// secret of an address appears. Every test checks the same for answers without an account.
func TestOthersSeePublicDataOnly(t *testing.T) {
	t.Parallel()
	const secret = "t0psecret"
	s, _ := fetching(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, someResults()) })
	open := s.openObjects(t, secret)
	unmarked, answers := map[string]bool{}, 0
	for _, route := range auth.Policy() {
		if !strings.HasPrefix(route.Pattern, "GET ") || strings.HasSuffix(route.Pattern, "/events") {
			continue
		}
		_, path, _ := strings.Cut(route.Pattern, " ")
		prefix, _, _ := strings.Cut(path, "{id}")
		for _, as := range []string{"", "contributor2", "uploader2", "sgc-uploader"} {
			for _, area := range areasIn(route.Pattern) {
				o := open[prefix]
				o.area = area
				q := s.requestFor(t, route.Pattern, o)
				q.as = as
				if as != "" {
					s.signedIn(as)
				}
				s.pass()
				w := s.do(t, q)
				if w.Code >= 300 {
					continue
				}
				answers++
				if strings.Contains(w.Body.String(), secret) {
					t.Errorf("%s as %q holds the secret of an address: %s", q.path, as, w.Body)
				}
				for _, field := range secretFields(s.request(t.Context(), q), w) {
					unmarked[field] = true
				}
			}
		}
	}
	for _, field := range slices.Sorted(maps.Keys(unmarked)) {
		t.Errorf("%s is shown to people other than the owner, and the contract does not mark it as public", field)
	}
	if answers < 150 {
		t.Errorf("%d answers", answers)
	}
	s.trailHolds(t, secret)
}

// trailHolds requires that no entry of the trail contains a text.
func (s *site) trailHolds(t *testing.T, secret string) {
	t.Helper()
	must(t, s.store.WalkAudit(t.Context(), 1, func(e *audit.Event) error {
		if text, err := json.Marshal(e); err != nil || strings.Contains(string(text), secret) {
			t.Errorf("the trail holds a secret: %s", text)
		}
		return nil
	}))
}

// openObjects creates one object of each kind that others may see, by the path of its calls.
func (s *site) openObjects(t *testing.T, secret string) map[string]objects {
	t.Helper()
	table := s.makeTable(t, "contributor", tableOf("url", "url", "https://example.org/open.tsv?sig="+secret))
	var p openapi.Page
	document := aDocument("Open")
	document["columns"] = []any{map[string]any{"id": "p", "source": "p_value", "title": "P", "type": "number"}}
	document["table"] = map[string]any{"columns": []string{"p"}, "rows": 20}
	s.pass()
	s.want(t, 201, request{method: "POST", path: "/api/configurations", as: "contributor", body: map[string]any{"table": table.ID, "document": document}}, &p)
	s.changePage(t, 200, "contributor", "POST /publish", p, map[string]any{"slug": "no-page", "follow": false, "sharing": "public"}, &p) // as in requestFor
	x := s.newIndex(t, "uploader", "open.tsv", aTable(), map[string]any{"schema": "rsid"})
	x = s.shareIndex(t, 200, "uploader", x, "public")
	var shelf *objects
	d := s.openCell(t, &shelf)
	out := map[string]objects{
		"/api/tables/": {id: table.ID}, "/api/configurations/": {id: p.Id}, "/api/indexes/": {id: x.ID}, "/api/datasets/": d, "/api/public/datasets/": d,
		"/api/studies/": {id: s.newStudy(t, "contributor", "Open study")}, "/api/sgc/cohorts/": {id: s.someCohort(t, "sgc-reviewer")},
		"/api/hermes/uploads/": s.dataSetOf(t, "uploader"), "/api/hermes/meta-analyses/": {id: s.metaAnalysisOf(t)},
		"/api/hermes/freezes/": {id: s.someFreeze(t).ID},
	}
	for _, prefix := range []string{"/api/bio/query/", "/api/bio/count/", "/api/bio/match/", "/api/bio/keys/"} {
		out[prefix] = objects{id: x.ID}
	}
	return out
}

// A reader of a data set, a page or an index does not see its other readers, neither in it nor in
// its history.
func TestReadersDoNotSeeOtherReaders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.share(t, "contributor", s.openShelf(t, "contributor", "Shared"), "named", []string{"contributor2", "curator"}, []string{"a-secret-group"})
	for as, sees := range map[string]bool{"contributor": true, "contributor2": false, "curator": true} {
		for _, path := range []string{"", "/history"} {
			s.pass()
			w := s.do(t, request{method: "GET", path: "/api/datasets/" + d.ID + path, as: as})
			for _, reader := range []string{"curator", "a-secret-group"} {
				if got := strings.Contains(w.Body.String(), reader); w.Code != 200 || got != sees {
					t.Errorf("%s as %s: status %d, names %s: %t, want %t", path, as, w.Code, reader, got, sees)
				}
			}
		}
	}
}

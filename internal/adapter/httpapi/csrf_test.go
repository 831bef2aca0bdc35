package httpapi_test

import (
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
)

// writes returns the routes that change something.
func writes() []auth.Route {
	return slices.DeleteFunc(auth.Policy(), func(r auth.Route) bool {
		method, _, _ := strings.Cut(r.Pattern, " ")
		return method == "GET" || method == "HEAD" || method == "OPTIONS"
	})
}

// Requests that a page of another site can make an administrator's browser send are refused on
// every route that changes something, and change nothing.
func TestSEC07CrossSiteWritesAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Settings.Registration = true })
	meta := s.metaAnalysisOf(t)
	for _, route := range writes() {
		o := objects{id: "absent", run: "absent", area: "hermes"}
		if make := s.makerFor(t, route.Pattern, meta); make != nil {
			o = make(t, "admin", "hermes")
			o.area = "hermes"
		}
		before := s.snapshot(t)
		for _, c := range forgeries(t, route.Pattern) {
			s.pass()
			q := s.requestFor(t, route.Pattern, o)
			q.as = "admin"
			for name, value := range c.header {
				q.header[name] = value
			}
			if c.content && q.body == nil {
				q.body = []byte("content=of+a+form")
			}
			w := s.do(t, q)
			if !slices.Contains(c.status, w.Code) {
				t.Errorf("%s, %s: status %d, want one of %v: %s", route.Pattern, c.name, w.Code, c.status, w.Body)
			}
		}
		if diff := cmp.Diff(before, s.snapshot(t)); diff != "" {
			t.Errorf("%s: the database changed:\n%s", route.Pattern, diff)
		}
	}
}

type forgery struct {
	name    string
	content bool // some content, also if the route accepts none
	header  map[string]string
	status  []int
}

// forgeries returns the ways of another site to send a request.
func forgeries(t *testing.T, pattern string) []forgery {
	t.Helper()
	all := []forgery{
		{"another site", false, map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, []int{403}},
		{"a sister site", false, map[string]string{"Sec-Fetch-Site": "same-site", "Origin": "https://other.localhost"}, []int{403}},
		{"an old browser", false, map[string]string{"Origin": "https://evil.example"}, []int{403}},
		{"origin null", false, map[string]string{"Origin": "null"}, []int{403}},
	}
	// A browser that does not send the origin can send only what forms can.
	ofUserService := strings.Contains(pattern, " /api/auth/")
	media, err := httpapi.Takes(pattern)
	must(t, err)
	if ofUserService && !slices.Contains(media, "application/json") { // accepts forms; cookies do not count there
		return all
	}
	for _, kind := range []string{"text/plain", "TEXT/PLAIN; charset=utf-8", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "nonsense"} {
		status := []int{415}
		if ofUserService {
			status = []int{401, 415}
		}
		all = append(all, forgery{"content of type " + kind, true, map[string]string{"Content-Type": kind}, status})
	}
	if !ofUserService {
		all = append(all, forgery{"an empty form", false, map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, []int{415}})
	}
	return all
}

// The same requests succeed if they come from the page itself or from a program.
func TestSEC07OwnWritesAreTaken(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, header := range map[string]map[string]string{
		"the page":  {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"},
		"a program": nil,
	} {
		w := s.do(t, request{method: "POST", path: "/api/login", header: header, body: map[string]any{"user_name": "reviewer", "password": password}})
		if w.Code != http.StatusOK {
			t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
		}
	}
	token := s.apiToken(t, "uploader", auth.ScopeUpload)
	if w := s.do(t, request{method: "POST", path: "/api/uploads/", bearer: token, header: map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Length": "7",
	}}); w.Code != http.StatusCreated {
		t.Errorf("with a token: status %d: %s", w.Code, w.Body)
	}
}

// Reads change nothing, for any reader and any object.
func TestSEC08ReadingChangesNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Settings.Registration = true })
	meta := s.metaAnalysisOf(t)
	for _, route := range auth.Policy() {
		method, _, _ := strings.Cut(route.Pattern, " ")
		if method != "GET" && method != "HEAD" && method != "OPTIONS" {
			continue
		}
		o := objects{id: "absent", run: "absent", area: "hermes"}
		if make := s.makerFor(t, route.Pattern, meta); make != nil {
			owner := "uploader"
			if route.Rule.Area == auth.AreaDatasets {
				owner = "contributor"
			}
			o = make(t, owner, "hermes")
			o.area = "hermes"
		}
		before := s.snapshot(t)
		for _, as := range []string{"admin", "uploader", "contributor", ""} {
			for _, method := range []string{method, "HEAD", "OPTIONS"} {
				s.pass()
				q := s.requestFor(t, route.Pattern, o)
				q.as, q.method = as, method
				s.do(t, q)
			}
		}
		if diff := cmp.Diff(before, s.snapshot(t)); diff != "" {
			t.Errorf("%s: the database changed:\n%s", route.Pattern, diff)
		}
	}
}

func TestSEC08UndeclaredMethodsAre405(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	declared := map[string][]string{}
	for _, route := range auth.Policy() {
		method, path, _ := strings.Cut(route.Pattern, " ")
		declared[path] = append(declared[path], method)
		if method == "GET" {
			declared[path] = append(declared[path], "HEAD")
		}
	}
	// An object could have the name of a call.
	covering := map[string]string{"/api/sgc/phenotypes/download": "/api/sgc/phenotypes/{code}", "/api/indexes/preview": "/api/indexes/{id}",
		"/api/tables/preview": "/api/tables/{id}", "/api/datasets/from-result": "/api/datasets/{id}", "/api/configurations/check": "/api/configurations/{id}"}
	fill := strings.NewReplacer("{$}", "", "{id}", "x", "{run}", "x", "{name}", "x", "{area}", "hermes")
	for path, methods := range declared {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"} {
			if slices.Contains(methods, method) || slices.Contains(declared[covering[path]], method) {
				continue
			}
			w := s.do(t, request{method: method, path: fill.Replace(path), as: "admin"})
			if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") == "" {
				t.Errorf("%s %s: status %d, Allow %q", method, path, w.Code, w.Header().Get("Allow"))
			}
		}
	}
}

func TestSEC09OnlyListedOriginsMayCall(t *testing.T) {
	t.Parallel()
	const listed = "https://portal.example.org"
	s := newSite(t, func(d *httpapi.Deps) { d.Config.AllowedOrigins = []string{listed} })
	for _, origin := range []string{
		"https://evil.example", "https://evil-portal.example.org", "https://portal.example.org.evil.example", "http://portal.example.org",
		"https://sub.portal.example.org", "https://portal.example.org:8443", "https://PORTAL.example.org", "null", "https://portal.example.org/", "*",
	} {
		for _, method := range []string{"GET", "OPTIONS", "POST"} {
			w := s.do(t, request{method: method, path: "/api/is-logged-in", as: "uploader", header: map[string]string{
				"Origin": origin, "Access-Control-Request-Method": "GET",
			}})
			for name := range w.Header() {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s from %s: header %s: %s", method, origin, name, w.Header().Get(name))
				}
			}
			if !strings.Contains(w.Header().Get("Vary"), "Origin") {
				t.Errorf("%s from %s: Vary %q", method, origin, w.Header().Get("Vary"))
			}
		}
		if w := s.do(
			t,
			request{method: "POST", path: "/api/logout", as: "uploader", header: map[string]string{"Origin": origin}},
		); w.Code != http.StatusForbidden {
			t.Errorf("a write from %s: status %d", origin, w.Code)
		}
	}
	preflight := s.do(t, request{method: "OPTIONS", path: "/api/hermes/uploads", header: map[string]string{
		"Origin": listed, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization, content-type",
	}})
	h := preflight.Header()
	if preflight.Code != http.StatusNoContent || h.Get("Access-Control-Allow-Origin") != listed || h.Get("Access-Control-Allow-Credentials") != "true" ||
		!strings.Contains(h.Get("Access-Control-Allow-Headers"), "Authorization") || !strings.Contains(h.Get("Access-Control-Allow-Methods"), "POST") {
		t.Errorf("preflight of the listed origin: status %d, %v", preflight.Code, h)
	}
	for _, path := range []string{"/ga4gh/drs/v1/service-info", "/api/bio/query/absent?q=x"} { // genome browsers, and pages that load more
		h := s.do(t, request{method: "GET", path: path, header: map[string]string{"Origin": listed}}).Header()
		exposed := h.Get("Access-Control-Expose-Headers")
		if h.Get("Access-Control-Allow-Origin") != listed || !strings.Contains(exposed, "Content-Range") || !strings.Contains(exposed, "Continuation") {
			t.Errorf("%s: %v", path, h)
		}
	}
	write := s.do(t, request{method: "POST", path: "/api/login", header: map[string]string{"Origin": listed, "Sec-Fetch-Site": "same-site"},
		body: map[string]any{"user_name": "uploader", "password": password}})
	if write.Code != http.StatusOK || write.Header().Get("Access-Control-Allow-Origin") != listed {
		t.Errorf("a write of the listed origin: status %d, %v", write.Code, write.Header())
	}
}

func TestSEC09ListsThatMatchTooMuchDoNotStart(t *testing.T) {
	t.Parallel()
	for _, origin := range []string{"*", "null", "https://*.example.org", "portal.example.org", "https://portal.example.org/path"} {
		_, err := httpapi.New(httpapi.Deps{
			Auth: new(auth.Service), Audit: audit.NewLog(nil, time.Now), Now: time.Now, Log: slog.New(slog.DiscardHandler),
			Config: httpapi.Config{Only: httpapi.UserService, AllowedOrigins: []string{origin}},
		})
		if err == nil || !strings.Contains(err.Error(), "origin") {
			t.Errorf("%q is taken as an origin: %v", origin, err)
		}
	}
}

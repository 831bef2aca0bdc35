package httpapi_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/dev/attack"
	"cohortium/internal/platform/auth"
)

// Fields that the server sets are refused in every JSON body.
func TestSEC31FieldsOfTheServerAreRefused(t *testing.T) {
	onBothStacks(t, func(t *testing.T, on storage) {
		s := newSite(t, on, func(d *auth.Deps) { d.Settings.Registration = true })
		meta, count := s.metaAnalysisOf(t), attack.New(t, "mass assignment")
		for _, route := range writes() {
			body, ok := bodies()[route.Pattern].(map[string]any)
			if !ok || strings.Contains(route.Pattern, "/login") { // those ignore everything else, SEC-18
				continue
			}
			o := objects{id: "absent", run: "absent", area: "hermes"}
			if make := s.makerFor(t, route.Pattern, meta); make != nil {
				o = make(t, "admin", "hermes")
				o.area = "hermes"
			}
			for _, field := range slices.DeleteFunc([]string{
				"status", "owner", "owner_id", "uploaded_by", "reviewed_by", "reviewer", "is_admin", "permissions", "groups", "created_at",
				"id", "version", "validated", "password_hash", "must_change_password", "__proto__", "constructor",
			}, func(field string) bool { _, own := body[field]; return own }) {
				s.pass()
				q := s.requestFor(t, route.Pattern, o)
				if q.as = "admin"; strings.Contains(route.Pattern, " /api/auth/") {
					q.bearer = s.groupToken(t, "sgc-reviewer")
				}
				with := map[string]any{field: "x"}
				for name, value := range body {
					with[name] = value
				}
				q.body = with
				w := s.do(t, q)
				count.Try(w.Code == 400 || w.Code == 422, "%s with %s: status %d: %s", route.Pattern, field, w.Code, w.Body)
			}
		}
	})
}

// An account with a HERMES role only gets 403 on every call of the other areas.
func TestSEC34AreasHaveBorders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.addCallers(t)
	s.tokens["hermes-only"] = s.freshSession("hermes-only")
	tried := 0
	for _, route := range auth.Policy() {
		for _, area := range []string{"sgc", "datasets", "all"} {
			foreign := string(route.Rule.Area) == area || route.Rule.Area == auth.AreaOfPath
			if !foreign {
				continue
			}
			s.pass()
			q := s.requestFor(t, route.Pattern, objects{id: "x", run: "x", area: area})
			q.as = "hermes-only"
			s.want(t, 403, q, nil)
			tried++
		}
	}
	if tried == 0 {
		t.Error("no route of another area")
	}
	for _, path := range []string{"/api/hermes/uploads", "/api/hermes/portal-config", "/api/is-logged-in"} {
		s.want(t, 200, request{method: "GET", path: path, as: "hermes-only"}, nil)
	}
}

func TestSEC33SkippingTheGuardOfThePageIsNoWayIn(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, header := range []map[string]string{
		{"X-Skip-Auth": "true"}, {"Cookie": "skip-auth=true"}, {"Cookie": "cohortium=admin"}, {"X-User": "admin"}, {"X-Forwarded-User": "admin"},
	} {
		s.want(t, 401, request{method: "GET", path: "/api/hermes/uploads?skip_auth=true", header: header}, nil)
	}
}

// Every answer has the headers; checkAnswer checks the same for every answer of every other test.
func TestSEC48EveryAnswerHasTheHeaders(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *httpapi.Deps) {
		d.Config.PublicURL, d.Config.UserServiceURL = "https://gwas.example.org", "https://users.example.org/api"
		d.Pages = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<!doctype html>") })
	})
	paths := []string{"GET /", "GET /hermes", "GET /api/nothing", "DELETE /api/login", "GET /%2e%2e/x", "GET //evil.example/x"}
	for _, route := range auth.Policy() {
		paths = append(paths, strings.NewReplacer("{$}", "", "{id}", "x", "{run}", "x", "{name}", "x", "{area}", "hermes").Replace(route.Pattern))
	}
	nonces := map[string]bool{}
	for _, p := range paths {
		method, path, _ := strings.Cut(p, " ")
		w := s.do(t, request{method: method, path: path})
		h := w.Header()
		policy := h.Get("Content-Security-Policy")
		for _, part := range []string{
			"default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "'nonce-", "connect-src 'self' https://users.example.org;",
		} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy lacks %s: %s", p, part, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: the policy allows too much: %s", p, policy)
		}
		if nonces[policy] {
			t.Errorf("%s: a nonce twice", p)
		}
		nonces[policy] = true
		if h.Get("Strict-Transport-Security") != "max-age=63072000; includeSubDomains" {
			t.Errorf("%s: HSTS %q", p, h.Get("Strict-Transport-Security"))
		}
	}
	if w := newSite(t).do(t, request{method: "GET", path: "/api/version"}); w.Header().Get("Strict-Transport-Security") != "" {
		t.Error("HSTS over plain HTTP")
	}
}

func TestSEC50AnswersAreNotKept(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/api/is-logged-in", "/api/hermes/uploads", "/api/is-logged-in/fake.css", "/api/profile/x.js", "/api/nothing.png"} {
		for _, as := range []string{"uploader", ""} {
			w := s.do(t, request{method: "GET", path: path, as: as})
			if w.Header().Get("Cache-Control") != "no-store" || !strings.Contains(w.Header().Get("Vary"), "Origin") {
				t.Errorf("%s: Cache-Control %q, Vary %q", path, w.Header().Get("Cache-Control"), w.Header().Get("Vary"))
			}
			if strings.Contains(path, "fake") && w.Code != 404 {
				t.Errorf("%s: status %d", path, w.Code)
			}
		}
	}
}

// event is the part of an audit entry that tests read.
type event struct {
	Seq                            int64
	Actor, Address, Action, Object string
	ObjectID                       string `json:"object_id"`
	RequestID                      string `json:"request_id"`
	Refused                        bool
	Detail                         string
	At                             time.Time
	Before, After                  map[string]string
}

func (s *site) events(t *testing.T, query string) []event {
	t.Helper()
	var page struct {
		Items []event
		Total int
	}
	s.want(t, 200, request{method: "GET", path: "/api/audit?limit=200&" + query, as: "admin"}, &page)
	return page.Items
}

func TestSEC51RequestsLeaveEntries(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "uploader", "traced", "A", 1)
	for _, c := range []struct {
		name   string
		q      request
		status int
		want   event
	}{
		{"a download", request{method: "GET", path: "/api/hermes/uploads/" + d.ID + "/files/clean.tsv.gz", as: "analyst"}, 200,
			event{Actor: "analyst", Action: "downloaded", Object: "upload", ObjectID: d.ID, Detail: "traced.clean.tsv.gz"}},
		{"the table of metadata", request{method: "GET", path: "/api/hermes/metadata.csv", as: "reviewer"}, 200,
			event{Actor: "reviewer", Action: "exported", Object: "upload", Detail: "metadata.csv"}},
		{"the trail itself", request{method: "GET", path: "/api/audit/export?format=jsonl", as: "admin"}, 200,
			event{Actor: "admin", Action: "exported", Object: "audit", Detail: "jsonl"}},
		{"a refusal", request{method: "GET", path: "/api/hermes-users", as: "uploader2"}, 403,
			event{Actor: "uploader2", Action: "access-denied", Object: "route", ObjectID: "GET /api/hermes-users", Refused: true, Detail: "forbidden"}},
		{"the own file", request{method: "POST", path: "/api/hermes/uploads/" + d.ID + "/review", as: "analyst", body: map[string]any{"decision": "approve"}}, 403,
			event{Actor: "analyst", Action: "access-denied", Object: "route", ObjectID: "POST /api/hermes/uploads/{id}/review", Refused: true, Detail: "forbidden"}},
	} {
		last := s.events(t, "")[0].Seq
		w := s.do(t, c.q)
		if w.Code != c.status {
			t.Errorf("%s: status %d, want %d: %s", c.name, w.Code, c.status, w.Body)
		}
		var got []event
		for _, e := range s.events(t, "") {
			if e.Seq > last {
				got = append(got, e)
			}
		}
		if len(got) != 1 {
			t.Errorf("%s: %d entries, want one: %+v", c.name, len(got), got)
			continue
		}
		e := got[0]
		if e.Actor != c.want.Actor || e.Action != c.want.Action || e.Object != c.want.Object || e.ObjectID != c.want.ObjectID ||
			e.Refused != c.want.Refused || e.Detail != c.want.Detail || e.Address != "192.0.2.1" || e.RequestID != w.Header().Get("X-Request-Id") {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
}

func TestSEC51UnsentRequestsAreNotAudited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "uploader", "quiet", "A", 1)
	path := "/api/hermes/uploads/" + d.ID + "/files/clean.tsv.gz"
	tag := s.do(t, request{method: "GET", path: path, as: "uploader"}).Header().Get("ETag")
	last := s.events(t, "")[0].Seq
	s.do(t, request{method: "HEAD", path: path, as: "uploader"})
	s.do(t, request{method: "GET", path: path, as: "uploader", header: map[string]string{"If-None-Match": tag}})
	s.do(t, request{method: "GET", path: path, as: "uploader2"}) // absent to them
	s.do(t, request{method: "GET", path: path})
	if e := s.events(t, "")[0]; e.Seq != last {
		t.Errorf("an entry: %+v", e)
	}
}

func TestSEC51SignInsAreAudited(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader", "password": "wrong"}}, nil)
	s.signIn(t, "uploader", "uploader")
	s.want(t, 200, request{method: "POST", path: "/api/logout", as: "uploader"}, nil)
	for action, n := range map[string]int{"sign-in-failed": 1, "sign-out": 1} {
		events := s.events(t, "action="+action)
		if len(events) != n {
			t.Errorf("%s: %d entries, want %d", action, len(events), n)
			continue
		}
		if e := events[0]; e.Actor != "uploader" || e.Address == "" || e.RequestID == "" {
			t.Errorf("%s: %+v", action, e)
		}
	}
	export := s.do(t, request{method: "GET", path: "/api/audit/export?format=csv", as: "admin"})
	if export.Code != 200 || !strings.HasPrefix(export.Header().Get("Content-Disposition"), "attachment") ||
		!strings.Contains(export.Body.String(), "sign-in-failed") {
		t.Errorf("export: status %d, %v", export.Code, export.Header())
	}
	for _, query := range []string{"", "format=xml", "format=csv&from=yesterday"} {
		s.want(t, 422, request{method: "GET", path: "/api/audit/export?" + query, as: "admin"}, nil)
	}
	var check struct {
		Unbroken bool
		Events   int
	}
	s.want(t, 200, request{method: "POST", path: "/api/audit/verify", as: "admin"}, &check)
	if !check.Unbroken || check.Events == 0 {
		t.Errorf("%+v", check)
	}
}

func TestSEC54GuessableAndExpensiveCallsAreLimited(t *testing.T) {
	t.Parallel()
	for pattern, body := range map[string]map[string]any{
		"POST /api/password-reset":         {"user_name": "nobody"},
		"POST /api/password-reset/confirm": {"token": "x", "password": "y"},
		"POST /api/password-reset/keep":    {"token": "x"},
		"POST /api/links/look-up":          {"token": "x"},
		"POST /api/invitations/accept":     {"token": "x", "password": "y"},
		"POST /api/access-requests":        {"email": "x@example.org", "area": "hermes"},
		"POST /api/oidc/start":             {"purpose": "sign_in"},
		"POST /api/google-login":           {"code": "x"},
		"POST /api/auth/login/":            {"username": "x", "password": "y", "group": "sgc"},
		"POST /api/audit/verify":           nil,
		"GET /api/audit/export":            nil,
	} {
		t.Run(pattern, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			method, path, _ := strings.Cut(pattern, " ")
			q := request{method: method, path: path}
			if body != nil {
				q.body = body
			} else {
				q.as = "admin"
			}
			if strings.HasSuffix(path, "/export") {
				q.path += "?format=csv"
			}
			for range 60 {
				w := s.do(t, q)
				if w.Code == http.StatusTooManyRequests {
					if w.Header().Get("Retry-After") == "" {
						t.Error("no Retry-After")
					}
					return
				}
			}
			t.Error("60 calls in a row are let through")
		})
	}
}

// A client that is not a configured proxy cannot evade the limit with other addresses.
func TestSEC55SpoofedAddressesDoNotEscapeTheLimit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	q := request{method: "POST", path: "/api/password-reset", body: map[string]any{"user_name": "nobody"}, header: map[string]string{}}
	limited := false
	for i := range 60 {
		q.header["X-Forwarded-For"] = fmt.Sprintf("203.0.113.%d", i)
		q.header["X-Real-Ip"], q.header["Forwarded"] = q.header["X-Forwarded-For"], "for="+q.header["X-Forwarded-For"]
		limited = limited || s.do(t, q).Code == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("60 calls with 60 made-up addresses are let through")
	}
	s.want(t, 401, request{method: "POST", path: "/api/login", header: q.header, body: map[string]any{"user_name": "uploader", "password": "wrong"}}, nil)
	for _, e := range s.events(t, "action=sign-in-failed") {
		if e.Address != "192.0.2.1" {
			t.Errorf("the trail has the address %s", e.Address)
		}
	}
	behind := newSite(t, func(d *httpapi.Deps) { d.Config.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} })
	behind.want(t, 401, request{method: "POST", path: "/api/login", header: map[string]string{"X-Forwarded-For": "198.51.100.9, 203.0.113.7"},
		body: map[string]any{"user_name": "uploader", "password": "wrong"}}, nil)
	if e := behind.events(t, "action=sign-in-failed")[0]; e.Address != "203.0.113.7" {
		t.Errorf("behind a proxy of ours the trail has the address %s", e.Address)
	}
}

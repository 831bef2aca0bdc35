package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cohortium/internal/httpapi"
)

func TestLoginSetsACookieThatOnlyTheServerReads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, public, host string
		remember           bool
		status             int
		cookie             string
		secure             bool
	}{
		{"localhost without TLS", "", "localhost:8080", false, 200, "cohortium", false},
		{"127.0.0.1 without TLS, remembered", "", "127.0.0.1", true, 200, "cohortium", false},
		{"another name without TLS", "", "gwas.example.org", false, 403, "", false},
		{"a look-alike of localhost", "", "localhost.example.org", false, 403, "", false},
		{"https in front", "https://gwas.example.org", "gwas.example.org", false, 200, "__Host-cohortium", true},
		{"https, remembered", "https://gwas.example.org", "gwas.example.org", true, 200, "__Host-cohortium", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, func(d *httpapi.Deps) { d.Config.PublicURL = c.public })
			r := s.request(t.Context(), request{method: "POST", path: "/api/login", body: map[string]any{
				"user_name": "uploader", "password": password, "remember": c.remember,
			}})
			r.Host = c.host
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, r)
			checkAnswer(t, r, w)
			if w.Code != c.status {
				t.Fatalf("status %d, want %d: %s", w.Code, c.status, w.Body)
			}
			if c.status != http.StatusOK {
				return
			}
			cookie := w.Result().Cookies()[0]
			if cookie.Name != c.cookie || cookie.Secure != c.secure || !cookie.HttpOnly || cookie.Path != "/" ||
				cookie.Domain != "" || cookie.SameSite != http.SameSiteLaxMode || (cookie.MaxAge > 0) != c.remember {
				t.Errorf("cookie %+v", cookie)
			}
			if strings.Contains(w.Body.String(), cookie.Value) || strings.Contains(s.log.String(), cookie.Value) {
				t.Error("the token stands in the body or in the log")
			}
		})
	}
}

func TestLogoutEndsTheSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want(t, 200, request{method: "GET", path: "/api/is-logged-in", as: "uploader"}, nil)
	out := s.do(t, request{method: "POST", path: "/api/logout", as: "uploader"})
	if out.Code != http.StatusOK || out.Header().Get("Clear-Site-Data") == "" {
		t.Errorf("sign-out: status %d, headers %v", out.Code, out.Header())
	}
	w := s.do(t, request{method: "GET", path: "/api/is-logged-in", as: "uploader"})
	if w.Code != http.StatusUnauthorized {
		t.Errorf("the old cookie still works: %d", w.Code)
	}
	if cookies := w.Result().Cookies(); len(cookies) != 1 || cookies[0].MaxAge >= 0 {
		t.Errorf("a dead cookie is left with the browser: %v", cookies)
	}
}

func TestDisabledUserIsOutAtTheNextRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	must(t, s.auth.SetActive(t.Context(), "uploader", false))
	s.want(t, 401, request{method: "GET", path: "/api/hermes/uploads", as: "uploader"}, nil)
}

// Whatever JSON stands where user name and password should be, the answer is
// that of a wrong password and no session comes of it.
func TestLoginOfAnyShapeIsAWrongPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	values := []any{nil, "", 0, 1.5, true, []any{}, []any{password}, map[string]any{}, map[string]any{"$ne": ""}, "nobody", "uploader"}
	shape := rapid.Custom(func(rt *rapid.T) any {
		object := map[string]any{}
		for _, name := range []string{"user_name", "password", "remember", "is_admin"} {
			if rapid.Bool().Draw(rt, "has "+name) {
				object[name] = rapid.SampledFrom(values).Draw(rt, name)
			}
		}
		return object
	})
	rapid.Check(t, func(rt *rapid.T) {
		s.skew.Add(int64(time.Hour)) // past slowing down
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, s.request(t.Context(), request{method: "POST", path: "/api/login", body: shape.Draw(rt, "body")}))
		var p problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			rt.Fatal(err)
		}
		if w.Code != http.StatusUnauthorized || p.Code != "wrong_credentials" || len(w.Result().Cookies()) > 0 {
			rt.Fatalf("status %d, %+v, cookies %v", w.Code, p, w.Result().Cookies())
		}
	})
}

func TestGuessesGet429WithRetryAfter(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	guess := request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader", "password": "guess"}}
	for range 5 {
		s.want(t, 401, guess, nil)
	}
	w := s.do(t, guess)
	if w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") != "1" {
		t.Errorf("status %d, Retry-After %q: %s", w.Code, w.Header().Get("Retry-After"), w.Body)
	}
}

func TestCrossSiteWritesAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		name   string
		bare   bool
		header map[string]string
		status int
	}{
		{"from the page", false, map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 200},
		{"from a program", false, nil, 200},
		{"another site", false, map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, 403},
		{"a sister site", false, map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
		{"an old browser from another site", false, map[string]string{"Origin": "https://evil.example"}, 403},
		{"origin null", false, map[string]string{"Origin": "null"}, 403},
		{"without the header", true, map[string]string{"Sec-Fetch-Site": "same-origin"}, 403},
		{"a form", true, map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, 403},
	} {
		for _, path := range []string{"/api/login", "/api/hermes/meta-analyses"} {
			q := request{method: "POST", path: path, bare: c.bare, header: c.header, body: map[string]any{
				"user_name": "reviewer", "password": password,
			}}
			want := c.status
			if path != "/api/login" {
				q.as = "reviewer"
				if want == 200 {
					want = 400 // understood to come from us, but not a meta-analysis
				}
			}
			if w := s.do(t, q); w.Code != want {
				t.Errorf("%s, %s: status %d, want %d: %s", c.name, path, w.Code, want, w.Body)
			}
		}
	}
	// An upload is a write like any other.
	if w := s.do(t, request{method: "POST", path: "/api/uploads/", as: "uploader", bare: true}); w.Code != http.StatusForbidden {
		t.Errorf("an upload without the header: %d", w.Code)
	}
}

func TestForwardedHeadersCountOnlyFromProxies(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	r := s.request(t.Context(), request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader", "password": password}})
	r.Host = "gwas.example.org"
	r.Header.Set("X-Forwarded-Proto", "https")
	r.Header.Set("X-Forwarded-For", "203.0.113.9")
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("a stranger may claim TLS: status %d", w.Code)
	}
	if strings.Contains(s.log.String(), "203.0.113.9") {
		t.Error("a stranger may claim an address")
	}
}

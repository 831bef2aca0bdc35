package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/platform/auth"
)

func TestSEC01SessionCookie(t *testing.T) {
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

func TestSEC03LogoutEndsTheSession(t *testing.T) {
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

func TestSEC03DisabledUserIsOutAtTheNextRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	must(t, s.auth.SetActive(t.Context(), "uploader", false))
	s.want(t, 401, request{method: "GET", path: "/api/hermes/uploads", as: "uploader"}, nil)
}

// Any JSON instead of name and password, with either way to sign in, is answered like a wrong
// password, and creates no session.
func TestSEC18LoginOfAnyShapeIsAWrongPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	values := []any{
		nil,
		"",
		0,
		1.5,
		true,
		[]any{},
		[]any{password},
		map[string]any{},
		map[string]any{"$ne": ""},
		"nobody",
		"uploader",
		strings.Repeat("x", 2000),
	}
	for path, names := range map[string][]string{
		"/api/login":       {"user_name", "password", "code", "remember", "is_admin"},
		"/api/auth/login/": {"username", "password", "code", "group", "is_admin"},
	} {
		shape := rapid.OneOf(rapid.Custom(func(rt *rapid.T) any {
			object := map[string]any{}
			for _, name := range names {
				if rapid.Bool().Draw(rt, "has "+name) {
					object[name] = rapid.SampledFrom(values).Draw(rt, name)
				}
			}
			return object
		}), rapid.SampledFrom([]any{nil, "uploader", 1, true, []any{}, []any{map[string]any{"user_name": "uploader", "password": password}}}))
		rapid.Check(t, func(rt *rapid.T) {
			s.skew.Add(int64(time.Hour)) // after the delays
			w := httptest.NewRecorder()
			body := shape.Draw(rt, "body")
			text, err := json.Marshal(body)
			if err != nil {
				rt.Fatal(err)
			}
			s.handler.ServeHTTP(
				w,
				s.request(t.Context(), request{method: "POST", path: path, body: text, header: map[string]string{"Content-Type": "application/json"}}),
			)
			var p problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
				rt.Fatal(err)
			}
			named := path == "/api/login" || p.Code != "rule" // without a group the user service cannot even ask
			if named && (w.Code != http.StatusUnauthorized || p.Code != "wrong_credentials") || len(w.Result().Cookies()) > 0 ||
				strings.Contains(w.Body.String(), "access") {
				rt.Fatalf("%s of %s: status %d, %+v, cookies %v", path, text, w.Code, p, w.Result().Cookies())
			}
		})
	}
	// An account without a password has nothing that could match.
	_, err := s.auth.Invite(
		t.Context(),
		s.identity(t, "admin"),
		auth.AreaHermes,
		[]auth.NewInvitation{{UserName: "invited@example.org", UserType: "uploader"}},
		false,
	)
	must(t, err)
	for _, given := range []any{"", nil, "x", []any{}} {
		s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "invited@example.org", "password": given}}, nil)
	}
}

func TestSEC19GuessesGet429WithRetryAfter(t *testing.T) {
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

// Guesses count together over all ways to sign in.
func TestSEC19EveryWayInSharesTheLimit(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i := range 5 {
		path := []string{"/api/login", "/api/auth/login/"}[i%2]
		s.want(t, 401, request{method: "POST", path: path, body: map[string]any{
			"user_name": "sgc-uploader", "username": "sgc-uploader", "password": "guess", "group": "sgc",
		}}, nil)
	}
	for _, path := range []string{"/api/login", "/api/auth/login/"} {
		s.want(t, 429, request{method: "POST", path: path, body: map[string]any{
			"user_name": "sgc-uploader", "username": "sgc-uploader", "password": password, "group": "sgc",
		}}, nil)
	}
	s.skew.Add(int64(time.Minute)) // no account is locked for ever
	s.want(t, 200, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "sgc-uploader", "password": password}}, nil)
}

func TestSEC55ForwardedHeadersCountOnlyFromProxies(t *testing.T) {
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

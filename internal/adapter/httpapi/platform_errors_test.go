package httpapi_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/platform/auth"
)

func TestSEC56StrangersLearnNothingAboutTheServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, path := range []string{"/api/docs", "/api/openapi.json", "/api/policy"} {
		s.want(t, 401, request{method: "GET", path: path}, nil)
		s.want(t, 200, request{method: "GET", path: path, as: "uploader"}, nil)
	}
	for _, path := range []string{"/api/debug", "/server-status", "/api/", "/api/uploads/..", "/api/hermes/", "/swagger", "/actuator", "/api/auth/"} {
		if w := s.do(t, request{method: "GET", path: path}); w.Code != 404 && w.Code != 307 && w.Code != 301 {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	s.want(t, 401, request{method: "GET", path: "/api/version"}, nil)
	for as, commit := range map[string]string{"uploader": "", "admin": "abcdef123456"} {
		var v struct{ Commit string }
		s.want(t, 200, request{method: "GET", path: "/api/version", as: as}, &v)
		if v.Commit != commit {
			t.Errorf("%q sees the commit %q", as, v.Commit)
		}
	}
}

func TestSEC49ErrorsSayNothingOfTheServer(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.closeStore(t)
	for _, route := range auth.Policy() {
		s.pass()
		q := s.requestFor(t, route.Pattern, objects{id: "x", run: "x", area: "hermes"})
		q.as = "admin"
		w := s.do(t, q)
		if w.Code < 500 {
			continue
		}
		var p problem
		if w.Body.Len() > 0 {
			must(t, json.Unmarshal(w.Body.Bytes(), &p))
			if p.Code == "" || p.RequestID == "" || strings.ContainsAny(p.Detail, "/\\") {
				t.Errorf("%s: %+v", route.Pattern, p)
			}
		}
	}
}

func TestUserServiceAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *httpapi.Deps) { d.Config.Only, d.Hermes, d.Uploads = httpapi.UserService, nil, nil })
	served := []string{"/api/auth/verify/?group=sgc", "/api/sign-in-options", "/healthz", "/readyz", "/api/version"}
	for _, path := range served {
		if w := s.do(t, request{method: "GET", path: path}); w.Code == 404 {
			t.Errorf("%s is not served", path)
		}
	}
	for _, path := range []string{"/", "/api/is-logged-in", "/api/hermes/uploads", "/api/audit", "/api/docs", "/api/uploads/"} {
		s.want(t, 404, request{method: "GET", path: path, as: "admin"}, nil)
	}
	s.want(t, 404, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "admin", "password": password}}, nil)
	r := s.request(
		t.Context(),
		request{method: "POST", path: "/api/auth/login/", body: map[string]any{"username": "sgc-uploader", "password": password, "group": "sgc"}},
	)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != 200 || cookie(w) != "" {
		t.Errorf("sign-in: status %d, cookies %v", w.Code, w.Result().Cookies())
	}
	without := newSite(t, func(d *httpapi.Deps) { d.Config.UserServiceURL = "https://users.example.org" })
	without.want(t, 404, request{method: "GET", path: "/api/auth/verify/?group=sgc"}, nil)
}

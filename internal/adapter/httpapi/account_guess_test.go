package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/httpapi"
)

// behindProxy returns a site that trusts its proxy about addresses.
func behindProxy(t *testing.T) *site {
	t.Helper()
	return newSite(t, func(d *httpapi.Deps) { d.Config.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")} })
}

// signInFrom tries to sign in from an address, with a browser's cookies.
func (s *site) signInFrom(t *testing.T, path, address, given string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	t.Helper()
	body := map[string]any{"user_name": "uploader", "password": given}
	if path != "/api/login" {
		body = map[string]any{"username": "sgc-uploader", "password": given, "group": "sgc"}
	}
	q := request{method: "POST", path: path, body: body, header: map[string]string{"X-Forwarded-For": address}}
	for _, c := range cookies {
		q.header["Cookie"] += "; " + c.Name + "=" + c.Value
	}
	q.header["Cookie"] = strings.TrimPrefix(q.header["Cookie"], "; ")
	return s.do(t, q)
}

func deviceOf(t *testing.T, w *httptest.ResponseRecorder) *http.Cookie {
	t.Helper()
	for _, c := range w.Result().Cookies() {
		if c.Name == "cohortium-device" && c.Value != "" {
			return c
		}
	}
	t.Fatalf("the browser gets no name: %v", w.Result().Cookies())
	return nil
}

// With both ways to sign in: while 40 addresses guess for minutes, a browser in which the owner has
// signed in before is admitted each time, from any address.
func TestSEC19StrangersDoNotKeepTheOwnerOut(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/api/login", "/api/auth/login/"} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s := behindProxy(t)
			first := s.signInFrom(t, path, "198.51.100.1", password)
			device := deviceOf(t, first)
			if len(device.Value) < 43 || device.MaxAge != 180*24*3600 || !device.HttpOnly {
				t.Errorf("cookie %s", device)
			}
			strangers := 0
			for round := range 10 {
				for i := range 40 {
					s.signInFrom(t, path, fmt.Sprintf("203.0.113.%d", i), "guess")
				}
				if w := s.signInFrom(t, path, fmt.Sprintf("198.18.0.%d", round), password, device); w.Code != 200 {
					t.Fatalf("round %d: the owner's browser: status %d: %s", round, w.Code, w.Body)
				}
				made := &http.Cookie{Name: device.Name, Value: strings.Repeat("A", len(device.Value))}
				if s.signInFrom(t, path, fmt.Sprintf("198.18.1.%d", round), password, made).Code == http.StatusTooManyRequests {
					strangers++
				}
				s.pass()
			}
			if strangers == 0 {
				t.Error("a browser with a made-up name is let in at once")
			}
			if strings.Contains(s.dump(t), device.Value) {
				t.Error("the database holds the name of a browser as it is used")
			}
		})
	}
}

// A link admits the browser that opens it, by a cookie.
func TestSEC19ALinkAdmitsABrowser(t *testing.T) {
	t.Parallel()
	s := behindProxy(t)
	sent, err := s.auth.ResetLink(t.Context(), "uploader")
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(sent.URL, "#reset=")
	for i := range 40 {
		s.signInFrom(t, "/api/login", fmt.Sprintf("203.0.113.%d", i), "guess")
	}
	w := s.signInFrom(t, "/api/login", "198.51.100.1", password)
	if w.Code != http.StatusTooManyRequests || !strings.Contains(w.Body.String(), "Keep my password") {
		t.Errorf("a new browser: status %d: %s", w.Code, w.Body)
	}
	device := deviceOf(t, s.do(t, request{method: "POST", path: "/api/password-reset/keep", body: map[string]any{"token": token}}))
	for i := range 2 {
		if w := s.signInFrom(t, "/api/login", fmt.Sprintf("198.51.100.%d", i+2), password, device); w.Code != 200 {
			t.Errorf("the admitted browser: status %d: %s", w.Code, w.Body)
		}
	}
}

// The limit counts accounts and networks, however they are written.
func TestSEC19SpellingsAndNetworksShareTheLimit(t *testing.T) {
	t.Parallel()
	s := behindProxy(t)
	names := []string{"uploader", "Uploader ", " UPLOADER", "uploader\t", "\u00a0uploader"}
	for i, name := range names {
		s.want(t, 401, request{method: "POST", path: "/api/login", header: map[string]string{"X-Forwarded-For": fmt.Sprintf("2001:db8:0:7::%d", i)},
			body: map[string]any{"user_name": name, "password": "guess"}}, nil)
	}
	for _, c := range []struct {
		address string
		status  int
	}{{"2001:db8:0:7:ffff::1", 429}, {"2001:db8:0:8::1", 200}} {
		s.want(t, c.status, request{method: "POST", path: "/api/login", header: map[string]string{"X-Forwarded-For": c.address},
			body: map[string]any{"user_name": "uploader", "password": password}}, nil)
	}
	limited := false // and so do calls that are limited regardless of their result
	for i := range 60 {
		w := s.do(
			t,
			request{
				method: "POST",
				path:   "/api/links/look-up",
				header: map[string]string{"X-Forwarded-For": fmt.Sprintf("2001:db8:0:9:%x::1", i)},
				body:   map[string]any{"token": "x"},
			},
		)
		limited = limited || w.Code == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("60 calls from 60 addresses of one network are let through")
	}
}

// A body without a name or a password is not a guess, from any sender.
func TestSEC19MalformedBodiesAreNoGuesses(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i, body := range []string{
		`{"user_name": "uploader"}`, `{"user_name": "uploader", "password": null}`, `{"user_name": "uploader", "password": ["x"]}`,
		`{"user_name": "uploader", "password": ""}`, `{"password": "guess"}`, `[]`, `"uploader"`, `{"user_name": ["uploader"], "password": "guess"}`,
	} {
		for range 8 {
			s.skew.Add(int64(time.Second)) // the calls themselves are limited as well
			w := s.do(t, request{method: "POST", path: "/api/login", body: []byte(body), header: map[string]string{"Content-Type": "application/json"}})
			if w.Code != http.StatusUnauthorized {
				t.Fatalf("%d, %s: status %d: %s", i, body, w.Code, w.Body)
			}
		}
	}
	for range 10 {
		s.skew.Add(int64(time.Second))
		s.want(
			t,
			400,
			request{
				method: "POST",
				path:   "/api/login",
				body:   []byte(`{"user_name": "uploader", "password"`),
				header: map[string]string{"Content-Type": "application/json"},
			},
			nil,
		)
	}
	s.want(t, 200, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader", "password": password}}, nil)
}

// A typed user name that does not exist is not in the trail.
func TestSEC51TypedUserNamesAreNotStored(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const typed = "my secret typed one field too high"
	s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": typed, "password": "x"}}, nil)
	s.want(t, 401, request{method: "POST", path: "/api/auth/login/", body: map[string]any{"username": typed, "password": "x", "group": "sgc"}}, nil)
	s.want(t, 202, request{method: "POST", path: "/api/password-reset", body: map[string]any{"user_name": typed}}, nil)
	s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "UPLOADER ", "password": "x"}}, nil)
	failed := s.events(t, "action=sign-in-failed")
	if len(failed) != 3 || failed[0].Actor != "uploader" || failed[1].Actor != "" || failed[2].Actor != "" {
		t.Errorf("entries %+v", failed)
	}
	if trail := s.do(t, request{method: "GET", path: "/api/audit/export?format=jsonl", as: "admin"}); strings.Contains(trail.Body.String(), typed) {
		t.Errorf("the trail holds what was typed: %s", trail.Body)
	}
}

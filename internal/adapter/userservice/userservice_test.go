package userservice_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"cohortium/internal/adapter/userservice"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const (
	token         = "header.payload.signature"
	uploaderToken = "provision-uploaders"
	reviewerToken = "provision-reviewers"
)

// stub is a user service with the answers of a test, and records its requests.
type stub struct {
	*httptest.Server
	asked atomic.Int64
	mu    sync.Mutex
	last  request
}

type request struct {
	Method, Path, Authorization string
	Query, Form                 url.Values
}

func start(t *testing.T, answer http.HandlerFunc) *stub {
	t.Helper()
	s := new(stub)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		s.last = request{r.Method, r.URL.Path, r.Header.Get("Authorization"), r.URL.Query(), r.PostForm}
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func connect(t *testing.T, address string, change ...func(*userservice.Options)) *userservice.Client {
	t.Helper()
	o := userservice.Options{URL: address, Group: "sgc", UploaderToken: uploaderToken, ReviewerToken: reviewerToken}
	for _, c := range change {
		c(&o)
	}
	c, err := userservice.New(o)
	must(t, err)
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantProblem(t *testing.T, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Fatalf("error is %v (kind %v), want kind %v, code %s", err, errs.KindOf(err), kind, code)
	}
	for _, secret := range []string{token, uploaderToken, reviewerToken, "pass phrase"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("%v holds the secret %s", err, secret)
		}
	}
}

func TestServiceIsNotReachable(t *testing.T) {
	s := start(t, says(200, good))
	s.Close()
	_, err := connect(t, s.URL).Verify(t.Context(), token, "sgc")
	wantProblem(t, err, errs.Unavailable, "user_service")
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			elsewhere := start(t, says(200, good))
			s := start(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, elsewhere.URL+r.URL.RequestURI(), status)
			})
			client := connect(t, s.URL)
			_, err := client.Verify(t.Context(), token, "sgc")
			wantProblem(t, err, errs.Unavailable, "user_service")
			_, err = client.Users(t.Context())
			wantProblem(t, err, errs.Unavailable, "user_service")
			err = client.CreateUser(t.Context(), auth.NewUser{UserName: "p", Password: "a long pass phrase", Roles: []string{"sgc-uploader"}})
			wantProblem(t, err, errs.Unavailable, "user_service")
			if n := elsewhere.asked.Load(); n != 0 {
				t.Errorf("%d requests came elsewhere", n)
			}
		})
	}
}

func TestImpossibleTokensAreNotSent(t *testing.T) {
	s := start(t, says(200, good))
	client := connect(t, s.URL)
	for _, bad := range []string{"", " ", "a b", "a\r\nX-Admin: yes", "ü", "a=b", strings.Repeat("a", 8193), "\x00"} {
		_, err := client.Verify(t.Context(), bad, "sgc")
		wantProblem(t, err, errs.Unauthenticated, "session_ended")
	}
	for _, bad := range []string{"", "sgc&token=x", "../list-users", "a b", strings.Repeat("g", 65)} {
		_, err := client.Verify(t.Context(), token, bad)
		wantProblem(t, err, errs.Forbidden, "other_group")
	}
	if n := s.asked.Load(); n != 0 {
		t.Errorf("the service was asked %d times", n)
	}
}

func TestManyAtOnce(t *testing.T) {
	s := start(t, says(200, good))
	client := connect(t, s.URL)
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			if _, err := client.Verify(t.Context(), fmt.Sprintf("token-%d", i%5), "sgc"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		name, url, group string
		ok               bool
	}{
		{"https", "https://users.example.org", "sgc", true},
		{"with a path", "https://users.example.org/service/", "sgc", true},
		{"this machine", "http://127.0.0.1:8000", "sgc", true},
		{"this machine by name", "http://localhost:8000", "sgc", true},
		{"this machine, IPv6", "http://[::1]:8000", "sgc", true},
		{"nothing", "", "sgc", false},
		{"http elsewhere", "http://users.example.org", "sgc", false},
		{"http on a host that looks local", "http://localhost.example.org", "sgc", false},
		{"http on an address that looks local", "http://127.0.0.1.example.org", "sgc", false},
		{"other scheme", "file:///etc/passwd", "sgc", false},
		{"user name", "https://me:pass%20phrase@users.example.org", "sgc", false},
		{"query", "https://users.example.org/?next=", "sgc", false},
		{"fragment", "https://users.example.org/#x", "sgc", false},
		{"cannot be parsed", "https://users.example.org:port", "sgc", false},
		{"no group", "https://users.example.org", "", false},
		{"odd group", "https://users.example.org", "sgc&token=x", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := userservice.New(userservice.Options{URL: c.url, Group: c.group})
			if c.ok {
				must(t, err)
				return
			}
			wantProblem(t, err, errs.Invalid, "user_service_settings")
		})
	}
}

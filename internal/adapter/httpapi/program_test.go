package httpapi_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"

	"cohortium/internal/platform/auth"
)

// program is a typical client: it sends what the documentation describes, over a real connection,
// and nothing that a browser adds.
type program struct {
	base   string
	client *http.Client
	bearer string
}

func (s *site) program(t *testing.T) *program {
	t.Helper()
	server := httptest.NewServer(s.handler)
	t.Cleanup(server.Close)
	jar, err := cookiejar.New(nil)
	must(t, err)
	return &program{base: server.URL, client: &http.Client{Jar: jar}}
}

// call sends JSON, or nothing for "", and decodes the answer into out.
func (p *program) call(t *testing.T, method, path, body string, want int, out any) {
	t.Helper()
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, p.base+path, content)
	must(t, err)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+p.bearer)
	}
	w, err := p.client.Do(r)
	must(t, err)
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	must(t, err)
	if w.StatusCode != want {
		t.Errorf("%s %s %s: status %d, want %d: %s", method, path, body, w.StatusCode, want, text)
		return
	}
	if out != nil {
		must(t, json.Unmarshal(text, out))
	}
}

// Every call of the product's contract, exactly as written there.
func TestSEC07ProgramsSendNothingOfOurs(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Provider = nil })
	p := s.program(t)
	var in struct {
		Status string
		User   struct {
			UserName    string `json:"user_name"`
			Roles       []string
			Permissions []string
		}
	}
	p.call(t, "POST", "/api/login", `{"user_name": "reviewer", "password": "`+password+`"}`, 200, &in)
	if in.Status != "success" || in.User.UserName != "reviewer" || len(in.User.Permissions) == 0 {
		t.Errorf("login: %+v", in)
	}
	p.call(t, "GET", "/api/is-logged-in", "", 200, nil)
	p.call(t, "POST", "/api/add-hermes-user", `{"user_name": "program@example.org", "password": "`+second+`", "user_type": "uploader"}`, 200, nil)
	p.call(t, "GET", "/api/hermes-users", "", 200, nil)
	p.call(t, "POST", "/api/change-password", `{"password": "`+second+`"}`, 200, nil) // signed in a moment ago
	p.call(t, "POST", "/api/change-password", `{"password": "yet another long pass phrase", "current_password": "`+second+`"}`, 200, nil)
	p.call(t, "POST", "/api/google-login", `{"code": "x"}`, 404, nil) // this server has no provider
	p.call(t, "POST", "/api/logout", "", 200, nil)
	p.call(t, "GET", "/api/is-logged-in", "", 401, nil)

	service := s.program(t)
	var signedIn struct {
		Access string
		User   struct{ Username string }
	}
	service.call(t, "POST", "/api/auth/login/", `{"username": "sgc-reviewer", "password": "`+password+`", "group": "sgc"}`, 200, &signedIn)
	if signedIn.User.Username != "sgc-reviewer" {
		t.Errorf("user service: %+v", signedIn.User)
	}
	s.secret(signedIn.Access)
	service.bearer = signedIn.Access
	service.call(t, "GET", "/api/auth/verify/?group=sgc", "", 200, nil)
	service.call(t, "POST", "/api/sgc/create-user", `{"user_name": "contact@example.org", "password": "`+second+`", "user_type": "uploader"}`, 200, nil)
	var users struct {
		Users []struct{ Username string }
	}
	service.call(t, "GET", "/api/sgc/users", "", 200, &users)
	if len(users.Users) == 0 {
		t.Error("no users of the sgc area")
	}
}

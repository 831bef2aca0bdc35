package httpapi_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/userservice"
	"cohortium/internal/platform/auth"
)

func mustDecode(t *testing.T, w *httptest.ResponseRecorder, out any) {
	t.Helper()
	if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
}

func TestUserServiceLogin(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var in struct {
		Access    string
		ExpiresAt string `json:"expires_at"`
		User      struct {
			ID, Username, Email        string
			Roles, Permissions, Groups []string
			IsActive                   bool   `json:"is_active"`
			DateJoined                 string `json:"date_joined"`
		}
	}
	w := s.do(t, request{method: "POST", path: "/api/auth/login/", body: map[string]any{"username": "sgc-reviewer", "password": password, "group": "sgc"}})
	mustDecode(t, w, &in)
	s.secret(in.Access)
	if w.Code != 200 || in.Access == "" || cookie(w) != "" || in.User.Username != "sgc-reviewer" || !in.User.IsActive ||
		!slices.Equal(
			in.User.Roles,
			[]string{"sgc-reviewer"},
		) || !slices.Contains(in.User.Permissions, "sgc-review-data") || !slices.Contains(in.User.Groups, "sgc") {
		t.Errorf("status %d: %+v", w.Code, in)
	}
	for _, c := range []struct {
		name, user, password, group string
		status                      int
	}{
		{"wrong password", "sgc-reviewer", "x", "sgc", 401},
		{"unknown", "nobody", password, "sgc", 401},
		{"not of the group", "curator", password, "sgc", 403},
		{"no such group", "sgc-reviewer", password, "peg", 403},
	} {
		var p problem
		s.want(t, c.status, request{method: "POST", path: "/api/auth/login/", body: map[string]any{
			"username": c.user, "password": c.password, "group": c.group,
		}}, &p)
		if p.Detail == "" {
			t.Errorf("%s: no sentence", c.name)
		}
	}
	// A page on another server reads what it needs to show.
	var options struct {
		UserServiceURL string `json:"user_service_url"`
		SGCGroup       string `json:"sgc_group"`
		MinPassword    int    `json:"min_password"`
	}
	s.want(t, 200, request{method: "GET", path: "/api/sign-in-options"}, &options)
	if options.UserServiceURL != "/" || options.SGCGroup != "sgc" || options.MinPassword != 15 {
		t.Errorf("%+v", options)
	}
}

// One sign-in on a page of this server returns the token of the group and the session of the
// browser. Each ends separately, and neither replaces the other. A page of another server, or a
// program, gets only the token.
func TestLoginAtTheSignInPageOfAGroup(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	login := func(user, group, from string) (status int, session, access string) {
		w := s.do(t, request{method: "POST", path: "/api/auth/login/", body: map[string]any{"username": user, "password": password, "group": group},
			header: map[string]string{"Sec-Fetch-Site": from}})
		var in struct{ Access string }
		mustDecode(t, w, &in)
		if in.Access != "" {
			s.secret(in.Access)
		}
		return w.Code, cookie(w), in.Access
	}
	status, session, access := login("sgc-reviewer", "sgc", "same-origin")
	if status != 200 || session == "" || access == "" || session == access {
		t.Fatalf("status %d, session %q, access %q", status, session, access)
	}
	s.tokens["door"] = session
	asSession := request{method: "GET", path: "/api/sgc/cohorts", as: "door"}
	asToken := request{method: "GET", path: "/api/sgc/cohorts", bearer: access}
	s.want(t, 200, asSession, nil)
	s.want(t, 200, asToken, nil)
	s.want(t, 401, request{method: "GET", path: "/api/sgc/cohorts", bearer: session}, nil)
	s.want(t, 200, request{method: "GET", path: "/api/auth/verify/?group=sgc", bearer: access}, nil)
	s.want(t, 403, request{method: "GET", path: "/api/datasets", bearer: access}, nil)
	s.want(t, 200, request{method: "POST", path: "/api/auth/logout/", bearer: access}, nil)
	s.want(t, 401, asToken, nil)
	s.want(t, 200, asSession, nil)

	// An account outside the group gets neither.
	for _, c := range []struct {
		user, group string
		status      int
	}{{"curator", "sgc", 403}, {"sgc-reviewer", "peg", 403}, {"sgc-reviewer", "", 422}} {
		status, session, access := login(c.user, c.group, "same-origin")
		if status != c.status || session != "" || access != "" {
			t.Errorf("%s at %q: status %d, session %q, access %q", c.user, c.group, status, session, access)
		}
	}
	for _, from := range []string{"", "none"} {
		status, session, access := login("sgc-reviewer", "sgc", from)
		if status != 200 || session != "" || access == "" {
			t.Errorf("from %q: status %d, session %q, access %q", from, status, session, access)
		}
	}
}

// provisioning returns a token with which another server creates accounts.
func (s *site) provisioning(t *testing.T, role string) string {
	t.Helper()
	text, _, err := s.auth.CreateTokenFor(t.Context(), "admin", auth.NewToken{Name: "provisioning", Days: 90, ProvisionRole: role})
	must(t, err)
	s.secret(text)
	return text
}

func (s *site) form(t *testing.T, path string, values url.Values, bearer string) *httptest.ResponseRecorder {
	t.Helper()
	return s.do(t, request{method: "POST", path: path, bearer: bearer, body: []byte(values.Encode()),
		header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}})
}

func TestUserServiceProvisioning(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token := s.provisioning(t, "sgc-uploader")
	create := url.Values{"token": {token}, "username": {"cohort@example.org"}, "password": {second}, "first_name": {"Co"}, "last_name": {"Hort"}}
	w := s.form(t, "/api/auth/create-user/", create, "")
	if w.Code != http.StatusCreated {
		t.Fatalf("create: status %d: %s", w.Code, w.Body)
	}
	var again struct {
		Detail   string
		Username []string
	}
	w = s.form(t, "/api/auth/create-user/", create, "")
	mustDecode(t, w, &again)
	if w.Code != 400 || !strings.Contains(again.Detail, "already exists") || len(again.Username) != 1 {
		t.Errorf("a name that is taken: status %d: %s", w.Code, w.Body)
	}
	weak := url.Values{"username": {"weak@example.org"}, "password": {"short"}}
	var fields struct{ Password []string }
	w = s.form(t, "/api/auth/create-user/", weak, token)
	mustDecode(t, w, &fields)
	if w.Code != 400 || len(fields.Password) != 1 {
		t.Errorf("a weak password: status %d: %s", w.Code, w.Body)
	}
	var list struct {
		Group struct{ Name string }
		Users []struct {
			Username string
			Roles    []string
		}
		Total int `json:"total_count"`
	}
	s.want(t, 200, request{method: "GET", path: "/api/auth/list-users/?token=" + url.QueryEscape(token)}, &list)
	if list.Group.Name != "sgc" || list.Total != len(list.Users) || !slices.ContainsFunc(list.Users, func(u struct {
		Username string
		Roles    []string
	}) bool {
		return u.Username == "cohort@example.org" && slices.Contains(u.Roles, "sgc-uploader")
	}) {
		t.Errorf("%+v", list)
	}
	if w := s.form(t, "/api/auth/add-user-to-group/", url.Values{"token": {token}, "username": {"curator"}}, ""); w.Code != 200 {
		t.Errorf("add: status %d: %s", w.Code, w.Body)
	}
	s.groupToken(t, "curator")
}

func TestProvisioningNeedsItsToken(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	token := s.provisioning(t, "sgc-uploader")
	weak := url.Values{"username": {"weak@example.org"}, "password": {second}}
	for name, w := range map[string]*httptest.ResponseRecorder{
		"no token":           s.form(t, "/api/auth/create-user/", weak, ""),
		"made up":            s.form(t, "/api/auth/create-user/", weak, "coh_made-up"),
		"an API token":       s.form(t, "/api/auth/create-user/", weak, s.apiToken(t, "admin", auth.ScopeAdmin)),
		"token of the group": s.form(t, "/api/auth/create-user/", weak, s.groupToken(t, "sgc-reviewer")),
	} {
		if w.Code != 401 && w.Code != 403 {
			t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
		}
	}
	// It permits nothing else, and JSON is not a form.
	w := s.do(t, request{method: "GET", path: "/api/sgc/users", bearer: token})
	if w.Code != 401 && w.Code != 403 {
		t.Errorf("a provisioning token lists accounts: status %d", w.Code)
	}
	s.want(t, 415, request{method: "POST", path: "/api/auth/create-user/", body: map[string]any{"token": token}}, nil)
}

// elsewhere is an external user service.
type elsewhere struct {
	mode  atomic.Value // its answer
	asked atomic.Int64
}

// ServeHTTP answers according to the mode.
func (e *elsewhere) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.asked.Add(1)
	user := `{"id":7,"username":"remote@example.org","email":"","roles":["sgc-reviewer"],"groups":["sgc"],"is_active":true}`
	w.Header().Set("Content-Type", "application/json")
	switch e.mode.Load() {
	case "ok":
		switch {
		case strings.HasSuffix(r.URL.Path, "/verify/") && r.Header.Get("Authorization") == "Bearer good":
			_, _ = w.Write([]byte(`{"user":` + user + `}`))
		case strings.HasSuffix(r.URL.Path, "/list-users/"):
			_, _ = w.Write([]byte(`{"group":{"name":"sgc"},"users":[` + user + `],"total_count":1}`))
		default:
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"detail":"Given token not valid for any token type","messages":[{"token_type":"access"}]}`))
		}
	case "another group":
		w.WriteHeader(http.StatusForbidden)
		_, _ = w.Write([]byte(`{"error":"token issued for another group"}`))
	case "redirect":
		http.Redirect(w, r, "https://evil.example/", http.StatusFound)
	case "html":
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<html>secret of the host</html>"))
	case "wrong JSON":
		_, _ = w.Write([]byte(`{"user":{"username":["remote"]}}`))
	case "huge":
		_, _ = w.Write([]byte(strings.Repeat(" ", 2<<20)))
	case "broken":
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = w.Write([]byte(`Traceback in /srv/app.py`))
	}
}

// With an external user service its answer decides, and no one is admitted without one.
func TestSEC12ExternalUserService(t *testing.T) {
	t.Parallel()
	e := new(elsewhere)
	service := httptest.NewServer(e)
	t.Cleanup(service.Close)
	newClient := func(s *auth.Deps) {
		client, err := userservice.New(
			userservice.Options{URL: service.URL, Group: "sgc", UploaderToken: "uploader-secret", ReviewerToken: "reviewer-secret", Now: s.Now},
		)
		must(t, err)
		s.Directory = client
	}
	s := newSite(t, newClient, func(d *httpapi.Deps) { d.Config.UserServiceURL = service.URL })
	for mode, status := range map[string]int{"ok": 401, "another group": 403, "redirect": 503, "html": 503, "wrong JSON": 503, "huge": 503, "broken": 503} {
		e.mode.Store(mode)
		for _, path := range []string{"/api/sgc/users", "/api/hermes/uploads", "/api/is-logged-in"} {
			var p problem
			s.want(t, status, request{method: "GET", path: path, bearer: "unknown-" + strings.ReplaceAll(mode, " ", "-")}, &p)
			for _, leak := range []string{"evil.example", "secret of", "Traceback", "127.0.0.1", "/srv"} {
				if strings.Contains(p.Detail, leak) {
					t.Errorf("%s: the answer gives away %q: %s", mode, leak, p.Detail)
				}
			}
		}
	}
	e.mode.Store("ok")
	var list struct{ Users []struct{ Username string } }
	s.want(t, 200, request{method: "GET", path: "/api/sgc/users", bearer: "good"}, &list)
	if len(list.Users) != 1 || list.Users[0].Username != "remote@example.org" {
		t.Errorf("%+v", list)
	}
	s.want(t, 403, request{method: "GET", path: "/api/hermes/uploads", bearer: "good"}, nil)
	s.want(t, 403, request{method: "GET", path: "/api/tokens", bearer: "good"}, nil)
	// Accounts of this server have no access to the area that is managed elsewhere.
	s.want(t, 403, request{method: "GET", path: "/api/sgc/users", as: "sgc-reviewer"}, nil)
	s.want(t, 403, request{method: "GET", path: "/api/sgc/users", as: "admin"}, nil)
}

// Only the operator decides where the user service is.
func TestSEC46RequestsDoNotNameTheUserService(t *testing.T) {
	t.Parallel()
	e := new(elsewhere)
	e.mode.Store("ok")
	service := httptest.NewServer(e)
	t.Cleanup(service.Close)
	s := newSite(t)
	for _, q := range []request{
		{method: "GET", path: "/api/sgc/users?user_service_url=" + url.QueryEscape(service.URL)},
		{method: "GET", path: "/api/auth/verify/?group=sgc&url=" + url.QueryEscape(service.URL), header: map[string]string{
			"X-User-Service-Url": service.URL, "X-Forwarded-Host": strings.TrimPrefix(service.URL, "http://"), "Referer": service.URL, "Host": strings.TrimPrefix(service.URL, "http://"),
		}},
	} {
		q.bearer = "good"
		s.want(t, 401, q, nil)
	}
	if e.asked.Load() > 0 {
		t.Error("the request chose where to ask")
	}
}

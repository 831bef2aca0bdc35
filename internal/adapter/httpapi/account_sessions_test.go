package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/hermes/hermestest"
	"cohortium/internal/platform/auth"
)

// cookie returns the value of the session cookie that an answer sets, "" for none.
func cookie(w interface{ Result() *http.Response }) string {
	for _, c := range w.Result().Cookies() {
		if c.Name == "cohortium" {
			return c.Value
		}
	}
	return ""
}

// signIn signs in through the API and stores the cookie under a name.
func (s *site) signIn(t *testing.T, user, keep string) string {
	t.Helper()
	w := s.do(t, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": user, "password": password}})
	if w.Code != http.StatusOK || cookie(w) == "" {
		t.Fatalf("sign-in of %s: status %d: %s", user, w.Code, w.Body)
	}
	s.tokens[keep] = cookie(w)
	return cookie(w)
}

func (s *site) whoami(as string) request {
	return request{method: "GET", path: "/api/is-logged-in", as: as}
}

func TestSEC02SessionIsReplacedAndStoredHashed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.tokens["planted"] = "a-session-that-somebody-else-chose"
	w := s.do(t, request{method: "POST", path: "/api/login", as: "planted", body: map[string]any{"user_name": "analyst", "password": password}})
	first := cookie(w)
	if w.Code != 200 || first == "" || first == s.tokens["planted"] || len(first) < 43 {
		t.Fatalf("status %d, session %q", w.Code, first)
	}
	s.tokens["mine"] = first
	w = s.do(t, request{method: "POST", path: "/api/login", as: "mine", body: map[string]any{"user_name": "analyst", "password": password}})
	second := cookie(w)
	if second == "" || second == first {
		t.Error("signing in again keeps the session")
	}
	s.want(t, 401, s.whoami("mine"), nil)
	s.tokens["mine"] = second
	w = s.do(t, request{method: "POST", path: "/api/change-password", as: "mine", body: map[string]any{
		"password": "another quite long pass phrase", "current_password": password,
	}})
	third := cookie(w)
	if w.Code != 200 || third == "" || third == second {
		t.Fatalf("the new password keeps the session: status %d: %s", w.Code, w.Body)
	}
	s.want(t, 401, s.whoami("mine"), nil)
	token, group := s.apiToken(t, "uploader", auth.ScopeRead), s.groupToken(t, "sgc-reviewer")
	dump := s.dump(t)
	for name, secret := range map[string]string{"session": third, "API token": token, "token of the user service": group, "password": password} {
		if strings.Contains(dump, secret) {
			t.Errorf("the database holds a %s as it is used", name)
		}
	}
}

// The end of a session takes effect immediately, and ends every token of the account.
func TestSEC03SessionsEndAtOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		keeps bool // the API token stays valid
		end   func(t *testing.T, s *site)
	}{
		{"disabled by a manager", false, func(t *testing.T, s *site) {
			s.want(t, 200, request{method: "PATCH", path: "/api/areas/sgc/users/" + s.users["sgc-uploader"].ID, as: "admin", body: map[string]any{"is_active": false}}, nil)
		}},
		{"disabled on the command line", false, func(t *testing.T, s *site) { must(t, s.auth.SetActive(t.Context(), "sgc-uploader", false)) }},
		{"password changed", false, func(t *testing.T, s *site) {
			s.signIn(t, "sgc-uploader", "elsewhere")
			s.want(t, 200, request{method: "POST", path: "/api/change-password", as: "elsewhere", body: map[string]any{
				"password": "another quite long pass phrase", "current_password": password,
			}}, nil)
		}},
		{"ended by an administrator", false, func(t *testing.T, s *site) {
			s.want(t, 204, request{method: "DELETE", path: "/api/areas/all/users/" + s.users["sgc-uploader"].ID + "/sessions", as: "admin"}, nil)
		}},
		{"password reset by a link", false, func(t *testing.T, s *site) {
			link, err := s.auth.ResetLink(t.Context(), "sgc-uploader")
			must(t, err)
			_, token, _ := strings.Cut(link.URL, "#reset=")
			s.want(t, 200, request{method: "POST", path: "/api/password-reset/confirm", body: map[string]any{"token": token, "password": second}}, nil)
		}},
		{"ended by a manager", false, func(t *testing.T, s *site) {
			s.want(t, 204, request{method: "DELETE", path: "/api/areas/sgc/users/" + s.users["sgc-uploader"].ID + "/sessions", as: "sgc-reviewer"}, nil)
		}},
		{"absolute end", true, func(_ *testing.T, s *site) { s.skew.Add(int64(25 * time.Hour)) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			token, group := s.apiToken(t, "sgc-uploader", auth.ScopeRead), s.groupToken(t, "sgc-uploader")
			s.want(t, 200, s.whoami("sgc-uploader"), nil)
			s.want(t, 200, request{method: "GET", path: "/api/is-logged-in", bearer: group}, nil)
			s.want(t, 200, request{method: "GET", path: "/api/roles", bearer: token}, nil)
			c.end(t, s)
			s.want(t, 401, s.whoami("sgc-uploader"), nil)
			s.want(t, 401, request{method: "GET", path: "/api/is-logged-in", bearer: group}, nil)
			s.want(t, 401, request{method: "GET", path: "/api/auth/verify/?group=sgc", bearer: group}, nil)
			status := 401
			if c.keeps {
				status = 200
			}
			s.want(t, status, request{method: "GET", path: "/api/roles", bearer: token}, nil)
		})
	}
}

func TestSEC03BearerSignOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	group := s.groupToken(t, "sgc-uploader")
	s.want(t, 200, request{method: "POST", path: "/api/auth/logout/", bearer: group}, nil)
	s.want(t, 401, request{method: "GET", path: "/api/auth/verify/?group=sgc", bearer: group}, nil)
	s.want(t, 401, request{method: "GET", path: "/api/is-logged-in", bearer: group}, nil)
}

func TestSEC04SessionsGrowIdle(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	group := request{method: "GET", path: "/api/is-logged-in", bearer: s.groupToken(t, "sgc-uploader")}
	for range 30 { // in use they continue, each to its own end
		s.skew.Add(int64(30 * time.Minute))
		s.want(t, 200, s.whoami("uploader"), nil)
	}
	s.want(t, 401, group, nil)
	group.bearer = s.groupToken(t, "sgc-uploader")
	s.skew.Add(int64(61 * time.Minute))
	s.want(t, 401, group, nil)
	s.signIn(t, "uploader", "uploader")
	s.skew.Add(int64(12*time.Hour + time.Minute))
	s.want(t, 401, s.whoami("uploader"), nil)
}

// A session may end during an upload: the owner signs in again and continues where the server
// stopped.
func TestSEC04UploadsGoOnAfterSigningInAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	content := hermestest.Sumstats(40, 1)
	path := "/api/uploads/" + s.send(t, "uploader", "long.tsv", content, 100)
	part := request{method: "PATCH", path: path, as: "uploader", body: content[100:], header: map[string]string{
		"Tus-Resumable": "1.0.0", "Upload-Offset": "100", "Content-Type": "application/offset+octet-stream",
	}}
	s.skew.Add(int64(25 * time.Hour)) // after the end that no upload extends
	s.want(t, 401, part, nil)
	s.signIn(t, "uploader", "uploader")
	if w := s.do(
		t,
		request{method: "HEAD", path: path, as: "uploader", header: map[string]string{"Tus-Resumable": "1.0.0"}},
	); w.Header().Get(
		"Upload-Offset",
	) != "100" {
		t.Fatalf("the server stands at %q", w.Header().Get("Upload-Offset"))
	}
	s.want(t, 204, part, nil)
}

func TestSEC05RolesApplyAtTheNextRequest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	d := s.ready(t, "uploader", "demoted", "A", 1)
	token := s.apiToken(t, "reviewer", auth.ScopeReview)
	accept := request{method: "POST", path: "/api/hermes/uploads/" + d.ID + "/review", body: map[string]any{"decision": "approve"}}
	s.want(
		t,
		200,
		request{method: "PATCH", path: "/api/areas/hermes/users/" + s.users["reviewer"].ID, as: "admin", body: map[string]any{"role": "analyst"}},
		nil,
	)
	for name, q := range map[string]request{"session": {as: "reviewer"}, "token": {bearer: token}} {
		q.method, q.path, q.body = accept.method, accept.path, accept.body
		w := s.do(t, q)
		if w.Code != 403 && w.Code != 401 { // a changed role may also end the session
			t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
		}
	}
	if got := s.get(t, "uploader", d.ID); got.Status != "READY FOR REVIEW" {
		t.Errorf("status %s", got.Status)
	}
}

func TestSEC06OwnSessionsAndTokens(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.signIn(t, "curator", "phone")
	s.signIn(t, "curator", "laptop")
	var list struct {
		Items []struct {
			ID, Kind, Address string
			Current           bool
			UserAgent         string `json:"user_agent"`
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/sessions", as: "laptop"}, &list)
	if len(list.Items) != 3 { // including that of the fixture
		t.Fatalf("%d sessions, want 3: %+v", len(list.Items), list.Items)
	}
	current := 0
	for _, session := range list.Items {
		if session.Current {
			current++
			s.want(t, 404, request{method: "DELETE", path: "/api/sessions/" + session.ID, as: "analyst"}, nil)
		}
	}
	if current != 1 {
		t.Errorf("%d of them are the current one", current)
	}
	s.want(t, 204, request{method: "DELETE", path: "/api/sessions", as: "laptop"}, nil)
	s.want(t, 401, s.whoami("phone"), nil)
	s.want(t, 401, s.whoami("curator"), nil)
	s.want(t, 200, s.whoami("laptop"), nil)
	s.signIn(t, "curator", "phone")
	s.want(t, 200, request{method: "GET", path: "/api/sessions", as: "phone"}, &list)
	for _, session := range list.Items {
		if session.Current {
			s.want(t, 204, request{method: "DELETE", path: "/api/sessions/" + session.ID, as: "laptop"}, nil)
		}
	}
	s.want(t, 401, s.whoami("phone"), nil)
	// A password change ends the others.
	s.signIn(t, "curator", "phone")
	w := s.do(t, request{method: "POST", path: "/api/change-password", as: "laptop", body: map[string]any{"password": second}})
	s.tokens["laptop"] = cookie(w)
	s.want(t, 401, s.whoami("phone"), nil)
	s.want(t, 200, s.whoami("laptop"), nil)
}

// Owners can list and end their API tokens. An administrator can end them together with all
// sessions.
func TestSEC06TokensAreSeenAndEnded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	first, second := s.apiToken(t, "sgc-reviewer", auth.ScopeRead), s.apiToken(t, "sgc-reviewer", auth.ScopeRead)
	var list struct {
		Items []struct{ ID, Prefix string }
	}
	mine := request{method: "GET", path: "/api/tokens", as: "sgc-reviewer"}
	s.want(t, 200, mine, &list)
	if len(list.Items) != 2 || list.Items[0].Prefix != second[:8] || list.Items[1].Prefix != first[:8] {
		t.Fatalf("tokens %+v", list.Items)
	}
	use := func(token string) request { return request{method: "GET", path: "/api/roles", bearer: token} }
	s.want(t, 404, request{method: "DELETE", path: "/api/tokens/" + list.Items[1].ID, as: "analyst"}, nil)
	s.want(t, 200, use(first), nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/tokens/" + list.Items[1].ID, as: "sgc-reviewer"}, nil)
	s.want(t, 401, use(first), nil)
	s.want(t, 200, use(second), nil)

	group := s.groupToken(t, "sgc-reviewer")
	s.want(t, 403, request{method: "DELETE", path: "/api/areas/all/users/" + s.users["sgc-reviewer"].ID + "/sessions", as: "reviewer"}, nil)
	s.want(t, 200, use(second), nil)
	s.want(t, 204, request{method: "DELETE", path: "/api/areas/all/users/" + s.users["sgc-reviewer"].ID + "/sessions", as: "admin"}, nil)
	s.want(t, 401, use(second), nil)
	s.want(t, 401, s.whoami("sgc-reviewer"), nil)
	s.want(t, 401, request{method: "GET", path: "/api/is-logged-in", bearer: group}, nil)
	revoked := s.events(t, "action=token-revoked")
	if len(revoked) != 2 || revoked[0].Actor != "admin" || revoked[1].Actor != "sgc-reviewer" {
		t.Errorf("entries of ended tokens: %+v", revoked)
	}
}

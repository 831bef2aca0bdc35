package httpapi_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
)

// One rule applies wherever a password is chosen, for the own or another account: passwords that
// are too short, on the list, or made from the name are refused with the field and the reason, and
// leave nothing behind.
func TestSEC16EveryWayToChooseAPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	provisioning := s.provisioning(t, "sgc-uploader")
	reset, err := s.auth.ResetLink(t.Context(), "uploader")
	must(t, err)
	_, resetToken, _ := strings.Cut(reset.URL, "#reset=")
	results, err := s.auth.Invite(
		t.Context(),
		s.identity(t, "reviewer"),
		auth.AreaHermes,
		[]auth.NewInvitation{{UserName: "ada.newcomer@example.org", UserType: "uploader"}},
		false,
	)
	must(t, err)
	_, invitation, _ := strings.Cut(results[0].Link.URL, "#invitation=")
	ways := map[string]func(password string) (status int, body string){}
	call := func(name, path, as string, body map[string]any) {
		ways[name] = func(password string) (int, string) {
			body["password"] = password
			w := s.do(t, request{method: "POST", path: path, as: as, body: body})
			return w.Code, w.Body.String()
		}
	}
	call("a change", "/api/change-password", "analyst", map[string]any{"current_password": password})
	call("an invitation", "/api/invitations/accept", "", map[string]any{"token": invitation})
	call("a reset", "/api/password-reset/confirm", "", map[string]any{"token": resetToken})
	call("an account of hermes", "/api/add-hermes-user", "reviewer", map[string]any{"user_name": "ada.newcomer", "user_type": "uploader"})
	call("an account of sgc", "/api/sgc/create-user", "sgc-reviewer", map[string]any{"user_name": "ada.newcomer@example.com", "user_type": "uploader"})
	ways["a provisioned account"] = func(password string) (int, string) {
		w := s.form(t, "/api/auth/create-user/", url.Values{"username": {"ada.newcomer2"}, "password": {password}}, provisioning)
		return w.Code, w.Body.String()
	}
	before := s.snapshot(t)
	for name, try := range ways {
		for password, why := range map[string]string{
			"gr7-ozu.pakt!l":        "at least 15 characters",
			"momsanaladventure":     "guessers try first",
			"wolverinewolverine":    "guessers try first",
			"cohortium-hermes-2026": "guessers try first",
			"aaaaaaaaaaaaaaaaaaaaa": "more different ones",
		} {
			s.pass()
			if status, body := try(password); status != 422 && status != 400 || !strings.Contains(body, why) || !strings.Contains(body, "password") {
				t.Errorf("%s, %s: status %d: %s", name, password, status, body)
			}
		}
	}
	if diff := cmp.Diff(before, s.snapshot(t)); diff != "" {
		t.Errorf("a refused password left something behind:\n%s", diff)
	}
	for _, name := range []string{"a change", "an invitation", "an account of hermes", "an account of sgc", "a provisioned account", "a reset"} {
		s.pass()
		if status, body := ways[name]("gr7-ozu.pakt!lu"); status != 200 && status != 201 {
			t.Errorf("%s, fifteen characters: status %d: %s", name, status, body)
		}
	}
}

// Neither body nor headers of a refusal reveal whether an account exists, is disabled, or has
// accepted its invitation.
func TestSEC20RefusalsHaveTheSameHeaders(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	must(t, s.auth.SetActive(t.Context(), "analyst", false))
	_, err := s.auth.Invite(
		t.Context(),
		s.identity(t, "reviewer"),
		auth.AreaHermes,
		[]auth.NewInvitation{{UserName: "invited@example.org", UserType: "uploader"}},
		false,
	)
	must(t, err)
	s.enrol(t, "curator")
	type answer struct {
		Status int
		Body   string
		Header http.Header
	}
	for _, path := range []string{"/api/login", "/api/auth/login/", "/api/password-reset"} {
		var answers []answer
		for _, name := range []string{"nobody", "uploader", "analyst", "invited@example.org", "curator"} {
			s.skew.Add(int64(time.Minute))
			w := s.do(t, request{method: "POST", path: path, body: only(path, map[string]any{
				"user_name": name, "username": name, "password": "not the password", "group": "sgc",
			})})
			id := w.Header().Get("X-Request-Id")
			w.Header().Del("X-Request-Id")
			w.Header().Del("Content-Security-Policy") // with the nonce of the answer
			answers = append(answers, answer{w.Code, strings.ReplaceAll(w.Body.String(), id, ""), w.Header()})
		}
		for i := range answers {
			if diff := cmp.Diff(answers[0], answers[i]); diff != "" {
				t.Errorf("%s: the answer for account %d differs from that for nobody:\n%s", path, i, diff)
			}
		}
	}
}

// only returns the fields that a call accepts.
func only(path string, body map[string]any) map[string]any {
	if path == "/api/password-reset" {
		return map[string]any{"user_name": body["user_name"]}
	}
	return body
}

// Invitations are valid for a day and links for a new password for an hour, to the second, and each
// is random.
func TestSEC21LinksEndInTime(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind string
		life time.Duration
	}{{"invitation", 24 * time.Hour}, {"reset", time.Hour}} {
		for _, late := range []bool{false, true} {
			s := newSite(t)
			path, user := "/api/password-reset/confirm", s.users["uploader"].ID
			if c.kind == "invitation" {
				path = "/api/invitations/accept"
				s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/invitations", as: "reviewer", body: map[string]any{
					"items": []map[string]any{{"user_name": "late@example.org", "user_type": "uploader"}},
				}}, nil)
				u, err := s.store.Accounts().UserByName(t.Context(), "late@example.org")
				must(t, err)
				user = u.ID
			}
			tokens := []string{}
			for range 2 { // the second invalidates the first
				var sent struct{ URL string }
				s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/users/" + user + "/link", as: "reviewer"}, &sent)
				_, token, _ := strings.Cut(sent.URL, "#"+c.kind+"=")
				s.secret(token)
				tokens = append(tokens, token)
			}
			if len(tokens[0]) != 43 || tokens[0] == tokens[1] || strings.Contains(s.dump(t), tokens[1]) {
				t.Errorf("%s: tokens %q, or the database holds one", c.kind, tokens)
			}
			s.want(t, 404, request{method: "POST", path: path, body: map[string]any{"token": tokens[0], "password": second}}, nil)
			status := 200
			s.skew.Add(int64(c.life - 2*time.Second))
			if late {
				s.skew.Add(int64(2 * time.Second))
				status = 422
			}
			s.want(t, status, request{method: "POST", path: path, body: map[string]any{"token": tokens[1], "password": second}}, nil)
		}
	}
}

// An account's creator knows its password only until its owner signs in: on each path it permits
// nothing but its own change.
func TestSEC21PasswordsSetByOthersAreTemporary(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want(
		t,
		200,
		request{
			method: "POST",
			path:   "/api/add-hermes-user",
			as:     "reviewer",
			body:   map[string]any{"user_name": "of-hermes", "password": password, "user_type": "uploader"},
		},
		nil,
	)
	s.want(
		t,
		200,
		request{
			method: "POST",
			path:   "/api/sgc/create-user",
			as:     "sgc-reviewer",
			body:   map[string]any{"user_name": "of-sgc", "password": password, "user_type": "uploader"},
		},
		nil,
	)
	if w := s.form(
		t,
		"/api/auth/create-user/",
		url.Values{"username": {"provisioned"}, "password": {password}},
		s.provisioning(t, "sgc-uploader"),
	); w.Code != 201 {
		t.Fatalf("provisioned: status %d: %s", w.Code, w.Body)
	}
	for _, name := range []string{"of-hermes", "of-sgc", "provisioned"} {
		s.signIn(t, name, name)
		for _, path := range []string{"/api/sessions", "/api/tokens", "/api/sgc/cohorts", "/api/hermes/uploads"} {
			var p problem
			s.want(t, 403, request{method: "GET", path: path, as: name}, &p)
			if p.Code != "password_change_required" {
				t.Errorf("%s, %s: %+v", name, path, p)
			}
		}
	}
}

// A second factor is optional: each role works without one, can set one up, and needs it from then
// on.
func TestSEC22SecondFactorIsOptionalByDefault(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name := range people() {
		var profile struct {
			On     bool `json:"second_factor"`
			Needed bool `json:"second_factor_required"`
			User   struct{ Duties []string }
		}
		s.want(t, 200, request{method: "GET", path: "/api/profile", as: name}, &profile)
		if profile.On || profile.Needed || len(profile.User.Duties) > 0 {
			t.Errorf("%s begins with %+v", name, profile)
		}
		s.want(t, 200, request{method: "GET", path: "/api/sessions", as: name}, nil)
		s.enrol(t, name)
		s.pass()
		if status, code := s.signInWith(t, name, ""); status != 401 || code != "second_factor_required" {
			t.Errorf("%s signs in without the code: %d %s", name, status, code)
		}
	}
}

// An account that must set up a second factor can do nothing else first, on no route, with a cookie
// or an API token.
func TestSEC22AMissingSecondFactorBlocksOtherCalls(t *testing.T) {
	t.Parallel()
	s := newSite(t, func(d *auth.Deps) { d.Settings.RequireSecondFactor = []string{"admin"} })
	token := s.apiToken(t, "admin", auth.Scopes()...)
	refused := 0
	for _, route := range auth.Policy() {
		if slices.Contains([]auth.Access{auth.Public, auth.Account}, route.Rule.Access) {
			continue
		}
		for _, bearer := range []string{"", token} {
			s.skew.Add(int64(10 * time.Second))
			q := s.requestFor(t, route.Pattern, objects{id: "absent", run: "absent", area: "hermes"})
			q.as, q.bearer = "admin", bearer
			if bearer != "" && route.Rule.Scope == "" {
				continue // no API token allowed
			}
			w := s.do(t, q)
			if w.Code != http.StatusForbidden || q.method != "HEAD" && !strings.Contains(w.Body.String(), "second_factor_required") {
				t.Errorf("%s, API token %t: status %d: %s", route.Pattern, bearer != "", w.Code, w.Body)
			}
			refused++
		}
	}
	if refused < 150 {
		t.Errorf("only %d requests", refused)
	}
}

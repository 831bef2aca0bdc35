package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
)

const second = "another quite long pass phrase"

func TestSEC16Passwords(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, c := range map[string]struct {
		password string
		status   int
	}{
		"short":                       {"fourteen chars", 422},
		"known":                       {"passwordpassword", 422},
		"the own name":                {"analystanalystanalyst", 422},
		"64 characters":               {strings.Repeat("walnut moss ", 5) + "four", 200},
		"any character":               {"žluťoučký kůň 🐎 pěl ódy", 200},
		"over the limit of the field": {strings.Repeat("walnut moss ", 100), 422},
	} {
		t.Run(name, func(t *testing.T) {
			as := s.newcomer(t, "analyst")
			s.want(t, c.status, request{method: "POST", path: "/api/change-password", as: as, body: map[string]any{"password": c.password}}, nil)
		})
	}
}

// newcomer creates an account with a fresh session.
func (s *site) newcomer(t *testing.T, role string) string {
	t.Helper()
	name := role + s.newID()
	u, err := s.auth.CreateUser(t.Context(), auth.NewUser{UserName: name, Password: password, Roles: []string{role}})
	must(t, err)
	s.users[name], s.tokens[name] = u, s.freshSession(name)
	return name
}

func TestSEC17ChangingThePassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	change := func(as, current string) request {
		body := map[string]any{"password": second}
		if current != "" {
			body["current_password"] = current
		}
		return request{method: "POST", path: "/api/change-password", as: as, body: body}
	}
	s.skew.Add(int64(11 * time.Minute)) // not fresh any more
	w := s.do(t, change("uploader", ""))
	if w.Code < 400 {
		t.Errorf("without the current password: status %d", w.Code)
	}
	w = s.do(t, change("uploader", "not the password"))
	if w.Code < 400 {
		t.Errorf("with a wrong one: status %d", w.Code)
	}
	limited := false
	for range 30 {
		limited = limited || s.do(t, change("uploader", "not the password")).Code == http.StatusTooManyRequests
	}
	if !limited {
		t.Error("the current password can be guessed without end")
	}
	s.skew.Add(int64(time.Hour))
	s.signIn(t, "uploader", "elsewhere")
	s.signIn(t, "uploader", "here")
	w = s.do(t, change("here", password))
	if w.Code != 200 || cookie(w) == "" {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	s.tokens["here"] = cookie(w)
	s.want(t, 200, s.whoami("here"), nil)
	s.want(t, 401, s.whoami("elsewhere"), nil)
	s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader", "password": password}}, nil)
	// The page of the user service gets its new token in the answer.
	group := s.groupToken(t, "sgc-uploader")
	var changed struct{ Status, Access string }
	s.want(t, 200, request{method: "POST", path: "/api/auth/change-password/", bearer: group, body: map[string]any{"password": second}}, &changed)
	s.secret(changed.Access)
	s.want(t, 401, request{method: "GET", path: "/api/auth/verify/?group=sgc", bearer: group}, nil)
	s.want(t, 200, request{method: "GET", path: "/api/auth/verify/?group=sgc", bearer: changed.Access}, nil)
}

// Unknown user, wrong password and disabled user have the same answer; package auth measures the
// time.
func TestSEC20RefusalsAreAlike(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	must(t, s.auth.SetActive(t.Context(), "analyst", false))
	for _, path := range []string{"/api/login", "/api/auth/login/"} {
		var bodies []problem
		for _, name := range []string{"nobody", "uploader", "analyst"} {
			given := password
			if name == "uploader" {
				given = "wrong"
			}
			var p problem
			s.want(t, 401, request{method: "POST", path: path, body: map[string]any{
				"user_name": name, "username": name, "password": given, "group": "sgc",
			}}, &p)
			p.RequestID = ""
			bodies = append(bodies, p)
		}
		if diff := cmp.Diff(bodies[0], bodies[1]) + cmp.Diff(bodies[0], bodies[2]); diff != "" {
			t.Errorf("%s: the answers differ:\n%s", path, diff)
		}
	}
}

func TestSEC21InvitationsAndResets(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	invite := func(name string) string {
		var out struct {
			Items []struct {
				Outcome string
				Link    struct{ URL string }
			}
		}
		s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/invitations", as: "reviewer", body: map[string]any{
			"items": []map[string]any{{"user_name": name, "user_type": "uploader"}},
		}}, &out)
		_, token, found := strings.Cut(out.Items[0].Link.URL, "/register#invitation=")
		if out.Items[0].Outcome != "invited" || !found || len(token) < 22 {
			t.Fatalf("%+v", out)
		}
		s.secret(token)
		return token
	}
	token := invite("new@example.org")
	var link struct {
		Kind     string
		UserName string `json:"user_name"`
		Areas    []string
	}
	s.want(t, 200, request{method: "POST", path: "/api/links/look-up", body: map[string]any{"token": token}}, &link)
	if link.Kind != "invitation" || link.UserName != "new@example.org" || !slices.Equal(link.Areas, []string{"hermes"}) {
		t.Errorf("%+v", link)
	}
	accept := request{method: "POST", path: "/api/invitations/accept", body: map[string]any{"token": token, "password": second}}
	weak := request{method: "POST", path: "/api/invitations/accept", body: map[string]any{"token": token, "password": "short"}}
	s.want(t, 422, weak, nil)
	w := s.do(t, accept)
	if w.Code != 200 || cookie(w) == "" {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	s.tokens["new"] = cookie(w)
	s.want(t, 200, s.whoami("new"), nil)
	s.want(t, 404, accept, nil) // used up
	late := invite("late@example.org")
	s.skew.Add(int64(25 * time.Hour))
	s.want(t, 422, request{method: "POST", path: "/api/invitations/accept", body: map[string]any{"token": late, "password": second}}, nil)

	s.signIn(t, "reviewer", "reviewer")
	var sent struct{ URL string }
	s.want(t, 200, request{method: "POST", path: "/api/areas/hermes/users/" + s.users["uploader"].ID + "/link", as: "reviewer"}, &sent)
	_, token, found := strings.Cut(sent.URL, "/login/reset#reset=")
	if !found {
		t.Fatalf("%+v", sent)
	}
	s.secret(token)
	reset := request{method: "POST", path: "/api/password-reset/confirm", body: map[string]any{"token": token, "password": second}}
	s.want(t, 200, reset, nil)
	s.want(t, 404, reset, nil)
	s.want(t, 401, s.whoami("uploader"), nil)
	s.want(t, 200, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "uploader", "password": second}}, nil)
}

// A password that another person chose permits only its own change.
func TestSEC21TemporaryPasswordsAreChangedFirst(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.want(t, 200, request{method: "POST", path: "/api/add-hermes-user", as: "reviewer", body: map[string]any{
		"user_name": "temporary@example.org", "password": password, "user_type": "uploader",
	}}, nil)
	s.signIn(t, "temporary@example.org", "temporary")
	var p problem
	s.want(t, 403, request{method: "GET", path: "/api/hermes/uploads", as: "temporary"}, &p)
	if p.Code != "password_change_required" {
		t.Errorf("%+v", p)
	}
	var who struct{ Duties []string }
	s.want(t, 200, s.whoami("temporary"), &who)
	if !slices.Equal(who.Duties, []string{"change_password"}) {
		t.Errorf("%+v", who)
	}
	w := s.do(t, request{method: "POST", path: "/api/change-password", as: "temporary", body: map[string]any{"password": second}})
	s.tokens["temporary"] = cookie(w)
	s.want(t, 200, request{method: "GET", path: "/api/hermes/uploads", as: "temporary"}, nil)
}

func TestSEC32UserTypesAreAnAllowList(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	types := []string{
		"uploader",
		"reviewer",
		"analyst",
		"curator",
		"contributor",
		"sgc-uploader",
		"sgc-reviewer",
		"admin",
		"Uploader",
		"REVIEWER",
		"uploader ",
		"",
		"root",
	}
	grants := map[string]map[string][]string{
		"hermes": {"reviewer": {"uploader", "reviewer", "analyst"}, "admin": {"uploader", "reviewer", "analyst"}},
		"sgc": {
			"sgc-reviewer": {"uploader", "reviewer", "sgc-uploader", "sgc-reviewer"},
			"admin":        {"uploader", "reviewer", "sgc-uploader", "sgc-reviewer"},
		},
		"datasets": {"admin": {"curator", "contributor"}},
	}
	for area, managers := range grants {
		for _, actor := range []string{"admin", "reviewer", "analyst", "uploader", "curator", "contributor", "sgc-reviewer", "sgc-uploader"} {
			before := s.snapshot(t)
			for _, userType := range types {
				if !slices.Contains(managers[actor], userType) {
					status := 403
					if _, manages := managers[actor]; manages {
						status = 422
					}
					s.create(t, area, userType, actor, status)
				}
			}
			if diff := cmp.Diff(before, s.snapshot(t)); diff != "" {
				t.Errorf("%s in %s made something:\n%s", actor, area, diff)
			}
			for _, userType := range managers[actor] {
				s.create(t, area, userType, actor, 200)
			}
		}
	}
}

// create tries every call that creates an account. An invitation is answered row by row, so a
// refused row is no error.
func (s *site) create(t *testing.T, area, userType, actor string, status int) {
	t.Helper()
	for _, q := range creations(area, userType, s.newID()+"@example.org") {
		s.pass()
		q.as = actor
		want := status
		if status == 422 && strings.Contains(q.path, "invitations") {
			want = 200
		}
		if w := s.do(t, q); w.Code != want {
			t.Errorf("%s, %s as %s: status %d, want %d: %s", q.path, userType, actor, w.Code, want, w.Body)
		}
	}
}

// creations returns the calls that create an account of a type in an area.
func creations(area, userType, name string) []request {
	calls := []request{{method: "POST", path: "/api/areas/" + area + "/invitations", body: map[string]any{
		"items": []map[string]any{{"user_name": "i" + name, "user_type": userType}},
	}}}
	account := map[string]any{"user_name": name, "password": password, "user_type": userType}
	switch area {
	case "hermes":
		calls = append(calls, request{method: "POST", path: "/api/add-hermes-user", body: account})
	case "sgc":
		calls = append(calls, request{method: "POST", path: "/api/sgc/create-user", body: account})
	}
	return calls
}

func TestSEC32AccountsCannotRaiseTheirOwnRole(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, c := range []struct {
		name, as, area, who string
		body                map[string]any
		status              []int
	}{
		{"the own role", "reviewer", "hermes", "reviewer", map[string]any{"role": "analyst"}, []int{403}},
		{"to admin", "reviewer", "hermes", "uploader", map[string]any{"role": "admin"}, []int{403, 422}},
		{"to a role of another area", "reviewer", "hermes", "uploader", map[string]any{"role": "sgc-reviewer"}, []int{403, 422}},
		{"all roles, by a manager", "reviewer", "hermes", "uploader", map[string]any{"roles": []string{"admin"}}, []int{403, 422}},
		{"an account of another area", "reviewer", "hermes", "curator", map[string]any{"is_active": false}, []int{404}},
		{"an administrator", "reviewer", "hermes", "admin", map[string]any{"is_active": false}, []int{403, 404}},
		{"another area", "reviewer", "sgc", "sgc-uploader", map[string]any{"is_active": false}, []int{403}},
		{"every area", "reviewer", "all", "uploader", map[string]any{"roles": []string{"reviewer"}}, []int{403}},
		{"the last admin", "admin", "all", "admin", map[string]any{"is_active": false}, []int{403, 409, 422}},
		{"an unknown role", "admin", "hermes", "uploader", map[string]any{"role": "root"}, []int{422}},
		{"mixed case", "admin", "hermes", "uploader", map[string]any{"role": "Reviewer"}, []int{422}},
	} {
		before := s.snapshot(t)
		w := s.do(t, request{method: "PATCH", path: "/api/areas/" + c.area + "/users/" + s.users[c.who].ID, as: c.as, body: c.body})
		if !slices.Contains(c.status, w.Code) {
			t.Errorf("%s: status %d, want one of %v: %s", c.name, w.Code, c.status, w.Body)
		}
		if diff := cmp.Diff(before, s.snapshot(t)); diff != "" {
			t.Errorf("%s: something changed:\n%s", c.name, diff)
		}
	}
}

package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/oidc"
	"cohortium/internal/adapter/oidc/oidctest"
	"cohortium/internal/platform/auth"
)

const callback = "http://localhost/login/callback"

// startProvider starts a real provider for a test.
func startProvider(t *testing.T) *oidctest.Provider {
	t.Helper()
	p, err := oidctest.Start(oidctest.Options{RedirectURLs: []string{callback}, ClaimsInTokens: true})
	must(t, err)
	t.Cleanup(func() { must(t, p.Stop()) })
	return p
}

// providerSite returns a site whose accounts may sign in at a provider.
func providerSite(t *testing.T, p *oidctest.Provider, change ...any) *site {
	t.Helper()
	client, err := oidc.New(oidc.Options{
		Issuer: p.Issuer(), ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret, RedirectURL: callback, Name: "Test",
	})
	must(t, err)
	return newSite(t, append(change,
		func(d *auth.Deps) { d.Provider = client },
		func(d *httpapi.Deps) { d.Config.ProviderName = "Test" })...)
}

// journey is one sign-in at the provider and the way back.
type journey struct {
	as      string         // session of the browser
	start   map[string]any // purpose sign_in if nil
	person  int            // of oidctest.People
	binding string         // of the browser that returns; that of the start if ""
	state   *string        // sent back; the provider's if nil
	code    string         // the provider's if ""
}

// travel starts at the server, signs in at the provider, and returns the provider's response and
// the browser's cookie.
func (s *site) travel(t *testing.T, p *oidctest.Provider, j journey) (back *url.URL, binding string) {
	t.Helper()
	if j.start == nil {
		j.start = map[string]any{"purpose": "sign_in"}
	}
	var redirect struct{ URL string }
	w := s.do(t, request{method: "POST", path: "/api/oidc/start", as: j.as, body: j.start})
	if w.Code != http.StatusOK {
		t.Fatalf("start: status %d: %s", w.Code, w.Body)
	}
	mustDecode(t, w, &redirect)
	for _, c := range w.Result().Cookies() {
		if c.Name == "cohortium-oidc" {
			binding = c.Value
			if !c.HttpOnly || c.Path != "/" || c.MaxAge != 600 || c.SameSite != http.SameSiteLaxMode {
				t.Errorf("cookie %+v", c)
			}
		}
	}
	query, err := url.Parse(redirect.URL)
	must(t, err)
	for name, want := range map[string]string{"code_challenge_method": "S256", "response_type": "code", "redirect_uri": callback} {
		if got := query.Query().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	person := p.People()[j.person]
	back, err = p.SignIn(t.Context(), redirect.URL, person.UserName, person.Password)
	must(t, err)
	return back, binding
}

// arrive sends the provider's response to the server.
func (s *site) arrive(t *testing.T, j journey, back *url.URL, binding string) *httptest.ResponseRecorder {
	t.Helper()
	body := map[string]any{"code": back.Query().Get("code"), "state": back.Query().Get("state")}
	if j.state != nil {
		body["state"] = *j.state
	}
	if j.code != "" {
		body["code"] = j.code
	}
	if j.binding != "" {
		binding = j.binding
	}
	cookies := "cohortium-oidc=" + binding
	if j.as != "" {
		cookies += "; cohortium=" + s.tokens[j.as]
	}
	return s.do(t, request{method: "POST", path: "/api/google-login", body: body, header: map[string]string{"Cookie": cookies}})
}

func (s *site) there(t *testing.T, p *oidctest.Provider, j journey) *httptest.ResponseRecorder {
	t.Helper()
	back, binding := s.travel(t, p, j)
	return s.arrive(t, j, back, binding)
}

// link links the account to a person at the provider.
func (s *site) link(t *testing.T, p *oidctest.Provider, as string, person int) {
	t.Helper()
	w := s.there(t, p, journey{as: as, person: person, start: map[string]any{"purpose": "link"}})
	if w.Code != http.StatusOK {
		t.Fatalf("linking %s: status %d: %s", as, w.Code, w.Body)
	}
}

func TestSEC24ProviderSignIn(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	s := providerSite(t, p)
	s.link(t, p, "uploader", 0)
	w := s.there(t, p, journey{})
	var answer struct {
		Purpose string
		User    struct {
			UserName string `json:"user_name"`
		}
	}
	mustDecode(t, w, &answer)
	if w.Code != 200 || cookie(w) == "" || answer.User.UserName != "uploader" || answer.Purpose != "sign_in" {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	s.tokens["arrived"] = cookie(w)
	s.want(t, 200, s.whoami("arrived"), nil)

	t.Run("a browser that did not begin", func(t *testing.T) {
		// An attacker's own code and state, in the browser of a victim.
		back, _ := s.travel(t, p, journey{})
		s.refused(t, 400, s.arrive(t, journey{}, back, ""))
		_, other := s.travel(t, p, journey{})
		s.refused(t, 400, s.arrive(t, journey{}, back, other))
	})
	t.Run("a second time", func(t *testing.T) {
		back, binding := s.travel(t, p, journey{})
		if w := s.arrive(t, journey{}, back, binding); w.Code != 200 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		s.refused(t, 400, s.arrive(t, journey{}, back, binding))
	})
	t.Run("a state that is wrong or an address", func(t *testing.T) {
		for _, state := range []string{"x", "https://evil.example/", "/hermes"} {
			s.refused(t, 400, s.there(t, p, journey{state: &state}))
		}
	})
	codeAlone := func(back *url.URL, binding string) *httptest.ResponseRecorder {
		return s.do(t, request{method: "POST", path: "/api/google-login", body: map[string]any{"code": back.Query().Get("code")},
			header: map[string]string{"Cookie": "cohortium-oidc=" + binding}})
	}
	t.Run("the code alone, in the browser that began", func(t *testing.T) {
		back, binding := s.travel(t, p, journey{})
		if w := codeAlone(back, binding); w.Code != 200 || cookie(w) == "" {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		s.refused(t, 400, codeAlone(back, binding))
	})
	t.Run("an attacker's code alone, in the browser of a victim", func(t *testing.T) {
		back, _ := s.travel(t, p, journey{})
		_, victim := s.travel(t, p, journey{})
		s.refused(t, 401, codeAlone(back, victim))
		s.refused(t, 400, codeAlone(back, ""))
	})
	t.Run("a wrong code", func(t *testing.T) {
		s.refused(t, 401, s.there(t, p, journey{code: "made-up"}))
	})
	t.Run("an account that was disabled", func(t *testing.T) {
		must(t, s.auth.SetActive(t.Context(), "uploader", false))
		s.refused(t, 401, s.there(t, p, journey{}))
		must(t, s.auth.SetActive(t.Context(), "uploader", true))
	})
}

// refused requires a status and no session.
func (s *site) refused(t *testing.T, status int, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code != status || cookie(w) != "" {
		t.Errorf("status %d, want %d, session %q: %s", w.Code, status, cookie(w), w.Body)
	}
}

// An equal mail address at a provider does not identify an account.
func TestSEC26AddressesLinkNothing(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	s := providerSite(t, p)
	person := p.People()[0]
	u, err := s.auth.CreateUser(t.Context(), auth.NewUser{UserName: person.Email, Email: person.Email, Password: password, Roles: []string{"admin"}})
	must(t, err)
	elsewhere := &auth.AccountIdentity{
		ID: s.newID(), UserID: u.ID, Issuer: "https://first.example", Subject: person.Subject, Email: person.Email, LinkedAt: s.now(),
	}
	must(t, s.store.Accounts().InTx(t.Context(), func(tx auth.Tx) error { return tx.LinkIdentity(t.Context(), elsewhere) }))
	before := s.snapshot(t)["users"]
	var found problem
	w := s.there(t, p, journey{})
	s.refused(t, 401, w)
	mustDecode(t, w, &found)
	if found.Code != "unknown_account" || strings.Contains(found.Detail, u.ID) {
		t.Errorf("%+v", found)
	}
	if s.snapshot(t)["users"] != before {
		t.Error("an account was made or changed")
	}
	// One person is one account: a second account cannot have the same identity.
	s.link(t, p, "uploader", 0)
	if w := s.there(t, p, journey{as: "analyst", start: map[string]any{"purpose": "link"}}); w.Code != http.StatusConflict {
		t.Errorf("a second link: status %d: %s", w.Code, w.Body)
	}
	// Linking requires a signed-in account.
	s.want(t, 401, request{method: "POST", path: "/api/oidc/start", body: map[string]any{"purpose": "link"}}, nil)
}

func TestSEC26UnknownAccountsMayAskForAccess(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	s := providerSite(t, p, func(d *auth.Deps) { d.Settings.Registration = true }, func(d *httpapi.Deps) { d.Config.Registration = true })
	var found problem
	w := s.there(t, p, journey{})
	s.refused(t, 401, w)
	mustDecode(t, w, &found)
	if found.Code != "access_requested" {
		t.Fatalf("%+v", found)
	}
	var list struct {
		Items []struct {
			Email    string
			Verified bool
		}
	}
	s.want(t, 200, request{method: "GET", path: "/api/areas/all/access-requests", as: "admin"}, &list)
	if len(list.Items) != 1 || list.Items[0].Email != p.People()[0].Email || !list.Items[0].Verified {
		t.Errorf("%+v", list)
	}
}

func TestSEC26InvitationsAreAcceptedAtTheProvider(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	s := providerSite(t, p)
	results, err := s.auth.Invite(
		t.Context(),
		s.identity(t, "admin"),
		auth.AreaHermes,
		[]auth.NewInvitation{{UserName: "guest@example.org", UserType: "uploader"}},
		false,
	)
	must(t, err)
	_, token, _ := strings.Cut(results[0].Link.URL, "#invitation=")
	s.secret(token)
	j := journey{person: 1, start: map[string]any{"purpose": "accept", "token": token}}
	w := s.there(t, p, j)
	if w.Code != 200 || cookie(w) == "" {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	s.tokens["guest"] = cookie(w)
	var who struct {
		UserName   string `json:"user_name"`
		IsInternal bool   `json:"is_internal"`
	}
	s.want(t, 200, s.whoami("guest"), &who)
	if who.UserName != "guest@example.org" || who.IsInternal {
		t.Errorf("%+v", who)
	}
	s.want(t, 404, request{method: "POST", path: "/api/oidc/start", body: j.start}, nil) // used up
	if w := s.there(t, p, journey{person: 1}); w.Code != 200 {
		t.Errorf("the second sign-in: status %d: %s", w.Code, w.Body)
	}
	// It is the only way to sign in, so it cannot be removed.
	var profile struct {
		HasPassword bool `json:"has_password"`
		Identities  []struct{ ID, Issuer string }
	}
	s.want(t, 200, request{method: "GET", path: "/api/profile", as: "guest"}, &profile)
	if profile.HasPassword || len(profile.Identities) != 1 || profile.Identities[0].Issuer != p.Issuer() {
		t.Fatalf("%+v", profile)
	}
	if w := s.do(t, request{method: "DELETE", path: "/api/profile/identities/" + profile.Identities[0].ID, as: "guest"}); w.Code < 400 {
		t.Errorf("the only way in was removed: status %d", w.Code)
	}
}

func TestProviderThatIsNotThere(t *testing.T) {
	t.Parallel()
	start := request{method: "POST", path: "/api/oidc/start", body: map[string]any{"purpose": "sign_in"}}
	newSite(t).want(t, 404, start, nil)
	p, err := oidctest.Start(oidctest.Options{RedirectURLs: []string{callback}})
	must(t, err)
	must(t, p.Stop())
	var found problem
	providerSite(t, p).want(t, 503, start, &found)
	if strings.Contains(found.Detail, "127.0.0.1") || found.Detail == "" {
		t.Errorf("%+v", found)
	}
}

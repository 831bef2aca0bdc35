package httpapi_test

import (
	"testing"

	"cohortium/internal/platform/auth"
)

// sessionOf returns the id of a session of an account that nothing else uses.
func (s *site) sessionOf(t *testing.T, owner string) string {
	t.Helper()
	id, err := s.auth.Authenticate(t.Context(), s.freshSession(owner))
	must(t, err)
	return id.Session.ID
}

func (s *site) tokenOf(t *testing.T, owner string) string {
	t.Helper()
	id := s.identity(t, owner)
	_, token, err := s.auth.CreateToken(t.Context(), id, auth.NewToken{Name: "cell", Scopes: []auth.Scope{auth.ScopeRead}, Days: 1, Current: password})
	must(t, err)
	return token.ID
}

func (s *site) identityOf(t *testing.T, owner string) string {
	t.Helper()
	linked := &auth.AccountIdentity{
		ID: s.newID(), UserID: s.users[owner].ID, Issuer: "https://issuer.example", Subject: s.newID(), LinkedAt: s.now(),
	}
	must(t, s.store.Accounts().InTx(t.Context(), func(tx auth.Tx) error { return tx.LinkIdentity(t.Context(), linked) }))
	return linked.ID
}

// accountOf creates an account of an area that nothing else uses.
func (s *site) accountOf(t *testing.T, area string) string {
	t.Helper()
	role := map[string]string{"hermes": "uploader", "sgc": "sgc-uploader", "datasets": "contributor", "all": "curator"}[area]
	u, err := s.auth.CreateUser(
		t.Context(),
		auth.NewUser{UserName: s.newID() + "@example.org", Email: s.newID() + "@example.org", Password: password, Roles: []string{role}},
	)
	must(t, err)
	return u.ID
}

func (s *site) accessRequestOf(t *testing.T, area string) string {
	t.Helper()
	asked := map[string]auth.Area{"hermes": auth.AreaHermes, "sgc": auth.AreaSGC, "datasets": auth.AreaDatasets, "all": auth.AreaDatasets}[area]
	mail := s.newID() + "@example.org"
	must(t, s.auth.RequestAccess(t.Context(), auth.AccessRequest{Email: mail, Area: asked, Address: mail}))
	requests, err := s.auth.AccessRequests(t.Context(), s.identity(t, "admin"), asked)
	must(t, err)
	for _, r := range requests {
		if r.Email == mail {
			return r.ID
		}
	}
	t.Fatalf("the request of %s is gone", mail)
	return ""
}

// identity returns an account with a new session.
func (s *site) identity(t *testing.T, name string) *auth.Identity {
	t.Helper()
	id, err := s.auth.Authenticate(t.Context(), s.freshSession(name))
	must(t, err)
	return id
}

// apiToken creates an API token and returns its text.
func (s *site) apiToken(t *testing.T, name string, scopes ...auth.Scope) string {
	t.Helper()
	text, _, err := s.auth.CreateToken(t.Context(), s.identity(t, name), auth.NewToken{Name: "test", Scopes: scopes, Days: 90, Current: password})
	must(t, err)
	s.secret(text)
	return text
}

// groupToken signs in to the user service, group sgc.
func (s *site) groupToken(t *testing.T, name string) string {
	t.Helper()
	token, _, err := s.auth.GroupSignIn(t.Context(), auth.SignIn{UserName: name, Password: password, Address: "fresh"}, "sgc")
	must(t, err)
	s.secret(token)
	return token
}

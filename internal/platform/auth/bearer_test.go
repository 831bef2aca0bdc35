package auth_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// groupToken signs in to a group of the user service.
func (o *office) groupToken(t *testing.T, name, group string) (string, *auth.Identity) {
	t.Helper()
	token, id, err := o.GroupSignIn(t.Context(), auth.SignIn{UserName: name, Password: password, Address: "192.0.2.1"}, group)
	must(t, err)
	o.skipAudit(t)
	return token, id
}

// apiToken makes an API token of an account.
func (o *office) apiToken(t *testing.T, name string, scopes ...auth.Scope) (string, *auth.APIToken) {
	t.Helper()
	text, token, err := o.CreateTokenFor(t.Context(), name, auth.NewToken{Name: "script", Scopes: scopes})
	must(t, err)
	o.skipAudit(t)
	return text, token
}

// SEC-11, before HTTP: a text that is not a token of this server has no account.
func TestBrokenBearerTokens(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "boss", "admin")
	o.account(t, "gone", "sgc-reviewer")
	cookie, _ := o.session(t, "boss")
	api, token := o.apiToken(t, "boss", auth.ScopeRead)
	group, id := o.groupToken(t, "boss", "sgc")
	out, _ := o.groupToken(t, "boss", "sgc")
	must(t, o.SignOutBearer(t.Context(), out))
	disabledAPI, _ := o.apiToken(t, "gone", auth.ScopeRead)
	disabled, _ := o.groupToken(t, "gone", "sgc")
	must(t, o.SetActive(t.Context(), "gone", false))
	revoked, r := o.apiToken(t, "boss", auth.ScopeRead)
	must(t, o.RevokeTokenByID(t.Context(), r.ID))
	expired, _, err := o.CreateTokenFor(t.Context(), "boss", auth.NewToken{Name: "short", Scopes: []auth.Scope{auth.ScopeRead}, Days: 1})
	must(t, err)
	o.pass(24 * time.Hour) // the group token has ended as well
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"boss","roles":["admin"]}`))
	for name, text := range map[string]string{
		"empty": "", "a space": " ", "a dot": ".", "three dots": "...", "the prefix": "coh_", "another prefix": "ghp_" + api[4:],
		"unknown": strings.Repeat("A", 43), "unknown API token": "coh_" + strings.Repeat("A", 43),
		"cut short": api[:len(api)-1], "too long": api + "A", "very long": "coh_" + strings.Repeat("x", 1<<20),
		"its prefix": token.Prefix, "its hash": token.Hash, "prefix and hash": "coh_" + token.Hash, "its id": token.ID,
		"without its prefix": api[4:], "in capitals": strings.ToUpper(api), "spaced": " " + api, "with a line": api + "\n",
		"a NUL": api + "\x00", "no text": "\xff\xfe", "a cookie's token": cookie, "a cookie as API token": "coh_" + cookie,
		"a session's hash": id.Session.TokenHash, "a session's id": id.Session.ID, "a user name": "boss", "a password": password,
		"signed by nobody": "eyJhbGciOiJub25lIn0." + claims + ".", "an injection": "coh_' OR '1'='1", "padded": api + "=",
		"signed out": out, "ended": group, "disabled": disabled, "API token of a disabled account": disabledAPI,
		"revoked": revoked, "expired": expired,
	} {
		if id, err := o.Bearer(t.Context(), text, "192.0.2.1"); id != nil || !errs.Is(err, errs.Unauthenticated) {
			t.Errorf("%s: %v, %v", name, id, err)
		}
		if _, err := o.VerifyGroup(t.Context(), text, "sgc"); !errs.Is(err, errs.Unauthenticated) {
			t.Errorf("%s, verified: %v", name, err)
		}
		if _, err := o.Provision(t.Context(), text, auth.NewUser{UserName: "x", Password: password}); !errs.Is(err, errs.Unauthenticated) {
			t.Errorf("%s, provisioning: %v", name, err)
		}
		if name == "a cookie's token" {
			continue
		}
		if _, err := o.Authenticate(t.Context(), text); !errs.Is(err, errs.Unauthenticated) {
			t.Errorf("%s, in a cookie: %v", name, err)
		}
	}
}

func TestGroupTokensServeTheirAreaOnly(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	u, err := o.CreateUser(t.Context(), auth.NewUser{
		UserName: "both", Password: password, Roles: []string{"reviewer", "sgc-uploader"}, Groups: []string{"hermes", "sgc", "peg"},
	})
	must(t, err)
	o.account(t, "boss", "admin")
	for _, c := range []struct {
		name, user, group string
		areas             []auth.Area
	}{
		{"sgc", "both", "sgc", []auth.Area{auth.AreaSGC}},
		{"hermes", "both", "hermes", nil},
		{"a group of other programs", "both", "peg", nil},
		{"an admin", "boss", "sgc", []auth.Area{auth.AreaSGC}},
	} {
		token, id := o.groupToken(t, c.user, c.group)
		if diff := cmp.Diff(c.areas, id.Areas(), equalEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if id.IsAdmin() || id.Manages(auth.AreaHermes) || id.Can(auth.AreaHermes, auth.ViewAllUploads) {
			t.Errorf("%s: rights beyond the group", c.name)
		}
		_, err := o.VerifyGroup(t.Context(), token, c.group)
		must(t, err)
		_, err = o.VerifyGroup(t.Context(), token, "calr")
		wantCode(t, c.name, err, errs.Forbidden, "wrong_group")
		_, _, err = o.CreateToken(t.Context(), id, auth.NewToken{Name: "more", Scopes: auth.Scopes()})
		wantCode(t, c.name+", a token for every area", err, errs.Forbidden, "session_needed")
	}
	token, _ := o.groupToken(t, "both", "peg")
	u.Groups = []string{"hermes"}
	must(t, o.store.InTx(t.Context(), func(tx auth.Tx) error { return tx.UpdateUser(t.Context(), u) }))
	_, err = o.VerifyGroup(t.Context(), token, "peg")
	wantCode(t, "left the group", err, errs.Forbidden, "wrong_group")
	_, err = o.Bearer(t.Context(), token, "")
	wantCode(t, "left the group", err, errs.Forbidden, "wrong_group")
}

func equalEmpty() cmp.Option {
	return cmp.Transformer("areas", func(a []auth.Area) string { return fmt.Sprint(a) })
}

func TestSigningInToAForeignGroup(t *testing.T) {
	t.Parallel()
	o := setup(t)
	for group, want := range map[string]errs.Kind{"sgc": errs.Forbidden, "peg": errs.Forbidden, "": errs.Rule} {
		_, _, err := o.GroupSignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password}, group)
		if !errs.Is(err, want) {
			t.Errorf("%q: %v", group, err)
		}
	}
	_, _, err := o.GroupSignIn(t.Context(), auth.SignIn{UserName: "jane", Password: "guess"}, "sgc")
	wantCode(t, "who may not know", err, errs.Unauthenticated, "wrong_credentials")
	o.wantEvents(t, "sign-in-failed  refused", "sign-in-failed  refused", "sign-in-failed  refused")
}

func TestListeningKeepsNoGroupTokenAlive(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "cohort", "sgc-uploader")
	token, _ := o.groupToken(t, "cohort", "sgc")
	o.pass(40 * time.Minute)
	_, err := o.CheckBearer(t.Context(), token, "")
	must(t, err)
	o.pass(20 * time.Minute)
	_, err = o.CheckBearer(t.Context(), token, "")
	wantCode(t, "after an hour of listening", err, errs.Unauthenticated, "session_ended")
}

// registry is an external user service, as auth sees it.
type registry struct {
	users   map[string]auth.DirectoryUser // by token
	failing error
	made    []auth.NewUser
}

func (r *registry) Verify(_ context.Context, token, group string) (*auth.DirectoryUser, error) {
	if r.failing != nil {
		return nil, r.failing
	}
	u, ok := r.users[token]
	if !ok || group != "sgc" {
		return nil, errs.New(errs.Unauthenticated, "token_unknown", "no")
	}
	return &u, nil
}

func (r *registry) CreateUser(_ context.Context, u auth.NewUser) error {
	r.made = append(r.made, u)
	return r.failing
}

func (r *registry) Users(context.Context) ([]auth.DirectoryUser, error) {
	return []auth.DirectoryUser{{ID: "7", UserName: "far@example.org"}}, r.failing
}

func TestAnExternalUserServiceRulesItsArea(t *testing.T) {
	t.Parallel()
	away := &registry{users: map[string]auth.DirectoryUser{
		"reviewer": {ID: "7", UserName: "far@example.org", IsActive: true, Roles: []string{"sgc-reviewer", "reviewer"}},
		"admin":    {ID: "8", UserName: "root@example.org", IsActive: true, Roles: []string{"admin"}},
		"inactive": {ID: "9", UserName: "past@example.org", Roles: []string{"sgc-reviewer"}},
	}}
	o := newOffice(t, func(d *auth.Deps) { d.Directory = away })
	o.account(t, "boss", "admin")
	_, boss := o.session(t, "boss")
	if boss.In(auth.AreaSGC) || !boss.IsAdmin() || !boss.In(auth.AreaHermes) {
		t.Error("a browser's session opens every area but sgc")
	}
	for _, token := range []string{"reviewer", "admin"} {
		id, err := o.Bearer(t.Context(), token, "")
		must(t, err)
		if !id.External || !id.Manages(auth.AreaSGC) || id.In(auth.AreaHermes) || id.IsAdmin() || id.User.ID == "7" {
			t.Errorf("%s: areas %v, id %q", token, id.Areas(), id.User.ID)
		}
		_, err = o.Sessions(t.Context(), id)
		wantCode(t, "sessions here", err, errs.Forbidden, "session_needed")
		wantCode(t, "own account", auth.Rule{Access: auth.Account}.Admit(id), errs.Forbidden, "session_needed")
	}
	for _, token := range []string{"inactive", "unknown"} {
		_, err := o.Bearer(t.Context(), token, "")
		wantCode(t, token, err, errs.Unauthenticated, "token_unknown")
	}
	group, _ := o.groupToken(t, "boss", "sgc") // issued here, where it is not used
	_, err := o.Bearer(t.Context(), group, "")
	wantCode(t, "a token made here", err, errs.Unauthenticated, "token_unknown")

	away.failing = errs.New(errs.Unavailable, "user_service", "The user service does not answer.")
	_, err = o.Bearer(t.Context(), "reviewer", "")
	wantCode(t, "no answer", err, errs.Unavailable, "user_service")
}

func TestAccountsOfAnExternalUserService(t *testing.T) {
	t.Parallel()
	away := &registry{users: map[string]auth.DirectoryUser{
		"reviewer": {ID: "7", UserName: "far@example.org", IsActive: true, Roles: []string{"sgc-reviewer"}},
		"uploader": {ID: "8", UserName: "low@example.org", IsActive: true, Roles: []string{"sgc-uploader"}},
	}}
	o := newOffice(t, func(d *auth.Deps) { d.Directory = away })
	by, err := o.Bearer(t.Context(), "reviewer", "")
	must(t, err)
	low, err := o.Bearer(t.Context(), "uploader", "")
	must(t, err)
	in := auth.NewUser{UserName: "new@example.org", Password: password}
	made, err := o.CreateSGCUser(t.Context(), by, in, "uploader")
	must(t, err)
	if made.UserName != in.UserName || len(away.made) != 1 || !cmp.Equal(away.made[0].Roles, []string{"sgc-uploader"}) {
		t.Errorf("made %+v, asked for %+v", made, away.made)
	}
	o.wantEvents(t, "user-created ")
	_, err = o.CreateSGCUser(t.Context(), by, in, "Uploader")
	wantCode(t, "another case", err, errs.Rule, "rule")
	_, err = o.CreateSGCUser(t.Context(), low, in, "uploader")
	wantCode(t, "who manages nothing", err, errs.Forbidden, "forbidden")
	_, err = o.SGCUsers(t.Context(), low)
	wantCode(t, "the list", err, errs.Forbidden, "forbidden")
	list, err := o.SGCUsers(t.Context(), by)
	if err != nil || len(list) != 1 {
		t.Errorf("%v: %v", list, err)
	}
	away.failing = errs.New(errs.Conflict, "user_name_taken", "taken")
	_, err = o.CreateSGCUser(t.Context(), by, in, "uploader")
	wantCode(t, "taken", err, errs.Conflict, "user_name_taken")
	o.wantEvents(t)
}

func TestCookiesAndBearerTokensAreNotExchangeable(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "boss", "admin")
	cookie, _ := o.session(t, "boss")
	group, _ := o.groupToken(t, "boss", "sgc")
	_, err := o.Bearer(t.Context(), cookie, "")
	wantCode(t, "a cookie as a bearer token", err, errs.Unauthenticated, "token_unknown")
	_, err = o.VerifyGroup(t.Context(), cookie, "")
	wantCode(t, "a cookie at the user service", err, errs.Unauthenticated, "token_unknown")
	_, err = o.Authenticate(t.Context(), group)
	wantCode(t, "a bearer token as a cookie", err, errs.Unauthenticated, "session_ended")
	must(t, o.SignOut(t.Context(), group))
	_, err = o.Bearer(t.Context(), group, "")
	must(t, err)
}

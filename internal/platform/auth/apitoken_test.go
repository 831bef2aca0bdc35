package auth_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func TestAPITokens(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	text, token, err := o.CreateToken(
		t.Context(),
		id,
		auth.NewToken{Name: " upload script ", Scopes: []auth.Scope{auth.ScopeUpload, auth.ScopeRead, auth.ScopeRead}},
	)
	must(t, err)
	o.wantEvents(t, "token-created "+token.ID)
	want := &auth.APIToken{
		ID: token.ID, UserID: id.User.ID, Name: "upload script", Hash: token.Hash, Prefix: text[:8],
		Scopes: []auth.Scope{auth.ScopeRead, auth.ScopeUpload}, CreatedAt: o.now(), ExpiresAt: o.now().AddDate(0, 0, 90),
	}
	if diff := cmp.Diff(want, token); diff != "" {
		t.Errorf("token (-want +got):\n%s", diff)
	}
	if !strings.HasPrefix(text, "coh_") || len(text) != 4+43 || strings.Contains(token.Hash, text[4:]) {
		t.Errorf("text %q, hash %q", text, token.Hash)
	}
	list, err := o.Tokens(t.Context(), id)
	must(t, err)
	if diff := cmp.Diff([]auth.APIToken{*want}, list); diff != "" {
		t.Errorf("list (-want +got):\n%s", diff)
	}
	if _, err := o.Authenticate(t.Context(), text); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("an API token in a cookie: %v", err)
	}
	o.account(t, "joe", "uploader")
	_, joe := o.session(t, "joe")
	wantCode(t, "another's", o.RevokeToken(t.Context(), joe, token.ID), errs.NotFound, "not_found")
	_, err = o.Bearer(t.Context(), text, "")
	must(t, err)
	must(t, o.RevokeToken(t.Context(), id, token.ID))
	o.wantEvents(t, "token-revoked "+token.ID)
	_, err = o.Bearer(t.Context(), text, "")
	wantCode(t, "revoked", err, errs.Unauthenticated, "token_unknown")
}

func TestAPITokensAreNarrow(t *testing.T) {
	t.Parallel()
	o := setup(t)
	text, _ := o.apiToken(t, "jane", auth.ScopeRead)
	id, err := o.Bearer(t.Context(), text, "192.0.2.9")
	must(t, err)
	read := auth.Rule{Access: auth.Member, Area: auth.AreaHermes, Scope: auth.ScopeRead}
	upload := auth.Rule{Access: auth.Holder, Area: auth.AreaHermes, Permission: auth.UploadData, Scope: auth.ScopeUpload}
	review := auth.Rule{Access: auth.Holder, Area: auth.AreaHermes, Permission: auth.ApproveUpload, Scope: auth.ScopeRead}
	must(t, read.Admit(id))
	wantCode(t, "without the scope", upload.Admit(id), errs.Forbidden, "wrong_scope")
	wantCode(t, "beyond the role", review.Admit(id), errs.Forbidden, "forbidden")
	wantCode(t, "the own account", auth.Rule{Access: auth.Account}.Admit(id), errs.Forbidden, "session_needed")
	_, _, err = o.ChangePassword(t.Context(), id, newPassword, password)
	wantCode(t, "a new password", err, errs.Forbidden, "session_needed")
	_, _, err = o.CreateToken(t.Context(), id, auth.NewToken{Name: "another", Scopes: auth.Scopes(), Current: password})
	wantCode(t, "another token", err, errs.Forbidden, "session_needed")
	_, err = o.BeginSecondFactor(t.Context(), id, password)
	wantCode(t, "a second factor", err, errs.Forbidden, "session_needed")

	must(t, o.SetRoles(t.Context(), "jane", []string{"sgc-uploader"})) // SEC-5
	id, err = o.Bearer(t.Context(), text, "192.0.2.9")
	must(t, err)
	wantCode(t, "after the change of role", read.Admit(id), errs.Forbidden, "forbidden")
}

func TestAPITokensExpireAndSaySo(t *testing.T) {
	t.Parallel()
	o := setup(t)
	text, token := o.apiToken(t, "jane", auth.ScopeRead)
	o.pass(90*24*time.Hour - time.Second)
	_, err := o.Bearer(t.Context(), text, "")
	must(t, err)
	o.pass(time.Second)
	_, err = o.Bearer(t.Context(), text, "")
	wantCode(t, "expired", err, errs.Unauthenticated, "token_expired")
	if !strings.Contains(err.Error(), "expired on 2026-04-01; make a new one on your profile page") {
		t.Errorf("%v", err)
	}
	o.pass(89 * 24 * time.Hour)
	must(t, o.Sweep(t.Context()))
	_, err = o.Bearer(t.Context(), text, "")
	wantCode(t, "still known", err, errs.Unauthenticated, "token_expired")
	o.pass(2 * 24 * time.Hour)
	must(t, o.Sweep(t.Context()))
	if _, err := o.store.APIToken(t.Context(), token.ID); !errs.Is(err, errs.NotFound) {
		t.Errorf("forgotten: %v", err)
	}
}

func TestLastUseIsWrittenOnceAMinute(t *testing.T) {
	t.Parallel()
	o := setup(t)
	text, token := o.apiToken(t, "jane", auth.ScopeRead)
	start := o.now()
	for _, c := range []struct {
		pass time.Duration
		from string
		want time.Duration
		last string
	}{
		{0, "192.0.2.1", 0, "192.0.2.1"},
		{59 * time.Second, "192.0.2.2", 0, "192.0.2.1"},
		{time.Second, "192.0.2.3", time.Minute, "192.0.2.3"},
	} {
		o.pass(c.pass)
		_, err := o.Bearer(t.Context(), text, c.from)
		must(t, err)
		got, err := o.store.APIToken(t.Context(), token.ID)
		must(t, err)
		if got.LastUsedAt == nil || !got.LastUsedAt.Equal(start.Add(c.want)) || got.LastUsedFrom != c.last {
			t.Errorf("after use from %s: last used %v from %s", c.from, got.LastUsedAt, got.LastUsedFrom)
		}
	}
}

func TestBadTokensAreNotMade(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	read := []auth.Scope{auth.ScopeRead}
	for name, in := range map[string]auth.NewToken{
		"no name":        {Scopes: read},
		"two lines":      {Name: "a\nb", Scopes: read},
		"a long name":    {Name: strings.Repeat("x", 101), Scopes: read},
		"no scope":       {Name: "x"},
		"unknown scope":  {Name: "x", Scopes: []auth.Scope{"read", "Admin"}},
		"too long":       {Name: "x", Scopes: read, Days: 367},
		"negative":       {Name: "x", Scopes: read, Days: -1},
		"wrong password": {Name: "x", Scopes: read, Current: "guess"},
	} {
		if text, _, err := o.CreateToken(t.Context(), id, in); text != "" || !errs.Is(err, errs.Rule) {
			t.Errorf("%s: %v", name, err)
		}
	}
	o.pass(time.Hour)
	_, _, err := o.CreateToken(t.Context(), id, auth.NewToken{Name: "x", Scopes: read})
	wantCode(t, "an hour after signing in", err, errs.Rule, "current_password_needed")
	_, token, err := o.CreateToken(t.Context(), id, auth.NewToken{Name: "x", Scopes: read, Current: password, ProvisionRole: "admin", Days: 7})
	must(t, err)
	if token.ProvisionRole != "" || !token.ExpiresAt.Equal(o.now().AddDate(0, 0, 7)) {
		t.Errorf("token %+v", token)
	}
}

// provisioning makes a provisioning token of a coordinator.
func (o *office) provisioning(t *testing.T, role string) string {
	t.Helper()
	text, token, err := o.CreateTokenFor(t.Context(), "coordinator", auth.NewToken{Name: "cohort portal", ProvisionRole: role, Scopes: auth.Scopes()})
	must(t, err)
	if len(token.Scopes) != 0 {
		t.Errorf("a provisioning token has scopes: %v", token.Scopes)
	}
	o.skipAudit(t)
	return text
}

func TestProvisioning(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "coordinator", "sgc-reviewer")
	o.account(t, "analyst", "analyst")
	text := o.provisioning(t, "sgc-uploader")

	u, err := o.Provision(
		t.Context(),
		text,
		auth.NewUser{UserName: "cohort@example.org", Password: password, Roles: []string{"admin"}, Groups: []string{"hermes"}},
	)
	must(t, err)
	o.wantEvents(t, "user-created "+u.ID)
	if !cmp.Equal(u.Roles, []string{"sgc-uploader"}) || !cmp.Equal(u.Groups, []string{"sgc"}) || !u.MustChangePassword {
		t.Errorf("made %+v", u)
	}
	_, err = o.Provision(t.Context(), text, auth.NewUser{UserName: "COHORT@example.org", Password: password})
	wantCode(t, "again", err, errs.Conflict, "user_name_taken")

	must(t, o.ProvisionMember(t.Context(), text, "analyst"))
	analyst := o.user(t, "analyst")
	o.wantEvents(t, "roles-changed "+analyst.ID)
	if !cmp.Equal(analyst.Roles, []string{"analyst", "sgc-uploader"}) || !cmp.Equal(analyst.Groups, []string{"hermes", "sgc"}) {
		t.Errorf("member %+v", analyst)
	}
	must(t, o.ProvisionMember(t.Context(), text, "analyst"))
	o.wantEvents(t)
	wantCode(t, "nobody", o.ProvisionMember(t.Context(), text, "nobody"), errs.NotFound, "not_found")
	users, err := o.ProvisionedUsers(t.Context(), text)
	must(t, err)
	if len(users) != 2 || users[0].UserName != "analyst" || users[1].UserName != "cohort@example.org" {
		t.Errorf("users %v", users)
	}
	id, err := o.Bearer(t.Context(), text, "")
	must(t, err)
	for _, rule := range []auth.Rule{{Access: auth.SignedIn, Scope: auth.ScopeRead}, {Access: auth.Manager, Area: auth.AreaSGC, Scope: auth.ScopeAdmin}} {
		wantCode(t, "beyond provisioning", rule.Admit(id), errs.Forbidden, "wrong_scope")
	}
}

func TestProvisioningNeedsItsTokenAndItsOwner(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.account(t, "coordinator", "sgc-reviewer")
	o.account(t, "cohort", "sgc-uploader")
	in := auth.NewUser{UserName: "new", Password: password}
	for role, want := range map[string]errs.Kind{"reviewer": errs.Forbidden, "admin": errs.Rule, "SGC-uploader": errs.Rule, "curator": errs.Rule} {
		if _, _, err := o.CreateTokenFor(t.Context(), "coordinator", auth.NewToken{Name: "x", ProvisionRole: role}); !errs.Is(err, want) {
			t.Errorf("a token for %s: %v", role, err)
		}
	}
	_, _, err := o.CreateTokenFor(t.Context(), "cohort", auth.NewToken{Name: "x", ProvisionRole: "sgc-uploader"})
	wantCode(t, "who manages nothing", err, errs.Forbidden, "may_not_grant")
	plain, _ := o.apiToken(t, "coordinator", auth.Scopes()...)
	_, err = o.Provision(t.Context(), plain, in)
	wantCode(t, "an API token with every scope", err, errs.Forbidden, "no_provisioning_token")

	text := o.provisioning(t, "sgc-reviewer")
	must(t, o.SetRoles(t.Context(), "coordinator", []string{"sgc-uploader"}))
	_, err = o.Provision(t.Context(), text, in)
	wantCode(t, "an owner who was demoted", err, errs.Forbidden, "may_not_grant")
	must(t, o.SetActive(t.Context(), "coordinator", false))
	wantCode(t, "a disabled owner", o.ProvisionMember(t.Context(), text, "cohort"), errs.Unauthenticated, "token_unknown")
}

func TestSGCUsersHere(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "coordinator", "sgc-reviewer")
	o.account(t, "analyst", "analyst")
	made, err := o.CreateSGCUser(t.Context(), by, auth.NewUser{UserName: "cohort@example.org", Password: password}, "uploader")
	must(t, err)
	if !cmp.Equal(made.Roles, []string{"sgc-uploader"}) || !cmp.Equal(made.Permissions, []string{"sgc-upload-data"}) {
		t.Errorf("made %+v", made)
	}
	list, err := o.SGCUsers(t.Context(), by)
	must(t, err)
	if len(list) != 2 || list[0].UserName != "cohort@example.org" || list[1].UserName != "coordinator" {
		t.Errorf("list %+v", list)
	}
	_, err = o.SGCUsers(t.Context(), o.person(t, "reviewer", "reviewer"))
	wantCode(t, "a reviewer of hermes", err, errs.Forbidden, "forbidden")
}

package auth_test

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// idp vouches for the person of a code, and records its requests. Package oidc tests the checks of
// a real provider.
type idp struct {
	mu     sync.Mutex
	people map[string]auth.Claims // by code
	begun  []auth.Flow
	asked  []auth.Flow
}

func (p *idp) Name() string { return "Example" }

func (p *idp) Begin(_ context.Context, f auth.Flow) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun = append(p.begun, f)
	return "https://idp.example.org/authorize?" + url.Values{"state": {f.State}, "nonce": {f.Nonce}}.Encode(), nil
}

func (p *idp) Finish(_ context.Context, code string, f auth.Flow) (*auth.Claims, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, f)
	c, ok := p.people[code]
	if !ok {
		return nil, errs.New(errs.Unauthenticated, "provider_refused", "Example did not confirm who you are.")
	}
	return &c, nil
}

const issuer = "https://idp.example.org"

// abroad returns an office with a provider that knows jane.
func abroad(t *testing.T, change ...func(*auth.Deps)) (*office, *idp) {
	t.Helper()
	p := &idp{people: map[string]auth.Claims{
		"jane":       {Issuer: issuer, Subject: "248289761001", Email: "jane@example.org", EmailVerified: true, FirstName: "Jane", LastName: "Doe"},
		"other":      {Issuer: "https://other.example.org", Subject: "248289761001", Email: "jane@example.org", EmailVerified: true},
		"unverified": {Issuer: issuer, Subject: "2", Email: "joe@example.org"},
		"stranger":   {Issuer: issuer, Subject: "3", Email: "new@example.org", EmailVerified: true, FirstName: "New", LastName: "Body"},
		"bad mail":   {Issuer: issuer, Subject: "4", Email: "no address\r\nBcc: x", EmailVerified: true},
	}}
	return newOffice(t, append([]func(*auth.Deps){func(d *auth.Deps) { d.Provider = p }}, change...)...), p
}

// begin returns state and binding of a flow.
func (o *office) begin(t *testing.T, in auth.ProviderStart) (state, binding string) {
	t.Helper()
	address, binding, err := o.BeginProvider(t.Context(), in)
	must(t, err)
	u, err := url.Parse(address)
	must(t, err)
	return u.Query().Get("state"), binding
}

// through runs both halves as the person of a code.
func (o *office) through(t *testing.T, code string, in auth.ProviderStart) (string, *auth.Identity, error) {
	t.Helper()
	state, binding := o.begin(t, in)
	token, id, purpose, err := o.FinishProvider(t.Context(), auth.ProviderFinish{Code: code, State: state, Binding: binding, Identity: in.Identity})
	if err == nil && purpose != in.Purpose {
		t.Errorf("purpose %q, want %q", purpose, in.Purpose)
	}
	return token, id, err
}

var signInFlow = auth.ProviderStart{Purpose: auth.PurposeSignIn}

func TestProviderSecrets(t *testing.T) {
	t.Parallel()
	o, p := abroad(t)
	state, binding := o.begin(t, signInFlow)
	f := p.begun[0]
	seen := map[string]bool{}
	for _, secret := range []string{state, binding, f.Nonce, f.Verifier} {
		if len(secret) < 43 || seen[secret] {
			t.Errorf("secret %q is short or used twice", secret)
		}
		seen[secret] = true
	}
	_, _, _, err := o.FinishProvider(t.Context(), auth.ProviderFinish{Code: "nobody", State: state, Binding: binding})
	wantCode(t, "refused by the provider", err, errs.Unauthenticated, "provider_refused")
	if diff := cmp.Diff(p.begun, p.asked); diff != "" {
		t.Errorf("secrets of the second half (-begun +asked):\n%s", diff)
	}
}

// SEC-24: the second half belongs to the browser that made the first, once, for ten minutes.
// Otherwise the provider is not contacted, and access is denied.
func TestStateIsBoundAndSingleUse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		edit func(in *auth.ProviderFinish, otherState, otherBinding string)
		wait time.Duration
	}{
		{"foreign state", func(in *auth.ProviderFinish, _, _ string) { in.State = strings.Repeat("A", 43) }, 0},
		{"state of another browser", func(in *auth.ProviderFinish, other, _ string) { in.State = other }, 0},
		{"missing binding", func(in *auth.ProviderFinish, _, _ string) { in.Binding = "" }, 0},
		{"binding of another browser", func(in *auth.ProviderFinish, _, other string) { in.Binding = other }, 0},
		{"the state for a binding", func(in *auth.ProviderFinish, _, _ string) { in.Binding = in.State }, 0},
		{"too late", func(*auth.ProviderFinish, string, string) {}, 10 * time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o, p := abroad(t)
			o.accepted(t, "jane@example.org", "jane")
			asked := len(p.asked)
			state, binding := o.begin(t, signInFlow)
			otherState, otherBinding := o.begin(t, signInFlow)
			in := auth.ProviderFinish{Code: "jane", State: state, Binding: binding}
			c.edit(&in, otherState, otherBinding)
			o.pass(c.wait)
			token, _, _, err := o.FinishProvider(t.Context(), in)
			wantCode(t, c.name, err, errs.Invalid, "invalid_state")
			if token != "" || len(p.asked) != asked {
				t.Error("a session, or a question to the provider")
			}
			o.wantEvents(t, "sign-in-failed  refused")
		})
	}
}

// accepted makes an account whose owner accepted with the provider.
func (o *office) accepted(t *testing.T, name, code string) *auth.Identity {
	t.Helper()
	boss := auth.NewIdentity(&auth.User{ID: "boss", UserName: "boss", IsActive: true, Roles: []string{"admin"}}, nil)
	_, link := o.invite(t, boss, auth.AreaHermes, name, "uploader")
	_, id, err := o.through(t, code, auth.ProviderStart{Purpose: auth.PurposeAccept, InvitationToken: link})
	must(t, err)
	o.skipAudit(t)
	return id
}

func TestAFlowIsGoodOnce(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t)
	o.accepted(t, "jane@example.org", "jane")
	state, binding := o.begin(t, signInFlow)
	var opened atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			_, _, _, err := o.FinishProvider(context.Background(), auth.ProviderFinish{Code: "jane", State: state, Binding: binding})
			if err == nil {
				opened.Add(1)
			}
		})
	}
	wg.Wait()
	if opened.Load() != 1 {
		t.Errorf("one flow opened %d sessions", opened.Load())
	}
	state, binding = o.begin(t, signInFlow)
	_, _, _, err := o.FinishProvider(t.Context(), auth.ProviderFinish{Code: "nobody", State: state, Binding: binding})
	wantCode(t, "refused by the provider", err, errs.Unauthenticated, "provider_refused")
	_, _, _, err = o.FinishProvider(t.Context(), auth.ProviderFinish{Code: "jane", State: state, Binding: binding})
	wantCode(t, "another try with the flow", err, errs.Invalid, "invalid_state")
}

func TestAcceptingWithTheProvider(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t)
	boss := o.person(t, "boss", "admin")
	u, link := o.invite(t, boss, auth.AreaHermes, "someone@example.org", "uploader")
	accept := auth.ProviderStart{Purpose: auth.PurposeAccept, InvitationToken: link, Remember: true}
	token, id, err := o.through(t, "jane", accept)
	must(t, err)
	o.wantEvents(t, "invitation-accepted "+u.ID)
	if id.User.ID != u.ID || id.User.FirstName != "Jane" || !id.Session.Remember || !o.signedIn(token) {
		t.Errorf("identity %+v", id.User)
	}
	linked, err := o.Identities(t.Context(), id)
	must(t, err)
	if len(linked) != 1 || linked[0].Issuer != issuer || linked[0].Subject != "248289761001" || linked[0].Email != "jane@example.org" {
		t.Errorf("linked %+v", linked)
	}
	_, _, err = o.BeginProvider(t.Context(), accept)
	wantCode(t, "a used invitation", err, errs.NotFound, "link_unknown")
	_, id, err = o.through(t, "jane", signInFlow)
	must(t, err)
	o.wantEvents(t, "sign-in "+u.ID)
	if id.User.ID != u.ID {
		t.Errorf("signed in as %s", id.User.UserName)
	}
	wantCode(t, "the only way in", o.UnlinkIdentity(t.Context(), id, linked[0].ID), errs.Conflict, "last_way_in")

	must(t, o.SetActive(t.Context(), "someone@example.org", false))
	_, _, err = o.through(t, "jane", signInFlow)
	wantCode(t, "disabled", err, errs.Unauthenticated, "unknown_account")
	_, other := o.invite(t, boss, auth.AreaHermes, "else@example.org", "uploader")
	accept.InvitationToken = other
	_, _, err = o.through(t, "jane", accept)
	wantCode(t, "one person, two accounts", err, errs.Conflict, "identity_taken")
	if _, err := o.LookUpLink(t.Context(), other); err != nil {
		t.Errorf("the invitation is used up: %v", err)
	}
}

func TestAnInvitationMayEndMeanwhile(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t)
	boss := o.person(t, "boss", "admin")
	_, link := o.invite(t, boss, auth.AreaHermes, "someone@example.org", "uploader")
	state, binding := o.begin(t, auth.ProviderStart{Purpose: auth.PurposeAccept, InvitationToken: link})
	_, _, err := o.AcceptInvitation(t.Context(), auth.Accept{Token: link, Password: password})
	must(t, err)
	_, _, _, err = o.FinishProvider(t.Context(), auth.ProviderFinish{Code: "jane", State: state, Binding: binding})
	wantCode(t, "accepted otherwise", err, errs.NotFound, "link_unknown")
	_, link = o.invite(t, boss, auth.AreaHermes, "late@example.org", "uploader")
	o.pass(24*time.Hour - time.Minute)
	state, binding = o.begin(t, auth.ProviderStart{Purpose: auth.PurposeAccept, InvitationToken: link})
	o.pass(time.Minute)
	_, _, _, err = o.FinishProvider(t.Context(), auth.ProviderFinish{Code: "jane", State: state, Binding: binding})
	wantCode(t, "ran out", err, errs.Rule, "link_expired")
}

// SEC-26: issuer and subject identify the person; an e-mail address does not.
func TestEMailNeverLinks(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t)
	_, err := o.CreateUser(t.Context(), auth.NewUser{UserName: "jane@example.org", Email: "jane@example.org", Password: password, Roles: []string{"admin"}})
	must(t, err)
	o.skipAudit(t)
	_, _, err = o.through(t, "jane", signInFlow)
	wantCode(t, "same address", err, errs.Unauthenticated, "unknown_account")
	if !strings.Contains(err.Error(), "linked to this Example account. Ask a coordinator") {
		t.Errorf("%v", err)
	}
	events := o.newEvents(t)
	if len(events) != 1 || events[0].Action != audit.SignInFailed || events[0].Actor != "jane@example.org" {
		t.Errorf("entries %+v", events)
	}
	o.accepted(t, "second@example.org", "jane")
	_, _, err = o.through(t, "other", signInFlow)
	wantCode(t, "same subject and address of another issuer", err, errs.Unauthenticated, "unknown_account")
}

func TestLinking(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t)
	o.account(t, "jane", "uploader")
	o.account(t, "joe", "uploader")
	old, id := o.session(t, "jane")
	_, joe := o.session(t, "joe")
	start := auth.ProviderStart{Purpose: auth.PurposeLink, Identity: id}
	state, binding := o.begin(t, start)
	_, _, _, err := o.FinishProvider(t.Context(), auth.ProviderFinish{Code: "jane", State: state, Binding: binding, Identity: joe})
	wantCode(t, "another user comes back", err, errs.Invalid, "invalid_state")
	state, binding = o.begin(t, start)
	_, _, _, err = o.FinishProvider(t.Context(), auth.ProviderFinish{Code: "jane", State: state, Binding: binding})
	wantCode(t, "nobody comes back", err, errs.Invalid, "invalid_state")
	o.skipAudit(t)

	token, linked, err := o.through(t, "jane", start)
	must(t, err)
	o.wantEvents(t, "identity-linked "+id.User.ID)
	if token != "" || linked != id || !o.signedIn(old) {
		t.Error("the session goes on")
	}
	_, _, err = o.through(t, "jane", auth.ProviderStart{Purpose: auth.PurposeLink, Identity: joe})
	wantCode(t, "to another account", err, errs.Conflict, "identity_taken")
	_, now, err := o.through(t, "jane", signInFlow)
	if err != nil || now.User.ID != id.User.ID {
		t.Fatalf("signed in as %v: %v", now, err)
	}
	list, err := o.Identities(t.Context(), now)
	must(t, err)
	o.skipAudit(t)
	wantCode(t, "another's", o.UnlinkIdentity(t.Context(), joe, list[0].ID), errs.NotFound, "not_found")
	must(t, o.UnlinkIdentity(t.Context(), now, list[0].ID))
	o.wantEvents(t, "identity-unlinked "+id.User.ID)
	_, _, err = o.through(t, "jane", signInFlow)
	wantCode(t, "unlinked", err, errs.Unauthenticated, "unknown_account")
}

func TestLinkRefusals(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t)
	o.account(t, "jane", "sgc-uploader")
	begin := func(id *auth.Identity) error {
		_, _, err := o.BeginProvider(t.Context(), auth.ProviderStart{Purpose: auth.PurposeLink, Identity: id})
		return err
	}
	wantCode(t, "nobody", begin(nil), errs.Unauthenticated, "not_signed_in")
	_, bound := o.groupToken(t, "jane", "sgc")
	wantCode(t, "a token of the user service", begin(bound), errs.Forbidden, "session_needed")
	text, _ := o.apiToken(t, "jane", auth.Scopes()...)
	program, err := o.Bearer(t.Context(), text, "")
	must(t, err)
	wantCode(t, "an API token", begin(program), errs.Forbidden, "session_needed")
	_, id := o.session(t, "jane")
	o.pass(11 * time.Minute)
	wantCode(t, "long after signing in", begin(id), errs.Forbidden, "sign_in_again")
	_, err = o.CreateUser(t.Context(), auth.NewUser{UserName: "new", Password: password, Roles: []string{"uploader"}, Temporary: true})
	must(t, err)
	_, owing := o.session(t, "new")
	wantCode(t, "a temporary password", begin(owing), errs.Forbidden, "password_change_required")
}

func TestStrangersAskForAccess(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t, func(d *auth.Deps) { d.Settings.Registration = true })
	_, _, err := o.through(t, "stranger", signInFlow)
	wantCode(t, "stranger", err, errs.Unauthenticated, "access_requested")
	requests, err := o.AccessRequests(t.Context(), o.person(t, "boss", "admin"), "")
	must(t, err)
	if len(requests) != 1 || requests[0].Email != "new@example.org" || !requests[0].Verified || requests[0].FirstName != "New" {
		t.Errorf("requests %+v", requests)
	}
	for _, code := range []string{"unverified", "bad mail"} {
		_, _, err := o.through(t, code, signInFlow)
		wantCode(t, code, err, errs.Unauthenticated, "unknown_account")
	}
	closed, _ := abroad(t)
	_, _, err = closed.through(t, "stranger", signInFlow)
	wantCode(t, "without registration", err, errs.Unauthenticated, "unknown_account")
}

func TestPurposes(t *testing.T) {
	t.Parallel()
	o, _ := abroad(t)
	first, err := o.FirstAdminLink(t.Context())
	must(t, err)
	_, _, err = o.BeginProvider(t.Context(), auth.ProviderStart{Purpose: auth.PurposeAccept, InvitationToken: tokenOf(t, first.URL)})
	wantCode(t, "the first administrator", err, errs.Rule, "password_needed")
	_, _, err = o.BeginProvider(t.Context(), auth.ProviderStart{Purpose: "admin"})
	wantCode(t, "unknown", err, errs.Invalid, "malformed")
	none := newOffice(t)
	_, _, err = none.BeginProvider(t.Context(), signInFlow)
	wantCode(t, "no provider", err, errs.NotFound, "no_provider")
	_, _, _, err = none.FinishProvider(t.Context(), auth.ProviderFinish{})
	wantCode(t, "no provider", err, errs.NotFound, "no_provider")
}

package auth_test

import (
	"bytes"
	"image/png"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func (o *office) code(t *testing.T, secret string, after time.Duration) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, o.now().Add(after))
	must(t, err)
	return code
}

// enrol adds a second factor to the account of a session.
func (o *office) enrol(t *testing.T, id *auth.Identity) (secret string, codes []string, token string, _ *auth.Identity) {
	t.Helper()
	s, err := o.BeginSecondFactor(t.Context(), id, "")
	must(t, err)
	codes, token, id, err = o.ConfirmSecondFactor(t.Context(), id, o.code(t, s.Text, 0))
	must(t, err)
	o.skipAudit(t)
	return s.Text, codes, token, id
}

func (o *office) withCode(t *testing.T, name, code string) error {
	t.Helper()
	_, _, err := o.SignIn(t.Context(), auth.SignIn{UserName: name, Password: password, Code: code, Address: "192.0.2.1"})
	return err
}

func TestEnrolment(t *testing.T) {
	t.Parallel()
	o := setup(t)
	old, id := o.session(t, "jane")
	_, _, _, err := o.ConfirmSecondFactor(t.Context(), id, "000000")
	wantCode(t, "nothing begun", err, errs.Rule, "nothing_to_confirm")
	s, err := o.BeginSecondFactor(t.Context(), id, "")
	must(t, err)
	if picture, err := png.Decode(bytes.NewReader(s.QR)); err != nil || picture.Bounds().Dx() < 200 {
		t.Errorf("picture: %v", err)
	}
	if !strings.HasPrefix(s.URI, "otpauth://totp/Cohortium:Jane?") || !strings.Contains(s.URI, "secret="+s.Text) || len(s.Text) != 32 {
		t.Errorf("URI %q, text %q", s.URI, s.Text)
	}
	must(t, o.withCode(t, "jane", "")) // nothing is in force yet
	o.skipAudit(t)
	_, _, _, err = o.ConfirmSecondFactor(t.Context(), id, o.code(t, s.Text, time.Hour))
	wantCode(t, "wrong code", err, errs.Rule, "wrong_code")
	o.wantEvents(t, "sign-in-failed  refused")

	other, _ := o.session(t, "jane")
	api, script := o.apiToken(t, "jane", auth.ScopeRead)
	codes, token, id, err := o.ConfirmSecondFactor(t.Context(), id, o.code(t, s.Text, 0))
	must(t, err)
	o.wantEvents(t, "token-revoked "+script.ID, "second-factor-added "+id.User.ID)
	if _, err := o.Bearer(t.Context(), api, ""); !errs.Is(err, errs.Unauthenticated) || o.signedIn(other) {
		t.Errorf("what was opened without the factor goes on: %v, %t", err, o.signedIn(other))
	}
	if len(codes) != 10 || len(codes[0]) != 19 || o.signedIn(old) || !o.signedIn(token) {
		t.Errorf("%d codes as %q; the session goes on under a new token", len(codes), codes[0])
	}
	state, err := o.FactorState(t.Context(), id)
	must(t, err)
	if want := (auth.FactorState{On: true, RecoveryCodes: 10}); state != want {
		t.Errorf("state %+v", state)
	}
	wantCode(t, "without a code", o.withCode(t, "jane", ""), errs.Unauthenticated, "second_factor_required")
}

func TestAPendingSecretIsForgotten(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	s, err := o.BeginSecondFactor(t.Context(), id, "")
	must(t, err)
	o.pass(16 * time.Minute)
	_, _, _, err = o.ConfirmSecondFactor(t.Context(), id, o.code(t, s.Text, 0))
	wantCode(t, "too late", err, errs.Rule, "nothing_to_confirm")
	must(t, o.Sweep(t.Context()))
	f, err := o.store.SecondFactor(t.Context(), id.User.ID)
	if err != nil || f.Pending != "" {
		t.Errorf("%+v: %v", f, err)
	}
}

func TestAnotherAppTakesOverWhenItIsConfirmed(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	first, _, _, id := o.enrol(t, id)
	o.pass(time.Minute)
	s, err := o.BeginSecondFactor(t.Context(), id, password)
	must(t, err)
	must(t, o.withCode(t, "jane", o.code(t, first, 0)))
	o.pass(time.Minute)
	_, _, _, err = o.ConfirmSecondFactor(t.Context(), id, o.code(t, s.Text, 0))
	must(t, err)
	o.pass(time.Minute)
	wantCode(t, "the old app", o.withCode(t, "jane", o.code(t, first, 0)), errs.Unauthenticated, "wrong_code")
	must(t, o.withCode(t, "jane", o.code(t, s.Text, 0)))
}

func TestCodesAreGoodOnce(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	secret, _, _, _ := o.enrol(t, id)
	wantCode(t, "the code that confirmed", o.withCode(t, "jane", o.code(t, secret, 0)), errs.Unauthenticated, "wrong_code")
	o.pass(5 * time.Minute)
	for _, c := range []struct {
		name  string
		after time.Duration
		good  bool
	}{
		{"two steps early", 60 * time.Second, false},
		{"two steps late", -60 * time.Second, false},
		{"one step late", -30 * time.Second, true},
		{"one step late again", -30 * time.Second, false},
		{"now", 0, true},
		{"now again", 0, false},
		{"one step early", 30 * time.Second, true},
		{"now, after a later one", 0, false},
	} {
		o.signInElsewhere(t) // a success forgets failures
		err := o.withCode(t, "jane", o.code(t, secret, c.after))
		if c.good != (err == nil) {
			t.Errorf("%s: %v", c.name, err)
		}
		if !c.good {
			wantCode(t, c.name, err, errs.Unauthenticated, "wrong_code")
		}
	}
}

// signInElsewhere clears what slows jane down, as time would.
func (o *office) signInElsewhere(t *testing.T) {
	t.Helper()
	for _, key := range []string{"account:jane", "account:jane|192.0.2.1"} {
		must(t, o.store.ClearAttempts(t.Context(), key))
	}
}

func TestACodeOpensOneOfManySessions(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	secret, _, _, _ := o.enrol(t, id)
	o.pass(time.Minute)
	code := o.code(t, secret, 0)
	var opened atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if o.withCode(t, "jane", code) == nil {
				opened.Add(1)
			}
		})
	}
	wg.Wait()
	if opened.Load() != 1 {
		t.Errorf("one code opened %d sessions", opened.Load())
	}
}

func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	_, codes, _, id := o.enrol(t, id)
	must(t, o.withCode(t, "jane", strings.ToLower(strings.ReplaceAll(codes[3], "-", " "))))
	o.wantEvents(t, "recovery-code-used "+id.User.ID, "sign-in "+id.User.ID)
	wantCode(t, "used before", o.withCode(t, "jane", codes[3]), errs.Unauthenticated, "wrong_code")
	o.skipAudit(t)
	fresh, err := o.RenewRecoveryCodes(t.Context(), id, password)
	must(t, err)
	o.wantEvents(t, "second-factor-added "+id.User.ID)
	wantCode(t, "an old one", o.withCode(t, "jane", codes[4]), errs.Unauthenticated, "wrong_code")
	must(t, o.withCode(t, "jane", fresh[4]))
	state, err := o.FactorState(t.Context(), id)
	if err != nil || state.RecoveryCodes != 9 {
		t.Errorf("%+v: %v", state, err)
	}
	o.account(t, "joe", "uploader")
	_, joe := o.session(t, "joe")
	_, err = o.RenewRecoveryCodes(t.Context(), joe, "")
	wantCode(t, "without a second factor", err, errs.Conflict, "no_second_factor")
}

func TestGuessingCodesIsSlowedDown(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	secret, _, _, _ := o.enrol(t, id)
	for range 3 { // a password without a code is neither a failure nor a success
		wantCode(t, "no code", o.withCode(t, "jane", ""), errs.Unauthenticated, "second_factor_required")
	}
	for range 5 {
		wantCode(t, "guess", o.withCode(t, "jane", "12345"), errs.Unauthenticated, "wrong_code")
		_, _, err := o.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: "guess", Code: "123456", Address: "192.0.2.2"})
		wantCode(t, "the code with a wrong password", err, errs.Unauthenticated, "wrong_credentials")
	}
	wantCode(t, "the sixth", o.withCode(t, "jane", o.code(t, secret, 30*time.Second)), errs.RateLimited, "too_many_attempts")
	_, _, err := o.GroupSignIn(t.Context(), auth.SignIn{UserName: "jane", Password: password, Address: "192.0.2.1"}, "hermes")
	wantCode(t, "the sixth at the user service", err, errs.RateLimited, "too_many_attempts")
}

func TestARoleMayRequireASecondFactor(t *testing.T) {
	t.Parallel()
	o := newOffice(t, func(d *auth.Deps) { d.Settings.RequireSecondFactor = []string{"sgc-reviewer"} })
	o.account(t, "coordinator", "sgc-reviewer")
	token, id, err := o.GroupSignIn(t.Context(), auth.SignIn{UserName: "coordinator", Password: password}, "sgc")
	must(t, err)
	rule := auth.Rule{Access: auth.Member, Area: auth.AreaSGC, Scope: auth.ScopeRead}
	wantCode(t, "before", rule.Admit(id), errs.Forbidden, "second_factor_required")
	_, _, renewed, confirmed := o.enrol(t, id)
	must(t, rule.Admit(confirmed))
	if _, err := o.Bearer(t.Context(), token, ""); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("the token before: %v", err)
	}
	id, err = o.Bearer(t.Context(), renewed, "")
	must(t, err)
	must(t, rule.Admit(id))
	wantCode(t, "removing", o.RemoveSecondFactor(t.Context(), id, password), errs.Forbidden, "second_factor_needed")

	must(t, o.ResetSecondFactor(t.Context(), "coordinator"))
	o.wantEvents(t, "second-factor-removed "+id.User.ID)
	id, err = o.Bearer(t.Context(), renewed, "")
	must(t, err)
	wantCode(t, "after the reset", rule.Admit(id), errs.Forbidden, "second_factor_required")
	wantCode(t, "nothing left", o.ResetSecondFactor(t.Context(), "coordinator"), errs.NotFound, "not_found")
}

func TestManagersRemoveALostSecondFactor(t *testing.T) {
	t.Parallel()
	o := setup(t)
	by := o.person(t, "root", "admin")
	_, id := o.session(t, "jane")
	_, _, token, id := o.enrol(t, id)
	o.skipAudit(t)
	must(t, o.RemoveSecondFactorOf(t.Context(), by, "", id.User.ID))
	o.wantEvents(t, "second-factor-removed "+id.User.ID)
	if !o.signedIn(token) {
		t.Error("the session ended")
	}
	_, _, err := o.signIn(t, password)
	must(t, err)
	if state, err := o.FactorState(t.Context(), id); err != nil || state.On || state.RecoveryCodes != 0 {
		t.Errorf("what is left = %+v, %v", state, err)
	}
	wantCode(t, "nothing left", o.RemoveSecondFactorOf(t.Context(), by, "", id.User.ID), errs.Conflict, "no_second_factor")
	wantCode(t, "the own one", o.RemoveSecondFactorOf(t.Context(), by, "", by.User.ID), errs.Forbidden, "own_account")
}

func TestRemovingTheSecondFactor(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	_, codes, _, id := o.enrol(t, id)
	wantCode(t, "without the password", o.RemoveSecondFactor(t.Context(), id, ""), errs.Rule, "current_password_needed")
	const short = "moss-eleven" // good enough only with a second factor
	_, id, err := o.ChangePassword(t.Context(), id, short, "")
	must(t, err)
	wantCode(t, "a short password would be left alone", o.RemoveSecondFactor(t.Context(), id, short), errs.Rule, "weak_password")
	_, id, err = o.ChangePassword(t.Context(), id, newPassword, "")
	must(t, err)
	o.skipAudit(t)
	must(t, o.RemoveSecondFactor(t.Context(), id, newPassword))
	o.wantEvents(t, "second-factor-removed "+id.User.ID)
	_, id, err = o.signIn(t, newPassword)
	must(t, err)
	o.enrol(t, id)
	_, _, err = o.SignIn(t.Context(), auth.SignIn{UserName: "jane", Password: newPassword, Code: codes[0], Address: "192.0.2.1"})
	if !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("a recovery code of the factor that was removed: %v", err)
	}
}

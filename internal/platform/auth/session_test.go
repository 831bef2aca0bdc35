package auth_test

import (
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const newPassword = "another long pass phrase"

func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	o := setup(t)
	first, _ := o.session(t, "jane")
	o.pass(time.Minute)
	second, id := o.session(t, "jane")
	o.pass(time.Minute)
	third, _ := o.session(t, "jane")
	o.account(t, "joe", "uploader")
	foreign, joe := o.session(t, "joe")

	list, err := o.Sessions(t.Context(), id)
	must(t, err)
	if len(list) != 3 || list[1].ID != id.Session.ID || list[0].ID == list[1].ID {
		t.Fatalf("sessions %+v", list)
	}
	for _, x := range list {
		if strings.Contains(x.TokenHash, x.ID) || strings.Contains(first+second+third, x.ID) {
			t.Errorf("the id %q says something about the token", x.ID)
		}
	}
	wantCode(t, "another's session", o.EndSession(t.Context(), id, joe.Session.ID), errs.NotFound, "not_found")
	wantCode(t, "a hash for an id", o.EndSession(t.Context(), id, list[2].TokenHash), errs.NotFound, "not_found")
	o.wantEvents(t)
	must(t, o.EndSession(t.Context(), id, list[2].ID))
	o.wantEvents(t, "sessions-ended "+id.User.ID)
	if o.signedIn(first) || !o.signedIn(second) || !o.signedIn(third) {
		t.Error("ending one session ends another, or not this one")
	}
	must(t, o.EndOtherSessions(t.Context(), id))
	o.wantEvents(t, "sessions-ended "+id.User.ID)
	if !o.signedIn(second) || o.signedIn(third) || !o.signedIn(foreign) {
		t.Error("ending the others ends this one or another user's, or leaves one")
	}
	o.pass(13 * time.Hour)
	if list, err := o.Sessions(t.Context(), id); err != nil || len(list) != 0 {
		t.Errorf("sessions after half a day without a request: %v, %v", list, err)
	}
}

func TestLifetimesOfGroupTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		steps []time.Duration
		alive bool
	}{
		{"in use", []time.Duration{50 * time.Minute, 50 * time.Minute}, true},
		{"idle too long", []time.Duration{time.Hour}, false},
		{"past its end though in use", repeated(50*time.Minute, 15), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			o.account(t, "cohort", "sgc-uploader")
			token, _, err := o.GroupSignIn(t.Context(), auth.SignIn{UserName: "cohort", Password: password, Remember: true}, "sgc")
			for _, d := range c.steps {
				if err != nil {
					break
				}
				o.pass(d)
				_, err = o.Bearer(t.Context(), token, "")
			}
			if alive := err == nil; alive != c.alive {
				t.Errorf("alive = %v (%v), want %v", alive, err, c.alive)
			}
			if !c.alive {
				wantCode(t, "the end", err, errs.Unauthenticated, "session_ended")
			}
		})
	}
}

func repeated(d time.Duration, n int) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		out[i] = d
	}
	return out
}

func TestSignOutIsRecordedOnce(t *testing.T) {
	t.Parallel()
	o := setup(t)
	token, id := o.session(t, "jane")
	must(t, o.SignOutBearer(t.Context(), token)) // not a bearer token
	if !o.signedIn(token) {
		t.Error("a cookie's session ends as a bearer token")
	}
	must(t, o.SignOut(t.Context(), token))
	must(t, o.SignOut(t.Context(), token))
	o.wantEvents(t, "sign-out "+id.User.ID)
}

func TestSignInsAreRecorded(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id, err := o.signIn(t, password)
	must(t, err)
	o.wantEvents(t, "sign-in "+id.User.ID)
	// A typed text that is not a name may be anything, such as the password itself.
	for typed, actor := range map[string]string{"JANE ": "Jane", password: "", "nobody@example.org": ""} {
		_, _, err := o.SignIn(t.Context(), auth.SignIn{UserName: typed, Password: "wrong"})
		wantCode(t, typed, err, errs.Unauthenticated, "wrong_credentials")
		events := o.newEvents(t)
		if len(events) != 1 || events[0].Actor != actor || !events[0].Refused || events[0].ActorID != "" {
			t.Errorf("entries %+v", events)
		}
	}
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	o.account(t, "jane@example.org", "uploader")
	other, _ := o.session(t, "jane@example.org")
	old, id := o.session(t, "jane@example.org")
	reset, err := o.ResetLink(t.Context(), "jane@example.org")
	must(t, err)
	api, script := o.apiToken(t, "jane@example.org", auth.ScopeRead)

	for _, c := range []struct {
		name, password, current string
		code                    string
	}{
		{"weak", "short", password, "weak_password"},
		{"the same", password, password, "same_password"},
		{"wrong current one", newPassword, "guess", "wrong_password"},
	} {
		_, _, err := o.ChangePassword(t.Context(), id, c.password, c.current)
		wantCode(t, c.name, err, errs.Rule, c.code)
	}
	o.wantEvents(t, "sign-in-failed  refused")

	token, changed, err := o.ChangePassword(t.Context(), id, newPassword, "")
	must(t, err)
	o.wantEvents(t, "token-revoked "+script.ID, "password-changed "+id.User.ID)
	if _, err := o.Bearer(t.Context(), api, ""); !errs.Is(err, errs.Unauthenticated) {
		t.Errorf("an API token outlives the password: %v", err)
	}
	if token == old || o.signedIn(old) || o.signedIn(other) || !o.signedIn(token) {
		t.Error("the caller's session goes on under a new token, all others end")
	}
	if changed.Session.ID != id.Session.ID || !changed.Session.ExpiresAt.Equal(id.Session.ExpiresAt) || changed.User.PasswordChangedAt == nil {
		t.Errorf("session %+v", changed.Session)
	}
	if _, err := o.LookUpLink(t.Context(), tokenOf(t, reset.URL)); !errs.Is(err, errs.NotFound) {
		t.Errorf("the open reset link: %v", err)
	}
	mails, err := o.mail.Wait(t.Context(), 1)
	must(t, err)
	if len(mails) != 1 || !strings.Contains(mails[0].Subject, "password") {
		t.Errorf("mails %+v", mails)
	}
	_, _, err = o.SignIn(t.Context(), auth.SignIn{UserName: "jane@example.org", Password: newPassword})
	must(t, err)
}

func TestCurrentPasswordIsNeededLater(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	o.pass(10*time.Minute + time.Second)
	_, _, err := o.ChangePassword(t.Context(), id, newPassword, "")
	wantCode(t, "without the current one", err, errs.Rule, "current_password_needed")
	token, changed, err := o.ChangePassword(t.Context(), id, newPassword, password)
	must(t, err)
	if !changed.Session.AuthenticatedAt.Equal(o.now()) {
		t.Error("the current password proves who it is")
	}
	// The token before the change is void, also for changing the password.
	_, _, err = o.ChangePassword(t.Context(), id, password, "")
	wantCode(t, "the old session", err, errs.Rule, "current_password_needed")
	id, err = o.Authenticate(t.Context(), token)
	must(t, err)
	_, _, err = o.ChangePassword(t.Context(), id, password, "")
	must(t, err)
}

func TestGuessingTheCurrentPasswordIsSlowedDown(t *testing.T) {
	t.Parallel()
	o := setup(t)
	_, id := o.session(t, "jane")
	for range 5 {
		_, _, err := o.ChangePassword(t.Context(), id, newPassword, "guess")
		wantCode(t, "guess", err, errs.Rule, "wrong_password")
	}
	_, _, err := o.ChangePassword(t.Context(), id, newPassword, password)
	wantCode(t, "the sixth", err, errs.RateLimited, "too_many_attempts")
}

func TestATemporaryPasswordIsADuty(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, err := o.CreateUser(t.Context(), auth.NewUser{UserName: "new", Password: password, Roles: []string{"uploader"}, Temporary: true})
	must(t, err)
	_, id := o.session(t, "new")
	member := auth.Rule{Access: auth.Member, Area: auth.AreaHermes, Scope: auth.ScopeRead}
	wantCode(t, "before", member.Admit(id), errs.Forbidden, "password_change_required")
	must(t, auth.Rule{Access: auth.Account}.Admit(id))
	_, id, err = o.ChangePassword(t.Context(), id, newPassword, "")
	must(t, err)
	must(t, member.Admit(id))
}

func TestSweepRemovesExpiredSessions(t *testing.T) {
	t.Parallel()
	o := setup(t)
	token, _ := o.session(t, "jane")
	must(t, o.Sweep(t.Context()))
	if !o.signedIn(token) {
		t.Error("a session in use was swept away")
	}
	o.pass(25 * time.Hour)
	must(t, o.Sweep(t.Context()))
	if list, err := o.store.SessionsOf(t.Context(), "id00001"); err != nil || len(list) != 0 {
		t.Errorf("sessions %v: %v", list, err)
	}
}

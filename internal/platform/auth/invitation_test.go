package auth_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// invitationRows are rows and what becomes of each.
func invitationRows() (rows []auth.NewInvitation, want []auth.InvitationResult) {
	for _, c := range []struct {
		in   auth.NewInvitation
		want auth.InvitationResult
	}{
		{auth.NewInvitation{UserName: " new@example.org ", UserType: "uploader", FirstName: "Ana", LastName: "Ng"}, auth.InvitationResult{UserName: "new@example.org", Outcome: auth.Invited}},
		{auth.NewInvitation{UserName: "NEW@example.org", UserType: "uploader"}, auth.InvitationResult{UserName: "NEW@example.org", Outcome: auth.Refused, Field: "user_name"}},
		{auth.NewInvitation{UserName: "member@example.org", UserType: "reviewer"}, auth.InvitationResult{UserName: "member@example.org", Outcome: auth.Refused, Field: "user_name"}},
		{auth.NewInvitation{UserName: "Curator@Example.org", UserType: "analyst"}, auth.InvitationResult{UserName: "Curator@Example.org", Outcome: auth.Added}},
		{auth.NewInvitation{UserName: "boss@example.org", UserType: "uploader"}, auth.InvitationResult{UserName: "boss@example.org", Outcome: auth.Refused, Field: "user_name"}},
		{auth.NewInvitation{UserName: "gone@example.org", UserType: "uploader"}, auth.InvitationResult{UserName: "gone@example.org", Outcome: auth.Refused, Field: "user_name"}},
		{auth.NewInvitation{UserName: "waiting@example.org", UserType: "analyst"}, auth.InvitationResult{UserName: "waiting@example.org", Outcome: auth.Refused, Field: "user_name"}},
		{auth.NewInvitation{UserName: "not an address", UserType: "uploader"}, auth.InvitationResult{UserName: "not an address", Outcome: auth.Refused, Field: "user_name"}},
		{auth.NewInvitation{UserName: "Ana <ana@example.org>", UserType: "uploader"}, auth.InvitationResult{UserName: "Ana <ana@example.org>", Outcome: auth.Refused, Field: "user_name"}},
		{auth.NewInvitation{UserName: "line@example.org", UserType: "uploader", LastName: "Ng\r\nBcc: all@example.org"}, auth.InvitationResult{UserName: "line@example.org", Outcome: auth.Refused, Field: "last_name"}},
		{auth.NewInvitation{UserName: "long@example.org", UserType: "uploader", FirstName: strings.Repeat("x", 101)}, auth.InvitationResult{UserName: "long@example.org", Outcome: auth.Refused, Field: "first_name"}},
		{auth.NewInvitation{UserName: "type@example.org", UserType: "Uploader"}, auth.InvitationResult{UserName: "type@example.org", Outcome: auth.Refused, Field: "user_type"}},
		{auth.NewInvitation{UserName: "admin@example.org", UserType: "admin"}, auth.InvitationResult{UserName: "admin@example.org", Outcome: auth.Refused, Field: "user_type"}},
		{auth.NewInvitation{UserName: "", UserType: "uploader"}, auth.InvitationResult{UserName: "", Outcome: auth.Refused, Field: "user_name"}},
	} {
		rows, want = append(rows, c.in), append(want, c.want)
	}
	return rows, want
}

func TestInviteReturnsAResultPerRow(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "Rita", "reviewer")
	o.account(t, "member@example.org", "uploader")
	o.account(t, "curator@example.org", "curator")
	o.account(t, "boss@example.org", "admin")
	gone := o.account(t, "gone@example.org", "curator")
	must(t, o.SetActive(t.Context(), gone.UserName, false))
	o.invite(t, by, auth.AreaHermes, "waiting@example.org", "analyst")
	o.skipAudit(t)
	rows, want := invitationRows()
	compare := func(what string, got []auth.InvitationResult) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(auth.InvitationResult{}, "Message", "Link")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
		for _, r := range got {
			if (r.Outcome == auth.Refused) != (r.Message != "") {
				t.Errorf("%s: %q is %s with message %q", what, r.UserName, r.Outcome, r.Message)
			}
		}
	}
	before := o.everything(t)
	dry, err := o.Invite(t.Context(), by, auth.AreaHermes, rows, true)
	must(t, err)
	compare("dry run", dry)
	if dry[0].Link != nil {
		t.Error("a dry run gives a link")
	}
	if diff := cmp.Diff(before, o.everything(t)); diff != "" {
		t.Errorf("a dry run changes accounts (-before +after):\n%s", diff)
	}
	o.wantEvents(t)

	got, err := o.Invite(t.Context(), by, auth.AreaHermes, rows, false)
	must(t, err)
	compare("invitation", got)
	if got[0].Link == nil || got[0].Link.Sent || !strings.HasPrefix(got[0].Link.URL, "https://cohort.example.org/register#invitation=") {
		t.Errorf("link = %+v", got[0].Link)
	}
	made, added := o.user(t, "new@example.org"), o.user(t, "curator@example.org")
	wantUser := &auth.User{
		ID: made.ID, UserName: "new@example.org", Email: "new@example.org", FirstName: "Ana", LastName: "Ng", IsActive: true,
		InvitedBy: "Rita", Roles: []string{"uploader"}, Groups: []string{"hermes"}, CreatedAt: o.now(),
	}
	if diff := cmp.Diff(wantUser, made); diff != "" {
		t.Errorf("account (-want +got):\n%s", diff)
	}
	if !slices.Equal(added.Roles, []string{"analyst", "curator"}) || !slices.Equal(added.Groups, []string{"hermes"}) {
		t.Errorf("account of another area: roles %v, groups %v", added.Roles, added.Groups)
	}
	o.wantEvents(t, "invitation-sent "+made.ID, "roles-changed "+added.ID)
}

// everything returns every account as it is.
func (o *office) everything(t *testing.T) []*auth.User {
	t.Helper()
	users, err := o.Users(t.Context())
	must(t, err)
	return users
}

// A link is valid as long as the inviter chose, within an hour and what SEC-21 allows; the trail has
// its end.
func TestInvitationsLiveAsChosen(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "Rita", "reviewer")
	o.skipAudit(t)
	for i, c := range []struct{ life, want time.Duration }{
		{0, 24 * time.Hour}, {time.Hour, time.Hour}, {8 * time.Hour, 8 * time.Hour}, {24 * time.Hour, 24 * time.Hour},
		{time.Hour - 1, 0}, {24*time.Hour + 1, 0}, {-time.Hour, 0},
	} {
		row := auth.NewInvitation{UserName: fmt.Sprintf("p%d@example.org", i), UserType: "uploader", Life: c.life}
		for _, dry := range []bool{true, false} {
			got, err := o.Invite(t.Context(), by, auth.AreaHermes, []auth.NewInvitation{row}, dry)
			must(t, err)
			switch {
			case c.want == 0 && (got[0].Outcome != auth.Refused || got[0].Field != "valid_hours"):
				t.Errorf("%s: %+v", c.life, got[0])
			case c.want != 0 && got[0].Outcome != auth.Invited:
				t.Errorf("%s: %+v", c.life, got[0])
			case c.want != 0 && !dry && !got[0].Link.ExpiresAt.Equal(o.now().Add(c.want)):
				t.Errorf("%s: until %s, want %s from %s", c.life, got[0].Link.ExpiresAt, c.want, o.now())
			}
		}
	}
}

func TestInviteFiveHundred(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	by := o.person(t, "admin", "admin")
	rows := make([]auth.NewInvitation, auth.MaxInvitations)
	for i := range rows {
		rows[i] = auth.NewInvitation{UserName: fmt.Sprintf("p%03d@example.org", i), UserType: "uploader"}
	}
	rows[250].UserType = "Admin"
	results, err := o.Invite(t.Context(), by, auth.AreaSGC, rows, false)
	must(t, err)
	for i, r := range results {
		if bad := i == 250; bad != (r.Outcome == auth.Refused) || !bad && !r.Link.Sent {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	if n := len(o.newEvents(t)); n != 499 {
		t.Errorf("%d audit entries for 499 invitations", n)
	}
	messages, err := o.mail.Wait(t.Context(), 499)
	must(t, err)
	for _, m := range messages {
		if len(m.To) != 1 || !strings.Contains(m.Text, "https://cohort.example.org/register#invitation=") || !strings.Contains(m.Text, "2026-01-02 00:00 UTC") {
			t.Fatalf("mail to %v:\n%s", m.To, m.Text)
		}
	}
	_, err = o.Invite(t.Context(), by, auth.AreaSGC, append(rows, rows[0]), false)
	wantCode(t, "501 rows", err, errs.Rule, "rule")
}

// TestLinksAreShownWhenMailFails: the caller does not wait for 20 time-outs, and every person has a
// link.
func TestLinksAreShownWhenMailFails(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{Busy: true})
	by := o.person(t, "admin", "admin")
	rows := make([]auth.NewInvitation, 20)
	for i := range rows {
		rows[i] = auth.NewInvitation{UserName: fmt.Sprintf("p%03d@example.org", i), UserType: "curator"}
	}
	results, err := o.Invite(t.Context(), by, auth.AreaDatasets, rows, false)
	must(t, err)
	for _, r := range results {
		if r.Link.Sent {
			t.Errorf("%+v is said to be sent", r)
		}
		if _, err := o.LookUpLink(t.Context(), tokenOf(t, r.Link.URL)); err != nil {
			t.Errorf("link of %s: %v", r.UserName, err)
		}
	}
}

func TestAcceptInvitation(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "Rita", "reviewer")
	u, token := o.invite(t, by, auth.AreaHermes, "ana@example.org", "analyst")
	link, err := o.LookUpLink(t.Context(), token)
	must(t, err)
	want := &auth.Link{
		Kind: auth.LinkInvitation, UserID: u.ID, UserName: "ana@example.org", Email: "ana@example.org",
		Areas: []auth.Area{auth.AreaHermes}, InvitedBy: "Rita", ExpiresAt: o.now().Add(24 * time.Hour),
	}
	if diff := cmp.Diff(want, link); diff != "" {
		t.Errorf("link (-want +got):\n%s", diff)
	}
	_, _, err = o.AcceptInvitation(t.Context(), auth.Accept{Token: token, Password: "short"})
	wantCode(t, "weak password", err, errs.Rule, "weak_password")
	_, _, err = o.AcceptInvitation(t.Context(), auth.Accept{Token: token, Password: password, LastName: "a\nb"})
	wantCode(t, "bad name", err, errs.Rule, "rule")
	o.wantEvents(t)

	in := auth.Accept{Token: token, UserName: "admin", Password: password, FirstName: "Ana"}
	session, id, err := o.AcceptInvitation(t.Context(), in)
	must(t, err)
	if !o.signedIn(session) || id.User.UserName != "ana@example.org" || id.User.FirstName != "Ana" || id.User.LastLogin == nil || id.In(auth.AreaSGC) {
		t.Errorf("signed in as %+v", id.User)
	}
	o.wantEvents(t, "invitation-accepted "+u.ID)
	_, _, err = o.AcceptInvitation(t.Context(), in)
	wantCode(t, "a used link", err, errs.NotFound, "link_unknown")
	_, err = o.LookUpLink(t.Context(), token)
	wantCode(t, "look-up of a used link", err, errs.NotFound, "link_unknown")
	o.wantEvents(t)
	o.session(t, "ana@example.org")
}

func TestLinksEnd(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "admin", "admin")
	accept := func(token string) error {
		_, _, err := o.AcceptInvitation(t.Context(), auth.Accept{Token: token, Password: password})
		return err
	}
	u, first := o.invite(t, by, auth.AreaSGC, "ana@example.org", "uploader")
	o.pass(24 * time.Hour)
	wantCode(t, "after a day", accept(first), errs.Rule, "link_expired")
	sent, err := o.SendLink(t.Context(), by, auth.AreaSGC, u.ID)
	must(t, err)
	o.wantEvents(t, "invitation-sent "+u.ID)
	wantCode(t, "replaced", accept(first), errs.NotFound, "link_unknown")
	wantCode(t, "as a reset", o.ConfirmReset(t.Context(), tokenOf(t, sent.URL), password), errs.NotFound, "link_unknown")
	must(t, o.SetActive(t.Context(), "ana@example.org", false))
	wantCode(t, "disabled", accept(tokenOf(t, sent.URL)), errs.NotFound, "link_unknown")
	_, err = o.SendLink(t.Context(), by, auth.AreaSGC, u.ID)
	wantCode(t, "a link for a disabled account", err, errs.Conflict, "disabled")
	for _, token := range []string{"", "x", strings.Repeat("x", 10000), first + "=", "\xff"} {
		wantCode(t, "made up", accept(token), errs.NotFound, "link_unknown")
	}
	must(t, o.SetActive(t.Context(), "ana@example.org", true))
	must(t, accept(tokenOf(t, sent.URL)))
	o.skipAudit(t)
	again, err := o.SendLink(t.Context(), by, auth.AreaSGC, u.ID)
	must(t, err)
	o.wantEvents(t, "password-reset-sent "+u.ID)
	wantCode(t, "a reset as an invitation", accept(tokenOf(t, again.URL)), errs.NotFound, "link_unknown")
	if !strings.HasPrefix(again.URL, "https://cohort.example.org/login/reset#reset=") || !again.ExpiresAt.Equal(o.now().Add(time.Hour)) {
		t.Errorf("reset link = %+v", again)
	}
}

func TestWithdrawnInvitations(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "rita", "reviewer")
	u, token := o.invite(t, by, auth.AreaHermes, "ana@example.org", "uploader")
	must(t, o.WithdrawInvitation(t.Context(), by, auth.AreaHermes, u.ID))
	o.wantEvents(t, "invitation-withdrawn "+u.ID)
	_, err := o.store.UserByName(t.Context(), "ana@example.org")
	wantCode(t, "the account", err, errs.NotFound, "not_found")
	_, err = o.LookUpLink(t.Context(), token)
	wantCode(t, "look-up", err, errs.Rule, "link_withdrawn")
	_, _, err = o.AcceptInvitation(t.Context(), auth.Accept{Token: token, Password: password})
	wantCode(t, "acceptance", err, errs.Rule, "link_withdrawn")
	wantCode(t, "as a reset", o.ConfirmReset(t.Context(), token, password), errs.Rule, "link_withdrawn")
	wantCode(t, "again", o.WithdrawInvitation(t.Context(), by, auth.AreaHermes, u.ID), errs.NotFound, "not_found")
	o.wantEvents(t)

	second, token := o.invite(t, by, auth.AreaHermes, "ana@example.org", "analyst")
	_, _, err = o.AcceptInvitation(t.Context(), auth.Accept{Token: token, Password: password})
	must(t, err)
	o.skipAudit(t)
	wantCode(t, "once accepted", o.WithdrawInvitation(t.Context(), by, auth.AreaHermes, second.ID), errs.Conflict, "accepted")
	o.wantEvents(t)

	third, token := o.invite(t, by, auth.AreaHermes, "bo@example.org", "uploader")
	o.pass(24 * time.Hour)
	must(t, o.WithdrawInvitation(t.Context(), by, auth.AreaHermes, third.ID))
	_, err = o.LookUpLink(t.Context(), token)
	wantCode(t, "one that ran out before", err, errs.Rule, "link_withdrawn")
}

func TestAnInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	_, token := o.invite(t, o.person(t, "admin", "admin"), auth.AreaSGC, "ana@example.org", "uploader")
	done := make(chan error)
	for range 8 {
		go func() {
			_, _, err := o.AcceptInvitation(t.Context(), auth.Accept{Token: token, Password: password})
			done <- err
		}()
	}
	won := 0
	for range 8 {
		if err := <-done; err == nil {
			won++
		} else {
			wantCode(t, "a slower one", err, errs.NotFound, "link_unknown")
		}
	}
	if won != 1 {
		t.Errorf("%d of 8 at once accepted", won)
	}
}

func TestFirstAdministrator(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	old, err := o.FirstAdminLink(t.Context())
	must(t, err)
	sent, err := o.FirstAdminLink(t.Context())
	must(t, err)
	o.wantEvents(t, "invitation-sent ", "invitation-sent ")
	accept := func(url, name string) (*auth.Identity, error) {
		_, id, err := o.AcceptInvitation(t.Context(), auth.Accept{Token: tokenOf(t, url), UserName: name, Password: password})
		return id, err
	}
	_, err = accept(old.URL, "ada@example.org")
	wantCode(t, "the older link", err, errs.NotFound, "link_unknown")
	_, err = accept(sent.URL, " ")
	wantCode(t, "no name", err, errs.Rule, "rule")
	link, err := o.LookUpLink(t.Context(), tokenOf(t, sent.URL))
	must(t, err)
	if link.Kind != auth.LinkFirstAdmin || link.UserName != "" || len(link.Areas) != 3 {
		t.Errorf("link = %+v", link)
	}
	id, err := accept(sent.URL, " ada@example.org ")
	must(t, err)
	if !id.IsAdmin() || id.User.UserName != "ada@example.org" || id.User.Email != "ada@example.org" {
		t.Errorf("first administrator %+v", id.User)
	}
	o.wantEvents(t, "invitation-accepted "+id.User.ID)
	_, err = accept(sent.URL, "eve@example.org")
	wantCode(t, "again", err, errs.NotFound, "link_unknown")
	_, err = o.FirstAdminLink(t.Context())
	wantCode(t, "with an account there", err, errs.Conflict, "accounts_exist")
}

// TestAFirstAdministratorLinkDiesWithTheFirstAccount: a link found later in a log of the first
// start is void.
func TestAFirstAdministratorLinkDiesWithTheFirstAccount(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	sent, err := o.FirstAdminLink(t.Context())
	must(t, err)
	o.account(t, "ada", "admin")
	_, _, err = o.AcceptInvitation(t.Context(), auth.Accept{Token: tokenOf(t, sent.URL), UserName: "eve", Password: password})
	wantCode(t, "first administrator beside another", err, errs.Conflict, "accounts_exist")
}

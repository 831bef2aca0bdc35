package auth_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

func withRegistration(d *auth.Deps) { d.Settings.Registration = true }

func TestRequestAccess(t *testing.T) {
	t.Parallel()
	o := newOffice(t, withRegistration)
	for name, c := range map[string]struct {
		in auth.AccessRequest
		ok bool
	}{
		"all fields":                  {auth.AccessRequest{Email: " ana@example.org ", FirstName: "Ana", LastName: "Ng", Area: auth.AreaSGC, Reason: "a\nb"}, true},
		"only what is needed":         {auth.AccessRequest{Email: "bo@example.org", Area: auth.AreaHermes}, true},
		"from a provider, no area":    {auth.AccessRequest{Email: "cy@example.org", Verified: true}, true},
		"no area":                     {auth.AccessRequest{Email: "dee@example.org"}, false},
		"unknown area":                {auth.AccessRequest{Email: "dee@example.org", Area: "Hermes"}, false},
		"no address":                  {auth.AccessRequest{Area: auth.AreaHermes}, false},
		"bad address":                 {auth.AccessRequest{Email: "dee", Area: auth.AreaHermes}, false},
		"two lines for a name":        {auth.AccessRequest{Email: "dee@example.org", Area: auth.AreaHermes, FirstName: "a\r\nb"}, false},
		"a long reason":               {auth.AccessRequest{Email: "dee@example.org", Area: auth.AreaHermes, Reason: strings.Repeat("x", 1001)}, false},
		"a reason that is not a text": {auth.AccessRequest{Email: "dee@example.org", Area: auth.AreaHermes, Reason: "a\x00"}, false},
	} {
		c.in.Address = name
		err := o.RequestAccess(t.Context(), c.in)
		if c.ok != (err == nil) || !c.ok && !errs.Is(err, errs.Rule) {
			t.Errorf("%s: %v", name, err)
		}
		if n := len(o.newEvents(t)); (n == 1) != c.ok {
			t.Errorf("%s: %d audit entries", name, n)
		}
	}
	closed := newOffice(t)
	err := closed.RequestAccess(t.Context(), auth.AccessRequest{Email: "ana@example.org", Area: auth.AreaSGC})
	wantCode(t, "without registration", err, errs.NotFound, "not_found")

	ask := func() error {
		return o.RequestAccess(t.Context(), auth.AccessRequest{Email: "ana@example.org", Area: auth.AreaSGC, Address: "192.0.2.9"})
	}
	for range 5 {
		must(t, ask())
	}
	wantCode(t, "the sixth from one address", ask(), errs.RateLimited, "too_many_attempts")
	by := o.person(t, "admin", "admin")
	list, err := o.AccessRequests(t.Context(), by, auth.AreaSGC)
	must(t, err)
	if len(list) != 1 || list[0].Email != "ana@example.org" {
		t.Errorf("requests = %+v", list)
	}
	all, err := o.AccessRequests(t.Context(), by, "")
	if err != nil || len(all) != 3 {
		t.Errorf("%d requests in all areas: %v", len(all), err)
	}
}

func TestDecideAccess(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{}, withRegistration)
	by := o.person(t, "rita", "reviewer")
	o.account(t, "cur@example.org", "curator")
	request := func(email string, area auth.Area) string {
		t.Helper()
		must(t, o.RequestAccess(t.Context(), auth.AccessRequest{Email: email, Area: area, FirstName: "Ana", Address: email}))
		events := o.newEvents(t)
		return events[0].ObjectID
	}
	decide := func(id string, invite bool, userType string) (*auth.SentLink, error) {
		return o.DecideAccess(t.Context(), by, auth.AreaHermes, id, invite, userType)
	}
	foreign := request("sam@example.org", auth.AreaSGC)
	_, err := decide(foreign, true, "uploader")
	wantCode(t, "a request of another area", err, errs.NotFound, "not_found")
	_, err = o.DecideAccess(t.Context(), by, auth.AreaSGC, foreign, false, "")
	wantCode(t, "an area of others", err, errs.Forbidden, "forbidden")

	id := request("ana@example.org", auth.AreaHermes)
	_, err = decide(id, true, "admin")
	wantCode(t, "a type that the area lacks", err, errs.Rule, "rule")
	o.wantEvents(t)
	sent, err := decide(id, true, "analyst")
	must(t, err)
	made := o.user(t, "ana@example.org")
	if !sent.Sent || !slices.Equal(made.Roles, []string{"analyst"}) || made.FirstName != "Ana" {
		t.Errorf("sent %+v to %+v", sent, made)
	}
	o.wantEvents(t, "invitation-sent "+made.ID, "access-decided "+id)
	_, err = decide(id, true, "analyst")
	wantCode(t, "decided twice", err, errs.NotFound, "not_found")

	id = request("bad@example.org", auth.AreaHermes)
	if _, err = decide(id, false, ""); err != nil {
		t.Error(err)
	}
	o.wantEvents(t, "access-decided "+id+" refused")
	if _, err := o.store.UserByName(t.Context(), "bad@example.org"); !errs.Is(err, errs.NotFound) {
		t.Errorf("account of a refused person: %v", err)
	}

	id = request("cur@example.org", auth.AreaHermes)
	if sent, err = decide(id, true, "uploader"); err != nil || !sent.Sent || sent.URL != "" {
		t.Errorf("an account of another area: %+v, %v", sent, err)
	}
	if got := o.user(t, "cur@example.org"); !slices.Equal(got.Roles, []string{"curator", "uploader"}) {
		t.Errorf("roles = %v", got.Roles)
	}
	_, err = o.mail.Wait(t.Context(), 2)
	must(t, err)
}

func TestUpdateProfile(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	o.account(t, "ana@example.org", "uploader")
	token, id := o.session(t, "ana@example.org")
	text := func(s string) *string { return &s }
	for name, in := range map[string]auth.ProfileChange{
		"bad address": {Email: text("nowhere")}, "long name": {FirstName: text(strings.Repeat("x", 101))}, "two lines": {LastName: text("a\nb")},
	} {
		if _, err := o.UpdateProfile(t.Context(), id, in); !errs.Is(err, errs.Rule) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := o.UpdateProfile(t.Context(), id, auth.ProfileChange{FirstName: text("")})
	must(t, err)
	o.wantEvents(t)
	u, err := o.UpdateProfile(t.Context(), id, auth.ProfileChange{FirstName: text("Ana"), Email: text("new@example.org")})
	must(t, err)
	if u.FirstName != "Ana" || u.Email != "new@example.org" || o.user(t, "ana@example.org").Email != "new@example.org" {
		t.Errorf("account = %+v", u)
	}
	o.wantEvents(t, "user-changed "+u.ID)
	messages, err := o.mail.Wait(t.Context(), 1)
	must(t, err)
	if !slices.Equal(messages[0].To, []string{"ana@example.org"}) || strings.Contains(messages[0].Text, "new@example.org") {
		t.Errorf("notice = %+v", messages[0])
	}
	o.pass(11 * time.Minute) // the sign-in is not fresh
	id, err = o.Check(t.Context(), token)
	must(t, err)
	_, err = o.UpdateProfile(t.Context(), id, auth.ProfileChange{LastName: text("Ng"), Email: text("new@example.org")})
	must(t, err)
	o.skipAudit(t)
	for what, c := range map[string]struct{ current, code string }{
		"without the password": {"", "current_password_needed"}, "with a wrong one": {"not the password", "wrong_password"},
	} {
		_, err = o.UpdateProfile(t.Context(), id, auth.ProfileChange{Email: text("third@example.org"), Current: c.current})
		wantCode(t, what, err, errs.Rule, c.code)
	}
	_, err = o.UpdateProfile(t.Context(), id, auth.ProfileChange{Email: text("third@example.org"), Current: password})
	must(t, err)
	if got := o.user(t, "ana@example.org").Email; got != "third@example.org" {
		t.Errorf("address = %q", got)
	}
}

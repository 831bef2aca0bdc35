package auth_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/adapter/mail"
	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/adapter/store"
	"cohortium/internal/adapter/store/storetest"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// office is a service on a real SQLite file with a clock that tests move, and
// its audit trail.
type office struct {
	*auth.Service
	db    *store.Store
	store *store.Accounts
	mail  *mailtest.Server // nil without one
	clock atomic.Int64     // seconds since 2026-01-01
	seen  int64            // audit entries that the test knows
}

func (o *office) now() time.Time {
	return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(o.clock.Load()) * time.Second)
}

func (o *office) pass(d time.Duration) { o.clock.Add(int64(d / time.Second)) }

func newOffice(t *testing.T, change ...func(*auth.Deps)) *office {
	t.Helper()
	db := storetest.OpenSQLite(t)
	o := &office{db: db, store: db.Accounts()}
	var ids atomic.Int64
	deps := auth.Deps{
		Store: o.store, Now: o.now, NewID: func() string { return fmt.Sprintf("id%05d", ids.Add(1)) }, Random: rand.Reader,
		Settings: cheap(),
	}
	deps.Settings.BaseURL = "https://cohort.example.org"
	for _, fn := range change {
		fn(&deps)
	}
	s, err := auth.New(deps)
	must(t, err)
	o.Service = s
	t.Cleanup(func() { must(t, s.Close()) })
	return o
}

// newPostOffice returns an office with a real mail server.
func newPostOffice(t *testing.T, how mailtest.Options, change ...func(*auth.Deps)) *office {
	t.Helper()
	server, err := mailtest.Start(how)
	must(t, err)
	t.Cleanup(func() { must(t, server.Stop()) })
	mailer, err := mail.New(mail.Options{URL: server.URL(), From: "registry@example.org"})
	must(t, err)
	o := newOffice(t, append([]func(*auth.Deps){func(d *auth.Deps) { d.Mailer = mailer }}, change...)...)
	o.mail = server
	return o
}

// account makes an account that has been accepted.
func (o *office) account(t *testing.T, name string, roles ...string) *auth.User {
	t.Helper()
	u, err := o.CreateUser(t.Context(), auth.NewUser{UserName: name, Password: password, Roles: roles})
	must(t, err)
	o.skipAudit(t)
	return u
}

// person returns the identity of a new account with these roles.
func (o *office) person(t *testing.T, name string, roles ...string) *auth.Identity {
	t.Helper()
	return auth.NewIdentity(o.account(t, name, roles...), nil)
}

// invite invites one person and returns the account and the link's token.
func (o *office) invite(t *testing.T, by *auth.Identity, area auth.Area, name, userType string) (*auth.User, string) {
	t.Helper()
	results, err := o.Invite(t.Context(), by, area, []auth.NewInvitation{{UserName: name, UserType: userType}}, false)
	must(t, err)
	if results[0].Outcome != auth.Invited || results[0].Link == nil {
		t.Fatalf("invitation of %s: %+v", name, results[0])
	}
	u := o.user(t, name)
	o.skipAudit(t)
	return u, tokenOf(t, results[0].Link.URL)
}

func (o *office) user(t *testing.T, name string) *auth.User {
	t.Helper()
	u, err := o.store.UserByName(t.Context(), name)
	must(t, err)
	return u
}

func (o *office) session(t *testing.T, name string) (string, *auth.Identity) {
	t.Helper()
	token, id, err := o.SignIn(t.Context(), auth.SignIn{UserName: name, Password: password, Address: "192.0.2.1"})
	must(t, err)
	o.skipAudit(t)
	return token, id
}

func (o *office) signedIn(token string) bool {
	_, err := o.Check(context.Background(), token)
	return err == nil
}

// newEvents returns the audit entries since the last call, oldest first.
func (o *office) newEvents(t *testing.T) []audit.Event {
	t.Helper()
	var events []audit.Event
	must(t, o.db.WalkAudit(t.Context(), o.seen+1, func(e *audit.Event) error {
		events = append(events, *e)
		o.seen = e.Seq
		return nil
	}))
	return events
}

func (o *office) skipAudit(t *testing.T) { o.newEvents(t) }

// wantEvents checks the entries since the last call, as action and object id.
func (o *office) wantEvents(t *testing.T, want ...string) {
	t.Helper()
	got := []string{}
	for _, e := range o.newEvents(t) {
		line := string(e.Action) + " " + e.ObjectID
		if e.Refused {
			line += " refused"
		}
		got = append(got, line)
		if strings.Contains(fmt.Sprint(e.Detail, e.Before, e.After), "argon2") {
			t.Errorf("a hash is in the trail: %+v", e)
		}
	}
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		t.Errorf("audit entries (-want +got):\n%s", diff)
	}
}

func tokenOf(t *testing.T, url string) string {
	t.Helper()
	_, token, ok := strings.Cut(url, "=")
	if !ok || len(token) < 43 {
		t.Fatalf("link %q has no token of 256 bits", url)
	}
	return token
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantCode(t *testing.T, what string, err error, kind errs.Kind, code string) {
	t.Helper()
	var e *errs.Error
	if !errors.As(err, &e) || e.Kind != kind || e.Code != code {
		t.Errorf("%s: %v, want %s of kind %d", what, err, code, kind)
	}
}

package auth_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cohortium/internal/adapter/mail"
	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

const otherPassword = "another long pass phrase"

func TestResetByMail(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	u := o.account(t, "ana@example.org", "uploader")
	token, _ := o.session(t, "ana@example.org")
	must(t, o.RequestReset(t.Context(), "ANA@example.org", "192.0.2.1"))
	messages, err := o.mail.Wait(t.Context(), 1)
	must(t, err)
	o.wantEvents(t, "password-reset-sent "+u.ID)
	m := messages[0]
	if !slices.Equal(m.To, []string{"ana@example.org"}) || !strings.Contains(m.Text, "https://cohort.example.org") ||
		!strings.Contains(m.Text, "2026-01-01 01:00 UTC") {
		t.Errorf("mail to %v:\n%s", m.To, m.Text)
	}
	link := resetIn(t, m.Text)
	if !o.signedIn(token) {
		t.Error("asking for a link ends sessions")
	}
	wantCode(t, "weak", o.ConfirmReset(t.Context(), link, "short"), errs.Rule, "weak_password")
	wantCode(t, "the same password", o.ConfirmReset(t.Context(), link, password), errs.Rule, "same_password")
	must(t, o.ConfirmReset(t.Context(), link, otherPassword))
	o.wantEvents(t, "password-changed "+u.ID)
	if o.signedIn(token) {
		t.Error("a session outlives the password")
	}
	wantCode(t, "again", o.ConfirmReset(t.Context(), link, otherPassword), errs.NotFound, "link_unknown")
	if _, _, err := o.SignIn(t.Context(), auth.SignIn{UserName: "ana@example.org", Password: otherPassword}); err != nil {
		t.Errorf("the new password: %v", err)
	}
	messages, err = o.mail.Wait(t.Context(), 2)
	must(t, err)
	for _, m := range messages {
		if strings.Contains(m.Text, password) || strings.Contains(m.Text, otherPassword) {
			t.Errorf("a password is in the mail:\n%s", m.Text)
		}
	}
}

func resetIn(t *testing.T, text string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "/login/reset#reset=")
	token, _, _ := strings.Cut(rest, "\n")
	if !ok || len(token) < 43 {
		t.Fatalf("no link in\n%s", text)
	}
	return token
}

// TestResetRequiresPermission: everyone else gets the same answer and no mail.
func TestResetRequiresPermission(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	by := o.person(t, "admin", "admin")
	o.account(t, "disabled@example.org", "uploader")
	must(t, o.SetActive(t.Context(), "disabled@example.org", false))
	o.account(t, "noaddress", "uploader")
	o.account(t, "last@example.org", "uploader")
	_, err := o.Invite(t.Context(), by, auth.AreaHermes, []auth.NewInvitation{{UserName: "invited@example.org", UserType: "uploader"}}, false)
	must(t, err)
	_, err = o.mail.Wait(t.Context(), 1)
	must(t, err)
	o.mail.Clear()
	o.skipAudit(t)
	asked := []string{"unknown@example.org", "disabled@example.org", "noaddress", "invited@example.org", "", "\xff\x00", strings.Repeat("x", 5000)}
	for i, name := range append(asked, "last@example.org") {
		if err := o.RequestReset(t.Context(), name, fmt.Sprint(i)); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	messages, err := o.mail.Wait(t.Context(), 1) // the outbox keeps its order
	must(t, err)
	if len(messages) != 1 || messages[0].To[0] != "last@example.org" {
		t.Errorf("mails to %+v", messages)
	}
	refused := 0
	for _, e := range o.newEvents(t) {
		if e.Refused {
			refused++
		}
	}
	if refused != len(asked) {
		t.Errorf("%d refusals in the trail, want %d", refused, len(asked))
	}
}

func TestResetIsSlowedDown(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	o.account(t, "ana@example.org", "uploader")
	for _, name := range []string{"ana@example.org", "unknown@example.org"} {
		for range 3 {
			must(t, o.RequestReset(t.Context(), name, "192.0.2.1"))
		}
		wantCode(t, name, o.RequestReset(t.Context(), name, "192.0.2.1"), errs.RateLimited, "too_many_attempts")
		must(t, o.RequestReset(t.Context(), name, "192.0.2.2"))
		o.pass(time.Hour)
		must(t, o.RequestReset(t.Context(), name, "192.0.2.1"))
	}
}

func TestResetWithoutMail(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	u := o.account(t, "ana@example.org", "uploader")
	must(t, o.RequestReset(t.Context(), "ana@example.org", "192.0.2.1"))
	o.wantEvents(t)
	first, err := o.ResetLink(t.Context(), "ana@example.org")
	must(t, err)
	second, err := o.ResetLink(t.Context(), "ANA@example.org")
	must(t, err)
	o.wantEvents(t, "password-reset-sent "+u.ID, "password-reset-sent "+u.ID)
	wantCode(t, "replaced", o.ConfirmReset(t.Context(), tokenOf(t, first.URL), otherPassword), errs.NotFound, "link_unknown")
	o.pass(time.Hour)
	wantCode(t, "after an hour", o.ConfirmReset(t.Context(), tokenOf(t, second.URL), otherPassword), errs.Rule, "link_expired")
	if _, err := o.ResetLink(t.Context(), "nobody"); !errs.Is(err, errs.NotFound) {
		t.Errorf("unknown account: %v", err)
	}
}

// TestResetLinksDie: with the account, and with the address that they were sent to.
func TestResetLinksDie(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	by := o.person(t, "admin", "admin")
	o.account(t, "ana@example.org", "uploader")
	_, id := o.session(t, "ana@example.org")
	for what, change := range map[string]func() error{
		"disabled": func() error {
			return errors.Join(o.SetActive(t.Context(), "ana@example.org", false), o.SetActive(t.Context(), "ana@example.org", true))
		},
		"another address": func() error {
			address := "new@example.org"
			_, err := o.UpdateProfile(t.Context(), id, auth.ProfileChange{Email: &address})
			return err
		},
		"a new link": func() error {
			_, err := o.SendLink(t.Context(), by, auth.AreaHermes, id.User.ID)
			return err
		},
	} {
		link, err := o.ResetLink(t.Context(), "ana@example.org")
		must(t, err)
		must(t, change())
		wantCode(t, what, o.ConfirmReset(t.Context(), tokenOf(t, link.URL), otherPassword), errs.NotFound, "link_unknown")
	}
}

// TestResetTakesTheSameTime asks 200 times each for a known and an unknown name,
// in turn, while the mail server answers slowly: the medians differ by less than
// 5 ms (SEC-20).
func TestResetTakesTheSameTime(t *testing.T) {
	const tries = 200
	server, err := mailtest.Start(mailtest.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, server.Stop()) })
	var slow atomic.Bool
	slow.Store(true)
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		return &slowConn{conn, &slow}, err
	}
	mailer, err := mail.New(mail.Options{URL: server.URL(), From: "registry@example.org", Dial: dial})
	must(t, err)
	o := newOffice(t, func(d *auth.Deps) { d.Mailer = mailer })
	o.account(t, "known@example.org", "uploader")
	took := map[string][]time.Duration{}
	for i := range tries {
		for _, name := range []string{"known@example.org", "nobody@example.org"} {
			o.pass(25 * time.Hour) // past any slowing down
			start := time.Now()
			must(t, o.RequestReset(t.Context(), name, fmt.Sprintf("192.0.2.%d", i)))
			took[name] = append(took[name], time.Since(start))
		}
	}
	mailed := len(server.Messages())
	slow.Store(false)
	_, err = server.Wait(t.Context(), tries)
	must(t, err)
	median := func(name string) time.Duration {
		slices.Sort(took[name])
		return took[name][tries/2]
	}
	known, unknown := median("known@example.org"), median("nobody@example.org")
	t.Logf("known %v, unknown %v; %d of %d mails were out when the last answer was", known, unknown, mailed, tries)
	if d := known - unknown; d.Abs() >= 5*time.Millisecond {
		t.Errorf("a known name takes %v, an unknown one %v", known, unknown)
	}
	if mailed == tries {
		t.Error("the mail server was quicker than the answers: this measures nothing")
	}
}

// slowConn is a connection to a server that takes 20 ms to say anything.
type slowConn struct {
	net.Conn
	slow *atomic.Bool
}

func (c *slowConn) Read(b []byte) (int, error) {
	if c.slow.Load() {
		time.Sleep(20 * time.Millisecond)
	}
	return c.Conn.Read(b)
}

// TestCloseSendsWaitingMail: mail that was promised is sent before the end.
func TestCloseSendsWaitingMail(t *testing.T) {
	t.Parallel()
	o := newPostOffice(t, mailtest.Options{})
	for i := range 20 {
		o.account(t, fmt.Sprintf("p%d@example.org", i), "uploader")
	}
	for i := range 20 {
		must(t, o.RequestReset(t.Context(), fmt.Sprintf("p%d@example.org", i), fmt.Sprint(i)))
	}
	must(t, o.Close())
	if n := len(o.mail.Messages()); n != 20 {
		t.Errorf("%d of 20 mails were sent before the end", n)
	}
	err := o.RequestReset(t.Context(), "p0@example.org", "after")
	wantCode(t, "after the end", err, errs.RateLimited, "busy")
}

package httpapi_test

import (
	"regexp"
	"strings"
	"testing"

	"cohortium/internal/adapter/httpapi"
	"cohortium/internal/adapter/mail"
	"cohortium/internal/adapter/mail/mailtest"
	"cohortium/internal/platform/auth"
)

// mailSite returns a site that sends mail through a real SMTP server.
func mailSite(t *testing.T) (*site, *mailtest.Server) {
	t.Helper()
	server, err := mailtest.Start(mailtest.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, server.Stop()) })
	mailer, err := mail.New(mail.Options{URL: server.URL(), From: "registry@example.org", RootCAs: server.RootCAs()})
	must(t, err)
	s := newSite(t,
		func(d *auth.Deps) { d.Mailer, d.Settings.BaseURL = mailer, "http://localhost" },
		func(d *httpapi.Deps) { d.Config.Mail = true })
	return s, server
}

var linkInMail = regexp.MustCompile(`http://localhost(/\S+)#(invitation|reset)=(\S+)`)

// tokenIn returns the token of the link in the newest of n messages.
func (s *site) tokenIn(t *testing.T, server *mailtest.Server, n int, to, page string) string {
	t.Helper()
	messages, err := server.Wait(t.Context(), n)
	must(t, err)
	m := messages[n-1]
	found := linkInMail.FindStringSubmatch(m.Text)
	if len(m.To) != 1 || m.To[0] != to || found == nil || found[1] != page {
		t.Fatalf("message to %v: %s", m.To, m.Text)
	}
	s.secret(found[3])
	return found[3]
}

func TestSEC21LinksByMail(t *testing.T) {
	t.Parallel()
	s, server := mailSite(t)
	invite := request{method: "POST", path: "/api/areas/hermes/invitations", as: "reviewer", body: map[string]any{
		"items": []map[string]any{{"user_name": "guest@example.org", "user_type": "uploader"}},
	}}
	w := s.do(t, invite)
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"sent":true`) || strings.Contains(w.Body.String(), "invitation=") {
		t.Fatalf("status %d: %s", w.Code, w.Body) // the inviter does not see the link
	}
	token := s.tokenIn(t, server, 1, "guest@example.org", "/register")
	accepted := s.do(
		t,
		request{method: "POST", path: "/api/invitations/accept", body: map[string]any{"token": token, "password": password, "first_name": "Guest"}},
	)
	if accepted.Code != 200 {
		t.Fatalf("accept: status %d: %s", accepted.Code, accepted.Body)
	}
	s.tokens["guest"] = cookie(accepted)
	server.Clear()

	asked := s.do(t, request{method: "POST", path: "/api/password-reset", body: map[string]any{"user_name": "guest@example.org"}})
	unknown := s.do(t, request{method: "POST", path: "/api/password-reset", body: map[string]any{"user_name": "nobody@example.org"}})
	if asked.Code != 202 || unknown.Code != 202 || asked.Body.String() != unknown.Body.String() {
		t.Errorf("the answers tell who has an account: %d %s, %d %s", asked.Code, asked.Body, unknown.Code, unknown.Body)
	}
	token = s.tokenIn(t, server, 1, "guest@example.org", "/login/reset")
	s.want(t, 200, request{method: "POST", path: "/api/password-reset/confirm", body: map[string]any{"token": token, "password": second}}, nil)
	s.want(t, 401, s.whoami("guest"), nil)
	s.want(t, 401, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "guest@example.org", "password": password}}, nil)
	s.want(t, 200, request{method: "POST", path: "/api/login", body: map[string]any{"user_name": "guest@example.org", "password": second}}, nil)
	messages, err := server.Wait(t.Context(), 2) // and the owner is notified
	must(t, err)
	if !strings.Contains(messages[1].Subject, "password") || strings.Contains(messages[1].Text, second) {
		t.Errorf("%+v", messages[1])
	}
}

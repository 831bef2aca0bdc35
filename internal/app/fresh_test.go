package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"testing"

	"cohortium/internal/platform/config"
)

// A new installation has no accounts and no default password. The only way to the first account is
// the link that the start prints. It works once, a later start invalidates the earlier link, and
// none is printed once an account exists.
func TestSEC23AFreshInstallationHasNoAccount(t *testing.T) {
	onBothStacks(t, func(t *testing.T, settings config.Settings) {
		void := firstLink(t, settings, func(p *person, _ string) {
			for _, name := range []string{"", "admin", "administrator", "root", "demo", "test", "cohortium", "admin1", "reviewer1"} {
				for _, given := range []string{"", "admin", "password", "changeme", "cohortium", name} {
					answer := p.call(t, http.MethodPost, "/api/login", map[string]string{"user_name": name, "password": given}, nil)
					if answer.status != http.StatusUnauthorized && answer.status != http.StatusTooManyRequests {
						t.Errorf("%s with %q: status %d", name, given, answer.status)
					}
				}
			}
		})
		firstLink(t, settings, func(p *person, token string) {
			for _, c := range []struct {
				token  string
				status int
			}{{void, 404}, {"", 404}, {token, 200}, {token, 404}} {
				accept := map[string]string{"user_name": "first", "password": testPassword, "token": c.token}
				if answer := p.call(t, http.MethodPost, "/api/invitations/accept", accept, nil); answer.status != c.status {
					t.Errorf("link %.4q: status %d, want %d: %s", c.token, answer.status, c.status, answer.body)
				}
			}
		})
		if token := firstLink(t, settings, nil); token != "" {
			t.Error("with an account a start still prints a link")
		}
	})
}

// firstLink starts a server, makes a request, stops it, and returns the token of the printed link,
// "" for none.
func firstLink(t *testing.T, settings config.Settings, ask func(p *person, token string)) (token string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s := server{settings: settings, log: newLog(io.Discard), started: func(ctx context.Context, k *stack, base string) error {
		defer stop()
		var out bytes.Buffer
		if err := k.offerFirstAccount(ctx, &out); err != nil {
			return err
		}
		if found := regexp.MustCompile(`#invitation=(\S{43})`).FindStringSubmatch(out.String()); found != nil {
			token = found[1]
		}
		if ask != nil {
			ask(&person{base: base}, token)
		}
		return nil
	}}
	must(t, s.run(ctx))
	return token
}

// Package credential identifies callers by cookie or bearer token, and creates sessions.
package credential

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Credentials identifies callers, and creates sessions.
type Credentials struct {
	auth   *auth.Service
	now    func() time.Time
	random io.Reader
}

// New returns the credentials of a server.
func New(accounts *auth.Service, now func() time.Time, random io.Reader) *Credentials {
	return &Credentials{auth: accounts, now: now, random: random}
}

// The names of the cookies. The first of each can only be set over TLS, by this host, for all its
// paths; the second is for a local server without TLS.
const (
	SecureCookie = "__Host-cohortium"
	PlainCookie  = "cohortium"
	SecureFlow   = "__Host-cohortium-oidc"
	PlainFlow    = "cohortium-oidc"
	SecureDevice = "__Host-cohortium-device"
	PlainDevice  = "cohortium-device"
)

// FlowLife is the time limit for a sign-in at a provider.
const FlowLife = 10 * time.Minute

// UserServicePath is the path prefix of the user service. Its calls contain their own credential:
// cookies do not count there, and pages of other sites that the operator has allowed may make them.
const UserServicePath = "/api/auth/"

// CookieOf returns the value of one of the two cookies, "" if there is none. Over plain HTTP it
// counts only with a name of this machine.
func CookieOf(r *http.Request, info *request.Info, secure, plain string) string {
	name := secure
	if !info.Secure {
		if !info.Local {
			return ""
		}
		name = plain
	}
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// Identify returns the caller; nil without credentials. A bearer token has priority over the cookie
// and must be valid; public routes ignore it. If the session has ended, it also clears the cookie.
func (c *Credentials) Identify(r *http.Request, rule auth.Rule) (*auth.Identity, error) {
	ctx := r.Context()
	info := request.InfoOf(ctx)
	var err error
	switch {
	case rule.Access != auth.Public && len(info.Header) > 0:
		info.Bearer, info.Identity, err = c.BearerIdentity(ctx)
	case info.Token != "" && !strings.HasPrefix(r.URL.Path, UserServicePath):
		info.Identity, err = c.auth.Authenticate(ctx, info.Token)
		if errs.Is(err, errs.Unauthenticated) {
			err = nil
			SetCookie(ctx, SessionCookie(info.Secure, "", -1))
		}
	}
	if id := info.Identity; err == nil && id != nil {
		audit.SetActor(ctx, id.User.UserName, id.User.ID)
	}
	return info.Identity, err
}

// BearerIdentity identifies the caller by the token of the request, and returns both.
func (c *Credentials) BearerIdentity(ctx context.Context) (string, *auth.Identity, error) {
	token, err := BearerOf(ctx)
	if err != nil {
		return "", nil, err
	}
	id, err := c.auth.Bearer(ctx, token, request.AddressOf(ctx))
	if err != nil {
		return "", nil, err
	}
	return token, id, nil
}

// maxBearer limits a token, in bytes; those of other user services may be signed.
const maxBearer = 8192

// BearerOf reads the Authorization header. errs.Unauthenticated if it is not a bearer token,
// errs.Forbidden over an unencrypted connection.
func BearerOf(ctx context.Context) (string, error) {
	values := request.InfoOf(ctx).Header
	if len(values) == 0 {
		return "", errs.New(errs.Unauthenticated, "not_signed_in", "Sign in.")
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || token == "" || len(token) > maxBearer || strings.ContainsFunc(token, notInToken) {
		return "", errs.New(errs.Unauthenticated, "token_unknown", "The Authorization header does not hold a bearer token.")
	}
	return token, SecureLine(ctx)
}

// notInToken reports characters that RFC 6750 does not allow in a token.
func notInToken(c rune) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-._~+/=", c)
}

// SecureLine refuses secrets over an unencrypted connection.
func SecureLine(ctx context.Context) error {
	if info := request.InfoOf(ctx); !info.Secure && !info.Local {
		return errs.New(errs.Forbidden, "insecure_connection", "Signing in needs a secure connection (https), or the address localhost on the machine itself.")
	}
	return nil
}

// Recheck identifies a caller again on an open connection, without counting as a use of the
// session.
func (c *Credentials) Recheck(ctx context.Context) (*auth.Identity, error) {
	info := request.InfoOf(ctx)
	if info.Bearer != "" {
		return c.auth.CheckBearer(ctx, info.Bearer, info.Address)
	}
	return c.auth.Check(ctx, info.Token)
}

// SessionCookie returns the cookie; maxAge 0 ends it with the browser, below 0 immediately.
func SessionCookie(secure bool, token string, maxAge int) *http.Cookie {
	return NewCookie(secure, SecureCookie, PlainCookie, token, maxAge)
}

// FlowCookie returns the cookie that binds a sign-in at a provider to this browser.
func FlowCookie(secure bool, binding string, life time.Duration) *http.Cookie {
	return NewCookie(secure, SecureFlow, PlainFlow, binding, int(life/time.Second))
}

// Device returns the name of this browser for the throttle of package auth: the value of its
// cookie, or a new random value that RememberDevice stores in it.
func (c *Credentials) Device(ctx context.Context) (string, error) {
	info := request.InfoOf(ctx)
	if info.Device == "" {
		random := make([]byte, deviceBytes)
		if _, err := io.ReadFull(c.random, random); err != nil {
			return "", err
		}
		info.Device = base64.RawURLEncoding.EncodeToString(random)
	}
	return info.Device, nil
}

// deviceBytes are 256 bits, too many to guess.
const deviceBytes = 32

// RememberDevice stores the browser's name in its cookie after a sign-in. It grants no access: only
// failed guesses from elsewhere do not count for this browser.
func RememberDevice(ctx context.Context) {
	info := request.InfoOf(ctx)
	SetCookie(ctx, NewCookie(info.Secure, SecureDevice, PlainDevice, info.Device, int(auth.PlaceLife/time.Second)))
}

// NewCookie returns a cookie with the first name over TLS, else with the second.
func NewCookie(secure bool, secureName, plainName, value string, maxAge int) *http.Cookie {
	name := plainName
	if secure {
		name = secureName
	}
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		Secure: secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

// SetCookie adds a cookie to the answer, also to an error, and replaces an earlier one with this
// name.
func SetCookie(ctx context.Context, c *http.Cookie) {
	answer := request.InfoOf(ctx).Answer
	if answer == nil {
		return
	}
	kept := slices.DeleteFunc(answer.Values("Set-Cookie"), func(other string) bool { return strings.HasPrefix(other, c.Name+"=") })
	answer["Set-Cookie"] = append(kept, c.String())
}

// Begin passes a new session to the caller: a browser gets a cookie, and a program with a token of
// the user service gets the returned text.
func (c *Credentials) Begin(ctx context.Context, token string, id *auth.Identity) (access *string) {
	info := request.InfoOf(ctx)
	info.Identity = id
	if id.Session.Group != "" {
		return &token
	}
	maxAge := 0
	if id.Session.Remember {
		maxAge = int(id.Session.ExpiresAt.Sub(c.now()) / time.Second)
	}
	SetCookie(ctx, SessionCookie(info.Secure, token, maxAge))
	return nil
}

// Package credential finds who is asking, by cookie or bearer token, and hands out sessions.
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

// Credentials finds who is asking, and hands out sessions.
type Credentials struct {
	auth   *auth.Service
	now    func() time.Time
	random io.Reader
}

// New makes the credentials of a server.
func New(accounts *auth.Service, now func() time.Time, random io.Reader) *Credentials {
	return &Credentials{auth: accounts, now: now, random: random}
}

// The names of the cookies. The first of each can only be set over TLS, by this
// host, for all its paths; the second serves a laptop, where there is no TLS.
const (
	SecureCookie = "__Host-cohortium"
	PlainCookie  = "cohortium"
	SecureFlow   = "__Host-cohortium-oidc"
	PlainFlow    = "cohortium-oidc"
	SecureDevice = "__Host-cohortium-device"
	PlainDevice  = "cohortium-device"
)

// FlowLife is how long somebody may take to sign in at a provider.
const FlowLife = 10 * time.Minute

// UserServicePath begins the calls of the user service. They carry their
// credential themselves: no cookie counts there, and pages of other sites that
// the operator has allowed may send them.
const UserServicePath = "/api/auth/"

// CookieOf gives the value of one of the two cookies, "" if there is none. Over
// plain HTTP it counts only under a name of this machine.
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

// Identify finds who is asking; nil for somebody without credentials. A bearer
// token stands before the cookie and has to be good; routes for everybody do
// not look at it. A session that has ended takes its cookie along.
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

// BearerIdentity finds the caller by the token of the request, and returns both.
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

// maxBearer bounds a token; those of other user services may be signed ones.
const maxBearer = 8192

// BearerOf reads the Authorization header. errs.Unauthenticated for whatever is
// no bearer token, errs.Forbidden when it came over a line that others can read.
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

// notInToken reports what RFC 6750 does not let a token hold.
func notInToken(c rune) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-._~+/=", c)
}

// SecureLine refuses secrets over a line that others can read.
func SecureLine(ctx context.Context) error {
	if info := request.InfoOf(ctx); !info.Secure && !info.Local {
		return errs.New(errs.Forbidden, "insecure_connection", "Signing in needs a secure connection (https), or the address localhost on the machine itself.")
	}
	return nil
}

// Recheck finds a caller again on a connection that stays open, without
// counting as a use of the session.
func (c *Credentials) Recheck(ctx context.Context) (*auth.Identity, error) {
	info := request.InfoOf(ctx)
	if info.Bearer != "" {
		return c.auth.CheckBearer(ctx, info.Bearer, info.Address)
	}
	return c.auth.Check(ctx, info.Token)
}

// SessionCookie makes the cookie; maxAge 0 ends it with the browser, below 0 now.
func SessionCookie(secure bool, token string, maxAge int) *http.Cookie {
	return NewCookie(secure, SecureCookie, PlainCookie, token, maxAge)
}

// FlowCookie makes the cookie that binds a sign-in at a provider to this browser.
func FlowCookie(secure bool, binding string, life time.Duration) *http.Cookie {
	return NewCookie(secure, SecureFlow, PlainFlow, binding, int(life/time.Second))
}

// Device names this browser to the throttle of package auth: by what its cookie
// holds, or by a new random value that RememberDevice gives it.
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

// deviceBytes are 256 bits, which nobody finds by trying.
const deviceBytes = 32

// RememberDevice lets the browser keep its name after somebody has signed in.
// It opens nothing: only the guesses of others do not count where it is shown.
func RememberDevice(ctx context.Context) {
	info := request.InfoOf(ctx)
	SetCookie(ctx, NewCookie(info.Secure, SecureDevice, PlainDevice, info.Device, int(auth.PlaceLife/time.Second)))
}

// NewCookie makes a cookie under the first name over TLS, else under the second.
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

// SetCookie adds a cookie to the answer, be it an error or not, in place of an
// earlier one of this name.
func SetCookie(ctx context.Context, c *http.Cookie) {
	answer := request.InfoOf(ctx).Answer
	if answer == nil {
		return
	}
	kept := slices.DeleteFunc(answer.Values("Set-Cookie"), func(other string) bool { return strings.HasPrefix(other, c.Name+"=") })
	answer["Set-Cookie"] = append(kept, c.String())
}

// Begin hands a new session to the caller: in a cookie to a browser, as the text
// that it gives to a program that came with a token of the user service.
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

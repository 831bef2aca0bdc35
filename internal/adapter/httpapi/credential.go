package httpapi

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// credentials finds who is asking, and hands out sessions.
type credentials struct {
	auth   *auth.Service
	now    func() time.Time
	random io.Reader
}

func newCredentials(accounts *auth.Service, now func() time.Time, random io.Reader) *credentials {
	return &credentials{auth: accounts, now: now, random: random}
}

// The names of the cookies. The first of each can only be set over TLS, by this
// host, for all its paths; the second serves a laptop, where there is no TLS.
const (
	secureCookie = "__Host-cohortium"
	plainCookie  = "cohortium"
	secureFlow   = "__Host-cohortium-oidc"
	plainFlow    = "cohortium-oidc"
	secureDevice = "__Host-cohortium-device"
	plainDevice  = "cohortium-device"
)

// flowLife is how long somebody may take to sign in at a provider.
const flowLife = 10 * time.Minute

// userServicePath begins the calls of the user service. They carry their
// credential themselves: no cookie counts there, and pages of other sites that
// the operator has allowed may send them.
const userServicePath = "/api/auth/"

// cookieOf gives the value of one of the two cookies, "" if there is none. Over
// plain HTTP it counts only under a name of this machine.
func cookieOf(r *http.Request, info *requestInfo, secure, plain string) string {
	name := secure
	if !info.secure {
		if !info.local {
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

// identify finds who is asking; nil for somebody without credentials. A bearer
// token stands before the cookie and has to be good; routes for everybody do
// not look at it. A session that has ended takes its cookie along.
func (c *credentials) identify(r *http.Request, rule auth.Rule) (*auth.Identity, error) {
	ctx := r.Context()
	info := infoOf(ctx)
	var err error
	switch {
	case rule.Access != auth.Public && len(info.header) > 0:
		info.bearer, info.identity, err = c.bearerIdentity(ctx)
	case info.token != "" && !strings.HasPrefix(r.URL.Path, userServicePath):
		info.identity, err = c.auth.Authenticate(ctx, info.token)
		if errs.Is(err, errs.Unauthenticated) {
			err = nil
			setCookie(ctx, sessionCookie(info.secure, "", -1))
		}
	}
	if id := info.identity; err == nil && id != nil {
		audit.SetActor(ctx, id.User.UserName, id.User.ID)
	}
	return info.identity, err
}

func (c *credentials) bearerIdentity(ctx context.Context) (string, *auth.Identity, error) {
	token, err := bearerOf(ctx)
	if err != nil {
		return "", nil, err
	}
	id, err := c.auth.Bearer(ctx, token, addressOf(ctx))
	if err != nil {
		return "", nil, err
	}
	return token, id, nil
}

// maxBearer bounds a token; those of other user services may be signed ones.
const maxBearer = 8192

// bearerOf reads the Authorization header. errs.Unauthenticated for whatever is
// no bearer token, errs.Forbidden when it came over a line that others can read.
func bearerOf(ctx context.Context) (string, error) {
	values := infoOf(ctx).header
	if len(values) == 0 {
		return "", errs.New(errs.Unauthenticated, "not_signed_in", "Sign in.")
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if len(values) > 1 || !strings.EqualFold(scheme, "Bearer") || token == "" || len(token) > maxBearer || strings.ContainsFunc(token, notInToken) {
		return "", errs.New(errs.Unauthenticated, "token_unknown", "The Authorization header does not hold a bearer token.")
	}
	return token, secureLine(ctx)
}

// notInToken reports what RFC 6750 does not let a token hold.
func notInToken(c rune) bool {
	return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("-._~+/=", c)
}

// secureLine refuses secrets over a line that others can read.
func secureLine(ctx context.Context) error {
	if info := infoOf(ctx); !info.secure && !info.local {
		return errs.New(errs.Forbidden, "insecure_connection", "Signing in needs a secure connection (https), or the address localhost on the machine itself.")
	}
	return nil
}

// recheck finds a caller again on a connection that stays open, without
// counting as a use of the session.
func (c *credentials) recheck(ctx context.Context) (*auth.Identity, error) {
	info := infoOf(ctx)
	if info.bearer != "" {
		return c.auth.CheckBearer(ctx, info.bearer, info.address)
	}
	return c.auth.Check(ctx, info.token)
}

// sessionCookie makes the cookie; maxAge 0 ends it with the browser, below 0 now.
func sessionCookie(secure bool, token string, maxAge int) *http.Cookie {
	return newCookie(secure, secureCookie, plainCookie, token, maxAge)
}

// flowCookie makes the cookie that binds a sign-in at a provider to this browser.
func flowCookie(secure bool, binding string, life time.Duration) *http.Cookie {
	return newCookie(secure, secureFlow, plainFlow, binding, int(life/time.Second))
}

// device names this browser to the throttle of package auth: by what its cookie
// holds, or by a new random value that rememberDevice gives it.
func (c *credentials) device(ctx context.Context) (string, error) {
	info := infoOf(ctx)
	if info.device == "" {
		random := make([]byte, deviceBytes)
		if _, err := io.ReadFull(c.random, random); err != nil {
			return "", err
		}
		info.device = base64.RawURLEncoding.EncodeToString(random)
	}
	return info.device, nil
}

// deviceBytes are 256 bits, which nobody finds by trying.
const deviceBytes = 32

// rememberDevice lets the browser keep its name after somebody has signed in.
// It opens nothing: only the guesses of others do not count where it is shown.
func rememberDevice(ctx context.Context) {
	info := infoOf(ctx)
	setCookie(ctx, newCookie(info.secure, secureDevice, plainDevice, info.device, int(auth.PlaceLife/time.Second)))
}

func newCookie(secure bool, secureName, plainName, value string, maxAge int) *http.Cookie {
	name := plainName
	if secure {
		name = secureName
	}
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		Secure: secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

// setCookie adds a cookie to the answer, be it an error or not, in place of an
// earlier one of this name.
func setCookie(ctx context.Context, c *http.Cookie) {
	answer := infoOf(ctx).answer
	if answer == nil {
		return
	}
	kept := slices.DeleteFunc(answer.Values("Set-Cookie"), func(other string) bool { return strings.HasPrefix(other, c.Name+"=") })
	answer["Set-Cookie"] = append(kept, c.String())
}

// begin hands a new session to the caller: in a cookie to a browser, as the text
// that it gives to a program that came with a token of the user service.
func (c *credentials) begin(ctx context.Context, token string, id *auth.Identity) (access *string) {
	info := infoOf(ctx)
	info.identity = id
	if id.Session.Group != "" {
		return &token
	}
	maxAge := 0
	if id.Session.Remember {
		maxAge = int(id.Session.ExpiresAt.Sub(c.now()) / time.Second)
	}
	setCookie(ctx, sessionCookie(info.secure, token, maxAge))
	return nil
}

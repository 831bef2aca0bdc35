// Package request is what handlers know of a request: who asks and from where, and the values
// that came with it.
package request

import (
	"context"
	"net/http"

	"cohortium/internal/platform/auth"
)

// Info is what the outer layers know of a request and the inner ones
// need. It is made once per request; the inner layers fill in the route and the
// caller for the access log.
type Info struct {
	ID        string
	Nonce     string
	Address   string
	Host      string // by which the client asks, with the port
	UserAgent string
	Secure    bool     // the client speaks TLS, to us or to a trusted proxy
	Local     bool     // the client asks for a name of this machine
	OwnPage   bool     // a page of this server asks, by the word of its browser
	Token     string   // of the session in the cookie, "" for none
	Device    string   // name of this browser to the throttle, "" for none yet
	Flow      string   // what binds a sign-in at a provider to this browser, "" for none
	Header    []string // values of Authorization
	Bearer    string   // the token by which the caller was found, "" for a cookie
	Answer    http.Header
	Route     string
	Identity  *auth.Identity
}

type infoKey struct{}

// WithInfo keeps what is known of a request in its context.
func WithInfo(ctx context.Context, info *Info) context.Context {
	return context.WithValue(ctx, infoKey{}, info)
}

// InfoOf is what is known of the request; empty outside of one.
func InfoOf(ctx context.Context) *Info {
	if info, ok := ctx.Value(infoKey{}).(*Info); ok {
		return info
	}
	return &Info{}
}

// AddressOf is the address of the client.
func AddressOf(ctx context.Context) string { return InfoOf(ctx).Address }

// ID is the id of the request, which its log lines and errors carry.
func ID(ctx context.Context) string { return InfoOf(ctx).ID }

// Nonce is what inline scripts and styles of this answer must carry.
func Nonce(ctx context.Context) string { return InfoOf(ctx).Nonce }

// Identity is who is asking; nil on routes that need no session.
func Identity(ctx context.Context) *auth.Identity { return InfoOf(ctx).Identity }

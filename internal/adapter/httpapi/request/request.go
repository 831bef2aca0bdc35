// Package request contains a handler's view of a request: the caller, their address, and the values
// sent.
package request

import (
	"context"
	"net/http"

	"cohortium/internal/platform/auth"
)

// Info contains the facts about a request that the outer layers pass to the inner ones. It is
// created once per request; the inner layers fill in the route and the caller for the access log.
type Info struct {
	ID        string
	Nonce     string
	Address   string
	Host      string // as the client sends it, with the port
	UserAgent string
	Secure    bool     // the client uses TLS, to this server or to a trusted proxy
	Local     bool     // the client uses a name of this machine
	OwnPage   bool     // sent by a page of this server, according to its browser
	Token     string   // of the session in the cookie, "" for none
	Device    string   // name of this browser for the throttle, "" for none yet
	Flow      string   // binds a sign-in at a provider to this browser, "" for none
	Header    []string // values of Authorization
	Bearer    string   // the token that identified the caller, "" for a cookie
	Answer    http.Header
	Route     string
	Identity  *auth.Identity
}

type infoKey struct{}

// WithInfo stores the facts about a request in its context.
func WithInfo(ctx context.Context, info *Info) context.Context {
	return context.WithValue(ctx, infoKey{}, info)
}

// InfoOf returns the facts about the request; empty outside of a request.
func InfoOf(ctx context.Context) *Info {
	if info, ok := ctx.Value(infoKey{}).(*Info); ok {
		return info
	}
	return &Info{}
}

// AddressOf returns the address of the client.
func AddressOf(ctx context.Context) string { return InfoOf(ctx).Address }

// ID returns the id of the request, which its log lines and errors contain.
func ID(ctx context.Context) string { return InfoOf(ctx).ID }

// Nonce returns the value that inline scripts and styles of this answer must have.
func Nonce(ctx context.Context) string { return InfoOf(ctx).Nonce }

// Identity returns the caller; nil on routes that need no session.
func Identity(ctx context.Context) *auth.Identity { return InfoOf(ctx).Identity }

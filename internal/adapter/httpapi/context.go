package httpapi

import (
	"context"
	"net/http"

	"cohortium/internal/platform/auth"
)

// requestInfo is what the outer layers know of a request and the inner ones
// need. It is made once per request; the inner layers fill in the route and the
// caller for the access log.
type requestInfo struct {
	id        string
	nonce     string
	address   string
	host      string // by which the client asks, with the port
	userAgent string
	secure    bool     // the client speaks TLS, to us or to a trusted proxy
	local     bool     // the client asks for a name of this machine
	ownPage   bool     // a page of this server asks, by the word of its browser
	token     string   // of the session in the cookie, "" for none
	device    string   // name of this browser to the throttle, "" for none yet
	flow      string   // what binds a sign-in at a provider to this browser, "" for none
	header    []string // values of Authorization
	bearer    string   // the token by which the caller was found, "" for a cookie
	answer    http.Header
	route     string
	identity  *auth.Identity
}

type infoKey struct{}

func withInfo(ctx context.Context, info *requestInfo) context.Context {
	return context.WithValue(ctx, infoKey{}, info)
}

func infoOf(ctx context.Context) *requestInfo {
	if info, ok := ctx.Value(infoKey{}).(*requestInfo); ok {
		return info
	}
	return &requestInfo{}
}

func addressOf(ctx context.Context) string { return infoOf(ctx).address }

// RequestID is the id of the request, which its log lines and errors carry.
func RequestID(ctx context.Context) string { return infoOf(ctx).id }

// Nonce is what inline scripts and styles of this answer must carry.
func Nonce(ctx context.Context) string { return infoOf(ctx).nonce }

// Identity is who is asking; nil on routes that need no session.
func Identity(ctx context.Context) *auth.Identity { return infoOf(ctx).identity }

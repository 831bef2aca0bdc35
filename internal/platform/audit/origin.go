package audit

import (
	"context"
	"sync"
)

// Origin is who acts and from where.
type Origin struct {
	Actor     string // user name; "" for none
	ActorID   string
	Address   string // of the client; "" for the server itself
	RequestID string
}

// System is the actor of the program's own actions.
const System = "system"

// origin is shared by everything below the context that it was put in, so that it can be created
// before the caller is known.
type origin struct {
	mu sync.Mutex
	is Origin
}

type originKey struct{}

// WithOrigin sets the actor and address for everything done with the context.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, &origin{is: o})
}

// OriginOf returns the origin of a context, the zero Origin if there is none.
func OriginOf(ctx context.Context) Origin {
	o, ok := ctx.Value(originKey{}).(*origin)
	if !ok {
		return Origin{}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.is
}

// SetActor sets the actor once it is known. It changes nothing in a context without an origin.
func SetActor(ctx context.Context, name, id string) {
	o, ok := ctx.Value(originKey{}).(*origin)
	if !ok {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.is.Actor, o.is.ActorID = name, id
}

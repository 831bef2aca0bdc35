package audit

import (
	"context"
	"sync"
)

// Origin is who acts and from where.
type Origin struct {
	Actor     string // user name; "" for nobody
	ActorID   string
	Address   string // of the client; "" for this machine's own work
	RequestID string
}

// System is the actor of what the program does by itself.
const System = "system"

// origin is shared by everything below the context that it was put in, so that
// it can be made before it is known who asks.
type origin struct {
	mu sync.Mutex
	is Origin
}

type originKey struct{}

// WithOrigin says who acts, and from where, in everything done with the context.
func WithOrigin(ctx context.Context, o Origin) context.Context {
	return context.WithValue(ctx, originKey{}, &origin{is: o})
}

// OriginOf gives the origin of a context, the zero Origin if there is none.
func OriginOf(ctx context.Context) Origin {
	o, ok := ctx.Value(originKey{}).(*origin)
	if !ok {
		return Origin{}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.is
}

// SetActor fills in who acts once that is known. It changes nothing in a
// context without an origin.
func SetActor(ctx context.Context, name, id string) {
	o, ok := ctx.Value(originKey{}).(*origin)
	if !ok {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.is.Actor, o.is.ActorID = name, id
}

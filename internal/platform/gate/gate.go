// Package gate lets callers through a few at a time: a number together, a share of it each, and a
// share for all strangers together. It does not know what they do inside. It imports no package of
// this module.
package gate

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Patience is how long a caller waits while the gate lets none of its calls in.
const Patience = 1500 * time.Millisecond

// ErrBusy reports that a caller waited for Patience.
var ErrBusy = errors.New("gate: no room")

// Shares limit how many calls may be inside.
type Shares struct {
	All       int
	Each      int // of one caller
	Strangers int // of all strangers together
}

// Caller is the account, or a stranger, that a call counts for.
type Caller struct {
	Name     string
	Stranger bool
}

// Gate is safe for concurrent use.
type Gate struct {
	shares Shares

	mu        sync.Mutex
	all       int
	strangers int
	callers   map[string]*calls
	waiting   []*waiter // in the order in which they came
}

// calls are those of one caller.
type calls struct {
	inside, waiting int
	last            time.Time // when one was let in
}

func (c *calls) before(other *calls) bool {
	if c.inside != other.inside {
		return c.inside < other.inside
	}
	return c.last.Before(other.last)
}

type waiter struct {
	caller Caller
	in     chan struct{} // closed when it is let in
}

// New returns a gate.
func New(s Shares) *Gate { return &Gate{shares: s, callers: make(map[string]*calls)} }

// Enter waits until there is room for a call and returns a function that frees its place. It
// returns ErrBusy when the caller had none for Patience, or the error of ctx.
func (g *Gate) Enter(ctx context.Context, c Caller) (leave func(), err error) {
	w := g.line(c)
	timer := time.NewTimer(Patience)
	defer timer.Stop()
	for {
		select {
		case <-w.in:
			return func() { g.leave(c) }, nil
		case <-ctx.Done():
			err = ctx.Err()
		case <-timer.C:
			err = ErrBusy
		}
		more, in := g.giveUp(w, err)
		switch {
		case in: // in the same moment
		case more > 0:
			timer.Reset(more)
		default:
			return nil, err
		}
	}
}

// line puts a call at the end of the line and lets in those for whom there is room.
func (g *Gate) line(c Caller) *waiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	w := &waiter{caller: c, in: make(chan struct{})}
	of := g.callers[c.Name]
	if of == nil {
		of = &calls{}
		g.callers[c.Name] = of
	}
	of.waiting++
	g.waiting = append(g.waiting, w)
	g.letIn()
	return w
}

// giveUp takes a call out of the line, unless it was let in or err is ErrBusy and another
// call of its caller was let in so lately that it waits for more.
func (g *Gate) giveUp(w *waiter, err error) (more time.Duration, in bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.waiting, w)
	if i < 0 {
		return 0, true
	}
	of := g.callers[w.caller.Name]
	if more = Patience - time.Since(of.last); more > 0 && errors.Is(err, ErrBusy) {
		return more, false
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	of.waiting--
	g.forget(w.caller)
	return 0, false
}

func (g *Gate) leave(c Caller) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.count(c, -1)
	g.forget(c)
	g.letIn()
}

// letIn lets in those for whom there is room: first callers with the fewest calls inside,
// and of these the one that was let in the longest ago.
func (g *Gate) letIn() {
	for {
		next := -1
		for i, w := range g.waiting {
			if g.fits(w.caller) && (next < 0 || g.callers[w.caller.Name].before(g.callers[g.waiting[next].caller.Name])) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		w := g.waiting[next]
		g.waiting = slices.Delete(g.waiting, next, next+1)
		g.count(w.caller, 1)
		of := g.callers[w.caller.Name]
		of.waiting--
		of.last = time.Now()
		close(w.in)
	}
}

func (g *Gate) fits(c Caller) bool {
	return g.all < g.shares.All && g.callers[c.Name].inside < g.shares.Each && (!c.Stranger || g.strangers < g.shares.Strangers)
}

func (g *Gate) count(c Caller, n int) {
	g.all += n
	g.callers[c.Name].inside += n
	if c.Stranger {
		g.strangers += n
	}
}

// forget drops a caller without calls.
func (g *Gate) forget(c Caller) {
	if of := g.callers[c.Name]; of.inside == 0 && of.waiting == 0 {
		delete(g.callers, c.Name)
	}
}

// Package guard turns panics into errors: a panic in a separate goroutine would end the whole
// program, and all other work with it. Goroutines for a piece of work are started through Do, Group
// or All, so that a panic is an error of that work. It imports no package of this module and takes
// no decisions about errors.
package guard

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/errgroup"
)

// PanicError is a panic as an error. Its text is for the log, not for people.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Panicked reports whether an error comes from a panic.
func Panicked(err error) bool {
	var p *PanicError
	return errors.As(err, &p)
}

// Do calls f; a panic of f is its error.
func Do(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *PanicError: // of a goroutine that All waited for
			err = p
		default:
			err = &PanicError{p, debug.Stack()}
		}
	}()
	return f()
}

// Group is an errgroup whose functions may panic: the first error or panic cancels the context of
// the others and is returned by Wait.
type Group struct{ group *errgroup.Group }

// WithContext returns a group and the context of its functions.
func WithContext(ctx context.Context) (*Group, context.Context) {
	group, ctx := errgroup.WithContext(ctx)
	return &Group{group}, ctx
}

// SetLimit bounds the number of functions that run at the same time.
func (g *Group) SetLimit(n int) { g.group.SetLimit(n) }

// Go calls f in a goroutine.
func (g *Group) Go(f func() error) { g.group.Go(func() error { return Do(f) }) }

// Wait waits for all functions and returns the first error.
func (g *Group) Wait() error { return g.group.Wait() }

// All calls f with 0 to n−1, each in a goroutine, and waits for all. A panic of one continues in
// the caller's goroutine.
func All(n int, f func(i int)) {
	panics := make([]error, n)
	var calls sync.WaitGroup
	for i := range n {
		calls.Go(func() {
			panics[i] = Do(func() error {
				f(i)
				return nil
			})
		})
	}
	calls.Wait()
	for _, err := range panics {
		if err != nil {
			panic(err)
		}
	}
}

// Package attack counts the tries of attack tests and how many of them were held. Its tests attack
// the whole program on both stacks; with -elsewhere they also run the attack tests of other
// packages. It imports the standard library only.
package attack

import (
	"sync"
	"testing"
)

// Figures are the results of one attack.
type Figures struct {
	Attack      string
	Tries, Held int
}

// line is the format of the figures that tests print.
const line = "attack: %s | %d tries | %d held"

var (
	mu  sync.Mutex
	all = map[string]Figures{}
)

// Count counts the tries of an attack.
type Count struct {
	t  testing.TB
	mu sync.Mutex
	f  Figures
}

// New counts an attack until the test ends, and prints its figures then. Counts of the same
// name are added up.
func New(t testing.TB, name string) *Count {
	c := &Count{t: t, f: Figures{Attack: name}}
	t.Cleanup(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		note(c.f)
		t.Logf(line, c.f.Attack, c.f.Tries, c.f.Held)
	})
	return c
}

// Try counts one try, and fails the test with a sentence unless it was held.
func (c *Count) Try(held bool, format string, args ...any) {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.f.Tries++
	if held {
		c.f.Held++
		return
	}
	c.t.Errorf(format, args...)
}

func note(f Figures) {
	mu.Lock()
	defer mu.Unlock()
	sum := all[f.Attack]
	all[f.Attack] = Figures{f.Attack, sum.Tries + f.Tries, sum.Held + f.Held}
}

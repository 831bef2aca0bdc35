// Package attack counts what the tests of attacks try and how much of it was held. Its own
// tests attack the whole program on both stacks; Elsewhere lists those that stand beside
// what they attack. It imports the standard library alone.
package attack

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

// Figures is what came of one attack.
type Figures struct {
	Attack      string
	Tries, Held int
}

var (
	mu   sync.Mutex
	all  = map[string]Figures{}
	line = "attack: %s | %d tries | %d held"
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

// read notes the figures in the output of other tests.
func read(output string) {
	for l := range strings.Lines(output) {
		_, text, found := strings.Cut(strings.TrimSpace(l), "attack: ")
		name, rest, is := strings.Cut(text, " | ")
		f := Figures{Attack: name}
		if _, err := fmt.Sscanf(rest, "%d tries | %d held", &f.Tries, &f.Held); found && is && err == nil {
			note(f)
		}
	}
}

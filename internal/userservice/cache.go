package userservice

import (
	"container/list"
	"crypto/sha256"
	"slices"
	"sync"
	"time"

	"cohortium/internal/auth"
)

// How long a good answer is kept, and how many are.
const (
	keep    = 60 * time.Second
	maxKept = 1000
)

// cacheKey never holds the token itself.
type cacheKey struct {
	token [sha256.Size]byte
	group string
}

// cache keeps good answers, the oldest first in line; all are kept equally
// long, so that the first to expire is the first to leave.
type cache struct {
	mu    sync.Mutex
	line  *list.List // of *kept
	byKey map[cacheKey]*list.Element
}

type kept struct {
	key   cacheKey
	user  *auth.DirectoryUser
	asked time.Time // before the question went out
}

func newCache() cache { return cache{line: list.New(), byKey: make(map[cacheKey]*list.Element)} }

// get gives a copy of the answer, nil when there is none or it is too old. One
// from the future is: the clock was set back.
func (c *cache) get(key cacheKey, now time.Time) *auth.DirectoryUser {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		return nil
	}
	k := e.Value.(*kept)
	if age := now.Sub(k.asked); age < 0 || age >= keep {
		c.remove(e)
		return nil
	}
	return clone(k.user)
}

func (c *cache) put(key cacheKey, u *auth.DirectoryUser, asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		c.remove(e)
	}
	for c.line.Len() > 0 {
		oldest := c.line.Front()
		if c.line.Len() < maxKept && asked.Sub(oldest.Value.(*kept).asked) < keep {
			break
		}
		c.remove(oldest)
	}
	c.byKey[key] = c.line.PushBack(&kept{key, clone(u), asked})
}

func (c *cache) remove(e *list.Element) {
	c.line.Remove(e)
	delete(c.byKey, e.Value.(*kept).key)
}

func clone(u *auth.DirectoryUser) *auth.DirectoryUser {
	out := *u
	out.Roles, out.Permissions, out.Groups = slices.Clone(u.Roles), slices.Clone(u.Permissions), slices.Clone(u.Groups)
	return &out
}

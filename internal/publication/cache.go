package publication

import (
	"container/list"
	"strings"
	"sync"
	"time"

	"cohortium/internal/dataset"
)

// How long an article is kept, and how many are.
const (
	keep    = time.Hour
	maxKept = 500
)

// cache keeps articles, the oldest first in line; all are kept equally long, so
// that the first to expire is the first to leave.
type cache struct {
	mu    sync.Mutex
	line  *list.List // of *kept
	byKey map[string]*list.Element
}

type kept struct {
	key   string
	found dataset.Publication
	asked time.Time // before the question went out
}

func newCache() cache { return cache{line: list.New(), byKey: make(map[string]*list.Element)} }

// keyOf is an id as it is compared: a DOI has no case.
func keyOf(id dataset.PubID) string { return id.Kind + " " + strings.ToLower(id.Value) }

// get gives a copy of what is kept, nil when there is nothing or it is too old.
// What comes from the future is: the clock was set back.
func (c *cache) get(key string, now time.Time) *dataset.Publication {
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
	out := k.found
	return &out
}

func (c *cache) put(key string, p *dataset.Publication, asked time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		c.remove(e)
	}
	for c.line.Len() >= maxKept {
		c.remove(c.line.Front())
	}
	c.byKey[key] = c.line.PushBack(&kept{key, *p, asked})
}

func (c *cache) remove(e *list.Element) {
	c.line.Remove(e)
	delete(c.byKey, e.Value.(*kept).key)
}

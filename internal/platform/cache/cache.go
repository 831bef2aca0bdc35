// Package cache keeps values that were expensive to get, within limits on their number or weight
// and their age; the least recently used are dropped first. Callers that ask for a value while it
// is being fetched wait for that result instead of fetching it again.
//
// It is not for values that callers may change, nor for values that must be released: the blocks of
// an index, whose memory is reused, have a separate cache.
package cache

import (
	"container/list"
	"context"
	"sync"
	"time"

	"cohortium/internal/platform/guard"
)

// Cache keeps values by key. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	most   int
	weight func(K, V) int
	keep   time.Duration
	now    func() time.Time

	mu      sync.Mutex
	held    int       // weight of all values together
	used    list.List // of *entry[K, V], last used first
	at      map[K]*list.Element
	pending map[K]*question[V]
}

type entry[K comparable, V any] struct {
	key   K
	value V
	asked time.Time // before the request started
}

// question is a request without a result yet.
type question[V any] struct {
	done    chan struct{} // closed when value and err are there
	value   V
	err     error
	waiting int
	cancel  context.CancelFunc
}

// New returns a cache of at most `most` values, each kept for a time from the start of its request;
// 0 keeps them for ever, and needs no clock.
func New[K comparable, V any](most int, keep time.Duration, now func() time.Time) *Cache[K, V] {
	return NewWeighing(most, func(K, V) int { return 1 }, keep, now)
}

// NewWeighing returns a cache like New whose values with their keys weigh at most `most` together.
// A heavier value is returned and not kept.
func NewWeighing[K comparable, V any](most int, weight func(K, V) int, keep time.Duration, now func() time.Time) *Cache[K, V] {
	if now == nil {
		now = time.Now
	}
	return &Cache[K, V]{most: most, weight: weight, keep: keep, now: now, at: make(map[K]*list.Element), pending: make(map[K]*question[V])}
}

// Get returns the cached value, or calls ask for it. Errors are not cached. Callers that arrive
// meanwhile get the same result; the context of ask ends when the last of them is gone. An ended
// ctx returns its error, a panic of ask a *guard.PanicError.
func (c *Cache[K, V]) Get(ctx context.Context, key K, ask func(context.Context) (V, error)) (V, error) {
	c.mu.Lock()
	now := c.now()
	if value, ok := c.kept(key, now); ok {
		c.mu.Unlock()
		return value, nil
	}
	q := c.pending[key]
	if q == nil {
		q = c.start(ctx, key, now, ask)
	}
	q.waiting++
	c.mu.Unlock()
	select {
	case <-q.done:
		return q.value, q.err
	case <-ctx.Done():
		c.leave(key, q)
		var none V
		return none, ctx.Err()
	}
}

// Kept returns the value that is kept, and fetches nothing.
func (c *Cache[K, V]) Kept(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept(key, c.now())
}

// kept returns the value of a key unless it is too old. One from the future is too old: the clock
// was set back.
func (c *Cache[K, V]) kept(key K, now time.Time) (value V, ok bool) {
	element := c.at[key]
	if element == nil {
		return value, false
	}
	e := element.Value.(*entry[K, V])
	if age := now.Sub(e.asked); c.keep > 0 && (age < 0 || age >= c.keep) {
		c.remove(element)
		return value, false
	}
	c.used.MoveToFront(element)
	return e.value, true
}

// start asks in a goroutine, as the first caller may leave before the result arrives.
func (c *Cache[K, V]) start(ctx context.Context, key K, now time.Time, ask func(context.Context) (V, error)) *question[V] {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	q := &question[V]{done: make(chan struct{}), cancel: cancel}
	c.pending[key] = q
	go func() {
		defer cancel()
		q.err = guard.Do(func() (err error) { q.value, err = ask(ctx); return err })
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.pending[key] == q { // a caller still waits for it
			delete(c.pending, key)
			if q.err == nil {
				c.put(&entry[K, V]{key, q.value, now})
			}
		}
		close(q.done)
	}()
	return q
}

// leave cancels a request when its last caller leaves.
func (c *Cache[K, V]) leave(key K, q *question[V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if q.waiting--; q.waiting > 0 {
		return
	}
	q.cancel()
	if c.pending[key] == q {
		delete(c.pending, key)
	}
}

func (c *Cache[K, V]) put(e *entry[K, V]) {
	weight := c.weight(e.key, e.value)
	if weight > c.most {
		return
	}
	for c.held+weight > c.most {
		c.remove(c.used.Back())
	}
	c.held += weight
	c.at[e.key] = c.used.PushFront(e)
}

func (c *Cache[K, V]) remove(element *list.Element) {
	e := c.used.Remove(element).(*entry[K, V])
	c.held -= c.weight(e.key, e.value)
	delete(c.at, e.key)
}

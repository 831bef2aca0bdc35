package regionindex

import (
	"container/list"
	"sync"
)

// cache keeps the expanded blocks that were read last. Payloads are never changed while a reader
// holds them, so they are shared without copying. The memory of dropped ones is reused.
type cache struct {
	mu    sync.Mutex
	limit int
	bytes int
	used  list.List // of *cached, last used first
	at    map[int64]*list.Element
	spare [][]byte
}

// cached is one block.
type cached struct {
	offset  int64 // in the file
	next    int64 // offset of the block behind it
	payload []byte

	holders int
	dropped bool // not in the cache
}

// maxSpare bounds the buffers that wait to be used again.
const maxSpare = 8

func newCache(limit int) *cache { return &cache{limit: limit, at: map[int64]*list.Element{}} }

// get returns the block at offset, which the caller releases, or nil.
func (c *cache) get(offset int64) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.at[offset]
	if e == nil {
		return nil
	}
	c.used.MoveToFront(e)
	b := e.Value.(*cached)
	b.holders++
	return b
}

// buffer returns memory for a payload, possibly nil.
func (c *cache) buffer() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := len(c.spare) - 1; last >= 0 {
		p := c.spare[last]
		c.spare = c.spare[:last]
		return p
	}
	return nil
}

// put adds a block that the caller holds and releases later.
func (c *cache) put(b *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b.holders = 1
	if c.at[b.offset] != nil || cap(b.payload) > c.limit {
		b.dropped = true
		return
	}
	c.at[b.offset] = c.used.PushFront(b)
	c.bytes += cap(b.payload)
	for c.bytes > c.limit {
		last := c.used.Remove(c.used.Back()).(*cached)
		delete(c.at, last.offset)
		c.bytes -= cap(last.payload)
		last.dropped = true
		c.reuse(last)
	}
}

func (c *cache) release(b *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	b.holders--
	c.reuse(b)
}

// reuse takes the memory of a block that no reader can reach.
func (c *cache) reuse(b *cached) {
	if b.dropped && b.holders == 0 && len(c.spare) < maxSpare {
		c.spare = append(c.spare, b.payload[:0])
		b.payload = nil
	}
}

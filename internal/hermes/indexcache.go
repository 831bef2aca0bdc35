package hermes

import (
	"slices"
	"sync"

	"cohortium/internal/gwas/regionindex"
)

// openIndexes bounds how many region indexes stay in memory; each takes a few
// megabytes with its cached blocks.
const openIndexes = 4

// indexCache keeps the region indexes that were used last.
type indexCache struct {
	mu      sync.Mutex
	entries []indexEntry // most recently used last
}

type indexEntry struct {
	metaID string
	reader *regionindex.Reader
}

func (c *indexCache) get(metaID string) (*regionindex.Reader, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.entries, func(e indexEntry) bool { return e.metaID == metaID })
	if at < 0 {
		return nil, false
	}
	e := c.entries[at]
	c.entries = append(slices.Delete(c.entries, at, at+1), e)
	return e.reader, true
}

func (c *indexCache) put(metaID string, r *regionindex.Reader) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = slices.DeleteFunc(c.entries, func(e indexEntry) bool { return e.metaID == metaID })
	if len(c.entries) >= openIndexes {
		c.entries = slices.Delete(c.entries, 0, 1)
	}
	c.entries = append(c.entries, indexEntry{metaID, r})
}

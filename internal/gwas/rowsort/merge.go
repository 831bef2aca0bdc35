package rowsort

import (
	"context"
	"errors"
	"fmt"
	"io"

	"cohortium/internal/gwas/sumstats"
)

// merger merges runs with a tournament tree of losers: each row costs one
// comparison per level. Rows that compare equal come in the order of the runs,
// which is the order of the input.
type merger struct {
	ctx     context.Context
	order   order
	cursors []cursor
	tree    []int32 // tree[0] is the winner, tree[1:] the losers of each match
	err     error
}

// cursor is the head of one run.
type cursor struct {
	key  uint64 // primary key of rows[0]
	done bool
	rows []sumstats.Row
	feed feed
}

func newMerger(ctx context.Context, o order, feeds []feed) (*merger, error) {
	m := &merger{ctx: ctx, order: o, cursors: make([]cursor, len(feeds)), tree: make([]int32, len(feeds))}
	for i := range feeds {
		m.cursors[i].feed = feeds[i]
		if err := m.refill(&m.cursors[i]); err != nil {
			return nil, err
		}
	}
	if len(feeds) > 0 {
		m.tree[0] = m.play(1)
	}
	return m, nil
}

// ReadRows implements sumstats.RowReader.
func (m *merger) ReadRows(dst []sumstats.Row) (int, error) {
	if m.ctx.Err() != nil {
		return 0, fmt.Errorf("rowsort.ReadRows(): %w", context.Cause(m.ctx))
	}
	if m.err != nil {
		return 0, m.err
	}
	if len(m.cursors) == 1 {
		return m.readOnly(dst)
	}
	n := 0
	for n < len(dst) && m.err == nil {
		if len(m.cursors) == 0 || m.cursors[m.tree[0]].done {
			m.err = io.EOF
			break
		}
		c := &m.cursors[m.tree[0]]
		dst[n] = c.rows[0]
		n++
		if m.err = m.advance(c); m.err == nil { // a run that cannot be read further has no row to compare
			m.replay(m.tree[0])
		}
	}
	if n > 0 {
		return n, nil
	}
	return 0, m.err
}

// readOnly copies whole batches: with one run there is nothing to compare.
func (m *merger) readOnly(dst []sumstats.Row) (int, error) {
	c := &m.cursors[0]
	n := 0
	for n < len(dst) && !c.done && m.err == nil {
		copied := copy(dst[n:], c.rows)
		n += copied
		c.rows = c.rows[copied:]
		if len(c.rows) == 0 {
			m.err = m.refill(c)
		}
	}
	if n == 0 && len(dst) > 0 && m.err == nil {
		m.err = io.EOF
	}
	if n > 0 {
		return n, nil
	}
	return 0, m.err
}

// advance steps past the first row of c.
func (m *merger) advance(c *cursor) error {
	c.rows = c.rows[1:]
	if len(c.rows) == 0 {
		return m.refill(c)
	}
	c.key = m.order.primary(&c.rows[0])
	return nil
}

// refill gets the next batch, or marks the end of the run.
func (m *merger) refill(c *cursor) error {
	for {
		rows, err := c.feed.next()
		if errors.Is(err, io.EOF) {
			c.done, c.rows = true, nil
			return nil
		}
		if err != nil {
			return fmt.Errorf("rowsort.ReadRows(): %w", err)
		}
		if len(rows) > 0 {
			c.rows, c.key = rows, m.order.primary(&rows[0])
			return nil
		}
	}
}

// play fills the matches below a node and returns its winner. Leaves are the
// nodes from len(cursors) on.
func (m *merger) play(node int) int32 {
	if node >= len(m.cursors) {
		return int32(node - len(m.cursors))
	}
	winner, loser := m.play(2*node), m.play(2*node+1)
	if m.before(loser, winner) {
		winner, loser = loser, winner
	}
	m.tree[node] = loser
	return winner
}

// replay repeats the matches of the cursor that has just moved.
func (m *merger) replay(moved int32) {
	winner := moved
	for node := (int(moved) + len(m.cursors)) / 2; node >= 1; node /= 2 {
		if m.before(m.tree[node], winner) {
			m.tree[node], winner = winner, m.tree[node]
		}
	}
	m.tree[0] = winner
}

func (m *merger) before(i, j int32) bool {
	a, b := &m.cursors[i], &m.cursors[j]
	if a.done || b.done {
		return !a.done
	}
	if a.key != b.key {
		return a.key < b.key
	}
	if c := m.order.compareTies(&a.rows[0], &b.rows[0]); c != 0 {
		return c < 0
	}
	return i < j
}

// mergeDown merges runs in passes until the last merge fits the budget, and
// returns the reader of that merge.
func (s *Sorter) mergeDown(runs []run) (*merger, error) {
	perRun := int64(s.blockRows) * 3 * rowBytes // two batches and the raw block
	fanIn := int(max(2, s.opt.MemoryBytes/2/perRun))
	for len(runs) > fanIn && s.file != nil {
		var wider []run
		for from := 0; from < len(runs); from += fanIn {
			merged, err := s.mergeToDisk(runs[from:min(from+fanIn, len(runs))])
			if err != nil {
				return nil, err
			}
			wider = append(wider, merged)
		}
		runs = wider
	}
	return newMerger(s.ctx, s.order, s.feeds(runs))
}

func (s *Sorter) feeds(runs []run) []feed {
	feeds := make([]feed, len(runs))
	for i, r := range runs {
		if s.file == nil {
			feeds[i] = &memoryFeed{segments: r}
		} else {
			feeds[i] = startDiskFeed(s.ctx, &s.prefetch, s.file, r, s.blockRows)
		}
	}
	return feeds
}

// mergeToDisk writes several runs as one.
func (s *Sorter) mergeToDisk(runs []run) (run, error) {
	if len(runs) == 1 {
		return runs[0], nil
	}
	m, err := newMerger(s.ctx, s.order, s.feeds(runs))
	if err != nil {
		return nil, err
	}
	rows := make([]sumstats.Row, s.blockRows)
	var enc blockEncoder
	var seg segment
	for {
		n, err := m.ReadRows(rows)
		if errors.Is(err, io.EOF) {
			return run{seg}, nil
		}
		if err != nil {
			return nil, err
		}
		ext, err := s.file.append(enc.encode(n, func(i int) *sumstats.Row { return &rows[i] }))
		if err != nil {
			return nil, err
		}
		seg.extents = append(seg.extents, ext)
	}
}

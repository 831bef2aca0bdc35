package meta

import (
	"context"
	"fmt"
	"sort"

	"cohortium/internal/gwas/sumstats"
)

// maxCrowd bounds how many rows of one place a study may have. It is far above
// what any site has, and is reached when the position column is something else.
const maxCrowd = 1 << 20

// segment is part of a block.
type segment struct {
	*block
	lo, hi int
}

func (g segment) view() []sumstats.Row { return g.rows[g.lo:g.hi] }

// batch is all rows of all studies in one stretch of the genome. Batches do not
// share a place, so they are computed independently.
type batch struct {
	parts [][]segment // by study
	done  chan *outcome
}

// splitter cuts the streams of all studies at common places. It touches a few rows of each block
// only; the workers do the work that is linear in the rows.
type splitter struct {
	sources []*source
	key     keyFunc
	pool    *blockPool
	views   [][]segment // rows of each study that are not in a batch yet
	ended   []bool
}

func newSplitter(sources []*source, key keyFunc, pool *blockPool) *splitter {
	k := len(sources)
	return &splitter{sources: sources, key: key, pool: pool, views: make([][]segment, k), ended: make([]bool, k)}
}

// next returns the next batch, nil after the last.
func (s *splitter) next(ctx context.Context) (*batch, error) {
	for i := range s.sources {
		if len(s.views[i]) == 0 {
			if err := s.pull(ctx, i); err != nil {
				return nil, err
			}
		}
	}
	for {
		cut := s.cut()
		b := &batch{parts: make([][]segment, len(s.sources)), done: make(chan *outcome, 1)}
		taken := false
		for i := range s.sources {
			b.parts[i] = s.take(i, cut)
			taken = taken || len(b.parts[i]) > 0
		}
		if taken {
			return b, nil
		}
		if cut == none {
			return nil, nil
		}
		// Everything in view is at one place, which may continue.
		if err := s.extend(ctx, cut); err != nil {
			return nil, err
		}
	}
}

// cut returns the place up to which every study has been read completely.
func (s *splitter) cut() uint64 {
	cut := uint64(none)
	for i, view := range s.views {
		if !s.ended[i] {
			cut = min(cut, s.lastKey(view))
		}
	}
	return cut
}

func (s *splitter) lastKey(view []segment) uint64 {
	g := view[len(view)-1]
	return s.key(&g.rows[g.hi-1])
}

// pull adds the next block of study i to its view, or notes that there is none.
func (s *splitter) pull(ctx context.Context, i int) error {
	if s.ended[i] {
		return nil
	}
	select {
	case b, ok := <-s.sources[i].blocks:
		if !ok {
			s.ended[i] = true
			return s.sources[i].err
		}
		s.views[i] = append(s.views[i], segment{b, 0, len(b.rows)})
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// extend reads on in the studies whose view ends at the place cut.
func (s *splitter) extend(ctx context.Context, cut uint64) error {
	for i := range s.sources {
		if s.ended[i] || s.lastKey(s.views[i]) != cut {
			continue
		}
		rows := 0
		for _, g := range s.views[i] {
			rows += g.hi - g.lo
		}
		if rows > maxCrowd {
			g := s.views[i][0]
			return &StudyError{Study: s.sources[i].study.Name, Err: fmt.Errorf("%w: over %d from line %d on; is this the right column?",
				ErrCrowded, maxCrowd, g.rows[g.lo].Line)}
		}
		if err := s.pull(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// take moves the rows of study i before cut from its view into a batch.
func (s *splitter) take(i int, cut uint64) []segment {
	var part []segment
	view := s.views[i]
	for len(view) > 0 {
		g := &view[0]
		rows := g.view()
		n := len(rows)
		if s.key(&rows[n-1]) >= cut {
			n = sort.Search(n, func(j int) bool { return s.key(&rows[j]) >= cut })
		}
		if n > 0 {
			g.holders.Add(1)
			part = append(part, segment{g.block, g.lo, g.lo + n})
			g.lo += n
		}
		if g.lo < g.hi {
			break
		}
		s.pool.release(g.block)
		view = view[1:]
	}
	s.views[i] = view
	return part
}

package rowstore

import (
	"context"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/resultfile"
	"cohortium/internal/gwas/rsindex"
	"cohortium/internal/gwas/segment"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
)

// opened is a segment whose directory was read, with the keys of its results by number.
type opened struct {
	*segment.Segment
	keys []string
}

// weight returns the memory of an open segment in bytes.
func (o *opened) weight() int {
	n := o.Bytes()
	for _, key := range o.keys {
		n += 16 + len(key)
	}
	return n
}

// open opens a segment. Recent ones stay open, because segments never change.
func (s *Service) open(ctx context.Context, id string) (*opened, error) {
	return s.opened.Get(ctx, id, func(ctx context.Context) (*opened, error) {
		keys, err := s.store.Results(ctx, id)
		if err != nil {
			return nil, err
		}
		return s.load(ctx, id, keys)
	})
}

// load reads the directory of a segment with these results.
func (s *Service) load(ctx context.Context, id string, keys []string) (*opened, error) {
	data, size, err := s.blobs.ReaderAt(context.WithoutCancel(ctx), RowsKey(id))
	if err != nil {
		return nil, err
	}
	g, err := segment.Open(data, size)
	if err == nil && len(keys) != g.Results() {
		err = segment.ErrFormat
	}
	return &opened{g, keys}, err
}

// indexOf opens the index of the rs numbers of a segment.
func (s *Service) indexOf(ctx context.Context, id string) (*rsindex.Index, error) {
	return s.numbers.Get(ctx, id, func(ctx context.Context) (*rsindex.Index, error) {
		data, size, err := s.blobs.ReaderAt(context.WithoutCancel(ctx), NumbersKey(id))
		if err != nil {
			return nil, err
		}
		return rsindex.Open(data, size)
	})
}

// asked is a segment in which some of the wanted results are.
type asked struct {
	*opened
	id     string
	wanted map[int]string // key by number
}

func (a *asked) wants(result int) bool { _, yes := a.wanted[result]; return yes }

// answer asks the segments that have some of the results, several at a time, and returns what read
// found of each result by its number, zero for nothing. Results that no segment has, or whose segment
// cannot be read, are not in the answer.
func answer[T any](ctx context.Context, s *Service, keys []string, read func(ctx context.Context, a *asked) (map[int]T, error)) (map[string]T, error) {
	found := make(map[string]T, len(keys))
	for range 2 { // a segment may be merged into another one meanwhile
		segments, err := s.store.Segments(ctx)
		if err != nil {
			return nil, err
		}
		wanted := make(map[string]bool, len(keys))
		for _, key := range keys {
			if _, there := found[key]; !there {
				wanted[key] = true
			}
		}
		whole, err := answerOf(ctx, s, segments, wanted, found, read)
		if err != nil || whole {
			return found, err
		}
	}
	return found, nil
}

// answerOf asks segments. whole is false when one could not be read.
func answerOf[T any](
	ctx context.Context,
	s *Service,
	segments []*Segment,
	wanted map[string]bool,
	found map[string]T,
	read func(ctx context.Context, a *asked) (map[int]T, error),
) (whole bool, err error) {
	var mu sync.Mutex
	whole = true
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(readers)
	for _, g := range segments {
		group.Go(func() error {
			select {
			case s.reading <- struct{}{}:
				defer func() { <-s.reading }()
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			a, err := s.ask(ctx, g.ID, wanted)
			var of map[int]T
			if err == nil && len(a.wanted) > 0 {
				of, err = read(ctx, a)
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil { // its results are read one by one instead
				whole = false
				s.cfg.Log.WarnContext(ctx, "rows of results cannot be read", "segment", g.ID, "err", err)
				return nil
			}
			for number, key := range a.wanted {
				found[key] = of[number]
			}
			return nil
		})
	}
	err = group.Wait()
	return whole, err
}

// ask opens a segment and finds the wanted results in it.
func (s *Service) ask(ctx context.Context, id string, wanted map[string]bool) (*asked, error) {
	o, err := s.open(ctx, id)
	if err != nil {
		return nil, err
	}
	a := &asked{opened: o, id: id, wanted: map[int]string{}}
	for number, key := range o.keys {
		if wanted[key] {
			a.wanted[number] = key
		}
	}
	return a, nil
}

// Has returns those of the results whose rows are here.
func (s *Service) Has(ctx context.Context, keys []string) (_ map[string]bool, err error) {
	defer errs.Wrap(&err, "rowstore.Has(%d results)", len(keys))
	return answer(ctx, s, keys, func(_ context.Context, a *asked) (map[int]bool, error) {
		has := make(map[int]bool, len(a.wanted))
		for number := range a.wanted {
			has[number] = true
		}
		return has, nil
	})
}

// Rows returns the rows of results in regions by key, of each in the order of the regions. Results
// whose rows are not here are not in the answer.
func (s *Service) Rows(ctx context.Context, keys []string, regions []genome.Region) (_ map[string][]resultfile.Row, err error) {
	defer errs.Wrap(&err, "rowstore.Rows(%d results, %v)", len(keys), regions)
	return answer(ctx, s, keys, func(ctx context.Context, a *asked) (map[int][]resultfile.Row, error) {
		return rowsOf(ctx, a, regions, func(*segment.Row) bool { return true })
	})
}

// rowsOf returns the rows of a segment in regions that fit.
func rowsOf(ctx context.Context, a *asked, regions []genome.Region, fits func(*segment.Row) bool) (map[int][]resultfile.Row, error) {
	rows := map[int][]resultfile.Row{}
	for _, region := range regions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := a.Segment.Rows(region, a.wants, func(r *segment.Row) error {
			if fits(r) {
				rows[r.Result] = append(rows[r.Result], r.Row)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// Best returns the row with the smallest P value of each result in a region, and how many of its
// rows there have one. Results whose rows are not here are not in the answer.
func (s *Service) Best(ctx context.Context, keys []string, region genome.Region) (_ map[string]segment.Best, err error) {
	defer errs.Wrap(&err, "rowstore.Best(%d results, %s)", len(keys), region)
	return answer(ctx, s, keys, func(_ context.Context, a *asked) (map[int]segment.Best, error) {
		of := make([]segment.Best, a.Results())
		if err := a.Segment.Best(region, a.wants, of); err != nil {
			return nil, err
		}
		best := make(map[int]segment.Best, len(a.wanted))
		for number := range a.wanted {
			best[number] = of[number]
		}
		return best, nil
	})
}

// mostStretches is how many places of a segment are searched for an rs number: it has one, unless a
// file repeats it.
const mostStretches = 4

// Numbered returns the rows of results that have an rs number. Results whose rows are not here are
// not in the answer.
func (s *Service) Numbered(ctx context.Context, keys []string, rs uint64) (_ map[string][]resultfile.Row, err error) {
	defer errs.Wrap(&err, "rowstore.Numbered(%d results, rs%d)", len(keys), rs)
	return answer(ctx, s, keys, func(ctx context.Context, a *asked) (map[int][]resultfile.Row, error) {
		index, err := s.indexOf(ctx, a.id)
		if err != nil {
			return nil, err
		}
		stretches, err := index.Find(rs, mostStretches)
		if err != nil {
			return nil, err
		}
		return rowsOf(ctx, a, stretches, func(r *segment.Row) bool { return r.RSID == rs })
	})
}

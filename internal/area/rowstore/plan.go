package rowstore

import (
	"context"
	"errors"
	"time"

	"cohortium/internal/gwas/segment"
	"cohortium/internal/platform/errs"
)

// Segments are merged fan at a time, so that of n results there are at most (fan−1)·log(n) segments
// and each row is written log(n) times, both to the base fan. No merge makes a segment of more than
// mostResults.
const (
	fan         = 16
	mostResults = fan * fan * fan
)

// A segment with results that are no longer needed is written again when those are one in
// unneededShare, or when it is as old as unneededFor.
const (
	unneededShare = 8
	unneededFor   = 7 * 24 * time.Hour
)

// unreadableFor is how long a result is left out whose rows could not be read.
const unreadableFor = 24 * time.Hour

// step is one change of the store: a new segment of some results, in place of some segments.
type step struct {
	add     []string // keys of results that no segment has
	replace []*kept
	needed  map[string]bool // keys of the results to keep of those replaced
}

// none reports whether there is nothing to do.
func (s *step) none() bool { return len(s.add) == 0 && len(s.replace) == 0 }

// kept is a segment with its results.
type kept struct {
	*Segment
	results []string
	needed  int  // of its results
	lost    bool // it cannot be read
}

// plan returns the next step.
func (s *Service) plan(ctx context.Context) (step, error) {
	finished, err := s.store.Finished(ctx)
	if err != nil {
		return step{}, err
	}
	segments, err := s.store.Segments(ctx)
	if err != nil {
		return step{}, err
	}
	all := make([]*kept, len(segments))
	for i, g := range segments {
		all[i] = &kept{Segment: g}
		if all[i].results, err = s.store.Results(ctx, g.ID); err != nil {
			return step{}, err
		}
		_, err := s.load(ctx, g.ID, all[i].results) // it may be lost although it is open
		if all[i].lost = isLost(err); err != nil && !all[i].lost {
			return step{}, err
		}
	}
	return next(all, s.readable(finished), s.now()), nil
}

// isLost reports whether a segment is absent or damaged. Its results are written again.
func isLost(err error) bool { return errs.Is(err, errs.NotFound) || errors.Is(err, segment.ErrFormat) }

// next decides what to do: remove what nothing needs, then add results, then merge.
func next(all []*kept, finished []string, now time.Time) step {
	n := step{needed: make(map[string]bool, len(finished))}
	for _, key := range finished {
		n.needed[key] = true
	}
	there := make(map[string]bool, len(finished))
	levels := map[int][]*kept{}
	var rewrite *kept
	for _, g := range all {
		for _, key := range g.results {
			if there[key] = true; n.needed[key] {
				g.needed++
			}
		}
		unneeded := len(g.results) - g.needed
		switch {
		case g.lost || g.needed == 0:
			return step{replace: []*kept{g}}
		case unneeded > 0 && (unneeded*unneededShare >= len(g.results) || now.Sub(g.CreatedAt) >= unneededFor):
			rewrite = g
		}
		levels[levelOf(g.needed)] = append(levels[levelOf(g.needed)], g)
	}
	for _, key := range finished {
		if !there[key] && len(n.add) < fan {
			n.add = append(n.add, key)
		}
	}
	if len(n.add) > 0 {
		return n
	}
	for level := range levelOf(mostResults) {
		if same := levels[level]; len(same) >= fan {
			n.replace = same[:fan]
			return n
		}
	}
	if rewrite != nil {
		n.replace = []*kept{rewrite}
	}
	return n
}

// levelOf returns the level of a segment of so many results: fan of one level make one of the next.
func levelOf(results int) (level int) {
	for results >= fan {
		results /= fan
		level++
	}
	return level
}

// readable leaves out the results whose rows could not be read lately.
func (s *Service) readable(keys []string) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, key := range keys {
		if s.now().Sub(s.unreadable[key]) >= unreadableFor {
			out = append(out, key)
		}
	}
	return out
}

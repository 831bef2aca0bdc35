package browse

import (
	"context"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/segment"
)

// Kept has the rows of many results by position, by the RowsKey of each. Results that it does not
// have are not in its answers, and are opened one by one.
type Kept interface {
	Has(ctx context.Context, keys []string) (map[string]bool, error)
	// Rows returns the rows of results in regions, of each in the order of the regions.
	Rows(ctx context.Context, keys []string, regions []genome.Region) (map[string][]Row, error)
	// Best returns the row with the smallest P of each result in a region, the first of equals.
	Best(ctx context.Context, keys []string, region genome.Region) (map[string]segment.Best, error)
	// Numbered returns the rows of results that have an rs number.
	Numbered(ctx context.Context, keys []string, rs uint64) (map[string][]Row, error)
}

// keepsNone has no rows.
type keepsNone struct{}

func (keepsNone) Has(context.Context, []string) (map[string]bool, error) { return nil, nil }
func (keepsNone) Rows(context.Context, []string, []genome.Region) (map[string][]Row, error) {
	return nil, nil
}
func (keepsNone) Best(context.Context, []string, genome.Region) (map[string]segment.Best, error) {
	return nil, nil
}
func (keepsNone) Numbered(context.Context, []string, uint64) (map[string][]Row, error) {
	return nil, nil
}

// keysOf returns the keys of the rows of results.
func keysOf(results []Result) []string {
	keys := make([]string, len(results))
	for i := range results {
		keys[i] = results[i].RowsKey
	}
	return keys
}

// MaxKept limits the results of an answer, and MaxResults those of them that are opened one by one.
const (
	MaxKept    = 5000
	MaxResults = 500
)

// reach returns how many of the results, from the first on, one answer asks.
func (s *Service) reach(ctx context.Context, results []Result) (int, error) {
	results = results[:min(len(results), MaxKept)]
	if len(results) <= MaxResults {
		return len(results), nil
	}
	has, err := s.kept.Has(ctx, keysOf(results))
	opened := 0
	for i := range results {
		if has[results[i].RowsKey] {
			continue
		}
		if opened == MaxResults {
			return i, err
		}
		opened++
	}
	return len(results), err
}

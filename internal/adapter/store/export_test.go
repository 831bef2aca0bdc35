package store

import (
	"context"
	"math"
)

// SearchByReading makes every search read all objects, as before there was an index, until restore is called.
func SearchByReading() (restore func()) {
	from := indexedFrom
	indexedFrom = math.MaxInt
	return func() { indexedFrom = from }
}

// Count runs a query for one number.
func (s *Store) Count(ctx context.Context, query string) (int64, error) {
	return s.count(ctx, query, nil)
}

package sgc

import (
	"context"
	"path"
	"slices"
	"sync"

	"cohortium/internal/platform/errs"
)

// Sweep moves leftovers of crashes and failed changes to the quarantine, once a day: files without
// a row, and archives other than the last. It lists the used ones once.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "sgc.Sweep")
	// A file that is old enough to be swept had its row long before this list is read.
	known := sync.OnceValues(func() ([]string, error) {
		ids, err := s.store.BlobIDs(ctx)
		slices.Sort(ids)
		return ids, err
	})
	keep := func(_ context.Context, key string) (bool, error) {
		ids, err := known()
		_, found := slices.BinarySearch(ids, path.Base(key))
		return found, err
	}
	return s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, keep, blobPrefix, archivePrefix)
}

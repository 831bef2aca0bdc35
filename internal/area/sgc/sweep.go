package sgc

import (
	"context"
	"path"
	"slices"
	"sync"

	"cohortium/internal/platform/errs"
)

// Sweep puts into quarantine, once a day, what crashes and failed changes left behind:
// files without a row, and archives that are not the last. It asks once which there are.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "sgc.Sweep")
	// What is old enough to be swept had its row long before this is asked.
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

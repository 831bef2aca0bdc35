package sgc

import (
	"context"
	"errors"
	"path"
	"time"

	"cohortium/internal/errs"
)

// sweepAfter is how old a file without a row has to be: far older than the time
// between storing a file and writing its row.
const sweepAfter = 24 * time.Hour

// Sweep removes files that crashes and failed changes left behind.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "sgc.Sweep")
	n, err := s.blobs.Sweep(ctx, blobPrefix, s.now().Add(-sweepAfter), func(ctx context.Context, key string) (bool, error) {
		return s.store.HasBlob(ctx, path.Base(key))
	})
	if n > 0 {
		s.cfg.Log.InfoContext(ctx, "files without a cohort removed", "files", n)
	}
	return errors.Join(err, s.sweepArchives(ctx))
}

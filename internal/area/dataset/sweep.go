package dataset

import (
	"context"
	"errors"

	"cohortium/internal/platform/errs"
)

// blobPrefix is where everything that checks make lies.
const blobPrefix = "datasets/"

// Sweep removes data sets that were in the bin for long enough, keys that no
// link needs any more, and now and then what checks left behind.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "dataset.Sweep")
	return errors.Join(s.purgeBin(ctx), s.dropKeys(ctx),
		s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix))
}

// dropKeys drops keys that were replaced for so long that no link they have
// signed can still work.
func (s *Service) dropKeys(ctx context.Context) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		return tx.DropSigningKeys(ctx, s.now().Add(-keyAge-s.cfg.LinkLongest))
	})
}

package dataset

import (
	"context"
	"errors"

	"cohortium/internal/platform/errs"
)

// blobPrefix is the key prefix of all results of checks.
const blobPrefix = "datasets/"

// Sweep deletes data sets whose time in the bin has ended, keys that no link needs, and once a day
// leftovers of checks.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "dataset.Sweep")
	return errors.Join(s.purgeBin(ctx), s.dropKeys(ctx),
		s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix))
}

// dropKeys drops keys that were replaced so long ago that no link they signed can still work.
func (s *Service) dropKeys(ctx context.Context) error {
	return s.store.InTx(ctx, func(tx Tx) error {
		return tx.DropSigningKeys(ctx, s.now().Add(-keyAge-s.cfg.LinkLongest))
	})
}

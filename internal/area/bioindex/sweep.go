package bioindex

import (
	"context"
	"errors"
	"strings"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// blobPrefix is the prefix of everything that builds store.
const blobPrefix = "indexes/"

// Sweep deletes indexes that were in the bin for long enough, and now and then files left by
// builds.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "bioindex.Sweep")
	return errors.Join(s.purgeBin(ctx),
		s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix))
}

func (s *Service) purgeBin(ctx context.Context) error {
	return record.PurgeBin(ctx, s.now().Add(-s.cfg.BinFor), s.store.Purgeable, func(id string) error { return s.purge(ctx, nil, id) })
}

// hasBlob reports whether the blob under a key belongs to a build that is live or may become so.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	part := strings.Split(strings.TrimPrefix(key, blobPrefix), "/")
	if len(part) != 4 {
		return true, nil // not a blob of this package
	}
	x, err := s.store.Index(ctx, part[0])
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	b, err := s.store.Build(ctx, part[1])
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	return b.IndexID == x.ID && (!b.ended() || x.BuildID == b.ID && b.Attempt == part[2]), nil
}

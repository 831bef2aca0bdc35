package toolrun

import (
	"context"
	"errors"
	"strings"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// blobPrefix is the prefix of all blobs of runs.
const blobPrefix = "tools/"

// ResultPrefix returns the prefix of the keys of an attempt at a run.
func ResultPrefix(runID, attempt string) string {
	return job.AttemptPrefix(blobPrefix+runID+"/", attempt)
}

// Sweep deletes expired runs, and now and then files left by crashes.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "toolrun.Sweep")
	return errors.Join(s.sweepExpired(ctx), s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix))
}

func (s *Service) sweepExpired(ctx context.Context) error {
	for {
		ids, err := s.store.ExpiredRuns(ctx, s.now())
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if err := s.purge(ctx, id, audit.System); err != nil && !errs.Is(err, errs.NotFound) {
				return err
			}
		}
	}
}

// hasBlob reports whether the blob under a key belongs to a run that is done or may still be.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	part := strings.Split(strings.TrimPrefix(key, blobPrefix), "/")
	if len(part) != 3 {
		return true, nil // not a blob of this package
	}
	r, err := s.store.Run(ctx, part[0])
	if errs.Is(err, errs.NotFound) {
		return false, nil
	}
	if err != nil {
		return true, err
	}
	return !r.ended() || r.Status == Done && r.Attempt == part[1], nil
}

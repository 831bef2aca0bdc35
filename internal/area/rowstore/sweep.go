package rowstore

import (
	"context"
	"errors"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Sweep puts a job into the queue when results were finished or removed since the last, and now and
// then files left by crashes into quarantine.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "rowstore.Sweep")
	return errors.Join(s.enqueue(ctx), s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix))
}

// enqueue puts one job into the queue. The server owns it.
func (s *Service) enqueue(ctx context.Context) error {
	n, err := s.plan(ctx)
	if err != nil || n.none() {
		return err
	}
	err = s.store.InTx(ctx, func(tx Tx) error { return s.enqueueIn(ctx, tx, 1) })
	if errs.Is(err, errs.RateLimited) { // one waits or runs
		return nil
	}
	return err
}

// enqueueIn puts a job into the queue; errs.RateLimited when limit of them wait or run.
func (s *Service) enqueueIn(ctx context.Context, tx Tx, limit int64) error {
	return job.Enqueue(ctx, tx, &job.Job{ID: s.newID(), Kind: KindRows, Area: job.Own, SubjectID: KindRows, Memory: job.StandardMemory}, limit, s.now())
}

// hasBlob reports whether the blob under a key belongs to a segment.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	id := idOf(key)
	if id == "" {
		return true, nil // not a blob of this package
	}
	segments, err := s.store.Segments(ctx)
	for _, g := range segments {
		if g.ID == id {
			return true, nil
		}
	}
	return err != nil, err
}

package hermes

import (
	"context"
	"errors"
	"strings"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
)

// Sweep removes leftovers of crashes: working files of ended attempts, and once a day orphan blobs.
// It sends the daily mails and deletes old notices.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "hermes.Sweep")
	// Orphans are files of runs that failed after storing, and of deleted submissions whose files
	// could not be removed.
	orphans := s.orphans.SweepOrphans(ctx, s.now(), s.blobs, s.cfg.Log, s.hasBlob, blobPrefix)
	s.mailNotices(ctx)
	return errors.Join(job.SweepWork(ctx, s.store, s.cfg.TempDir, s.now(), s.cfg.Log), orphans, s.forgetNotices(ctx))
}

// hasBlob reports whether the blob under a key belongs to a finished run or meta-analysis, or to
// one that may still finish.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	part := strings.Split(strings.TrimPrefix(key, blobPrefix), "/")
	switch {
	case (len(part) == 5 || len(part) == 6) && part[0] == "uploads":
		run, err := s.store.QCRun(ctx, part[3])
		if errs.Is(err, errs.NotFound) || err == nil && run.UploadID != part[1] {
			return false, nil
		}
		if err != nil {
			return true, err
		}
		return holdsResult(run.Status == RunCompleted, run.Status == RunFailed || run.Status == RunCancelled, run.Attempt, part[4:]), nil
	case (len(part) == 3 || len(part) == 4) && part[0] == "ma":
		m, err := s.store.Meta(ctx, part[1])
		if errs.Is(err, errs.NotFound) {
			return false, nil
		}
		if err != nil {
			return true, err
		}
		return holdsResult(m.Status == MetaCompleted, m.Status == MetaFailed || m.Status == MetaCancelled, m.Attempt, part[2:]), nil
	}
	return true, nil // not decided by this area
}

// holdsResult reports whether the last parts of a key are those of a result that is used, or may
// be. Finished work has the results of one attempt, whose id is before the file name in the key.
func holdsResult(completed, without bool, attempt string, last []string) bool {
	of := ""
	if len(last) > 1 {
		of = last[0]
	}
	return !without && (!completed || of == attempt)
}

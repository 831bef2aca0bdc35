package hermes

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cohortium/internal/errs"
)

// Orphans are blobs that no finished or unfinished run or meta-analysis has:
// those of runs that failed after storing, and of deleted data sets whose files
// could not be removed. One sweep a day looks for those that are old enough to
// be no running job's.
const (
	orphanAge   = 24 * time.Hour
	orphanEvery = 24 * time.Hour
)

// sweeper remembers when orphan blobs were looked for.
type sweeper struct {
	mu        sync.Mutex
	orphansAt time.Time
}

func (w *sweeper) due(now time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Sub(w.orphansAt) < orphanEvery {
		return false
	}
	w.orphansAt = now
	return true
}

// Sweep removes what crashes left: working files of attempts that are over, and
// now and then orphan blobs.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "hermes.Sweep")
	return errors.Join(s.sweepWork(ctx), s.sweepOrphans(ctx))
}

// sweepWork removes the working folders of this machine whose attempt no longer
// holds its job.
func (s *Service) sweepWork(ctx context.Context) error {
	entries, err := os.ReadDir(s.cfg.TempDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, ours := strings.CutPrefix(e.Name(), workPrefix)
		jobID, lease, whole := strings.Cut(name, ".")
		if !ours || !whole {
			continue
		}
		j, err := s.store.Job(ctx, jobID)
		if err != nil && !errs.Is(err, errs.NotFound) {
			return err
		}
		if err == nil && j.State == JobRunning && j.Lease == lease {
			continue
		}
		if err := os.RemoveAll(filepath.Join(s.cfg.TempDir, e.Name())); err != nil {
			return err
		}
		s.cfg.Log.InfoContext(ctx, "working files of a job that ended were removed", "job", jobID)
	}
	return nil
}

func (s *Service) sweepOrphans(ctx context.Context) error {
	now := s.now()
	if !s.sweeper.due(now) {
		return nil
	}
	n, err := s.blobs.Sweep(ctx, blobPrefix, now.Add(-orphanAge), s.hasBlob)
	if n > 0 {
		s.cfg.Log.InfoContext(ctx, "orphan blobs removed", "blobs", n)
	}
	return err
}

// hasBlob reports whether the blob under a key belongs to a run or a
// meta-analysis that is finished or may still be.
func (s *Service) hasBlob(ctx context.Context, key string) (bool, error) {
	part := strings.Split(strings.TrimPrefix(key, blobPrefix), "/")
	switch {
	case len(part) == 5 && part[0] == "uploads":
		run, err := s.store.QCRun(ctx, part[3])
		if errs.Is(err, errs.NotFound) {
			return false, nil
		}
		return err != nil || (run.UploadID == part[1] && run.Status != RunFailed && run.Status != RunCancelled), err
	case len(part) == 3 && part[0] == "ma":
		m, err := s.store.Meta(ctx, part[1])
		if errs.Is(err, errs.NotFound) {
			return false, nil
		}
		return err != nil || (m.Status != MetaFailed && m.Status != MetaCancelled), err
	}
	return true, nil // not ours to judge
}

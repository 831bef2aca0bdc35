package job

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/private"
)

// workPrefix begins the names of working folders: job.{job}.{lease}.
const workPrefix = "job."

// workDir creates a folder for the files of one attempt, with a folder for results, and returns a
// function that removes it. Its name identifies the attempt, so that SweepWork recognises folders
// left by a crash.
func workDir(temp, jobID, lease string) (dir string, remove func(), err error) {
	dir = filepath.Join(temp, workPrefix+jobID+"."+lease)
	if err := private.Folder(ResultDir(dir)); err != nil {
		return "", func() {}, err
	}
	return dir, func() { os.RemoveAll(dir) }, nil
}

// ResultDir returns the folder of results within a working folder.
func ResultDir(work string) string { return filepath.Join(work, "out") }

// Results makes files in the folder for results of a working folder.
type Results string

// Create makes a file.
func (work Results) Create(name string) (io.WriteCloser, error) {
	return private.Create(filepath.Join(ResultDir(string(work)), name))
}

// Maker returns a function that creates a file of this name, for work that decides itself whether
// there will be one.
func (work Results) Maker(name string) func() (io.WriteCloser, error) {
	return func() (io.WriteCloser, error) { return work.Create(name) }
}

// AttemptPrefix returns the prefix of an attempt's results: a folder named by its lease, so that a
// late attempt overwrites nothing. Results from before there were such folders have no attempt.
func AttemptPrefix(prefix, attempt string) string {
	if attempt == "" {
		return prefix
	}
	return prefix + attempt + "/"
}

// Blobs stores results.
type Blobs interface {
	// Put stores all of r under key, replacing the blob of an earlier attempt, and returns its size
	// in bytes and the hex SHA-256.
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
}

// storeResults stores every result of a working folder under a prefix, and passes each to stored
// unless that is nil.
func storeResults(ctx context.Context, blobs Blobs, work, prefix string, stored func(name string, size int64, sha256 string)) error {
	entries, err := os.ReadDir(ResultDir(work))
	if err != nil {
		return err
	}
	for _, e := range entries {
		f, err := os.Open(filepath.Join(ResultDir(work), e.Name()))
		if err != nil {
			return err
		}
		size, sum, err := blobs.Put(ctx, prefix+e.Name(), f)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		if stored != nil {
			stored(e.Name(), size, sum)
		}
	}
	return nil
}

// unknownWorkAge is how long a working folder stays, from its last change, when the database does
// not have its job: a server on another database may use the same folder.
const unknownWorkAge = 30 * 24 * time.Hour

// SweepWork removes the working folders of this machine, of every area, whose attempt has ended by
// the database. Those of unknown jobs stay for unknownWorkAge.
func SweepWork(ctx context.Context, store Store, temp string, now time.Time, log *slog.Logger) (err error) {
	defer errs.Wrap(&err, "job.SweepWork")
	entries, err := os.ReadDir(temp)
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
		dir := filepath.Join(temp, e.Name())
		ended, err := workEnded(ctx, store, jobID, lease, dir, now)
		if err != nil {
			return err
		}
		if !ended {
			continue
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
		log.InfoContext(ctx, "working files of a job that ended were removed", "job", jobID)
	}
	return nil
}

// workEnded reports whether an attempt has ended.
func workEnded(ctx context.Context, store Store, jobID, lease, dir string, now time.Time) (bool, error) {
	j, err := store.Job(ctx, jobID)
	if err == nil {
		return j.State != Running || j.Lease != lease, nil
	}
	if !errs.Is(err, errs.NotFound) {
		return false, err
	}
	changed, err := lastChange(dir)
	return now.Sub(changed) >= unknownWorkAge, err
}

// lastChange returns the time of the last change in a folder.
func lastChange(dir string) (last time.Time, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil {
			info, err = d.Info()
		}
		if errors.Is(err, fs.ErrNotExist) { // it was just removed
			return nil
		}
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return err
	})
	return last, err
}

// OrphanAge is how old a blob without a row has to be before it is swept: older
// than any job that is still running.
const OrphanAge = 24 * time.Hour

// Daily remembers the last time of a daily task. The zero Daily was never done.
type Daily struct {
	mu   sync.Mutex
	last time.Time
}

// Sweeper puts blobs that no row names into quarantine.
type Sweeper interface {
	// MaySweep reports whether enough time has passed since the start.
	MaySweep(now time.Time) bool
	// Sweep finds blobs under a prefix that were written before a time and that keep does not know.
	// It marks them, deletes those marked for long enough, and returns how many it marked and
	// deleted.
	Sweep(ctx context.Context, prefix string, now, before time.Time, keep func(ctx context.Context, key string) (bool, error)) (marked, deleted int, err error)
}

// SweepOrphans puts blobs that a crash or a deletion left behind into quarantine, when
// that is due: those that are old enough and that keep does not know. It deletes those
// whose quarantine is over.
func (d *Daily) SweepOrphans(
	ctx context.Context,
	now time.Time,
	blobs Sweeper,
	log *slog.Logger,
	keep func(ctx context.Context, key string) (bool, error),
	prefixes ...string,
) (err error) {
	if !blobs.MaySweep(now) || !d.Due(now) {
		return nil
	}
	for _, prefix := range prefixes {
		marked, deleted, failed := blobs.Sweep(ctx, prefix, now, now.Add(-OrphanAge), keep)
		if marked > 0 || deleted > 0 {
			log.InfoContext(ctx, "blobs that no row names", "prefix", prefix, "quarantined", marked, "deleted", deleted)
		}
		err = errors.Join(err, failed)
	}
	return err
}

// Due reports whether the task is due, and marks it as done.
func (d *Daily) Due(now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if now.Sub(d.last) < 24*time.Hour {
		return false
	}
	d.last = now
	return true
}

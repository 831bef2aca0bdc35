package localcopy

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// lockName is the file of a set that processes which use the set have locked.
const lockName = ".lock"

// gonePrefix begins the names of sets that are being removed.
const gonePrefix = ".gone-"

// leftAge is the age of the last change of a file that is not whole after which its process has died.
const leftAge = time.Hour

// hold keeps a set from being removed until let is called, which counts as its last use.
func (f *Folder) hold(set string) (let func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	unlock, err := f.lockShared(set)
	if err != nil {
		return nil, err
	}
	f.held[set]++
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		now := time.Now()
		_ = f.root.Chtimes(path.Join(set, lockName), now, now) // it only orders the sets
		unlock()
		if f.held[set]--; f.held[set] == 0 {
			delete(f.held, set)
		}
	}, nil
}

// kept is a set in the folder.
type kept struct {
	set   string
	bytes int64
	used  time.Time
}

// reserve makes room for a file until it is there: free is called then.
func (f *Folder) reserve(ctx context.Context, one file.Stored) (free func(), err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.makeRoom(ctx, one); err != nil {
		return nil, err
	}
	f.reserved += one.Size
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.reserved -= one.Size
	}, nil
}

// makeRoom removes the sets that were used longest ago until a file fits. f.mu is held.
func (f *Folder) makeRoom(ctx context.Context, one file.Stored) error {
	sets, err := f.sets()
	if err != nil {
		return err
	}
	total := f.reserved + one.Size
	for _, k := range sets {
		total += k.bytes
	}
	slices.SortFunc(sets, func(a, b kept) int { return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.set, b.set)) })
	for _, k := range sets {
		if total <= f.most {
			break
		}
		if f.held[k.set] > 0 {
			continue
		}
		removed, err := f.remove(k.set)
		if err != nil {
			return err
		}
		if removed {
			total -= k.bytes
			f.log.InfoContext(ctx, "copies of reference data were removed to make room", "set", k.set, "bytes", k.bytes)
		}
	}
	if total > f.most {
		return errs.New(errs.Unavailable, file.CodeFull,
			"The %s may hold %s, and what is in use there and the %s of %s are more. Raise --reference-cache-bytes of this machine.",
			place, file.SizeText(f.most), file.SizeText(one.Size), one.Keys[0])
	}
	return nil
}

// sets lists the sets with the bytes of their whole files, and removes what died processes left. f.mu
// is held.
func (f *Folder) sets() (sets []kept, err error) {
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), gonePrefix):
			err = f.root.RemoveAll(e.Name())
		case e.IsDir() && !strings.HasPrefix(e.Name(), "."):
			var k kept
			k, err = f.measure(e.Name())
			sets = append(sets, k)
		}
		if err != nil {
			return nil, err
		}
	}
	return sets, nil
}

func (f *Folder) measure(set string) (k kept, err error) {
	k.set = set
	entries, err := fs.ReadDir(f.root.FS(), set)
	if errors.Is(err, fs.ErrNotExist) { // another process has removed it
		return k, nil
	}
	if err != nil {
		return k, err
	}
	for _, e := range entries {
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return k, err
		}
		switch {
		case e.Name() == lockName:
			k.used = info.ModTime()
		case !strings.Contains(e.Name(), partEnd):
			k.bytes += info.Size()
		case time.Since(info.ModTime()) > leftAge:
			if err := f.root.Remove(path.Join(set, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return k, err
			}
		}
	}
	return k, nil
}

// remove removes a set, unless another process uses it. f.mu is held.
func (f *Folder) remove(set string) (removed bool, err error) {
	unlock, free, err := f.lockAlone(set)
	if err != nil || !free {
		return false, err
	}
	defer unlock()
	gone := gonePrefix + strings.ToLower(rand.Text())
	if err := f.root.Rename(set, gone); err != nil {
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) { // removed, or open where open files stay
			return false, nil
		}
		return false, err
	}
	return true, f.root.RemoveAll(gone)
}

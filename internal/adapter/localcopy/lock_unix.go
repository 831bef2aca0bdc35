//go:build linux || darwin

package localcopy

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"syscall"

	"cohortium/internal/platform/private"
)

// lockShared marks a set as used by this process, and makes it. The mark goes with the process.
func (f *Folder) lockShared(set string) (unlock func(), err error) {
	for {
		if err := f.root.Mkdir(set, private.FolderMode); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		lock, err := f.root.OpenFile(path.Join(set, lockName), os.O_CREATE|os.O_RDWR, private.FileMode)
		if errors.Is(err, fs.ErrNotExist) { // another process removed it between the two
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := flock(lock, syscall.LOCK_SH); err != nil {
			return nil, errors.Join(err, lock.Close())
		}
		if f.same(set, lock) {
			return func() { _ = lock.Close() }, nil
		}
		if err := lock.Close(); err != nil { // of a set that was removed meanwhile
			return nil, err
		}
	}
}

// lockAlone locks a set that no process uses.
func (f *Folder) lockAlone(set string) (unlock func(), free bool, err error) {
	lock, err := f.root.OpenFile(path.Join(set, lockName), os.O_CREATE|os.O_RDWR, private.FileMode)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	err = flock(lock, syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, false, lock.Close()
	}
	if err != nil {
		return nil, false, errors.Join(err, lock.Close())
	}
	return func() { _ = lock.Close() }, true, nil
}

// same reports whether a lock is still that of its set.
func (f *Folder) same(set string, lock *os.File) bool {
	now, err := f.root.Stat(path.Join(set, lockName))
	if err != nil {
		return false
	}
	was, err := lock.Stat()
	return err == nil && os.SameFile(now, was)
}

func flock(f *os.File, how int) error {
	for {
		if err := syscall.Flock(int(f.Fd()), how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

//go:build !linux && !darwin

package localcopy

import (
	"errors"
	"io/fs"
	"os"
	"path"

	"cohortium/internal/platform/private"
)

// lockShared marks a set as used by this process, and makes it: a folder with an open file cannot be
// renamed here.
func (f *Folder) lockShared(set string) (unlock func(), err error) {
	if err := f.root.Mkdir(set, private.FolderMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	lock, err := f.root.OpenFile(path.Join(set, lockName), os.O_CREATE|os.O_RDWR, private.FileMode)
	if err != nil {
		return nil, err
	}
	return func() { _ = lock.Close() }, nil
}

// lockAlone leaves it to the system to refuse the removal of a set in use.
func (f *Folder) lockAlone(string) (unlock func(), free bool, err error) {
	return func() {}, true, nil
}

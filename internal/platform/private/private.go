// Package private makes the files and folders of the server: those of the data folder, which
// only the account that runs the server may read. Files that a command writes for its user
// are not its business. It imports nothing of ours.
package private

import "os"

// The modes of what this package makes.
const (
	FileMode   = 0o600
	FolderMode = 0o700
)

// New makes an empty file. It returns an error that is fs.ErrExist for one that is there,
// which it does not open.
func New(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, FileMode)
	if err != nil {
		return err
	}
	return f.Close()
}

// Create makes a file, or empties the one that is there.
func Create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, FileMode)
}

// Write makes a file of a text, or replaces what is in it.
func Write(path string, text []byte) error { return os.WriteFile(path, text, FileMode) }

// Folder makes a folder and those above it that are missing.
func Folder(path string) error { return os.MkdirAll(path, FolderMode) }

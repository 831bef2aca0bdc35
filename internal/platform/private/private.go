// Package private creates the files and folders of the server: those of the data folder, which only
// the account that runs the server may read. It is not for files that a command writes for its
// user. It imports no package of this module.
package private

import "os"

// The modes of created files and folders.
const (
	FileMode   = 0o600
	FolderMode = 0o700
)

// New creates an empty file. For an existing one it returns an error that is fs.ErrExist, and does
// not open it.
func New(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, FileMode)
	if err != nil {
		return err
	}
	return f.Close()
}

// Create creates a file, or truncates an existing one.
func Create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, FileMode)
}

// Write creates a file with a text, or replaces its content.
func Write(path string, text []byte) error { return os.WriteFile(path, text, FileMode) }

// Folder creates a folder and its missing parents.
func Folder(path string) error { return os.MkdirAll(path, FolderMode) }

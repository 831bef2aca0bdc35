package console

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// Files are the output files of one command. They get their final names when the run has succeeded,
// so that there are no partial files, and those of an earlier run stay until then.
type Files struct {
	// Path returns the path of a file; "" for one that is not wanted.
	Path func(name string) string
	mu   sync.Mutex
	made []string
}

// Unfinished is the suffix of a file name until the run has succeeded.
const Unfinished = ".part"

// Create creates one file with a temporary name.
func (f *Files) Create(name string) (io.WriteCloser, error) {
	path := f.Path(name)
	if path == "" {
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	f.mu.Lock()
	f.made = append(f.made, path)
	f.mu.Unlock()
	return os.Create(path + Unfinished)
}

// Keep renames the files to their final names.
func (f *Files) Keep() error {
	for _, path := range f.made {
		if err := os.Rename(path+Unfinished, path); err != nil {
			return errors.Join(err, f.Drop())
		}
	}
	return nil
}

// Drop removes the files of a failed run.
func (f *Files) Drop() error {
	var all error
	for _, path := range f.made {
		if err := os.Remove(path + Unfinished); err != nil && !errors.Is(err, os.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	f.made = nil
	return all
}

// SumOf returns the hex SHA-256 of a file.
func SumOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

package app

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// resultFiles are the files of a run of one command. They get their names when
// the run has succeeded: half a file would look like a whole one, and those of an
// earlier run stay as they are until then.
type resultFiles struct {
	// path says where a file goes; "" for one that is not wanted.
	path func(name string) string
	mu   sync.Mutex
	made []string
}

const unfinished = ".part"

// Create makes one file under a name for the time of the run.
func (f *resultFiles) Create(name string) (io.WriteCloser, error) {
	path := f.path(name)
	if path == "" {
		return nil, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, err
	}
	f.mu.Lock()
	f.made = append(f.made, path)
	f.mu.Unlock()
	return os.Create(path + unfinished)
}

// keep gives the files their names.
func (f *resultFiles) keep() error {
	for _, path := range f.made {
		if err := os.Rename(path+unfinished, path); err != nil {
			return errors.Join(err, f.drop())
		}
	}
	return nil
}

// drop removes what a failed run has written.
func (f *resultFiles) drop() error {
	var all error
	for _, path := range f.made {
		if err := os.Remove(path + unfinished); err != nil && !errors.Is(err, os.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	f.made = nil
	return all
}

// sumOf is the hex SHA-256 of a file.
func sumOf(path string) (string, error) {
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

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

// Files are the files of a run of one command. They get their names when
// the run has succeeded: half a file would look like a whole one, and those of an
// earlier run stay as they are until then.
type Files struct {
	// path says where a file goes; "" for one that is not wanted.
	Path func(name string) string
	mu   sync.Mutex
	made []string
}

// Unfinished ends the name of a file until the run has succeeded.
const Unfinished = ".part"

// Create makes one file under a name for the time of the run.
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

// Keep gives the files their names.
func (f *Files) Keep() error {
	for _, path := range f.made {
		if err := os.Rename(path+Unfinished, path); err != nil {
			return errors.Join(err, f.Drop())
		}
	}
	return nil
}

// Drop removes what a failed run has written.
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

// SumOf is the hex SHA-256 of a file.
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

// Package localcopy keeps copies of stored files in a folder of this machine, for code that reads
// files by their paths. A copy is named by the hash of its content, is compared with its hash when it
// is fetched and with its size before it is used, and is seen only when it is whole. The folder is
// bounded: sets that were used longest ago go first, never one in use by any process. It imports
// neither the store of the files nor an area.
package localcopy

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/private"
)

// Blobs has the stored files.
type Blobs interface {
	// OpenRange reads length bytes from offset; to the end when length < 0.
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
}

// Folder is a folder of copies. It is safe for concurrent use, and several processes of a machine may
// share one.
type Folder struct {
	dir   string
	most  int64 // bytes
	blobs Blobs
	log   *slog.Logger

	mu       sync.Mutex
	root     *os.Root       // nil until it is needed
	held     map[string]int // sets in use by this process
	reserved int64          // bytes of files that are being fetched
	fetching *cache.Cache[string, struct{}]
}

// New returns the folder of copies at a path, which is made when it is needed. It holds at most so
// many bytes.
func New(dir string, most int64, blobs Blobs, log *slog.Logger) *Folder {
	return &Folder{
		dir: dir, most: most, blobs: blobs, log: log, held: map[string]int{},
		fetching: cache.New[string, struct{}](0, 0, nil), // it only joins those who wait
	}
}

// Close closes the folder. Copies stay.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root == nil {
		return nil
	}
	return f.root.Close()
}

// place is the name of the folder in messages.
const place = "folder for copies of reference data"

// Take makes stored files readable in one folder, each by the last part of its key, and keeps them
// until release. set names what they belong to: the same files have the same set, of letters and
// digits.
func (f *Folder) Take(ctx context.Context, set string, files []file.Stored) (_ string, release func(), err error) {
	defer errs.Wrap(&err, "localcopy.Take(%q)", set)
	if err := f.open(); err != nil {
		return "", nil, file.Unwritable(err, place)
	}
	let, err := f.hold(set)
	if err != nil {
		return "", nil, file.Unwritable(err, place)
	}
	for _, one := range files {
		if err := f.have(ctx, set, one); err != nil {
			let()
			return "", nil, file.Unwritable(err, place)
		}
	}
	return filepath.Join(f.dir, set), sync.OnceFunc(let), nil
}

func (f *Folder) open() (err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.root != nil {
		return nil
	}
	if err := private.Folder(f.dir); err != nil {
		return err
	}
	f.root, err = os.OpenRoot(f.dir)
	return err
}

// nameOf returns the name of the copy of a stored file.
func nameOf(one file.Stored) string { return path.Base(one.Keys[0]) }

// have fetches a file unless it is there. Callers that need it meanwhile wait for that.
func (f *Folder) have(ctx context.Context, set string, one file.Stored) error {
	name := path.Join(set, nameOf(one))
	if f.there(name, one) {
		return nil
	}
	_, err := f.fetching.Get(ctx, name, func(ctx context.Context) (struct{}, error) {
		if f.there(name, one) { // fetched a moment ago
			return struct{}{}, nil
		}
		return struct{}{}, f.fetch(ctx, name, one)
	})
	return err
}

func (f *Folder) there(name string, one file.Stored) bool {
	info, err := f.root.Stat(name)
	return err == nil && info.Mode().IsRegular() && info.Size() == one.Size
}

// partEnd is in the names of files that are not whole.
const partEnd = ".part."

// fetch copies a stored file under another name, compares it and renames it.
func (f *Folder) fetch(ctx context.Context, name string, one file.Stored) error {
	free, err := f.reserve(ctx, one)
	if err != nil {
		return err
	}
	defer free()
	part := name + partEnd + strings.ToLower(rand.Text())
	if err := f.download(ctx, part, one); err != nil {
		if gone := f.root.Remove(part); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			return errors.Join(err, gone)
		}
		return err
	}
	f.log.InfoContext(ctx, "reference data were fetched", "key", one.Keys[0], "bytes", one.Size)
	return f.root.Rename(part, name)
}

func (f *Folder) download(ctx context.Context, part string, one file.Stored) error {
	in, err := f.blobs.OpenRange(ctx, one.Keys[0], 0, -1)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := f.root.OpenFile(part, os.O_CREATE|os.O_EXCL|os.O_WRONLY, private.FileMode)
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(out, sum), file.Until(ctx, in))
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if got := hex.EncodeToString(sum.Sum(nil)); n != one.Size || got != one.SHA256 {
		return &DamagedError{Key: one.Keys[0], Size: n}
	}
	return nil
}

// DamagedError reports that a stored file differs from its entry in the register.
type DamagedError struct {
	Key  string
	Size int64 // bytes that were read
}

// Error implements error.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("the stored file %s (%d bytes read) is not the one that was stored; run cohortium check --read-data", e.Key, e.Size)
}

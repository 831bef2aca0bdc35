package reference

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
)

// File is an installed file in the register: its note, and where its bytes are.
type File struct {
	ID    string
	Note  Note
	Parts []Part // the file itself first
	By    string // who installed it
	// RemovedAt is when it was removed; nil while it is installed. The register keeps removed files, so
	// that a folder that still has one does not bring it back.
	RemovedAt *time.Time
	RemovedBy string
}

// Part is a stored file: the installed one, or one beside it. It never changes.
type Part struct {
	Ending string `json:"ending"` // of the name; "" for the installed file itself
	Size   int64  `json:"size"`   // bytes
	SHA256 string `json:"sha256"` // of the stored bytes; that of the note is of the original file
}

// Bytes returns the size of all parts.
func (f *File) Bytes() (n int64) {
	for _, p := range f.Parts {
		n += p.Size
	}
	return n
}

// blobPrefix is the prefix of everything that this package stores.
const blobPrefix = "reference/"

// Key returns the key of a part of a file.
func Key(id, ending string) string { return blobPrefix + id + "/data" + ending }

// idOf returns the file of a key; "" for a key that is not of this package.
func idOf(key string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(key, blobPrefix), "/")
	if !slices.ContainsFunc(endings, func(end string) bool { return key == Key(id, end) }) {
		return ""
	}
	return id
}

// Stored returns the parts of a file as the file store has them.
func (f *File) Stored() []file.Stored {
	all := make([]file.Stored, len(f.Parts))
	for i, p := range f.Parts {
		all[i] = file.Stored{Keys: []string{Key(f.ID, p.Ending)}, Size: p.Size, SHA256: p.SHA256}
	}
	return all
}

// content returns the hash of all parts, by which machines keep copies.
func (f *File) content() string {
	sum := sha256.New()
	for _, p := range f.Parts {
		fmt.Fprintf(sum, "%s %d %s\n", p.Ending, p.Size, p.SHA256)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Store is the register. An absent file is errs.NotFound.
type Store interface {
	job.Store
	// InTx runs fn in one transaction. fn may run again after a serialization failure.
	InTx(ctx context.Context, fn func(tx Tx) error) error
	// Files lists the installed files of a type, by name.
	Files(ctx context.Context, t Type) ([]*File, error)
	// File returns an installed file by its name.
	File(ctx context.Context, name string) (*File, error)
	// Has reports whether a file is installed, by its id.
	Has(ctx context.Context, id string) (bool, error)
	// Had reports whether a file of this type, name and SHA-256 of the original is or was installed.
	Had(ctx context.Context, n *Note) (bool, error)
	// Installations lists those that are not done, in the order of their start.
	Installations(ctx context.Context) ([]*Installation, error)
}

// Tx is a Store's transaction.
type Tx interface {
	job.Tx

	// CreateFile registers a file; errs.Conflict when one of its name is installed.
	CreateFile(ctx context.Context, f *File) error
	// File is locked for update where the engine can.
	File(ctx context.Context, name string) (*File, error)
	// RemoveFile marks a file as removed, by its fields.
	RemoveFile(ctx context.Context, f *File) error
	// Unfinished counts the jobs that wait or run, by kind.
	Unfinished(ctx context.Context) (map[string]int64, error)

	CreateInstallation(ctx context.Context, i *Installation) error
	Installation(ctx context.Context, uploadID string) (*Installation, error) // locked as File
	UpdateInstallation(ctx context.Context, i *Installation) error            // state, reason and job
	DeleteInstallation(ctx context.Context, uploadID string) error
	// KeepUpload keeps an upload at least until a time.
	KeepUpload(ctx context.Context, uploadID string, until time.Time) error
}

// Blobs stores the files.
type Blobs interface {
	job.Blobs
	job.Sweeper
}

// Copies keeps copies of stored files on this machine.
type Copies interface {
	// Take makes stored files readable in one folder, each by the last part of its key, and keeps them
	// until release. set names what they belong to: the same files have the same set.
	Take(ctx context.Context, set string, files []file.Stored) (folder string, release func(), err error)
}

// stored is the shelf of a server.
type stored struct {
	store  Store
	copies Copies
}

// InStore returns the registry of files in the file store, with their register in the database.
func InStore(store Store, copies Copies, now func() time.Time) *Registry {
	return NewRegistry(&stored{store, copies}, now)
}

// Notes implements Shelf.
func (s *stored) Notes(ctx context.Context, t Type) ([]Note, error) {
	files, err := s.store.Files(ctx, t)
	var all []Note
	for _, f := range files {
		all = append(all, f.Note)
	}
	return all, err
}

// file returns the file of a note. A file that was removed a moment ago is as if it had never been.
func (s *stored) file(ctx context.Context, n *Note) (*File, error) {
	f, err := s.store.File(ctx, n.Name)
	if err == nil && f.Note.SHA256 != n.SHA256 {
		err = errs.Missing("file of reference data")
	}
	return f, err
}

// Take implements Shelf.
func (s *stored) Take(ctx context.Context, n *Note, endings ...string) (_ *Copy, err error) {
	defer errs.Wrap(&err, "reference.Take(%q)", n.Name)
	f, err := s.file(ctx, n)
	if err != nil {
		return nil, err
	}
	var wanted []file.Stored
	for i, part := range f.Stored() {
		for _, end := range endings {
			if f.Parts[i].Ending == end {
				wanted = append(wanted, part)
			}
		}
	}
	if len(wanted) < len(endings) {
		return nil, fmt.Errorf("%s has no file %s", n.Name, strings.Join(endings, ", "))
	}
	folder, release, err := s.copies.Take(ctx, f.content(), wanted)
	if err != nil {
		return nil, err
	}
	return &Copy{Path: filepath.Join(folder, "data"), Release: release}, nil
}

// Size implements Shelf.
func (s *stored) Size(ctx context.Context, n *Note) (int64, error) {
	f, err := s.file(ctx, n)
	if err != nil {
		return 0, err
	}
	return f.Parts[0].Size, nil
}

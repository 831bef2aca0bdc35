// Package upload receives files over the tus 1.0 protocol (creation, creation with upload,
// checksum, termination, expiration) and returns them as streams. Each piece of a file becomes one
// immutable blob, and the row of the file advances with it under a check of its offset; nothing is
// assembled at the end. It imports hermes, auth and errs, which interpret the files.
//
// There is no lock: two requests that write at the same offset may both send their bytes, but only
// the first to finish a piece is accepted, on however many servers they run. The other gets 409 and
// requests the offset.
package upload

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"time"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// Store stores the rows of files and parts. Absent ones are errs.NotFound.
type Store interface {
	// CreateFile returns errs.RateLimited when the owner would have more than maxPending
	// unregistered files or maxBytes declared in them.
	CreateFile(ctx context.Context, f *file.File, maxPending, maxBytes int64) error
	File(ctx context.Context, id string) (*file.File, error)
	// AppendPart returns errs.Conflict when the file does not end where the part starts, and then
	// changes nothing. note, if any, is part of the change.
	AppendPart(ctx context.Context, f *file.File, p file.Part, note func(audit.Tx) error) error
	Parts(ctx context.Context, fileID string) ([]file.Part, error)
	HasPart(ctx context.Context, fileID, partID string) (bool, error)
	PendingFiles(ctx context.Context, ownerID string) ([]*file.File, error)
	ExpiredFiles(ctx context.Context, now time.Time) ([]*file.File, error)
	// DeleteFile returns errs.Conflict while a data set uses the file.
	DeleteFile(ctx context.Context, id string) error
}

// Blobs stores the bytes. Absent ones are errs.NotFound.
type Blobs interface {
	Put(ctx context.Context, key string, r io.Reader) (size int64, sha256 string, err error)
	OpenRange(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error)
	Delete(ctx context.Context, key string) error
	DeletePrefix(ctx context.Context, prefix string) error
	MaySweep(now time.Time) bool
	Sweep(ctx context.Context, prefix string, now, before time.Time, keep func(ctx context.Context, key string) (bool, error)) (marked, deleted int, err error)
}

// Options limit uploads; zero fields take the defaults.
type Options struct {
	MaxBytes        int64         // of one file; 10 GiB
	MaxPending      int64         // unregistered files of one person; 50
	MaxPendingBytes int64         // declared in them; 20 times MaxBytes
	PartBytes       int64         // of one blob, and so the most that is sent again after a crash; 8 MiB
	Expire          time.Duration // of an unregistered file after its last byte; 7 days
	Log             *slog.Logger
	Received        func(bytes int64) // learns of each stored part; nil for none
}

func (o Options) withDefaults() Options {
	or := func(v *int64, standard int64) {
		if *v <= 0 {
			*v = standard
		}
	}
	or(&o.MaxBytes, 10<<30)
	or(&o.MaxPending, 50)
	or(&o.MaxPendingBytes, 20*o.MaxBytes)
	or(&o.PartBytes, 8<<20)
	if o.Expire <= 0 {
		o.Expire = 7 * 24 * time.Hour
	}
	if o.Received == nil {
		o.Received = func(int64) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Service receives files and returns them.
type Service struct {
	store Store
	blobs Blobs
	now   func() time.Time
	newID func() string
	opt   Options

	mu        sync.Mutex
	orphansAt time.Time // of the last sweep of orphan blobs
}

var _ hermes.Files = (*Service)(nil)

// NewService returns a service; now and newID are the sources of time and of unique ids that are
// safe in keys and addresses.
func NewService(store Store, blobs Blobs, now func() time.Time, newID func() string, opt Options) *Service {
	return &Service{store: store, blobs: blobs, now: now, newID: newID, opt: opt.withDefaults()}
}

// All keys of this package begin with prefix: uploads/{file}/{part}.
const prefix = file.PartsPrefix

func fileKey(fileID string) string         { return prefix + fileID + "/" }
func partKey(fileID, partID string) string { return file.Part{FileID: fileID, ID: partID}.Key() }

// idForm is the form of file ids; others do not exist.
var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (s *Service) file(ctx context.Context, id string) (*file.File, error) {
	if !idForm.MatchString(id) {
		return nil, errs.Missing("file")
	}
	return s.store.File(ctx, id)
}

// File implements hermes.Files.
func (s *Service) File(ctx context.Context, id string) (*file.Info, error) {
	f, err := s.file(ctx, id)
	if err != nil {
		return nil, err
	}
	return info(f), nil
}

func info(f *file.File) *file.Info {
	return &file.Info{
		ID: f.ID, OwnerID: f.OwnerID, Name: f.Name, Size: f.Size, Offset: f.Received, SHA256: f.SHA256,
		Complete: f.Complete, CreatedAt: f.CreatedAt, ExpiresAt: f.ExpiresAt,
	}
}

// PendingFiles implements hermes.Files.
func (s *Service) PendingFiles(ctx context.Context, ownerID string) ([]*file.Info, error) {
	files, err := s.store.PendingFiles(ctx, ownerID)
	if err != nil {
		return nil, err
	}
	now := s.now()
	var list []*file.Info
	for _, f := range files {
		if now.Before(f.ExpiresAt) {
			list = append(list, info(f))
		}
	}
	return list, nil
}

// OpenFile implements hermes.Files.
func (s *Service) OpenFile(ctx context.Context, id string) (io.ReadCloser, error) {
	return s.OpenFileRange(ctx, id, 0, -1)
}

// OpenFileRange implements hermes.Files. Offsets are 0-based; a range is cut at the end of the
// file. A file that is not complete is errs.Conflict.
func (s *Service) OpenFileRange(ctx context.Context, id string, offset, length int64) (r io.ReadCloser, err error) {
	defer errs.Wrap(&err, "upload.OpenFileRange(%q, %d, %d)", id, offset, length)
	if offset < 0 {
		return nil, errs.New(errs.Invalid, "bad_range", "A range cannot begin before the file.")
	}
	f, err := s.file(ctx, id)
	if err != nil {
		return nil, err
	}
	if !f.Complete {
		return nil, errs.New(errs.Conflict, "upload_incomplete", "The upload of this file is not complete.")
	}
	parts, err := s.store.Parts(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := gapless(f, parts); err != nil {
		return nil, err
	}
	end := f.Size
	if length >= 0 && length < end-offset {
		end = offset + length
	}
	out := newReader(ctx, s.blobs, parts, offset, end)
	if offset == 0 && end == f.Size {
		out.sum = f.SHA256
	}
	return out, nil
}

// gapless checks that the parts cover the whole file.
func gapless(f *file.File, parts []file.Part) error {
	var at int64
	for _, p := range parts {
		if p.Start != at {
			return fmt.Errorf("the parts of file %s leave a gap at byte %d", f.ID, at)
		}
		at += p.Size
	}
	if at != f.Size {
		return fmt.Errorf("the parts of file %s end at byte %d of %d", f.ID, at, f.Size)
	}
	return nil
}

// DeleteFile implements hermes.Files; it returns errs.Conflict while a data set uses the file.
func (s *Service) DeleteFile(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "upload.DeleteFile(%q)", id)
	if !idForm.MatchString(id) {
		return nil
	}
	// The row first: if the process stops in between, the blobs are swept as orphans.
	if err := s.ForgetFile(ctx, id); err != nil {
		return err
	}
	return s.blobs.DeletePrefix(ctx, fileKey(id))
}

// ForgetFile removes the row of a file as DeleteFile does. Its bytes are swept as
// orphans: they stay in quarantine, for an older database that may refer to them.
func (s *Service) ForgetFile(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "upload.ForgetFile(%q)", id)
	return s.store.DeleteFile(ctx, id)
}

// Orphans are blobs stored by a crashed request without a row. A daily sweep finds those that are
// too old to belong to a running request.
const (
	orphanAge   = 24 * time.Hour
	orphanEvery = 24 * time.Hour
)

// Sweep deletes expired files, and now and then puts orphan blobs into quarantine.
func (s *Service) Sweep(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "upload.Sweep")
	return errors.Join(s.sweepExpired(ctx), s.sweepOrphans(ctx))
}

func (s *Service) sweepExpired(ctx context.Context) error {
	for {
		expired, err := s.store.ExpiredFiles(ctx, s.now())
		if err != nil {
			return err
		}
		removed := 0
		for _, f := range expired {
			err := s.DeleteFile(ctx, f.ID)
			if errs.Is(err, errs.Conflict) {
				continue // just registered
			}
			if err != nil {
				return err
			}
			removed++
			s.opt.Log.InfoContext(ctx, "expired upload removed", "file", f.ID, "owner", f.OwnerID, "bytes", f.Received)
		}
		if removed == 0 {
			return nil
		}
	}
}

func (s *Service) sweepOrphans(ctx context.Context) error {
	now := s.now()
	s.mu.Lock()
	due := s.blobs.MaySweep(now) && now.Sub(s.orphansAt) >= orphanEvery
	if due {
		s.orphansAt = now
	}
	s.mu.Unlock()
	if !due {
		return nil
	}
	marked, deleted, err := s.blobs.Sweep(ctx, prefix, now, now.Add(-orphanAge), func(ctx context.Context, key string) (bool, error) {
		fileID, partID, ok := strings.Cut(strings.TrimPrefix(key, prefix), "/")
		if !ok {
			return false, nil
		}
		return s.store.HasPart(ctx, fileID, partID)
	})
	if marked > 0 || deleted > 0 {
		s.opt.Log.InfoContext(ctx, "blobs that no row names", "prefix", prefix, "quarantined", marked, "deleted", deleted)
	}
	return err
}

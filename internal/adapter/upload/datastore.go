package upload

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// dataStore adapts the service to tusd. The caller of a request is in its context; every access
// checks the owner.
type dataStore struct{ *Service }

// maxMetadata limits the metadata of a file, in bytes.
const maxMetadata = 32 << 10

// NewUpload implements handler.DataStore.
func (d dataStore) NewUpload(ctx context.Context, in handler.FileInfo) (handler.Upload, error) {
	c := callOf(ctx)
	metadata := handler.SerializeMetadataHeader(in.MetaData)
	if len(metadata) > maxMetadata {
		return nil, c.refuse(errs.New(errs.TooLarge, "metadata_too_large", "The description of the file is longer than %d bytes.", maxMetadata))
	}
	now := d.now()
	f := &file.File{
		ID: d.newID(), OwnerID: c.userID, Name: in.MetaData["filename"], Metadata: metadata, Size: in.Size,
		CreatedAt: now, UpdatedAt: now, ExpiresAt: now.Add(d.kept(metadata)),
	}
	if err := setHash(f, sha256.New()); err != nil {
		return nil, c.refuse(err)
	}
	if err := d.store.CreateFile(ctx, f, d.opt.MaxPending, d.opt.MaxPendingBytes); err != nil {
		return nil, c.refuse(err)
	}
	c.expires = f.ExpiresAt
	return &tusUpload{service: d.Service, file: f}, nil
}

// keptADay is the value in a client's metadata for a file that is not for the registry.
const keptADay = "day"

// kept returns how long a file is kept after its last byte while it is not registered.
func (s *Service) kept(metadata string) time.Duration {
	if handler.ParseMetadataHeader(metadata)["keep"] == keptADay {
		return min(s.opt.Expire, 24*time.Hour)
	}
	return s.opt.Expire
}

// GetUpload implements handler.DataStore. Another owner's upload is absent.
func (d dataStore) GetUpload(ctx context.Context, id string) (handler.Upload, error) {
	c := callOf(ctx)
	f, err := d.Service.file(ctx, id)
	if err == nil && f.OwnerID != c.userID {
		err = errs.Missing("upload")
	}
	if err != nil {
		return nil, c.refuse(err)
	}
	if !f.Registered && !d.now().Before(f.ExpiresAt) {
		return nil, c.refuse(errExpired)
	}
	if !f.Registered {
		c.expires = f.ExpiresAt
	}
	return &tusUpload{service: d.Service, file: f}, nil
}

// AsTerminatableUpload implements handler.TerminaterDataStore.
func (d dataStore) AsTerminatableUpload(u handler.Upload) handler.TerminatableUpload {
	return u.(*tusUpload)
}

// tusUpload is one upload within one request.
type tusUpload struct {
	service *Service
	file    *file.File
}

// GetInfo implements handler.Upload.
func (u *tusUpload) GetInfo(context.Context) (handler.FileInfo, error) {
	return handler.FileInfo{
		ID: u.file.ID, Size: u.file.Size, Offset: u.file.Received, MetaData: handler.ParseMetadataHeader(u.file.Metadata),
	}, nil
}

// WriteChunk implements handler.Upload: it stores the body in pieces, so that a crash in a long
// request loses at most one. An interrupted body is stored as far as it was received; one with a
// checksum is stored whole or not at all.
func (u *tusUpload) WriteChunk(ctx context.Context, _ int64, src io.Reader) (written int64, err error) {
	c := callOf(ctx)
	if c.checksum != nil {
		written, err = u.append(ctx, src, c.verify)
		return written, c.refuse(err)
	}
	body := bufio.NewReaderSize(src, 64<<10)
	for {
		if next, _ := body.Peek(1); len(next) == 0 {
			return written, nil // the end; tusd knows whether the body was interrupted
		}
		n, err := u.append(ctx, io.LimitReader(body, u.service.opt.PartBytes), nil)
		written += n
		if err != nil {
			return written, c.refuse(err)
		}
	}
}

// append stores one piece as a part at the end of the file. A piece that check rejects, or that
// comes too late, leaves nothing.
func (u *tusUpload) append(ctx context.Context, src io.Reader, check func(size int64) error) (int64, error) {
	s := u.service
	next := *u.file
	sum, err := getHash(&next)
	if err != nil {
		return 0, err
	}
	if check != nil {
		src = io.TeeReader(src, callOf(ctx).checksum)
	}
	part := file.Part{FileID: next.ID, ID: s.newID(), Start: next.Received}
	key := partKey(part.FileID, part.ID)
	if part.Size, _, err = s.blobs.Put(ctx, key, io.TeeReader(src, sum)); err != nil {
		return 0, err
	}
	if check != nil {
		err = check(part.Size)
	}
	if err == nil && part.Size > 0 {
		err = u.advance(ctx, &next, part, sum)
	}
	if err != nil || part.Size == 0 {
		return 0, errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), key))
	}
	u.file = &next
	s.opt.Received(part.Size)
	return part.Size, nil
}

// advance writes the row of a file after a part was added.
func (u *tusUpload) advance(ctx context.Context, next *file.File, part file.Part, sum hash.Hash) error {
	now := u.service.now()
	next.Received += part.Size
	next.UpdatedAt, next.ExpiresAt = now, now.Add(u.service.kept(next.Metadata))
	if err := setHash(next, sum); err != nil {
		return err
	}
	if err := u.service.store.AppendPart(ctx, next, part, recordOf(ctx, next, now)); err != nil {
		return err
	}
	callOf(ctx).expires = next.ExpiresAt
	return nil
}

// recordOf records a complete file in the audit trail; nothing while it is incomplete.
func recordOf(ctx context.Context, f *file.File, at time.Time) func(audit.Tx) error {
	if !f.Complete {
		return nil
	}
	entry := audit.Entry{Action: audit.FileUploaded, Object: "file", ObjectID: f.ID, Detail: f.Name}
	return func(tx audit.Tx) error { return audit.Append(ctx, tx, at, entry) }
}

// FinishUpload implements handler.Upload. The last part has completed the row.
func (u *tusUpload) FinishUpload(context.Context) error { return nil }

// GetReader implements handler.Upload.
func (u *tusUpload) GetReader(ctx context.Context) (io.ReadCloser, error) {
	return u.service.OpenFile(ctx, u.file.ID)
}

// Terminate implements handler.TerminatableUpload.
func (u *tusUpload) Terminate(ctx context.Context) error {
	return callOf(ctx).refuse(u.service.DeleteFile(ctx, u.file.ID))
}

// getHash returns the SHA-256 over the bytes of f so far, ready to continue.
func getHash(f *file.File) (hash.Hash, error) {
	h := sha256.New()
	return h, h.(encoding.BinaryUnmarshaler).UnmarshalBinary(f.HashState)
}

// setHash stores the state of the hash in f, and its sum once f is complete.
func setHash(f *file.File, h hash.Hash) (err error) {
	if f.HashState, err = h.(encoding.BinaryMarshaler).MarshalBinary(); err != nil {
		return err
	}
	if f.Received == f.Size {
		f.Complete, f.SHA256 = true, hex.EncodeToString(h.Sum(nil))
	}
	return nil
}

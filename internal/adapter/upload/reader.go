package upload

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// reader reads the bytes [at, end) of a file, one part after the other.
type reader struct {
	ctx   context.Context
	blobs Blobs
	all   []file.Part
	parts []file.Part // parts still to open
	first int64
	at    int64
	end   int64
	open  io.ReadCloser
	left  int64  // remaining bytes of the open part
	sum   string // hex SHA-256 of all bytes; "" if they are a part of a file
}

func newReader(ctx context.Context, blobs Blobs, parts []file.Part, at, end int64) *reader {
	all := parts
	for len(parts) > 0 && parts[0].Start+parts[0].Size <= at {
		parts = parts[1:]
	}
	return &reader{ctx: ctx, blobs: blobs, all: all, parts: parts, first: at, at: at, end: end}
}

// Size returns the number of bytes from first to end.
func (r *reader) Size() int64 { return max(r.end-r.first, 0) }

// ReadAt implements io.ReaderAt, by a separate request for each part.
func (r *reader) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, fmt.Errorf("negative offset %d", offset)
	}
	from := r.first + offset
	end := min(from+int64(len(p)), r.end)
	part := newReader(r.ctx, r.blobs, r.all, from, end)
	n, err := io.ReadFull(part, p[:max(end-from, 0)])
	if closing := part.Close(); err == nil {
		err = closing
	}
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

// Verify implements textfile.Verified: it reads the bytes again and compares their SHA-256 with that
// of the upload. Bytes of a part of a file are not compared.
func (r *reader) Verify() error {
	if r.sum == "" {
		return nil
	}
	again, hash := newReader(r.ctx, r.blobs, r.all, r.first, r.end), sha256.New()
	_, err := io.Copy(hash, again)
	if err := errors.Join(err, again.Close()); err != nil {
		return err
	}
	if hex.EncodeToString(hash.Sum(nil)) != r.sum {
		return errs.New(errs.Unavailable, "files_changed", "The stored file is not the one that was uploaded. Ask the operator to check the file store.")
	}
	return nil
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if r.left == 0 {
		if err := r.next(); err != nil {
			return 0, err
		}
	}
	if int64(len(p)) > r.left {
		p = p[:r.left]
	}
	n, err := r.open.Read(p)
	r.at += int64(n)
	r.left -= int64(n)
	if errors.Is(err, io.EOF) {
		if err = nil; r.left > 0 {
			// Never io.ErrUnexpectedEOF: the file was complete when it was stored.
			err = errs.New(errs.Unavailable, "files_short", "The stored file ends early, at byte %d. Ask the operator to check the file store.", r.at)
		}
	}
	return n, err
}

// next opens the part that contains the byte r.at.
func (r *reader) next() error {
	if err := r.Close(); err != nil {
		return err
	}
	if r.at >= r.end || len(r.parts) == 0 {
		return io.EOF
	}
	p := r.parts[0]
	r.parts = r.parts[1:]
	offset := r.at - p.Start
	r.left = min(p.Start+p.Size, r.end) - r.at
	open, err := r.blobs.OpenRange(r.ctx, partKey(p.FileID, p.ID), offset, r.left)
	if err != nil {
		return fmt.Errorf("the stored file has lost its bytes from %d: %w", r.at, err)
	}
	r.open = open
	return nil
}

// Close implements io.Closer.
func (r *reader) Close() error {
	if r.open == nil {
		return nil
	}
	open := r.open
	r.open = nil
	return open.Close()
}

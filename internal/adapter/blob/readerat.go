package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
)

// ReaderAt reads parts of one blob, in the lifetime of ctx, and returns its size. In a folder each
// ReadAt reads the file; elsewhere it is one range request at worst, and none when the bytes came
// with the request before. It may be used from several goroutines.
func (b *Bucket) ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error) {
	size, err = b.Size(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	named := &readerAt{key: key}
	if b.folder != "" {
		named.parts = fileAt{ctx, b.path(key)}
	} else {
		named.parts = &file.Window{Ctx: ctx, Size: size, OpenRange: file.Keyed(b.OpenRange, key)}
	}
	return named, size, nil
}

// readerAt adds the name of the blob to read errors, and converts them to errors of the bucket.
type readerAt struct {
	key   string
	parts io.ReaderAt
}

// ReadAt implements io.ReaderAt.
func (r *readerAt) ReadAt(p []byte, offset int64) (int, error) {
	n, err := r.parts.ReadAt(p, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		err = problem(err)
		errs.Wrap(&err, "blob.ReadAt(%q, %d bytes at %d)", r.key, len(p), offset)
	}
	return n, err
}

// fileAt reads parts of a file on this machine, whose pages the system keeps. It keeps nothing
// open: a deleted blob is absent.
type fileAt struct {
	ctx  context.Context
	path string
}

// ReadAt implements io.ReaderAt.
func (r fileAt) ReadAt(p []byte, offset int64) (n int, err error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	f, err := os.Open(r.path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, errs.Missing("file").Because(err)
	}
	if err != nil {
		return 0, fmt.Errorf("opening a blob: %w", err)
	}
	n, err = f.ReadAt(p, offset)
	if closing := f.Close(); err == nil {
		err = closing
	}
	return n, err
}

package blob

import (
	"context"
	"errors"
	"io"

	"cohortium/internal/errs"
	"cohortium/internal/file"
)

// ReaderAt reads parts of one blob, in the lifetime of ctx, and gives its size.
// Each ReadAt is one range request at worst, and none when the bytes came with
// the request before. It may be used from several goroutines.
func (b *Bucket) ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error) {
	size, err = b.Size(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	window := &file.Window{Ctx: ctx, Size: size, OpenRange: file.Keyed(b.OpenRange, key)}
	return &readerAt{key, window}, size, nil
}

// readerAt says of which blob a window could not be read, in the errors of the bucket.
type readerAt struct {
	key    string
	window *file.Window
}

// ReadAt implements io.ReaderAt.
func (r *readerAt) ReadAt(p []byte, offset int64) (int, error) {
	n, err := r.window.ReadAt(p, offset)
	if err != nil && !errors.Is(err, io.EOF) {
		err = problem(err)
		errs.Wrap(&err, "blob.ReadAt(%q, %d bytes at %d)", r.key, len(p), offset)
	}
	return n, err
}

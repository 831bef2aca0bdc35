package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"cohortium/internal/errs"
)

// readAhead is how much a ReadAt asks for at least: blocks of compressed files
// are up to 64 KiB, and a region spans a few.
const readAhead = 256 << 10

// ReaderAt reads parts of one blob, in the lifetime of ctx, and gives its size.
// Each ReadAt is one range request at worst, and none when the bytes came with
// the request before. It may be used from several goroutines.
func (b *Bucket) ReaderAt(ctx context.Context, key string) (r io.ReaderAt, size int64, err error) {
	size, err = b.Size(ctx, key)
	if err != nil {
		return nil, 0, err
	}
	return &readerAt{ctx: ctx, bucket: b, key: key, size: size}, size, nil
}

type readerAt struct {
	ctx    context.Context
	bucket *Bucket
	key    string
	size   int64

	mu     sync.Mutex
	start  int64  // of window within the blob
	window []byte // never written to once it is here
}

// ReadAt implements io.ReaderAt.
func (r *readerAt) ReadAt(p []byte, offset int64) (n int, err error) {
	defer func() {
		if err != nil && !errors.Is(err, io.EOF) {
			errs.Wrap(&err, "blob.ReadAt(%q, %d bytes at %d)", r.key, len(p), offset)
		}
	}()
	if offset < 0 {
		return 0, fmt.Errorf("negative offset %d", offset)
	}
	if offset >= r.size {
		return 0, io.EOF
	}
	want := min(int64(len(p)), r.size-offset)
	start, window := r.have()
	if offset < start || offset+want > start+int64(len(window)) {
		if window, err = r.fetch(offset, want); err != nil {
			return 0, err
		}
		start = offset
	}
	n = copy(p, window[offset-start:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (r *readerAt) have() (int64, []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.start, r.window
}

// fetch reads at least want bytes, and keeps them for the next call.
func (r *readerAt) fetch(offset, want int64) ([]byte, error) {
	length := min(max(want, readAhead), r.size-offset)
	body, err := r.bucket.OpenRange(r.ctx, r.key, offset, length)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	window := make([]byte, length)
	if _, err := io.ReadFull(body, window); err != nil {
		return nil, problem(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.start, r.window = offset, window
	return window, nil
}

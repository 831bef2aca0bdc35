package file

import (
	"context"
	"fmt"
	"io"
	"sync"
)

const (
	// readAhead is how much a Window asks for when little is read: what comes next is
	// likely to be read next.
	readAhead = 256 << 10
	// asAsked is from how many bytes on a caller knows what it needs, as the readers of
	// blocks do, which are up to 64 KiB: it gets that, and nothing is kept.
	asAsked = 64 << 10
)

// Window reads parts of a stored file of Size bytes by ranges, in the lifetime of
// Ctx. Each ReadAt is one range at worst, and none when the bytes came with the one
// before, for small parts. It may be used from several goroutines.
type Window struct {
	Ctx  context.Context
	Size int64
	// OpenRange reads length bytes from offset.
	OpenRange func(ctx context.Context, offset, length int64) (io.ReadCloser, error)

	mu    sync.Mutex
	start int64  // of bytes within the file
	bytes []byte // never written to once they are here
}

// ReadAt implements io.ReaderAt.
func (w *Window) ReadAt(p []byte, offset int64) (int, error) {
	if offset < 0 {
		return 0, fmt.Errorf("negative offset %d", offset)
	}
	if offset >= w.Size {
		return 0, io.EOF
	}
	want := min(int64(len(p)), w.Size-offset)
	start, bytes := w.have()
	known := offset >= start && offset+want <= start+int64(len(bytes))
	var err error
	switch {
	case known:
		copy(p, bytes[offset-start:])
	case want >= asAsked:
		err = w.read(p[:want], offset)
	default:
		if bytes, err = w.fetch(offset, want); err == nil {
			copy(p, bytes)
		}
	}
	if err != nil {
		return 0, err
	}
	if want < int64(len(p)) {
		err = io.EOF
	}
	return int(want), err
}

func (w *Window) have() (int64, []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.start, w.bytes
}

// fetch reads at least want bytes, and keeps them for the next call.
func (w *Window) fetch(offset, want int64) ([]byte, error) {
	bytes := make([]byte, min(max(want, readAhead), w.Size-offset))
	if err := w.read(bytes, offset); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start, w.bytes = offset, bytes
	return bytes, nil
}

// read fills p from one range.
func (w *Window) read(p []byte, offset int64) error {
	body, err := w.OpenRange(w.Ctx, offset, int64(len(p)))
	if err != nil {
		return err
	}
	defer body.Close()
	if _, err := io.ReadFull(body, p); err != nil {
		return fmt.Errorf("%d bytes at %d: %w", len(p), offset, err)
	}
	return nil
}

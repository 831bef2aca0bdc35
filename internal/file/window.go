package file

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// readAhead is how much a Window asks for at least: blocks of compressed files are
// up to 64 KiB, and a region spans a few.
const readAhead = 256 << 10

// Window reads parts of a stored file of Size bytes by ranges, in the lifetime of
// Ctx. Each ReadAt is one range at worst, and none when the bytes came with the one
// before. It may be used from several goroutines.
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
	if offset < start || offset+want > start+int64(len(bytes)) {
		var err error
		if bytes, err = w.fetch(offset, want); err != nil {
			return 0, err
		}
		start = offset
	}
	n := copy(p, bytes[offset-start:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (w *Window) have() (int64, []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.start, w.bytes
}

// fetch reads at least want bytes, and keeps them for the next call.
func (w *Window) fetch(offset, want int64) ([]byte, error) {
	length := min(max(want, readAhead), w.Size-offset)
	body, err := w.OpenRange(w.Ctx, offset, length)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	bytes := make([]byte, length)
	if _, err := io.ReadFull(body, bytes); err != nil {
		return nil, fmt.Errorf("%d bytes at %d: %w", length, offset, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start, w.bytes = offset, bytes
	return bytes, nil
}

package file

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// A Window reads at least this much, and twice as much each time that its reader continues where
// the bytes ended: scattered reads load little more than they need, and a full read needs few
// ranges.
const (
	leastAhead = 32 << 10
	mostAhead  = 512 << 10
)

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
	bytes := make([]byte, min(max(want, w.ahead(offset)), w.Size-offset))
	if err := w.read(bytes, offset); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.start, w.bytes = offset, bytes
	return bytes, nil
}

// ahead returns the least number of bytes to read from offset on.
func (w *Window) ahead(offset int64) int64 {
	start, bytes := w.have()
	held := int64(len(bytes))
	if held == 0 || offset < start || offset > start+held {
		return leastAhead
	}
	return min(max(2*held, leastAhead), mostAhead)
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

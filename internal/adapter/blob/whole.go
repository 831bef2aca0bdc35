package blob

import (
	"context"
	"errors"
	"io"
	"time"

	"gocloud.dev/blob"

	"cohortium/internal/platform/errs"
)

// whole reads a range of a blob to its end. The store states the size of the blob, so a connection
// that ends before is a fault of the store or the network: the rest is requested again. It never
// returns io.EOF before the end, nor io.ErrUnexpectedEOF, which readers of files take for a
// truncated file.
type whole struct {
	ctx   context.Context
	again func(offset, length int64) (*blob.Reader, error)
	r     *blob.Reader
	at    int64 // 0-based offset of the next byte in the blob
	left  int64 // remaining bytes of the range
	cuts  int   // since the last byte
}

// waits are the times before each new request without a byte in between; after the last, reading
// fails.
var waits = []time.Duration{50 * time.Millisecond, 500 * time.Millisecond, 3 * time.Second}

// Read implements io.Reader.
func (w *whole) Read(p []byte) (int, error) {
	for {
		if w.left == 0 {
			return 0, io.EOF
		}
		n, err := w.r.Read(p[:min(int64(len(p)), w.left)])
		w.at += int64(n)
		w.left -= int64(n)
		if n > 0 {
			w.cuts = 0
			return n, nil
		}
		if err != nil {
			if err := w.resume(err); err != nil {
				return 0, err
			}
		}
	}
}

// resume opens the rest of the range after a cut.
func (w *whole) resume(cut error) error {
	for {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if w.cuts == len(waits) {
			// The cause is in words only: io.ErrUnexpectedEOF must not be found in the chain.
			return errs.New(errs.Unavailable, "files_cut", "The file store stopped in the middle of a file. Try again.").Because(errors.New(cut.Error()))
		}
		select {
		case <-w.ctx.Done():
			return w.ctx.Err()
		case <-time.After(waits[w.cuts]):
		}
		w.cuts++
		r, err := w.again(w.at, w.left)
		if err == nil {
			_ = w.r.Close() // its connection has failed already
			w.r = r
			return nil
		}
		if err = problem(err); errs.Is(err, errs.NotFound) {
			return err
		}
		cut = err
	}
}

// Close implements io.Closer.
func (w *whole) Close() error { return w.r.Close() }

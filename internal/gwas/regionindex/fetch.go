package regionindex

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"cohortium/internal/gwas/inflate"
)

// fetcher reads blocks of one file for one query at a time. It asks the file
// for all that the query is known to need in one read, up to maxRead.
type fetcher struct {
	data    io.ReaderAt
	size    int64
	cache   *cache
	inflate inflate.Block

	until int64 // the query needs the file up to here
	keep  bool  // put blocks into the cache
	buf   []byte
	at    int64 // place of buf in the file
	own   []byte
	held  *cached // the block that block returned last
}

const (
	maxRead = 1 << 20
	// keepUpTo is the stretch of file that a query may put into the cache: a scan of a chromosome
	// would only evict blocks that other queries need again.
	keepUpTo = 256 << 10
)

// begin prepares for reading from offset up to until.
func (f *fetcher) begin(offset, until int64) {
	f.until = min(until, f.size)
	f.keep = until-offset <= keepUpTo
}

// block returns the payload of the block at offset and the place of the next
// block. The payload is valid until the next call.
func (f *fetcher) block(offset int64) (payload []byte, next int64, err error) {
	f.release()
	if f.held = f.cache.get(offset); f.held != nil {
		return f.held.payload, f.held.next, nil
	}
	payload, next, err = f.read(offset)
	if err != nil {
		return nil, 0, fmt.Errorf("block at byte %d: %w", offset, err)
	}
	return payload, next, nil
}

func (f *fetcher) read(offset int64) (payload []byte, next int64, err error) {
	head, err := f.bytes(offset, blockHeadSize)
	if err != nil {
		return nil, 0, err
	}
	layout, err := parseBlockHead(head)
	if errors.Is(err, ErrTruncated) { // other extra fields come first
		if head, err = f.bytes(offset, min(maxBlockSize, int(f.size-offset))); err == nil {
			layout, err = parseBlockHead(head)
		}
	}
	if err != nil {
		return nil, 0, err
	}
	member, err := f.bytes(offset, layout.size)
	if err != nil {
		return nil, 0, err
	}
	if f.keep {
		payload, err = expand(&f.inflate, f.cache.buffer(), member, layout)
	} else {
		payload, err = expand(&f.inflate, f.own[:0], member, layout)
		f.own = payload
	}
	if err != nil {
		return nil, 0, err
	}
	next = offset + int64(layout.size)
	if f.keep {
		f.held = &cached{offset: offset, next: next, payload: payload}
		f.cache.put(f.held)
	}
	return payload, next, nil
}

// release releases the block that block returned last.
func (f *fetcher) release() {
	if f.held != nil {
		f.cache.release(f.held)
		f.held = nil
	}
}

// bytes returns at least n bytes of the file from offset on.
func (f *fetcher) bytes(offset int64, n int) ([]byte, error) {
	if offset < 0 || offset+int64(n) > f.size {
		return nil, ErrTruncated
	}
	if offset >= f.at && offset+int64(n) <= f.at+int64(len(f.buf)) {
		return f.buf[offset-f.at:], nil
	}
	want := int64(maxBlockSize)
	if f.until > offset {
		want = min(f.until-offset, maxRead)
	}
	want = min(max(want, int64(n)), f.size-offset)
	f.buf = slices.Grow(f.buf[:0], int(want))[:want]
	f.at = offset
	if read, err := f.data.ReadAt(f.buf, offset); err != nil && (int64(read) < want || !errors.Is(err, io.EOF)) {
		f.buf = f.buf[:0]
		if errors.Is(err, io.EOF) {
			err = ErrTruncated
		}
		return nil, fmt.Errorf("reading %d bytes from byte %d: %w", want, offset, err)
	}
	return f.buf, nil
}

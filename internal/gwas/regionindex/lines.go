package regionindex

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
)

// Lines reads the lines of any BGZF file between places that the caller knows. A place is a virtual
// offset: that of a block in the file times 65536 plus that of a byte in the block. It is safe for
// concurrent use.
type Lines struct {
	data     io.ReaderAt
	size     int64
	limits   Limits
	fetchers sync.Pool
}

// OpenLines checks that the file ends with its last block and reads nothing else.
func OpenLines(data io.ReaderAt, size int64, limits Limits) (*Lines, error) {
	l := &Lines{data: data, size: size, limits: limits.withDefaults()}
	blocks := newCache(l.limits.CacheBytes)
	l.fetchers.New = func() any { return &fetcher{data: data, size: size, cache: blocks} }
	if err := (&Reader{data: data, size: size}).checkEnd(); err != nil {
		return nil, fmt.Errorf("regionindex.OpenLines(): %w", err)
	}
	return l, nil
}

// Between calls fn with each line from begin, where a line begins, up to end, where one ends, until
// fn returns false. The line has no newline and is valid during the call.
func (l *Lines) Between(ctx context.Context, begin, end uint64, fn func(line []byte) bool) error {
	f := l.fetchers.Get().(*fetcher)
	defer func() {
		f.release()
		l.fetchers.Put(f)
	}()
	if begin > end || int64(end>>16) > l.size {
		return fmt.Errorf("regionindex.Between(): %w: from %d to %d in a file of %d bytes", ErrIndex, begin, end, l.size)
	}
	until := int64(end >> 16)
	if end&math.MaxUint16 > 0 {
		until += maxBlockSize
	}
	f.begin(int64(begin>>16), until)
	q := query{ctx: ctx, fetch: f, limit: l.limits.MaxLineBytes, row: fn}
	if err := q.scan(span{begin, end}); err != nil {
		return fmt.Errorf("regionindex.Between(): %w", err)
	}
	return nil
}

// BlockStart is where a block of a BGZF file begins.
type BlockStart struct {
	File int64 // byte of the file
	Text int64 // byte of the expanded text
}

// BlockStarts finds the blocks of a BGZF file by their heads, without expanding
// them: a damaged block may expand to another length than it states. The last one
// is the end of file and text.
func BlockStarts(data io.ReaderAt, size int64) ([]BlockStart, error) {
	starts := []BlockStart{{}}
	buf := make([]byte, maxRead)
	for at, text := int64(0), int64(0); at < size; {
		n, err := data.ReadAt(buf[:min(int64(len(buf)), size-at)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("regionindex.BlockStarts(): %w", err)
		}
		part := buf[:n]
		used := 0
		for used < len(part) {
			layout, err := parseBlockHead(part[used:])
			if err == nil && len(part)-used < layout.size {
				err = ErrTruncated
			}
			if errors.Is(err, ErrTruncated) && used > 0 {
				break // with the next read
			}
			if err != nil {
				return nil, fmt.Errorf("regionindex.BlockStarts(): byte %d: %w", at+int64(used), err)
			}
			used += layout.size
			expanded := binary.LittleEndian.Uint32(part[used-4:])
			if expanded > maxPayload {
				return nil, fmt.Errorf("regionindex.BlockStarts(): %w: a block states %d expanded bytes", ErrDamaged, expanded)
			}
			text += int64(expanded)
			starts = append(starts, BlockStart{at + int64(used), text})
		}
		if used == 0 {
			return nil, fmt.Errorf("regionindex.BlockStarts(): byte %d: %w", at, ErrTruncated)
		}
		at += int64(used)
	}
	return starts, nil
}

// KeepWhole begins a new block when a line of n bytes would be cut, so that reading
// the line takes one block.
func (z *BGZFWriter) KeepWhole(n int) {
	if b := z.current; b != nil && len(b.payload)+n > z.opt.BlockSize && n <= z.opt.BlockSize {
		z.flush()
	}
}

// Place returns where the next byte goes: the number of a block, and a byte in it.
func (z *BGZFWriter) Place() (block int64, offset int) { return z.place() }

// Start returns the byte of the file at which a block begins, and the end of the text for the
// number behind the last one; it is valid after Close.
func (z *BGZFWriter) Start(block int64) int64 { return z.offsets[block] }

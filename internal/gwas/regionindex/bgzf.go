package regionindex

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/flate"

	"cohortium/internal/platform/guard"
)

// The defaults of BGZFOptions: see the benchmarks of the package for what other
// sizes and levels cost.
const (
	DefaultBlockSize = 8 << 10
	DefaultLevel     = 2
)

// BGZFOptions control the compression.
type BGZFOptions struct {
	// BlockSize is the payload of a block in bytes, at most 65280; 0 is
	// DefaultBlockSize. Small blocks make a region query cheaper and the file
	// larger.
	BlockSize int
	// Level is the deflate level, 1–9; 0 is DefaultLevel.
	Level int
	// Workers is how many blocks are compressed at once; 0 is one per core.
	Workers int
}

func (o BGZFOptions) withDefaults() BGZFOptions {
	if o.BlockSize <= 0 {
		o.BlockSize = DefaultBlockSize
	}
	o.BlockSize = min(o.BlockSize, maxWritten)
	if o.Level == 0 {
		o.Level = DefaultLevel
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// errWriterClosed is the sticky error of a closed writer.
var errWriterClosed = errors.New("regionindex: write after Close")

// BGZFWriter compresses a stream into BGZF blocks in parallel. Memory is bounded by a few blocks
// per worker. Close writes the end-of-file block and ends the workers; it must be called. A writer
// is not safe for concurrent use.
type BGZFWriter struct {
	opt     BGZFOptions
	current *block
	filled  int64 // blocks handed to the workers so far
	free    chan *block
	jobs    chan *block
	queue   chan *block // the same blocks in order
	workers sync.WaitGroup
	output  sync.WaitGroup
	closed  bool

	// Written by the output goroutine, read by others after Close.
	offsets []int64 // start of each block in the file
	size    int64

	mu  sync.Mutex
	err error
}

// block is a payload on its way to the file.
type block struct {
	payload []byte
	member  []byte
	done    chan error
}

// NewBGZFWriter writes BGZF to w. An error of w is returned by a later Write or
// by Close.
func NewBGZFWriter(w io.Writer, opt BGZFOptions) *BGZFWriter {
	opt = opt.withDefaults()
	blocks := 3*opt.Workers + 2
	z := &BGZFWriter{
		opt: opt, free: make(chan *block, blocks), jobs: make(chan *block, blocks), queue: make(chan *block, blocks),
	}
	for range blocks {
		z.free <- &block{payload: make([]byte, 0, opt.BlockSize), done: make(chan error, 1)}
	}
	for range opt.Workers {
		z.workers.Go(z.compressAll)
	}
	z.output.Go(func() { z.writeAll(w) })
	return z
}

// Write implements io.Writer; blocks are cut wherever they are full.
func (z *BGZFWriter) Write(p []byte) (int, error) {
	written := 0
	for written < len(p) {
		b, err := z.room()
		if err != nil {
			return written, err
		}
		n := min(len(p)-written, z.opt.BlockSize-len(b.payload))
		b.payload = append(b.payload, p[written:written+n]...)
		written += n
	}
	return written, nil
}

// room returns a block with space for at least one byte.
func (z *BGZFWriter) room() (*block, error) {
	if z.closed {
		return nil, errWriterClosed
	}
	if z.current != nil && len(z.current.payload) == z.opt.BlockSize {
		z.flush()
	}
	if z.current == nil {
		if err := z.failure(); err != nil {
			return nil, err
		}
		z.current = <-z.free
	}
	return z.current, nil
}

// place returns where the next byte goes: the number of a block, and an offset in it.
func (z *BGZFWriter) place() (blockNumber int64, offset int) {
	if z.current == nil {
		return z.filled, 0
	}
	if len(z.current.payload) == z.opt.BlockSize {
		return z.filled + 1, 0
	}
	return z.filled, len(z.current.payload)
}

// flush ends the current block if it holds anything.
func (z *BGZFWriter) flush() {
	if z.current == nil || len(z.current.payload) == 0 {
		return
	}
	z.filled++
	z.jobs <- z.current
	z.queue <- z.current
	z.current = nil
}

func (z *BGZFWriter) failure() error {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.err
}

// Close writes the buffered data and the end-of-file block. It does not close the underlying
// writer.
func (z *BGZFWriter) Close() error {
	if z.closed {
		return z.failure()
	}
	z.flush()
	z.closed = true
	close(z.jobs)
	close(z.queue)
	z.workers.Wait()
	z.output.Wait()
	return z.failure()
}

// Size returns the length of the file in bytes; it is valid after Close.
func (z *BGZFWriter) Size() int64 { return z.size }

func (z *BGZFWriter) compressAll() {
	deflate, err := flate.NewWriter(nil, z.opt.Level)
	for b := range z.jobs {
		if err == nil {
			b.done <- guard.Do(func() error { return b.compress(deflate) })
		} else {
			b.done <- err
		}
	}
}

// memberWriter appends what the compressor writes to a slice.
type memberWriter struct{ to *[]byte }

func (w memberWriter) Write(p []byte) (int, error) {
	*w.to = append(*w.to, p...)
	return len(p), nil
}

// compress makes the member of b.payload.
func (b *block) compress(deflate *flate.Writer) error {
	if cap(b.member) == 0 {
		b.member = make([]byte, 0, cap(b.payload)+cap(b.payload)/8+64)
	}
	b.member = append(b.member[:0], endOfFile[:blockHeadSize]...)
	deflate.Reset(memberWriter{&b.member})
	if _, err := deflate.Write(b.payload); err != nil {
		return err
	}
	if err := deflate.Close(); err != nil {
		return err
	}
	if len(b.member)+blockTrailSize > blockHeadSize+5+len(b.payload)+blockTrailSize {
		b.store()
	}
	b.member = binary.LittleEndian.AppendUint32(b.member, crc32.ChecksumIEEE(b.payload))
	b.member = binary.LittleEndian.AppendUint32(b.member, uint32(len(b.payload)))
	binary.LittleEndian.PutUint16(b.member[16:], uint16(len(b.member)-1))
	return nil
}

// store puts the payload into one stored deflate block, for data that does not
// compress: 5 bytes of head keep it within a member.
func (b *block) store() {
	n := uint16(len(b.payload))
	b.member = append(b.member[:blockHeadSize], 1, byte(n), byte(n>>8), byte(^n), byte(^n>>8))
	b.member = append(b.member, b.payload...)
}

// writeAll writes members in order and continues after an error, so that no writer blocks.
func (z *BGZFWriter) writeAll(w io.Writer) {
	out := bufio.NewWriterSize(w, 256<<10)
	write := func(p []byte) error {
		return guard.Do(func() error {
			_, err := out.Write(p)
			return err
		})
	}
	for b := range z.queue {
		err := <-b.done
		z.offsets = append(z.offsets, z.size)
		if err == nil {
			err = write(b.member)
		}
		z.size += int64(len(b.member))
		b.payload = b.payload[:0]
		z.free <- b
		z.fail(err)
	}
	z.offsets = append(z.offsets, z.size)
	z.size += int64(len(endOfFile))
	z.fail(write(endOfFile))
	z.fail(guard.Do(out.Flush))
}

func (z *BGZFWriter) fail(err error) {
	if err == nil {
		return
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.err == nil {
		z.err = fmt.Errorf("writing BGZF blocks: %w", err)
	}
}

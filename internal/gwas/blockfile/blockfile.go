// Package blockfile reads and finishes files of blocks with a directory: each block is followed by
// its CRC-32C, and the directory of varints by 24 little-endian bytes: the offset, size and CRC-32C
// of the directory, and eight bytes that identify the format. It imports the standard library only
// and does not interpret blocks or directory.
package blockfile

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
)

// Format is one kind of file.
type Format struct {
	Magic        string // eight bytes
	MaxDirectory uint32 // bytes; bounds the memory that a file may ask for
	Err          error  // of a file that is damaged, or of another format
}

const endBytes = 24

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Is reports whether a file ends as the format does.
func (f *Format) Is(data io.ReaderAt, size int64) bool {
	end, err := f.end(data, size)
	return err == nil && string(end[16:]) == f.Magic
}

func (f *Format) end(data io.ReaderAt, size int64) ([]byte, error) {
	if size < endBytes {
		return nil, f.Err
	}
	end := make([]byte, endBytes)
	return end, f.readAt(data, end, size-endBytes)
}

// Directory reads the directory of a file of size bytes. The blocks end at offset at. Errors other
// than read errors are f.Err.
func (f *Format) Directory(data io.ReaderAt, size int64) (directory *Numbers, at int64, err error) {
	end, err := f.end(data, size)
	if err != nil {
		return nil, 0, err
	}
	from, n := binary.LittleEndian.Uint64(end), binary.LittleEndian.Uint32(end[8:])
	if string(end[16:]) != f.Magic || n > f.MaxDirectory || from > math.MaxInt64 || int64(from) != size-endBytes-int64(n) {
		return nil, 0, f.Err
	}
	d := make([]byte, n)
	if err := f.readAt(data, d, int64(from)); err != nil {
		return nil, 0, err
	}
	if crc32.Checksum(d, castagnoli) != binary.LittleEndian.Uint32(end[12:]) {
		return nil, 0, f.Err
	}
	return &Numbers{in: d}, int64(from), nil
}

// SumBytes is the size of the checksum behind each block.
const SumBytes = crc32.Size

// Block reads the block of n bytes at offset at into raw, which grows if it is too small, and
// verifies its checksum.
func (f *Format) Block(data io.ReaderAt, at int64, n int, raw []byte) ([]byte, error) {
	if cap(raw) < n+SumBytes {
		raw = make([]byte, n+SumBytes)
	}
	raw = raw[:n+SumBytes]
	if err := f.readAt(data, raw, at); err != nil {
		return nil, err
	}
	if crc32.Checksum(raw[:n], castagnoli) != binary.LittleEndian.Uint32(raw[n:]) {
		return nil, f.Err
	}
	return raw[:n], nil
}

func (f *Format) readAt(data io.ReaderAt, p []byte, at int64) error {
	n, err := data.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return f.Err
	}
	return err
}

// AppendSum appends the checksum of a block to it.
func AppendSum(block []byte) []byte {
	return binary.LittleEndian.AppendUint32(block, crc32.Checksum(block, castagnoli))
}

// AppendEnd appends the end of a file to its directory, which begins at offset at.
func (f *Format) AppendEnd(directory []byte, at int64) []byte {
	sum := crc32.Checksum(directory, castagnoli)
	n := uint32(len(directory))
	directory = binary.LittleEndian.AppendUint64(directory, uint64(at))
	directory = binary.LittleEndian.AppendUint32(directory, n)
	directory = binary.LittleEndian.AppendUint32(directory, sum)
	return append(directory, f.Magic...)
}

// Numbers decodes varints. It turns bad at the first one that is missing or above its limit.
type Numbers struct {
	in  []byte
	bad bool
}

// NewNumbers decodes the varints of a block.
func NewNumbers(in []byte) Numbers { return Numbers{in: in} }

// Next returns the next number, or 0 if it exceeds most or the numbers are bad.
func (r *Numbers) Next(most uint64) uint64 {
	x, n := binary.Uvarint(r.in)
	if n <= 0 || x > most || r.bad {
		r.bad = true
		return 0
	}
	r.in = r.in[n:]
	return x
}

// Bytes returns the next n bytes, or nil if the numbers are bad.
func (r *Numbers) Bytes(n uint64) []byte {
	if r.bad || n > uint64(len(r.in)) {
		r.bad = true
		return nil
	}
	b := r.in[:n]
	r.in = r.in[n:]
	return b
}

// Bad reports whether a number was missing or above its limit.
func (r *Numbers) Bad() bool { return r.bad }

// Left returns the number of bytes left.
func (r *Numbers) Left() int { return len(r.in) }

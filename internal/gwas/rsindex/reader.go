package rsindex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"math/bits"
	"sort"

	"cohortium/internal/gwas/genome"
)

// maxDirectory bounds the memory that an index may ask for: that of 200 million
// rows takes an eighth of it.
const maxDirectory = 64 << 20

// Index answers for one file. It is safe for concurrent use.
type Index struct {
	data      io.ReaderAt
	stretches []stretch
	blocks    []block
	width     uint
}

// Open reads the directory of an index of size bytes and nothing else. Errors
// that are not of reading are ErrFormat.
func Open(data io.ReaderAt, size int64) (*Index, error) {
	var end [endBytes]byte
	if size < endBytes {
		return nil, fmt.Errorf("rsindex.Open(%d bytes): %w", size, ErrFormat)
	}
	if err := readAt(data, end[:], size-endBytes); err != nil {
		return nil, fmt.Errorf("rsindex.Open(): %w", err)
	}
	at, n := binary.LittleEndian.Uint64(end[:]), binary.LittleEndian.Uint32(end[8:])
	if string(end[16:]) != magic || n > maxDirectory || at > math.MaxInt64 || int64(at) != size-endBytes-int64(n) {
		return nil, fmt.Errorf("rsindex.Open(): %w", ErrFormat)
	}
	d := make([]byte, n)
	if err := readAt(data, d, int64(at)); err != nil {
		return nil, fmt.Errorf("rsindex.Open(): %w", err)
	}
	x := &Index{data: data}
	if crc32.Checksum(d, castagnoli) != binary.LittleEndian.Uint32(end[12:]) || !x.parse(d, int64(at)) {
		return nil, fmt.Errorf("rsindex.Open(): %w", ErrFormat)
	}
	x.width = uint(bits.Len(uint(max(len(x.stretches)-1, 0))))
	return x, nil
}

func readAt(data io.ReaderAt, p []byte, at int64) error {
	n, err := data.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if errors.Is(err, io.EOF) {
		return ErrFormat
	}
	return err
}

// numbers takes varints; bad turns true where there is none, or one above its limit.
type numbers struct {
	in  []byte
	bad bool
}

func (r *numbers) next(most uint64) uint64 {
	x, n := binary.Uvarint(r.in)
	if n <= 0 || x > most || r.bad {
		r.bad = true
		return 0
	}
	r.in = r.in[n:]
	return x
}

// parse reads the directory; the blocks end where it begins.
func (x *Index) parse(d []byte, blocksEnd int64) bool {
	r := &numbers{in: d}
	before := stretch{}
	for range r.next(uint64(len(d))) {
		c := genome.Chromosome(r.next(uint64(genome.MaxChromosome)))
		if c != before.Chromosome {
			before.Start = 0
		}
		start := int64(before.Start) + int64(r.next(math.MaxInt32))
		end := start + int64(r.next(math.MaxInt32))
		if r.bad || !c.Valid() || end > math.MaxInt32 {
			return false
		}
		before = stretch{Chromosome: c, Start: int32(start), End: int32(end)}
		x.stretches = append(x.stretches, before)
	}
	first, at := uint64(0), int64(0)
	for range r.next(uint64(len(d))) {
		first += r.next(MaxNumber)
		b := block{first: first, at: at, entries: int(r.next(blockEntries)), rice: uint(r.next(numberBits)), bytes: int(r.next(1 << 20))}
		at += int64(b.bytes) + crc32.Size
		if r.bad || first > MaxNumber || at > blocksEnd {
			return false
		}
		x.blocks = append(x.blocks, b)
	}
	return !r.bad && len(r.in) == 0 && at == blocksEnd
}

// Find gives the stretches of the file, up to n, in which rows carry an rs number,
// in the order of the file; none when no row does. It reads one block, or two
// where the number stands at the edge of one.
func (x *Index) Find(number uint64, n int) ([]genome.Region, error) {
	var found []genome.Region
	// The number may stand at the end of the block before the first that begins with it.
	from := max(sort.Search(len(x.blocks), func(i int) bool { return x.blocks[i].first >= number })-1, 0)
	for _, b := range x.blocks[from:] {
		if b.first > number || len(found) == n {
			break
		}
		pairs, err := x.read(b)
		if err != nil {
			return nil, fmt.Errorf("rsindex.Find(rs%d): %w", number, err)
		}
		for _, p := range pairs {
			if p.number() == number && len(found) < n {
				found = append(found, x.stretches[p.stretch()])
			}
		}
	}
	return found, nil
}

// read gives the pairs of a block.
func (x *Index) read(b block) ([]pair, error) {
	raw := make([]byte, b.bytes+crc32.Size)
	if err := readAt(x.data, raw, b.at); err != nil {
		return nil, err
	}
	body := raw[:b.bytes]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(raw[b.bytes:]) {
		return nil, ErrFormat
	}
	in := bitReader{in: body}
	pairs := make([]pair, b.entries)
	number := b.first
	for i := range pairs {
		number += in.rice(b.rice)
		s := in.read(x.width)
		if in.bad || number > MaxNumber || s >= uint64(len(x.stretches)) {
			return nil, ErrFormat
		}
		pairs[i] = newPair(number, int(s))
	}
	return pairs, nil
}

package rsindex

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"sort"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
)

// Index looks up rs numbers in one file. It is safe for concurrent use.
type Index struct {
	data      io.ReaderAt
	stretches []stretch
	blocks    []block
	width     uint
}

// Open reads the directory of an index of size bytes and nothing else. Errors
// that are not of reading are ErrFormat.
func Open(data io.ReaderAt, size int64) (*Index, error) {
	d, at, err := format.Directory(data, size)
	if err != nil {
		return nil, fmt.Errorf("rsindex.Open(%d bytes): %w", size, err)
	}
	x := &Index{data: data}
	if !x.parse(d, at) {
		return nil, fmt.Errorf("rsindex.Open(): %w", ErrFormat)
	}
	x.width = uint(bits.Len(uint(max(len(x.stretches)-1, 0))))
	return x, nil
}

// parse reads the directory; the blocks end where it begins.
func (x *Index) parse(r *blockfile.Numbers, blocksEnd int64) bool {
	before := stretch{}
	for range r.Next(uint64(r.Left())) {
		c := genome.Chromosome(r.Next(uint64(genome.MaxChromosome)))
		if c != before.Chromosome {
			before.Start = 0
		}
		start := int64(before.Start) + int64(r.Next(math.MaxInt32))
		end := start + int64(r.Next(math.MaxInt32))
		if r.Bad() || !c.Valid() || end > math.MaxInt32 {
			return false
		}
		before = stretch{Chromosome: c, Start: int32(start), End: int32(end)}
		x.stretches = append(x.stretches, before)
	}
	first, at := uint64(0), int64(0)
	for range r.Next(uint64(r.Left())) {
		first += r.Next(MaxNumber)
		b := block{first: first, at: at, entries: int(r.Next(blockEntries)), rice: uint(r.Next(numberBits)), bytes: int(r.Next(1 << 20))}
		at += int64(b.bytes) + blockfile.SumBytes
		if r.Bad() || first > MaxNumber || at > blocksEnd {
			return false
		}
		x.blocks = append(x.blocks, b)
	}
	return !r.Bad() && r.Left() == 0 && at == blocksEnd
}

// Find returns up to n stretches of the file in which rows have an rs number, in the order of the
// file; none when no row does. It reads one block, or two where the number is at the edge of one.
func (x *Index) Find(number uint64, n int) ([]genome.Region, error) {
	var found []genome.Region
	// The number may be at the end of the block before the first that begins with it.
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

// read returns the pairs of a block.
func (x *Index) read(b block) ([]pair, error) {
	body, err := format.Block(x.data, b.at, b.bytes, nil)
	if err != nil {
		return nil, err
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

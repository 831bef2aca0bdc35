package rstable

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"sort"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
)

const (
	// maxDirectory: that of a billion places takes a quarter of it.
	maxDirectory = 4 << 20
	maxBlock     = 64 << 20
)

// Table is an open table. It is safe for concurrent use.
type Table struct {
	Facts
	data   io.ReaderAt
	blocks []block
}

type block struct {
	first uint64 // rs number
	at    int64
	bytes int // without the checksum
}

// IsTable reports whether a file is a table, by its end.
func IsTable(data io.ReaderAt, size int64) bool {
	return format.Is(data, size)
}

// Open reads the directory of a table of size bytes and nothing else. Errors that are not
// of reading are ErrFormat.
func Open(data io.ReaderAt, size int64) (*Table, error) {
	d, at, err := format.Directory(data, size)
	if err != nil {
		return nil, fmt.Errorf("rstable.Open: %w", err)
	}
	t := &Table{data: data}
	if !t.parse(d, at) {
		return nil, ErrFormat
	}
	return t, nil
}

// parse reads the directory; the blocks end where it begins.
func (t *Table) parse(r *blockfile.Numbers, end int64) bool {
	name := r.Bytes(r.Next(64))
	t.Build, _ = genome.ParseBuild(string(name))
	t.Places, t.Numbers, t.Replaced = int64(r.Next(math.MaxInt64)), int64(r.Next(math.MaxInt64)), int64(r.Next(math.MaxInt64))
	n := r.Next(uint64(r.Left()))
	first, at := uint64(0), int64(0)
	for range n {
		step := r.Next(MaxNumber)
		if first += step; step == 0 || first > MaxNumber {
			return false
		}
		b := block{first: first, at: at, bytes: int(r.Next(maxBlock))}
		at += int64(b.bytes) + blockfile.SumBytes
		if r.Bad() || at > end {
			return false
		}
		t.blocks = append(t.blocks, b)
	}
	return !r.Bad() && r.Left() == 0 && at == end && t.Build != genome.UnknownBuild
}

// Find looks up one number. It reads one block.
func (t *Table) Find(number uint64) (Entry, error) { return t.Walk().At(number) }

// Walk looks up numbers that do not fall from one to the next, and reads each block at
// most once.
func (t *Table) Walk() *Walk { return &Walk{table: t, block: -1} }

// Walk is a pass over a table.
type Walk struct {
	table   *Table
	block   int // that raw is of, −1 for none
	raw     []byte
	rest    blockfile.Numbers
	before  uint64 // number of the last record that was read
	ahead   bool   // its record was read and not used
	kind    byte
	record  Place
	current uint64 // of a record of a replaced number
	number  uint64 // that entry is of
	entry   Entry
}

// At returns the entry of a number; it is valid until the next call.
func (w *Walk) At(number uint64) (Entry, error) {
	if number == w.number {
		return w.entry, nil
	}
	if number < w.number {
		return Entry{}, fmt.Errorf("rstable: rs%d was asked for behind rs%d", number, w.number)
	}
	w.number, w.entry = number, Entry{Places: w.entry.Places[:0]}
	if err := w.enter(number); err != nil {
		return Entry{}, fmt.Errorf("rstable.At(rs%d): %w", number, err)
	}
	for {
		if !w.ahead {
			if w.rest.Left() == 0 {
				return w.entry, nil
			}
			if !w.next() {
				return Entry{}, fmt.Errorf("rstable.At(rs%d): %w", number, ErrFormat)
			}
			w.ahead = true
		}
		if w.before > number {
			return w.entry, nil
		}
		if w.before == number {
			w.take()
		}
		w.ahead = false
	}
}

// enter makes the block current in which the number is, if the table has it.
func (w *Walk) enter(number uint64) error {
	blocks := w.table.blocks
	if w.block >= 0 && (w.block == len(blocks)-1 || number < blocks[w.block+1].first) {
		return nil
	}
	at := sort.Search(len(blocks), func(i int) bool { return blocks[i].first > number }) - 1
	if at < 0 || at == w.block {
		return nil
	}
	b := blocks[at]
	body, err := format.Block(w.table.data, b.at, b.bytes, w.raw)
	if err != nil {
		return err
	}
	w.raw = body
	w.block, w.before, w.ahead = at, b.first, false
	w.rest = blockfile.NewNumbers(body)
	return nil
}

// next reads a record.
func (w *Walk) next() bool {
	r := &w.rest
	w.before += r.Next(MaxNumber)
	head := r.Bytes(1)
	if r.Bad() {
		return false
	}
	w.kind = head[0] >> chromosomeBits
	if w.kind == kindReplaced {
		w.current = r.Next(MaxNumber)
		return !r.Bad()
	}
	w.record = Place{Chromosome: genome.Chromosome(head[0] & (1<<chromosomeBits - 1))}
	position := r.Bytes(4)
	if r.Bad() || !w.record.Chromosome.Valid() {
		return false
	}
	w.record.Position = int32(binary.LittleEndian.Uint32(position))
	switch w.kind {
	case kindPlace:
	case kindBases:
		packed := r.Bytes(1)
		if r.Bad() || int(packed[0]>>2) >= len(alternatives) {
			return false
		}
		w.record.Ref, w.record.Alts = alternatives[1<<(packed[0]&3)], alternatives[packed[0]>>2]
	case kindAlleles:
		text := r.Bytes(r.Next(maxBlock))
		ref, alts, ok := bytes.Cut(text, []byte{' '})
		w.record.Ref, w.record.Alts = ref, alts
		return ok && !r.Bad()
	default:
		return false
	}
	return !r.Bad()
}

// take adds the record to the entry.
func (w *Walk) take() {
	if w.kind == kindReplaced {
		w.entry.Replaced, w.entry.Current = true, w.current
		return
	}
	w.entry.Places = append(w.entry.Places, w.record)
}

package rstable

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sort"

	"cohortium/internal/gwas/genome"
)

const (
	// maxDirectory bounds the memory that a table may ask for: that of a billion
	// places takes a quarter of it.
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

// IsTable says whether a file is a table, by its end.
func IsTable(data io.ReaderAt, size int64) bool {
	var end [len(magic)]byte
	return size >= endBytes && readAt(data, end[:], size-int64(len(end))) == nil && string(end[:]) == magic
}

// Open reads the directory of a table of size bytes and nothing else. Errors that are not
// of reading are ErrFormat.
func Open(data io.ReaderAt, size int64) (*Table, error) {
	var end [endBytes]byte
	if size < endBytes {
		return nil, ErrFormat
	}
	if err := readAt(data, end[:], size-endBytes); err != nil {
		return nil, fmt.Errorf("rstable.Open: %w", err)
	}
	at, n := binary.LittleEndian.Uint64(end[:]), binary.LittleEndian.Uint32(end[8:])
	if string(end[16:]) != magic || n > maxDirectory || at > math.MaxInt64 || int64(at) != size-endBytes-int64(n) {
		return nil, ErrFormat
	}
	d := make([]byte, n)
	if err := readAt(data, d, int64(at)); err != nil {
		return nil, fmt.Errorf("rstable.Open: %w", err)
	}
	t := &Table{data: data}
	if crc32.Checksum(d, castagnoli) != binary.LittleEndian.Uint32(end[12:]) || !t.parse(d, int64(at)) {
		return nil, ErrFormat
	}
	return t, nil
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

// parse reads the directory; the blocks end where it begins.
func (t *Table) parse(d []byte, end int64) bool {
	r := &numbers{in: d}
	name := r.bytes(r.next(64))
	t.Build, _ = genome.ParseBuild(string(name))
	t.Places, t.Numbers, t.Replaced = int64(r.next(math.MaxInt64)), int64(r.next(math.MaxInt64)), int64(r.next(math.MaxInt64))
	n := r.next(uint64(len(d)))
	first, at := uint64(0), int64(0)
	for range n {
		step := r.next(MaxNumber)
		if first += step; step == 0 || first > MaxNumber {
			return false
		}
		b := block{first: first, at: at, bytes: int(r.next(maxBlock))}
		at += int64(b.bytes) + crc32.Size
		if r.bad || at > end {
			return false
		}
		t.blocks = append(t.blocks, b)
	}
	return !r.bad && len(r.in) == 0 && at == end && t.Build != genome.UnknownBuild
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

func (r *numbers) bytes(n uint64) []byte {
	if r.bad || n > uint64(len(r.in)) {
		r.bad = true
		return nil
	}
	b := r.in[:n]
	r.in = r.in[n:]
	return b
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
	rest    numbers
	before  uint64 // number of the last record that was read
	ahead   bool   // its record was read and not used
	kind    byte
	record  Place
	current uint64 // of a record of a replaced number
	number  uint64 // that entry is of
	entry   Entry
}

// At is what the table knows of a number; valid until the next call.
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
			if len(w.rest.in) == 0 {
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
	if size := b.bytes + crc32.Size; cap(w.raw) < size {
		w.raw = make([]byte, size)
	} else {
		w.raw = w.raw[:size]
	}
	if err := readAt(w.table.data, w.raw, b.at); err != nil {
		return err
	}
	body := w.raw[:b.bytes]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(w.raw[b.bytes:]) {
		return ErrFormat
	}
	w.block, w.before, w.ahead = at, b.first, false
	w.rest = numbers{in: body}
	return nil
}

// next reads a record.
func (w *Walk) next() bool {
	r := &w.rest
	w.before += r.next(MaxNumber)
	head := r.bytes(1)
	if r.bad {
		return false
	}
	w.kind = head[0] >> chromosomeBits
	if w.kind == kindReplaced {
		w.current = r.next(MaxNumber)
		return !r.bad
	}
	w.record = Place{Chromosome: genome.Chromosome(head[0] & (1<<chromosomeBits - 1))}
	position := r.bytes(4)
	if r.bad || !w.record.Chromosome.Valid() {
		return false
	}
	w.record.Position = int32(binary.LittleEndian.Uint32(position))
	switch w.kind {
	case kindPlace:
	case kindBases:
		packed := r.bytes(1)
		if r.bad || int(packed[0]>>2) >= len(alternatives) {
			return false
		}
		w.record.Ref, w.record.Alts = alternatives[1<<(packed[0]&3)], alternatives[packed[0]>>2]
	case kindAlleles:
		text := r.bytes(r.next(maxBlock))
		ref, alts, ok := bytes.Cut(text, []byte{' '})
		w.record.Ref, w.record.Alts = ref, alts
		return ok && !r.bad
	default:
		return false
	}
	return !r.bad
}

// take adds the record to the entry.
func (w *Walk) take() {
	if w.kind == kindReplaced {
		w.entry.Replaced, w.entry.Current = true, w.current
		return
	}
	w.entry.Places = append(w.entry.Places, w.record)
}

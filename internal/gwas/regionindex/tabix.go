package regionindex

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// The tabix format (.tbi, see the tabix specification): per contig a tree of
// bins over 2^29 bases, whose smallest cover 2^14, each with the stretches of
// the file that hold its rows; and a linear index with the first virtual offset
// of each window of 2^14 bases.
const (
	tabixMagic  = "TBI\x01"
	windowShift = 14
	maxEnd      = 1 << 29 // positions beyond cannot be indexed
	leafLevel   = 5
	firstLeaf   = 4681  // number of the first of the smallest bins
	statBin     = 37450 // holds counts instead of stretches

	formatGeneric   = 0
	formatVCF       = 2
	formatZeroBased = 0x10000 // flag: positions are 0-based, end excluded
)

// table describes how to find chromosome and position in a line. Columns are 1-based.
type table struct {
	format                 int32
	colSeq, colBeg, colEnd int32
	meta, skip             int32 // lines that begin with meta, and the first skip lines, are not rows
}

// span is a stretch of the file, from one virtual offset to another, excluded.
type span struct{ begin, end uint64 }

// bin is a node of the tree with its spans, as a range of contig.spans.
type bin struct{ number, from, to uint32 }

// contig is the index of one chromosome.
type contig struct {
	name   string
	bins   []bin // by number
	spans  []span
	linear []uint64
	whole  span   // all rows
	rows   uint64 // 0 when the index does not state it
}

// index is a whole .tbi file.
type index struct {
	table
	contigs []contig
}

// encode appends the index in the (expanded) file format.
func (x *index) encode(dst []byte) []byte {
	le := binary.LittleEndian
	dst = append(dst, tabixMagic...)
	names := []byte{}
	for _, c := range x.contigs {
		names = append(append(names, c.name...), 0)
	}
	for _, n := range []int32{int32(len(x.contigs)), x.format, x.colSeq, x.colBeg, x.colEnd, x.meta, x.skip, int32(len(names))} {
		dst = le.AppendUint32(dst, uint32(n))
	}
	dst = append(dst, names...)
	for i := range x.contigs {
		c := &x.contigs[i]
		dst = le.AppendUint32(dst, uint32(len(c.bins)+1))
		for _, b := range c.bins {
			dst = le.AppendUint32(dst, b.number)
			dst = le.AppendUint32(dst, b.to-b.from)
			for _, s := range c.spans[b.from:b.to] {
				dst = le.AppendUint64(le.AppendUint64(dst, s.begin), s.end)
			}
		}
		dst = le.AppendUint32(le.AppendUint32(dst, statBin), 2)
		for _, n := range []uint64{c.whole.begin, c.whole.end, c.rows, 0} {
			dst = le.AppendUint64(dst, n)
		}
		dst = le.AppendUint32(dst, uint32(len(c.linear)))
		for _, offset := range c.linear {
			dst = le.AppendUint64(dst, offset)
		}
	}
	return le.AppendUint64(dst, 0) // rows without a position
}

// decoder reads numbers and remembers that the input was too short.
type decoder struct {
	rest  []byte
	short bool
}

func (d *decoder) bytes(n int) []byte {
	if n < 0 || n > len(d.rest) {
		d.short, d.rest = true, nil
		return nil
	}
	p := d.rest[:n]
	d.rest = d.rest[n:]
	return p
}

func (d *decoder) uint32() uint32 {
	if p := d.bytes(4); p != nil {
		return binary.LittleEndian.Uint32(p)
	}
	return 0
}

func (d *decoder) uint64() uint64 {
	if p := d.bytes(8); p != nil {
		return binary.LittleEndian.Uint64(p)
	}
	return 0
}

// count reads a number of things of at least size bytes each, and refuses one
// that the rest of the input cannot hold.
func (d *decoder) count(size int) int {
	n := int64(int32(d.uint32()))
	if n < 0 || n*int64(size) > int64(len(d.rest)) {
		d.short, d.rest = true, nil
		return 0
	}
	return int(n)
}

// decodeIndex returns the inverse of encode and reads what tabix writes.
func decodeIndex(p []byte) (*index, error) {
	d := &decoder{rest: p}
	if magic := d.bytes(4); string(magic) != tabixMagic {
		return nil, fmt.Errorf("%w: not a tabix index", ErrIndex)
	}
	n := d.count(8)
	x := &index{contigs: make([]contig, n)}
	for _, field := range []*int32{&x.format, &x.colSeq, &x.colBeg, &x.colEnd, &x.meta, &x.skip} {
		*field = int32(d.uint32())
	}
	names := d.bytes(d.count(1))
	for i := range x.contigs {
		name, rest, found := bytes.Cut(names, []byte{0})
		if !found {
			return nil, fmt.Errorf("%w: it names %d of %d contigs", ErrIndex, i, n)
		}
		x.contigs[i].name, names = string(name), rest
		d.contig(&x.contigs[i])
	}
	if d.short {
		return nil, fmt.Errorf("%w: it ends early", ErrIndex)
	}
	if x.colEnd == 0 {
		x.colEnd = x.colBeg
	}
	if x.colSeq < 1 || x.colBeg < 1 || x.colEnd < 1 {
		return nil, fmt.Errorf("%w: columns %d, %d, %d", ErrIndex, x.colSeq, x.colBeg, x.colEnd)
	}
	if format := x.format &^ formatZeroBased; format != formatGeneric {
		return nil, fmt.Errorf("%w: format %d instead of a table", ErrUnsupported, format)
	}
	return x, nil
}

func (d *decoder) contig(c *contig) {
	bins := d.count(8)
	c.bins = make([]bin, 0, bins)
	c.spans = make([]span, 0, min(bins, len(d.rest)/24)) // most bins have one
	for range bins {
		number, spans := d.uint32(), d.count(16)
		from := uint32(len(c.spans))
		for range spans {
			c.spans = append(c.spans, span{d.uint64(), d.uint64()})
		}
		if number == statBin {
			d.stats(c, c.spans[from:])
			c.spans = c.spans[:from]
			continue
		}
		c.bins = append(c.bins, bin{number, from, uint32(len(c.spans))})
	}
	byNumber := func(a, b bin) int { return cmp.Compare(a.number, b.number) }
	if !slices.IsSortedFunc(c.bins, byNumber) {
		slices.SortFunc(c.bins, byNumber)
	}
	c.linear = make([]uint64, d.count(8))
	for i := range c.linear {
		c.linear[i] = d.uint64()
	}
}

func (d *decoder) stats(c *contig, spans []span) {
	if len(spans) == 2 {
		c.whole, c.rows = spans[0], spans[1].begin
	}
}

// plan returns the stretches of the file that hold every row overlapping the
// 0-based half-open interval [beg, end), in file order and without overlap.
func (c *contig) plan(beg, end int64) []span {
	end = min(end, maxEnd)
	if beg >= end {
		return nil
	}
	least := c.least(beg)
	var spans []span
	first, shift := int64(0), windowShift+3*leafLevel
	for range leafLevel + 1 {
		low, high := uint32(first+beg>>shift), uint32(first+(end-1)>>shift)
		at, _ := slices.BinarySearchFunc(c.bins, low, func(b bin, n uint32) int { return cmp.Compare(b.number, n) })
		for ; at < len(c.bins) && c.bins[at].number <= high; at++ {
			for _, s := range c.spans[c.bins[at].from:c.bins[at].to] {
				if s.end > least && s.end > s.begin {
					spans = append(spans, span{max(s.begin, least), s.end})
				}
			}
		}
		first, shift = first*8+1, shift-3
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.begin, b.begin) })
	return joinSpans(spans)
}

// least returns the virtual offset before which no row reaches beg.
func (c *contig) least(beg int64) uint64 {
	at := min(beg>>windowShift, int64(len(c.linear))-1)
	for ; at >= 0; at-- {
		if c.linear[at] != 0 { // windows without rows may be left unset
			return c.linear[at]
		}
	}
	return 0
}

// joinSpans merges neighbours that overlap, touch, or share a block: reading on
// is cheaper than starting again.
func joinSpans(spans []span) []span {
	out := spans[:0]
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.begin>>16 <= out[last].end>>16 {
			out[last].end = max(out[last].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}

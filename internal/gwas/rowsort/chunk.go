package rowsort

import (
	"math/bits"
	"slices"
	"unsafe"

	"cohortium/internal/gwas/sumstats"
)

const (
	rowBytes           = int64(unsafe.Sizeof(sumstats.Row{}))
	scratchBytesPerRow = 2 * (8 + 4)

	radixBits = 11
	radixSize = 1 << radixBits
)

// chunk is a part of the input that is sorted in memory. The rows stay where they are; order is the
// sequence in which to read them.
type chunk struct {
	seq     int // position in the input
	rows    []sumstats.Row
	order   []uint32 // used when ordered is false
	ordered bool     // rows arrived in order
	sorted  bool     // order is valid or not needed
}

func newChunk(rows int) *chunk {
	return &chunk{rows: make([]sumstats.Row, 0, rows), ordered: true}
}

func (c *chunk) reset() {
	c.rows, c.ordered, c.sorted = c.rows[:0], true, false
}

// at returns the i-th row of a sorted chunk.
func (c *chunk) at(i int) *sumstats.Row {
	if c.ordered {
		return &c.rows[i]
	}
	return &c.rows[c.order[i]]
}

// scratch is the memory of one worker for sorting; it is reused from chunk to chunk.
type scratch struct {
	keys, keys2 []uint64
	idx, idx2   []uint32
}

func (s *scratch) resize(n int) {
	if cap(s.keys) < n {
		s.keys, s.keys2 = make([]uint64, n), make([]uint64, n)
		s.idx, s.idx2 = make([]uint32, n), make([]uint32, n)
	}
	s.keys, s.keys2 = s.keys[:n], s.keys2[:n]
	s.idx, s.idx2 = s.idx[:n], s.idx2[:n]
}

// sort fills c.order: a radix sort of the primary key, lowest digit first,
// which is stable, then the rows of each equal key among themselves.
func (o order) sort(c *chunk, s *scratch) {
	c.sorted = true
	if c.ordered {
		return
	}
	s.resize(len(c.rows))
	first := o.primary(&c.rows[0])
	var differing uint64 // bits that are not the same in all keys
	for i := range c.rows {
		key := o.primary(&c.rows[i])
		s.keys[i], s.idx[i] = key, uint32(i)
		differing |= key ^ first
	}
	for shift := 0; shift < bits.Len64(differing); shift += radixBits {
		if differing>>shift&(radixSize-1) != 0 {
			s.pass(shift)
		}
	}
	for from := 0; from < len(s.keys); {
		to := from + 1
		for to < len(s.keys) && s.keys[to] == s.keys[from] {
			to++
		}
		if to-from > 1 {
			o.sortTies(c.rows, s.idx[from:to])
		}
		from = to
	}
	c.order = append(c.order[:0], s.idx...)
}

// pass distributes keys and indices by the digit at shift.
func (s *scratch) pass(shift int) {
	var start [radixSize]uint32
	for _, key := range s.keys {
		start[key>>shift&(radixSize-1)]++
	}
	sum := uint32(0)
	for i, n := range start {
		start[i] = sum
		sum += n
	}
	for i, key := range s.keys {
		digit := key >> shift & (radixSize - 1)
		s.keys2[start[digit]], s.idx2[start[digit]] = key, s.idx[i]
		start[digit]++
	}
	s.keys, s.keys2 = s.keys2, s.keys
	s.idx, s.idx2 = s.idx2, s.idx
}

func (o order) sortTies(rows []sumstats.Row, idx []uint32) {
	slices.SortStableFunc(idx, func(a, b uint32) int { return o.compareTies(&rows[a], &rows[b]) })
}

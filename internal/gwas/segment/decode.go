package segment

import (
	"encoding/binary"
	"math"
	"slices"

	"cohortium/internal/gwas/resultfile"
)

// columns reads the columns of rows. It turns bad at the first value that cannot be.
type columns struct {
	in  []byte
	bad bool
}

// bytes returns the next n bytes; nil when the columns are bad.
func (c *columns) bytes(n uint64) []byte {
	if c.bad || n > uint64(len(c.in)) {
		c.bad = true
		return nil
	}
	b := c.in[:n]
	c.in = c.in[n:]
	return b
}

// number returns the next varint, 0 above its limit.
func (c *columns) number(most uint64) uint64 {
	if len(c.in) > 0 && c.in[0] < 0x80 && uint64(c.in[0]) <= most { // most are one byte
		x := c.in[0]
		c.in = c.in[1:]
		return uint64(x)
	}
	x, n := binary.Uvarint(c.in)
	if n <= 0 || x > most || c.bad {
		c.bad = true
		return 0
	}
	c.in = c.in[n:]
	return x
}

// span is which rows of a page are kept; the others are read and dropped.
type span struct{ from, to int }

func (s span) has(i int) bool { return i >= s.from && i < s.to }

// rows reads n rows of a page into the memory of a reader, and returns those at positions from one to
// another; results is how many the file has.
func (c *columns) rows(m *reading, p *page, n, results int, from, to int32) ([]Row, bool) {
	m.positions = slices.Grow(m.positions[:0], n)[:n]
	position := int64(p.Start)
	for i := range m.positions {
		position += int64(c.number(math.MaxInt32))
		if c.bad || position > int64(p.End) {
			return nil, false
		}
		m.positions[i] = int32(position)
	}
	kept := span{to: n}
	kept.from, _ = slices.BinarySearch(m.positions, from)
	if to < math.MaxInt32 {
		kept.to, _ = slices.BinarySearch(m.positions, to+1)
	}
	kept.to = max(kept.from, kept.to)
	rows := slices.Grow(m.rows[:0], kept.to-kept.from)[:kept.to-kept.from]
	m.rows = rows
	for i, at := range m.positions[kept.from:kept.to] {
		rows[i].Chromosome, rows[i].Position = p.Chromosome, at
	}
	for i := range n {
		result := int(c.number(uint64(results - 1)))
		if kept.has(i) {
			rows[i-kept.from].Result = result
		}
	}
	c.alleles(rows, n, kept)
	rs := uint64(0)
	for i := range n {
		change := c.number(math.MaxUint64)
		rs += uint64(int64(change>>1) ^ -int64(change&1))
		if kept.has(i) {
			rows[i-kept.from].RSID = rs
		}
	}
	for column := range len(numbers(&resultfile.Row{})) {
		if !c.numbers(rows, column, n, kept) {
			return nil, false
		}
	}
	return rows, !c.bad
}

func (c *columns) alleles(rows []Row, n int, kept span) {
	for i, code := range c.bytes(uint64(n)) {
		effect, other := c.allele(code>>4, kept.has(i)), c.allele(code&0xf, kept.has(i))
		if kept.has(i) {
			rows[i-kept.from].EffectAllele, rows[i-kept.from].OtherAllele = effect, other
		}
	}
}

func (c *columns) allele(code byte, kept bool) string {
	switch {
	case code < byte(len(bases)):
		return bases[code : code+1]
	case code != longCode:
		c.bad = true
		return ""
	}
	text := c.bytes(c.number(maxPageBytes))
	if !kept {
		return ""
	}
	return string(text)
}

func (c *columns) numbers(rows []Row, column, n int, kept span) bool {
	for i, head := range c.bytes(uint64(n)) {
		bits, digits := []byte(nil), uint64(0)
		switch {
		case head == headMissing:
		case head == headBits:
			if bits = c.bytes(8); bits == nil {
				return false
			}
		case int(head-headDecimal)/2 > maxExponent:
			return false
		default:
			digits = c.number(maxDigits)
		}
		if kept.has(i) {
			*numbers(&rows[i-kept.from].Row)[column] = numberOf(head, bits, digits)
		}
	}
	return !c.bad
}

// numberOf returns the number of a head and what follows it.
func numberOf(head byte, bits []byte, digits uint64) float64 {
	switch head {
	case headMissing:
		return math.NaN()
	case headBits:
		return math.Float64frombits(binary.LittleEndian.Uint64(bits))
	}
	x := float64(digits) / powers[(head-headDecimal)/2]
	if (head-headDecimal)%2 == 1 {
		return -x
	}
	return x
}

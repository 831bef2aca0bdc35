package segment

import (
	"encoding/binary"
	"math"

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

// rows reads rows of a page into a slice of that many; results is how many the file has.
func (c *columns) rows(into []Row, p *page, results int) bool {
	position := int64(p.Start)
	for i := range into {
		position += int64(c.number(math.MaxInt32))
		if c.bad || position > int64(p.End) {
			return false
		}
		into[i].Chromosome, into[i].Position = p.Chromosome, int32(position)
	}
	for i := range into {
		into[i].Result = int(c.number(uint64(results - 1)))
	}
	c.alleles(into)
	rs := uint64(0)
	for i := range into {
		change, n := binary.Varint(c.in)
		if n <= 0 {
			return false
		}
		c.in = c.in[n:]
		rs += uint64(change)
		into[i].RSID = rs
	}
	for column := range len(numbers(&resultfile.Row{})) {
		if !c.numbers(into, column) {
			return false
		}
	}
	return !c.bad
}

func (c *columns) alleles(into []Row) {
	codes := c.bytes(uint64(len(into)))
	for i, code := range codes {
		into[i].EffectAllele, into[i].OtherAllele = c.allele(code>>4), c.allele(code&0xf)
	}
}

func (c *columns) allele(code byte) string {
	switch {
	case code < byte(len(bases)):
		return bases[code : code+1]
	case code != longCode:
		c.bad = true
		return ""
	}
	return string(c.bytes(c.number(maxPageBytes)))
}

func (c *columns) numbers(into []Row, column int) bool {
	for i, head := range c.bytes(uint64(len(into))) {
		x := math.NaN()
		switch {
		case head == headMissing:
		case head == headBits:
			bits := c.bytes(8)
			if bits == nil {
				return false
			}
			x = math.Float64frombits(binary.LittleEndian.Uint64(bits))
		case int(head-headDecimal)/2 > maxExponent:
			return false
		default:
			x = float64(c.number(maxDigits)) / powers[(head-headDecimal)/2]
			if (head-headDecimal)%2 == 1 {
				x = -x
			}
		}
		*numbers(&into[i].Row)[column] = x
	}
	return !c.bad
}

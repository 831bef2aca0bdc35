package tableindex

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// An entry is found by its key, a text of bytes whose order is the order of the index: the values
// of the key columns one after another, then the contig and the start of the locus.
//
//	text      its bytes and a zero
//	integer   8 bytes, big-endian, with the sign bit turned over
//	decimal   8 bytes of the floating point number, turned over so that they compare
//	contig    one byte for a chromosome, its number; 255, the name and a zero for others
//	start     4 bytes, big-endian
//
// No key is the beginning of another one, column by column.
const (
	maxKeyText  = 1000 // bytes of one value
	otherContig = 0xff
	startBytes  = 4
)

// appendValue appends the value of a key column. what is "" or a sentence.
func appendValue(dst []byte, t Type, cell []byte) (key []byte, what string) {
	switch t {
	case Integer:
		n, ok := parseInteger(cell)
		if !ok {
			return dst, "It is not a whole number, and the column is declared to hold such. Declare it as text, or correct the value."
		}
		return binary.BigEndian.AppendUint64(dst, uint64(n)^1<<63), ""
	case Decimal:
		v, ok := sumstats.ParseFloat(cell)
		if !ok {
			return dst, "It is not a number, and the column is declared to hold such. Declare it as text, or correct the value."
		}
		bits := math.Float64bits(v + 0) // −0 becomes 0
		if bits>>63 == 1 {
			bits = ^bits
		} else {
			bits |= 1 << 63
		}
		return binary.BigEndian.AppendUint64(dst, bits), ""
	}
	if len(cell) > maxKeyText {
		return dst, fmt.Sprintf("It is longer than %d bytes, which is too long for a key.", maxKeyText)
	}
	if bytes.IndexByte(cell, 0) >= 0 {
		return dst, "It holds a zero byte, which text does not have."
	}
	return append(append(dst, cell...), 0), ""
}

// decodeValue returns the value that a key begins with, and what follows it.
func decodeValue(t Type, key []byte) (value string, rest []byte, ok bool) {
	if t == Text {
		end := bytes.IndexByte(key, 0)
		if end < 0 {
			return "", nil, false
		}
		return string(key[:end]), key[end+1:], true
	}
	if len(key) < 8 {
		return "", nil, false
	}
	bits := binary.BigEndian.Uint64(key)
	if t == Integer {
		return strconv.FormatInt(int64(bits^1<<63), 10), key[8:], true
	}
	if bits>>63 == 1 {
		bits &^= 1 << 63
	} else {
		bits = ^bits
	}
	return strconv.FormatFloat(math.Float64frombits(bits), 'g', -1, 64), key[8:], true
}

// parseInteger reads a whole number of 64 bits, including one written with an exponent or a point,
// if it is exact.
func parseInteger(cell []byte) (int64, bool) {
	if n, err := strconv.ParseInt(string(cell), 10, 64); err == nil {
		return n, true
	}
	v, ok := sumstats.ParseFloat(cell)
	if !ok || v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		return 0, false
	}
	return int64(v), true
}

// decodeContig returns the contig that a key begins with, and what follows it.
func decodeContig(key []byte) (contig string, rest []byte, ok bool) {
	if len(key) == 0 {
		return "", nil, false
	}
	if c := genome.Chromosome(key[0]); c.Valid() {
		return c.String(), key[1:], true
	}
	end := bytes.IndexByte(key, 0)
	if key[0] != otherContig || end < 1 {
		return "", nil, false
	}
	return string(key[1:end]), key[end+1:], true
}

// position reads a position of a row.
func position(cell []byte) (int64, bool) {
	n := int64(0)
	for i, c := range cell {
		d := c - '0'
		if d > 9 || i > 9 {
			v, ok := sumstats.ParseFloat(cell)
			return int64(v), ok && v == math.Trunc(v) && v >= 0 && v <= maxPosition
		}
		n = n*10 + int64(d)
	}
	return n, len(cell) > 0 && n <= maxPosition
}

package tableindex

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
)

// A unit is a stretch of rows that is read as a whole: those that begin in one block
// of the data. The index names the first entry of each unit.
type unit struct {
	block  int64 // number of the block in the data while building, its place in the file later
	offset int   // of the first row in the block
	row    int64 // entries in front of the unit
	// reach is the first base behind all loci of the unit that have the group of its
	// last entry.
	reach uint32
}

// units notes the units of entries that come in order.
type units struct {
	list    []unit
	keys    [][]byte // of the first entry of each unit
	last    []byte   // key of the last entry
	entries int64
	locus   bool
	hash    hash.Hash
	rows    *bufio.Writer // of all rows, in order, into the hash: many at once
}

// hashedAtOnce is how many bytes of rows are hashed at once.
const hashedAtOnce = 32 << 10

func newUnits(locus bool) *units {
	u := &units{locus: locus, hash: sha256.New()}
	u.rows = bufio.NewWriterSize(u.hash, hashedAtOnce)
	return u
}

// digest returns the SHA-256 of all rows.
func (u *units) digest() string {
	_ = u.rows.Flush() // a hash never fails
	return hex.EncodeToString(u.hash.Sum(nil))
}

// group returns the part of a key that entries of the same keys and contig share.
func group(key []byte, locus bool) []byte {
	if locus {
		return key[:len(key)-startBytes]
	}
	return key
}

// add notes an entry that begins in a block. The entries come in order.
func (u *units) add(key []byte, behind uint32, line []byte, block int64, offset int) {
	fresh := len(u.list) == 0 || u.list[len(u.list)-1].block != block
	if fresh {
		u.list = append(u.list, unit{block: block, offset: offset, row: u.entries})
		u.keys = append(u.keys, bytes.Clone(key))
	}
	unit := &u.list[len(u.list)-1]
	if !fresh && bytes.Equal(group(u.last, u.locus), group(key, u.locus)) {
		unit.reach = max(unit.reach, behind)
	} else {
		unit.reach = behind
	}
	u.last = append(u.last[:0], key...)
	u.entries++
	_, _ = u.rows.Write(line) // a hash never fails
	_ = u.rows.WriteByte('\n')
}

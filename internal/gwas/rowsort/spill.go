package rowsort

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"os"
	"sync/atomic"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// A spilled block is a header and thirteen columns of 8-byte words:
//
//	uint32 CRC-32C of everything behind it
//	uint32 rows
//	uint32 set of columns that hold one value for the whole block
//	then per column either that value or one word per row
//
// Numbers are little-endian. Studies lack most optional columns, so constant
// columns alone take a third off the file at no cost in time.
const (
	blockColumns    = 13
	blockHeaderSize = 12
	maxBlockRows    = 1 << 20
)

// ErrSpillDamaged reports that another process changed the temporary file or that the disk returned
// wrong data.
var ErrSpillDamaged = errors.New("rowsort: the temporary sort file is damaged")

// blockEncoder turns rows into a block; its buffers are reused.
type blockEncoder struct {
	columns [blockColumns][]uint64
	out     []byte
}

// encode returns the block of rows at(0)…at(n-1), valid until the next call.
func (e *blockEncoder) encode(n int, at func(i int) *sumstats.Row) []byte {
	if cap(e.columns[0]) < n {
		for c := range e.columns {
			e.columns[c] = make([]uint64, n)
		}
		e.out = make([]byte, 0, blockHeaderSize+blockColumns*8*n)
	}
	for c := range e.columns {
		e.columns[c] = e.columns[c][:n]
	}
	for i := range n {
		e.set(i, at(i))
	}
	out := e.out[:blockHeaderSize]
	constant := uint32(0)
	for c, column := range e.columns {
		if isConstant(column) {
			constant |= 1 << c
			column = column[:1]
		}
		for _, word := range column {
			out = binary.LittleEndian.AppendUint64(out, word)
		}
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(n))
	binary.LittleEndian.PutUint32(out[8:], constant)
	binary.LittleEndian.PutUint32(out, checksum(out))
	e.out = out
	return out
}

// checksum returns the checksum of all but itself.
func checksum(block []byte) uint32 {
	return crc32.Checksum(block[4:], crc32.MakeTable(crc32.Castagnoli))
}

func isConstant(column []uint64) bool {
	for _, word := range column {
		if word != column[0] {
			return false
		}
	}
	return true
}

func (e *blockEncoder) set(i int, r *sumstats.Row) {
	e.columns[0][i] = uint64(uint32(r.Position)) | uint64(r.Line)<<32
	e.columns[1][i] = r.RSID
	e.columns[2][i] = uint64(r.EA)
	e.columns[3][i] = uint64(r.OA)
	e.columns[4][i] = math.Float64bits(r.Beta)
	e.columns[5][i] = math.Float64bits(r.SE)
	e.columns[6][i] = math.Float64bits(r.EAF)
	e.columns[7][i] = math.Float64bits(r.NegLog10P)
	e.columns[8][i] = math.Float64bits(r.N)
	e.columns[9][i] = math.Float64bits(r.NCases)
	e.columns[10][i] = math.Float64bits(r.NControls)
	e.columns[11][i] = math.Float64bits(r.Info)
	e.columns[12][i] = uint64(r.Chromosome) | uint64(r.Flags)<<8 | uint64(math.Float32bits(r.NEff))<<32
}

// decodeBlock returns the inverse of encode. It appends the rows to dst.
func decodeBlock(dst []sumstats.Row, block []byte) ([]sumstats.Row, error) {
	if len(block) < blockHeaderSize || binary.LittleEndian.Uint32(block) != checksum(block) {
		return dst, ErrSpillDamaged
	}
	n := int(binary.LittleEndian.Uint32(block[4:]))
	constant := binary.LittleEndian.Uint32(block[8:])
	if n > maxBlockRows {
		return dst, ErrSpillDamaged
	}
	var columns [blockColumns]column
	rest := block[blockHeaderSize:]
	for c := range columns {
		words := n
		if constant&(1<<c) != 0 {
			words = 1
		} else {
			columns[c].step = 8
		}
		if len(rest) < 8*words {
			return dst, ErrSpillDamaged
		}
		columns[c].words, rest = rest[:8*words], rest[8*words:]
	}
	if len(rest) != 0 {
		return dst, ErrSpillDamaged
	}
	for i := range n {
		dst = append(dst, rowAt(&columns, i))
	}
	return dst, nil
}

// column holds the words of one column; step is 0 where one word applies to all rows.
type column struct {
	words []byte
	step  int
}

func (c *column) word(i int) uint64    { return binary.LittleEndian.Uint64(c.words[i*c.step:]) }
func (c *column) number(i int) float64 { return math.Float64frombits(c.word(i)) }

func rowAt(c *[blockColumns]column, i int) sumstats.Row {
	place, marks := c[0].word(i), c[12].word(i)
	return sumstats.Row{
		Position: int32(uint32(place)), Line: uint32(place >> 32), RSID: c[1].word(i),
		EA: variant.Allele(c[2].word(i)), OA: variant.Allele(c[3].word(i)),
		Beta: c[4].number(i), SE: c[5].number(i), EAF: c[6].number(i), NegLog10P: c[7].number(i),
		N: c[8].number(i), NCases: c[9].number(i), NControls: c[10].number(i), Info: c[11].number(i),
		Chromosome: genome.Chromosome(marks), Flags: sumstats.RowFlags(marks >> 8),
		NEff: math.Float32frombits(uint32(marks >> 32)),
	}
}

// extent is the place of one block in the spill file.
type extent struct {
	offset int64
	size   int32
}

// spillFile is one temporary file that several workers append blocks to.
type spillFile struct {
	file *os.File
	end  atomic.Int64
}

// createSpillFile creates the file and removes its name at once where the system allows that, so
// that a killed process leaves nothing behind.
func createSpillFile(dir string) (*spillFile, error) {
	file, err := os.CreateTemp(dir, "cohortium-sort-*")
	if err != nil {
		return nil, fmt.Errorf("creating the temporary sort file: %w", err)
	}
	_ = os.Remove(file.Name()) // where this fails, close removes it
	return &spillFile{file: file}, nil
}

func (f *spillFile) append(block []byte) (extent, error) {
	ext := extent{offset: f.end.Add(int64(len(block))) - int64(len(block)), size: int32(len(block))}
	if _, err := f.file.WriteAt(block, ext.offset); err != nil {
		return extent{}, fmt.Errorf("writing the temporary sort file: %w", err)
	}
	return ext, nil
}

// read returns the bytes of one block in buf, which grows as needed.
func (f *spillFile) read(buf []byte, ext extent) ([]byte, error) {
	if cap(buf) < int(ext.size) {
		buf = make([]byte, ext.size)
	}
	buf = buf[:ext.size]
	if _, err := f.file.ReadAt(buf, ext.offset); err != nil {
		if errors.Is(err, io.EOF) {
			err = ErrSpillDamaged
		}
		return buf, fmt.Errorf("reading the temporary sort file: %w", err)
	}
	return buf, nil
}

func (f *spillFile) close() error {
	err := f.file.Close()
	if rmErr := os.Remove(f.file.Name()); rmErr != nil && !errors.Is(rmErr, fs.ErrNotExist) {
		err = errors.Join(err, rmErr)
	}
	return err
}

package fasta

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"

	"cohortium/internal/gwas/genome"
)

// Entry is a line of a .fai index: one sequence of the file.
type Entry struct {
	Name      string
	Bases     int64
	Offset    int64 // 0-based byte of the first base in the unpacked text
	LineBases int64 // bases of a full line
	LineBytes int64 // bytes of a full line with its end
}

// at returns the byte of a 0-based base in the unpacked text.
func (e *Entry) at(base int64) int64 {
	return e.Offset + base/e.LineBases*e.LineBytes + base%e.LineBases
}

// check reports whether the numbers of an entry can be those of a sequence, so that no sum of them
// overflows.
func (e *Entry) check() error {
	const most = math.MaxInt64 / 4
	switch {
	case e.Name == "":
		return errors.New("a sequence has no name")
	case e.Bases < 0 || e.Bases > math.MaxInt32:
		return fmt.Errorf("%s has %d bases; 0 to %d are possible", e.Name, e.Bases, math.MaxInt32)
	case e.Offset < 0 || e.Offset > most:
		return fmt.Errorf("%s begins at byte %d", e.Name, e.Offset)
	case e.Bases > 0 && (e.LineBases < 1 || e.LineBytes < e.LineBases || e.LineBytes-e.LineBases > 2 || e.LineBytes > math.MaxInt32):
		return fmt.Errorf("%s has %d bases in lines of %d bytes", e.Name, e.LineBases, e.LineBytes)
	}
	return nil
}

// ParseIndex reads a .fai index. Sequences without bases are left out.
func ParseIndex(index []byte) ([]Entry, error) {
	var entries []Entry
	line := 0
	for text := range bytes.Lines(index) {
		line++
		cells := bytes.Split(bytes.TrimRight(text, "\r\n"), []byte{'\t'})
		if len(cells) == 1 && len(cells[0]) == 0 {
			continue
		}
		if len(cells) < 5 {
			return nil, fmt.Errorf("line %d of the index has %d columns, not 5", line, len(cells))
		}
		e := Entry{Name: string(cells[0])}
		for i, v := range []*int64{&e.Bases, &e.Offset, &e.LineBases, &e.LineBytes} {
			n, err := strconv.ParseInt(string(cells[i+1]), 10, 64)
			if err != nil {
				return nil, fmt.Errorf("line %d of the index: %q is not a whole number", line, cells[i+1])
			}
			*v = n
		}
		if err := e.check(); err != nil {
			return nil, fmt.Errorf("line %d of the index: %w", line, err)
		}
		if e.Bases > 0 {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// BuildOf returns the assembly whose autosomes and X have the lengths of the entries, unknown when
// one of them has another length or none is there.
func BuildOf(entries []Entry) genome.Build {
	for _, b := range []genome.Build{genome.GRCh37, genome.GRCh38, genome.NCBI36} {
		fit, misfit := 0, 0
		for i := range entries {
			c, _ := genome.ParseChromosome([]byte(entries[i].Name))
			switch {
			case c == genome.Unknown || c > genome.X:
			case entries[i].Bases == int64(c.Length(b)):
				fit++
			default:
				misfit++
			}
		}
		if fit > 0 && misfit == 0 {
			return b
		}
	}
	return genome.UnknownBuild
}

// start is where a block of bgzip begins: in the file and in the unpacked text.
type start struct{ file, text int64 }

// parseGzipIndex reads the.gzi index of a file of the given size. The first block is not listed in
// it; the list returned has it. Both offsets rise from block to block.
func parseGzipIndex(index []byte, size int64) ([]start, error) {
	const pair = 16
	if len(index) < 8 || uint64(len(index)-8)/pair != binary.LittleEndian.Uint64(index) || (len(index)-8)%pair != 0 {
		return nil, errors.New("the number of blocks does not fit the size of the index")
	}
	starts := make([]start, 1, 1+(len(index)-8)/pair)
	for p := index[8:]; len(p) > 0; p = p[pair:] {
		s := start{int64(binary.LittleEndian.Uint64(p)), int64(binary.LittleEndian.Uint64(p[8:]))}
		last := starts[len(starts)-1]
		if s == (start{}) && len(starts) == 1 {
			continue // some writers list the first block
		}
		if s.file <= last.file || s.file > size || s.text < last.text || s.text-last.text > maxBlock {
			return nil, errors.New("the offsets do not rise from block to block")
		}
		starts = append(starts, s)
	}
	return starts, nil
}

// AppendGzipIndex appends a .gzi index of blocks that begin at these bytes of the file and of
// the unpacked text, of which the first is left out.
func AppendGzipIndex(dst []byte, blocks iter.Seq2[int64, int64]) []byte {
	at, n := len(dst), uint64(0)
	dst = append(dst, make([]byte, 8)...)
	for file, text := range blocks {
		if file == 0 {
			continue
		}
		dst = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(dst, uint64(file)), uint64(text))
		n++
	}
	binary.LittleEndian.PutUint64(dst[at:], n)
	return dst
}

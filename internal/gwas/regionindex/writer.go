package regionindex

import (
	"errors"
	"fmt"
	"io"
	"math"

	"cohortium/internal/gwas/genome"
)

// WriterOptions control how an indexed table is written.
type WriterOptions struct {
	BGZFOptions
	// VCF reports that the table is a VCF: its chromosomes are named as people write them (X), and
	// its header are the lines that begin with #.
	VCF bool
}

// Writer writes a table whose first two columns are chromosome (GWAS-SSF code) and 1-based position
// as BGZF, and builds its tabix index on the way. No row is split over two blocks unless it is
// longer than a block. A Writer is not safe for concurrent use; Close must be called.
type Writer struct {
	bgzf    *BGZFWriter
	vcf     bool
	skip    int32
	rows    int64
	lastChr genome.Chromosome
	lastPos int32
	seen    [int(genome.MaxChromosome) + 1]bool
	contigs []openContig
	closed  bool
}

// openContig collects windows while the place of blocks in the file is not yet
// known: offsets hold the number of a block where a virtual offset has its place.
type openContig struct {
	chromosome genome.Chromosome
	windows    []openWindow
	rows       uint64
}

// openWindow holds the rows whose position is in one window of 2^14 bases.
type openWindow struct {
	number     uint32
	begin, end uint64
}

// NewWriter writes the compressed table to data.
func NewWriter(data io.Writer, opt WriterOptions) *Writer {
	return &Writer{bgzf: NewBGZFWriter(data, opt.BGZFOptions), vcf: opt.VCF}
}

// WriteHeader writes a line in front of the rows, with or without its newline. The index makes
// readers skip it.
func (w *Writer) WriteHeader(line []byte) error {
	if w.rows > 0 {
		return errors.New("regionindex.WriteHeader(): rows have been written already")
	}
	w.skip++
	return w.line(line)
}

// WriteRow writes one line, with or without its newline, for a row at the given 1-based position.
// Rows come in order of position, and all rows of a chromosome together; the error is an
// *OrderError when they do not.
func (w *Writer) WriteRow(line []byte, c genome.Chromosome, position int32) error {
	w.rows++
	if !c.Valid() || position < 1 || position > maxEnd {
		return fmt.Errorf("regionindex.WriteRow(): row %d at %s:%d has no place in an index", w.rows, c, position)
	}
	if c != w.lastChr && w.seen[c] || c == w.lastChr && position < w.lastPos {
		return &OrderError{
			Row: w.rows, BeforeChromosome: w.lastChr, Chromosome: c,
			BeforePosition: w.lastPos, Position: position,
		}
	}
	w.seen[c], w.lastChr, w.lastPos = true, c, position
	w.bgzf.KeepWhole(len(line) + 1)
	w.add(c, uint32(position-1)>>windowShift)
	return w.line(line)
}

// add notes that a row of a window begins here, where the one before it ends.
func (w *Writer) add(c genome.Chromosome, window uint32) {
	here := w.place()
	w.endWindow(here)
	if last := len(w.contigs) - 1; last < 0 || w.contigs[last].chromosome != c {
		w.contigs = append(w.contigs, openContig{chromosome: c})
	}
	o := &w.contigs[len(w.contigs)-1]
	o.rows++
	if last := len(o.windows) - 1; last < 0 || o.windows[last].number != window {
		o.windows = append(o.windows, openWindow{number: window, begin: here})
	}
}

// endWindow moves the end of the last window.
func (w *Writer) endWindow(here uint64) {
	if last := len(w.contigs) - 1; last >= 0 {
		windows := w.contigs[last].windows
		windows[len(windows)-1].end = here
	}
}

func (w *Writer) place() uint64 {
	number, offset := w.bgzf.place()
	return uint64(number)<<16 | uint64(offset)
}

func (w *Writer) line(line []byte) error {
	_, err := w.bgzf.Write(line)
	if err == nil && (len(line) == 0 || line[len(line)-1] != '\n') {
		_, err = w.bgzf.Write([]byte{'\n'})
	}
	return err
}

// Close completes the table. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.closed {
		return w.bgzf.Close()
	}
	w.closed = true
	err := w.bgzf.Close()
	w.endWindow(w.place())
	return err
}

// Size returns the length of the compressed table in bytes; it is valid after Close.
func (w *Writer) Size() int64 { return w.bgzf.Size() }

// WriteIndex writes the tabix index, itself BGZF. It is called after Close.
func (w *Writer) WriteIndex(to io.Writer) error {
	if !w.closed {
		return errors.New("regionindex.WriteIndex(): the table is not complete before Close")
	}
	if err := w.bgzf.failure(); err != nil {
		return err
	}
	x := index{table: table{format: formatGeneric, colSeq: 1, colBeg: 2, colEnd: 2, meta: '#', skip: w.skip}}
	if w.vcf {
		x.table = table{format: formatVCF, colSeq: 1, colBeg: 2, meta: '#'}
	}
	for i := range w.contigs {
		c := w.contigs[i].resolve(w.bgzf.offsets)
		if w.vcf {
			c.name = w.contigs[i].chromosome.String()
		}
		x.contigs = append(x.contigs, c)
	}
	out := NewBGZFWriter(to, BGZFOptions{BlockSize: maxWritten, Level: 6, Workers: w.bgzf.opt.Workers})
	_, err := out.Write(x.encode(nil))
	return errors.Join(err, out.Close())
}

// resolve turns block numbers into the places of blocks in the file.
func (o *openContig) resolve(offsets []int64) contig {
	voffset := func(place uint64) uint64 { return uint64(offsets[place>>16])<<16 | place&math.MaxUint16 }
	c := contig{name: string(o.chromosome.AppendCode(nil)), rows: o.rows}
	for i, window := range o.windows {
		s := span{voffset(window.begin), voffset(window.end)}
		c.bins = append(c.bins, bin{firstLeaf + window.number, uint32(i), uint32(i + 1)})
		c.spans = append(c.spans, s)
		for uint32(len(c.linear)) < window.number { // no rows: nothing before the next one counts
			c.linear = append(c.linear, s.begin)
		}
		c.linear = append(c.linear, s.begin)
	}
	c.whole = span{c.spans[0].begin, c.spans[len(c.spans)-1].end}
	return c
}

package rsindex

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
)

// chunkPairs is how many pairs are sorted in memory, 16 bytes each with the room
// that sorting takes; more are sorted piece by piece and merged from a file.
const chunkPairs = 2 << 20

// Writer collects the rows of a file in the file's order: any number of Add, one WriteTo, Close. It
// is not safe for concurrent use.
type Writer struct {
	temp  string
	limit int // pairs of a chunk

	stretches []stretch
	rows      int // of the last stretch
	chunk     []pair
	scratch   []pair
	spilled   []int // pairs of each piece in the file
	file      *os.File
	packed    *bufio.Writer
}

// NewWriter returns a writer. Pairs that do not fit in memory go to a file in tempDir; "" is the
// directory of the system.
func NewWriter(tempDir string) *Writer { return &Writer{temp: tempDir, limit: chunkPairs} }

// Add takes the next row: its rs number, 0 if it has none, and its 1-based
// position. Rows come in the order of the file, those of a chromosome together.
func (w *Writer) Add(number uint64, c genome.Chromosome, position int32) error {
	last := len(w.stretches) - 1
	if last < 0 || w.rows == stretchRows || w.stretches[last].Chromosome != c {
		w.stretches = append(w.stretches, stretch{Chromosome: c, Start: position, End: position})
		w.rows, last = 0, last+1
	}
	if last>>stretchBits > 0 || position < w.stretches[last].End {
		return fmt.Errorf("rsindex: row %s:%d out of order, or one too many", c, position)
	}
	w.stretches[last].End = position
	w.rows++
	if number == 0 || number > MaxNumber {
		return nil
	}
	if len(w.chunk) == w.limit {
		if err := w.spill(); err != nil {
			return err
		}
	}
	w.chunk = append(w.chunk, newPair(number, last))
	return nil
}

// spill writes the chunk, sorted, to the file.
func (w *Writer) spill() (err error) {
	if w.file == nil {
		if w.file, err = os.CreateTemp(w.temp, "rsindex-*"); err != nil {
			return fmt.Errorf("rsindex: %w", err)
		}
		w.packed = bufio.NewWriterSize(w.file, 256<<10)
	}
	w.sort()
	var word [8]byte
	for _, p := range w.chunk {
		binary.LittleEndian.PutUint64(word[:], uint64(p))
		if _, err := w.packed.Write(word[:]); err != nil {
			return fmt.Errorf("rsindex: %w", err)
		}
	}
	w.spilled = append(w.spilled, len(w.chunk))
	w.chunk = w.chunk[:0]
	return nil
}

// sort orders the chunk by number. It came in the order of stretches, which
// sorting digit by digit keeps.
func (w *Writer) sort() {
	const digit = numberBits / 3
	if cap(w.scratch) < len(w.chunk) {
		w.scratch = make([]pair, cap(w.chunk))
	}
	from, to := w.chunk, w.scratch[:len(w.chunk)]
	for shift := stretchBits; shift < 64; shift += digit {
		var starts [1 << digit]int
		for _, p := range from {
			starts[p>>shift&(1<<digit-1)]++
		}
		at := 0
		for i, n := range starts {
			starts[i] = at
			at += n
		}
		for _, p := range from {
			d := p >> shift & (1<<digit - 1)
			to[starts[d]] = p
			starts[d]++
		}
		from, to = to, from
	}
	w.chunk, w.scratch = from, to
}

// WriteTo writes the index.
func (w *Writer) WriteTo(to io.Writer) (int64, error) {
	w.sort()
	e := &encoder{to: to, width: uint(bits.Len(uint(max(len(w.stretches)-1, 0))))}
	err := w.merged(e.add)
	if err == nil {
		err = e.flush()
	}
	if err == nil {
		err = e.end(w.stretches)
	}
	if err != nil {
		return e.at, fmt.Errorf("rsindex.WriteTo(): %w", err)
	}
	return e.at, nil
}

// merged calls take with all pairs in order.
func (w *Writer) merged(take func(pair) error) error {
	if w.packed != nil {
		if err := w.packed.Flush(); err != nil {
			return err
		}
	}
	runs := []run{{held: w.chunk}}
	at := int64(0)
	for _, n := range w.spilled {
		runs = append(runs, run{in: bufio.NewReaderSize(io.NewSectionReader(w.file, at, int64(n)*8), 64<<10)})
		at += int64(n) * 8
	}
	for i := range runs {
		if err := runs[i].next(); err != nil {
			return err
		}
	}
	for {
		least := -1 // pieces are few: a sample of 40 million rows has twenty
		for i := range runs {
			if !runs[i].over && (least < 0 || runs[i].head < runs[least].head) {
				least = i
			}
		}
		if least < 0 {
			return nil
		}
		if err := take(runs[least].head); err != nil {
			return err
		}
		if err := runs[least].next(); err != nil {
			return err
		}
	}
}

// run is a sorted piece that is being read.
type run struct {
	in   *bufio.Reader // nil of the piece in memory
	held []pair
	head pair
	over bool
}

func (r *run) next() error {
	if r.in == nil {
		if r.over = len(r.held) == 0; !r.over {
			r.head, r.held = r.held[0], r.held[1:]
		}
		return nil
	}
	var word [8]byte
	if _, err := io.ReadFull(r.in, word[:]); err != nil {
		r.over = errors.Is(err, io.EOF)
		if r.over {
			return nil
		}
		return err
	}
	r.head = pair(binary.LittleEndian.Uint64(word[:]))
	return nil
}

// Close frees what the writer holds and removes its file.
func (w *Writer) Close() error {
	w.chunk, w.scratch = nil, nil
	if w.file == nil {
		return nil
	}
	err := errors.Join(w.file.Close(), os.Remove(w.file.Name()))
	w.file = nil
	return err
}

// encoder writes pairs as blocks, and remembers them for the directory.
type encoder struct {
	to     io.Writer
	at     int64
	width  uint // bits of a stretch
	pairs  []pair
	blocks []block
	out    []byte
}

func (e *encoder) add(p pair) error {
	if n := len(e.pairs); n > 0 && e.pairs[n-1] == p {
		return nil // two variants of one number, side by side
	}
	if len(e.pairs) == blockEntries {
		last := e.pairs[len(e.pairs)-1]
		if err := e.flush(); err != nil || last == p {
			return err
		}
	}
	e.pairs = append(e.pairs, p)
	return nil
}

// flush writes the block that is being filled.
func (e *encoder) flush() error {
	if len(e.pairs) == 0 {
		return nil
	}
	first, n := e.pairs[0].number(), len(e.pairs)
	mean := (e.pairs[n-1].number() - first) / uint64(n)
	b := block{first: first, at: e.at, entries: n, rice: uint(max(bits.Len64(mean)-1, 0))}
	w := bitWriter{out: e.out[:0]}
	before := first
	for _, p := range e.pairs {
		w.rice(p.number()-before, b.rice)
		w.write(uint64(p.stretch()), e.width)
		before = p.number()
	}
	w.flush()
	b.bytes = len(w.out)
	e.blocks, e.pairs = append(e.blocks, b), e.pairs[:0]
	e.out = blockfile.AppendSum(w.out)
	return e.write(e.out)
}

// end writes directory and end.
func (e *encoder) end(stretches []stretch) error {
	d := binary.AppendUvarint(nil, uint64(len(stretches)))
	before := stretch{}
	for _, s := range stretches {
		if s.Chromosome != before.Chromosome {
			before.Start = 0
		}
		d = binary.AppendUvarint(d, uint64(s.Chromosome))
		d = binary.AppendUvarint(d, uint64(s.Start-before.Start))
		d = binary.AppendUvarint(d, uint64(s.End-s.Start))
		before = s
	}
	d = binary.AppendUvarint(d, uint64(len(e.blocks)))
	first := uint64(0)
	for _, b := range e.blocks {
		d = binary.AppendUvarint(d, b.first-first)
		d = binary.AppendUvarint(d, uint64(b.entries))
		d = binary.AppendUvarint(d, uint64(b.rice))
		d = binary.AppendUvarint(d, uint64(b.bytes))
		first = b.first
	}
	return e.write(format.AppendEnd(d, e.at))
}

func (e *encoder) write(p []byte) error {
	n, err := e.to.Write(p)
	e.at += int64(n)
	return err
}

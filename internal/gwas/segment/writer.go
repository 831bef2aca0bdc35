package segment

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rsindex"
)

// Writer writes a file and the index of its rs numbers: any number of Add, one Finish, Close. It is
// not safe for concurrent use.
type Writer struct {
	to      *bufio.Writer
	rs      *rsindex.Writer
	results int
	limit   int      // rows of a page
	best    *os.File // best rows, until the pages are written
	bests   *bufio.Writer

	rows   []Row // of the page that is being filled
	text   int   // bytes of its long alleles
	at     []uint64
	total  int64 // rows
	size   int64 // bytes of pages
	pages  []page
	raw    []byte
	packed []byte
	top    []Best // by result, of the page
}

// NewWriter returns a writer of a file of so many results, with its temporary files in tempDir; ""
// is the directory of the system.
func NewWriter(to io.Writer, results int, tempDir string) (*Writer, error) {
	if results < 1 || results > MaxResults {
		return nil, fmt.Errorf("segment.NewWriter: %d results", results)
	}
	best, err := os.CreateTemp(tempDir, "segment-*")
	if err != nil {
		return nil, fmt.Errorf("segment.NewWriter: %w", err)
	}
	return &Writer{
		to: bufio.NewWriterSize(to, 256<<10), rs: rsindex.NewWriter(tempDir), results: results, limit: pageRows,
		best: best, bests: bufio.NewWriterSize(best, 64<<10), top: make([]Best, results),
	}, nil
}

// Add takes the next row. Rows come by chromosome, position and result.
func (w *Writer) Add(row *Row) error {
	if row.Result < 0 || row.Result >= w.results || !row.Chromosome.Valid() || row.Position < 0 {
		return fmt.Errorf("segment: %s of result %d cannot be kept", row.ID(), row.Result)
	}
	if n := len(w.rows); n > 0 {
		last := &w.rows[n-1]
		if row.before(last) {
			return fmt.Errorf("segment: %s is out of order", row.ID())
		}
		if n == w.limit || w.text >= pageText || row.Chromosome != last.Chromosome {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	w.rows = append(w.rows, *row)
	w.total++
	for _, allele := range [...]string{row.EffectAllele, row.OtherAllele} {
		if len(allele) != 1 {
			w.text += len(allele)
		}
	}
	return nil
}

// Rows returns the number of rows so far.
func (w *Writer) Rows() int64 { return w.total }

// flush writes the page that is being filled.
func (w *Writer) flush() error {
	if len(w.rows) == 0 {
		return nil
	}
	first, last := &w.rows[0], &w.rows[len(w.rows)-1]
	p := page{Region: genome.Region{Chromosome: first.Chromosome, Start: first.Position, End: last.Position}, rows: len(w.rows)}
	if err := w.number(); err != nil {
		return err
	}
	n, err := w.block(w.to, appendRows(w.raw[:0], w.rows, first.Position))
	if err != nil {
		return err
	}
	p.bytes = n
	w.size += int64(n) + blockfile.SumBytes
	best, variants := w.bestRows()
	raw := binary.AppendUvarint(w.raw[:0], uint64(len(best)))
	raw = appendRows(raw, best, first.Position)
	for _, v := range variants {
		raw = binary.AppendUvarint(raw, uint64(v))
	}
	if p.best, err = w.block(w.bests, raw); err != nil {
		return err
	}
	w.pages, w.rows, w.text = append(w.pages, p), w.rows[:0], 0
	return nil
}

// number passes the rs numbers of the page on, those of a position once for all results.
func (w *Writer) number() error {
	position := int32(-1)
	for i := range w.rows {
		row := &w.rows[i]
		if row.Position != position {
			position, w.at = row.Position, w.at[:0]
		}
		if row.RSID == 0 || contains(w.at, row.RSID) {
			continue
		}
		w.at = append(w.at, row.RSID)
		if err := w.rs.Add(row.RSID, row.Chromosome, row.Position); err != nil {
			return err
		}
	}
	return nil
}

// contains finds a number from the end: the one before is the likeliest.
func contains(list []uint64, x uint64) bool {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == x {
			return true
		}
	}
	return false
}

// bestRows returns the best row of each result of the page, in the order of rows, and how many rows
// of each result have a P value.
func (w *Writer) bestRows() (rows []Row, variants []int) {
	clear(w.top)
	at := make(map[int]int) // row of each result
	for i := range w.rows {
		row := &w.rows[i]
		if math.IsNaN(row.NegLog10P) {
			continue
		}
		b := &w.top[row.Result]
		if b.Variants == 0 || row.NegLog10P > b.Row.NegLog10P {
			at[row.Result] = i
		}
		b.take(&row.Row, 1)
	}
	for i := range w.rows {
		if n, has := at[w.rows[i].Result]; has && n == i {
			rows, variants = append(rows, w.rows[i]), append(variants, w.top[w.rows[i].Result].Variants)
		}
	}
	return rows, variants
}

// block compresses and writes a block, and returns its bytes without the checksum.
func (w *Writer) block(to io.Writer, raw []byte) (int, error) {
	w.raw = raw
	if len(raw) > maxPageBytes {
		return 0, fmt.Errorf("segment: a page of %d bytes is too large", len(raw))
	}
	w.packed = packer().EncodeAll(raw, w.packed[:0])
	n := len(w.packed)
	w.packed = blockfile.AppendSum(w.packed)
	_, err := to.Write(w.packed)
	return n, err
}

// Finish writes the rest of the file, and the index of its rs numbers to numbers.
func (w *Writer) Finish(numbers io.Writer) (err error) {
	if err := w.flush(); err != nil {
		return fmt.Errorf("segment.Finish: %w", err)
	}
	err = w.bests.Flush()
	if err == nil {
		_, err = w.best.Seek(0, io.SeekStart)
	}
	if err != nil {
		return fmt.Errorf("segment.Finish: %w", err)
	}
	n, err := io.Copy(w.to, w.best)
	if err != nil {
		return fmt.Errorf("segment.Finish: %w", err)
	}
	if _, err := w.to.Write(format.AppendEnd(w.directory(), w.size+n)); err != nil {
		return fmt.Errorf("segment.Finish: %w", err)
	}
	if err := w.to.Flush(); err != nil {
		return fmt.Errorf("segment.Finish: %w", err)
	}
	_, err = w.rs.WriteTo(numbers)
	return err
}

func (w *Writer) directory() []byte {
	d := binary.AppendUvarint(nil, uint64(w.results))
	d = binary.AppendUvarint(d, uint64(len(w.pages)))
	before := page{}
	for _, p := range w.pages {
		if p.Chromosome != before.Chromosome {
			before.Start = 0
		}
		for _, x := range [...]int{int(p.Chromosome), int(p.Start - before.Start), int(p.End - p.Start), p.rows, p.bytes, p.best} {
			d = binary.AppendUvarint(d, uint64(x))
		}
		before = p
	}
	return d
}

// Close removes the temporary files.
func (w *Writer) Close() error {
	return errors.Join(w.rs.Close(), w.best.Close(), os.Remove(w.best.Name()))
}

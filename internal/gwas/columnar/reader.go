package columnar

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"

	"github.com/parquet-go/parquet-go"
)

// readAhead is how many batches are decoded before they are requested.
const readAhead = 2

// part is a stretch of rows of one row group.
type part struct {
	group    int
	from, to int64
}

// Reader yields rows in file order; it implements sumstats.RowReader and
// decodes the next pages while rows are consumed. Its memory is a few pages of
// each column. Close ends the read-ahead; it must be called unless the Reader
// was read to its end.
type Reader struct {
	file     *File
	parts    []part
	from, to Place

	start   sync.Once
	stop    sync.Once
	batches chan *batch
	quit    chan struct{}
	ended   chan struct{} // closed when the read-ahead has stopped
	current *batch
	at      int
	err     error
}

// batch is rows for which a page of every column is at hand.
type batch struct {
	columns [columnCount]*page // nil where the file has no such column
	at      [columnCount]int   // first row in the page of each column
	rows    int
	used    []*page // pages that end with this batch
	pool    *sync.Pool
	err     error
}

func newReader(f *File, parts []part, from, to Place) *Reader {
	return &Reader{
		file: f, parts: parts, from: from, to: to,
		batches: make(chan *batch, readAhead), quit: make(chan struct{}), ended: make(chan struct{}),
	}
}

// ReadRows implements sumstats.RowReader.
func (r *Reader) ReadRows(dst []sumstats.Row) (int, error) {
	r.start.Do(func() { go r.decodeAll() })
	for r.err == nil && len(dst) > 0 {
		if r.current == nil && !r.next() {
			break
		}
		n := min(len(dst), r.current.rows-r.at)
		r.current.fill(dst[:n], r.at)
		r.at += n
		if r.at == r.current.rows {
			r.current.release()
			r.current = nil
		}
		if n = r.clip(dst[:n]); n > 0 {
			return n, nil
		}
	}
	return 0, r.err
}

// next waits for a batch. It returns false and sets err when there is none.
func (r *Reader) next() bool {
	b, ok := <-r.batches
	switch {
	case !ok:
		r.err = io.EOF
	case b.err != nil:
		r.err = fmt.Errorf("columnar.ReadRows(): %w", b.err)
	default:
		r.current, r.at = b, 0
		return true
	}
	return false
}

// clip keeps the rows between from and to and returns how many they are.
func (r *Reader) clip(rows []sumstats.Row) int {
	if len(rows) == 0 {
		return 0
	}
	end := len(rows)
	if place(&rows[end-1]).compare(r.to) >= 0 {
		end, _ = slices.BinarySearchFunc(rows, r.to, comparePlace)
		r.err = io.EOF
		r.halt()
	}
	if place(&rows[0]).compare(r.from) >= 0 {
		return end
	}
	begin, _ := slices.BinarySearchFunc(rows[:end], r.from, comparePlace)
	return copy(rows, rows[begin:end])
}

func place(r *sumstats.Row) Place { return Place{r.Chromosome, r.Position} }

func comparePlace(r sumstats.Row, p Place) int { return place(&r).compare(p) }

// halt makes the read-ahead stop.
func (r *Reader) halt() { r.stop.Do(func() { close(r.quit) }) }

// Close ends the read-ahead. The file stays open for other readers.
func (r *Reader) Close() error {
	r.start.Do(func() { close(r.batches); close(r.ended) })
	r.halt()
	<-r.ended
	if r.err == nil {
		r.err = errors.New("columnar: read after Close")
	}
	return nil
}

// decodeAll sends the batches of all parts.
func (r *Reader) decodeAll() {
	defer close(r.ended)
	defer close(r.batches)
	s := stream{file: r.file, quit: r.quit, out: r.batches, pages: &sync.Pool{New: func() any { return new(page) }}}
	for i := range s.alleles {
		s.alleles[i].dict = r.file.dict
	}
	for _, p := range r.parts {
		if err := s.part(p); err != nil {
			s.send(&batch{err: err})
			return
		}
		if s.stopped {
			return
		}
	}
}

// stream decodes the columns of one part after another.
type stream struct {
	file    *File
	quit    chan struct{}
	out     chan *batch
	pages   *sync.Pool
	alleles [2]alleleTable // by column − colEffectAllele
	stopped bool

	readers [columnCount]parquet.Pages
	current [columnCount]*page
	at      [columnCount]int
}

func (s *stream) send(b *batch) {
	select {
	case s.out <- b:
	case <-s.quit:
		s.stopped = true
	}
}

func (s *stream) part(p part) (err error) {
	defer recoverDamage(&err)
	defer s.close()
	if err := s.file.checked[p.group](); err != nil {
		return fmt.Errorf("%w: row group %d: %w", ErrDamaged, p.group, err)
	}
	chunks := s.file.parquet.RowGroups()[p.group].ColumnChunks()
	for column, i := range s.file.columns {
		if i < 0 {
			continue
		}
		s.readers[column] = chunks[i].Pages()
		if err := s.readers[column].SeekToRow(p.from); err != nil {
			return fmt.Errorf("%w: row %d of group %d: %w", ErrDamaged, p.from, p.group, err)
		}
	}
	for left := int(p.to - p.from); left > 0 && !s.stopped; {
		b, err := s.batch(left)
		if err != nil {
			return fmt.Errorf("%w: row group %d: %w", ErrDamaged, p.group, err)
		}
		left -= b.rows
		s.send(b)
	}
	return nil
}

func (s *stream) close() {
	for column, pages := range s.readers {
		if pages != nil {
			_ = pages.Close() // it reads only
		}
		s.readers[column], s.current[column], s.at[column] = nil, nil, 0
	}
}

// batch takes as many rows as every column has in its current page.
func (s *stream) batch(limit int) (*batch, error) {
	b := &batch{rows: limit, pool: s.pages}
	for column, pages := range s.readers {
		if pages == nil {
			continue
		}
		for s.current[column] == nil {
			if err := s.read(column); err != nil {
				return nil, err
			}
		}
		b.columns[column], b.at[column] = s.current[column], s.at[column]
		b.rows = min(b.rows, s.current[column].rows-s.at[column])
	}
	for column, p := range b.columns {
		if p == nil {
			continue
		}
		s.at[column] += b.rows
		if s.at[column] == p.rows {
			b.used = append(b.used, p)
			s.current[column], s.at[column] = nil, 0
		}
	}
	return b, nil
}

func (s *stream) read(column int) error {
	source, err := s.readers[column].ReadPage()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("column %d: %w", column, err)
	}
	p := s.pages.Get().(*page)
	var alleles *alleleTable
	if column == colEffectAllele || column == colOtherAllele {
		alleles = &s.alleles[column-colEffectAllele]
	}
	if err := p.decode(source, column, alleles); err != nil {
		return fmt.Errorf("column %d: %w", column, err)
	}
	if p.rows == 0 {
		p.release()
		return nil
	}
	s.current[column] = p
	return nil
}

func (b *batch) release() {
	for _, p := range b.used {
		p.release()
		b.pool.Put(p)
	}
}

// fill sets dst to the rows of the batch from at on.
func (b *batch) fill(dst []sumstats.Row, at int) {
	n := len(dst)
	chromosome, position := b.ints(colChromosome, at, n), b.ints(colPosition, at, n)
	flags, line := b.ints(colFlags, at, n), b.ints(colLine, at, n)
	for i := range dst {
		dst[i] = sumstats.Row{
			Chromosome: genome.Chromosome(chromosome[i]), Position: int32(position[i]),
			Flags: sumstats.RowFlags(flags[i]), Line: line[i],
			Beta: math.NaN(), SE: math.NaN(), EAF: math.NaN(), NegLog10P: math.NaN(),
			N: math.NaN(), NCases: math.NaN(), NControls: math.NaN(), Info: math.NaN(), NEff: float32(math.NaN()),
		}
	}
	for column, p := range b.columns {
		if p == nil {
			continue
		}
		from := b.at[column] + at
		switch column {
		case colChromosome, colPosition, colFlags, colLine:
		case colRSID:
			for i, id := range p.longs[from : from+n] {
				dst[i].RSID = uint64(id)
			}
		case colNEff:
			for i, x := range p.floats[from : from+n] {
				dst[i].NEff = x
			}
		case colEffectAllele:
			for i, a := range p.alleles[from : from+n] {
				dst[i].EA = a
			}
		case colOtherAllele:
			for i, a := range p.alleles[from : from+n] {
				dst[i].OA = a
			}
		default:
			field := numberField(column)
			for i, x := range p.doubles[from : from+n] {
				*field(&dst[i]) = x
			}
		}
	}
}

func (b *batch) ints(column, at, n int) []uint32 {
	from := b.at[column] + at
	return b.columns[column].ints[from : from+n]
}

package segment

import (
	"fmt"
	"io"
	"math"
	"sort"
	"sync"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
)

// Segment is an open file. It is safe for concurrent use.
type Segment struct {
	data    io.ReaderAt
	results int
	pages   []page
}

// Open reads the directory of a file of size bytes and nothing else. Errors other than of reading
// are ErrFormat.
func Open(data io.ReaderAt, size int64) (*Segment, error) {
	d, end, err := format.Directory(data, size)
	if err != nil {
		return nil, fmt.Errorf("segment.Open(%d bytes): %w", size, err)
	}
	s := &Segment{data: data}
	if !s.parse(d, end) {
		return nil, fmt.Errorf("segment.Open(%d bytes): %w", size, ErrFormat)
	}
	return s, nil
}

// pageNumbers is how many bytes the directory has of a page at least.
const pageNumbers = 6

// parse reads the directory; the blocks end where it begins.
func (s *Segment) parse(r *blockfile.Numbers, end int64) bool {
	s.results = int(r.Next(MaxResults))
	n := r.Next(uint64(r.Left()) / pageNumbers)
	if r.Bad() || s.results == 0 {
		return false
	}
	s.pages = make([]page, n)
	before, at := page{}, int64(0)
	for i := range s.pages {
		p := &s.pages[i]
		p.Chromosome = genome.Chromosome(r.Next(uint64(genome.MaxChromosome)))
		if p.Chromosome != before.Chromosome {
			before.Start = 0
		}
		first := int64(before.Start) + int64(r.Next(math.MaxInt32))
		last := first + int64(r.Next(math.MaxInt32))
		p.rows, p.bytes, p.best = int(r.Next(pageRows)), int(r.Next(maxPageBytes)), int(r.Next(maxPageBytes))
		if r.Bad() || !p.Chromosome.Valid() || p.Chromosome < before.Chromosome || last > math.MaxInt32 || p.rows == 0 {
			return false
		}
		p.Start, p.End, p.at = int32(first), int32(last), at
		if p.Chromosome == before.Chromosome && p.Start < before.End {
			return false
		}
		at += int64(p.bytes) + blockfile.SumBytes
		before = *p
	}
	for i := range s.pages {
		s.pages[i].bestAt = at
		at += int64(s.pages[i].best) + blockfile.SumBytes
	}
	return !r.Bad() && r.Left() == 0 && at == end
}

// Results returns the number of results of the file.
func (s *Segment) Results() int { return s.results }

// Bytes returns the memory that the open file takes, roughly.
func (s *Segment) Bytes() int { return 256 + 56*len(s.pages) }

// reading holds the memory of a reader of pages, which each page uses again.
type reading struct {
	packed, raw []byte
	positions   []int32
	rows        []Row
}

// readings are kept for later readers.
var readings = sync.Pool{New: func() any { return new(reading) }}

// unpack reads a block.
func (m *reading) unpack(data io.ReaderAt, at int64, n int) (columns, error) {
	var err error
	if m.packed, err = format.Block(data, at, n, m.packed); err != nil {
		return columns{}, err
	}
	if m.raw, err = unpacker().DecodeAll(m.packed, m.raw[:0]); err != nil {
		return columns{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return columns{in: m.raw}, nil
}

// page reads the rows of a page at positions from one to another; they are valid until the next call.
func (s *Segment) page(m *reading, p *page, from, to int32) ([]Row, error) {
	in, err := m.unpack(s.data, p.at, p.bytes)
	if err != nil {
		return nil, err
	}
	rows, ok := in.rows(m, p, p.rows, s.results, from, to)
	if !ok || len(in.in) > 0 {
		return nil, ErrFormat
	}
	return rows, nil
}

// bestOf calls take with the best rows of a page.
func (s *Segment) bestOf(m *reading, p *page, take func(row *Row, variants int)) error {
	in, err := m.unpack(s.data, p.bestAt, p.best)
	if err != nil {
		return err
	}
	n := int(in.number(uint64(p.rows)))
	rows, ok := in.rows(m, p, n, s.results, p.Start, p.End)
	if !ok {
		return ErrFormat
	}
	for i := range rows {
		take(&rows[i], int(in.number(uint64(p.rows))))
	}
	if in.bad || len(in.in) > 0 {
		return ErrFormat
	}
	return nil
}

// within returns the pages that may have rows in a region.
func (s *Segment) within(region genome.Region) []page {
	from := sort.Search(len(s.pages), func(i int) bool {
		p := &s.pages[i]
		return p.Chromosome > region.Chromosome || p.Chromosome == region.Chromosome && p.End >= region.Start
	})
	to := from
	for to < len(s.pages) && s.pages[to].Chromosome == region.Chromosome && s.pages[to].Start <= region.End {
		to++
	}
	return s.pages[from:to]
}

// Rows calls take with each row of the region of a wanted result, by position and result. A row is
// valid until take returns; an error of take ends the reading.
func (s *Segment) Rows(region genome.Region, wanted func(result int) bool, take func(*Row) error) error {
	m := readings.Get().(*reading)
	defer readings.Put(m)
	for _, p := range s.within(region) {
		rows, err := s.page(m, &p, region.Start, region.End)
		if err != nil {
			return fmt.Errorf("segment.Rows(%s): %w", region, err)
		}
		for i := range rows {
			if !wanted(rows[i].Result) {
				continue
			}
			if err := take(&rows[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Best adds the best row of each wanted result in a region to those of into, by result. It reads
// the pages at the ends of the region, and only the best rows of those between.
func (s *Segment) Best(region genome.Region, wanted func(result int) bool, into []Best) error {
	m := readings.Get().(*reading)
	defer readings.Put(m)
	for _, p := range s.within(region) {
		take := func(row *Row, variants int) {
			if wanted(row.Result) {
				into[row.Result].take(&row.Row, variants)
			}
		}
		if p.Start >= region.Start && p.End <= region.End {
			if err := s.bestOf(m, &p, take); err != nil {
				return fmt.Errorf("segment.Best(%s): %w", region, err)
			}
			continue
		}
		rows, err := s.page(m, &p, region.Start, region.End)
		if err != nil {
			return fmt.Errorf("segment.Best(%s): %w", region, err)
		}
		for i := range rows {
			if !math.IsNaN(rows[i].NegLog10P) {
				take(&rows[i], 1)
			}
		}
	}
	return nil
}

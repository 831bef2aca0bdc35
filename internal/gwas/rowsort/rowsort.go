// Package rowsort sorts association rows that may not fit in memory: chunks are
// sorted in parallel, spilled to one temporary file once a budget is reached,
// and merged while they are read. It owns the sort order of rows, the spill
// format and the memory budget. It imports sumstats and variant only, and
// neither joins, filters nor changes a row.
package rowsort

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
	"cohortium/internal/platform/guard"
)

// DefaultMemoryBytes is the budget when Options names none.
const DefaultMemoryBytes = 256 << 20

// chunksPerBudget is into how many chunks the budget is divided: enough that
// filling, sorting and spilling overlap, few enough that the merge stays narrow.
const chunksPerBudget = 8

// ErrClosed is returned by a Sorter or reader that is used after Close.
var ErrClosed = errors.New("rowsort: used after Close")

// Options control how to sort and how much memory to use.
type Options struct {
	// Context, when given, ends the sort early: every call returns its error
	// once it is done.
	Context context.Context
	// By is the sort key; the zero value is ByPosition.
	By Key
	// Dict orders alleles too long for a packed word by their text. Without it
	// they are ordered by their number in the dictionary, which depends on the
	// order in which the alleles were first met.
	Dict *variant.Dict
	// MemoryBytes bounds rows, sort scratch and read-ahead together.
	MemoryBytes int64
	// TempDir holds the spill file; "" is the directory of the system.
	TempDir string
	// Workers is how many chunks are sorted at once; 0 is one per core.
	Workers int
}

func (o Options) withDefaults() Options {
	if o.Context == nil {
		o.Context = context.Background()
	}
	if o.MemoryBytes <= 0 {
		o.MemoryBytes = DefaultMemoryBytes
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return o
}

// Sorter collects rows and returns them in order: any number of Add, one Reader, Close. It is not
// safe for concurrent use.
type Sorter struct {
	opt    Options
	ctx    context.Context
	cancel context.CancelCauseFunc
	order  order

	chunkRows int // capacity of one chunk
	blockRows int // rows per spilled block

	current   *chunk // being filled
	allocated int    // chunks that exist
	chunks    int    // chunks handed to the workers, in input order
	free      chan *chunk
	jobs      chan *chunk
	started   int // workers
	workers   sync.WaitGroup

	mu       sync.Mutex
	spilling bool      // every sorted chunk goes to disk after this
	held     []*chunk  // sorted chunks kept in memory
	segments []segment // by chunk number
	file     *spillFile

	prefetch sync.WaitGroup // goroutines that read runs ahead
}

// New prepares a sort; nothing is written before the budget is exceeded.
func New(opt Options) *Sorter {
	opt = opt.withDefaults()
	ctx, cancel := context.WithCancelCause(opt.Context)
	chunkRows, blockRows := geometry(opt.MemoryBytes, opt.Workers)
	s := &Sorter{
		opt: opt, ctx: ctx, cancel: cancel,
		order:     order{by: opt.By, dict: opt.Dict},
		chunkRows: chunkRows, blockRows: blockRows,
		free: make(chan *chunk, chunksPerBudget),
		jobs: make(chan *chunk, chunksPerBudget),
	}
	return s
}

// geometry divides a budget: rows per chunk and rows per spilled block.
func geometry(budget int64, workers int) (chunkRows, blockRows int) {
	perChunkRow := int64(chunksPerBudget)*(rowBytes+4) + int64(workers)*scratchBytesPerRow
	chunkRows = int(max(64, budget*9/10/perChunkRow))
	blockRows = min(max(chunkRows/8, 16), 2048)
	return chunkRows, blockRows
}

// Add takes a copy of rows. After an error only Close may be called.
func (s *Sorter) Add(rows []sumstats.Row) error {
	for len(rows) > 0 {
		c, err := s.room()
		if err != nil {
			return fmt.Errorf("rowsort.Add(%d rows): %w", len(rows), err)
		}
		n := copy(c.rows[len(c.rows):cap(c.rows)], rows)
		s.grow(c, n)
		rows = rows[n:]
	}
	return nil
}

// addFrom drains src straight into the chunks.
func (s *Sorter) addFrom(src sumstats.RowReader) error {
	for {
		c, err := s.room()
		if err != nil {
			return err
		}
		n, err := src.ReadRows(c.rows[len(c.rows):cap(c.rows)])
		s.grow(c, n)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// room returns a chunk with space for at least one row.
func (s *Sorter) room() (*chunk, error) {
	if s.ctx.Err() != nil {
		return nil, context.Cause(s.ctx)
	}
	if s.jobs == nil {
		return nil, errors.New("rowsort: rows added after Reader")
	}
	if s.current != nil && len(s.current.rows) < cap(s.current.rows) {
		return s.current, nil
	}
	if s.current != nil {
		s.submit()
	}
	c, err := s.acquire()
	s.current = c
	return c, err
}

// grow accounts for n rows that were placed behind the rows of c.
func (s *Sorter) grow(c *chunk, n int) {
	from := len(c.rows)
	c.rows = c.rows[:from+n]
	for i := max(from, 1); c.ordered && i < len(c.rows); i++ {
		c.ordered = s.order.compare(&c.rows[i-1], &c.rows[i]) <= 0
	}
}

// submit hands the current chunk to the workers.
func (s *Sorter) submit() {
	c := s.current
	s.current = nil
	c.seq = s.chunks
	s.chunks++
	s.mu.Lock()
	s.segments = append(s.segments, segment{})
	s.mu.Unlock()
	if s.started < s.opt.Workers {
		s.started++
		s.workers.Go(s.work)
	}
	s.jobs <- c // never blocks: no more chunks exist than jobs has places
}

// acquire returns an empty chunk, sending sorted ones to disk when the budget
// allows no further one.
func (s *Sorter) acquire() (*chunk, error) {
	select {
	case c := <-s.free:
		return c, nil
	default:
	}
	if s.allocated < chunksPerBudget {
		s.allocated++
		return newChunk(s.chunkRows), nil
	}
	s.startSpilling()
	select {
	case c := <-s.free:
		return c, nil
	case <-s.ctx.Done():
		return nil, context.Cause(s.ctx)
	}
}

func (s *Sorter) startSpilling() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spilling {
		return
	}
	s.spilling = true
	for _, c := range s.held {
		s.jobs <- c
	}
	s.held = nil
}

// work sorts and spills chunks until there are none left.
func (s *Sorter) work() {
	var scratch scratch
	enc := blockEncoder{}
	for c := range s.jobs {
		if s.ctx.Err() != nil {
			continue // drain, so that submit never blocks
		}
		if err := guard.Do(func() error { return s.handle(c, &scratch, &enc) }); err != nil {
			s.cancel(err)
		}
	}
}

// handle sorts a chunk and keeps it, in memory or on disk.
func (s *Sorter) handle(c *chunk, scratch *scratch, enc *blockEncoder) error {
	if !c.sorted {
		s.order.sort(c, scratch)
	}
	if s.hold(c) {
		return nil
	}
	if err := s.spill(c, enc); err != nil {
		return err
	}
	c.reset()
	s.free <- c
	return nil
}

// hold keeps a chunk in memory unless spilling has begun.
func (s *Sorter) hold(c *chunk) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spilling {
		return false
	}
	s.held = append(s.held, c)
	s.segments[c.seq] = segment{chunk: c, first: *c.at(0), last: *c.at(len(c.rows) - 1)}
	return true
}

// spill writes one sorted chunk and records where it is.
func (s *Sorter) spill(c *chunk, enc *blockEncoder) error {
	file, err := s.spillFile()
	if err != nil {
		return err
	}
	seg := segment{first: *c.at(0), last: *c.at(len(c.rows) - 1)}
	for from := 0; from < len(c.rows); from += s.blockRows {
		to := min(from+s.blockRows, len(c.rows))
		ext, err := file.append(enc.encode(to-from, func(i int) *sumstats.Row { return c.at(from + i) }))
		if err != nil {
			return err
		}
		seg.extents = append(seg.extents, ext)
	}
	s.mu.Lock()
	s.segments[c.seq] = seg
	s.mu.Unlock()
	return nil
}

func (s *Sorter) spillFile() (*spillFile, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		file, err := createSpillFile(s.opt.TempDir)
		if err != nil {
			return nil, err
		}
		s.file = file
	}
	return s.file, nil
}

// Reader ends the input and returns its rows in order. It is called once, and
// what it returns is valid until Close.
func (s *Sorter) Reader() (sumstats.RowReader, error) {
	runs, err := s.finish()
	if err != nil {
		return nil, fmt.Errorf("rowsort.Reader(): %w", err)
	}
	m, err := s.mergeDown(runs)
	if err != nil {
		return nil, fmt.Errorf("rowsort.Reader(): %w", err)
	}
	return m, nil
}

// finish waits for the workers and returns the runs in input order.
func (s *Sorter) finish() ([]run, error) {
	if s.current != nil && len(s.current.rows) > 0 {
		s.submit()
	}
	s.stopWorkers()
	if s.ctx.Err() != nil {
		return nil, context.Cause(s.ctx)
	}
	s.free = nil // the chunks that are not part of a run
	return s.order.joinRuns(s.segments), nil
}

// stopWorkers lets the workers finish what was submitted.
func (s *Sorter) stopWorkers() {
	if s.jobs != nil {
		close(s.jobs)
		s.workers.Wait()
		s.jobs = nil
	}
}

// Close stops all work, frees the rows and removes the spill file. It may be
// called more than once, but not during another call.
func (s *Sorter) Close() error {
	s.cancel(ErrClosed)
	s.stopWorkers()
	s.prefetch.Wait()
	s.current, s.free, s.held, s.segments = nil, nil, nil, nil
	file := s.file
	s.file = nil
	if file == nil {
		return nil
	}
	return file.close()
}

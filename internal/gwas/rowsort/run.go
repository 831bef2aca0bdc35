package rowsort

import (
	"context"
	"io"
	"sync"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/guard"
)

// segment is one sorted chunk, in memory or on disk.
type segment struct {
	chunk       *chunk // nil once it is on disk
	extents     []extent
	first, last sumstats.Row
}

// run is a sequence of segments that are in order when read one after another.
type run []segment

// joinRuns appends each segment that continues the one before it to its run, so
// that input which is sorted, or sorted per chromosome, needs little merging.
func (o order) joinRuns(segments []segment) []run {
	var runs []run
	for i, seg := range segments {
		if i > 0 && o.compare(&segments[i-1].last, &seg.first) <= 0 {
			last := len(runs) - 1
			runs[last] = append(runs[last], seg)
			continue
		}
		runs = append(runs, run{seg})
	}
	return runs
}

// feed yields the rows of a run in batches that are valid until the next call,
// and io.EOF after the last.
type feed interface {
	next() ([]sumstats.Row, error)
}

// memoryFeed reads a run whose segments are all in memory.
type memoryFeed struct {
	segments []segment
	at       int // next row of the first segment
	batch    []sumstats.Row
}

const gatherRows = 256

func (f *memoryFeed) next() ([]sumstats.Row, error) {
	for len(f.segments) > 0 && f.at == len(f.segments[0].chunk.rows) {
		f.segments, f.at = f.segments[1:], 0
	}
	if len(f.segments) == 0 {
		return nil, io.EOF
	}
	c := f.segments[0].chunk
	if c.ordered {
		from := f.at
		f.at = len(c.rows)
		return c.rows[from:], nil
	}
	to := min(f.at+gatherRows, len(c.rows))
	f.batch = f.batch[:0]
	for ; f.at < to; f.at++ {
		f.batch = append(f.batch, *c.at(f.at))
	}
	return f.batch, nil
}

// diskFeed reads a run from the spill file one block ahead of its consumer.
type diskFeed struct {
	ctx    context.Context
	blocks chan []sumstats.Row
	empty  chan []sumstats.Row
	last   []sumstats.Row // batch the consumer holds
	err    error          // valid once blocks is closed
}

// startDiskFeed reads ahead in a goroutine of wg that ends with the run, with
// ctx, or at the first error.
func startDiskFeed(ctx context.Context, wg *sync.WaitGroup, file *spillFile, r run, blockRows int) *diskFeed {
	f := &diskFeed{ctx: ctx, blocks: make(chan []sumstats.Row), empty: make(chan []sumstats.Row, 2)}
	for range cap(f.empty) {
		f.empty <- make([]sumstats.Row, 0, blockRows)
	}
	wg.Go(func() {
		defer close(f.blocks)
		f.err = guard.Do(func() error { return f.read(file, r) })
	})
	return f
}

func (f *diskFeed) read(file *spillFile, r run) error {
	var raw []byte
	for _, seg := range r {
		for _, ext := range seg.extents {
			var rows []sumstats.Row
			select {
			case rows = <-f.empty:
			case <-f.ctx.Done():
				return context.Cause(f.ctx)
			}
			var err error
			if raw, err = file.read(raw, ext); err != nil {
				return err
			}
			if rows, err = decodeBlock(rows[:0], raw); err != nil {
				return err
			}
			select {
			case f.blocks <- rows:
			case <-f.ctx.Done():
				return context.Cause(f.ctx)
			}
		}
	}
	return io.EOF
}

func (f *diskFeed) next() ([]sumstats.Row, error) {
	if f.last != nil {
		f.empty <- f.last
		f.last = nil
	}
	rows, ok := <-f.blocks
	if !ok {
		return nil, f.err
	}
	f.last = rows
	return rows, nil
}

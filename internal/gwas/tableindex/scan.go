package tableindex

import (
	"context"
	"runtime"

	"cohortium/internal/gwas/textfile"
	"cohortium/internal/platform/guard"
)

// batch is a chunk of the source whose lines have their keys.
type batch struct {
	chunk textfile.Chunk
	lines []keyedLine
	made  []entry // of all lines, one after another
	keys  []byte  // memory of their keys
	err   error   // fault of the line behind the last one
	done  chan struct{}
}

// keyedLine is a line with the entries that it makes.
type keyedLine struct {
	text        []byte
	no, at      int64 // number, and where it begins in the chunk
	first, last int   // of batch.made
	row         bool
}

// key makes the keys of the lines of the chunk, up to the first invalid line.
func (b *batch) key(k *keyer, met *contigs) {
	b.lines, b.made, b.keys = b.lines[:0], b.made[:0], b.keys[:0]
	b.err = eachLine(&b.chunk, 0, func(text []byte, no, at int64) error {
		row, err := k.check(text, no)
		if err != nil {
			return err
		}
		line := keyedLine{text: text, no: no, at: at, first: len(b.made), row: row}
		if row {
			entries, err := k.entries(no)
			if err != nil {
				return err
			}
			for _, e := range entries {
				from := len(b.keys)
				b.keys = append(b.keys, e.key...)
				e.key = b.keys[from:len(b.keys):len(b.keys)]
				b.made = append(b.made, e)
			}
			if len(entries) > 0 {
				met.add(k.contigKey)
			}
		}
		line.last = len(b.made)
		b.lines = append(b.lines, line)
		return nil
	})
}

// keyers returns how many goroutines make keys of rows.
func keyers() int { return min(runtime.GOMAXPROCS(0), 4) }

// keyed calls f with the lines behind the header, batch by batch in order; a batch is valid during
// the call. Reading runs ahead in a separate goroutine, and making keys in one for each keyer. An
// error of f ends it.
func (o *opened) keyed(ctx context.Context, by []*keyer, met []contigs, f func(b *batch, at int64) error) error {
	ctx, cancel := context.WithCancel(ctx)
	group, ctx := guard.WithContext(ctx)
	room := readAhead + len(by)
	free, work, order := make(chan *batch, room), make(chan *batch, room), make(chan *batch, room)
	for range room {
		free <- &batch{done: make(chan struct{}, 1)}
	}
	group.Go(func() error {
		defer close(work)
		defer close(order)
		chunks := o.file.Body(o.head, o.table)
		for more := true; more; {
			select {
			case b := <-free:
				more = chunks.Next(&b.chunk)
				work <- b // there is room for all
				order <- b
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
		return nil
	})
	for i, k := range by {
		group.Go(func() error {
			for b := range work {
				b.key(k, &met[i])
				b.done <- struct{}{}
			}
			return nil
		})
	}
	used := o.take(ctx, order, free, f)
	cancel()
	if err := group.Wait(); used == nil && err != nil {
		return err
	}
	return used
}

// take calls f with the batches in their order.
func (o *opened) take(ctx context.Context, order <-chan *batch, free chan<- *batch, f func(b *batch, at int64) error) error {
	at := int64(o.table.BodyStart)
	for b := range order {
		select {
		case <-b.done:
		case <-ctx.Done():
			return context.Cause(ctx) // of the caller, or of a keyer
		}
		if err := f(b, at); err != nil {
			return err
		}
		if b.err != nil {
			return b.err
		}
		if b.chunk.Err != nil {
			return b.chunk.Err
		}
		at += int64(len(b.chunk.Text))
		free <- b
	}
	return nil
}

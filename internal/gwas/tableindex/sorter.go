package tableindex

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"

	"cohortium/internal/guard"
)

// record is one entry with its row on the way through sorting.
type record struct {
	key    []byte
	behind uint32
	line   []byte
}

// ref is the place of a record in the memory of its chunk.
type ref struct {
	prefix uint64 // of the key, so that most comparisons need no look at it
	at     uint32
	line   uint32 // bytes
	key    uint16 // bytes
}

// chunk is records in memory: for each its key, 4 bytes of its end, and its line.
type chunk struct {
	text []byte
	refs []ref
}

const (
	behindBytes = 4
	refBytes    = 24
)

// prefixOf is the first bytes of a key as a number that compares as they do.
func prefixOf(key []byte) uint64 {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	var first [8]byte
	copy(first[:], key)
	return binary.BigEndian.Uint64(first[:])
}

// add gives false when there is no room; one record always fits an empty chunk.
func (c *chunk) add(r record, choice string) bool {
	size := len(r.key) + behindBytes + len(choice) + len(r.line)
	if len(c.refs) > 0 && (len(c.text)+size > cap(c.text) || len(c.refs) == cap(c.refs)) {
		return false
	}
	c.refs = append(c.refs, ref{prefixOf(r.key), uint32(len(c.text)), uint32(len(choice) + len(r.line)), uint16(len(r.key))})
	c.text = append(c.text, r.key...)
	c.text = binary.LittleEndian.AppendUint32(c.text, r.behind)
	c.text = append(append(c.text, choice...), r.line...)
	return true
}

func (c *chunk) keyOf(r *ref) []byte { return c.text[r.at:][:r.key] }

func (c *chunk) record(i int) record {
	r := &c.refs[i]
	rest := c.text[int(r.at)+int(r.key):]
	return record{key: c.keyOf(r), behind: binary.LittleEndian.Uint32(rest), line: rest[behindBytes:][:r.line]}
}

// sort puts the records in order, equal keys in that of their coming.
func (c *chunk) sort() {
	compare := func(a, b ref) int {
		if a.prefix != b.prefix {
			if a.prefix < b.prefix {
				return -1
			}
			return 1
		}
		if d := bytes.Compare(c.keyOf(&a), c.keyOf(&b)); d != 0 {
			return d
		}
		return int(int64(a.at) - int64(b.at))
	}
	if !slices.IsSortedFunc(c.refs, compare) {
		slices.SortFunc(c.refs, compare)
	}
}

// sorter takes records in any order and gives them back in that of their keys. Two
// chunks share the memory: one is filled while the other one is sorted and written.
type sorter struct {
	group   *guard.Group
	ctx     context.Context
	current *chunk
	free    chan *chunk
	full    chan *chunk
	dir     string
	spill   *spill
	made    bool  // a second chunk
	size    int64 // of one chunk
	fanIn   int   // runs that are merged at once
}

func newSorter(ctx context.Context, memory int64, dir string) *sorter {
	s := &sorter{dir: dir, size: memory / 2, fanIn: fanIn, free: make(chan *chunk, 2), full: make(chan *chunk, 1)}
	s.group, s.ctx = guard.WithContext(ctx)
	s.current = s.newChunk()
	full := s.full
	s.group.Go(func() error { return s.write(full) })
	return s
}

// newChunk divides its memory between rows and what is kept of each.
func (s *sorter) newChunk() *chunk {
	forRefs := s.size / 4
	return &chunk{text: make([]byte, 0, s.size-forRefs), refs: make([]ref, 0, forRefs/refBytes)}
}

func (s *sorter) add(r record, choice string) error {
	if s.current.add(r, choice) {
		return nil
	}
	if err := s.hand(s.current); err != nil {
		return err
	}
	if !s.made {
		s.made = true
		s.free <- s.newChunk()
	}
	select {
	case s.current = <-s.free:
	case <-s.ctx.Done():
		return context.Cause(s.ctx) // of the other side, or of the caller
	}
	s.current.add(r, choice)
	return nil
}

// hand gives a chunk away to be written.
func (s *sorter) hand(c *chunk) error {
	select {
	case s.full <- c:
		return nil
	case <-s.ctx.Done():
		return context.Cause(s.ctx) // of the other side, or of the caller
	}
}

// write makes a run of each chunk.
func (s *sorter) write(full chan *chunk) error {
	for c := range full {
		c.sort()
		if s.spill == nil {
			var err error
			if s.spill, err = newSpill(s.dir); err != nil {
				return err
			}
		}
		if err := s.spill.writeChunk(c); err != nil {
			return err
		}
		c.text, c.refs = c.text[:0], c.refs[:0]
		s.free <- c // there is room for both
	}
	return nil
}

// each ends the input and calls f with each record in order.
func (s *sorter) each(f func(record) error) error {
	all := s.current
	if s.made {
		if err := s.hand(all); err != nil {
			return err
		}
	}
	close(s.full)
	s.full = nil
	if err := s.group.Wait(); err != nil {
		return err
	}
	if s.spill != nil {
		s.current = nil
		for len(s.free) > 0 {
			<-s.free // the merge has the memory now
		}
		return s.spill.merge(s.fanIn, f)
	}
	all.sort()
	for i := range all.refs {
		if err := f(all.record(i)); err != nil {
			return err
		}
	}
	return nil
}

// close ends the goroutine and removes what is on disk.
func (s *sorter) close() error {
	if s.full != nil {
		close(s.full)
	}
	_ = s.group.Wait() // its error has been given already
	if s.spill == nil {
		return nil
	}
	return s.spill.close()
}

// sorted reads the rows in any order and writes them in that of their keys.
func (b *builder) sorted() (err error) {
	// Memory is cleared before it is used, which a small table need not wait for.
	s := newSorter(b.ctx, min(b.opt.Memory, max(leastMemory, 16*b.src.Size)), b.opt.TempDir)
	defer func() {
		if closing := s.close(); err == nil {
			err = closing
		}
	}()
	choices := b.choices()
	err = b.scan(func(line []byte, entries []entry, _, _ int64) error {
		for _, e := range entries {
			choice := ""
			if choices {
				choice = choiceText(e.choice)
			}
			if err := s.add(record{e.key, e.behind, line}, choice); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	w, err := b.newData()
	if err != nil {
		return err
	}
	b.clock.begin(Merging)
	err = s.each(func(r record) error {
		n := w.units.entries
		if n&0xfff == 0 && b.ctx.Err() != nil {
			return context.Cause(b.ctx)
		}
		b.clock.at(n, n, b.sum.Entries)
		return w.add(r.key, r.behind, r.line)
	})
	return b.close(w, err)
}

// choices says whether stored rows begin with their choice among alternatives.
func (b *builder) choices() bool {
	for _, k := range b.spec.Schema.Keys {
		if len(k) > 1 {
			return true
		}
	}
	return false
}

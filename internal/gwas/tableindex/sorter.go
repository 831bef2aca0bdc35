package tableindex

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"cohortium/internal/platform/guard"
)

// record is one entry with its row on the way through sorting.
type record struct {
	key    []byte
	behind uint32
	line   []byte
}

// ref is the place of a record in the memory of its chunk.
type ref struct {
	prefix uint64 // of the key, so that most comparisons do not read it
	at     uint32
	line   uint32 // bytes
	key    uint16 // bytes
}

// chunk is records in memory: for each its key, 4 bytes of its end, and its line.
type chunk struct {
	text  []byte
	refs  []ref
	spare []ref // as many as refs may become, to sort them into

	touched byte // of no meaning
}

const (
	behindBytes = 4
	refBytes    = 24
)

// prefixOf returns the first bytes of a key as a number that compares as they do.
func prefixOf(key []byte) uint64 {
	if len(key) >= 8 {
		return binary.BigEndian.Uint64(key)
	}
	var first [8]byte
	copy(first[:], key)
	return binary.BigEndian.Uint64(first[:])
}

// add returns false when there is no room; one record always fits an empty chunk.
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

// ahead is how many records are prefetched.
const ahead = 32

// each calls f with the records in their order. They are scattered in memory: the processor fetches
// several that are touched at once in the time of one.
func (c *chunk) each(f func(record) error) error {
	for from := 0; from < len(c.refs); from += ahead {
		to := min(from+ahead, len(c.refs))
		for i := range c.refs[from:to] {
			r := &c.refs[from+i]
			end := int(r.at) + int(r.key) + behindBytes + int(r.line)
			c.touched += c.text[r.at] + c.text[(int(r.at)+end)/2] + c.text[end-1]
		}
		for i := from; i < to; i++ {
			if err := f(c.record(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// sort puts the records in order, equal keys in that of their arrival.
func (c *chunk) sort() {
	compare := func(a, b ref) int {
		if d := cmp.Compare(a.prefix, b.prefix); d != 0 {
			return d
		}
		if d := bytes.Compare(c.keyOf(&a), c.keyOf(&b)); d != 0 {
			return d
		}
		return cmp.Compare(a.at, b.at)
	}
	if slices.IsSortedFunc(c.refs, compare) {
		return
	}
	c.refs, c.spare = byPrefix(c.refs, c.spare)
	for rest := c.refs; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].prefix == rest[0].prefix {
			n++
		}
		if n > 1 {
			slices.SortFunc(rest[:n], compare)
		}
		rest = rest[n:]
	}
}

// byPrefix returns the refs in the order of their prefixes, those of the same prefix as they came,
// and the memory that is free: byte by byte from the last one on, but for bytes that all have.
func byPrefix(refs, spare []ref) (sorted, free []ref) {
	var counts [8][256]int
	for i := range refs {
		for b, rest := 0, refs[i].prefix; b < len(counts); b, rest = b+1, rest>>8 {
			counts[b][byte(rest)]++
		}
	}
	from, to := refs, spare[:len(refs)]
	for b := range counts {
		places, shift := &counts[b], 8*b
		if places[byte(from[0].prefix>>shift)] == len(from) {
			continue
		}
		next := 0
		for i, n := range places {
			places[i], next = next, next+n
		}
		for i := range from {
			place := &places[byte(from[i].prefix>>shift)]
			to[*place] = from[i]
			*place++
		}
		from, to = to, from
	}
	return from, to
}

// sorter takes records in any order and returns them in that of their keys. Rows that are expected
// to fit the memory are sorted in one piece. Else two chunks share it: one is filled while the
// other one is sorted and written.
type sorter struct {
	group   *guard.Group
	ctx     context.Context
	current *chunk
	free    chan *chunk
	full    chan *chunk
	dir     string
	spill   *spill
	spilled bool // a chunk was handed over
	whole   bool // the current chunk has all the memory
	fanIn   int  // runs that are merged at once
}

// newSorter returns a sorter for the expected bytes of lines, as far as known; a wrong number only
// costs time.
func newSorter(ctx context.Context, memory, expected int64, dir string) *sorter {
	s := &sorter{dir: dir, fanIn: fanIn, whole: true, free: make(chan *chunk, 2), full: make(chan *chunk, 1)}
	s.group, s.ctx = guard.WithContext(ctx)
	s.current = newChunk(memory)
	if expected+expected/4 > int64(cap(s.current.text)) {
		s.divide(s.current)
	}
	full := s.full
	s.group.Go(func() error { return s.write(full) })
	return s
}

// newChunk divides its memory between rows and their refs.
func newChunk(size int64) *chunk {
	refs := size / 6 / refBytes
	return &chunk{text: make([]byte, 0, size-2*refs*refBytes), refs: make([]ref, 0, refs), spare: make([]ref, refs)}
}

// divide makes two chunks of the memory of one, which is empty.
func (s *sorter) divide(c *chunk) {
	text, refs := cap(c.text)/2, cap(c.refs)/2
	c.spare = c.spare[:cap(c.refs)]
	s.free <- &chunk{text: c.text[text:text:cap(c.text)], refs: c.refs[refs:refs:cap(c.refs)], spare: c.spare[refs:]}
	s.current = &chunk{text: c.text[:0:text], refs: c.refs[:0:refs], spare: c.spare[:refs:refs]}
	s.whole = false
}

func (s *sorter) add(r record, choice string) error {
	if s.current.add(r, choice) {
		return nil
	}
	if err := s.hand(s.current); err != nil {
		return err
	}
	s.spilled = true
	select {
	case s.current = <-s.free:
	case <-s.ctx.Done():
		return context.Cause(s.ctx) // of the other side, or of the caller
	}
	if s.whole {
		s.divide(s.current)
	}
	s.current.add(r, choice)
	return nil
}

// hand passes on a chunk to be written.
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
	if s.spilled {
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
	return all.each(f)
}

// close ends the goroutine and removes its files.
func (s *sorter) close() error {
	if s.full != nil {
		close(s.full)
	}
	_ = s.group.Wait() // its error was returned already
	if s.spill == nil {
		return nil
	}
	return s.spill.close()
}

// sorted reads the rows in any order and writes them in that of their keys.
func (b *builder) sorted() (err error) {
	// Memory is cleared before it is used, which a small table need not wait for.
	s := newSorter(b.ctx, min(b.opt.Memory, max(leastMemory, 16*b.src.Size)), b.expected, b.opt.TempDir)
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

// choices reports whether stored rows begin with their choice among alternatives.
func (b *builder) choices() bool {
	for _, k := range b.spec.Schema.Keys {
		if len(k) > 1 {
			return true
		}
	}
	return false
}

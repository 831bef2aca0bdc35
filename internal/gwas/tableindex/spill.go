package tableindex

import (
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/s2"
)

// errSpill reports that another process changed the temporary file or that the disk returned wrong
// data.
var errSpill = errors.New("the temporary file of sorted rows is damaged")

const (
	spillBlock = 128 << 10 // bytes of records that are packed together
	// fanIn is how many runs are merged at once; each takes two blocks of memory.
	fanIn = 128
)

// spill is the temporary file of sorted runs. A run is blocks one after another: a checksum and a
// size of 4 bytes each, and records in S2. A record is the lengths of key and line, the key, 4
// bytes of its end, and the line.
type spill struct {
	file *os.File
	end  int64
	runs []run
	raw  []byte
	pack []byte
}

// run is a stretch of the file.
type run struct{ from, to int64 }

// newSpill creates the file and removes its name at once where the system allows that, so that a
// killed process leaves nothing behind.
func newSpill(dir string) (*spill, error) {
	file, err := os.CreateTemp(dir, "cohortium-index-*")
	if err != nil {
		return nil, fmt.Errorf("creating the temporary file of sorted rows: %w", err)
	}
	_ = os.Remove(file.Name()) // where this fails, close removes it
	return &spill{file: file}, nil
}

func (s *spill) close() error {
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

func (s *spill) writeChunk(c *chunk) error {
	from := s.end
	if err := c.each(s.write); err != nil {
		return err
	}
	return s.endRun(from)
}

// write adds a record to the run that is being written.
func (s *spill) write(r record) error {
	s.raw = binary.AppendUvarint(s.raw, uint64(len(r.key)))
	s.raw = binary.AppendUvarint(s.raw, uint64(len(r.line)))
	s.raw = append(s.raw, r.key...)
	s.raw = binary.LittleEndian.AppendUint32(s.raw, r.behind)
	s.raw = append(s.raw, r.line...)
	if len(s.raw) < spillBlock {
		return nil
	}
	return s.flush()
}

const spillHead = 8

func (s *spill) flush() error {
	if len(s.raw) == 0 {
		return nil
	}
	if most := s2.MaxEncodedLen(len(s.raw)) + spillHead; cap(s.pack) < most {
		s.pack = make([]byte, most)
	}
	packed := s2.Encode(s.pack[spillHead:cap(s.pack)], s.raw)
	block := s.pack[:spillHead+len(packed)]
	binary.LittleEndian.PutUint32(block, crc32.Checksum(packed, crc32.MakeTable(crc32.Castagnoli)))
	binary.LittleEndian.PutUint32(block[4:], uint32(len(packed)))
	if _, err := s.file.WriteAt(block, s.end); err != nil {
		return fmt.Errorf("writing the temporary file of sorted rows: %w", err)
	}
	s.end += int64(len(block))
	s.raw = s.raw[:0]
	return nil
}

func (s *spill) endRun(from int64) error {
	err := s.flush()
	s.runs = append(s.runs, run{from, s.end})
	return err
}

// merge calls f with the records of all runs in order. Of more runs than most,
// neighbours are merged to longer ones first.
func (s *spill) merge(most int, f func(record) error) error {
	for len(s.runs) > most {
		old := s.runs
		s.runs = nil
		for len(old) > 0 {
			n := min(most, len(old))
			from := s.end
			if err := s.mergeRuns(old[:n], s.write); err != nil {
				return err
			}
			if err := s.endRun(from); err != nil {
				return err
			}
			old = old[n:]
		}
	}
	return s.mergeRuns(s.runs, f)
}

func (s *spill) mergeRuns(runs []run, f func(record) error) error {
	var feeds feeds
	for i, r := range runs {
		feed := &feed{file: s.file, run: r, number: i}
		if err := feed.next(); err == nil {
			feeds = append(feeds, feed)
		} else if !errors.Is(err, io.EOF) {
			return err
		}
	}
	heap.Init(&feeds)
	for len(feeds) > 0 {
		first := feeds[0]
		if err := f(first.record); err != nil {
			return err
		}
		switch err := first.next(); {
		case err == nil:
			heap.Fix(&feeds, 0)
		case errors.Is(err, io.EOF):
			heap.Pop(&feeds)
		default:
			return err
		}
	}
	return nil
}

// feed reads the records of a run.
type feed struct {
	file   *os.File
	run    run
	number int
	packed []byte
	memory []byte
	rest   []byte // of the block
	prefix uint64
	record record
}

// next moves to the next record; io.EOF behind the last one.
func (f *feed) next() error {
	if len(f.rest) == 0 {
		if err := f.block(); err != nil {
			return err
		}
	}
	n := numbers{body: f.rest}
	key, line := n.next(1<<16), n.next(1<<31)
	f.record.key = n.take(key)
	if end := n.take(behindBytes); end != nil {
		f.record.behind = binary.LittleEndian.Uint32(end)
	}
	f.record.line = n.take(line)
	f.rest = n.body
	if n.bad {
		return errSpill
	}
	f.prefix = prefixOf(f.record.key)
	return nil
}

// block reads the next block.
func (f *feed) block() error {
	if f.run.from == f.run.to {
		return io.EOF
	}
	var head [spillHead]byte
	if _, err := f.file.ReadAt(head[:], f.run.from); err != nil {
		return fmt.Errorf("reading the temporary file of sorted rows: %w", err)
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if f.run.from+spillHead+size > f.run.to {
		return errSpill
	}
	if int64(cap(f.packed)) < size {
		f.packed = make([]byte, size)
	}
	f.packed = f.packed[:size]
	if _, err := f.file.ReadAt(f.packed, f.run.from+spillHead); err != nil {
		return fmt.Errorf("reading the temporary file of sorted rows: %w", err)
	}
	f.run.from += spillHead + size
	if crc32.Checksum(f.packed, crc32.MakeTable(crc32.Castagnoli)) != binary.LittleEndian.Uint32(head[:]) {
		return errSpill
	}
	var err error
	if f.memory, err = s2.Decode(f.memory[:cap(f.memory)], f.packed); err != nil {
		return fmt.Errorf("%w: %w", errSpill, err)
	}
	f.rest = f.memory
	return nil
}

// feeds is a heap by key, equal keys in the order of their runs.
type feeds []*feed

func (h feeds) Len() int      { return len(h) }
func (h feeds) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h feeds) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.prefix != b.prefix {
		return a.prefix < b.prefix
	}
	if d := bytes.Compare(a.record.key, b.record.key); d != 0 {
		return d < 0
	}
	return a.number < b.number
}

// Push implements heap.Interface; nothing is added to a merge.
func (h *feeds) Push(any) {}

// Pop implements heap.Interface.
func (h *feeds) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

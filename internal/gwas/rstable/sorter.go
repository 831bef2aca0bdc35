package rstable

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// record is one of a sorter: a key, and a text in the arena.
type record struct {
	key uint64
	at  uint32
	n   uint32
}

const recordBytes = 16

// sorter orders records by key, then by text. Records that exceed its memory are sorted piece by
// piece into a temporary file and merged from there. Any number of add, then any number of iter,
// close.
type sorter struct {
	temp    string
	memory  int
	records []record
	arena   []byte
	file    *os.File
	pieces  []piece
	end     int64 // of the file
	count   int64
}

// piece is a sorted part of the file.
type piece struct{ at, bytes int64 }

// newSorter returns a sorter that uses the given bytes of memory.
func newSorter(temp string, memory int) *sorter { return &sorter{temp: temp, memory: memory} }

func (s *sorter) add(key uint64, text []byte) error {
	if len(s.records) > 0 && (len(s.records)+1)*recordBytes+len(s.arena)+len(text) > s.memory {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if s.records == nil { // at once: growing by copies would take twice the memory
		s.records = make([]record, 0, s.memory*2/3/recordBytes)
		s.arena = make([]byte, 0, s.memory/3)
	}
	s.records = append(s.records, record{key, uint32(len(s.arena)), uint32(len(text))})
	s.arena = append(s.arena, text...)
	s.count++
	return nil
}

func (s *sorter) text(r record) []byte { return s.arena[r.at : r.at+r.n] }

func (s *sorter) sort() {
	slices.SortFunc(s.records, func(a, b record) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return bytes.Compare(s.text(a), s.text(b))
	})
}

// spill appends the records in memory, sorted, to the file.
func (s *sorter) spill() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp(s.temp, "rstable-*"); err != nil {
			return fmt.Errorf("rstable: %w", err)
		}
	}
	s.sort()
	w := bufio.NewWriterSize(s.file, 256<<10)
	n := int64(0)
	var head [8 + binary.MaxVarintLen32]byte
	for _, r := range s.records {
		binary.LittleEndian.PutUint64(head[:], r.key)
		size := 8 + binary.PutUvarint(head[8:], uint64(r.n))
		_, _ = w.Write(head[:size]) // Flush returns the first error
		_, _ = w.Write(s.text(r))
		n += int64(size) + int64(r.n)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("rstable: %w", err)
	}
	s.pieces = append(s.pieces, piece{s.end, n})
	s.end += n
	s.records, s.arena = s.records[:0], s.arena[:0]
	return nil
}

// close removes the file.
func (s *sorter) close() error {
	s.records, s.arena = nil, nil
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.file.Close(), os.Remove(s.file.Name()))
	s.file = nil
	return err
}

// iter starts to return the records in order. Several may be open at a time; nothing is added while
// one is.
func (s *sorter) iter() (*merged, error) {
	s.sort()
	m := &merged{}
	for _, p := range s.pieces {
		m.sources = append(m.sources, &source{in: bufio.NewReaderSize(io.NewSectionReader(s.file, p.at, p.bytes), 64<<10)})
	}
	m.sources = append(m.sources, &source{sorter: s})
	live := m.sources[:0]
	for _, src := range m.sources {
		more, err := src.next()
		if err != nil {
			return nil, err
		}
		if more {
			live = append(live, src)
		}
	}
	m.sources = live
	for i := len(m.sources)/2 - 1; i >= 0; i-- {
		m.down(i)
	}
	return m, nil
}

// source is one sorted part: a piece of the file, or the records in memory.
type source struct {
	key    uint64
	text   []byte
	in     *bufio.Reader
	sorter *sorter // of the records in memory
	at     int
}

// next moves to the next record; false at the end.
func (s *source) next() (bool, error) {
	if s.sorter != nil {
		if s.at == len(s.sorter.records) {
			return false, nil
		}
		r := s.sorter.records[s.at]
		s.key, s.text = r.key, s.sorter.text(r)
		s.at++
		return true, nil
	}
	var key [8]byte
	if _, err := io.ReadFull(s.in, key[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		return false, fmt.Errorf("rstable: %w", err)
	}
	n, err := binary.ReadUvarint(s.in)
	if err != nil {
		return false, fmt.Errorf("rstable: %w", err)
	}
	s.key, s.text = binary.LittleEndian.Uint64(key[:]), slices.Grow(s.text[:0], int(n))[:n]
	if _, err := io.ReadFull(s.in, s.text); err != nil {
		return false, fmt.Errorf("rstable: %w", err)
	}
	return true, nil
}

// merged returns the records of all parts in order: its first source is the next one.
type merged struct {
	sources []*source
	started bool
}

// next returns a record, whose text is valid until the next call; false at the end.
func (m *merged) next() (key uint64, text []byte, ok bool, err error) {
	if m.started && len(m.sources) > 0 {
		more, err := m.sources[0].next()
		if err != nil {
			return 0, nil, false, err
		}
		if !more {
			last := len(m.sources) - 1
			m.sources[0] = m.sources[last]
			m.sources = m.sources[:last]
		}
		m.down(0)
	}
	m.started = true
	if len(m.sources) == 0 {
		return 0, nil, false, nil
	}
	return m.sources[0].key, m.sources[0].text, true, nil
}

func (m *merged) less(i, j int) bool {
	a, b := m.sources[i], m.sources[j]
	return a.key < b.key || a.key == b.key && bytes.Compare(a.text, b.text) < 0
}

// down restores the heap below i.
func (m *merged) down(i int) {
	for {
		least := i
		for _, child := range []int{2*i + 1, 2*i + 2} {
			if child < len(m.sources) && m.less(child, least) {
				least = child
			}
		}
		if least == i {
			return
		}
		m.sources[i], m.sources[least] = m.sources[least], m.sources[i]
		i = least
	}
}

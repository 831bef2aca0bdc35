package rstable

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"cohortium/internal/gwas/blockfile"
	"cohortium/internal/gwas/genome"
)

// DefaultMemory is the memory, in bytes, in which a builder sorts by default.
const DefaultMemory = 128 << 20

// Builder collects the places and replaced numbers of a table in any order: any number of Place and
// Replaced, one WriteTo, Close. It is not safe for concurrent use.
type Builder struct {
	places *sorter // by number and position
	links  links
	text   []byte
}

// NewBuilder returns a builder that sorts in the given bytes of memory, 0 for DefaultMemory.
// Records that do not fit go to files in tempDir, "" for the directory of the system.
func NewBuilder(tempDir string, memory int) *Builder {
	if memory <= 0 {
		memory = DefaultMemory
	}
	return &Builder{places: newSorter(tempDir, memory*3/4), links: links{newSorter(tempDir, memory/8)}}
}

// Close releases the resources of building.
func (b *Builder) Close() error { return errors.Join(b.places.close(), b.links.close()) }

// bases are the single bases by their codes, and codes the way back.
const bases = "ACGT"

// alternatives are the texts of several single bases, by the bits of their codes.
var alternatives = func() (t [16][]byte) {
	for set := range t {
		var parts []string
		for code := range 4 {
			if set>>code&1 == 1 {
				parts = append(parts, bases[code:code+1])
			}
		}
		t[set] = []byte(strings.Join(parts, ","))
	}
	return t
}()

// Place adds a place of a number. Ref and Alts are upper-case bases, or both empty.
func (b *Builder) Place(number uint64, p Place) error {
	if number == 0 || number > MaxNumber || !p.Chromosome.Valid() || p.Position < 1 || p.Position > maxPosition {
		return fmt.Errorf("rstable: rs%d at %d:%d is not a valid position", number, p.Chromosome, p.Position)
	}
	head := byte(p.Chromosome)
	switch set, simple := basesOf(p.Ref, p.Alts); {
	case len(p.Ref) == 0:
		b.text = append(b.text[:0], kindPlace<<chromosomeBits|head)
	case simple:
		b.text = append(b.text[:0], kindBases<<chromosomeBits|head, set)
	default:
		b.text = append(b.text[:0], kindAlleles<<chromosomeBits|head)
		b.text = binary.AppendUvarint(b.text, uint64(len(p.Ref)+1+len(p.Alts)))
		b.text = append(append(append(b.text, p.Ref...), ' '), p.Alts...)
	}
	return b.places.add(number<<positionBits|uint64(p.Position), b.text)
}

// basesOf packs alleles of one base each.
func basesOf(ref, alts []byte) (packed byte, ok bool) {
	if len(ref) != 1 || len(alts)%2 == 0 {
		return 0, false
	}
	code := strings.IndexByte(bases, ref[0])
	if code < 0 {
		return 0, false
	}
	packed = byte(code)
	for i, c := range alts {
		code := strings.IndexByte(bases, c)
		switch {
		case i%2 == 0 && code >= 0:
			packed |= 1 << (2 + code)
		case i%2 == 0 || c != ',':
			return 0, false
		}
	}
	return packed, true
}

// Replaced adds that a number was merged into another.
func (b *Builder) Replaced(old, current uint64) error {
	if old == 0 || old > MaxNumber || current == 0 || current > MaxNumber {
		return fmt.Errorf("rstable: rs%d cannot be replaced by rs%d", old, current)
	}
	return b.links.add(old, current)
}

// WriteTo writes the table. A *CycleError when replaced numbers lead back to themselves.
func (b *Builder) WriteTo(to io.Writer, build genome.Build) (Facts, error) {
	if err := b.follow(); err != nil {
		return Facts{}, err
	}
	w := &writer{to: bufio.NewWriterSize(to, 1<<20), facts: Facts{Build: build}}
	m, err := b.places.iter()
	if err != nil {
		return w.facts, err
	}
	for {
		key, text, more, err := m.next()
		if err != nil {
			return w.facts, err
		}
		if !more {
			break
		}
		if err := w.record(key>>positionBits, int32(key&maxPosition), text); err != nil {
			return w.facts, err
		}
	}
	return w.facts, w.close()
}

// follow adds the replaced numbers, each with the one in use, to the records.
func (b *Builder) follow() (err error) {
	single, err := b.links.single()
	b.links = single
	if err != nil {
		return err
	}
	if b.links, err = single.resolved(); err != nil {
		return err
	}
	m, err := b.links.iter()
	if err != nil {
		return err
	}
	for {
		old, current, more, err := link(m)
		if err != nil || !more {
			return err
		}
		b.text = binary.AppendUvarint(append(b.text[:0], kindReplaced<<chromosomeBits), current)
		if err := b.places.add(old<<positionBits, b.text); err != nil {
			return err
		}
	}
}

// writer writes blocks, and the directory behind them.
type writer struct {
	to    *bufio.Writer
	facts Facts

	number   uint64   // that is being collected
	group    [][]byte // its records: position, then text
	replaced []byte
	block    []byte
	first    uint64 // number of the block
	before   uint64 // number of the last record

	directory []byte // of the blocks
	blocks    int
	lastFirst uint64
	at        int64
}

// record takes the next record in order.
func (w *writer) record(number uint64, position int32, text []byte) error {
	if number != w.number {
		if err := w.flushNumber(); err != nil {
			return err
		}
		w.number = number
	}
	if text[0]>>chromosomeBits == kindReplaced {
		w.replaced = append(w.replaced[:0], text...)
		return nil
	}
	w.facts.Places++
	if len(w.group) == mostPlaces {
		return nil
	}
	var r []byte // with the room of one that was written
	if n := len(w.group); n < cap(w.group) {
		r = w.group[:n+1][n][:0]
	}
	r = binary.LittleEndian.AppendUint32(append(r, text[0]), uint32(position))
	r = append(r, text[1:]...)
	if !slices.ContainsFunc(w.group, func(other []byte) bool { return bytes.Equal(other, r) }) {
		w.group = append(w.group, r)
	}
	return nil
}

// flushNumber writes the records of a number. One that has a place is not replaced.
func (w *writer) flushNumber() error {
	switch {
	case len(w.group) > 0:
		w.facts.Numbers++
	case len(w.replaced) > 0:
		w.facts.Replaced++
		w.group = append(w.group, slices.Clone(w.replaced))
	default:
		return nil
	}
	if len(w.block) >= blockBytes {
		if err := w.flushBlock(); err != nil {
			return err
		}
	}
	if len(w.block) == 0 {
		w.first, w.before = w.number, w.number
	}
	for _, r := range w.group {
		w.block = append(binary.AppendUvarint(w.block, w.number-w.before), r...)
		w.before = w.number
	}
	w.group, w.replaced = w.group[:0], w.replaced[:0]
	return nil
}

func (w *writer) flushBlock() error {
	if len(w.block) == 0 {
		return nil
	}
	w.directory = binary.AppendUvarint(w.directory, w.first-w.lastFirst)
	w.directory = binary.AppendUvarint(w.directory, uint64(len(w.block)))
	w.lastFirst = w.first
	w.blocks++
	w.block = blockfile.AppendSum(w.block)
	w.at += int64(len(w.block))
	_, err := w.to.Write(w.block)
	w.block = w.block[:0]
	return err
}

// close writes the rest and the directory.
func (w *writer) close() error {
	if err := errors.Join(w.flushNumber(), w.flushBlock()); err != nil {
		return fmt.Errorf("rstable: %w", err)
	}
	name := string(w.facts.Build)
	d := append(binary.AppendUvarint(nil, uint64(len(name))), name...)
	for _, n := range []int64{w.facts.Places, w.facts.Numbers, w.facts.Replaced, int64(w.blocks)} {
		d = binary.AppendUvarint(d, uint64(n))
	}
	d = append(d, w.directory...)
	_, _ = w.to.Write(format.AppendEnd(d, w.at)) // Flush returns the first error
	if err := w.to.Flush(); err != nil {
		return fmt.Errorf("rstable: %w", err)
	}
	return nil
}

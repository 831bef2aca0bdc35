package inflate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// DamageError reports that a gzip file is not what its writer wrote.
type DamageError struct {
	Offset int64 // in the compressed stream, from 0: all before it has been used
	What   string
}

func (e *DamageError) Error() string { return fmt.Sprintf("gzip, byte %d: %s", e.Offset, e.What) }

const (
	inputSize  = 64<<10 + maxHead // headers are taken as a whole
	windowSize = 256 << 10
	// maxIdle is how often the source may return nothing at all.
	maxIdle = 100
)

// Reader expands a gzip file: one member or several behind each other, each checked against its
// CRC-32 and size. It reads ahead of what it needs, uses a fixed amount of memory, and is not safe
// for concurrent use.
type Reader struct {
	source io.Reader
	behind error // of the source, after what input holds
	base   int64 // place of input[0] in the file

	d       decoder
	inside  bool // a member
	members bool // there has been one
	blocked bool // the last member is a BGZF block with data: another one must follow
	padded  bool // zeros have followed the last member
	sum     uint32
	size    uint32 // of the member so far
	summed  int    // sum and size cover the window up to here
	taken   int    // the caller has the window up to here
	err     error  // what comes behind the window

	input  [inputSize]byte
	window [windowSize + Slack]byte
}

// NewReader reads the header of the first member. Its errors are those of Read.
func NewReader(r io.Reader) (*Reader, error) {
	z := &Reader{source: r}
	z.d.dst, z.d.limit = z.window[:], windowSize
	for !z.inside && z.err == nil {
		if z.step() == starved {
			z.fill()
		}
	}
	if z.err != nil {
		return nil, z.err
	}
	return z, nil
}

// Read returns what is already expanded before it reads more from the source. Errors are io.EOF
// behind a whole file; io.ErrUnexpectedEOF where the source ends inside a member, or a BGZF file
// without its empty last block; *DamageError, also when something other than zeros follows the last
// member; and those of the source.
func (z *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for z.taken == z.d.out {
		if z.err != nil {
			return 0, z.err
		}
		z.advance()
	}
	n := copy(p, z.window[z.taken:z.d.out])
	z.taken += n
	return n, nil
}

// advance expands until the window is full, or the source has to be asked while
// the window holds something to return. The caller has taken all of the window.
func (z *Reader) advance() {
	if z.d.out >= windowSize {
		z.slide()
	}
	s := proceed
	for s != full && z.err == nil {
		if s == starved {
			if z.taken < z.d.out {
				break
			}
			z.fill()
		}
		s = z.step()
	}
	z.addSum()
}

// slide moves the history to the start of the window.
func (z *Reader) slide() {
	d := &z.d
	by := d.out - history
	copy(z.window[:], z.window[by:d.out])
	d.out, z.taken, z.summed = history, history, history
	d.start = max(0, d.start-by)
}

// addSum adds the new part of the window to the checksum.
func (z *Reader) addSum() {
	fresh := z.window[z.summed:z.d.out]
	z.sum = crc32.Update(z.sum, crc32.IEEETable, fresh)
	z.size += uint32(len(fresh))
	z.summed = z.d.out
}

// step expands a header, as much data as possible, or the end of a member.
func (z *Reader) step() status {
	if !z.inside {
		return z.open()
	}
	switch s := z.d.run(); s {
	case ended:
		return z.close()
	case damaged:
		z.err = z.damage(notDeflate)
		return damaged
	default:
		return s
	}
}

// open takes the header of a member.
func (z *Reader) open() status {
	rest := z.d.src[z.d.in:]
	if z.pad(rest) {
		return starved
	}
	size, wrong := headOf(rest)
	switch {
	case z.padded:
		z.err = z.damage(behindZeros)
		return damaged
	case wrong != "":
		z.err = z.damage(wrong)
		return damaged
	case size == 0:
		return starved
	}
	z.blocked = isBlock(rest[:size])
	z.d.in += size
	z.d.begin()
	z.inside, z.members, z.sum, z.size = true, true, 0, 0
	return proceed
}

// pad skips zeros behind a member, with which tapes and some copies fill up a file. It returns
// false when rest holds something else.
func (z *Reader) pad(rest []byte) bool {
	if !z.members {
		return false
	}
	zeros := len(rest) - len(bytes.TrimLeft(rest, "\x00"))
	z.padded = z.padded || zeros > 0
	z.d.in += zeros
	return zeros == len(rest)
}

// close takes the end of a member and compares.
func (z *Reader) close() status {
	trail := z.d.src[z.d.in:]
	if len(trail) < trailSize {
		return starved
	}
	z.addSum()
	switch {
	case binary.LittleEndian.Uint32(trail) != z.sum:
		z.err = z.damage(wrongCRC)
		return damaged
	case binary.LittleEndian.Uint32(trail[4:]) != z.size:
		z.err = z.damage(wrongSize)
		return damaged
	}
	z.d.in += trailSize
	z.inside, z.blocked = false, z.blocked && z.size > 0
	return proceed
}

func (z *Reader) damage(what string) error {
	return &DamageError{Offset: z.base + int64(z.d.in) - int64(z.d.n/8), What: what}
}

// fill reads more from the source, or notes that there is no more.
func (z *Reader) fill() {
	d := &z.d
	d.unload()
	rest := copy(z.input[:], d.src[d.in:])
	z.base += int64(d.in)
	d.in, d.src = 0, z.input[:rest]
	for range maxIdle {
		if z.behind != nil {
			z.err = z.behind
			if errors.Is(z.err, io.EOF) && (z.inside || z.blocked || rest > 0) {
				z.err = io.ErrUnexpectedEOF
			}
			return
		}
		var n int
		n, z.behind = z.source.Read(z.input[rest:])
		if n > 0 {
			d.src = z.input[:rest+n]
			return
		}
	}
	z.err = io.ErrNoProgress
}

package regionindex

import (
	"encoding/binary"
	"errors"
)

// errDeflate says that data is not a deflate stream of the stated size. Blocks
// are small and their size is known, so that this decoder can work on whole
// slices with a 64-bit bit buffer: it takes half the time of a general one.
var errDeflate = errors.New("not a deflate stream of the stated size")

const (
	endOfBlock   = 256
	maxLiterals  = 288
	maxDistances = 32
	// matchRoom is what copyMatch may touch: 258 bytes, eight at a time.
	matchRoom = 264
	// slack is what one step may write past the end before the check: two
	// pairs of literals and a match.
	slack = matchRoom + 4
)

// inflater expands deflate streams of known size; it is reused and serves one
// goroutine.
type inflater struct {
	src  []byte // the stream, with what follows it
	size int    // of the stream
	in   int    // next byte of src to load
	buf  uint64 // loaded bits, next one lowest
	n    uint   // how many of them count

	dst []byte // with slack
	out int    // bytes written
	end int    // bytes wanted

	literals  [literalTableSize]uint32
	distances [distanceTableSize]uint32
	lengths   [maxLiterals + maxDistances]uint8
	fixed     bool // the tables are those of the fixed codes
}

// run expands the first size bytes of src into dst[:end]; dst must have slack
// more bytes. Bytes of src behind size are loaded but never used.
func (f *inflater) run(dst []byte, end int, src []byte, size int) error {
	f.src, f.size, f.in, f.buf, f.n = src, size, 0, 0, 0
	f.dst, f.out, f.end = dst, 0, end
	defer func() { f.src, f.dst = nil, nil }()
	for {
		f.load()
		last, kind := f.take(1), f.take(2)
		ok := false
		switch kind {
		case 0:
			ok = f.stored()
		case 1:
			ok = f.emptyBlock() || f.fixedTables() && f.codes()
		case 2:
			ok = f.dynamicTables() && f.codes()
		}
		if !ok || f.out > f.end || f.consumed() > size {
			return errDeflate
		}
		if last == 1 {
			break
		}
	}
	if f.out != f.end || f.consumed() != size {
		return errDeflate
	}
	return nil
}

// consumed is how many bytes of src have been used, the last one perhaps in part.
func (f *inflater) consumed() int { return f.in - int(f.n/8) }

// load makes at least 56 bits available; behind the end of src they are zero,
// and f.consumed tells.
func (f *inflater) load() {
	if f.in+8 <= len(f.src) {
		f.in, f.buf, f.n = loadEight(f.src, f.in, f.buf, f.n)
		return
	}
	for ; f.n < 56; f.n += 8 {
		if f.in < len(f.src) {
			f.buf |= uint64(f.src[f.in]) << (f.n & 63)
		}
		f.in++
	}
}

// take removes up to 16 loaded bits.
func (f *inflater) take(n uint) uint {
	v := uint(f.buf) & (1<<n - 1)
	f.buf >>= n
	f.n -= n
	return v
}

// stored copies a block that is not compressed.
func (f *inflater) stored() bool {
	f.take(f.n & 7) // to the next byte
	f.load()
	n, not := int(f.take(16)), int(f.take(16))
	from := f.consumed()
	if n^not != 0xffff || from+n > f.size || f.out+n > f.end {
		return false
	}
	copy(f.dst[f.out:], f.src[from:from+n])
	f.out += n
	f.in, f.buf, f.n = from+n, 0, 0
	return true
}

// emptyBlock skips a block of fixed codes that holds nothing: many compressors
// end each stream with one, and it is not worth its tables.
func (f *inflater) emptyBlock() bool {
	if f.buf&0x7f != 0 { // the code of the end of the block is 0000000
		return false
	}
	f.take(7)
	return true
}

func (f *inflater) fixedTables() bool {
	if f.fixed {
		return true
	}
	lengths := f.lengths[:maxLiterals]
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		default:
			lengths[i] = 8
		}
	}
	buildTable(f.literals[:], literalBits, lengths, literalEntries[:])
	pairLiterals(f.literals[:])
	distances := f.lengths[maxLiterals:]
	for i := range distances {
		distances[i] = 5
	}
	f.fixed = true
	return buildTable(f.distances[:], distanceBits, distances, distanceEntries[:])
}

var codeLengthOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// dynamicTables reads the code lengths of a block and builds its tables.
func (f *inflater) dynamicTables() bool {
	f.fixed = false
	literals, distances, codeLengths := int(f.take(5))+257, int(f.take(5))+1, int(f.take(4))+4
	if literals > 286 || distances > 30 {
		return false
	}
	var short [19]uint8
	for _, symbol := range codeLengthOrder[:codeLengths] {
		f.load()
		short[symbol] = uint8(f.take(3))
	}
	const width = 7
	var table [1 << width]uint32
	if !buildTable(table[:], width, short[:], codeLengthEntries[:]) {
		return false
	}
	total := literals + distances
	for i := 0; i < total; {
		f.load()
		e := table[f.buf&(1<<width-1)]
		if e&kindSpecial != 0 {
			return false
		}
		f.take(uint(e & 63))
		value, repeat := uint8(e>>16), 1
		switch value {
		case 16:
			if i == 0 {
				return false
			}
			value, repeat = f.lengths[i-1], 3+int(f.take(2))
		case 17:
			value, repeat = 0, 3+int(f.take(3))
		case 18:
			value, repeat = 0, 11+int(f.take(7))
		}
		if i+repeat > total {
			return false
		}
		for ; repeat > 0; repeat-- {
			f.lengths[i] = value
			i++
		}
	}
	if !buildTable(f.literals[:], literalBits, f.lengths[:literals], literalEntries[:]) ||
		!buildTable(f.distances[:], distanceBits, f.lengths[literals:total], distanceEntries[:]) {
		return false
	}
	pairLiterals(f.literals[:])
	return true
}

// codes decodes the symbols of one block. It keeps the state in registers. Past
// the end of the stream it reads zeros, which ends at the latest when there are
// more bytes than wanted; run finds out.
func (f *inflater) codes() bool {
	src, in, buf, n := f.src, f.in, f.buf, f.n
	dst, out, end := f.dst, f.out, f.end
	literals, distances := &f.literals, &f.distances
	for out <= end {
		if in+8 <= len(src) {
			in, buf, n = loadEight(src, in, buf, n)
		} else {
			in, buf, n = f.loadTail(in, buf, n)
		}
		e := literals[buf&(1<<literalBits-1)]
		if e&kindLiteral != 0 {
			binary.LittleEndian.PutUint16(dst[out:], uint16(e>>16))
			out += 1 + int(e>>13&1)
			buf, n = buf>>(e&63), n-uint(e&63)
			e = literals[buf&(1<<literalBits-1)]
			if e&kindLiteral != 0 {
				binary.LittleEndian.PutUint16(dst[out:], uint16(e>>16))
				out += 1 + int(e>>13&1)
				buf, n = buf>>(e&63), n-uint(e&63)
				e = literals[buf&(1<<literalBits-1)]
			}
		}
		if e&kindSubtable != 0 {
			buf, n = buf>>literalBits, n-literalBits
			e = literals[uint(e>>16)+uint(buf)&(1<<(e>>8&15)-1)]
		}
		bits := buf
		buf, n = buf>>(e&63), n-uint(e&63)
		if e&(kindLiteral|kindSpecial) != 0 {
			if e&kindLiteral == 0 {
				f.in, f.buf, f.n, f.out = in, buf, n, out
				return e&kindEnd == kindEnd
			}
			binary.LittleEndian.PutUint16(dst[out:], uint16(e>>16))
			out += 1 + int(e>>13&1)
			continue
		}
		length := int(e>>16) + int(bits&(1<<(e&63)-1)>>(e>>8&15))
		if in+8 <= len(src) {
			in, buf, n = loadEight(src, in, buf, n)
		} else {
			in, buf, n = f.loadTail(in, buf, n)
		}
		d := distances[buf&(1<<distanceBits-1)]
		if d&kindSubtable != 0 {
			buf, n = buf>>distanceBits, n-distanceBits
			d = distances[uint(d>>16)+uint(buf)&(1<<(d>>8&15)-1)]
		}
		distance := int(d>>16) + int(buf&(1<<(d&63)-1)>>(d>>8&15))
		buf, n = buf>>(d&63), n-uint(d&63)
		if d&kindSpecial != 0 || distance > out {
			return false
		}
		copyMatch(dst, out, distance, length)
		out += length
	}
	return false
}

// loadEight is load where eight bytes of src are left. Small enough to be inlined.
func loadEight(src []byte, in int, buf uint64, n uint) (int, uint64, uint) {
	return in + int((63-n)>>3), buf | binary.LittleEndian.Uint64(src[in:])<<(n&63), n | 56
}

// loadTail is load for the last bytes, where eight at a time are too many.
func (f *inflater) loadTail(in int, buf uint64, n uint) (int, uint64, uint) {
	f.in, f.buf, f.n = in, buf, n
	f.load()
	return f.in, f.buf, f.n
}

// copyMatch repeats length bytes from distance back, eight at a time; bytes
// behind them are overwritten, which slack has room for.
func copyMatch(dst []byte, out, distance, length int) {
	if distance < 8 {
		for i := out; i < out+length; i++ {
			dst[i] = dst[i-distance]
		}
		return
	}
	to, from := dst[out:][:matchRoom], dst[out-distance:][:matchRoom]
	binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(from))
	binary.LittleEndian.PutUint64(to[8:], binary.LittleEndian.Uint64(from[8:]))
	for i := 16; i < length; i += 8 {
		binary.LittleEndian.PutUint64(to[i:], binary.LittleEndian.Uint64(from[i:]))
	}
}

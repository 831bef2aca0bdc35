// Package inflate expands deflate streams (RFC 1951), the format inside gzip and BGZF files. It
// owns the one decoder of the product in two forms: Block, for streams of known size that are in
// memory as a whole, as in BGZF; and Reader, for gzip files of any size from an io.Reader. It
// imports the standard library only. It does not compress, does not seek, and does not interpret
// the content.
package inflate

// Bounds of the format, and what follows from them.
const (
	maxLiterals  = 288
	maxDistances = 32
	history      = 32 << 10 // how far back a match may reach
	// wordRoom holds the longest match, 258 bytes, in whole words.
	wordRoom = 264
	// Slack is what one step may write past the end before the check: two pairs of literals and a
	// match, which may begin with a word.
	Slack = 4 + 8 + wordRoom
	// stepInput is what one step may load: twice, eight bytes each time, of
	// which the first uses up seven at most.
	stepInput = 15
)

// status is the reason why decoding stopped.
type status int

const (
	proceed status = iota // it did not
	starved               // src is used up
	full                  // out has reached limit
	damaged               // src is not a deflate stream
	ended                 // behind the last block
)

// phase is the part of a stream that comes next.
type phase int

const (
	atBlock  phase = iota // header of a block
	inStored              // bytes of a block that is not compressed
	inCodes               // symbols of a compressed block
	atEnd
)

// decoder expands one stream at a time from slices that its owner moves along: it stops when src is
// used up or dst full and continues from there. Bits of buf above the first n are either zero or
// what follows in src, so that loading them once more changes nothing.
type decoder struct {
	src []byte
	in  int    // next byte of src to load
	buf uint64 // loaded bits, next one lowest
	n   uint   // how many of them count

	dst   []byte
	out   int // bytes written
	start int // of the stream in dst: matches do not reach further back
	limit int // decoding pauses when out gets here; dst has Slack more

	phase phase
	last  bool // no block follows
	left  int  // bytes of a stored block to come
	short bool // take found too few bits

	literals  [literalTableSize]uint32
	distances [distanceTableSize]uint32
	lengths   [maxLiterals + maxDistances]uint8
	fixed     bool // the tables are those of the fixed codes
}

// begin prepares for a stream that starts at the next whole byte of src and is appended to dst.
func (d *decoder) begin() {
	d.phase, d.last, d.start = atBlock, false, d.out
}

// run decodes until something stops it.
func (d *decoder) run() status {
	for {
		s := ended
		switch d.phase {
		case atBlock:
			s = d.block()
		case inStored:
			s = d.stored()
		case inCodes:
			s = d.codes()
		}
		if s != proceed {
			return s
		}
	}
}

// block reads the header of a block; when src does not hold all of it, nothing
// of it is taken.
func (d *decoder) block() status {
	in, buf, n := d.in, d.buf, d.n
	d.short = false
	d.load()
	d.last = d.take(1) == 1
	ok := false
	switch d.take(2) {
	case 0:
		ok = d.storedSize()
	case 1:
		ok = d.fixedTables()
	case 2:
		ok = d.dynamicTables()
	}
	switch {
	case d.short:
		d.in, d.buf, d.n, d.phase = in, buf, n, atBlock
		return starved
	case !ok:
		return damaged
	}
	return proceed
}

// endBlock moves on to what follows a block.
func (d *decoder) endBlock() {
	d.phase = atBlock
	if d.last {
		d.phase = atEnd
		d.unload()
		d.buf, d.n = 0, 0 // the stream ends with a whole byte
	}
}

// load makes at least 56 bits available, or all there are.
func (d *decoder) load() {
	for ; d.n < 56 && d.in < len(d.src); d.n += 8 {
		d.buf |= uint64(d.src[d.in]) << d.n
		d.in++
	}
}

// unload puts the whole bytes among the loaded bits back into src.
func (d *decoder) unload() {
	d.in -= int(d.n / 8)
	d.n %= 8
	d.buf &= 1<<d.n - 1
}

// take removes up to 16 loaded bits, or notes that there are too few.
func (d *decoder) take(n uint) uint {
	if n > d.n {
		d.short = true
		return 0
	}
	v := uint(d.buf) & (1<<n - 1)
	d.buf >>= n
	d.n -= n
	return v
}

// storedSize reads the size of a block that is not compressed.
func (d *decoder) storedSize() bool {
	d.take(d.n & 7) // to the next byte
	d.load()
	size, not := d.take(16), d.take(16)
	d.unload()
	d.phase, d.left = inStored, int(size)
	return size^not == 0xffff
}

// stored copies the bytes of a block that is not compressed.
func (d *decoder) stored() status {
	n := min(d.left, len(d.src)-d.in, max(0, d.limit-d.out)) // a step may have gone past limit
	copy(d.dst[d.out:], d.src[d.in:d.in+n])
	d.in += n
	d.out += n
	d.left -= n
	switch {
	case d.left == 0:
		d.endBlock()
		return proceed
	case d.out >= d.limit:
		return full
	}
	return starved
}

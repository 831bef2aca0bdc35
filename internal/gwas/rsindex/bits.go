package rsindex

import "math/bits"

// longest is the highest quotient of a Rice code that is written in ones; a
// difference above it follows in full.
const longest = 24

// bitWriter appends bits, the first of a byte being its lowest.
type bitWriter struct {
	out  []byte
	word uint64
	n    uint
}

// write appends the lowest n ≤ numberBits bits of x.
func (w *bitWriter) write(x uint64, n uint) {
	w.word |= x << w.n
	w.n += n
	for w.n >= 8 {
		w.out = append(w.out, byte(w.word))
		w.word >>= 8
		w.n -= 8
	}
}

// rice appends a difference: its quotient by 2^k in ones and a zero, then k bits.
func (w *bitWriter) rice(x uint64, k uint) {
	q := x >> k
	if q >= longest {
		w.write(1<<longest-1, longest)
		w.write(x, numberBits)
		return
	}
	w.write(1<<q-1, uint(q)+1)
	w.write(x&(1<<k-1), k)
}

func (w *bitWriter) flush() {
	if w.n > 0 {
		w.out = append(w.out, byte(w.word))
	}
	w.word, w.n = 0, 0
}

// bitReader takes bits; ok turns false where there are none left.
type bitReader struct {
	in   []byte
	word uint64
	n    uint
	bad  bool
}

// fill makes at least n ≤ 56 bits ready.
func (r *bitReader) fill(n uint) bool {
	for r.n < n {
		if len(r.in) == 0 {
			return false
		}
		r.word |= uint64(r.in[0]) << r.n
		r.in = r.in[1:]
		r.n += 8
	}
	return true
}

func (r *bitReader) read(n uint) uint64 {
	if !r.fill(n) {
		r.bad = true
		return 0
	}
	x := r.word & (1<<n - 1)
	r.word >>= n
	r.n -= n
	return x
}

func (r *bitReader) rice(k uint) uint64 {
	r.fill(longest) // the end of a block may have fewer
	q := uint(bits.TrailingZeros64(^r.word))
	if q >= longest {
		r.read(longest)
		return r.read(numberBits)
	}
	r.read(q + 1)
	return uint64(q)<<k | r.read(k)
}

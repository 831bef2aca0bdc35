package variant

import (
	"errors"
	"math/bits"
	"sync"
)

// MaxLength is the longest allele that is read, in bases. Callers of structural variants write
// insertions out up to some ten thousand bases and deletions up to a hundred thousand; they write
// longer ones as a symbol.
const MaxLength = 100_000

// ErrFull reports that the long alleles of a run take more memory than a Dict may: no set of real
// variants does. Later alleles are unknown, so the run must end.
var ErrFull = errors.New("the alleles of more than 31 bases take more than 512 MiB together; " +
	"leave out structural variants, write them as <INS> and <DEL>, or send one file per chromosome")

const (
	dictBytes = 512 << 20 // of ErrFull
	// entryBytes is the overhead of an entry: two string headers, the word, and its share of a hash
	// table that is half empty.
	entryBytes = 96
)

// maxPacked is the longest allele that fits a word: 2·31 bits and the marker.
const maxPacked = 31

// firstID is the first number of a Dict entry; smaller ones are the one-letter symbolic alleles,
// whose code is their letter.
const firstID = 256

// code holds the two bits of each base in either case, and 0xff elsewhere.
var code = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xff
	}
	for i, base := range "ACGT" {
		t[base], t[base+'a'-'A'] = byte(i), byte(i)
	}
	return t
}()

// Dict keeps the text of alleles that are too long to be packed, so that equal
// alleles have equal words within one run. Words of two Dicts must not be
// mixed. It is safe for concurrent use; packed alleles never take its lock.
type Dict struct {
	mu   sync.RWMutex
	ids  map[string]Allele
	text []string // by id − firstID
	left int      // bytes that may still be kept; negative once it is full
}

// NewDict returns an empty Dict.
func NewDict() *Dict { return newDict(dictBytes) }

func newDict(limit int) *Dict { return &Dict{ids: map[string]Allele{}, left: limit} }

// Err returns ErrFull once an allele found no room. Readers of alleles check it now and then, and
// before a result counts.
func (d *Dict) Err() error {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if d.left < 0 {
		return ErrFull
	}
	return nil
}

// Parse reads an allele in either case: a string of A, C, G, T up to MaxLength, or a single I or D.
// It returns false for anything else, and once the Dict is full.
func (d *Dict) Parse(text []byte) (Allele, bool) {
	if len(text) == 1 {
		if b := code[text[0]]; b != 0xff {
			return A + Allele(b), true
		}
		switch text[0] {
		case 'I', 'i':
			return Insertion, true
		case 'D', 'd':
			return Deletion, true
		}
		return Missing, false
	}
	if len(text) == 0 {
		return Missing, false
	}
	if len(text) > maxPacked {
		return d.parseLong(text)
	}
	a := Allele(1)
	for _, c := range text {
		b := code[c]
		if b == 0xff {
			return Missing, false
		}
		a = a<<2 | Allele(b)
	}
	return a, true
}

func (d *Dict) parseLong(text []byte) (Allele, bool) {
	if len(text) > MaxLength {
		return Missing, false
	}
	upper := make([]byte, len(text))
	for i, c := range text {
		b := code[c]
		if b == 0xff {
			return Missing, false
		}
		upper[i] = "ACGT"[b]
	}
	d.mu.RLock()
	a, ok := d.ids[string(upper)]
	d.mu.RUnlock()
	if ok {
		return a, true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if a, ok := d.ids[string(upper)]; ok {
		return a, true
	}
	if d.left -= len(upper) + entryBytes; d.left < 0 {
		d.left = -1
		return Missing, false
	}
	a = symbolic | Allele(firstID+len(d.text))
	s := string(upper)
	d.ids[s] = a
	d.text = append(d.text, s)
	return a, true
}

// Append appends the text of a; "NA" for a missing allele and for one that is
// not of this Dict.
func (d *Dict) Append(dst []byte, a Allele) []byte {
	switch {
	case a.Symbolic():
		return append(dst, byte(a))
	case a&symbolic != 0:
		if s, ok := d.long(a); ok {
			return append(dst, s...)
		}
		return append(dst, "NA"...)
	case a <= 1:
		return append(dst, "NA"...)
	}
	for shift := (a.packedLen() - 1) * 2; shift >= 0; shift -= 2 {
		dst = append(dst, "ACGT"[a>>shift&3])
	}
	return dst
}

func (d *Dict) long(a Allele) (string, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	i := int(a&^symbolic) - firstID
	if i < 0 || i >= len(d.text) {
		return "", false
	}
	return d.text[i], true
}

// Text returns what Append writes: bases, a symbol such as <DEL>, or "NA" for a missing allele.
func (d *Dict) Text(a Allele) string { return string(d.Append(nil, a)) }

// Len returns the number of bases of a; 0 for a missing and a symbolic allele.
func (d *Dict) Len(a Allele) int {
	if a&symbolic == 0 {
		return a.packedLen()
	}
	s, _ := d.long(a)
	return len(s)
}

// Complement returns the allele read on the other strand: the complement of a single base, the
// reverse complement of a longer one, a itself when symbolic.
func (d *Dict) Complement(a Allele) Allele {
	if a&symbolic == 0 {
		return a.complementPacked()
	}
	s, ok := d.long(a)
	if !ok {
		return a
	}
	reversed := make([]byte, len(s))
	for i := range len(s) {
		reversed[len(s)-1-i] = "TGCA"[code[s[i]]]
	}
	b, _ := d.parseLong(reversed)
	return b
}

func (a Allele) complementPacked() Allele {
	n := a.packedLen()
	var out Allele = 1
	for range n {
		out = out<<2 | (3 - a&3)
		a >>= 2
	}
	if n == 0 {
		return Missing
	}
	return out
}

func (a Allele) packedLen() int {
	if a <= 1 {
		return 0
	}
	return (bits.Len64(uint64(a)) - 1) / 2
}

// Package sketch determines, without opening the files again, whether studies report the same
// variants. A Sketch is a small sample of the variants of one study; samples of different studies
// are drawn by the same rule, so that a variant which is in the sample of one study is in that of
// every other study that reports it.
//
// A variant is a place (chromosome and position, or rs number) and the class of
// its alleles as a meta-analysis matches them: which allele is the effect allele
// plays no part, nor does the strand where it shows. It imports genome and variant, and knows
// nothing about files or rows.
//
// # The sample
//
// Every variant has a hash, 64 bits that depend on nothing but the variant. A
// sketch keeps the smallest K of them (bottom-k: Cohen, "Size-estimation framework
// with applications to transitive closure and reachability", 1997; Broder, "On the
// resemblance and containment of documents", 1997). With fewer than K variants it
// holds them all, and comparisons of such sketches are exact. Otherwise variants
// with a hash up to the largest one kept are a random sample of the study. The
// error of a share p measured on m sampled variants is that of m draws: √(p(1−p)/m).
package sketch

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/variant"
)

// K is how many hashes a sketch holds at most: 64 kB.
const K = 8192

// Sketch is the sample of one study. It is not safe for concurrent use.
type Sketch struct {
	dict *variant.Dict
	// hashes are unique and ascending after settle; between calls more may lie
	// behind the first settled ones.
	hashes  []uint64
	settled int
	limit   uint64 // hashes above it are none of the smallest K
	text    []byte
}

// New returns an empty sketch of variants whose longer alleles are of dict.
func New(dict *variant.Dict) *Sketch { return &Sketch{dict: dict, limit: math.MaxUint64} }

// Place encodes chromosome and 1-based position as the place of a variant.
func Place(chromosome genome.Chromosome, position int32) uint64 {
	return uint64(chromosome)<<32 | uint64(uint32(position))
}

// Add takes one variant; adding it again changes nothing. place is the result of Place, or an rs
// number: the places of one comparison are of one kind.
func (s *Sketch) Add(place uint64, a, b variant.Allele) {
	a, b = variant.Class(a, b)
	h := hash(place, s.word(a), s.word(b))
	if h > s.limit {
		return
	}
	s.hashes = append(s.hashes, h)
	if len(s.hashes) >= 2*K {
		s.settle()
	}
}

// word returns an allele as a number that is the same in every process: the hash of its text where
// only a dictionary knows it.
func (s *Sketch) word(a variant.Allele) uint64 {
	if !a.Long() {
		return uint64(a)
	}
	h := fnv.New64a()
	s.text = s.dict.Append(s.text[:0], a)
	_, _ = h.Write(s.text) // never fails
	return h.Sum64()
}

// hash returns the hash of a place and the two alleles of a class, whose order would differ in
// another dictionary.
func hash(place, a, b uint64) uint64 {
	return stat.Mix(stat.Mix(stat.Mix(place)^min(a, b)) ^ max(a, b))
}

// settle brings the hashes into order and keeps the smallest K.
func (s *Sketch) settle() {
	if s.settled == len(s.hashes) {
		return
	}
	slices.Sort(s.hashes)
	s.hashes = slices.Compact(s.hashes)
	if len(s.hashes) >= K {
		s.hashes = s.hashes[:K]
		s.limit = s.hashes[K-1]
	}
	s.settled = len(s.hashes)
}

// smallest orders the sample by hash, keeps the first of each hash and of those the
// smallest most, and lowers the limit above which no other hash is one of them.
func smallest[T any](sampled []T, hashOf func(T) uint64, most int, limit uint64) ([]T, uint64) {
	slices.SortStableFunc(sampled, func(a, b T) int { return cmp.Compare(hashOf(a), hashOf(b)) })
	sampled = slices.CompactFunc(sampled, func(a, b T) bool { return hashOf(a) == hashOf(b) })
	if len(sampled) >= most {
		sampled = sampled[:most]
		limit = hashOf(sampled[most-1])
	}
	return sampled, limit
}

// Len returns how many variants are sampled: all of the study when there are fewer than K.
func (s *Sketch) Len() int {
	s.settle()
	return len(s.hashes)
}

// magic begins a stored sketch and names the rule by which it was drawn: sketches
// of another rule cannot be compared.
const magic = "sketch 1"

// ErrFormat is the error for bytes that are not a sketch of this rule.
var ErrFormat = errors.New("not a sketch of variants, or one drawn by another rule")

// WriteTo writes the sketch: eight bytes "sketch 1", then the hashes, ascending, as
// little-endian 64-bit numbers.
func (s *Sketch) WriteTo(w io.Writer) (int64, error) {
	s.settle()
	out := make([]byte, 0, len(magic)+8*len(s.hashes))
	out = append(out, magic...)
	for _, h := range s.hashes {
		out = binary.LittleEndian.AppendUint64(out, h)
	}
	n, err := w.Write(out)
	return int64(n), err
}

// Read reads a stored sketch.
func Read(r io.Reader) (*Sketch, error) {
	const most = len(magic) + 8*K
	text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most || len(text) < len(magic) || string(text[:len(magic)]) != magic || len(text)%8 != 0 {
		return nil, ErrFormat
	}
	s := New(nil)
	for at := len(magic); at < len(text); at += 8 {
		h := binary.LittleEndian.Uint64(text[at:])
		if n := len(s.hashes); n > 0 && h <= s.hashes[n-1] {
			return nil, ErrFormat
		}
		s.hashes = append(s.hashes, h)
	}
	s.settle()
	return s, nil
}

package sketch

import (
	"encoding/binary"
	"io"
	"math"

	"cohortium/internal/gwas/variant"
)

// sampledFrequencies is how many variants Frequencies holds at most: 384 kB.
const sampledFrequencies = 1 << 15

// Frequencies are the allele frequencies of a sample of the variants of one study, drawn by the
// rule of a Sketch: of single bases whose strand shows, since only those have the frequency of the
// same allele in another study. It is not safe for concurrent use.
type Frequencies struct {
	sampled []frequency // ascending after settle
	limit   uint64
}

type frequency struct {
	hash uint64
	of   float32 // the allele of the class that is the smaller one
}

// NewFrequencies returns an empty sample.
func NewFrequencies() *Frequencies { return &Frequencies{limit: math.MaxUint64} }

// Add takes one variant and the frequency of its allele a; NaN is ignored.
func (f *Frequencies) Add(place uint64, a, b variant.Allele, frequencyOfA float64) {
	if math.IsNaN(frequencyOfA) {
		return
	}
	first, oriented := variant.Oriented(a, b)
	if !oriented {
		return
	}
	lo, hi := variant.Class(a, b)
	h := hash(place, uint64(lo), uint64(hi))
	if h > f.limit {
		return
	}
	if !first {
		frequencyOfA = 1 - frequencyOfA
	}
	f.sampled = append(f.sampled, frequency{h, float32(frequencyOfA)})
	if len(f.sampled) >= 2*sampledFrequencies {
		f.settle()
	}
}

func (f *Frequencies) settle() {
	f.sampled, f.limit = smallest(f.sampled, func(v frequency) uint64 { return v.hash }, sampledFrequencies, f.limit)
}

// Agreement is how far the frequencies of two studies agree.
type Agreement struct {
	Compared int64
	R        float64 // NaN of none, and when all are the same
	Apart    int64   // that differ by more than the requested tolerance
}

// Agree compares two samples; more than apart is counted.
func Agree(a, b *Frequencies, apart float64) Agreement {
	a.settle()
	b.settle()
	var found Agreement
	var x, y, xx, yy, xy float64
	for i, j := 0, 0; i < len(a.sampled) && j < len(b.sampled); {
		p, q := a.sampled[i], b.sampled[j]
		switch {
		case p.hash < q.hash:
			i++
			continue
		case p.hash > q.hash:
			j++
			continue
		}
		i, j = i+1, j+1
		u, v := float64(p.of), float64(q.of)
		found.Compared++
		if math.Abs(u-v) > apart+1e-6 { // single precision has seven digits
			found.Apart++
		}
		u, v = u-0.5, v-0.5
		x, y, xx, yy, xy = x+u, y+v, xx+u*u, yy+v*v, xy+u*v
	}
	n := float64(found.Compared)
	found.R = (n*xy - x*y) / math.Sqrt((n*xx-x*x)*(n*yy-y*y))
	return found
}

// WriteTo writes the number of sampled variants and each with its frequency, by hash.
func (f *Frequencies) WriteTo(w io.Writer) (int64, error) {
	f.settle()
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(f.sampled)))
	for _, s := range f.sampled {
		out = binary.LittleEndian.AppendUint64(out, s.hash)
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(s.of))
	}
	n, err := w.Write(out)
	return int64(n), err
}

// ReadFrequencies reads what WriteTo wrote.
func ReadFrequencies(r io.Reader) (*Frequencies, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, ErrFormat
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > sampledFrequencies {
		return nil, ErrFormat
	}
	text := make([]byte, 12*n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, ErrFormat
	}
	f := NewFrequencies()
	for at := 0; at < len(text); at += 12 {
		s := frequency{binary.LittleEndian.Uint64(text[at:]), math.Float32frombits(binary.LittleEndian.Uint32(text[at+8:]))}
		if k := len(f.sampled); !(s.of >= 0 && s.of <= 1) || k > 0 && s.hash <= f.sampled[k-1].hash {
			return nil, ErrFormat
		}
		f.sampled = append(f.sampled, s)
	}
	f.settle()
	return f, nil
}

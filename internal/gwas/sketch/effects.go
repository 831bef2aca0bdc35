package sketch

import (
	"encoding/binary"
	"io"
	"iter"
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/variant"
)

// sampledEffects is how many variants Effects holds at most: 640 kB.
const sampledEffects = 1 << 14

// Effects are the estimates of a sample of the variants of one study, drawn by the rule
// of a Sketch, so that two studies can be compared variant by variant. It is not safe for
// concurrent use.
type Effects struct {
	variants *Sketch // for its alleles
	sampled  []Effect
	settled  int
	limit    uint64
}

// Effect holds the estimates of a study for one variant, in single precision. Missing is NaN.
type Effect struct {
	hash uint64
	// Beta, SE and EAF are of the effect allele of the study; EAF is as the file states it.
	Beta, SE, EAF float32
	Z             float32 // Beta over SE; from P where there is no SE
	N             float32
	NEff          float32 // the effective size that the file states
	NOfGroups     float32 // 4/(1/cases + 1/controls)
	// Orientation is 1 when the effect allele is the first of the class, −1 when it is the second,
	// and 0 when the alleles do not determine the strand.
	Orientation int8
	Chromosome  genome.Chromosome
}

// NewEffects returns an empty sample of variants whose longer alleles are of dict.
func NewEffects(dict *variant.Dict) *Effects {
	return &Effects{variants: New(dict), limit: math.MaxUint64}
}

// Add takes one variant; get returns its estimates and is called only for a variant that may be in
// the sample. Of a variant that comes twice the first stays.
func (e *Effects) Add(place uint64, a, b variant.Allele, get func() Effect) {
	lo, hi := variant.Class(a, b)
	h := hash(place, e.variants.word(lo), e.variants.word(hi))
	if h > e.limit {
		return
	}
	row := get()
	row.hash, row.Orientation = h, 0
	if first, oriented := variant.Oriented(a, b); oriented {
		row.Orientation = -1
		if first {
			row.Orientation = 1
		}
	}
	e.sampled = append(e.sampled, row)
	if len(e.sampled) >= 2*sampledEffects {
		e.settle()
	}
}

func (e *Effects) settle() {
	if e.settled == len(e.sampled) {
		return
	}
	e.sampled, e.limit = smallest(e.sampled, func(v Effect) uint64 { return v.hash }, sampledEffects, e.limit)
	e.settled = len(e.sampled)
}

// All returns the sampled variants.
func (e *Effects) All() []Effect {
	e.settle()
	return e.sampled
}

// Sketch returns the sample of the variants alone, as it would have been drawn from the study.
func (e *Effects) Sketch() *Sketch {
	e.settle()
	s := New(nil)
	for _, row := range e.sampled[:min(K, len(e.sampled))] {
		s.hashes = append(s.hashes, row.hash)
	}
	s.settle()
	return s
}

// Meet returns the estimates of both studies for every variant that is in both samples.
func Meet(a, b *Effects) iter.Seq2[*Effect, *Effect] {
	x, y := a.All(), b.All()
	return func(yield func(*Effect, *Effect) bool) {
		for i, j := 0, 0; i < len(x) && j < len(y); {
			switch p, q := &x[i], &y[j]; {
			case p.hash < q.hash:
				i++
			case p.hash > q.hash:
				j++
			default:
				if !yield(p, q) {
					return
				}
				i, j = i+1, j+1
			}
		}
	}
}

// Shared estimates the share of the variants of the smaller study that the larger one reports;
// judged is false when too few are sampled.
func Shared(a, b *Sketch) (share float64, judged bool) {
	limit := min(a.upTo(), b.upTo())
	x, y := below(a.hashes, limit), below(b.hashes, limit)
	if _, judged = fewIn(x, y, limit); !judged {
		return 0, false
	}
	return float64(common(x, y)) / float64(min(len(x), len(y))), true
}

const (
	magicEffects = "effects1"
	effectBytes  = 8 + 7*4 + 2
)

// WriteTo writes eight bytes "effects1", then each sampled variant, by hash: the hash
// (64 bits), Beta, SE, EAF, Z, N, NEff and NOfGroups (32-bit floats), Orientation and
// chromosome (a byte each), all little-endian.
func (e *Effects) WriteTo(w io.Writer) (int64, error) {
	e.settle()
	out := make([]byte, 0, len(magicEffects)+effectBytes*len(e.sampled))
	out = append(out, magicEffects...)
	for i := range e.sampled {
		row := &e.sampled[i]
		out = binary.LittleEndian.AppendUint64(out, row.hash)
		for _, x := range [...]float32{row.Beta, row.SE, row.EAF, row.Z, row.N, row.NEff, row.NOfGroups} {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
		}
		out = append(out, byte(row.Orientation), byte(row.Chromosome))
	}
	n, err := w.Write(out)
	return int64(n), err
}

// ReadEffects reads what WriteTo wrote; ErrFormat for anything else.
func ReadEffects(r io.Reader) (*Effects, error) {
	const most = len(magicEffects) + effectBytes*sampledEffects
	text, err := io.ReadAll(io.LimitReader(r, int64(most)+1))
	if err != nil {
		return nil, err
	}
	if len(text) > most || len(text) < len(magicEffects) || string(text[:len(magicEffects)]) != magicEffects {
		return nil, ErrFormat
	}
	text = text[len(magicEffects):]
	if len(text)%effectBytes != 0 {
		return nil, ErrFormat
	}
	e := NewEffects(nil)
	for ; len(text) > 0; text = text[effectBytes:] {
		number := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(text[8+4*at:])) }
		row := Effect{hash: binary.LittleEndian.Uint64(text), Beta: number(0), SE: number(1), EAF: number(2), Z: number(3), N: number(4),
			NEff: number(5), NOfGroups: number(6), Orientation: int8(text[effectBytes-2]), Chromosome: genome.Chromosome(text[effectBytes-1])}
		if n := len(e.sampled); n > 0 && row.hash <= e.sampled[n-1].hash || row.Orientation < -1 || row.Orientation > 1 {
			return nil, ErrFormat
		}
		e.sampled = append(e.sampled, row)
	}
	e.settle()
	return e, nil
}

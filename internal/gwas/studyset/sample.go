package studyset

import (
	"errors"
	"io"
	"math"

	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Sample holds the sampled rows of one study. It is not safe for concurrent use.
type Sample struct {
	Effects *sketch.Effects
	// Numbers are the variants by rs number; nil when Effects are by rs number too.
	Numbers *sketch.Sketch
	byRSID  bool
}

// NewSample returns an empty sample; dict has the alleles of the rows. Variants are known by rs
// number instead of position if byRSID.
func NewSample(dict *variant.Dict, byRSID bool) *Sample {
	s := &Sample{Effects: sketch.NewEffects(dict), byRSID: byRSID}
	if !byRSID {
		s.Numbers = sketch.New(dict)
	}
	return s
}

// Add takes one row; totals are those of the study, for a row that states no size.
func (s *Sample) Add(r *sumstats.Row, totals sumstats.Totals) {
	place := r.RSID
	if !s.byRSID {
		place = sketch.Place(r.Chromosome, r.Position)
		if r.RSID != 0 {
			s.Numbers.Add(r.RSID, r.EA, r.OA)
		}
		if !r.Chromosome.Valid() || r.Position <= 0 {
			return
		}
	}
	if place != 0 {
		s.Effects.Add(place, r.EA, r.OA, func() sketch.Effect { return effectOf(*r, totals) })
	}
}

func effectOf(r sumstats.Row, totals sumstats.Totals) sketch.Effect {
	totals.Complete(&r)
	nan := float32(math.NaN())
	e := sketch.Effect{Beta: float32(r.Beta), SE: nan, EAF: float32(r.EAF), N: float32(r.N), NEff: nan, NOfGroups: nan, Chromosome: r.Chromosome}
	if r.Flags&sumstats.EAFIsMAF != 0 {
		e.EAF = nan
	}
	z := math.Copysign(stat.ZFromNegLog10P(r.NegLog10P), r.Beta)
	if r.SE > 0 && !math.IsInf(r.SE, 0) {
		e.SE, z = float32(r.SE), r.Beta/r.SE
	}
	e.Z = float32(z)
	if r.NEff > 0 {
		e.NEff = r.NEff
	}
	if r.NCases > 0 && r.NControls > 0 {
		e.NOfGroups = float32(stat.EffectiveN(r.NCases, r.NControls))
	}
	return e
}

// Reader passes on the rows of a study and samples them.
type Reader struct {
	sumstats.RowReader
	Sample *Sample
	Totals sumstats.Totals
}

// ReadRows implements sumstats.RowReader.
func (r Reader) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := r.RowReader.ReadRows(dst)
	for i := range dst[:n] {
		r.Sample.Add(&dst[i], r.Totals)
	}
	return n, err
}

// magic begins a stored Sample and identifies its format.
const magic = "studies1"

// WriteTo writes eight bytes "studies1", the sketch of the rs numbers behind its length
// (32 bits, little-endian), and the effects.
func (s *Sample) WriteTo(w io.Writer) (int64, error) {
	numbers := s.Numbers
	if numbers == nil {
		numbers = sketch.New(nil)
	}
	head := append([]byte(magic), 0, 0, 0, 0)
	size := uint32(8 + 8*numbers.Len())
	for i := range 4 {
		head[len(magic)+i] = byte(size >> (8 * i))
	}
	n, err := w.Write(head)
	if err != nil {
		return int64(n), err
	}
	m, err := numbers.WriteTo(w)
	if err != nil {
		return int64(n) + m, err
	}
	k, err := s.Effects.WriteTo(w)
	return int64(n) + m + k, err
}

// ReadSample reads what WriteTo wrote; sketch.ErrFormat for anything else.
func ReadSample(r io.Reader) (*Sample, error) {
	head := make([]byte, len(magic)+4)
	if _, err := io.ReadFull(r, head); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, sketch.ErrFormat
		}
		return nil, err
	}
	if string(head[:len(magic)]) != magic {
		return nil, sketch.ErrFormat
	}
	size := uint32(head[8]) | uint32(head[9])<<8 | uint32(head[10])<<16 | uint32(head[11])<<24
	numbers, err := sketch.Read(io.LimitReader(r, int64(size)))
	if err != nil {
		return nil, err
	}
	effects, err := sketch.ReadEffects(r)
	if err != nil {
		return nil, err
	}
	return &Sample{Effects: effects, Numbers: numbers}, nil
}

package qc

import (
	"cmp"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// sampleRows is how many rows a sample holds at most: 4 MiB, and enough that a
// panel of 80 million variants and a study of a million have 400 in common.
const sampleRows = 1 << 16

// sampled is the data of a row in a sample.
type sampled struct {
	hash       uint64 // of what it is sampled by
	chromosome genome.Chromosome
	position   int32
	ea, oa     variant.Allele
	eaf        float64
	rsid       uint64
	flags      sumstats.RowFlags
}

// sample keeps the rows whose hash is below a limit, which sinks as they become
// too many. Two samples by the same hash can be compared: below the lower of their
// limits both are complete.
type sample struct {
	hash  func(*sumstats.Row) uint64 // 0 for a row that takes no part
	limit uint64                     // hashes below it are kept
	rows  []sampled
}

// samples are those by place and by rs number.
type samples struct{ place, name sample }

func newSamples() samples {
	return samples{place: sample{hash: placeHash, limit: math.MaxUint64}, name: sample{hash: nameHash, limit: math.MaxUint64}}
}

func (s *samples) add(r *sumstats.Row) {
	s.place.add(r)
	s.name.add(r)
}

func placeHash(r *sumstats.Row) uint64 {
	if r.Chromosome == genome.Unknown {
		return 0
	}
	return scatter(uint64(r.Chromosome)<<32 | uint64(uint32(r.Position)))
}

func nameHash(r *sumstats.Row) uint64 { return scatter(r.RSID) }

// scatter returns the finalizer of SplitMix64 (Steele, Lea and Flood 2014). It maps 0 to 0 and no
// two numbers to the same one.
func scatter(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (s *sample) add(r *sumstats.Row) {
	hash := s.hash(r)
	if hash == 0 || hash >= s.limit {
		return
	}
	s.keep(hash, r)
	for len(s.rows) > sampleRows { // rows of one place have one hash, and go together
		s.limit /= 2
		s.rows = slices.DeleteFunc(s.rows, func(x sampled) bool { return x.hash >= s.limit })
	}
}

func (s *sample) keep(hash uint64, r *sumstats.Row) {
	if len(s.rows) == cap(s.rows) {
		s.rows = slices.Grow(s.rows, min(max(1024, 3*len(s.rows)), sampleRows+1)) // few steps: what remains behind is garbage
	}
	s.rows = append(s.rows, sampled{hash: hash, chromosome: r.Chromosome, position: r.Position, ea: r.EA, oa: r.OA,
		eaf: r.EAF, rsid: r.RSID, flags: r.Flags})
}

// comparedRows is how many rows of a study are compared at most: a share of that many has an error
// of 0.6 %.
const comparedRows = 1 << 13

// below counts the rows under a limit.
func (s *sample) below(limit uint64) int {
	n := 0
	for i := range s.rows {
		if s.rows[i].hash < limit {
			n++
		}
	}
	return n
}

// under returns the rows below a limit in the order of their hashes.
func (s *sample) under(limit uint64) []sampled {
	rows := make([]sampled, 0, s.below(limit))
	for i := range s.rows {
		if s.rows[i].hash < limit {
			rows = append(rows, s.rows[i])
		}
	}
	slices.SortFunc(rows, func(a, b sampled) int { return cmp.Compare(a.hash, b.hash) })
	return rows
}

// pairs calls fn for rows of s that t could hold, with those of t that have the
// same hash, in any order.
func (s *sample) pairs(t *sample, fn func(row *sampled, same []sampled)) {
	limit := min(s.limit, t.limit)
	for s.below(limit) > comparedRows {
		limit /= 2
	}
	rows, rest := s.under(limit), t.under(limit)
	for i := range rows {
		row := &rows[i]
		for len(rest) > 0 && rest[0].hash < row.hash {
			rest = rest[1:]
		}
		n := 0
		for n < len(rest) && rest[n].hash == row.hash {
			n++
		}
		fn(row, rest[:n])
	}
}

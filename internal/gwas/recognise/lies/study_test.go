// Package lies generates files that lie and files that do not. It writes studies whose numbers it
// drew itself, in the layouts that programs and consortia use, and reads them as the command line
// does. It has tests only.
package lies

import (
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
)

// knownVariant is a common variant of HapMap 3 with its real places, 1-based, and the
// frequency of its alternate allele in five populations.
type knownVariant struct {
	chromosome, pos37, pos38 int
	rsid                     uint64
	ref, alt                 string
	percent                  [5]int
}

// knownVariants reads the table of variants that the program carries, by the format
// that its comment states; only those whose alleles are known.
var knownVariants = sync.OnceValues(func() ([]knownVariant, error) {
	file, err := os.Open("../markers.bin.gz")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	next := func() int {
		v, n := binary.Uvarint(raw)
		raw = raw[n:]
		return int(v)
	}
	var all []knownVariant
	var v knownVariant
	shift := 0
	for range next() {
		if step := next(); step > 0 {
			v.chromosome, v.pos37, shift = v.chromosome+step, 0, 0
		}
		v.pos37 += next()
		zigzag := next()
		shift += zigzag>>1 ^ -(zigzag & 1)
		v.pos38, v.rsid = v.pos37+shift, uint64(next())
		code := next()
		if code == 0 {
			continue
		}
		v.ref, v.alt = "ACGT"[(code-1)/4:][:1], "ACGT"[(code-1)%4:][:1]
		for i := range v.percent {
			v.percent[i] = next()
		}
		all = append(all, v)
	}
	return all, nil
})

// trueRow is one association of the study, of its alternate allele.
type trueRow struct {
	chromosome, pos37, pos38 int
	rsid                     uint64
	ref, alt                 string
	freq                     float64 // of alt
	beta, se                 float64 // of one copy of alt; log odds in a yes/no study
	n, cases, controls       float64
	info                     float64
	tested                   string // the allele of files whose effect allele varies by row
}

func (r *trueRow) z() float64 { return r.beta / r.se }

// p is two-sided; the normal distribution function of the standard library.
func (r *trueRow) p() float64 { return math.Erfc(math.Abs(r.z()) / math.Sqrt2) }

func (r *trueRow) logP() float64 { return negLog10P(r.z()) }

// negLog10P returns −log10 of the two-sided P of z, by the continued fraction of Mills' ratio where
// P is too small for a float64.
func negLog10P(z float64) float64 {
	z = math.Abs(z)
	if z < 30 {
		return -math.Log10(math.Erfc(z / math.Sqrt2))
	}
	mills := 0.0
	for k := 60; k > 0; k-- {
		mills = float64(k) / (z + mills)
	}
	return (z*z/2 + math.Log(z+mills) + 0.5*math.Log(2*math.Pi) - math.Ln2) / math.Ln10
}

func (r *trueRow) other(allele string) string {
	if allele == r.alt {
		return r.ref
	}
	return r.alt
}

// of returns effect and frequency of one of the alleles.
func (r *trueRow) of(allele string) (beta, freq float64) {
	if allele == r.alt {
		return r.beta, r.freq
	}
	return -r.beta, 1 - r.freq
}

// study is the study from which a file was written.
type study struct {
	binary     bool
	share      float64 // of cases
	n          float64 // of the whole study
	nVaries    bool    // over more than a factor of two from row to row
	build      int     // 37 or 38
	population int
	rows       []trueRow
}

func (r *trueRow) position(build int) int {
	if build == 38 {
		return r.pos38
	}
	return r.pos37
}

// madeUpShare of the rows are variants that are in no table, palindromic ones, insertions and
// deletions among them.
const madeUpShare = 0.1

// drawStudy draws a study of 1,000 to 1,299 rows, sorted by position.
func drawStudy(t *testing.T, r *rand.Rand, binary, constantN bool) *study {
	t.Helper()
	known, err := knownVariants()
	if err != nil {
		t.Fatal(err)
	}
	s := &study{binary: binary, n: float64(10_000 + 1000*r.IntN(60)), share: []float64{0.1, 0.2, 0.4, 0.5}[r.IntN(4)], build: 37 + r.IntN(2)}
	if r.IntN(4) == 0 {
		s.population = r.IntN(5)
	}
	s.nVaries = !constantN && r.IntN(2) == 0
	unit := 1.0
	if !binary {
		unit = []float64{1, 1, 4.7, 12.5}[r.IntN(4)]
	}
	rows := 1000 + r.IntN(300)
	for _, i := range r.Perm(len(known))[:rows] {
		v := known[i]
		s.rows = append(s.rows, trueRow{chromosome: v.chromosome, pos37: v.pos37, pos38: v.pos38, rsid: v.rsid, ref: v.ref, alt: v.alt,
			freq: nearby(r, float64(v.percent[s.population])/100)})
	}
	for i, near := range r.Perm(rows)[:int(madeUpShare*float64(rows))] {
		s.rows = append(s.rows, madeUp(r, &s.rows[near], i))
	}
	for i := range s.rows {
		s.fill(r, &s.rows[i], unit, constantN)
	}
	slices.SortFunc(s.rows, func(a, b trueRow) int {
		if a.chromosome != b.chromosome {
			return a.chromosome - b.chromosome
		}
		return a.position(s.build) - b.position(s.build)
	})
	return s
}

// nearby returns a frequency of a sample of the population.
func nearby(r *rand.Rand, f float64) float64 {
	f = min(max(f, 0.01), 0.99)
	logit := math.Log(f/(1-f)) + 0.08*r.NormFloat64()
	return rounded(min(max(1/(1+math.Exp(-logit)), 0.005), 0.995), 4)
}

var madeUpAlleles = [][2]string{{"A", "T"}, {"C", "G"}, {"A", "G"}, {"C", "A"}, {"A", "AT"}, {"CTT", "C"}, {"G", "GACA"}}

// madeUp returns a variant 10 to 60 bases behind a known one.
func madeUp(r *rand.Rand, near *trueRow, i int) trueRow {
	step, pair := 10+r.IntN(50), madeUpAlleles[r.IntN(len(madeUpAlleles))]
	return trueRow{chromosome: near.chromosome, pos37: near.pos37 + step, pos38: near.pos38 + step, rsid: 2_000_000_000 + uint64(i),
		ref: pair[0], alt: pair[1], freq: rounded(0.02+0.96*r.Float64(), 4)}
}

// fill draws size, error and effect. The error is 1/√(2f(1−f)·n·φ) with φ the variance
// that a regression leaves: 1 for a measured trait in its standard deviations, μ(1−μ)
// on the logistic scale. Three rows in a hundred are strong.
func (s *study) fill(r *rand.Rand, row *trueRow, unit float64, constantN bool) {
	row.n = s.n
	switch {
	case constantN:
	case s.nVaries:
		row.n = math.Round(s.n * (0.15 + 0.85*r.Float64()))
	default:
		row.n = s.n - float64(r.IntN(int(s.n/20)))
	}
	spread := 1 / (unit * unit)
	if s.binary {
		row.cases = math.Round(row.n * s.share)
		row.controls = row.n - row.cases
		spread = s.share * (1 - s.share)
	}
	noise := 1 + 0.02*r.NormFloat64() // of the residual variance
	row.se = significant(noise/math.Sqrt(2*row.freq*(1-row.freq)*row.n*spread), 6)
	z := 1.15 * r.NormFloat64()
	if r.IntN(33) == 0 {
		z = math.Copysign(8.3+5*r.Float64(), z)
	}
	row.beta = significant(z*row.se, 6)
	row.info = rounded(0.6+0.4*r.Float64(), 3)
	if row.tested = row.alt; r.IntN(2) == 0 {
		row.tested = row.ref
	}
}

func rounded(x float64, decimals int) float64 {
	scale := math.Pow(10, float64(decimals))
	return math.Round(x*scale) / scale
}

func significant(x float64, digits int) float64 {
	var v float64
	if _, err := fmt.Sscan(fmt.Sprintf("%.*g", digits, x), &v); err != nil {
		panic(err)
	}
	return v
}

package app

import (
	"math"
	"math/rand/v2"
)

// truth is a study before it is written: the expected result of reading any file of it, in any
// layout.
type truth struct {
	binary          bool
	cases, controls float64 // of the whole study; both 0 for a quantitative trait
	n               float64 // of the whole study
	variants        []trueVariant
}

// trueVariant is one association, for its second allele.
type trueVariant struct {
	chromosome int
	position   int // 1-based, GRCh38
	rsid       int
	ref, alt   string
	beta, se   float64 // per copy of alt; log odds in a binary study
	freq       float64 // of alt
	n          float64 // people of this row
	tested     string  // the allele of files with an effect allele per row
}

// groupShares are percentages of cases, so that the counts of rows are whole numbers.
var groupShares = []float64{5, 10, 20, 25, 40, 50}

// truthAlleles are the alleles of generated variants: all kinds of single bases, including
// palindromic ones, and insertions and deletions.
var truthAlleles = [][2]string{
	{"A", "G"}, {"G", "A"}, {"C", "T"}, {"T", "C"}, {"A", "C"}, {"G", "T"},
	{"A", "T"}, {"T", "A"}, {"C", "G"}, {"G", "C"}, {"A", "AT"}, {"CTT", "C"},
}

// newTruth draws a study of some variants on a few chromosomes.
func newTruth(r *rand.Rand) *truth {
	s := &truth{binary: r.IntN(2) == 0, n: 1000 * float64(20+r.IntN(80))}
	if s.binary {
		s.cases = s.n * groupShares[r.IntN(len(groupShares))] / 100
		s.controls = s.n - s.cases
	}
	position := 1_000_000
	for i := range 40 {
		position += 1000 + r.IntN(50_000)
		pair := truthAlleles[r.IntN(len(truthAlleles))]
		v := trueVariant{chromosome: 1 + i/14, position: position, rsid: 1000 + 7*i, ref: pair[0], alt: pair[1],
			freq: drawFrequency(r), n: s.n - 100*float64(r.IntN(int(s.n/500)))}
		v.se = math.Round(1e5*s.expectedSE(&v)) / 1e5
		v.beta = math.Round(1e5*v.se*(8*r.Float64()-4)) / 1e5
		if v.tested = v.alt; r.IntN(2) == 0 {
			v.tested = v.ref
		}
		s.variants = append(s.variants, v)
	}
	return s
}

// drawFrequency avoids values near 0.4 and 0.6, the bounds between which a palindromic variant is
// excluded.
func drawFrequency(r *rand.Rand) float64 {
	for {
		f := math.Round(1e4*(0.05+0.9*r.Float64())) / 1e4
		if math.Abs(f-0.4) > 0.001 && math.Abs(f-0.6) > 0.001 {
			return f
		}
	}
}

// expectedSE returns 1/√(2f(1−f)·n·φ), with φ the variance of the trait that a regression leaves: 1
// for a standardised trait, μ(1−μ) on the logistic scale.
func (s *truth) expectedSE(v *trueVariant) float64 {
	return 1 / math.Sqrt(2*v.freq*(1-v.freq)*v.n*s.spread())
}

func (s *truth) spread() float64 {
	if !s.binary {
		return 1
	}
	mu := s.cases / s.n
	return mu * (1 - mu)
}

func (v *trueVariant) palindromic() bool {
	return len(v.ref) == 1 && len(v.alt) == 1 && (v.ref+v.alt == "AT" || v.ref+v.alt == "TA" || v.ref+v.alt == "CG" || v.ref+v.alt == "GC")
}

func (v *trueVariant) z() float64 { return v.beta / v.se }

// p returns the two-sided P of a normal deviate, from the complementary error function.
func (v *trueVariant) p() float64 { return math.Erfc(math.Abs(v.z()) / math.Sqrt2) }

// of returns effect and frequency for one of the two alleles.
func (v *trueVariant) of(allele string) (beta, freq float64) {
	if allele == v.alt {
		return v.beta, v.freq
	}
	return -v.beta, 1 - v.freq
}

// other returns the allele that is not the given one.
func (v *trueVariant) other(allele string) string {
	if allele == v.alt {
		return v.ref
	}
	return v.alt
}

// minor returns the rarer allele.
func (v *trueVariant) minor() string {
	if v.freq < 0.5 {
		return v.alt
	}
	return v.ref
}

// groups returns the cases and controls of the row.
func (s *truth) groups(v *trueVariant) (cases, controls float64) {
	cases = v.n * s.cases / s.n
	return cases, v.n - cases
}

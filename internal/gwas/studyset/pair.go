package studyset

import (
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sketch"
)

// pair is the comparison of two studies. The variants themselves are not kept, as a set of 100
// studies has 4,950 pairs.
type pair struct {
	z    int  // variants with effects in both
	wide bool // on enough autosomes for chance deviations to be independent

	r        float64 // correlation of z-scores
	same     bool
	apart    float64 // spread of the difference of z-scores, where same
	shared   bool
	errors   float64 // correlation of the errors, where shared
	products float64 // sum of the products of z-scores, in standard errors

	f            int     // variants with frequencies in both
	frequencies  float64 // their correlation
	mirrored     bool
	foldedFirst  int // variants that show frequencies of the minor allele in the first
	foldedSecond int

	slope, slopeSE float64 // ln of the slope of the second on the first
	sloped         bool
}

// meeting are the variants of two studies, turned to one allele. Its memory is used again.
type meeting struct {
	z, w    []float64 // z-scores of the first and of the second
	b, c    []float64 // effects
	u, v    []float64 // variances of b and c
	lnSE    float64   // mean of ln(SE of the second / SE of the first)
	f, g    []float64 // frequencies of the first allele of the class
	raw     []float64 // frequency that the second states, of its effect allele
	seen    []float64 // frequency of that allele in the first
	rawOf   []float64 // the same the other way round: stated by the first
	seenBy  []float64
	scratch []float64
	covered genome.Covered
}

// meet compares two studies by no more than most variants; samples are in random order.
func (m *meeting) meet(a, b *Sample, most int) *pair {
	for _, list := range []*[]float64{&m.z, &m.w, &m.b, &m.c, &m.u, &m.v, &m.f, &m.g, &m.raw, &m.seen, &m.rawOf, &m.seenBy} {
		*list = (*list)[:0]
	}
	m.lnSE, m.covered = 0, 0
	n := 0
	for x, y := range sketch.Meet(a.Effects, b.Effects) {
		if x.Orientation == 0 || y.Orientation == 0 {
			continue
		}
		if n++; n > most {
			break
		}
		m.covered.Add(x.Chromosome)
		m.effects(x, y)
		m.frequencies(x, y)
	}
	m.lnSE /= float64(len(m.b))
	p := &pair{z: len(m.z), f: len(m.f), wide: m.covered != 0 && !m.covered.Regional(),
		r: correlation(m.z, m.w), products: products(m.z, m.w), frequencies: correlation(m.f, m.g),
		foldedFirst: folded(m.rawOf, m.seenBy), foldedSecond: folded(m.raw, m.seen)}
	m.people(p)
	p.mirrored = m.mirrored(p)
	if p.wide {
		p.slope, p.slopeSE, p.sloped = m.slope()
	}
	return p
}

func (m *meeting) effects(x, y *sketch.Effect) {
	s, t := float64(x.Orientation), float64(y.Orientation)
	z, w := s*float64(x.Z), t*float64(y.Z)
	if !finite(z) || !finite(w) {
		return
	}
	m.z, m.w = append(m.z, z), append(m.w, w)
	if x.SE > 0 && y.SE > 0 {
		m.lnSE += math.Log(float64(y.SE) / float64(x.SE))
		m.b, m.c = append(m.b, s*float64(x.Beta)), append(m.c, t*float64(y.Beta))
		m.u, m.v = append(m.u, float64(x.SE)*float64(x.SE)), append(m.v, float64(y.SE)*float64(y.SE))
	}
}

func (m *meeting) frequencies(x, y *sketch.Effect) {
	f, g := ofFirst(x), ofFirst(y)
	if math.IsNaN(f) || math.IsNaN(g) {
		return
	}
	m.f, m.g = append(m.f, f), append(m.g, g)
	m.raw, m.seen = append(m.raw, float64(y.EAF)), append(m.seen, of(f, y))
	m.rawOf, m.seenBy = append(m.rawOf, float64(x.EAF)), append(m.seenBy, of(g, x))
}

// ofFirst returns the frequency of the first allele of the class.
func ofFirst(e *sketch.Effect) float64 { return of(float64(e.EAF), e) }

// of turns a frequency between the first allele of the class and the effect allele of e.
func of(f float64, e *sketch.Effect) float64 {
	if e.Orientation < 0 {
		return 1 - f
	}
	return f
}

// correlation is Pearson's, NaN when one of both does not vary.
func correlation(x, y []float64) float64 {
	var mx, my float64
	for i := range x {
		mx += x[i]
		my += y[i]
	}
	n := float64(len(x))
	mx, my = mx/n, my/n
	var xx, yy, xy float64
	for i := range x {
		a, b := x[i]-mx, y[i]-my
		xx, yy, xy = xx+a*a, yy+b*b, xy+a*b
	}
	return xy / math.Sqrt(xx*yy)
}

// madScale makes the median absolute deviation of a normal variable its standard deviation.
const madScale = 1.482602218505602

// within reports whether at least half of |z − c·w| are below the median that a standard deviation
// of sd makes: whether their robust spread is sd at most. It sorts nothing.
func (m *meeting) within(c, sd float64) bool {
	n, limit := 0, sd/madScale
	for i := range m.z {
		if math.Abs(m.z[i]-c*m.w[i]) <= limit {
			n++
		}
	}
	return 2*n >= len(m.z)
}

// spread returns the robust standard deviation of z − c·w around 0.
func (m *meeting) spread(c float64) float64 {
	m.scratch = m.scratch[:0]
	for i := range m.z {
		m.scratch = append(m.scratch, math.Abs(m.z[i]-c*m.w[i]))
	}
	return madScale * median(m.scratch)
}

// median orders x.
func median(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

package studyset

import (
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sketch"
)

// pair are two studies on the variants that both sampled, turned to one allele.
type pair struct {
	z, w    []float64 // z-scores of the first and of the second
	b, c    []float64 // effects
	v       []float64 // variances of c
	u       []float64 // variances of b
	lnSE    float64   // mean of ln(SE of the second / SE of the first)
	withSE  int
	f, g    []float64 // frequencies of the first allele of the class
	raw     []float64 // frequency that the second states, of its effect allele
	seen    []float64 // frequency of that allele in the first
	rawOf   []float64 // the same the other way round: stated by the first
	seenBy  []float64
	covered genome.Covered
}

// wide says that the variants lie on enough autosomes for chance deviations to be
// independent; without places nothing is known.
func (p *pair) wide() bool { return p.covered != 0 && !p.covered.Regional() }

func newPair(a, b *Sample) *pair {
	p := &pair{}
	for x, y := range sketch.Meet(a.Effects, b.Effects) {
		if x.Orientation == 0 || y.Orientation == 0 {
			continue
		}
		p.covered.Add(x.Chromosome)
		p.effects(x, y)
		p.frequencies(x, y)
	}
	if p.withSE > 0 {
		p.lnSE /= float64(p.withSE)
	}
	return p
}

func (p *pair) effects(x, y *sketch.Effect) {
	s, t := float64(x.Orientation), float64(y.Orientation)
	z, w := s*float64(x.Z), t*float64(y.Z)
	if !finite(z) || !finite(w) {
		return
	}
	p.z, p.w = append(p.z, z), append(p.w, w)
	if x.SE > 0 && y.SE > 0 {
		p.withSE++
		p.lnSE += math.Log(float64(y.SE) / float64(x.SE))
		p.b, p.c = append(p.b, s*float64(x.Beta)), append(p.c, t*float64(y.Beta))
		p.u, p.v = append(p.u, float64(x.SE)*float64(x.SE)), append(p.v, float64(y.SE)*float64(y.SE))
	}
}

func (p *pair) frequencies(x, y *sketch.Effect) {
	f, g := ofFirst(x), ofFirst(y)
	if math.IsNaN(f) || math.IsNaN(g) {
		return
	}
	p.f, p.g = append(p.f, f), append(p.g, g)
	p.raw, p.seen = append(p.raw, float64(y.EAF)), append(p.seen, of(f, y))
	p.rawOf, p.seenBy = append(p.rawOf, float64(x.EAF)), append(p.seenBy, of(g, x))
}

// ofFirst is the frequency of the first allele of the class.
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

// within says whether at least half of |z − c·w| are below the median that a standard
// deviation of sd makes: whether their robust spread is sd at most. It sorts nothing.
func (p *pair) within(c, sd float64) bool {
	n, limit := 0, sd/madScale
	for i := range p.z {
		if math.Abs(p.z[i]-c*p.w[i]) <= limit {
			n++
		}
	}
	return 2*n >= len(p.z)
}

// spread is the robust standard deviation of z − c·w around 0.
func (p *pair) spread(c float64) float64 {
	d := make([]float64, len(p.z))
	for i := range p.z {
		d[i] = math.Abs(p.z[i] - c*p.w[i])
	}
	return madScale * median(d)
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

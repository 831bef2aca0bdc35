package meta

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/phrase"
)

// People whom studies share are estimated as METAL does (Sengupta 2018, and Lin and
// Sullivan 2009, Am J Hum Genet 85:862). Studies are added one after the other, in the
// order as listed. Before a study is added, its z-scores are compared with those of the
// studies before it, combined: of variants without effect their correlation comes from
// shared people alone. Variants with an effect are kept out by taking only those of which
// both z are below a cutoff, so the correlation is the maximum likelihood estimate of a
// standard bivariate normal distribution that is truncated to a square. It is estimated
// apart for variants of different total weights, in classes of 1,000, since people need
// not be shared by those parts of a study that lack a variant.

// MaxZCutoff is the largest cutoff of z for an estimate of overlap: no P of a z beyond it is
// a double.
const MaxZCutoff = 38

const (
	defaultZCutoff = 1
	maxZCutoff     = 38   // no P of a z beyond it is a double
	overlapStep    = 1000 // weight from one class to the next
	fewForOverlap  = 100  // the standard error of an estimate from fewer exceeds 0.2
	nearlyOne      = 1e-9 // how near to ±1 a correlation is looked for
	overlapGrid    = 200  // steps of the first search between −1 and 1
	overlapSteps   = 400  // of the integral over a square; even
	overlapGolden  = 0.6180339887498949
)

// OverlapClass is the estimated overlap of a study with the studies listed before it, over
// the variants whose weights in all of them add up to WeightFrom or more and less than WeightTo.
type OverlapClass struct {
	Study       string `json:"study"`
	WeightFrom  int64  `json:"weight_from"`
	WeightTo    int64  `json:"weight_to"`
	Variants    int64  `json:"n_variants"` // that it was estimated from
	Correlation Number `json:"correlation"`
}

// Sentence reports the estimate, and whether it is reliable.
func (o OverlapClass) Sentence() string {
	text := fmt.Sprintf("%s and the files before it: correlation of z %.4f from shared people, estimated from %s of total weight %d to %d",
		o.Study, float64(o.Correlation), phrase.Counted(o.Variants, "variant", "variants"), o.WeightFrom, o.WeightTo)
	if o.Variants < fewForOverlap {
		text += fmt.Sprintf("; an estimate from fewer than %d variants is mostly chance", fewForOverlap)
	}
	return text
}

// zPair is a pair of z-scores of one variant: of a study, and of the studies before it.
type zPair struct {
	class          int64 // total weight / overlapStep
	squares, cross float64
}

// pairSums are the sums over pairs of z-scores that the likelihood needs.
type pairSums struct {
	n              int64
	squares, cross float64 // Σ(z₁² + z₂²) and Σz₁z₂
}

// zSquare is the square that contains two z-scores below a cutoff.
type zSquare struct{ cutoff float64 }

// probability returns the probability of both z-scores below the cutoff when their correlation is
// r. It is (2Φ(c) − 1)² without correlation, and the derivative by r of a quadrant of the bivariate
// normal distribution is its density at the corner (Plackett 1954), with r = sin θ:
//
//	P = (2Φ(c) − 1)² + 1/π ∫ exp(−c²/(1 + sin θ)) − exp(−c²/(1 − sin θ)) dθ, from 0 to asin r
//
// The integral is taken by Simpson's rule.
func (s zSquare) probability(r float64) float64 {
	side := math.Erf(s.cutoff / math.Sqrt2)
	c2, step := s.cutoff*s.cutoff, math.Asin(r)/overlapSteps
	sum := 0.0 // of the integrand, which is 0 at 0
	for i := 1; i <= overlapSteps; i++ {
		sine := math.Sin(step * float64(i))
		f := math.Exp(-c2/(1+sine)) - math.Exp(-c2/(1-sine))
		switch {
		case i == overlapSteps:
			sum += f
		case i%2 == 1:
			sum += 4 * f
		default:
			sum += 2 * f
		}
	}
	return side*side + step/3*sum/math.Pi
}

// logLikelihood returns the log likelihood of the pairs, less a constant.
func (s zSquare) logLikelihood(p pairSums, r float64) float64 {
	n, rest := float64(p.n), (1-r)*(1+r)
	return -n*math.Log(s.probability(r)) - n/2*math.Log(rest) - (p.squares-2*r*p.cross)/(2*rest)
}

// correlation returns the r with the largest likelihood; no less than 0, since shared people make
// z-scores alike.
func (s zSquare) correlation(p pairSums) float64 {
	if p.n == 0 {
		return 0
	}
	at := func(i int) float64 { return (1 - nearlyOne) * (2*float64(i)/overlapGrid - 1) }
	best := 0
	for i := 1; i <= overlapGrid; i++ {
		if s.logLikelihood(p, at(i)) > s.logLikelihood(p, at(best)) {
			best = i
		}
	}
	lo, hi := at(max(best-1, 0)), at(min(best+1, overlapGrid))
	for hi-lo > 1e-12 {
		a, b := hi-overlapGolden*(hi-lo), lo+overlapGolden*(hi-lo)
		if s.logLikelihood(p, a) >= s.logLikelihood(p, b) {
			hi = b
		} else {
			lo = a
		}
	}
	return max(0, (lo+hi)/2)
}

// overlapEstimate holds the estimates so far: of each study as listed, the correlation by class.
type overlapEstimate struct {
	square zSquare
	rho    []map[int64]float64
	report []OverlapClass
}

// validateEstimate reports what keeps overlap from being estimated.
func (o Options) validateEstimate(studies []Study) error {
	switch {
	case !o.EstimateOverlap:
		return nil
	case o.Scheme != SampleSize:
		return errors.New("only the sample-size scheme estimates people that studies share: choose samplesize")
	case len(o.Overlaps) > 0:
		return errors.New("the overlap of studies is either stated or estimated: choose one of them")
	case len(Ancestries(studies)) > 0:
		return errors.New("the overlap of studies is not estimated where each ancestry has its own result: state it, or name no ancestries")
	}
	return nil
}

// estimateOverlap reads the first two studies, the first three, and so on, and estimates
// each time what the last of them shares with the others.
func (r *run) estimateOverlap(ctx context.Context, studies []Study, progress func(Progress)) error {
	if !r.opt.EstimateOverlap {
		return nil
	}
	cutoff := r.opt.ZCutoff
	if cutoff == 0 {
		cutoff = defaultZCutoff
	}
	r.overlap = &overlapEstimate{square: zSquare{cutoff}, rho: make([]map[int64]float64, len(studies))}
	for last := 1; last < len(studies); last++ {
		first := studies[:last+1]
		opt := r.opt
		opt.OutputMAF, opt.OutputNProportion, opt.OutputWeight, opt.MinStudies = 0, 0, 0, 1
		part := newRun(r.dict, first, opt)
		part.overlap, part.pairing = r.overlap, true
		c := newCollector(part, Output{})
		c.pairs = map[int64]*pairSums{}
		if err := part.combine(ctx, first, c, StageOverlap, progress); err != nil {
			return err
		}
		r.overlap.add(studies[last].Name, last, c.pairs)
	}
	return nil
}

// add takes the pairs of one study.
func (o *overlapEstimate) add(study string, listed int, pairs map[int64]*pairSums) {
	o.rho[listed] = map[int64]float64{}
	for _, class := range slices.Sorted(maps.Keys(pairs)) {
		r := o.square.correlation(*pairs[class])
		o.rho[listed][class] = r
		o.report = append(o.report, OverlapClass{Study: study, WeightFrom: class * overlapStep, WeightTo: (class + 1) * overlapStep,
			Variants: pairs[class].n, Correlation: Number(r)})
	}
}

// accumulated is the studies of a variant that have been added.
type accumulated struct {
	sum      float64 // Σ√n z
	variance float64 // of sum without effect: Σn + 2Σr√(n_i n_j)
	people   float64 // Σn, shared people counted once
	total    float64 // Σn
}

func classOf(people float64) int64 { return int64(people) / overlapStep }

// add takes a study of n people; r is its correlation with those before, by class.
func (a *accumulated) add(z, n float64, r map[int64]float64) {
	shared := r[classOf(a.people+n)] * math.Sqrt(n*a.variance)
	a.sum += math.Sqrt(n) * z
	a.variance += n + 2*shared
	a.people += n - shared
	a.total += n
}

// accumulate adds the first entries of a group, in the order as listed, whose z and n have been
// gathered; it returns the entry of the study listed as stop, −1 when there is none.
func (c *combiner) accumulate(g *group, stop int) (a accumulated, last int) {
	c.listed = c.listed[:0]
	for i := range g.entries {
		c.listed = append(c.listed, i)
	}
	slices.SortFunc(c.listed, func(i, j int) int { return c.order[g.entries[i].study] - c.order[g.entries[j].study] })
	for _, i := range c.listed {
		listed := c.order[g.entries[i].study]
		if listed == stop {
			return a, i
		}
		a.add(c.z[i], c.n[i], c.overlap.rho[listed])
	}
	return a, -1
}

// pair keeps the z-scores of a variant without effect, of the last study and of those before.
func (c *combiner) pair(g *group) {
	effect, _ := c.matcher.effect(g)
	c.gather(g, effect)
	before, last := c.accumulate(g, len(c.order)-1)
	if last < 0 || before.variance == 0 {
		return
	}
	z1, z2 := before.sum/math.Sqrt(before.variance), c.z[last]
	if cutoff := c.overlap.square.cutoff; math.Abs(z1) >= cutoff || math.Abs(z2) >= cutoff {
		return
	}
	c.out.pairs = append(c.out.pairs, zPair{class: classOf(before.people + c.n[last]), squares: z1*z1 + z2*z2, cross: z1 * z2})
}

// addPairs adds up the pairs of a batch.
func (c *collector) addPairs(pairs []zPair) {
	for _, p := range pairs {
		sums := c.pairs[p.class]
		if sums == nil {
			sums = &pairSums{}
			c.pairs[p.class] = sums
		}
		sums.n++
		sums.squares += p.squares
		sums.cross += p.cross
	}
}

// combineEstimated returns the sample-size estimate of studies whose overlap was estimated.
func (c *combiner) combineEstimated(g *group) Estimate {
	e := CombineZ(c.z, c.n)
	c.added, _ = c.accumulate(g, -1)
	if c.added.variance == c.added.total {
		return e
	}
	e.Z = c.added.sum / math.Sqrt(c.added.variance)
	e.NegLog10P = stat.NegLog10PFromZ(e.Z)
	e.Q, e.NegLog10HetP, e.I2 = math.NaN(), math.NaN(), math.NaN()
	return e
}

// weight returns the sum of the weights of the variant at hand, including what shared people add to
// the variance of Σ√N z.
func (c *combiner) weight() (sum float64) {
	if c.overlap != nil {
		return c.added.variance
	}
	for _, n := range c.n {
		sum += n
	}
	return sum
}

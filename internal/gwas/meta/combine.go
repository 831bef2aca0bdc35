package meta

import (
	"context"
	"math"
	"slices"

	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// result is one combined variant, before it is written.
type result struct {
	Estimate
	regression     Regression
	row            sumstats.Row // place, alleles, rs number, mean EAF, N
	eafMin, eafMax float64
}

// combiner computes batches. Each worker has its own; it keeps its memory from
// batch to batch.
type combiner struct {
	opt     *Options
	key     keyFunc
	order   []int       // place of each study (by name) in the order as listed; −1 outside the ancestry
	signs   int         // number of characters in direction
	related [][]float64 // correlations of studies (by name); nil when all are independent
	places  [][]float64 // of studies (by name) on axes
	overlap *overlapEstimate
	pairing bool    // pairs of z are gathered, nothing is combined
	surveys bool    // frequencies are gathered, nothing is combined
	scale   float64 // √λ of the result, else 1
	leastN  float64 // results below this N are left out
	matcher matcher
	out     *outcome
	parts   []*combiner // of single ancestries
	part    group       // the entries of one ancestry
	whole   Pooled      // of one ancestry: the combined result of all for the current variant
	without *leaveOneOut

	cursors []cursor
	keys    []uint64
	rows    []entry
	beta    []float64
	se      []float64
	z, n    []float64
	totals  []float64 // N of each row, where studies share people
	listed  []int     // entries in the order as listed
	added   accumulated
}

// cursor walks the rows of one study within a batch.
type cursor struct {
	rows []sumstats.Row
	rest []segment
}

// settle moves on to the next segment when the current one is used up, and
// returns the key of the first row, or none after the last.
func (c *cursor) settle(key keyFunc) uint64 {
	for len(c.rows) == 0 {
		if len(c.rest) == 0 {
			return none
		}
		c.rows, c.rest = c.rest[0].view(), c.rest[1:]
	}
	return key(&c.rows[0])
}

// none is the key of a study without further rows.
const none = math.MaxUint64

// compute combines all variants of a batch into out, as far as the context lets it.
func (c *combiner) compute(ctx context.Context, b *batch, out *outcome) {
	c.out = out
	for i, part := range c.parts {
		part.out = out.parts[i]
	}
	c.matcher.counts = out.counts
	for i, part := range b.parts {
		c.cursors[i] = cursor{rest: part}
		c.keys[i] = c.cursors[i].settle(c.key)
	}
	for steps := 0; ; steps++ {
		place := slices.Min(c.keys)
		if place == none || steps%256 == 0 && ctx.Err() != nil {
			return
		}
		c.rows = c.rows[:0]
		for i := range c.keys {
			for c.keys[i] == place {
				cur := &c.cursors[i]
				c.rows = append(c.rows, entry{study: i, row: &cur.rows[0]})
				cur.rows = cur.rows[1:]
				c.keys[i] = cur.settle(c.key)
			}
		}
		c.place(ctx)
	}
}

// place combines the rows of one place.
func (c *combiner) place(ctx context.Context) {
	if len(c.rows) < c.opt.MinStudies && len(c.rows) == 1 {
		c.out.counts[c.rows[0].study].dropped[c.alone(&c.rows[0])]++
		return
	}
	groups := c.matcher.match(c.rows)
	if len(groups) > 1 {
		slices.SortFunc(groups, func(a, b group) int {
			switch {
			case c.before(&a, &b):
				return -1
			case c.before(&b, &a):
				return 1
			}
			return 0
		})
	}
	for i := range groups {
		if i%4096 == 4095 && ctx.Err() != nil {
			return
		}
		if g := &groups[i]; !g.dropped && len(g.entries) > 0 {
			c.variant(g)
		}
	}
}

// alone returns the reason why the only row at a place does not make a variant.
func (c *combiner) alone(e *entry) Reason {
	if c.opt.Palindromic == KeepAsStated || !variant.Palindromic(e.row.EA, e.row.OA) {
		return FewStudies
	}
	if c.opt.Palindromic == AlignByFrequency && variant.TellsStrand(e.row.EAF) {
		return FewStudies
	}
	return PalindromicRow
}

// before orders variants of one place by their alleles, whatever the order in
// which the files list them.
func (c *combiner) before(a, b *group) bool {
	first := func(g *group) (variant.Allele, variant.Allele) {
		if c.matcher.less(g.hi, g.lo) {
			return g.hi, g.lo
		}
		return g.lo, g.hi
	}
	alo, ahi := first(a)
	blo, bhi := first(b)
	if alo != blo {
		return c.matcher.less(alo, blo)
	}
	return c.matcher.less(ahi, bhi)
}

// variant combines the entries of one variant, of all studies and of each ancestry.
func (c *combiner) variant(g *group) {
	switch {
	case c.surveys:
		c.survey(g)
		return
	case c.pairing:
		c.pair(g)
		return
	}
	effect, other := c.matcher.effect(g)
	whole := c.combine(g, effect, other)
	for _, part := range c.parts {
		part.whole = whole
		part.ofAncestry(g, effect, other)
	}
}

// combine combines the entries of one variant, passes the result on, and returns its effect. The
// numbers are missing when it does not become a result.
func (c *combiner) combine(g *group, effect, other variant.Allele) Pooled {
	r, reason := c.estimate(g, effect, other)
	if c.without != nil {
		c.without.leave(c, g, effect, &r, reason)
	}
	if reason != accepted {
		c.drop(g, reason)
		return nothingPooled
	}
	c.count(g, effect)
	c.out.add(c, g, &r)
	return Pooled{Beta: Number(r.Beta), SE: Number(r.SE), NegLog10P: Number(r.NegLog10P)}
}

// estimate combines the entries of one variant, and returns why they do not become a result.
func (c *combiner) estimate(g *group, effect, other variant.Allele) (r result, reason Reason) {
	first := g.entries[0].row
	r.row = sumstats.Row{Chromosome: first.Chromosome, Position: first.Position, EA: effect, OA: other,
		Info: math.NaN(), NCases: 0, NControls: 0}
	if c.opt.Key == ByRSID {
		r.row.Chromosome, r.row.Position = 0, 0
	}
	c.gather(g, effect)
	switch c.opt.Scheme {
	case RandomEffects:
		r.Estimate = c.opt.RandomModel.Combine(c.beta, c.se)
		if math.IsNaN(r.SE) {
			return r, NoSpread
		}
	case SampleSize:
		r.Estimate = c.sampleSize(g)
	case MetaRegression:
		var ok bool
		r.Estimate, r.regression, ok = Regress(c.beta, c.se, c.opt.Axes, func(i, t int) float64 { return c.places[g.entries[i].study][t] })
		if !ok {
			return r, UnclearAxes
		}
	default:
		r.Estimate = CombineFixed(c.beta, c.se)
	}
	c.frequencies(g, effect, &r)
	c.finish(g, &r)
	return r, c.rejects(&r, c.leastN)
}

// nothingPooled is the effect of a variant that does not become a result.
var nothingPooled = Pooled{Beta: Number(math.NaN()), SE: Number(math.NaN()), NegLog10P: Number(math.NaN())}

// drop counts the rows of a variant that does not become a result.
func (c *combiner) drop(g *group, reason Reason) {
	for i := range g.entries {
		c.out.counts[g.entries[i].study].dropped[reason]++
	}
}

// sampleSize combines z-scores, taking account of people that studies share.
func (c *combiner) sampleSize(g *group) Estimate {
	switch {
	case c.overlap != nil:
		return c.combineEstimated(g)
	case c.related == nil:
		return CombineZ(c.z, c.n)
	}
	return CombineZCorrelated(c.z, c.n, c.correlation(g))
}

// correlation returns the correlation of two entries of a group.
func (c *combiner) correlation(g *group) func(i, j int) float64 {
	return func(i, j int) float64 { return c.related[g.entries[i].study][g.entries[j].study] }
}

// size returns the number of independent people equivalent to the studies of c.n.
func (c *combiner) size(g *group) float64 {
	if c.related == nil {
		return total(c.n)
	}
	return independentSize(c.n, c.correlation(g))
}

// gather fills the vectors of the estimators, oriented to the effect allele.
func (c *combiner) gather(g *group, effect variant.Allele) {
	c.beta, c.se, c.z, c.n = c.beta[:0], c.se[:0], c.z[:0], c.n[:0]
	for i := range g.entries {
		e := &g.entries[i]
		beta := e.row.Beta
		if e.ea != effect {
			beta = -beta
		}
		c.beta = append(c.beta, beta)
		c.se = append(c.se, e.row.SE)
		if c.opt.Scheme == SampleSize {
			c.z = append(c.z, signedZ(beta, e.row.NegLog10P))
			c.n = append(c.n, e.row.WeightN())
		}
	}
}

// signedZ returns the z score of a P value with the sign of its effect. An effect that was rounded
// to 0 counts as positive on the allele that its file counts, or as negative where it is written
// -0.00, as METAL takes it: its |z| is known, and leaving the row out would change the result more
// than the sign of a small |z| can.
func signedZ(beta, negLog10P float64) float64 {
	return math.Copysign(stat.ZFromNegLog10P(negLog10P), beta)
}

// frequencies sets the averages and sums over the studies: the mean EAF under the weights of the
// scheme (1/SE², or N), its range, and the counts.
func (c *combiner) frequencies(g *group, effect variant.Allele, r *result) {
	r.eafMin, r.eafMax = math.NaN(), math.NaN()
	var sumW, sum float64
	for i := range g.entries {
		e := &g.entries[i]
		r.row.N += e.row.N
		r.row.NCases += e.row.NCases
		r.row.NControls += e.row.NControls
		f := e.row.EAF
		if math.IsNaN(f) {
			continue
		}
		if e.ea != effect {
			f = 1 - f
		}
		w := 1 / (e.row.SE * e.row.SE)
		if c.opt.Scheme == SampleSize {
			w = c.n[i]
		}
		sumW += w
		sum += w * f
		if !(f > r.eafMin) {
			r.eafMin = f
		}
		if !(f < r.eafMax) {
			r.eafMax = f
		}
	}
	if c.related != nil {
		c.totals = c.totals[:0]
		for i := range g.entries {
			c.totals = append(c.totals, g.entries[i].row.N)
		}
		r.row.N = total(c.totals) - shared(c.totals, c.correlation(g)) // shared people count once
	}
	if c.overlap != nil {
		r.row.N = c.added.people
	}
	r.row.EAF = sum / sumW // NaN without any
	if r.eafMin == r.eafMax {
		r.row.EAF = r.eafMin
	}
	r.row.RSID = commonRSID(g.entries)
}

// commonRSID returns the rs number that most rows state, the smaller of equals.
func commonRSID(entries []entry) uint64 {
	best, most := entries[0].row.RSID, 0
	for i := range entries {
		id, n := entries[i].row.RSID, 0
		if id == 0 || id == best && most > 0 {
			continue
		}
		for j := range entries {
			if entries[j].row.RSID == id {
				n++
			}
		}
		if n > most || n == most && id < best {
			best, most = id, n
		}
	}
	return best
}

// finish applies genomic control of the result and derives the columns of the row.
func (c *combiner) finish(g *group, r *result) {
	if c.scale != 1 && c.opt.Scheme == MetaRegression {
		r.SE *= c.scale
		r.associate(r.regression.Association/(c.scale*c.scale), c.opt.Axes)
	} else if c.scale != 1 {
		r.Z /= c.scale
		r.SE *= c.scale
		r.NegLog10P = c.opt.negLog10P(&r.Estimate)
	}
	switch {
	case c.overlap != nil:
		r.Beta, r.SE = standardised(r.Z, c.added.total*c.added.total/c.added.variance, r.row.EAF)
	case c.opt.Scheme == SampleSize:
		r.Beta, r.SE = standardised(r.Z, c.size(g), r.row.EAF)
	}
	r.row.Beta, r.row.SE, r.row.NegLog10P = r.Beta, r.SE, r.NegLog10P
}

// rejects applies the filters on the result; leastN is that of its studies.
func (c *combiner) rejects(r *result, leastN float64) Reason {
	if sumstats.MinorFrequency(r.row.EAF) < c.opt.OutputMAF {
		return OutputMAF
	}
	if r.row.N < leastN {
		return OutputN
	}
	if c.opt.OutputWeight > 0 && c.opt.Scheme == SampleSize && c.weight() < c.opt.OutputWeight {
		return OutputN
	}
	return accepted
}

func (c *combiner) count(g *group, effect variant.Allele) {
	for i := range g.entries {
		e := &g.entries[i]
		counts := &c.out.counts[e.study]
		counts.used++
		if e.flipped {
			counts.flipped++
		}
		if e.ea != effect {
			counts.swapped++
		}
	}
}

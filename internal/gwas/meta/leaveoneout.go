package meta

import (
	"math"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/variant"
)

// WithoutStudy summarises the run without one study, as the summary of that run would.
type WithoutStudy struct {
	Name         string `json:"name"` // of the study left out
	NVariants    int64  `json:"n_variants"`
	NSignificant int64  `json:"n_genome_wide_significant"`
	NLoci        int64  `json:"n_loci"`
	LambdaGC     Number `json:"lambda_gc"`
	// NLost are the variants that are genome-wide significant with the study only, NGained those
	// that are without it only.
	NLost   int64 `json:"n_lost"`
	NGained int64 `json:"n_gained"`
}

// leaveOneOut combines the other studies of a variant, for each study. Each worker has its own.
type leaveOneOut struct {
	names  []string  // of studies in order
	leastN []float64 // of a result without each study

	estimates []Estimate // without each entry of the variant; K is 0 where that is no result
	w         []float64  // 1/SE²
	beta, se  []float64  // of the others
	others    group
	entry     []int // of each study, −1 without
}

func newLeaveOneOut(r *run) *leaveOneOut {
	l := &leaveOneOut{leastN: r.leastWithout, entry: make([]int, len(r.sources))}
	for _, s := range r.sources {
		l.names = append(l.names, s.study.Name)
	}
	return l
}

// leave combines a variant without each study. r is its result with all, which reason rejects.
func (l *leaveOneOut) leave(c *combiner, g *group, effect variant.Allele, r *result, reason Reason) {
	l.estimate(c, g, effect)
	o := c.out.without
	if reason == accepted {
		o.text = l.appendLine(o.text, c, g, r)
		o.ends = append(o.ends, len(o.text))
	}
	for i := range l.entry {
		l.entry[i] = -1
	}
	for i := range g.entries {
		l.entry[g.entries[i].study] = i
	}
	significant := reason == accepted && r.NegLog10P > plot.GenomeWide
	for study, i := range l.entry {
		e := &r.Estimate
		switch {
		case i >= 0:
			e = &l.estimates[i]
		case reason == NoSpread || c.rejects(r, l.leastN[study]) != accepted:
			e = &Estimate{}
		}
		o.add(c, study, e, r, significant)
	}
}

// estimate sets the estimates without each entry.
func (l *leaveOneOut) estimate(c *combiner, g *group, effect variant.Allele) {
	k := len(g.entries)
	l.estimates = append(l.estimates[:0], make([]Estimate, k)...)
	switch {
	case k-1 < max(1, c.opt.MinStudies):
		return
	case c.opt.Scheme == RandomEffects:
		for i := range k {
			l.beta = append(append(l.beta[:0], c.beta[:i]...), c.beta[i+1:]...)
			l.se = append(append(l.se[:0], c.se[:i]...), c.se[i+1:]...)
			if e := c.opt.RandomModel.Combine(l.beta, l.se); !math.IsNaN(e.SE) {
				l.estimates[i] = e
			}
		}
	default:
		l.fixed(c.beta, c.se)
	}
	if c.opt.OutputMAF > 0 || c.opt.OutputNProportion > 0 {
		l.filter(c, g, effect)
	}
}

// fixed sets effect, error, Z and K of CombineFixed without each entry, to the bit. It adds up the
// same terms in the same order: the sums up to an entry are those of all, and the rest follows.
func (l *leaveOneOut) fixed(beta, se []float64) {
	k := len(beta)
	if k == 2 {
		l.estimates[0], l.estimates[1] = single(beta[1], se[1]), single(beta[0], se[0])
		return
	}
	l.w = l.w[:0]
	for _, s := range se {
		l.w = append(l.w, 1/(s*s))
	}
	var before, beforeB float64
	for i, w := range l.w {
		sumW, sumWB := before, beforeB
		for j, w := range l.w[i+1:] {
			sumW += w
			sumWB += w * beta[i+1+j]
		}
		e := Estimate{Beta: sumWB / sumW, SE: 1 / math.Sqrt(sumW), K: k - 1}
		e.Z = e.Beta / e.SE
		e.NegLog10P = math.NaN() // see completeP
		l.estimates[i] = e
		before += w
		beforeB += w * beta[i]
	}
}

// filter removes the estimates that the filters on a result reject.
func (l *leaveOneOut) filter(c *combiner, g *group, effect variant.Allele) {
	for i := range g.entries {
		l.others.entries = append(append(l.others.entries[:0], g.entries[:i]...), g.entries[i+1:]...)
		var r result
		c.frequencies(&l.others, effect, &r)
		if c.rejects(&r, l.leastN[g.entries[i].study]) != accepted {
			l.estimates[i] = Estimate{}
		}
	}
}

// certain is a |z| below which no result is genome-wide significant by the normal distribution.
const certain = 5

// completeP completes an estimate of fixed and returns its −log10 P.
func (o *Options) completeP(e *Estimate) float64 {
	if math.IsNaN(e.NegLog10P) {
		e.NegLog10P = o.negLog10P(e)
	}
	return e.NegLog10P
}

// withoutColumns follow those of the variant: the study without which |z| is smallest and the
// result without it, then the same for the largest.
const withoutColumns = "chromosome\tbase_pair_location\teffect_allele\tother_allele\trsid\tn_studies" +
	"\tweakest_without\tweakest_beta\tweakest_standard_error\tweakest_p_value" +
	"\tstrongest_without\tstrongest_beta\tstrongest_standard_error\tstrongest_p_value"

// appendLine appends the line of a variant of the result. Numbers have the digits that a run without
// the study writes. Of equals the first study by name is named.
func (l *leaveOneOut) appendLine(dst []byte, c *combiner, g *group, r *result) []byte {
	dst = appendPlace(dst, &r.row, r.row.Position > 0)
	dst = c.matcher.dict.Append(append(dst, '\t'), r.row.EA)
	dst = c.matcher.dict.Append(append(dst, '\t'), r.row.OA)
	dst = appendRSID(append(dst, '\t'), r.row.RSID)
	dst = appendNumber(append(dst, '\t'), float64(len(g.entries)), otherDigits)
	weakest, strongest := -1, -1
	for i := range l.estimates {
		if l.estimates[i].K == 0 {
			continue
		}
		z := math.Abs(l.estimates[i].Z)
		if weakest < 0 || z < math.Abs(l.estimates[weakest].Z) {
			weakest = i
		}
		if strongest < 0 || z > math.Abs(l.estimates[strongest].Z) {
			strongest = i
		}
	}
	for _, i := range [...]int{weakest, strongest} {
		if i < 0 {
			dst = append(dst, "\tNA\tNA\tNA\tNA"...)
			continue
		}
		e := &l.estimates[i]
		dst = append(append(dst, '\t'), l.names[g.entries[i].study]...)
		dst = appendNumber(append(dst, '\t'), e.Beta, effectDigits)
		dst = appendNumber(append(dst, '\t'), e.SE, effectDigits)
		dst = ssf.AppendP(append(dst, '\t'), c.opt.completeP(e))
	}
	return append(dst, '\n')
}

// withoutOutcome contains what the runs without each study add in one batch.
type withoutOutcome struct {
	text    []byte // lines, one for each line of the result
	ends    []int
	studies []withoutCounts
}

// withoutCounts are of the run without one study.
type withoutCounts struct {
	chis         []float64 // of its variants
	covered      genome.Covered
	hits         []withoutHit
	lost, gained int64
}

type withoutHit struct {
	chromosome genome.Chromosome
	position   int32
	negLog10P  float64
}

func (o *withoutOutcome) reset() {
	o.text, o.ends = o.text[:0], o.ends[:0]
	for i := range o.studies {
		s := &o.studies[i]
		*s = withoutCounts{chis: s.chis[:0], hits: s.hits[:0]}
	}
}

// add takes the estimate without one study, K being 0 where that is no result. r is the result of all,
// and whole reports that it is genome-wide significant.
func (o *withoutOutcome) add(c *combiner, study int, e *Estimate, r *result, whole bool) {
	s := &o.studies[study]
	significant := false
	if e.K > 0 {
		if !math.IsNaN(e.NegLog10P) || math.Abs(e.Z) > certain {
			significant = c.opt.completeP(e) > plot.GenomeWide
		}
		s.chis = append(s.chis, c.opt.chiSquare(e.Beta, e.SE, e.NegLog10P))
		s.covered.Add(r.row.Chromosome)
	}
	switch {
	case significant:
		s.hits = append(s.hits, withoutHit{r.row.Chromosome, r.row.Position, e.NegLog10P})
		if !whole {
			s.gained++
		}
	case whole:
		s.lost++
	}
}

// withoutTotals adds up the run without one study.
type withoutTotals struct {
	variants, significant, lost, gained int64
	lambda                              stat.Lambda
	covered                             genome.Covered
	loci                                *locus.Finder[struct{}]
}

func newWithoutTotals(studies int) []withoutTotals {
	all := make([]withoutTotals, studies)
	for i := range all {
		all[i].loci = locus.NewFinder[struct{}](plot.GenomeWide)
	}
	return all
}

func (t *withoutTotals) take(s *withoutCounts) {
	t.variants += int64(len(s.chis))
	t.significant += int64(len(s.hits))
	t.covered |= s.covered
	t.lost += s.lost
	t.gained += s.gained
	for _, chi := range s.chis {
		t.lambda.Add(chi)
	}
	for _, h := range s.hits {
		t.loci.Add(h.chromosome, h.position, h.negLog10P, struct{}{})
	}
}

// withoutEach returns the summaries without each study, as listed.
func (c *collector) withoutEach() []WithoutStudy {
	if c.without == nil {
		return nil
	}
	out := make([]WithoutStudy, len(c.without))
	for rank := range c.without {
		t := &c.without[rank]
		out[c.run.order[rank]] = WithoutStudy{Name: c.run.sources[rank].study.Name, NVariants: t.variants, NSignificant: t.significant,
			NLoci: int64(len(t.loci.Leads())), LambdaGC: Number(inflation(&t.lambda, t.covered)), NLost: t.lost, NGained: t.gained}
	}
	return out
}

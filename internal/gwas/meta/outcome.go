package meta

import (
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
)

// outcome is the result of computing one batch, in order of place. Adding outcomes in the order of
// their batches makes the run independent of the workers.
type outcome struct {
	text        []byte         // the lines
	ends        []int          // end of each line in text
	rows        []sumstats.Row // the variant of each line
	hits        []hit          // genome-wide significant variants
	counts      []studyCounts  // by study in name order
	het         hetCounts
	shared      []sharedVariant // of a survey
	palindromic int64           // variants that a survey left out
	pairs       []zPair         // of an estimate of overlap
	chis        []float64       // of a meta-regression: the χ² of each line
	studies     []int           // how many each line combines
	parts       []*outcome      // of single ancestries
	without     *withoutOutcome // without each study
	err         error           // of a batch that could not be computed
}

// hit is a genome-wide significant variant with what its studies reported.
type hit struct {
	result
	direction string
	studies   []StudyEffect // in name order
	whole     Pooled        // of all ancestries, of a hit of one
}

func newOutcome(studies, parts int, without bool) *outcome {
	o := &outcome{counts: make([]studyCounts, studies)}
	for range parts {
		o.parts = append(o.parts, newOutcome(studies, 0, false))
	}
	if without {
		o.without = &withoutOutcome{studies: make([]withoutCounts, studies)}
	}
	return o
}

func (o *outcome) reset() {
	o.text, o.ends, o.rows, o.hits = o.text[:0], o.ends[:0], o.rows[:0], o.hits[:0]
	o.shared, o.chis, o.palindromic = o.shared[:0], o.chis[:0], 0
	o.pairs, o.studies = o.pairs[:0], o.studies[:0]
	clear(o.counts)
	o.het = hetCounts{}
	if o.without != nil {
		o.without.reset()
	}
	for _, part := range o.parts {
		part.reset()
	}
}

// add takes one combined variant.
func (o *outcome) add(c *combiner, g *group, r *result) {
	o.text = c.appendLine(o.text, g, r)
	o.ends = append(o.ends, len(o.text))
	o.rows = append(o.rows, r.row)
	o.studies = append(o.studies, len(g.entries))
	if c.opt.Scheme == MetaRegression {
		o.chis = append(o.chis, r.regression.Association)
	}
	o.het.add(&r.Estimate)
	if r.NegLog10P > plot.GenomeWide {
		o.hits = append(o.hits, c.hit(g, r))
	}
}

// hit keeps what a forest plot of the variant needs.
func (c *combiner) hit(g *group, r *result) hit {
	h := hit{result: *r, whole: c.whole, direction: string(c.appendDirection(nil, g, &r.row)), studies: make([]StudyEffect, len(g.entries))}
	for i := range g.entries {
		e := &g.entries[i]
		f := e.row.EAF
		if e.ea != r.row.EA {
			f = 1 - f
		}
		h.studies[i] = StudyEffect{
			study: e.study, Beta: Number(oriented(e, &r.row)), SE: Number(e.row.SE), EAF: Number(f),
			N: Number(e.row.N), NegLog10P: Number(e.row.NegLog10P), Flipped: e.flipped,
		}
	}
	return h
}

// hetBins is how many bins of equal width the histogram of I² has.
const hetBins = 20

// hetCounts summarises heterogeneity over variants.
type hetCounts struct {
	tested        int64
	nominal       int64 // het_p < 0.05
	strong        int64 // het_p < 1e-6
	i2            [hetBins]int64
	overdispersed int64 // τ² > 0
}

func (h *hetCounts) add(e *Estimate) {
	if !(e.Q >= 0) {
		return
	}
	h.tested++
	if e.NegLog10HetP > 1.3010299956639813 {
		h.nominal++
	}
	if e.NegLog10HetP > 6 {
		h.strong++
	}
	if e.Q > float64(e.K-1) {
		h.overdispersed++
	}
	h.i2[min(int(e.I2*hetBins/100), hetBins-1)]++
}

func (h *hetCounts) merge(o *hetCounts) {
	h.tested += o.tested
	h.nominal += o.nominal
	h.strong += o.strong
	h.overdispersed += o.overdispersed
	for i := range h.i2 {
		h.i2[i] += o.i2[i]
	}
}

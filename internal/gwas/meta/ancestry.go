package meta

import (
	"math"
	"regexp"
	"slices"

	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/variant"
)

// AncestrySummary is the result of the studies of one ancestry. A run of several ancestries has one
// for each, in addition to the combined result.
type AncestrySummary struct {
	Name         string   `json:"name"`
	Studies      []string `json:"studies"` // in the order as listed
	NVariants    int64    `json:"n_variants"`
	NSignificant int64    `json:"n_genome_wide_significant"` // P < 5e-8
	NLoci        int64    `json:"n_loci"`
	LambdaGC     Number   `json:"lambda_gc"` // never corrected
	NMax         Number   `json:"n_max"`
	// NAlone are the loci of this ancestry that the combined result does not have: none of
	// its lead variants is within 500 kb. Alone are the strongest of them, at most
	// Settings.MaxLoci.
	NAlone int64        `json:"n_loci_alone"`
	Alone  []AloneLocus `json:"loci_alone"`
}

// AloneLocus is a lead variant of the result of one ancestry, and what all studies
// together say about it: nil where the combined result does not have the variant.
type AloneLocus struct {
	Locus
	Combined *Pooled `json:"combined"`
}

// LocusAncestry is the fixed effect of the studies of one ancestry at a locus.
type LocusAncestry struct {
	Name string `json:"name"`
	Pooled
	NStudies int    `json:"n_studies"`
	N        Number `json:"n"`
	EAF      Number `json:"effect_allele_frequency"` // under the weights of the effect
}

// Between is the heterogeneity of the effects of ancestries: Q is the rest of Cochran's Q after
// that within each, with one degree of freedom fewer than ancestries.
type Between struct {
	Q    Number `json:"q"`
	DF   int    `json:"df"`
	HetP string `json:"het_p"`
}

// namesAncestry is a valid name of an ancestry: files are named after it.
var namesAncestry = regexp.MustCompile(`^[A-Za-z0-9_-]{1,30}$`)

// Ancestries returns the ancestries that have a separate result: those of two studies or more,
// where there are others. They are in order of their names.
func Ancestries(studies []Study) []string {
	count := map[string]int{}
	for i := range studies {
		count[studies[i].Ancestry]++
	}
	if len(count) < 2 {
		return nil
	}
	var names []string
	for name, n := range count {
		if name != "" && n >= 2 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// ancestryRun returns a run of the studies of one ancestry on the rows that a run of all has
// matched. λ of its result is not corrected; the axes of a meta-regression separate ancestries, so
// within one ancestry it is a fixed effect.
func (r *run) ancestryRun(name string, studies []Study) *run {
	part := &run{opt: r.opt, dict: r.dict, ancestry: name, scale: 1, order: make([]int, len(studies)), related: r.related}
	part.opt.OutputGenomicControl, part.opt.Axes, part.opt.LeaveOneOut = false, 0, false
	if r.opt.Scheme == MetaRegression {
		part.opt.Scheme = FixedEffect
	}
	place := make([]int, len(studies)) // by the order as listed
	for i := range studies {
		place[i] = -1
		if studies[i].Ancestry == name {
			place[i] = part.signs
			part.signs++
			part.leastN += studies[i].total() * r.opt.OutputNProportion
		}
	}
	for rank, listed := range r.order {
		part.order[rank] = place[listed]
	}
	part.opt.MinStudies = min(r.opt.MinStudies, part.signs)
	return part
}

// ofAncestry combines the entries of the ancestry of c alone.
func (c *combiner) ofAncestry(g *group, effect, other variant.Allele) {
	c.part.entries = c.part.entries[:0]
	for _, e := range g.entries {
		if c.order[e.study] >= 0 {
			c.part.entries = append(c.part.entries, e)
		}
	}
	if len(c.part.entries) >= max(1, c.opt.MinStudies) {
		c.combine(&c.part, effect, other)
	}
}

// ancestries summarises the results of single ancestries.
func (c *collector) ancestries(studies []Study) (out []AncestrySummary) {
	combined := c.loci.Leads()
	for _, part := range c.parts {
		leads := part.loci.Leads()
		s := AncestrySummary{Alone: []AloneLocus{}, Name: part.run.ancestry, NVariants: part.variants, NSignificant: part.significant,
			NLoci: int64(len(leads)), LambdaGC: Number(inflation(&part.lambda, part.covered)), NMax: Number(missing(part.nMax))}
		for i := range studies {
			if studies[i].Ancestry == s.Name {
				s.Studies = append(s.Studies, studies[i].Name)
			}
		}
		for _, lead := range leads {
			if spokenFor(&lead.Variant, combined) {
				continue
			}
			if s.NAlone++; len(s.Alone) < c.run.opt.MaxLoci {
				s.Alone = append(s.Alone, c.alone(&lead.Variant, lead.Members))
			}
		}
		out = append(out, s)
	}
	return out
}

// spokenFor reports whether one of some lead variants represents a variant. A variant joined by its
// rs number has no neighbours.
func spokenFor(h *hit, leads []locus.Lead[hit]) bool {
	return slices.ContainsFunc(leads, func(lead locus.Lead[hit]) bool {
		l := &lead.Variant
		if h.row.Position == 0 {
			return l.row.RSID == h.row.RSID
		}
		return l.row.Chromosome == h.row.Chromosome && max(l.row.Position-h.row.Position, h.row.Position-l.row.Position) <= locus.Window
	})
}

func (c *collector) alone(h *hit, members int) AloneLocus {
	a := AloneLocus{Locus: c.locus(h, members)}
	if !math.IsNaN(float64(h.whole.NegLog10P)) {
		a.Combined = &h.whole
	}
	return a
}

// byAncestry returns the fixed effect of the studies of each ancestry at a locus, in order of the
// names, and how far they differ; nothing where all are of one.
func (c *collector) byAncestry(studies []StudyEffect) ([]LocusAncestry, *Between) {
	of := map[string][]StudyEffect{}
	for _, e := range studies {
		name := c.run.sources[e.study].study.Ancestry
		if name == "" {
			return nil, nil
		}
		of[name] = append(of[name], e)
	}
	if len(of) < 2 {
		return nil, nil
	}
	var out []LocusAncestry
	for name, effects := range of {
		out = append(out, locusAncestry(name, effects))
	}
	slices.SortFunc(out, func(a, b LocusAncestry) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out, between(out)
}

func locusAncestry(name string, effects []StudyEffect) LocusAncestry {
	a := LocusAncestry{Name: name, NStudies: len(effects)}
	var beta, se []float64
	var sumW, sum float64
	for _, e := range effects {
		beta, se = append(beta, float64(e.Beta)), append(se, float64(e.SE))
		a.N += e.N
		w := 1 / float64(e.SE*e.SE)
		sumW += w
		sum += w * float64(e.EAF)
	}
	e := CombineFixed(beta, se)
	a.Pooled = Pooled{Beta: Number(e.Beta), SE: Number(e.SE), NegLog10P: Number(e.NegLog10P)}
	a.EAF = Number(sum / sumW)
	return a
}

// between returns the heterogeneity of the effects of ancestries.
func between(parts []LocusAncestry) *Between {
	beta, se := make([]float64, len(parts)), make([]float64, len(parts))
	for i := range parts {
		beta[i], se[i] = float64(parts[i].Beta), float64(parts[i].SE)
	}
	q := CombineFixed(beta, se).Q
	df := len(parts) - 1
	return &Between{Q: Number(q), DF: df, HetP: pText(stat.ChiSquareSurvivalNegLog10(q, float64(df)))}
}

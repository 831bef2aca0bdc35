package meta

import (
	"maps"
	"math"
	"runtime"
	"strconv"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// Summary is the summary of a run, summary.json. P values are text, because they can be smaller
// than the smallest JSON number that readers take; positions are 1-based on Settings.Build.
type Summary struct {
	Studies      []StudySummary `json:"studies"` // in the order as listed
	NVariants    int64          `json:"n_variants"`
	NSignificant int64          `json:"n_genome_wide_significant"` // P < 5e-8
	NLoci        int64          `json:"n_loci"`
	TopLoci      []Locus        `json:"top_loci"` // strongest first, Settings.MaxLoci at most
	// LambdaGC is λ of the result before OutputGenomicControl. Without that correction it is null for
	// few variants and for fewer than 11 autosomes. LambdaApplied is the factor by which the χ² of the
	// result were divided, 1 without correction.
	LambdaGC      Number `json:"lambda_gc"`
	LambdaApplied Number `json:"lambda_applied"`
	Lambda1000    Number `json:"lambda_1000"` // null unless all studies used state cases and controls
	NMax          Number `json:"n_max"`
	// The sums of the studies of which a row was used, as declared; null unless
	// each of them declares it.
	NCases        Number        `json:"n_cases"`
	NControls     Number        `json:"n_controls"`
	NEffective    Number        `json:"n_eff"`
	PerVariant    PerVariant    `json:"per_variant"`
	Heterogeneity Heterogeneity `json:"heterogeneity"`
	// Ancestries have a result of their own, where studies are of several.
	Ancestries []AncestrySummary `json:"ancestries,omitempty"`
	// LeaveOneOut are the runs without each study, as listed, with Options.LeaveOneOut.
	LeaveOneOut []WithoutStudy `json:"leave_one_out,omitempty"`
	// Overlap is the estimated overlap of studies.
	Overlap []OverlapClass `json:"overlap,omitempty"`
	// XChromosome reports how males are coded there; nil when no study has rows on X.
	XChromosome *XSummary `json:"x_chromosome,omitempty"`
	// Axes are those of a meta-regression.
	Axes     *Axes   `json:"axes,omitempty"`
	Settings Options `json:"settings"`
	// Warnings are what a user should know about the studies: open questions of their files, and
	// the doubts that were confirmed.
	Warnings []string `json:"warnings,omitempty"`
	// Genes is the list that the genes of TopLoci are from; null where there is none.
	Genes    *gene.Origin      `json:"genes"`
	Versions map[string]string `json:"versions"`
}

// StudySummary is the account of one study: RowsIn is RowsUsed plus the sum of
// DroppedByReason.
type StudySummary struct {
	Name            string               `json:"name"`
	Scale           sumstats.EffectScale `json:"effect_scale,omitempty"` // of the effects, when it is known
	RowsIn          int64                `json:"rows_in"`
	RowsUsed        int64                `json:"rows_used"`
	DroppedByReason map[string]int64     `json:"dropped_by_reason"`
	// LambdaGC is λ over the rows that passed the study's own filters, before
	// correction; LambdaApplied the factor by which χ² were divided, 1 without.
	LambdaGC      Number `json:"lambda_gc"`
	LambdaApplied Number `json:"lambda_applied"`
	// Regional reports that the rows are on too few autosomes for λ to be that of a genome, so that
	// nothing is divided by it.
	Regional      bool   `json:"regional"`
	StrandFlipped int64  `json:"strand_flipped"` // used rows turned to the other strand
	Swapped       int64  `json:"swapped"`        // used rows whose effect allele is not the one of the result
	NMax          Number `json:"n_max"`          // largest N of a row
	NCases        Number `json:"n_cases"`        // as declared
	NControls     Number `json:"n_controls"`
}

// Locus is a lead variant. Fixed and Random are both given whatever the scheme;
// under the sample-size scheme they are missing where a study has no SE.
type Locus struct {
	Chromosome   int    `json:"chromosome"` // GWAS-SSF code; 0 when joined by rs number
	Position     int32  `json:"base_pair_location"`
	EffectAllele string `json:"effect_allele"`
	OtherAllele  string `json:"other_allele"`
	RSID         string `json:"rsid"` // empty when unknown
	*gene.Near
	Beta      Number `json:"beta"`
	SE        Number `json:"standard_error"`
	P         string `json:"p_value"`
	NegLog10P Number `json:"neg_log_10_p_value"`
	EAF       Number `json:"effect_allele_frequency"`
	EAFMin    Number `json:"eaf_min"`
	EAFMax    Number `json:"eaf_max"`
	N         Number `json:"n"`
	NStudies  int    `json:"n_studies"`
	Direction string `json:"direction"`
	Q         Number `json:"q"`
	HetP      string `json:"het_p"` // NA when undefined
	I2        Number `json:"i2"`    // per cent
	Tau2      Number `json:"tau2"`
	Variants  int    `json:"variants"` // significant variants within 500 kb that it represents, itself included
	// Regression is that of a meta-regression.
	Regression *LocusRegression `json:"regression,omitempty"`
	Fixed      *Pooled          `json:"fixed"`
	Random     *Pooled          `json:"random"`
	// significant variants within 500 kb that it represents, itself included
	DrivenBy string `json:"driven_by"`
	// Ancestries are the fixed effects of each, and Between how far they differ, where
	// the studies are of several.
	Ancestries []LocusAncestry `json:"ancestries,omitempty"`
	Between    *Between        `json:"between,omitempty"`
	Studies    []StudyEffect   `json:"studies"` // in the order as listed, those that report the variant
}

// Pooled is one summary diamond of a forest plot.
type Pooled struct {
	Beta      Number `json:"beta"`
	SE        Number `json:"standard_error"`
	NegLog10P Number `json:"neg_log_10_p_value"`
}

// StudyEffect is one line of a forest plot, oriented to the effect allele of the
// locus. Standard error and P are both after genomic control of the study, as the study
// was combined.
type StudyEffect struct {
	study     int
	Name      string `json:"name"`
	Beta      Number `json:"beta"`
	SE        Number `json:"standard_error"`
	EAF       Number `json:"effect_allele_frequency"`
	N         Number `json:"n"`
	NegLog10P Number `json:"neg_log_10_p_value"` // that the row states, corrected
	Flipped   bool   `json:"strand_flipped"`
	// Without is the fixed effect of the other studies, null where there is none.
	Without *Pooled `json:"without"`
}

// Heterogeneity summarises Q and I² over the variants of two or more studies.
type Heterogeneity struct {
	Tested        int64   `json:"n_tested"`
	Nominal       int64   `json:"n_het_p_below_0_05"`
	Strong        int64   `json:"n_het_p_below_1e_6"`
	Overdispersed int64   `json:"n_tau2_above_0"`
	I2            []int64 `json:"i2_counts"` // in bins of equal width over 0–100 per cent
}

// summarise builds the summary from the totals of the collector.
func (c *collector) summarise(studies []Study) *Summary {
	opt := &c.run.opt
	s := &Summary{
		Studies: make(
			[]StudySummary,
			len(studies),
		),
		TopLoci:       []Locus{},
		Axes:          c.run.axes,
		XChromosome:   c.xSummary(),
		Settings:      *opt,
		Genes:         opt.Genes.NamedOrigin(),
		Versions:      versions(opt),
		NVariants:     c.variants,
		NSignificant:  c.significant,
		LambdaGC:      Number(inflation(&c.lambda, c.covered)),
		LambdaApplied: Number(c.run.scale * c.run.scale),
		NMax:          Number(c.nMax),
		PerVariant:    c.sizes.perVariant(),
		Heterogeneity: Heterogeneity{Tested: c.het.tested, Nominal: c.het.nominal, Strong: c.het.strong,
			Overdispersed: c.het.overdispersed, I2: c.het.i2[:]},
	}
	if c.run.overlap != nil {
		s.Overlap = c.run.overlap.report
	}
	if opt.OutputGenomicControl {
		s.LambdaGC = Number(c.run.lambda)
	}
	var used int
	var cases, controls, effective float64
	for rank, src := range c.run.sources {
		listed := c.run.order[rank]
		s.Studies[listed] = c.studySummary(src, &c.counts[rank])
		if c.counts[rank].used == 0 {
			continue
		}
		used++
		cases += missing(src.study.NCases)
		controls += missing(src.study.NControls)
		effective += stat.EffectiveN(missing(src.study.NCases), missing(src.study.NControls))
	}
	if used == 0 {
		cases, controls, effective = math.NaN(), math.NaN(), math.NaN()
	}
	s.Ancestries, s.LeaveOneOut = c.ancestries(studies), c.withoutEach()
	s.NCases, s.NControls, s.NEffective = Number(cases), Number(controls), Number(effective)
	s.Lambda1000 = Number(stat.Lambda1000(float64(s.LambdaGC), cases, controls))
	leads := c.loci.Leads()
	s.NLoci = int64(len(leads))
	for i := range leads[:min(len(leads), max(opt.MaxLoci, 0))] {
		s.TopLoci = append(s.TopLoci, c.locus(&leads[i].Variant, leads[i].Members))
	}
	return s
}

func (c *collector) studySummary(src *source, counts *studyCounts) StudySummary {
	s := StudySummary{
		Name: src.study.Name, Scale: src.study.Scale, RowsIn: src.rowsIn, RowsUsed: counts.used, DroppedByReason: map[string]int64{},
		LambdaGC: Number(src.lambda.Value()), LambdaApplied: Number(src.scale * src.scale), Regional: src.covered.Regional(),
		StrandFlipped: counts.flipped, Swapped: counts.swapped, NMax: Number(missing(src.nMax)),
		NCases: Number(missing(src.study.NCases)), NControls: Number(missing(src.study.NControls)),
	}
	if src.scale != 1 {
		s.LambdaApplied = Number(src.study.LambdaGC)
	}
	for reason := range accepted {
		if n := counts.dropped[reason] + src.dropped[reason]; n > 0 {
			s.DroppedByReason[reason.String()] += n
		}
	}
	if src.study.Rejected != nil {
		for reason, n := range src.study.Rejected() {
			s.DroppedByReason[reason] += n
			s.RowsIn += n
		}
	}
	return s
}

// missing reads an undeclared count, 0, as not a number.
func missing(n float64) float64 {
	if n > 0 {
		return n
	}
	return math.NaN()
}

func (c *collector) locus(h *hit, members int) Locus {
	l := Locus{
		Chromosome: int(h.row.Chromosome), Position: h.row.Position,
		EffectAllele: c.run.dict.Text(h.row.EA), OtherAllele: c.run.dict.Text(h.row.OA),
		Beta: Number(h.Beta), SE: Number(h.SE), P: pText(h.NegLog10P), NegLog10P: Number(h.NegLog10P),
		EAF: Number(h.row.EAF), EAFMin: Number(h.eafMin), EAFMax: Number(h.eafMax), N: Number(h.row.N),
		NStudies: h.K, Direction: h.direction, Q: Number(h.Q), HetP: pText(h.NegLog10HetP), I2: Number(h.I2), Tau2: Number(h.Tau2),
		Variants: members, Studies: make([]StudyEffect, 0, len(h.studies)),
	}
	l.Near = c.run.opt.Genes.At(h.row.Chromosome, h.row.Position)
	if h.row.RSID != 0 {
		l.RSID = "rs" + strconv.FormatUint(h.row.RSID, 10)
	}
	l.Regression = h.regression.locus(c.run.opt.Axes)
	beta, se := make([]float64, len(h.studies)), make([]float64, len(h.studies))
	for i, e := range h.studies {
		beta[i], se[i] = float64(e.Beta), float64(e.SE)
	}
	l.Fixed, l.Random = pooled(CombineFixed(beta, se)), pooled(c.run.opt.RandomModel.Combine(beta, se))
	l.DrivenBy = c.leaveOneOut(h.studies, beta, se)
	l.Ancestries, l.Between = c.byAncestry(h.studies)
	byListed := make([]*StudyEffect, len(c.run.order))
	for i := range h.studies {
		e := &h.studies[i]
		e.Name = c.run.sources[e.study].study.Name
		byListed[c.run.order[e.study]] = e
	}
	for _, e := range byListed {
		if e != nil {
			l.Studies = append(l.Studies, c.controlled(*e))
		}
	}
	return l
}

// controlled applies to the P of a study the correction that its standard error has. The P of the
// sample-size scheme is corrected already.
func (c *collector) controlled(e StudyEffect) StudyEffect {
	if scale := c.run.sources[e.study].scale; scale != 1 && c.run.opt.Scheme != SampleSize {
		e.NegLog10P = Number(stat.ControlledNegLog10P(float64(e.NegLog10P), scale*scale))
	}
	return e
}

func pooled(e Estimate) *Pooled {
	if math.IsNaN(e.Z) {
		return nil
	}
	return &Pooled{Beta: Number(e.Beta), SE: Number(e.SE), NegLog10P: Number(e.NegLog10P)}
}

func pText(negLog10P float64) string { return string(ssf.AppendP(nil, negLog10P)) }

// versions names what computed the run.
func versions(opt *Options) map[string]string {
	v := map[string]string{"go": runtime.Version()}
	maps.Copy(v, opt.Versions)
	return v
}

// dictOrNew returns the dictionary of the run; without long alleles any will do.
func dictOrNew(d *variant.Dict) *variant.Dict {
	if d == nil {
		return variant.NewDict()
	}
	return d
}

package qc

import (
	"errors"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldsc"
	"cohortium/internal/gwas/ldscore"
	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
)

// Scores are LD scores of one ancestry on the assembly of the run.
type Scores struct {
	Name, Ancestry, SHA256 string
	*ldscore.Table
}

// Which variants LD score regression reads: common and well imputed ones, as the authors
// of the method advise, with nearly the sample size of the others.
const (
	scoredMAF  = 0.01
	scoredInfo = 0.9
	scoredN    = 1 / 1.5 // of the 90th percentile of N
)

// Polygenic is what LD score regression says of a file.
type Polygenic struct {
	Scores   string `json:"scores"` // name of the LD scores
	Ancestry string `json:"ancestry"`
	SHA256   string `json:"sha256"`

	Variants    int64  `json:"variants"`
	MeanChi2    Number `json:"mean_chi2"`
	H2          Number `json:"h2"` // on the observed scale
	H2SE        Number `json:"h2_se"`
	Intercept   Number `json:"intercept"`
	InterceptSE Number `json:"intercept_se"`
	Ratio       Number `json:"ratio"` // (intercept − 1) / (mean χ² − 1)
	RatioSE     Number `json:"ratio_se"`

	Lacks Lack `json:"lacks,omitempty"` // why nothing was estimated
}

// Lack says why LD score regression estimated nothing.
type Lack string

// The reasons.
const (
	LackVariants Lack = "variants"  // too few have a score
	LackN        Lack = "n"         // no sample size
	LackSpread   Lack = "ld_scores" // the scores of the variants do not differ
)

// scored gathers the variants of the clean file that have an LD score. Rows come in
// genome order.
type scored struct {
	scores   *Scores // nil when there are none
	next     int     // the first of the scores not yet passed
	variants []ldsc.Variant
	withoutN int64
	peer     *Peer
}

func newScored(scores *Scores) scored {
	s := scored{scores: scores, peer: &Peer{Frequencies: sketch.NewFrequencies()}}
	if scores != nil {
		s.peer.Scores = scores.SHA256
	}
	return s
}

func (s *scored) add(r *sumstats.Row) {
	if s.scores == nil || r.Chromosome >= genome.X || !r.EA.Single() || !r.OA.Single() || !(r.SE > 0) {
		return
	}
	if r.Info < scoredInfo || sumstats.MinorFrequency(r.EAF) < scoredMAF { // false of numbers that are missing
		return
	}
	for s.next < s.scores.Len() && s.scores.Compare(s.next, r.Chromosome, r.Position) < 0 {
		s.next++
	}
	if s.next == s.scores.Len() || s.scores.Compare(s.next, r.Chromosome, r.Position) > 0 {
		return
	}
	at, ld := s.next, s.scores.L2(s.next)
	s.next++ // a place with two variants counts once
	n := r.WeightN()
	if !(n > 0) {
		s.withoutN++
		return
	}
	s.peer.keep(at, r, n)
	s.variants = append(s.variants, ldsc.Variant{Z: r.Beta / r.SE, N: n, LD: ld, Weight: ld})
}

// fit estimates what the variants say; nil when there are no LD scores.
func (s *scored) fit() *Polygenic {
	if s.scores == nil {
		return nil
	}
	nan := Number(math.NaN())
	p := &Polygenic{Scores: s.scores.Name, Ancestry: s.scores.Ancestry, SHA256: s.scores.SHA256,
		MeanChi2: nan, H2: nan, H2SE: nan, Intercept: nan, InterceptSE: nan, Ratio: nan, RatioSE: nan}
	if len(s.variants) == 0 && s.withoutN > 0 {
		p.Lacks = LackN
		return p
	}
	variants := enoughPeople(s.variants)
	p.Variants = int64(len(variants))
	h, err := ldsc.Fit(variants, s.scores.variants(), ldsc.Options{})
	if err != nil {
		p.Lacks = LackSpread
		if few := (*ldsc.FewError)(nil); errors.As(err, &few) {
			p.Lacks = LackVariants
		}
		return p
	}
	p.MeanChi2 = Number(h.MeanChi2)
	if s.scores.Common > 0 {
		p.H2, p.H2SE = Number(h.H2.Value), Number(h.H2.SE)
	}
	p.Intercept, p.InterceptSE = Number(h.Intercept.Value), Number(h.Intercept.SE)
	p.Ratio, p.RatioSE = Number(h.Ratio.Value), Number(h.Ratio.SE)
	return p
}

// variants is how many the scores were summed over. Without that count there is an
// intercept, but no h².
func (s *Scores) variants() float64 {
	if s.Common == 0 {
		return float64(s.Len())
	}
	return float64(s.Common)
}

// enoughPeople leaves out variants that were measured in far fewer people than most.
func enoughPeople(variants []ldsc.Variant) []ldsc.Variant {
	ns := make([]float64, len(variants))
	for i, v := range variants {
		ns[i] = v.N
	}
	least := leastOf(ns)
	return slices.DeleteFunc(variants, func(v ldsc.Variant) bool { return v.N < least })
}

// leastOf is the sample size below which a variant was measured in far fewer people
// than most; it sorts ns.
func leastOf(ns []float64) float64 {
	if len(ns) == 0 {
		return 0
	}
	slices.Sort(ns)
	return ns[(len(ns)-1)*9/10] * scoredN
}

// polygenic judges what LD score regression says: how much of the inflation is not the trait's.
func (f *findings) polygenic() *stepBuilder {
	s := newStep(stepPolygenic)
	p := f.report.Polygenic
	switch {
	case p == nil:
		s.unmeasured("No LD scores are installed for these people on %s, so polygenic signal and confounding were not told apart.", f.opt.Build.Label())
	case f.selected():
		s.unmeasured("The file holds selected variants only; LD score regression needs all.")
	case p.Lacks == LackN:
		s.unmeasured("There is no sample size, which LD score regression needs; map a column or state the total.")
	case p.Lacks == LackVariants:
		s.unmeasured("%s an LD score of %s, too few for LD score regression; it takes %d.", only(p.Variants, "variant has", "variants have"), p.Scores, ldsc.Fewest)
	case p.Lacks == LackSpread:
		s.unmeasured("The variants have one LD score, so there is nothing to compare.")
	default:
		s.judgeIntercept(p, &f.opt.Limits)
	}
	return s
}

func (s *stepBuilder) judgeIntercept(p *Polygenic, l *Limits) {
	s.metric("variants", p.Variants)
	s.metric("intercept", float64(p.Intercept))
	s.metric("intercept_se", float64(p.InterceptSE))
	s.metric("h2", float64(p.H2))
	s.metric("h2_se", float64(p.H2SE))
	s.metric("ratio", float64(p.Ratio))
	intercept, sure := float64(p.Intercept), warnSE*float64(p.InterceptSE)
	switch {
	case intercept > l.InterceptAbove && intercept-sure > 1:
		s.say(Warned, "A part of the inflation is not the trait's (intercept %.3f, SE %.3f); look at ancestry, relatedness and the covariates of the model.", intercept, float64(p.InterceptSE))
	case intercept < l.InterceptBelow && intercept+sure < 1:
		s.say(Warned, "The intercept is below 1 (%.3f, SE %.3f): the P values seem to have been corrected already; send uncorrected ones.", intercept, float64(p.InterceptSE))
	}
	if float64(p.H2)-warnSE*float64(p.H2SE) > l.H2 {
		s.say(Warned, "The heritability is %.2f, more than all of the trait; N is probably too small or not that of this analysis.", float64(p.H2))
	}
}

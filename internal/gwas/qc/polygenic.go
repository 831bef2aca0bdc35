package qc

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ldsc"
	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// Which variants LD score regression reads: common and well imputed ones, as the authors
// of the method advise, with nearly the sample size of the others.
const (
	scoredMAF  = 0.01
	scoredInfo = 0.9
	scoredN    = 1 / 1.5 // of the 90th percentile of N
	// scoredShare is the least share of the variants that could have a score which have
	// one. Positions of another assembly meet by chance: 1 % of HapMap 3. Of the common
	// variants of a European genome 12 % are in HapMap 3, of those of arrays more.
	scoredShare = 0.05
)

// Polygenic holds the LD score regression results of a file.
type Polygenic struct {
	Scores   string `json:"scores"` // name of the LD scores
	Ancestry string `json:"ancestry"`
	SHA256   string `json:"sha256"`

	ScoresBuild genome.Build `json:"scores_build,omitempty"` // absent when not known
	Joined      Joined       `json:"joined_by"`
	Matched     int64        `json:"matched"`       // variants with a score, also those without N
	ShareOf     int64        `json:"matchable"`     // the lower of scores and variants that may have one
	Share       Number       `json:"share_matched"` // Matched of ShareOf

	Variants    int64  `json:"variants"` // that were fitted
	MeanChi2    Number `json:"mean_chi2"`
	H2          Number `json:"h2"` // on the observed scale
	H2SE        Number `json:"h2_se"`
	Intercept   Number `json:"intercept"`
	InterceptSE Number `json:"intercept_se"`
	Ratio       Number `json:"ratio"` // (intercept − 1) / (mean χ² − 1)
	RatioSE     Number `json:"ratio_se"`

	// EffectiveN reports that N is that of as many cases as controls with the same power, so that
	// h2 is on the observed scale of such a study.
	EffectiveN bool `json:"effective_n"`

	Lacks Lack `json:"lacks,omitempty"` // why there is no estimate
}

// Lack is why LD score regression estimated nothing.
type Lack string

// The reasons.
const (
	LackMatched  Lack = "matched"   // too small a share has a score
	LackVariants Lack = "variants"  // too few have a score
	LackN        Lack = "n"         // no sample size
	LackSpread   Lack = "ld_scores" // the scores of the variants do not differ
)

// scored gathers the variants of the clean file that have an LD score. Rows come in
// genome order.
type scored struct {
	scores    *Scores // nil when there are none
	finder    *scoreFinder
	variants  []placedVariant
	eligible  int64 // variants of a kind that has scores
	matched   int64 // of them, those with a score
	withoutN  int64
	effective bool // N of some is the effective one
	peer      *Peer
}

// placedVariant is a variant with its place among the LD scores.
type placedVariant struct {
	at int
	ldsc.Variant
}

// newScored takes rows on an assembly; UnknownBuild for one that is not known.
func newScored(scores *Scores, build genome.Build) scored {
	s := scored{scores: scores, peer: &Peer{Frequencies: sketch.NewFrequencies()}}
	if scores != nil {
		s.peer.Scores = scores.SHA256
		s.finder = newScoreFinder(scores, build)
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
	s.eligible++
	at, ok := s.finder.find(r)
	if !ok {
		return
	}
	s.matched++
	n := r.WeightN()
	if !(n > 0) {
		s.withoutN++
		return
	}
	s.effective = s.effective || r.NEff > 0 || r.NCases > 0 && r.NControls > 0
	s.peer.keep(at, r, n)
	ld := s.scores.L2(at)
	s.variants = append(s.variants, placedVariant{at, ldsc.Variant{Z: r.Beta / r.SE, N: n, LD: ld, Weight: ld}})
}

// ordered returns the variants in the order of the scores, which is that of the genome.
func (s *scored) ordered() []ldsc.Variant {
	slices.SortFunc(s.variants, func(a, b placedVariant) int { return cmp.Compare(a.at, b.at) })
	out := make([]ldsc.Variant, len(s.variants))
	for i := range out {
		out[i] = s.variants[i].Variant
	}
	return out
}

// settle drops the z-scores where so few variants have a score that they may match by chance. It is
// called once all rows were added.
func (s *scored) settle() {
	if s.scores == nil || !(float64(s.share()) < scoredShare) {
		return
	}
	s.variants, s.peer.z = nil, nil
}

// matchable returns how many variants could have a score.
func (s *scored) matchable() int64 { return min(s.eligible, int64(s.scores.Len())) }

func (s *scored) share() Number { return Number(share(s.matched, s.matchable())) }

// fit runs the regression; it returns nil when there are no LD scores.
func (s *scored) fit() *Polygenic {
	if s.scores == nil {
		return nil
	}
	nan := Number(math.NaN())
	p := &Polygenic{Scores: s.scores.Name, Ancestry: s.scores.Ancestry, SHA256: s.scores.SHA256,
		ScoresBuild: s.finder.build, Joined: s.finder.joined,
		Matched: s.matched, ShareOf: s.matchable(), Share: s.share(), EffectiveN: s.effective,
		MeanChi2: nan, H2: nan, H2SE: nan, Intercept: nan, InterceptSE: nan, Ratio: nan, RatioSE: nan}
	switch {
	case float64(p.Share) < scoredShare:
		p.Lacks = LackMatched
	case len(s.variants) == 0 && s.withoutN > 0:
		p.Lacks = LackN
	default:
		p.estimate(enoughPeople(s.ordered()), s.scores)
	}
	return p
}

func (p *Polygenic) estimate(variants []ldsc.Variant, scores *Scores) {
	p.Variants = int64(len(variants))
	h, err := ldsc.Fit(variants, scores.variants(), ldsc.Options{})
	if err != nil {
		p.Lacks = LackSpread
		if few := (*ldsc.FewError)(nil); errors.As(err, &few) {
			p.Lacks = LackVariants
		}
		return
	}
	p.MeanChi2 = Number(h.MeanChi2)
	if scores.Common > 0 {
		p.H2, p.H2SE = Number(h.H2.Value), Number(h.H2.SE)
	}
	p.Intercept, p.InterceptSE = Number(h.Intercept.Value), Number(h.Intercept.SE)
	p.Ratio, p.RatioSE = Number(h.Ratio.Value), Number(h.Ratio.SE)
}

// variants returns how many the scores were summed over. Without that count there is an intercept,
// but no h².
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

// leastOf returns the sample size below which a variant was measured in far fewer people than most;
// it sorts ns.
func leastOf(ns []float64) float64 {
	if len(ns) == 0 {
		return 0
	}
	slices.Sort(ns)
	return ns[(len(ns)-1)*9/10] * scoredN
}

// polygenic judges the LD score regression: how much of the inflation is not due to the trait.
func (f *findings) polygenic() *stepBuilder {
	s := newStep(stepPolygenic)
	p := f.report.Polygenic
	switch {
	case p == nil:
		s.unmeasured("LD score regression was skipped: no LD scores for this ancestry are available.")
	case f.selected():
		s.unmeasured("The file holds selected variants only; LD score regression needs all.")
	case p.Lacks == LackN:
		s.unmeasured("There is no sample size, which LD score regression needs; map a column or state the total.")
	case p.Lacks == LackMatched:
		s.unmeasured(
			"Only %s of %s variants that could have an LD score in %s have one (%s); at least %s are needed. They were matched by %s: check the genome build%s.",
			phrase.Thousands(
				p.Matched,
			),
			phrase.Thousands(p.ShareOf),
			p.Scores,
			percent(float64(p.Share)),
			percent(scoredShare),
			p.Joined.words(),
			p.Joined.check(),
		)
	case p.Lacks == LackVariants:
		s.unmeasured(
			"%s an LD score of %s, too few for LD score regression; it takes %d.",
			only(p.Variants, "variant has", "variants have"),
			p.Scores,
			ldsc.Fewest,
		)
	case p.Lacks == LackSpread:
		s.unmeasured("The variants have one LD score, so there is nothing to compare.")
	default:
		s.judgeIntercept(p, &f.opt.Limits)
		s.judgeHeritability(p, f.report.EffectScale, &f.opt.Limits)
	}
	return s
}

func (j Joined) words() string {
	switch j {
	case JoinedByRSID:
		return "rs number"
	case JoinedByLift:
		return "lifted position"
	}
	return "position"
}

// check ends the advice to check the genome build.
func (j Joined) check() string {
	if j == JoinedByRSID {
		return " and the rs numbers"
	}
	return " of the file"
}

func (s *stepBuilder) judgeIntercept(p *Polygenic, l *Limits) {
	s.metric("variants", p.Variants)
	s.metric("share_matched", float64(p.Share))
	s.metric("intercept", float64(p.Intercept))
	s.metric("intercept_se", float64(p.InterceptSE))
	s.metric("h2", float64(p.H2))
	s.metric("h2_se", float64(p.H2SE))
	s.metric("ratio", float64(p.Ratio))
	intercept, sure := float64(p.Intercept), warnSE*float64(p.InterceptSE)
	switch {
	case intercept > l.InterceptAbove && intercept-sure > 1:
		s.say(
			Warned,
			"A part of the inflation is not the trait's (intercept %.3f, SE %.3f); look at ancestry, relatedness and the covariates of the model.",
			intercept,
			float64(p.InterceptSE),
		)
	case intercept < l.InterceptBelow && intercept+sure < 1:
		s.say(
			Warned,
			"The intercept is below 1 (%.3f, SE %.3f): the P values seem to have been corrected already; send uncorrected ones.",
			intercept,
			float64(p.InterceptSE),
		)
	}
}

// judgeHeritability warns of more heritable variance than there is. That is known of a
// quantitative trait only: for cases and controls the observed scale is that of a yes/no
// trait in the share of cases that was studied, and may exceed 1.
func (s *stepBuilder) judgeHeritability(p *Polygenic, scale sumstats.EffectScale, l *Limits) {
	h2, surely := float64(p.H2), float64(p.H2)-warnSE*float64(p.H2SE)
	cases := p.EffectiveN || scale == sumstats.LogOdds || scale == sumstats.LogHazard || scale == sumstats.LinearBinary
	switch {
	case !cases && surely > l.H2:
		s.say(Warned, "The heritability is %.2f, more than all of the trait; N is probably too small or not that of this analysis.", h2)
	case cases && h2 > 1:
		s.say(
			Pass,
			"The heritability is %.2f on the observed scale%s. For cases and controls it may exceed 1 there; the liability scale needs the prevalence.",
			h2,
			p.nWords(),
		)
	}
}

// nWords describes the N of the observed scale.
func (p *Polygenic) nWords() string {
	if p.EffectiveN {
		return " with effective N"
	}
	return ""
}

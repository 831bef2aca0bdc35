// Package finemap judges and fine-maps one locus of a result with the LD of a panel: it matches
// variants and alleles, asks whether the locus can be believed (suspicion), and finds its signals
// (susie), or weighs its variants as one signal (credible) where LD does not allow more. It owns the
// rules for that choice and says which one decided. It knows no files.
package finemap

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cohortium/internal/gwas/credible"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/susie"
	"cohortium/internal/gwas/suspicion"
	"cohortium/internal/gwas/variant"
)

// Limits of fine-mapping with several signals.
const (
	// MostMismatch is the largest λ. With the panel of a sample of the population λ is up to 0.06, with
	// 5 % of the alleles exchanged at least 0.05, with LD of other variants above 0.8 (simulated).
	MostMismatch = 0.05
	LeastMatched = 0.5  // share of the variants that the panel must contain
	MostVariants = 5000 // the correlations of more do not fit in memory
)

// Input is a locus of one result.
type Input struct {
	Rows   []sumstats.Row // in genome order
	Dict   *variant.Dict
	Scale  sumstats.EffectScale
	Absent [][]int // studies that lack each row; nil if unknown
	// LeadRow is the number of the lead variant's row from 1; 0 for the strongest, which is another one
	// beside a stronger locus.
	LeadRow int

	Sites      []ld.Site // of the LD panel; nil without LD
	OwnLD      bool      // of the participants themselves
	Ancestries []string  // of the participants, as far as stated
	LDAncestry string    // of the panel, as far as stated

	Options susie.Options
}

// Method is how variants were weighed.
type Method string

// The methods.
const (
	Several Method = "susie"
	Single  Method = "single_signal"
	None    Method = "none"
)

// Set is the credible set of one signal.
type Set struct {
	Rows     []int // most probable first
	Coverage float64
	Purity   float64   // NaN of a single signal
	LogBF    []float64 // of each row, NaN if it took no part
	LogBFAll float64   // of the signal against none
}

// Result is a judged and fine-mapped locus.
type Result struct {
	Lead        int       // strongest row, −1 if none has a P value
	R           []float64 // correlation of each row with the lead for the effect alleles; NaN if it is not in the panel
	Matched     int
	Palindromic int // rows left out as their strand cannot be determined
	Judgement   suspicion.Report
	Method      Method
	Why         string    // why not several signals, as a sentence
	Mismatch    float64   // λ; NaN if it was not estimated
	PIP         []float64 // NaN of rows that took no part
	Sets        []Set
	Impure      int
	Residual    float64 // estimated or assumed residual variance; NaN for one signal
}

// Run judges and fine-maps a locus.
func Run(in *Input) *Result {
	nan := math.NaN()
	out := &Result{Mismatch: nan, Residual: nan, R: make([]float64, len(in.Rows)), Method: None,
		Lead: in.LeadRow - 1}
	if in.LeadRow == 0 {
		out.Lead = locus.Strongest(len(in.Rows), func(i int) float64 { return in.Rows[i].NegLog10P })
	}
	for i := range out.R {
		out.R[i] = nan
	}
	if out.Lead < 0 {
		out.Why = "No variant of the locus has a P value."
		return out
	}
	m := match(in)
	out.Matched, out.Palindromic = len(m.rows), m.palindromic
	lead := slices.Index(m.rows, out.Lead)
	if lead >= 0 {
		for k, row := range m.rows {
			out.R[row] = m.r(lead, k)
		}
	}
	out.judge(in)
	if out.Why = out.refusal(in, lead); out.Why == "" {
		out.Why = out.several(in, m)
	}
	if out.Why != "" {
		out.single(in)
	}
	return out
}

// z returns the z-score of a row.
func z(r *sumstats.Row) float64 { return r.Beta / r.SE }

func (out *Result) judge(in *Input) {
	variants := make([]suspicion.Variant, len(in.Rows))
	haplotypes := 0
	for i := range in.Rows {
		r := &in.Rows[i]
		variants[i] = suspicion.Variant{Z: z(r), R: out.R[i], N: r.WeightN(), Info: r.Info}
		if in.Absent != nil {
			variants[i].Absent = in.Absent[i]
		}
	}
	if !in.OwnLD && len(in.Sites) > 0 {
		haplotypes = in.Sites[0].Haplotypes()
	}
	if reason := in.unsuitable(); reason != "" {
		out.Judgement = suspicion.Report{Verdict: suspicion.Unjudged, Reasons: []suspicion.Reason{reason}, LeadN: math.NaN()}
		return
	}
	if out.Matched > 0 && math.IsNaN(out.R[out.Lead]) { // the panel has others
		out.Judgement = suspicion.Report{Verdict: suspicion.Unjudged, Reasons: []suspicion.Reason{suspicion.NoLead}, LeadN: math.NaN()}
		return
	}
	out.Judgement = suspicion.Judge(out.Lead, variants, haplotypes)
}

// ancestries returns those of the participants, each once.
func (in *Input) ancestries() []string {
	return slices.Compact(slices.Sorted(slices.Values(in.Ancestries)))
}

// unsuitable returns why the panel cannot judge these participants, "" if it can, or if there is none.
func (in *Input) unsuitable() suspicion.Reason {
	switch all := in.ancestries(); {
	case len(all) > 1:
		return suspicion.Several
	case in.Sites != nil && len(all) == 1 && in.LDAncestry != "" && !strings.EqualFold(all[0], in.LDAncestry):
		return suspicion.Foreign
	}
	return ""
}

// refusal returns why the panel does not allow several signals, "" if it does.
func (out *Result) refusal(in *Input, lead int) string {
	ancestries := in.ancestries()
	switch reason := in.unsuitable(); {
	case reason == suspicion.Several:
		return fmt.Sprintf("The result combines %s, and the LD is of one panel: one signal is assumed. "+
			"Fine-map the result of each ancestry instead.", strings.Join(ancestries, ", "))
	case in.Sites == nil:
		return "No LD: one signal is assumed."
	case reason == suspicion.Foreign:
		return fmt.Sprintf("The participants are %s and the LD panel is %s: one signal is assumed. Use LD of the participants' ancestry.",
			ancestries[0], in.LDAncestry)
	case lead < 0:
		return "The lead variant is not in the LD panel, or its strand cannot be determined: one signal is assumed."
	case float64(out.Matched) < LeastMatched*float64(len(in.Rows)):
		return fmt.Sprintf("The LD panel contains %d of the %d variants: one signal is assumed.", out.Matched, len(in.Rows))
	case out.Matched > MostVariants:
		return fmt.Sprintf("The locus has more than %d variants: one signal is assumed. Use a narrower window.", MostVariants)
	case slices.Contains(out.Judgement.Reasons, suspicion.Outliers) || slices.Contains(out.Judgement.Reasons, suspicion.Exchanged):
		return "z-scores and LD contradict each other: one signal is assumed."
	}
	return ""
}

// several fits the model of several signals, and returns why its results are not used.
func (out *Result) several(in *Input, m *matches) string {
	scores := make([]float64, len(m.rows))
	var sizes stat.Median
	for k, row := range m.rows {
		scores[k] = z(&in.Rows[row])
		sizes.Add(in.Rows[row].WeightN())
	}
	r, n := m.correlations(), sizes.Value()
	if out.Mismatch = susie.Mismatch(scores, r, n); out.Mismatch > MostMismatch {
		return fmt.Sprintf("z-scores and LD do not match (λ = %.2f, at most %g): one signal is assumed. "+
			"Use LD of the participants' ancestry, and check alleles.", out.Mismatch, MostMismatch)
	}
	fit, err := susie.Run(scores, r, n, in.Options)
	if err != nil {
		return fmt.Sprintf("Several signals could not be fitted: %s. One signal is assumed.", err)
	}
	if !fit.Converged {
		return "The model of several signals did not converge: one signal is assumed."
	}
	out.Method, out.Residual, out.Impure = Several, fit.Residual, fit.Impure
	out.PIP = m.spread(fit.PIP, len(in.Rows))
	for _, s := range fit.Signals {
		set := Set{Coverage: s.Coverage, Purity: s.Purity, LogBF: m.spread(s.LogBF, len(in.Rows)), LogBFAll: s.LogBFAll}
		for _, k := range s.Set {
			set.Rows = append(set.Rows, m.rows[k])
		}
		out.Sets = append(out.Sets, set)
	}
	return ""
}

// single weighs all rows as candidates for one signal.
func (out *Result) single(in *Input) {
	var variances stat.Median
	for i := range in.Rows {
		r := &in.Rows[i]
		variances.Add(credible.TraitVariance(r.SE, r.EAF, r.N))
	}
	w, ok := credible.PriorVariance(in.Scale, math.Sqrt(variances.Value()))
	if !ok {
		out.Why += " The scale of the effects is not known, so variants were not weighed. State it with --scale."
		return
	}
	coverage := in.Options.Coverage
	if coverage == 0 {
		coverage = susie.Coverage
	}
	factors := make([]float64, len(in.Rows))
	for i := range in.Rows {
		factors[i] = credible.LogBF(in.Rows[i].Beta, in.Rows[i].SE, w)
	}
	weighed := credible.Of(factors, coverage)
	out.Method, out.PIP = Single, weighed.PIP
	set := Set{Purity: math.NaN(), LogBF: factors, LogBFAll: logMean(factors)}
	for i := range in.Rows {
		if weighed.In[i] {
			set.Rows = append(set.Rows, i)
			set.Coverage += weighed.PIP[i]
		}
	}
	slices.SortStableFunc(set.Rows, func(a, b int) int { return -cmp.Compare(weighed.PIP[a], weighed.PIP[b]) })
	if len(set.Rows) > 0 {
		out.Sets = []Set{set}
	}
}

// logMean returns the logarithm of the mean of factors from their logarithms, NaN left out.
func logMean(logs []float64) float64 {
	most, n, sum := math.Inf(-1), 0.0, 0.0
	for _, x := range logs {
		if !math.IsNaN(x) {
			most, n = max(most, x), n+1
		}
	}
	for _, x := range logs {
		if !math.IsNaN(x) {
			sum += math.Exp(x - most)
		}
	}
	return most + math.Log(sum/n)
}

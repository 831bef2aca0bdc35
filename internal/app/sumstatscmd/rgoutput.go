package sumstatscmd

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"cohortium/internal/gwas/ldsc"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/phrase"
)

// rgOutput is the output of `sumstats rg --json`.
type rgOutput struct {
	Scores   rgScores      `json:"ld_scores"`
	Studies  []rgStudy     `json:"studies"`
	Pairs    []rgPair      `json:"pairs"`
	Versions rgOutputMaker `json:"versions"`
}

type rgOutputMaker struct {
	Cohortium string `json:"cohortium"`
}

type rgScores struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Scores int    `json:"scores"`
	Common int64  `json:"m_5_50"` // variants that the scores were summed over; 0 if unknown, then there is no h²
}

// rgStudy is one file: the fields of the QC report, and the liability scale.
type rgStudy struct {
	Name string `json:"name"`
	File string `json:"file"`
	*qc.Polygenic
	Warnings      []string    `json:"warnings"` // about the reading of the file
	PopPrev       stat.Number `json:"population_prevalence"`
	SampPrev      stat.Number `json:"sample_prevalence"`
	H2Liability   stat.Number `json:"h2_liability"`
	H2LiabilitySE stat.Number `json:"h2_liability_se"`

	total  bool    // N is the total of cases and controls
	factor float64 // of the liability scale, 1 without prevalence
}

// rgPair is two files.
type rgPair struct {
	First    string `json:"first"`
	Second   string `json:"second"`
	Variants int64  `json:"variants"`

	Genetic     stat.Number `json:"genetic_correlation"`
	GeneticSE   stat.Number `json:"genetic_correlation_se"`
	Z           stat.Number `json:"z"`
	NegLog10P   stat.Number `json:"neg_log_10_p_value"`
	Covariance  stat.Number `json:"covariance"` // for studies with a prevalence on the liability scale
	CovarSE     stat.Number `json:"covariance_se"`
	Intercept   stat.Number `json:"intercept"`
	InterceptSE stat.Number `json:"intercept_se"`
	Lacks       qc.Lack     `json:"lacks,omitempty"`
}

func rgOutputOf(files []*rgFile, scores *qc.Scores) *rgOutput {
	out := &rgOutput{Scores: rgScores{scores.Name, scores.SHA256, scores.Len(), scores.Common}, Pairs: []rgPair{},
		Versions: versions()}
	for _, f := range files {
		s := rgStudy{
			Name:      f.name,
			File:      f.path,
			Polygenic: f.rows.Polygenic,
			Warnings:  append([]string{}, f.warnings...),
			PopPrev:   stat.Number(f.popPrev),
			SampPrev:  stat.Number(f.sampPrev),
			factor:    1,
		}
		if s.total = ofCases(f.scale) && !s.EffectiveN && s.Lacks != qc.LackN && math.IsNaN(f.popPrev); s.total {
			s.Warnings = append(s.Warnings, totalN)
		}
		liability := math.NaN()
		if !math.IsNaN(f.popPrev) {
			s.factor = ldsc.LiabilityFactor(f.sampPrev, f.popPrev)
			liability = s.factor
		}
		s.H2Liability, s.H2LiabilitySE = s.H2*stat.Number(liability), s.H2SE*stat.Number(liability)
		out.Studies = append(out.Studies, s)
	}
	for i := range files {
		for j := i + 1; j < len(files); j++ {
			shared := qc.Correlate(files[i].rows, files[j].rows, scores)
			out.Pairs = append(out.Pairs, pairOf(&out.Studies[i], &out.Studies[j], &shared, scores.Common > 0))
		}
	}
	return out
}

// pairOf returns the result of two files. Without the variant count of the scores there is only an
// intercept.
func pairOf(a, b *rgStudy, shared *qc.Shared, counted bool) rgPair {
	nan := stat.Number(math.NaN())
	p := rgPair{First: a.Name, Second: b.Name, Variants: shared.Variants, Lacks: shared.Lacks,
		Genetic: nan, GeneticSE: nan, Z: nan, NegLog10P: nan, Covariance: nan, CovarSE: nan, Intercept: nan, InterceptSE: nan}
	if shared.Correlation == nil {
		return p
	}
	c := shared.Correlation
	p.Intercept, p.InterceptSE = stat.Number(c.Intercept.Value), stat.Number(c.Intercept.SE)
	if !counted {
		return p
	}
	factor := stat.Number(math.Sqrt(a.factor * b.factor))
	p.Covariance, p.CovarSE = stat.Number(c.Covariance.Value)*factor, stat.Number(c.Covariance.SE)*factor
	p.Genetic, p.GeneticSE = stat.Number(c.Genetic.Value), stat.Number(c.Genetic.SE)
	z := c.Genetic.Value / c.Genetic.SE
	p.Z, p.NegLog10P = stat.Number(z), stat.Number(stat.NegLog10PFromZ(z))
	return p
}

// lacking reports whether something was not estimated.
func (o *rgOutput) lacking() bool {
	for i := range o.Studies {
		if o.Studies[i].Lacks != "" {
			return true
		}
	}
	for i := range o.Pairs {
		if p := &o.Pairs[i]; p.Lacks != "" || math.IsNaN(float64(p.Genetic)) {
			return true
		}
	}
	return o.Scores.Common == 0
}

// print writes two tables, and why values are missing in them.
func (o *rgOutput) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "study\tmatched\tvariants\tmean χ²\tintercept (SE)\th² observed (SE)\th² liability (SE)")
	for i := range o.Studies {
		s := &o.Studies[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, sharePercent(s.Share), phrase.Thousands(s.Variants), qcNumber(s.MeanChi2),
			withSE(s.Intercept, s.InterceptSE), withSE(s.H2, s.H2SE), withSE(s.H2Liability, s.H2LiabilitySE))
	}
	if len(o.Pairs) > 0 {
		fmt.Fprintln(t, "\nfirst\tsecond\tvariants\trg (SE)\tP\tintercept (SE)")
		for i := range o.Pairs {
			p := &o.Pairs[i]
			pText := "NA"
			if !math.IsNaN(float64(p.NegLog10P)) {
				pText = stat.FormatP(float64(p.NegLog10P))
			}
			fmt.Fprintf(
				t,
				"%s\t%s\t%s\t%s\t%s\t%s\n",
				p.First,
				p.Second,
				phrase.Thousands(p.Variants),
				withSE(p.Genetic, p.GeneticSE),
				pText,
				withSE(p.Intercept, p.InterceptSE),
			)
		}
	}
	for _, note := range o.notes() {
		fmt.Fprintf(t, "\n%s", note)
	}
	fmt.Fprintln(t)
	return t.Flush() // it returns the first error of the writes
}

// rgLacks are the messages for values that were not estimated.
var rgLacks = map[qc.Lack]string{
	qc.LackMatched:  "less than 5 % of the variants have an LD score; check genome build and rs numbers",
	qc.LackVariants: fmt.Sprintf("too few variants have an LD score; at least %d are needed", ldsc.Fewest),
	qc.LackN:        "no sample size; map a column or add --n FILE=N",
	qc.LackSpread:   "the variants have one LD score",
}

// notes returns why values are missing, and the scale of h².
func (o *rgOutput) notes() (out []string) {
	for i := range o.Studies {
		s := &o.Studies[i]
		if s.Lacks != "" {
			out = append(out, fmt.Sprintf("%s: %s.", s.Name, rgLacks[s.Lacks]))
		}
		if s.total {
			out = append(out, fmt.Sprintf("%s: %s. State --cases and --controls, or --pop-prev and --samp-prev.", s.Name, totalN))
		}
		if s.EffectiveN && math.IsNaN(float64(s.PopPrev)) {
			out = append(
				out,
				fmt.Sprintf("%s: h² is on the observed scale with effective N, where it may exceed 1; use --pop-prev for the liability scale.", s.Name),
			)
		}
	}
	for i := range o.Pairs {
		p := &o.Pairs[i]
		if p.Lacks != "" {
			out = append(out, fmt.Sprintf("%s and %s: %s.", p.First, p.Second, rgLacks[p.Lacks]))
		} else if o.Scores.Common > 0 && math.IsNaN(float64(p.Genetic)) {
			out = append(out, fmt.Sprintf("%s and %s: no genetic correlation, as a heritability is not above 0.", p.First, p.Second))
		}
	}
	if o.Scores.Common == 0 {
		out = append(out, "The LD scores do not state how many variants they were summed over (.l2.M_5_50), so there are intercepts only.")
	}
	return out
}

func withSE(x, se stat.Number) string {
	if math.IsNaN(float64(x)) {
		return "NA"
	}
	return fmt.Sprintf("%.4f (%.4f)", float64(x), float64(se))
}

func sharePercent(x stat.Number) string {
	if math.IsNaN(float64(x)) {
		return "NA"
	}
	return fmt.Sprintf("%.3g %%", 100*float64(x))
}

package hermes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/phrase"
)

// CautionCode is the kind of a caution.
type CautionCode string

// The cautions, in display order.
const (
	CautionAncestry  CautionCode = "ancestry"
	CautionSex       CautionCode = "sex"
	CautionCohort    CautionCode = "cohort"
	CautionPeople    CautionCode = "shared_people"
	CautionShared    CautionCode = "few_shared"
	CautionInflation CautionCode = "inflation"
	CautionScale     CautionCode = "scale"
	CautionSize      CautionCode = "se_n"
	CautionFrequency CautionCode = "frequency"

	// CautionContradiction cannot be confirmed.
	CautionContradiction CautionCode = "contradiction"
)

// Caution is a possible problem of a choice of submissions. The person who starts the meta-analysis
// confirms each kind, and it is stored with the meta-analysis.
type Caution struct {
	Code     CautionCode      `json:"code"`
	Title    string           `json:"title"`
	Findings []CautionFinding `json:"findings"`
	Advice   string           `json:"advice"`
}

// CautionFinding is one sentence of a caution.
type CautionFinding struct {
	Datasets []string `json:"datasets"` // ids
	Sentence string   `json:"sentence"`
}

func (c *Caution) find(sentence string, uploads ...*Submission) {
	c.Findings = append(c.Findings, CautionFinding{Datasets: idsOf(uploads), Sentence: sentence})
}

func (c *Caution) sentences() string {
	out := make([]string, len(c.Findings))
	for i, f := range c.Findings {
		out[i] = f.Sentence
	}
	return strings.Join(out, " ")
}

// Warnings returns the confirmed cautions as texts.
func (m *Meta) Warnings() []string {
	out := make([]string, len(m.Cautions))
	for i := range m.Cautions {
		out[i] = m.Cautions[i].Title + " " + m.Cautions[i].sentences()
	}
	return out
}

// confirmed returns the name of the option that confirms a caution, and whether it is set. Mixed
// scales cannot be confirmed: choose the sample-size scheme. Contradicting frequencies need a rule
// for palindromic variants that does not use frequencies. A contradiction needs another choice of
// submissions.
func (o *MetaOptions) confirmed(code CautionCode) (option string, yes bool) {
	switch code {
	case CautionAncestry:
		return "multi_ancestry", o.MultiAncestry
	case CautionSex:
		return "mixed_sex", o.MixedSex
	case CautionCohort:
		return "same_cohort", o.SameCohort
	case CautionPeople:
		return "shared_people", o.SharedPeople
	case CautionShared:
		return "few_shared", o.FewShared
	case CautionInflation:
		return "inflated", o.Inflated
	case CautionSize:
		return "doubtful_size", o.DoubtfulSize
	case CautionFrequency:
		return "palindromic", o.Palindromic != string(meta.AlignByFrequency) && o.Scheme != string(meta.MetaRegression)
	case CautionContradiction:
		return "datasets", false
	default:
		return "scheme", o.Scheme == string(meta.SampleSize)
	}
}

// unconfirmed returns a fault for each caution that is not confirmed.
func unconfirmed(cautions []Caution, options *MetaOptions) (faults []errs.Field) {
	for _, c := range cautions {
		if option, yes := options.confirmed(c.Code); !yes {
			ask := " Confirm it to combine them."
			if c.Code == CautionScale || c.Code == CautionFrequency || c.Code == CautionContradiction {
				ask = ""
			}
			if option = "options." + option; c.Code == CautionContradiction {
				option = "datasets"
			}
			faults = append(faults, errs.Field{Field: option, Message: c.Title + " " + c.sentences() + " " + c.Advice + ask})
		}
	}
	return faults
}

// stated removes the findings about pairs whose overlap is stated, if the scheme is sample size,
// which takes account of it.
func stated(cautions []Caution, options *MetaOptions) []Caution {
	if options.Scheme != string(meta.SampleSize) {
		return cautions
	}
	reported := func(f CautionFinding) bool {
		for i, a := range f.Datasets {
			for _, b := range f.Datasets[i+1:] {
				if !slices.ContainsFunc(options.Overlaps, func(o MetaOverlap) bool { return o.A == a && o.B == b || o.A == b && o.B == a }) {
					return false
				}
			}
		}
		return true
	}
	var out []Caution
	for _, c := range cautions {
		if c.Code == CautionPeople {
			c.Findings = slices.DeleteFunc(slices.Clone(c.Findings), reported)
		}
		if len(c.Findings) > 0 {
			out = append(out, c)
		}
	}
	return out
}

func ancestryCaution(uploads []*Submission) Caution {
	c := Caution{Code: CautionAncestry, Title: "Different ancestries.",
		Advice: "Effects and frequencies may differ between them: choose submissions of one ancestry, or combine them on purpose."}
	c.parts(uploads, func(u *Submission) string { return labelOf(Ancestries(), u.Ancestry) })
	return c
}

func sexCaution(uploads []*Submission) Caution {
	c := Caution{Code: CautionSex, Title: "Different sex strata.",
		Advice: "Effects may differ between the sexes: choose submissions of one stratum, or combine them on purpose."}
	c.parts(uploads, func(u *Submission) string { return u.Sex })
	return c
}

// parts adds a finding if the submissions are of several kinds; it lists the submissions of each kind.
func (c *Caution) parts(uploads []*Submission, kind func(*Submission) string) {
	groups, kinds := grouped(uploads, kind)
	if len(kinds) < 2 {
		return
	}
	for _, k := range kinds {
		c.find(k+": "+namedOf(groups[k])+".", groups[k]...)
	}
}

func cohortCaution(uploads []*Submission) Caution {
	c := Caution{Code: CautionCohort, Title: "A cohort is included more than once.",
		Advice: "People who are in several files count several times, and the result looks more certain than it is: leave files out where that is so."}
	groups, keys := grouped(uploads, func(u *Submission) string { return strings.ToLower(strings.TrimSpace(u.Cohort)) })
	for _, k := range keys {
		if g := groups[k]; len(g) > 1 {
			c.find(strings.TrimSpace(g[0].Cohort)+": "+namedOf(g)+".", g...)
		}
	}
	return c
}

func peopleCaution(pairs []PairFound) Caution {
	c := Caution{Code: CautionPeople, Title: "Submissions seem to share people.",
		Advice: "State the overlaps and combine by sample size, or leave one of each pair out."}
	for _, p := range pairs {
		c.find(fmt.Sprintf(
			"%s and %s: their Z scores correlate by %.2f (SE %.2f) without any effect, as some %s people in both would make.",
			p.A.DatasetName,
			p.B.DatasetName,
			float64(p.Intercept),
			float64(p.InterceptSE),
			phrase.Thousands(int64(math.Round(float64(p.SharedPeople)))),
		), p.A, p.B)
	}
	return c
}

// limits are the consortium's bounds for cautions.
type limits struct{ lambdaAbove, lambdaBelow, interceptAbove, interceptBelow, seN float64 }

func (p *QCPolicy) limits() limits {
	of := func(key string) float64 {
		if i := slices.IndexFunc(p.Thresholds, func(t ChosenThreshold) bool { return t.Key == key }); i >= 0 {
			return p.Thresholds[i].Value
		}
		all := qc.Thresholds()
		return all[slices.IndexFunc(all, func(t qc.Threshold) bool { return t.Key == key })].Default
	}
	return limits{of("lambda_above"), of("lambda_below"), of("intercept_above"), of("intercept_below"), of("se_n")}
}

func inflationCaution(uploads []*Submission, figures map[string]*Figures, l limits) Caution {
	c := Caution{
		Code:   CautionInflation,
		Title:  "Statistics that are inflated or deflated.",
		Advice: "Look at their reports. Genomic control of each study corrects an inflation that is the same everywhere; it does not undo a correction, and of files that hold selected variants only it takes the signal away: switch it off for those.",
	}
	for _, u := range uploads {
		if f := figures[u.RunID]; f != nil {
			if what := l.inflation(f); what != "" {
				c.find(u.DatasetName+": "+what+".", u)
			}
		}
	}
	return c
}

// sureSE is the number of standard errors by which an intercept must differ from 1, as in the
// report.
const sureSE = 2

// inflation describes inflation outside the bounds. It uses the intercept of LD score regression if
// known, because it separates stratification from signal; else λ of 1,000 cases and 1,000 controls;
// else λ.
func (l *limits) inflation(f *Figures) string {
	if f.Intercept != nil && f.InterceptSE != nil {
		return beyond("the intercept of LD score regression is", *f.Intercept, sureSE**f.InterceptSE, l.interceptAbove, l.interceptBelow)
	}
	if f.LambdaGC == nil {
		return ""
	}
	if *f.LambdaGC > 1 && f.Lambda1000 != nil {
		return beyond("λ1000 is", *f.Lambda1000, 0, l.lambdaAbove, l.lambdaBelow)
	}
	return beyond("λ is", *f.LambdaGC, 0, l.lambdaAbove, l.lambdaBelow)
}

func beyond(what string, value, sure, above, below float64) string {
	switch {
	case value > above && value-sure > 1:
		return fmt.Sprintf("%s %.3f, above %s", what, value, decimal(above))
	case value < below && value+sure < 1:
		return fmt.Sprintf("%s %.3f, below %s", what, value, decimal(below))
	}
	return ""
}

func scaleCaution(uploads []*Submission, figures map[string]*Figures) Caution {
	c := Caution{Code: CautionScale, Title: "Effects on different scales, which cannot be averaged.",
		Advice: "Combine by sample size, or correct the scale that is wrong in its submission."}
	c.parts(uploads, func(u *Submission) string {
		f := figures[u.RunID]
		if f == nil || f.Scale == sumstats.ScaleUnknown {
			return "Scale not known"
		}
		return labelOf(EffectScales(), string(f.Scale))
	})
	return c
}

func sizeCaution(uploads []*Submission, figures map[string]*Figures, l limits) Caution {
	c := Caution{Code: CautionSize, Title: "Standard errors that do not fit the sample size.",
		Advice: "The trait is on another scale, or N is wrong: ask the cohort; combining by sample size does without the scale, not without N."}
	for _, u := range uploads {
		if f := figures[u.RunID]; f != nil && f.Ratio != nil && (*f.Ratio > 1+l.seN || *f.Ratio < 1-l.seN) {
			c.find(
				fmt.Sprintf("%s: the ratio of its SE–N plot is %.2f; 1 is expected, and %s to either side allowed.", u.DatasetName, *f.Ratio, decimal(l.seN)),
				u,
			)
		}
	}
	return c
}

// grouped groups submissions by kind. The kinds are in order of their first submission.
func grouped(uploads []*Submission, kind func(*Submission) string) (groups map[string][]*Submission, kinds []string) {
	groups = make(map[string][]*Submission)
	for _, u := range uploads {
		k := kind(u)
		if groups[k] == nil {
			kinds = append(kinds, k)
		}
		groups[k] = append(groups[k], u)
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return cmp.Compare(len(groups[b]), len(groups[a])) })
	return groups, kinds
}

func namedOf(uploads []*Submission) string {
	names := make([]string, len(uploads))
	for i, u := range uploads {
		names[i] = u.DatasetName
	}
	return strings.Join(names, "; ")
}

func idsOf(uploads []*Submission) []string {
	ids := make([]string, len(uploads))
	for i, u := range uploads {
		ids[i] = u.ID
	}
	return ids
}

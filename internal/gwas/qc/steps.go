package qc

import (
	"fmt"
	"math"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sketch"
	"cohortium/internal/gwas/sumstats"
)

// Thresholds of the verdicts.
const (
	failUnreadable   = 0.05 // share of rows that the reader left out
	failDuplicates   = 0.01 // share of rows
	failMatched      = 0.50 // share of rows found in the panel, below
	warnMismatch     = 0.01
	failEAFr         = 0.90 // below
	warnOutliers     = 0.05
	failPZr          = 0.95 // below
	warnPZ           = 0.01 // share of rows where P and Z disagree
	warnLambdaAbove  = 1.10
	warnLambdaBelow  = 0.95
	selectedFrom     = 1.0  // −log10 P of the weakest row above which a file is a selection
	warnSEN          = 0.30 // distance of the SE–N point from the identity
	buildAgrees      = 0.95
	buildDisagrees   = 0.60
	enoughForVerdict = 30 // rows below which correlations say nothing
	wholeGenome      = 11 // autosomes below which λ is that of some regions
)

// findings are all numbers that the steps judge.
type findings struct {
	opt         *Options
	unconfirmed []string     // columns that were left aside
	declared    genome.Build // assembly that the file is said to be on
	guess       recognise.BuildGuess
	file        *sumstats.Account
	tally       *tally
	byReason    map[sumstats.Reason]int64
	resolver    *resolver
	metrics     *metrics
	sketch      *sketch.Sketch
	report      *Report
}

// stepBuilder collects one step.
type stepBuilder struct{ Step }

func newStep(name string) *stepBuilder {
	return &stepBuilder{Step{Name: name, Verdict: Pass, Metrics: map[string]any{}, Messages: []string{}}}
}

func (s *stepBuilder) metric(name string, value any) {
	if x, ok := value.(float64); ok {
		value = Number(x)
	}
	s.Metrics[name] = value
}

// say adds a message and lowers the verdict.
func (s *stepBuilder) say(v Verdict, format string, args ...any) {
	s.Verdict = worse(s.Verdict, v)
	s.Messages = append(s.Messages, fmt.Sprintf(format, args...))
}

func (s *stepBuilder) skip(v Verdict, why string) {
	s.Skipped = true
	s.metric("skipped", true)
	s.say(v, "%s", why)
}

func share(part, whole int64) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return float64(part) / float64(whole)
}

func percent(x float64) string { return fmt.Sprintf("%.3g %%", 100*x) }

// steps returns the verdicts in the order in which a reader wants them.
func (f *findings) steps() []Step {
	var out []Step
	for _, s := range []*stepBuilder{
		f.reading(), f.columns(), f.build(), f.filters(), f.duplicates(), f.alleles(), f.frequency(), f.pz(),
		f.inflation(), f.sampleSize(), f.seN(), f.completeness(), f.leads(),
	} {
		out = append(out, s.Step)
	}
	return out
}

func (f *findings) reading() *stepBuilder {
	s := newStep("reading")
	// Rows of other models and repeated headers are no rows of this analysis.
	foreign := f.byReason[sumstats.ReasonOtherTest] + f.byReason[sumstats.ReasonRepeatedHeader]
	bad := f.file.ExcludedN() - foreign
	part := share(bad, f.file.RowsIn-foreign)
	s.metric("rows_in", f.file.RowsIn)
	s.metric("rows_unreadable", bad)
	s.metric("share_unreadable", part)
	switch {
	case f.file.RowsIn == 0:
		s.say(Fail, "The file holds no rows of data; send the complete table.")
	case part > failUnreadable:
		s.say(Fail, "%s of the rows could not be used, more than 5 %% allowed; look at the reasons, repair the export or the column mapping, and send the file again.", percent(part))
	}
	for _, e := range f.file.Excluded {
		s.say(Pass, "%d rows left out: %s", e.N, e.Sentence)
	}
	return s
}

func (f *findings) columns() *stepBuilder {
	s := newStep("columns")
	s.metric("mapped", len(f.file.Columns))
	for _, r := range f.file.Repaired {
		s.say(Pass, "%s (%d)", r.Sentence, r.N) // of values: a row may have two
	}
	if !f.tally.has.eaf && f.tally.rows > 0 {
		s.say(Warned, "There is no effect allele frequency, so frequencies, minor allele counts and palindromic variants cannot be checked; map a frequency column if the file has one.")
	}
	if !f.tally.has.n && f.tally.rows > 0 {
		s.say(Warned, "There is no sample size, neither by row nor for the study; map a column or state the total.")
	}
	if len(f.unconfirmed) > 0 {
		s.say(Warned, "Columns left aside because their meaning is not certain: %s; map them if they are needed.", strings.Join(f.unconfirmed, ", "))
	}
	for _, c := range f.file.Columns {
		if c.Rows > 0 && c.Missing == c.Rows {
			s.say(Warned, "Column %s is mapped to %s and holds no value in any row; map another column or none.", c.Column, c.Field)
		}
	}
	return s
}

func (f *findings) build() *stepBuilder {
	s := newStep("build")
	share37, share38 := f.tally.share(f.tally.beyond37), f.tally.share(f.tally.beyond38)
	s.metric("declared", string(f.declared))
	s.metric("share_within_grch37", share37)
	s.metric("share_within_grch38", share38)
	beyond := f.byReason[sumstats.ReasonPositionBeyondEnd]
	s.metric("beyond_end", beyond)
	if part := share(beyond, f.file.RowsIn); part > 1-buildAgrees {
		s.say(Fail, "%s of the positions lie past the end of their chromosome on %s; the file is on another assembly or another column holds the positions.", percent(part), f.declared)
	} else if beyond > 0 {
		s.say(Warned, "%d positions lie past the end of their chromosome on %s, which hints at another assembly or a damaged column.", beyond, f.declared)
	}
	if f.opt.Build == genome.NCBI36 {
		s.say(Warned, "The positions are on NCBI36; lift the file to GRCh37 or GRCh38 before it is combined with others.")
	}
	f.guessedBuild(s)
	f.panelAgreement(s)
	return s
}

// guessedBuild compares the declaration with what well-known variants of the
// file tell.
func (f *findings) guessedBuild(s *stepBuilder) {
	g := &f.guess
	s.metric("guess", string(g.Guess))
	s.metric("share_37", g.Share37)
	s.metric("share_38", g.Share38)
	if g.Guess == genome.UnknownBuild || g.Guess == f.declared {
		return
	}
	if max(g.Share37, g.Share38) >= buildAgrees && min(g.Share37, g.Share38) <= buildDisagrees {
		s.say(Fail, "The file is declared to be on %s and looks like %s (%s of known positions agree with GRCh37, %s with GRCh38); declare the right assembly.",
			f.declared, g.Guess, percent(g.Share37), percent(g.Share38))
		return
	}
	s.say(Warned, "The file is declared to be on %s and may be on %s. %s", f.declared, g.Guess, g.Reason)
}

// panelAgreement compares rs numbers at shared positions: on the right assembly
// nearly all agree, on another one hardly any.
func (f *findings) panelAgreement(s *stepBuilder) {
	r := f.resolver
	named := r.rsidSame + r.rsidDiffer
	if !r.panel || named < enoughForVerdict {
		return
	}
	agree := share(r.rsidSame, named)
	s.metric("rsid_agreement", agree)
	if agree < buildDisagrees {
		s.say(Fail, "Only %s of the rs numbers agree with the panel's at the same position; the file and the panel are on different assemblies.", percent(agree))
	}
}

func (f *findings) filters() *stepBuilder {
	s := newStep("filters")
	for _, reason := range []sumstats.Reason{ReasonIndel, ReasonBeta, ReasonSE, ReasonMonomorphic, ReasonLowN,
		ReasonLowMAF, ReasonLowMAC, ReasonLowInfo} {
		if n := f.byReason[reason]; n > 0 {
			s.metric(string(reason), n)
			s.say(Pass, "%d rows left out: %s", n, f.opt.Sentence(reason))
		}
	}
	for _, w := range rowWarnings {
		if n := f.resolver.filter.warnings[w.warning]; n > 0 {
			s.metric("warn_"+string(w.warning), n)
			s.say(w.verdict, w.sentence, n)
		}
	}
	return s
}

// rowWarnings are the counts that the filters step tells, with what to think of
// them.
var rowWarnings = []struct {
	warning  Warning
	verdict  Verdict
	sentence string
}{
	{WarnBeta, Warned, "%d rows have an effect above the warning limit; check the scale of the effect column."},
	{WarnSE, Warned, "%d rows have a standard error above the warning limit; such rows carry no information."},
	{WarnMonomorphic, Warned, "%d rows are monomorphic and were kept as asked."},
	{WarnLowN, Warned, "%d rows have a small sample and were kept as asked."},
	{WarnLowMAF, Warned, "%d rows are rare and were kept as asked."},
	{WarnLowMAC, Warned, "%d rows have a low minor allele count and were kept as asked."},
	{WarnLowInfo, Warned, "%d rows have a low imputation quality and were kept as asked."},
	{WarnInfoAbove, Warned, "%d rows have an imputation quality above 1.05; check that the column holds INFO or R²."},
	{WarnHalfN, Pass, "%d rows have less than half of the largest sample size."},
	{WarnMACInCases, Pass, "%d rows have a minor allele count below 20 among the cases; their P values may be unreliable."},
	{WarnCaseControl, Warned, "%d rows have cases and controls that do not add up to N; check the three columns."},
}

func (f *findings) duplicates() *stepBuilder {
	s := newStep("duplicates")
	n := f.byReason[ReasonDuplicate]
	part := share(n, f.file.RowsIn)
	s.metric("duplicates", n)
	s.metric("share", part)
	s.metric("multi_allelic_positions", f.resolver.multiAllelic)
	switch {
	case part > failDuplicates:
		s.say(Fail, "%d rows (%s) repeat a variant, more than 1 %% allowed; the file may hold several traits or models, or the same chromosome twice.", n, percent(part))
	case n > 0:
		s.say(Warned, "%d rows repeat a variant; of each the row with the larger N was kept.", n)
	}
	return s
}

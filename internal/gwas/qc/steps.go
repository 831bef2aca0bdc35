package qc

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/studyset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/phrase"
)

// The names of the steps.
const (
	stepReading      = "reading"
	stepColumns      = "columns"
	stepBuild        = "build"
	stepFilters      = "filters"
	stepDuplicates   = "duplicates"
	stepAlleles      = "alleles"
	stepFrequency    = "frequency"
	stepPZ           = "pz"
	stepInflation    = "inflation"
	stepPolygenic    = "ld_score_regression"
	stepSampleSize   = "sample_size"
	stepSEN          = "se_n"
	stepCompleteness = "completeness"
	stepLeads        = "leads"
	stepPeers        = "other_files" // of the consortium; judged where those are known
)

// stepTitles are the names of the steps for people. make gen writes them for the pages.
var stepTitles = map[string]string{
	stepReading:      "Reading",
	stepColumns:      "Columns",
	stepBuild:        "Build",
	stepFilters:      "Filters",
	stepDuplicates:   "Duplicates",
	stepAlleles:      "Alleles",
	stepFrequency:    "Frequency",
	stepPZ:           "P–Z",
	stepInflation:    "Inflation",
	stepPolygenic:    "LD score regression",
	stepSampleSize:   "Sample size",
	stepSEN:          "SE–N",
	stepCompleteness: "Completeness",
	stepLeads:        "Lead variants",
	stepPeers:        "Other files",
}

// StepTitles returns the title of each step by its name.
func StepTitles() map[string]string { return maps.Clone(stepTitles) }

// StepTitle returns the title of a step, for an unknown one its name in words.
func StepTitle(name string) string {
	return cmp.Or(stepTitles[name], strings.ReplaceAll(name, "_", " "))
}

// findings are all numbers that the steps judge.
type findings struct {
	opt         *Options
	unconfirmed []string     // columns that are not used
	sentences   []string     // sentences of the judgement of the reading
	declared    genome.Build // declared assembly of the file
	guess       recognise.BuildGuess
	file        *sumstats.Account
	tally       *tally
	byReason    map[sumstats.Reason]int64
	resolver    *resolver
	metrics     *metrics
	scored      scored
	fitted      *Polygenic // of scored; nil without LD scores
	sample      *studyset.Sample
	report      *Report
	byRSID      bool      // rows were placed by the panel
	placed      *Placed   // rows were placed by the table of rs numbers
	fit         *PanelFit // nil without panel
	noPanel     NoPanel
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

// unmeasured explains why nothing was judged and what would allow it. An earlier warning of the
// step stays its verdict.
func (s *stepBuilder) unmeasured(format string, args ...any) {
	if s.Verdict == Pass {
		s.Verdict = NotMeasured
	}
	s.Messages = append(s.Messages, fmt.Sprintf(format, args...))
}

// counted writes a number before its words, rows a number of rows.
func counted(n int64, one, many string) string { return phrase.Counted(n, one, many) }

func rows(n int64) string { return phrase.Counted(n, "row", "rows") }

// only returns how many there are, for the start of a sentence that says that they are too few.
func only(n int64, one, many string) string {
	if n == 0 {
		return "No " + one
	}
	return "Only " + counted(n, one, many)
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
		f.inflation(), f.polygenic(), f.sampleSize(), f.seN(), f.completeness(), f.leads(),
	} {
		out = append(out, s.Step)
	}
	return out
}

// foreign returns how many rows are of other models or repeated headers: no rows of this analysis.
func (f *findings) foreign() int64 {
	return f.byReason[sumstats.ReasonOtherTest] + f.byReason[sumstats.ReasonRepeatedHeader]
}

func (f *findings) reading() *stepBuilder {
	s := newStep(stepReading)
	bad, all := f.file.ExcludedN()-f.foreign(), f.file.RowsIn-f.foreign()
	part := share(bad, all)
	s.metric("rows_in", f.file.RowsIn)
	s.metric("rows_unreadable", bad)
	s.metric("share_unreadable", part)
	switch {
	case all == 0:
		s.say(Fail, "The file holds no row of the additive model; send the table of that model.")
	case part > f.opt.Limits.Unreadable:
		s.say(
			Fail,
			"%s of %s could not be used (%s), more than %s allowed; look at the reasons, repair the export or the column mapping, and send the file again.",
			phrase.Thousands(bad),
			rows(all),
			percent(part),
			percent(f.opt.Limits.Unreadable),
		)
	}
	for _, e := range f.file.Excluded {
		s.say(Pass, "%s left out: %s", rows(e.N), e.Sentence)
	}
	return s
}

func (f *findings) columns() *stepBuilder {
	s := newStep(stepColumns)
	s.metric("mapped", len(f.file.Columns))
	for _, r := range f.file.Repaired {
		s.say(Pass, "%s (%s)", r.Sentence, phrase.Thousands(r.N)) // of values: a row may have two
	}
	if !f.tally.has.eaf && f.tally.rows > 0 {
		s.say(
			Warned,
			"There is no effect allele frequency, so frequencies, minor allele counts and palindromic variants cannot be checked; map a frequency column if the file has one.",
		)
	}
	if !f.tally.has.n && f.tally.rows > 0 {
		s.say(Warned, "There is no sample size, neither by row nor for the study; map a column or state the total.")
	}
	if len(f.unconfirmed) > 0 {
		s.say(Warned, "Columns left aside because their meaning is not certain: %s; map them if they are needed.", strings.Join(f.unconfirmed, ", "))
	}
	for _, sentence := range f.sentences {
		s.say(Warned, "%s", sentence)
	}
	for _, c := range f.file.Columns {
		if c.Rows > 0 && c.Missing == c.Rows {
			s.say(Warned, "Column %s is mapped to %s and holds no value in any row; map another column or none.", c.Column, c.Field)
		}
	}
	if f.file.RowsOut == 0 {
		s.unmeasured("No row could be read, so the columns were not checked; the reasons above show what to correct.")
	}
	return s
}

// filterReasons are the rules of the filters step, in the order of its messages.
var filterReasons = []sumstats.Reason{ReasonIndel, ReasonBeta, ReasonSE, ReasonMonomorphic, ReasonLowN,
	ReasonLowMAF, ReasonLowMAC, ReasonLowInfo}

func (f *findings) filters() *stepBuilder {
	s := newStep(stepFilters)
	if f.file.RowsOut == 0 {
		s.unmeasured("There was no row to test; see the reasons above.")
		return s
	}
	if f.report.RowsClean == 0 {
		s.say(Fail, "No row is left for the clean file; most were left out for this reason: %s", f.mostFrequent(Reasons()).Sentence)
	}
	for _, reason := range filterReasons {
		if n := f.byReason[reason]; n > 0 {
			s.metric(string(reason), n)
			s.say(Pass, "%s left out: %s", rows(n), f.opt.Sentence(reason))
		}
	}
	l := &f.opt.Limits
	numbers := strings.NewReplacer("{info}", number(l.InfoAbove), "{half}", percent(l.HalfN), "{mac}", number(l.MACInCases),
		"{calls}", number(l.CallRate), "{hwe}", stat.FormatP(l.HWE))
	for _, w := range rowWarnings {
		if n := f.resolver.filter.warnings[w.warning]; n > 0 {
			s.metric("warn_"+string(w.warning), n)
			s.say(w.verdict, "%s", counted(n, w.one, w.many)+numbers.Replace(w.rest))
		}
	}
	return s
}

// rowWarnings are the counts that the filters step reports, with their interpretation.
var rowWarnings = []struct {
	warning         Warning
	verdict         Verdict
	one, many, rest string
}{
	{WarnBeta, Warned, "row has", "rows have", " an effect beyond the limit of this run; check the scale of the effect column."},
	{WarnSE, Warned, "row has", "rows have", " a standard error beyond the limit of this run, and so next to no information."},
	{WarnMonomorphic, Warned, "row has", "rows have", " a frequency of 0 or 1 and stayed, as this run was asked."},
	{WarnLowN, Warned, "row has", "rows have", " a small sample and stayed, as this run was asked."},
	{WarnLowMAF, Warned, "row is", "rows are", " rare and stayed, as this run was asked."},
	{WarnLowMAC, Warned, "row has", "rows have", " a low minor allele count and stayed, as this run was asked."},
	{WarnLowInfo, Warned, "row has", "rows have", " a low imputation quality and stayed, as this run was asked."},
	{WarnInfoAbove, Warned, "row has", "rows have", " an imputation quality above {info}; check that the column holds INFO or R²."},
	{WarnHalfN, Pass, "row has", "rows have", " less than {half} of the largest sample size."},
	{WarnMACInCases, Pass, "row has", "rows have", " a minor allele count below {mac} among the cases, where P values may be unreliable."},
	{
		WarnCallRate,
		Pass,
		"row of those read has",
		"rows of those read have",
		" a call rate below {calls}; variants that are often not called are often called wrongly.",
	},
	{WarnHWE, Pass, "row of those read is", "rows of those read are", " far from Hardy–Weinberg equilibrium (P below {hwe}), which wrong genotypes are."},
	{WarnCaseControl, Warned, "row has", "rows have", " cases and controls that do not add up to N; check the three columns."},
}

func (f *findings) duplicates() *stepBuilder {
	s := newStep(stepDuplicates)
	n := f.byReason[ReasonDuplicate]
	part := share(n, f.file.RowsIn)
	s.metric("duplicates", n)
	s.metric("share", part)
	s.metric("multi_allelic_positions", f.resolver.multiAllelic)
	switch tested := f.resolver.positions + n; {
	case part > f.opt.Limits.Duplicates:
		s.say(
			Fail,
			"%s a variant (%s), more than %s allowed; the file may hold several traits or models, or the same chromosome twice.",
			counted(n, "row repeats", "rows repeat"),
			percent(part),
			percent(f.opt.Limits.Duplicates),
		)
	case n > 0:
		s.say(Warned, "%s a variant; of each the row with the largest N was kept, of equals the first.", counted(n, "row repeats", "rows repeat"))
	case tested < 2:
		s.unmeasured("Fewer than two rows passed the filters, so none could repeat another.")
	}
	return s
}

package qc

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/platform/phrase"
)

// withoutPanel returns the text of a step that needs a panel: why there is none, and what to do.
func (f *findings) withoutPanel() (why, remedy string) {
	remedy = cmp.Or(f.noPanel.Remedy, "choose a panel that holds the variants of this file")
	if f.fit != nil {
		return "The reference panel was not used", remedy
	}
	if f.noPanel.Why == "" {
		return "No reference panel was given", remedy
	}
	return f.noPanel.Why, remedy
}

func (f *findings) alleles() *stepBuilder {
	s := newStep(stepAlleles)
	r := f.resolver
	s.metric("palindromic", r.palindromic)
	s.metric("palindromic_set_aside", f.byReason[ReasonPalindromic])
	s.metric("indels", r.indels)
	if n := f.byReason[ReasonPalindromic]; n > 0 {
		s.say(Pass, "%s left out: %s", rows(n), f.opt.Sentence(ReasonPalindromic))
	}
	if n := f.byReason[ReasonSymbolicIndel]; n > 0 {
		s.say(Pass, "%s left out: %s", rows(n), f.opt.Sentence(ReasonSymbolicIndel))
	}
	if !r.panel {
		why, remedy := f.withoutPanel()
		s.unmeasured("%s, so alleles and strand were not compared with one; %s.", why, remedy)
		return s
	}
	f.alleleMetrics(s)
	part := share(r.matched, r.positions)
	switch {
	case r.positions < enoughForVerdict:
		s.unmeasured(
			"%s compared with the panel, too few to judge alleles and strand; it takes %d.",
			only(r.positions, "row was", "rows were"),
			enoughForVerdict,
		)
		return s
	case part < f.opt.Limits.Matched && r.positionHits < r.positions/2:
		s.say(
			Fail,
			"Of %s the panel has %s at that position, less than %s; run without this panel, or choose one that holds the variants of this file.",
			rows(r.positions),
			phrase.Thousands(r.positionHits),
			percent(f.opt.Limits.Matched),
		)
	case part < f.opt.Limits.Matched:
		s.say(
			Fail,
			"Of %s at positions of the panel %s its alleles, less than %s of the file; the allele columns are not the right ones, or the panel is not.",
			rows(r.positionHits),
			counted(r.matched, "has", "have"),
			percent(f.opt.Limits.Matched),
		)
	}
	if n := f.byReason[ReasonMismatch]; share(n, r.positionHits) > f.opt.Limits.Mismatch {
		s.say(
			Warned,
			"%s other alleles than the panel at the position (%s); check genome build and allele columns.",
			counted(n, "row has", "rows have"),
			percent(share(n, r.positionHits)),
		)
	}
	return s
}

func (f *findings) alleleMetrics(s *stepBuilder) {
	r := f.resolver
	s.metric("compared", r.positions)
	s.metric("position_in_panel", r.positionHits)
	s.metric("matched", r.matched)
	s.metric("share_matched", share(r.matched, r.positions))
	s.metric("mismatch", f.byReason[ReasonMismatch])
	s.metric("not_in_panel", f.byReason[ReasonNotInPanel]+r.filter.warnings[WarnNotInPanel])
	for class, name := range []string{"as_is", "swapped", "strand_flipped", "strand_flipped_and_swapped"} {
		s.metric(name, f.metrics.classes[class])
	}
}

func (f *findings) frequency() *stepBuilder {
	s := newStep(stepFrequency)
	m := f.metrics
	if !f.resolver.panel {
		why, remedy := f.withoutPanel()
		s.unmeasured("%s, so frequencies were not compared with one; %s.", why, remedy)
		return s
	}
	r := float64(f.report.EAFCorrelation)
	s.metric("r", r)
	s.metric("compared", m.compared)
	s.metric("outliers", m.outliers)
	s.metric("share_outliers", share(m.outliers, m.compared))
	s.metric("limit", f.opt.FrequencyDifference)
	switch {
	case m.compared < enoughForVerdict:
		s.unmeasured(
			"%s a frequency both in the file and in the panel, too few to compare them; it takes %d.",
			only(m.compared, "row has", "rows have"),
			enoughForVerdict,
		)
		return s
	case math.IsNaN(r):
		s.unmeasured("All frequencies of the file or of the panel are the same, so they cannot be compared; check the frequency column.")
	case f.against() <= -fitUnrelated:
		s.say(
			Fail,
			"Frequencies run against the panel's (%s). Either effect and other allele are exchanged in the mapping, or the frequency column is that of the other allele, or the panel contains the frequency of REF instead of ALT; correct the mapping, or state the allele of the panel's frequencies.",
			f.againstWords(),
		)
		return s
	case r < f.opt.Limits.EAFr:
		s.say(
			Fail,
			"Frequencies follow the panel's only loosely (r = %.3f, below %s); the frequency column, the ancestry of the panel or the strand is not right.",
			r,
			number(f.opt.Limits.EAFr),
		)
	}
	if part := share(m.outliers, m.compared); part > f.opt.Limits.Outliers {
		s.say(
			Warned,
			"%s from the panel's by %s or more (%s, above %s); check the ancestry of the panel and the frequency column.",
			counted(m.outliers, "frequency differs", "frequencies differ"),
			number(f.opt.FrequencyDifference),
			percent(part),
			percent(f.opt.Limits.Outliers),
		)
	}
	return s
}

// against returns the correlation that shows whether frequencies run against the panel's: that of
// the rows whose letters determine the strand, or of all where those are too few.
func (f *findings) against() float64 {
	if r := enough(f.metrics.certain.N(), f.metrics.certain.R()); !math.IsNaN(r) {
		return r
	}
	return float64(f.report.EAFCorrelation)
}

// againstWords returns r of the step, and that of against if it is another number.
func (f *findings) againstWords() string {
	r, certain := fmt.Sprintf("%.3f", float64(f.report.EAFCorrelation)), fmt.Sprintf("%.3f", f.against())
	if r == certain {
		return "r = " + r
	}
	return "r = " + r + "; " + certain + " without A/T and C/G variants"
}

// mostUnexplained is the share of rows in which P may disagree where the correlation
// of the two cannot be computed.
const mostUnexplained = 0.5

func (f *findings) pz() *stepBuilder {
	s := newStep(stepPZ)
	m := f.metrics
	r := float64(f.report.PZCorrelation)
	unexplained := m.pzCheck - m.pzRounded
	s.metric("r", r)
	s.metric("compared", m.pzRows)
	s.metric("share_above_0.1", share(m.pzTenth, m.pzRows))
	s.metric("disagree", m.pzCheck)
	s.metric("disagree_rare", m.pzRare)
	s.metric("disagree_rounded", m.pzRounded)
	s.metric("derived", m.derived)
	switch {
	case m.pzRows == 0 && m.derived > 0:
		s.unmeasured("P or the standard error was computed from the other in every row, so there is nothing to compare; map both columns if the file has them.")
		return s
	case m.pzRows < enoughForVerdict:
		s.unmeasured(
			"%s P beside effect and standard error, too few to compare them; it takes %d.",
			only(m.pzRows, "row of the clean file has", "rows of the clean file have"),
			enoughForVerdict,
		)
		return s
	case share(unexplained, m.pzRows) <= f.opt.Limits.PZ && share(m.pzRounded, m.pzRows) > f.opt.Limits.PZ:
		s.say(
			Warned,
			"In %s (%s) P differs from effect and standard error by what their rounding allows: %s; ask for more digits, since a meta-analysis weighs by them.",
			rows(m.pzRounded),
			percent(share(m.pzRounded, m.pzRows)),
			m.rounding.words(),
		)
		return s
	case math.IsNaN(r) && share(unexplained, m.pzRows) > mostUnexplained:
		s.say(
			Fail,
			"P follows from effect and standard error in only %s, and the two are too far apart for a correlation; the effect, the standard error or P comes from another column, model or scale.",
			rows(m.pzRows-m.pzCheck),
		)
	case r < f.opt.Limits.PZr:
		s.say(
			Fail,
			"P values do not follow from effect and standard error (r = %.3f, below %s); the effect, the standard error or P comes from another column, model or scale.",
			r,
			number(f.opt.Limits.PZr),
		)
	}
	if part := share(m.pzCheck, m.pzRows); part > f.opt.Limits.PZ {
		s.say(
			Warned,
			"In %s (%s) P disagrees with effect and standard error, %s of them with a minor allele frequency below 1 %%; corrected P values (GC, SPA, Firth) do this, a standard error on another scale does too.",
			rows(m.pzCheck),
			percent(part),
			phrase.Thousands(m.pzRare),
		)
	}
	return s
}

func (f *findings) inflation() *stepBuilder {
	s := newStep(stepInflation)
	lambda := float64(f.report.LambdaGC)
	s.metric("lambda_gc", lambda)
	s.metric("lambda_1000", float64(f.report.Lambda1000))
	for _, l := range f.report.LambdaByMAF {
		s.metric(l.MAF, l.Lambda)
	}
	switch {
	case f.few():
		s.unmeasured("%s too few to judge inflation; it takes %d.", f.kept(), enoughForVerdict)
	case f.selected():
		s.say(
			Warned,
			"The largest P value is %s: the file holds selected variants only, so inflation and QQ plot mean nothing; send all variants.",
			stat.FormatP(f.metrics.weakest),
		)
	case f.autosomes() < genome.WholeGenome:
		s.unmeasured(
			"The file holds variants of %s, too few for λ to speak of the whole genome; it takes %d.",
			counted(int64(f.autosomes()), "autosome", "autosomes"),
			genome.WholeGenome,
		)
	case lambda > f.opt.Limits.LambdaAbove:
		s.say(
			Warned,
			"The P values are smaller than chance allows over the whole genome (λ = %.3f, above %s); a polygenic trait in a large study does this, stratification or relatedness does too.",
			lambda,
			number(f.opt.Limits.LambdaAbove),
		)
	case lambda < f.opt.Limits.LambdaBelow:
		s.say(
			Warned,
			"The P values are larger than chance allows (λ = %.3f, below %s); they may have been corrected already, or the model is conservative.",
			lambda,
			number(f.opt.Limits.LambdaBelow),
		)
	}
	return s
}

// few reports whether too few rows were kept for anything to be judged by them.
func (f *findings) few() bool { return f.metrics.rows < enoughForVerdict }

// kept returns the beginning of a sentence about too few rows.
func (f *findings) kept() string {
	return only(f.metrics.rows, "row was kept,", "rows were kept,")
}

// selected reports whether the file holds only variants that were chosen for their P.
func (f *findings) selected() bool { return f.metrics.weakest > selectedFrom }

// autosomes returns how many of them hold a variant of the clean file.
func (f *findings) autosomes() int {
	n := 0
	for c := genome.Chromosome(1); c < genome.X; c++ {
		if f.metrics.byChrom[c] > 0 {
			n++
		}
	}
	return n
}

func (f *findings) completeness() *stepBuilder {
	s := newStep(stepCompleteness)
	missing := []string{}
	for c := genome.Chromosome(1); c < genome.X; c++ {
		if f.metrics.byChrom[c] == 0 {
			missing = append(missing, c.String())
		}
	}
	s.metric("autosomes", f.autosomes())
	s.metric("missing_autosomes", missing)
	s.metric("chromosome_x", f.metrics.byChrom[genome.X])
	switch {
	case f.few():
		s.unmeasured("%s too few to say what is missing; it takes %d.", f.kept(), enoughForVerdict)
	case len(missing) > 0:
		s.say(
			Warned,
			"%s no variant (%s); send the complete genome unless the study is targeted.",
			counted(int64(len(missing)), "autosome holds", "autosomes hold"),
			strings.Join(missing, ", "),
		)
	}
	return s
}

func (f *findings) leads() *stepBuilder {
	s := newStep(stepLeads)
	s.metric("leads", f.report.Leads)
	s.metric("genome_wide_significant", f.report.GenomeWide)
	s.metric("without_support", f.metrics.leads.alone)
	s.metric("threshold", plot.GenomeWide)
	if f.few() {
		s.unmeasured("%s too few for a lead variant to have neighbours; it takes %d.", f.kept(), enoughForVerdict)
		return s
	}
	if n := f.metrics.leads.alone; n > 0 && !f.selected() {
		s.say(
			Warned,
			"%s without any neighbour of P ≤ 1e-5; single-variant peaks are often genotyping or imputation errors.",
			counted(n, "lead variant (P < 5e-8) stands", "lead variants (P < 5e-8) stand"),
		)
	}
	return s
}

package qc

import (
	"math"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

func (f *findings) alleles() *stepBuilder {
	s := newStep("alleles")
	r, m := f.resolver, f.metrics
	s.metric("palindromic", r.palindromic)
	s.metric("palindromic_set_aside", f.byReason[ReasonPalindromic])
	s.metric("indels", r.indels)
	if n := f.byReason[ReasonPalindromic]; n > 0 {
		s.say(Pass, "%d of %d palindromic variants were set aside: %s", n, r.palindromic, f.opt.Sentence(ReasonPalindromic))
	}
	if n := f.byReason[ReasonSymbolicIndel]; n > 0 {
		s.say(Pass, "%d rows left out: %s", n, f.opt.Sentence(ReasonSymbolicIndel))
	}
	if !r.panel {
		s.skip(Warned, "No reference panel was given, so alleles and strand could not be compared with one; choose a panel of the declared ancestry.")
		return s
	}
	s.metric("compared", r.positions)
	s.metric("position_in_panel", r.positionHits)
	s.metric("matched", r.matched)
	s.metric("share_matched", share(r.matched, r.positions))
	s.metric("mismatch", f.byReason[ReasonMismatch])
	s.metric("not_in_panel", f.byReason[ReasonNotInPanel]+r.filter.warnings[WarnNotInPanel])
	for class, name := range []string{"as_is", "swapped", "strand_flipped", "strand_flipped_and_swapped"} {
		s.metric(name, m.classes[class])
	}
	part := share(r.matched, r.positions)
	switch rows := f.report.Panel.Rows; {
	case r.positions == 0 || part >= failMatched:
	case rows < r.positions/2:
		s.say(Fail, "Only %s of the variants match the panel, less than half: the panel holds %d variants, the file %d; choose a panel that covers the genome.", percent(part), rows, r.positions)
	default:
		s.say(Fail, "Only %s of the variants match the panel in position and alleles, less than half; the assembly, the allele columns or the panel is not the right one.", percent(part))
	}
	if n := f.byReason[ReasonMismatch]; share(n, r.positionHits) > warnMismatch {
		s.say(Warned, "%d variants (%s) have other alleles than the panel at their position; check assembly and allele columns.", n, percent(share(n, r.positionHits)))
	}
	return s
}

func (f *findings) frequency() *stepBuilder {
	s := newStep("frequency")
	m := f.metrics
	if !f.resolver.panel {
		s.skip(Warned, "No reference panel was given, so frequencies could not be compared with one.")
		return s
	}
	r := float64(f.report.EAFCorrelation)
	s.metric("r", r)
	s.metric("compared", m.compared)
	s.metric("outliers", m.outliers)
	s.metric("share_outliers", share(m.outliers, m.compared))
	s.metric("limit", f.opt.FrequencyDifference)
	if m.compared < enoughForVerdict {
		s.skip(Warned, "Too few variants have a frequency both in the file and in the panel to compare them.")
		return s
	}
	switch {
	case r < 0:
		s.say(Fail, "Frequencies run against the panel's (r = %.3f). Either effect and other allele are exchanged in the mapping, or the frequency column is that of the other allele, or the panel gives the frequency of REF and not of ALT; correct the mapping, or state the allele of the panel's frequencies.", r)
		return s
	case r < failEAFr:
		s.say(Fail, "Frequencies follow the panel's only loosely (r = %.3f, below 0.9); the frequency column, the ancestry of the panel or the strand is not right.", r)
	}
	if part := share(m.outliers, m.compared); part > warnOutliers {
		s.say(Warned, "%s of the frequencies differ from the panel's by %s or more, above 5 %%; check the ancestry of the panel and the frequency column.", percent(part), number(f.opt.FrequencyDifference))
	}
	return s
}

func (f *findings) pz() *stepBuilder {
	s := newStep("pz")
	m := f.metrics
	r := float64(f.report.PZCorrelation)
	s.metric("r", r)
	s.metric("compared", m.pzRows)
	s.metric("share_above_0.1", share(m.pzTenth, m.pzRows))
	s.metric("disagree", m.pzCheck)
	s.metric("disagree_rare", m.pzRare)
	s.metric("derived", m.derived)
	if m.pzRows == 0 {
		s.skip(Pass, "P values or standard errors were derived from each other, so there is nothing to compare.")
		return s
	}
	if r < failPZr && m.pzRows >= enoughForVerdict {
		s.say(Fail, "P values do not follow from effect and standard error (r = %.3f, below 0.95); the effect, the standard error or P comes from another column, model or scale.", r)
	}
	common := m.pzCheck - m.pzRare
	if part := share(m.pzCheck, m.pzRows); part > warnPZ {
		s.say(Warned, "In %s of the rows P disagrees with effect and standard error (%d of them with MAF below 1 %%, %d others); corrected P values (GC, SPA, Firth) do this, a standard error on another scale does too.", percent(part), m.pzRare, common)
	}
	return s
}

func (f *findings) inflation() *stepBuilder {
	s := newStep("inflation")
	lambda := float64(f.report.LambdaGC)
	s.metric("lambda_gc", lambda)
	s.metric("lambda_1000", float64(f.report.Lambda1000))
	for _, l := range f.report.LambdaByMAF {
		s.metric(l.MAF, l.Lambda)
	}
	switch {
	case f.metrics.rows < enoughForVerdict:
		s.say(Pass, "Too few variants to judge inflation.")
	case f.selected():
		s.say(Warned, "The largest P value is %s: the file holds selected variants only, so inflation and QQ plot mean nothing; send all variants.", stat.FormatP(f.metrics.weakest))
	case f.autosomes() < wholeGenome && f.metrics.byChrom[genome.X] == 0:
		s.say(Pass, "The file holds %d of the 22 autosomes, so λ says nothing about the genome.", f.autosomes())
	case lambda > warnLambdaAbove:
		s.say(Warned, "The P values are smaller than chance allows over the whole genome (λ = %.3f, above 1.1); a polygenic trait in a large study does this, stratification or relatedness does too.", lambda)
	case lambda < warnLambdaBelow:
		s.say(Warned, "The P values are larger than chance allows (λ = %.3f, below 0.95); they may have been corrected already, or the model is conservative.", lambda)
	}
	return s
}

// selected says that the file holds only variants that were chosen for their P.
func (f *findings) selected() bool { return f.metrics.weakest > selectedFrom }

// autosomes is how many of them hold a variant of the clean file.
func (f *findings) autosomes() int {
	n := 0
	for c := genome.Chromosome(1); c < genome.X; c++ {
		if f.metrics.byChrom[c] > 0 {
			n++
		}
	}
	return n
}

func (f *findings) sampleSize() *stepBuilder {
	s := newStep("sample_size")
	n, o := float64(f.report.NMax), f.opt
	s.metric("n_max", n)
	s.metric("declared", numberOrNaN(o.N))
	s.metric("cases", f.cases())
	s.metric("controls", f.controls())
	states := f.report.Mapping // what no column states is the study's own
	if o.N > 0 && states.HasAny(sumstats.FieldN, sumstats.FieldNCases, sumstats.FieldNControls) && math.Abs(n-o.N) > 0.01*o.N {
		s.say(Warned, "The largest N of the file is %.0f, the study declares %.0f; correct the one that is wrong.", n, o.N)
	}
	if o.Cases > 0 && states.HasAny(sumstats.FieldNCases) && math.Abs(f.metrics.nCasesMax-o.Cases) > 0.01*o.Cases {
		s.say(Warned, "The file has up to %.0f cases, the study declares %.0f; correct the one that is wrong.", f.metrics.nCasesMax, o.Cases)
	}
	if o.Cases > 0 && o.Controls > 0 && o.N > 0 && math.Abs(o.Cases+o.Controls-o.N) > 0.01*o.N {
		s.say(Warned, "The declared cases and controls add up to %.0f, the declared total is %.0f.", o.Cases+o.Controls, o.N)
	}
	return s
}

// cases and controls are those declared, else the largest of the rows.
func (f *findings) cases() float64 {
	if f.opt.Cases > 0 {
		return f.opt.Cases
	}
	return f.metrics.nCasesMax
}

func (f *findings) controls() float64 {
	if f.opt.Controls > 0 {
		return f.opt.Controls
	}
	return f.metrics.nContMax
}

func (f *findings) seN() *stepBuilder {
	s := newStep("se_n")
	p := f.report.SEN
	if p.Ratio == nil {
		s.skip(Pass, "Without sample size or frequencies the standard errors cannot be compared with what the sample size allows.")
		return s
	}
	s.metric("x", *p.X)
	s.metric("y", *p.Y)
	s.metric("ratio", *p.Ratio)
	if math.Abs(*p.Ratio-1) > warnSEN {
		s.say(Warned, "The standard errors are those of a sample %s times as large as stated; the trait is on another scale than the plan's, or N is not right.", times(*p.Ratio**p.Ratio))
	}
	return s
}

// times writes a factor for reading aloud.
func times(x float64) string {
	if x >= 10 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

func (f *findings) completeness() *stepBuilder {
	s := newStep("completeness")
	missing := []string{}
	for c := genome.Chromosome(1); c < genome.X; c++ {
		if f.metrics.byChrom[c] == 0 {
			missing = append(missing, c.String())
		}
	}
	s.metric("autosomes", f.autosomes())
	s.metric("missing_autosomes", missing)
	s.metric("chromosome_x", f.metrics.byChrom[genome.X])
	if f.report.RowsClean == 0 {
		s.say(Fail, "No row is left for the clean file; the reasons above say where they went.")
	} else if len(missing) > 0 {
		s.say(Warned, "%d autosomes hold no variant (%s); send the complete genome unless the study is targeted.", len(missing), strings.Join(missing, ", "))
	}
	return s
}

func (f *findings) leads() *stepBuilder {
	s := newStep("leads")
	s.metric("leads", f.report.Leads)
	s.metric("genome_wide_significant", f.report.GenomeWide)
	s.metric("without_support", f.metrics.leads.alone)
	s.metric("threshold", plot.GenomeWide)
	if n := f.metrics.leads.alone; n > 0 && !f.selected() {
		s.say(Warned, "%d genome-wide significant variants stand without any neighbour below 1e-5; single-variant peaks are often genotyping or imputation errors.", n)
	}
	return s
}

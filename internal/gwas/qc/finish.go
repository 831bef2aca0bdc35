package qc

import (
	"context"
	"encoding/json"
	"io"
	"math"
	"slices"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// figure is one reduction with its two files.
type figure interface{ SVG(io.Writer) error }

// finish computes the report, judges it and writes report and figures.
func (r *run) finish(ctx context.Context, f *findings) (*Report, error) {
	report := r.newReport(f)
	f.report = report
	r.statistics(f)
	report.Steps = f.steps()
	report.Verdict, report.Cause = VerdictOf(report.Steps), f.cause(report.Steps)
	drawn, err := r.drawn(f)
	if err != nil {
		return nil, err
	}
	figures := map[string]figure{
		"manhattan": drawn.manhattan.Data(r.dict), "qq": r.qq(drawn, report), "pz": drawn.pz.Data(),
		"histograms": drawn.spread.data(report.FiguresFrom, &r.tally.calls),
	}
	if f.metrics.eaf != nil {
		figures["eaf"] = f.metrics.eaf.Data()
	}
	if err := r.writeFigures(ctx, figures); err != nil {
		return nil, err
	}
	return report, writeTo(r.out, FileReport, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(report)
	})
}

func (r *run) writeFigures(ctx context.Context, figures map[string]figure) error {
	r.progress.begin(StageFigures, int64(2*len(figures)))
	names := make([]string, 0, len(figures))
	for name := range figures {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := writeTo(r.out, name+".svg", figures[name].SVG); err != nil {
			return err
		}
		err := writeTo(r.out, name+".json", func(w io.Writer) error { return json.NewEncoder(w).Encode(figures[name]) })
		if err != nil {
			return err
		}
		r.progress.advance(2)
	}
	return nil
}

func (r *run) newReport(f *findings) *Report {
	o := &r.opt
	report := &Report{
		RowsIn: r.account.RowsIn, RowsClean: f.metrics.rows, ExcludedByReason: map[sumstats.Reason]int64{},
		Build: string(o.Build), Genes: o.Genes.NamedOrigin(), Mapping: r.mapping, Software: r.inspection.Format, EffectScale: r.scale, File: r.file,
		Repaired: r.account.Repaired, Warnings: f.resolver.filter.warnings,
		Thresholds: o.applied(), Versions: o.Versions, Columns: r.columnCounts(f), Chromosomes: r.chromosomeCounts(f),
		Settings: Settings{Build: string(o.Build), FrequencyDifference: o.FrequencyDifference,
			InfoThreshold: Number(r.infoInUse()), RemoveIndels: o.RemoveIndels, Adjustment: o.Adjustment,
			N: Number(numberOrNaN(o.N)), Cases: Number(numberOrNaN(o.Cases)), Controls: Number(numberOrNaN(o.Controls)),
			Palindromes: o.Palindromes, Rules: o.Rules, Conventions: o.Conventions},
	}
	if report.Repaired == nil {
		report.Repaired = []sumstats.ReasonCount{}
	}
	if report.Versions == nil {
		report.Versions = map[string]string{}
	}
	report.Liftover = r.liftFacts
	if fit := r.panelFit; fit != nil {
		report.Panel = &PanelFacts{Name: r.in.Panel.Name, Column: r.in.Panel.Column, Matched: f.resolver.matched, Fit: *fit}
		if c := r.panelCounts; c != nil {
			report.Panel.SHA256, report.Panel.Column, report.Panel.Rows, report.Panel.Unusable = c.sha256, c.column, c.rows, c.unusable
		}
	}
	report.Waterfall = r.waterfall()
	for _, step := range report.Waterfall {
		report.ExcludedByReason[step.Reason] += step.Count
	}
	f.byReason = report.ExcludedByReason
	return report
}

// waterfall lists the reasons in the order in which rows are tested: those of
// the reader, then those of QC.
func (r *run) waterfall() []WaterfallStep {
	steps := []WaterfallStep{}
	for _, e := range r.account.Excluded {
		steps = append(steps, WaterfallStep{Reason: e.Reason, Count: e.N, Sentence: e.Sentence, Lines: e.Lines, Example: e.Example})
	}
	for _, reason := range Reasons() {
		if step := r.excluded.counts[reason]; step != nil {
			steps = append(steps, *step)
		}
	}
	return steps
}

// columnCounts adds to the reader's counts what the clean file holds.
func (r *run) columnCounts(f *findings) []Column {
	columns := []Column{}
	for _, c := range r.account.Columns {
		columns = append(columns, Column{ColumnCount: c, ValidClean: f.metrics.inClean(c.Field)})
	}
	return columns
}

func (r *run) chromosomeCounts(f *findings) []ChromosomeCount {
	counts := []ChromosomeCount{}
	for c := genome.Chromosome(1); c <= genome.MaxChromosome; c++ {
		count := ChromosomeCount{Chromosome: int(c), Name: c.String(), Rows: r.tally.byChrom[c], Clean: f.metrics.byChrom[c]}
		if r.panel != nil {
			count.Panel = r.panelCounts.byChrom[c]
		}
		if c <= genome.X || count.Rows > 0 {
			counts = append(counts, count)
		}
	}
	return counts
}

// statistics fills in the numbers computed from the clean rows.
func (r *run) statistics(f *findings) {
	m, report := f.metrics, f.report
	nan := Number(math.NaN())
	lambda := f.genomeWide(enough(int64(m.qq.Len()), m.qq.Lambda()))
	report.LambdaGC, report.Lambda1000, report.EAFCorrelation = Number(lambda), nan, nan
	report.PZCorrelation, report.NMax = Number(enough(m.pzRows, m.pCor.R())), Number(m.nMax)
	cases, controls := f.cases(), f.controls()
	effective := math.NaN()
	if cases > 0 && controls > 0 {
		report.Lambda1000 = Number(stat.Lambda1000(lambda, cases, controls))
		effective = stat.EffectiveN(cases, controls)
	}
	if m.eaf != nil {
		report.EAFCorrelation = Number(enough(m.compared, m.eaf.R()))
	}
	report.LambdaByMAF = []StratumLambda{}
	for i, name := range mafStrata {
		if n := int64(m.qq.StratumLen(i)); n > 0 {
			report.LambdaByMAF = append(report.LambdaByMAF, StratumLambda{MAF: name, N: n, Lambda: Number(f.genomeWide(enough(n, m.qq.StratumLambda(i))))})
		}
	}
	se, c := enough(m.se.N(), m.se.Value()), enough(m.c.N(), m.c.Value())
	report.MedianSE = Number(se)
	report.SEN = plot.NewSENPoint(c, se, m.nMax, effective, m.se.N())
	report.Polygenic = f.fitted
	report.LeadVariants = m.leads.result()
	report.Leads, report.GenomeWide = m.leads.leads, m.leads.genomeWide
}

// genomeWide returns an inflation factor, NaN of a file that holds part of the genome only: λ of a few
// loci describes their signal, not the study.
func (f *findings) genomeWide(lambda float64) float64 {
	if f.autosomes() < genome.WholeGenome {
		return math.NaN()
	}
	return lambda
}

// enough returns a statistic of n rows, NaN when they are too few for it to say anything.
func enough(n int64, x float64) float64 {
	if n < enoughForVerdict {
		return math.NaN()
	}
	return x
}

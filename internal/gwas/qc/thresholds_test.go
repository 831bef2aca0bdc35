package qc

import (
	"math"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// judged returns a file of 10,000 sound rows as the steps see it; tests change one number of it.
func judged() *findings {
	opt := NewOptions(genome.GRCh37)
	f := &findings{
		declared: genome.GRCh37,
		opt:      &opt, file: &sumstats.Account{RowsIn: 10_000, RowsOut: 10_000}, tally: &tally{rows: 10_000}, byReason: map[sumstats.Reason]int64{},
		guess: recognise.BuildGuess{Guess: genome.GRCh37, Share37: 1}, resolver: newResolver(&opt, variant.NewDict(), true, 1000),
		metrics: newMetrics(&opt, variant.NewDict(), true),
		report: &Report{RowsClean: 10_000, EAFCorrelation: 0.99, PZCorrelation: 1, LambdaGC: 1, NMax: 1000, Panel: &PanelFacts{Rows: 1 << 20},
			Mapping: sumstats.Mapping{sumstats.FieldN: "n", sumstats.FieldNCases: "cases"}},
	}
	f.tally.has.eaf, f.tally.has.n = true, true
	f.resolver.positions, f.resolver.positionHits, f.resolver.matched = 10_000, 10_000, 10_000
	f.fit = &PanelFit{Used: true, RSIDs: 10_000, RSIDAgreement: 1}
	m := f.metrics
	m.rows, m.compared, m.pzRows, m.weakest = 10_000, 10_000, 10_000, 0
	for c := range m.byChrom {
		m.byChrom[c] = 100
	}
	return f
}

func ratio(x float64) func(*findings) {
	return func(f *findings) { one := 1.0; f.report.SEN.X, f.report.SEN.Y, f.report.SEN.Ratio = &one, &x, &x }
}

func unreadable(n int64) func(*findings) {
	return func(f *findings) { f.file.Excluded = []sumstats.ReasonCount{{Reason: "p_value", N: n}} }
}

// builds sets how many known variants of the file match each assembly.
func builds(share37, share38 float64) func(*findings) {
	return func(f *findings) {
		f.guess = recognise.BuildGuess{Guess: genome.GRCh38, Share37: share37, Share38: share38}
	}
}

// autosomes leaves that many and no X, with an inflation that would be reported.
func autosomes(n int) func(*findings) {
	return func(f *findings) {
		f.report.LambdaGC = 1.5
		for c := range f.metrics.byChrom {
			if c > n {
				f.metrics.byChrom[c] = 0
			}
		}
	}
}

// Every threshold of the verdicts, with a file just on its good side and one just
// on its bad side. The numbers are those of the consortium's rules: 5 % of rows
// unreadable, 1 % duplicates, half of the rows in the panel, r 0.9 and 0.95, λ
// 1.1 and 0.95, 30 % from the identity of the SE–N plot.
func TestThresholdsOfTheVerdicts(t *testing.T) {
	for _, c := range []struct {
		name  string
		step  func(*findings) *stepBuilder
		good  func(*findings)
		bad   func(*findings)
		fails Verdict
	}{
		{"5 % unreadable", (*findings).reading, unreadable(500), unreadable(501), Fail},
		{"no rows at all", (*findings).reading, func(f *findings) { f.file.RowsIn = 1 }, func(f *findings) { f.file.RowsIn = 0 }, Fail},
		{"1 % duplicates fails", func(f *findings) *stepBuilder { s := f.duplicates(); s.Verdict = failOnly(s.Verdict); return s },
			func(f *findings) { f.byReason[ReasonDuplicate] = 100 }, func(f *findings) { f.byReason[ReasonDuplicate] = 101 }, Fail},
		{"one duplicate warns", (*findings).duplicates, func(*findings) {}, func(f *findings) { f.byReason[ReasonDuplicate] = 1 }, Warned},
		{"half in the panel", (*findings).alleles, func(f *findings) { f.resolver.matched = 5000 }, func(f *findings) { f.resolver.matched = 4999 }, Fail},
		{"1 % other alleles", (*findings).alleles, func(f *findings) { f.byReason[ReasonMismatch] = 100 }, func(f *findings) { f.byReason[ReasonMismatch] = 101 }, Warned},
		{"r of frequencies 0.9", (*findings).frequency, func(f *findings) { f.report.EAFCorrelation = 0.9 }, func(f *findings) { f.report.EAFCorrelation = 0.8999 }, Fail},
		{"5 % outliers", (*findings).frequency, func(f *findings) { f.metrics.outliers = 500 }, func(f *findings) { f.metrics.outliers = 501 }, Warned},
		{"30 frequencies are enough", (*findings).frequency,
			func(f *findings) { f.metrics.compared = 30 }, func(f *findings) { f.metrics.compared = 29 }, NotMeasured},
		{"r of P and Z 0.95", (*findings).pz, func(f *findings) { f.report.PZCorrelation = 0.95 }, func(f *findings) { f.report.PZCorrelation = 0.9499 }, Fail},
		{"30 P values are enough", (*findings).pz, func(f *findings) { f.metrics.pzRows = 30 }, func(f *findings) { f.metrics.pzRows = 29 }, NotMeasured},
		{"1 % of P beside Z", (*findings).pz, func(f *findings) { f.metrics.pzCheck = 100 }, func(f *findings) { f.metrics.pzCheck = 101 }, Warned},
		{"λ 1.1", (*findings).inflation, func(f *findings) { f.report.LambdaGC = 1.1 }, func(f *findings) { f.report.LambdaGC = 1.1001 }, Warned},
		{"λ 0.95", (*findings).inflation, func(f *findings) { f.report.LambdaGC = 0.95 }, func(f *findings) { f.report.LambdaGC = 0.9499 }, Warned},
		{"30 variants are enough for λ", (*findings).inflation, func(f *findings) { f.metrics.rows = 30 }, func(f *findings) { f.metrics.rows = 29 }, NotMeasured},
		{"30 variants are enough to miss chromosomes", (*findings).completeness, func(f *findings) { f.metrics.rows = 30 }, func(f *findings) { f.metrics.rows = 29 }, NotMeasured},
		{"30 variants are enough for leads", (*findings).leads, func(f *findings) { f.metrics.rows = 30 }, func(f *findings) { f.metrics.rows = 29 }, NotMeasured},
		{"30 variants are enough for a panel", (*findings).alleles, func(f *findings) { f.resolver.positions, f.resolver.matched = 30, 30 },
			func(f *findings) { f.resolver.positions, f.resolver.matched = 29, 29 }, NotMeasured},
		{"11 autosomes are enough for λ", (*findings).inflation, func(f *findings) { autosomes(11)(f); f.report.LambdaGC = 1 }, autosomes(10), NotMeasured},
		{"intercept 1.1", (*findings).polygenic, regressed(1.1, 0.01, 0.5), regressed(1.1001, 0.01, 0.5), Warned},
		{"intercept two errors above 1", (*findings).polygenic, regressed(1.2, 0.1001, 0.5), regressed(1.2, 0.0999, 0.5), Warned},
		{"intercept 0.9", (*findings).polygenic, regressed(0.9, 0.01, 0.5), regressed(0.8999, 0.01, 0.5), Warned},
		{"intercept two errors below 1", (*findings).polygenic, regressed(0.8, 0.1001, 0.5), regressed(0.8, 0.0999, 0.5), Warned},
		{"heritability two errors above 1", (*findings).polygenic, regressed(1, 0.01, 1.0199), regressed(1, 0.01, 1.0201), Warned},
		{"a selection above P 0.1", (*findings).inflation, func(f *findings) { f.metrics.weakest = 1 }, func(f *findings) { f.metrics.weakest = 1.0001 }, Warned},
		{"30 % above the identity", (*findings).seN, ratio(1.2999), ratio(1.3001), Warned},
		{"30 % below the identity", (*findings).seN, ratio(0.7001), ratio(0.6999), Warned},
		{"1 % from the declared N", (*findings).sampleSize, func(f *findings) { f.opt.N = 1000; f.report.NMax = 990 },
			func(f *findings) { f.opt.N = 1000; f.report.NMax = 989 }, Warned},
		{"1 % from the declared cases", (*findings).sampleSize, func(f *findings) { f.opt.Cases = 500; f.metrics.nCasesMax = 505 },
			func(f *findings) { f.opt.Cases = 500; f.metrics.nCasesMax = 506 }, Warned},
		{"5 % beyond the end of a chromosome", func(f *findings) *stepBuilder { s := f.build(); s.Verdict = failOnly(s.Verdict); return s },
			func(f *findings) { f.byReason[sumstats.ReasonPositionBeyondEnd] = 500 },
			func(f *findings) { f.byReason[sumstats.ReasonPositionBeyondEnd] = 501 }, Fail},
		{"95 % on another assembly", func(f *findings) *stepBuilder { s := f.build(); s.Verdict = failOnly(s.Verdict); return s },
			builds(0.5, 0.9499), builds(0.5, 0.95), Fail},
		{"60 % on the declared one", func(f *findings) *stepBuilder { s := f.build(); s.Verdict = failOnly(s.Verdict); return s },
			builds(0.6001, 0.96), builds(0.6, 0.96), Fail},
		{"60 % of rs numbers", (*findings).build, named(100, 0.6), named(100, 0.5999), Warned},
		{"10 rs numbers are enough", (*findings).build, func(f *findings) { named(9, 0)(f); f.guess.Guess = genome.GRCh37 }, named(10, 0), Warned},
		{"a clean file with rows", (*findings).filters, func(f *findings) { f.report.RowsClean = 1 }, func(f *findings) { f.report.RowsClean = 0 }, Fail},
		{"22 autosomes", (*findings).completeness, func(*findings) {}, func(f *findings) { f.metrics.byChrom[22] = 0 }, Warned},
	} {
		good, bad := judged(), judged()
		c.good(good)
		c.bad(bad)
		quiet, told := c.step(good), c.step(bad)
		if quiet.Verdict != Pass {
			t.Errorf("%s: a file on the good side is judged %s: %v", c.name, quiet.Verdict, quiet.Messages)
		}
		if told.Verdict != c.fails {
			t.Errorf("%s: a file on the bad side is judged %s, want %s", c.name, told.Verdict, c.fails)
		}
	}
}

// regressed returns a file with these LD score regression estimates, and an error of h² of 0.01.
func regressed(intercept, se, h2 Number) func(*findings) {
	return func(f *findings) {
		f.report.Polygenic = &Polygenic{Variants: 1000, Intercept: intercept, InterceptSE: se, H2: h2, H2SE: 0.01}
	}
}

// named returns a file that shares rs numbers with the panel, of which a part are at the same
// place; nothing else determines its assembly.
func named(shared int, agree Number) func(*findings) {
	return func(f *findings) {
		f.fit = &PanelFit{Code: FitTooLittle, RSIDs: shared, RSIDAgreement: agree}
		f.guess = recognise.BuildGuess{Reason: "Too few well-known variants were found to tell the build."}
	}
}

// failOnly ignores warnings, which come earlier than the failure.
func failOnly(v Verdict) Verdict {
	if v == Fail {
		return Fail
	}
	return Pass
}

// Every threshold of a row, with a row just on its good side and one just on its bad side.
func TestThresholdsOfRows(t *testing.T) {
	sound := sumstats.Row{EA: variant.A, OA: variant.G, Beta: 0.1, SE: 0.05, EAF: 0.3, N: 1000, Info: 0.9, NCases: 500, NControls: 500}
	rules := DefaultRules()
	rules.Info.Threshold = 0.4
	excluding := rules
	for _, r := range []*Rule{&excluding.Beta, &excluding.SE, &excluding.MAF} {
		r.Mode = Exclude
	}
	type change = func(*sumstats.Row)
	for _, c := range []struct {
		name      string
		good, bad change
		rules     Rules
		want      string // reason or warning of the bad row
	}{
		{"effect 10", func(r *sumstats.Row) { r.Beta = -10 }, func(r *sumstats.Row) { r.Beta = -10.001 }, rules, "beta_large"},
		{"effect 10, left out", func(r *sumstats.Row) { r.Beta = 10 }, func(r *sumstats.Row) { r.Beta = 10.001 }, excluding, "beta_too_large"},
		{"error 10", func(r *sumstats.Row) { r.SE = 9.999 }, func(r *sumstats.Row) { r.SE = 10 }, rules, "standard_error_large"},
		{"error 10, left out", func(r *sumstats.Row) { r.SE = 9.999 }, func(r *sumstats.Row) { r.SE = 10 }, excluding, "standard_error_too_large"},
		{"monomorphic", func(r *sumstats.Row) { r.EAF, r.N, r.NCases, r.NControls = 0.0001, 1e6, 5e5, 5e5 }, func(r *sumstats.Row) { r.EAF, r.N, r.NCases, r.NControls = 0, 1e6, nan, nan }, rules, "monomorphic"},
		{"30 people", func(r *sumstats.Row) { r.N, r.NCases, r.NControls = 30, nan, nan }, func(r *sumstats.Row) { r.N, r.NCases, r.NControls = 29.9, nan, nan }, rules, "low_n"},
		{"rare", func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.01, nan, nan }, func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.00999, nan, nan }, excluding, "low_maf"},
		{"rare on the other side", func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.99, nan, nan }, func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.99001, nan, nan }, excluding, "low_maf"},
		{"allele count 6", func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.0030001, nan, nan }, func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.003, nan, nan }, rules, "low_mac"},
		{"allele count 6 on the other side", func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.9969999, nan, nan }, func(r *sumstats.Row) { r.EAF, r.NCases, r.NControls = 0.997, nan, nan }, rules, "low_mac"},
		{"imputed 0.4", func(r *sumstats.Row) { r.Info = 0.4 }, func(r *sumstats.Row) { r.Info = 0.3999 }, rules, "low_info"},
		{"imputed above 1.05", func(r *sumstats.Row) { r.Info = 1.05 }, func(r *sumstats.Row) { r.Info = 1.0501 }, rules, "info_above_1.05"},
		{"half of the largest N", func(r *sumstats.Row) { r.N, r.NCases, r.NControls = 500, nan, nan }, func(r *sumstats.Row) { r.N, r.NCases, r.NControls = 499, nan, nan }, rules, "n_below_half_of_maximum"},
		{"allele count 20 in cases", func(r *sumstats.Row) { r.EAF = 0.02 }, func(r *sumstats.Row) { r.EAF = 0.0199 }, rules, "low_mac_in_cases"},
		{"cases and controls within 1 %", func(r *sumstats.Row) { r.NCases = 510 }, func(r *sumstats.Row) { r.NCases = 511 }, rules, "cases_and_controls_are_not_n"},
	} {
		judge := func(change change) string {
			r := sound
			change(&r)
			f := filter{rules: c.rules, limits: DefaultLimits(), nMax: 1000, counts: true, warnings: map[Warning]int64{}}
			if reason, _ := f.test(&r); reason != "" {
				return string(reason)
			}
			for w := range f.warnings {
				return string(w)
			}
			return ""
		}
		good := judge(c.good)
		if good != "" && (c.name != "30 people" || good != "n_below_half_of_maximum") {
			t.Errorf("%s: a row on the good side gives %q", c.name, good)
		}
		if bad := judge(c.bad); bad != c.want {
			t.Errorf("%s: a row on the bad side gives %q, want %q", c.name, bad, c.want)
		}
	}
}

var nan = math.NaN()

// The quality that is demanded follows from the name of the column: 0.4 of INFO,
// 0.3 of R².
func TestDefaultImputationQuality(t *testing.T) {
	for column, want := range map[string]float64{"INFO": 0.4, "r2": 0.3, "Rsq": 0.3, "DR2": 0.3} {
		r := &run{opt: NewOptions(genome.GRCh37), mapping: sumstats.Mapping{sumstats.FieldInfo: column}}
		r.infoThreshold()
		if got := r.opt.Rules.Info; got.Threshold != want || got.Mode != Exclude {
			t.Errorf("%s: %+v, want %v", column, got, want)
		}
	}
}

// A frequency that differs from the panel's by the limit is out: equality is
// dropped, and 0.7 against 0.5 is 0.2.
func TestThresholdOfTheFrequency(t *testing.T) {
	for _, c := range []struct {
		eaf, af float64
		out     bool
	}{{0.69, 0.5, false}, {0.6999, 0.5, false}, {0.7, 0.5, true}, {0.3, 0.5, true}, {0.3001, 0.5, false}, {0.9, 0.7, true}, {0.1, 0.3, true}, {0.11, 0.3, false}} {
		opt := NewOptions(genome.GRCh37)
		d := variant.NewDict()
		v := newResolver(&opt, d, true, 1000)
		v.sites.all = []site{{ref: variant.G, alt: variant.A, af: c.af}}
		row := sumstats.Row{
			Chromosome: 1,
			Position:   5,
			EA:         variant.A,
			OA:         variant.G,
			Beta:       0.1,
			SE:         0.1,
			EAF:        c.eaf,
			N:          1000,
			Info:       nan,
			NCases:     nan,
			NControls:  nan,
			NegLog10P:  1,
		}
		got, err := v.resolve(t.Context(), []sumstats.Row{row})
		if err != nil || (len(got.outliers) == 1) != c.out {
			t.Errorf("%v against %v: out %v, want %v; %v", c.eaf, c.af, len(got.outliers) == 1, c.out, err)
		}
		m := newMetrics(&opt, d, true)
		m.frequency(&row, c.af, false)
		if (m.outliers == 1) != c.out {
			t.Errorf("%v against %v is counted %d times", c.eaf, c.af, m.outliers)
		}
	}
}

// Palindromic variants with a frequency of 0.4 to 0.6 have an unknown strand.
func TestThresholdOfPalindromes(t *testing.T) {
	p := NewOptions(genome.GRCh37).Palindromes
	for f, clear := range map[float64]bool{0.3999: true, 0.4: false, 0.5: false, 0.6: false, 0.6001: true, nan: false} {
		if p.clear(f) != clear {
			t.Errorf("a frequency of %v tells the strand: %v, want %v", f, p.clear(f), clear)
		}
	}
}

// P compared with beta / SE: 0.1 on the scale of −log10, or 1 % of the larger.
func TestThresholdOfPAgainstZ(t *testing.T) {
	for _, c := range []struct {
		beta, se, p             float64 // −log10 P as reported
		tenth, check, rareCheck int64
	}{
		{0.05, 0.05, 0.4985 + 0.099, 0, 0, 0}, // P of z 1 is 0.3173105, 0.4985156 on this scale
		{0.05, 0.05, 0.4986 + 0.1, 1, 1, 1},
		{1, 0.1, 22.817 + 0.22, 1, 0, 0}, // z 10 is 22.8170: 1 % is 0.228
		{1, 0.1, 22.8171 + 0.231, 1, 1, 1},
	} {
		opt := NewOptions(genome.GRCh37)
		m := newMetrics(&opt, variant.NewDict(), false)
		m.addPZ(&sumstats.Row{Beta: c.beta, SE: c.se, NegLog10P: c.p, EAF: 0.0099})
		if m.pzTenth != c.tenth || m.pzCheck != c.check || m.pzRare != c.rareCheck {
			t.Errorf("%v / %v, −log10 P %v: %d above 0.1, %d disagree, %d of them rare", c.beta, c.se, c.p, m.pzTenth, m.pzCheck, m.pzRare)
		}
	}
}

func TestStrataOfFrequency(t *testing.T) {
	for f, want := range map[float64]int{0.0099: 0, 0.01: 1, 0.0499: 1, 0.05: 2, 0.1999: 2, 0.2: 3, 0.5: 3, 0.8: 3, 0.8001: 2, 0.95: 2, 0.9501: 1, 0.99: 1, 0.9901: 0, nan: 4} {
		if got := stratumOf(f); got != want {
			t.Errorf("frequency %v is in %s, want %s", f, mafStrata[got], mafStrata[want])
		}
	}
}

// A lead is below 5e-8; what supports it is 1e-5 or below.
func TestThresholdsOfLeads(t *testing.T) {
	for _, c := range []struct {
		y, neighbour float64
		leads, alone int64
	}{{-math.Log10(4.99e-8), 5, 1, 0}, {-math.Log10(4.99e-8), 4.9999, 1, 1}, {-math.Log10(5.01e-8), 5, 0, 0}} {
		f := newLeadFinder(nil, variant.NewDict())
		f.add(&sumstats.Row{Chromosome: 1, Position: 10, EA: variant.A, OA: variant.G, NegLog10P: c.y})
		f.add(&sumstats.Row{Chromosome: 1, Position: 20, EA: variant.A, OA: variant.G, NegLog10P: c.neighbour})
		f.result()
		if f.leads != c.leads || f.alone != c.alone {
			t.Errorf("−log10 P %v beside %v: %d leads, %d alone", c.y, c.neighbour, f.leads, f.alone)
		}
	}
}

func TestLeadsAreListedUpTo500(t *testing.T) {
	f := newLeadFinder(nil, variant.NewDict())
	for i := range 501 {
		f.add(&sumstats.Row{Chromosome: genome.Chromosome(1 + i/100), Position: int32(1 + 500_001*(i%100)), EA: variant.A, OA: variant.G, NegLog10P: 8})
	}
	if list := f.result(); len(list) != 500 || f.leads != 501 {
		t.Errorf("%d of %d leads are listed", len(list), f.leads)
	}
}

package meta_test

import (
	"fmt"
	"io"
	"math"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
)

// Every threshold of a run, with a row just on its good side and one just on its
// bad side; the row of the other study is sound.
func TestThresholdsOfRows(t *testing.T) {
	for _, c := range []struct {
		name      string
		opt       func(*meta.Options)
		good, bad func(*sumstats.Row)
		reason    string
	}{
		{"minor allele frequency", func(o *meta.Options) { o.MAF = 0.1 },
			func(r *sumstats.Row) { r.EAF = 0.1 }, func(r *sumstats.Row) { r.EAF = 0.0999 }, "low_maf"},
		{"of the other allele", func(o *meta.Options) { o.MAF = 0.1 },
			func(r *sumstats.Row) { r.EAF = 0.9 }, func(r *sumstats.Row) { r.EAF = 0.9001 }, "low_maf"},
		{"imputation quality", func(o *meta.Options) { o.Info = 0.6 },
			func(r *sumstats.Row) { r.Info = 0.6 }, func(r *sumstats.Row) { r.Info = 0.5999 }, "low_info"},
		{"palindromic, below one half", nil,
			func(r *sumstats.Row) { r.OA, r.EAF = allele("T"), 0.3999 }, func(r *sumstats.Row) { r.OA, r.EAF = allele("T"), 0.4 }, "palindromic"},
		{"palindromic, above one half", nil,
			func(r *sumstats.Row) { r.OA, r.EAF = allele("T"), 0.6001 }, func(r *sumstats.Row) { r.OA, r.EAF = allele("T"), 0.6 }, "palindromic"},
		{"frequency of the result", func(o *meta.Options) { o.OutputMAF = 0.25 },
			func(r *sumstats.Row) { r.EAF = 0.2 }, func(r *sumstats.Row) { r.EAF = 0.1998 }, "output_maf"}, // the mean with 0.3
		{"N of the result", func(o *meta.Options) { o.OutputNProportion = 0.5 },
			func(r *sumstats.Row) { r.N = 4000 }, func(r *sumstats.Row) { r.N = 3999 }, "output_n"}, // with 1,000, of 10,000
		{"two studies", nil, func(*sumstats.Row) {}, func(r *sumstats.Row) { r.Position = 11 }, "few_studies"},
		{"a standard error above 0", nil, func(r *sumstats.Row) { r.SE = 1e-9 }, func(r *sumstats.Row) { r.SE = 0 }, "effect_missing"},
	} {
		run := func(change func(*sumstats.Row)) map[string]int64 {
			opt := meta.DefaultOptions()
			if c.opt != nil {
				c.opt(&opt)
			}
			a, b := row(1, 10, "A", "G", 0.1, 0.05, 0.3), row(1, 10, "A", "G", 0.1, 0.05, 0.3)
			if c.reason == "palindromic" {
				b.OA, b.EAF = allele("T"), 0.1
			}
			change(&a)
			studies := []meta.Study{memoryStudy("a", []sumstats.Row{a}), memoryStudy("b", []sumstats.Row{b})}
			studies[0].N, studies[1].N = 5000, 5000
			_, s := runTable(t, studies, opt)
			return s.Studies[0].DroppedByReason
		}
		if got := run(c.good); len(got) > 0 {
			t.Errorf("%s: a row on the good side is left out: %v", c.name, got)
		}
		if got := fmt.Sprint(run(c.bad)); got != "map["+c.reason+":1]" {
			t.Errorf("%s: a row on the bad side: %s", c.name, got)
		}
	}
}

// Genomic control corrects a study whose λ exceeds the threshold, and no other.
func TestThresholdOfGenomicControl(t *testing.T) {
	for _, c := range []struct{ threshold, lambda, applied float64 }{
		{1, 1, 1}, {1, 1.0001, 1.0001}, {1.1, 1.1, 1}, {1.1, 1.1001, 1.1001}, {1, 0.5, 1},
	} {
		opt := meta.DefaultOptions()
		opt.MinStudies, opt.GenomicControl, opt.GCThreshold = 1, true, c.threshold
		study := memoryStudy("a", []sumstats.Row{row(1, 1, "A", "G", 0.1, 0.05, 0.3)})
		study.LambdaGC = c.lambda
		out, s := runTable(t, []meta.Study{study}, opt)
		if float64(s.Studies[0].LambdaApplied) != c.applied || off(out.number(0, "standard_error"), 0.05*math.Sqrt(c.applied)) > 1e-12 {
			t.Errorf("threshold %v, λ %v: %v applied, SE %v", c.threshold, c.lambda, s.Studies[0].LambdaApplied, out.rows[0])
		}
	}
}

// zScore returns a row with the given z.
func zScore(position int32, z float64) sumstats.Row {
	return row(1, position, "A", "G", z*0.05, 0.05, 0.3)
}

// A genome-wide hit is below 5e-8: z 5.45131 is just above that P, z 5.45132 just
// below (CONV-8 has 5.451310443). Loci are 500 kb to either side.
func TestThresholdsOfLoci(t *testing.T) {
	opt := meta.DefaultOptions()
	opt.MinStudies = 1
	hits := func(rows ...sumstats.Row) *meta.Summary {
		_, s := runTable(t, []meta.Study{memoryStudy("a", rows)}, opt)
		return s
	}
	if s := hits(zScore(10, 5.45131), zScore(2_000_000, 5.45132)); s.NSignificant != 1 || s.NLoci != 1 {
		t.Errorf("%d hits in %d loci, want one", s.NSignificant, s.NLoci)
	}
	if s := hits(zScore(10, 6), zScore(500_010, 7)); s.NSignificant != 2 || s.NLoci != 1 || s.TopLoci[0].Variants != 2 {
		t.Errorf("500,000 apart: %d loci", s.NLoci)
	}
	if s := hits(zScore(10, 6), zScore(500_011, 7)); s.NLoci != 2 {
		t.Errorf("500,001 apart: %d loci", s.NLoci)
	}
	opt.MaxLoci = 1
	if s := hits(zScore(10, 6), zScore(500_011, 7)); s.NLoci != 2 || len(s.TopLoci) != 1 || s.TopLoci[0].Position != 500_011 {
		t.Errorf("%d of %d loci are listed", len(s.TopLoci), s.NLoci)
	}
}

// The forest plot of a locus has both estimates, whatever the scheme. Expected are
// the numbers of the heterogeneous example: fixed 0.164 with Q 12.032, random
// 0.1517852344 ± 0.0818493764 (scaled to be significant, which both formulas keep).
func TestForestHasBothEstimates(t *testing.T) {
	for _, scheme := range []meta.Scheme{meta.FixedEffect, meta.RandomEffects} {
		opt := meta.DefaultOptions()
		opt.Scheme = scheme
		var studies []meta.Study
		for i, beta := range []float64{0.30, 0.02, 0.10} {
			// A second variant, strong in all studies, is a locus under either scheme.
			strong := row(1, 5_000_000, "A", "G", 3+beta, []float64{0.05, 0.10, 0.04}[i], 0.3)
			studies = append(studies, memoryStudy(fmt.Sprint(i), []sumstats.Row{strong}))
		}
		_, s := runTable(t, studies, opt)
		if len(s.TopLoci) != 1 {
			t.Fatalf("%s: %d loci", scheme, len(s.TopLoci))
		}
		l := s.TopLoci[0]
		// Effects moved by 3: the estimates move by 3, the errors and Q stay.
		printed(t, string(scheme)+" fixed effect", float64(l.Fixed.Beta), "3.1640000000")
		printed(t, string(scheme)+" fixed SE", float64(l.Fixed.SE), "0.0298142397")
		printed(t, string(scheme)+" random effect", float64(l.Random.Beta), "3.1517852344")
		printed(t, string(scheme)+" random SE", float64(l.Random.SE), "0.0818493764")
		printed(t, string(scheme)+" Q", float64(l.Q), "12.0320000000")
		printed(t, string(scheme)+" τ²", float64(l.Tau2), "0.0160085106")
	}
}

// A line of the forest states SE and P of one correction, under every scheme: P of the
// file and SE·√λ would be two.
func TestForestLinesHaveOneCorrection(t *testing.T) {
	for _, c := range []struct {
		scheme meta.Scheme
		gc     bool
		z      float64 // of the second study, whose λ is 1.44
	}{{meta.FixedEffect, true, 5}, {meta.RandomEffects, true, 5}, {meta.SampleSize, true, 5}, {meta.FixedEffect, false, 6}} {
		opt := meta.DefaultOptions()
		opt.Scheme, opt.GenomicControl = c.scheme, c.gc
		studies := []meta.Study{memoryStudy("a", []sumstats.Row{zScore(1, 8)}), memoryStudy("b", []sumstats.Row{zScore(1, 6)})}
		studies[0].LambdaGC, studies[1].LambdaGC = 0.9, 1.44
		_, s := runTable(t, studies, opt)
		if len(s.TopLoci) != 1 {
			t.Fatalf("%s: %d loci", c.scheme, len(s.TopLoci))
		}
		for i, z := range []float64{8, c.z} {
			e := s.TopLoci[0].Studies[i]
			want := -math.Log10(math.Erfc(z / math.Sqrt2))
			if off(math.Abs(float64(e.Beta/e.SE)), z) > 1e-12 || off(float64(e.NegLog10P), want) > 1e-9 {
				t.Errorf("%s, genomic control %v, study %s: z %v and −log10 P %v, want %v and %v", c.scheme, c.gc, e.Name, e.Beta/e.SE, e.NegLog10P, z, want)
			}
		}
	}
}

// Heterogeneity is counted below P 0.05 and 1e-6: with two studies Q is χ² of one
// degree of freedom, whose critical values are 3.841459 and 23.92813.
func TestThresholdsOfHeterogeneity(t *testing.T) {
	for _, c := range []struct {
		q                              float64
		nominal, strong, overdispersed int64
		bin                            int
	}{
		{0.9999, 0, 0, 0, 0}, {1.0001, 0, 0, 1, 0}, {3.8414, 0, 0, 1, 14}, {3.8415, 1, 0, 1, 14},
		{23.928, 1, 0, 1, 19}, {23.929, 1, 1, 1, 19}, {1.9999, 0, 0, 1, 9}, {2.0001, 0, 0, 1, 10},
	} {
		// Two equal weights: Q = (β₁ − β₂)²/(2·SE²).
		d := math.Sqrt(2*c.q) * 0.05
		studies := []meta.Study{
			memoryStudy("a", []sumstats.Row{row(1, 1, "A", "G", d/2, 0.05, 0.3)}),
			memoryStudy("b", []sumstats.Row{row(1, 1, "A", "G", -d/2, 0.05, 0.3)}),
		}
		_, s := runTable(t, studies, meta.DefaultOptions())
		h := s.Heterogeneity
		if h.Tested != 1 || h.Nominal != c.nominal || h.Strong != c.strong || h.Overdispersed != c.overdispersed || h.I2[c.bin] != 1 {
			t.Errorf("Q %v: %+v", c.q, h)
		}
	}
}

// The QQ plot has common variants apart: those above 0.01 on both sides.
func TestStrataOfFrequency(t *testing.T) {
	var rows []sumstats.Row
	for i, f := range []float64{0.01, 0.0101, 0.5, 0.9899, 0.99, nan} {
		rows = append(rows, row(1, int32(i+1), "A", "G", 0.1, 0.05, f))
	}
	opt := meta.DefaultOptions()
	opt.MinStudies = 1
	qq := plot.NewQQ(meta.Strata())
	if _, err := meta.Run(t.Context(), testDict, []meta.Study{memoryStudy("a", rows)}, opt, meta.Output{Results: io.Discard, QQ: qq}, nil); err != nil {
		t.Fatal(err)
	}
	if common, rare := qq.StratumLen(0), qq.StratumLen(1); common != 3 || rare != 3 {
		t.Errorf("%d common and %d rare variants, want 3 and 3", common, rare)
	}
}

func TestRangesOfOptions(t *testing.T) {
	for _, c := range []struct {
		name      string
		good, bad func(*meta.Options)
	}{
		{"MAF", func(o *meta.Options) { o.MAF = 0.5 }, func(o *meta.Options) { o.MAF = 0.5001 }},
		{"negative MAF", func(o *meta.Options) { o.MAF = 0 }, func(o *meta.Options) { o.MAF = -0.0001 }},
		{"output MAF", func(o *meta.Options) { o.OutputMAF = 0.5 }, func(o *meta.Options) { o.OutputMAF = 0.5001 }},
		{"share of N", func(o *meta.Options) { o.OutputNProportion = 1 }, func(o *meta.Options) { o.OutputNProportion = 1.0001 }},
		{"quality", func(o *meta.Options) { o.Info = 0 }, func(o *meta.Options) { o.Info = -0.0001 }},
		{"GC threshold", func(o *meta.Options) { o.GCThreshold = 1 }, func(o *meta.Options) { o.GCThreshold = 0.9999 }},
		{"studies", func(o *meta.Options) { o.MinStudies = 1 }, func(o *meta.Options) { o.MinStudies = 0 }},
		{"no number", func(*meta.Options) {}, func(o *meta.Options) { o.MAF = nan }},
	} {
		good, bad := meta.DefaultOptions(), meta.DefaultOptions()
		c.good(&good)
		c.bad(&bad)
		if good.Validate() != nil || bad.Validate() == nil {
			t.Errorf("%s: %v, %v", c.name, good.Validate(), bad.Validate())
		}
	}
}

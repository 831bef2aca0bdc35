package qc

import (
	"math"

	"cohortium/internal/gwas/plot"
	"cohortium/internal/gwas/sumstats"
)

// spread are the histograms of the rows that the figures show.
type spread struct{ effect, se, info, maf *plot.Histogram }

func newSpread(o *Options) spread {
	var info *float64
	if o.Rules.Info.Mode != Off && o.Rules.Info.Threshold > 0 {
		info = &o.Rules.Info.Threshold
	}
	return spread{
		effect: plot.NewSpread(plot.HistogramName{Key: "effect", Name: "Effect"}, true),
		se:     plot.NewSpread(plot.HistogramName{Key: "standard_error", Name: "Standard error"}, false),
		info:   plot.NewHistogram(plot.HistogramName{Key: "info", Name: "Imputation quality", Mark: info}, 0, 1.2, 48),
		maf:    plot.NewHistogram(plot.HistogramName{Key: "maf", Name: "Minor allele frequency"}, 0, 0.5, 50),
	}
}

func (s *spread) add(r *sumstats.Row) {
	s.effect.Add(r.Beta)
	s.se.Add(r.SE)
	s.info.Add(r.Info)
	s.maf.Add(sumstats.MinorFrequency(r.EAF))
}

// data puts the histograms of a file together.
func (s *spread) data(from FiguresFrom, c *calls) *plot.Histograms {
	for _, h := range []*plot.Histogram{s.effect, s.se, s.info, s.maf} {
		h.From = string(from)
	}
	return plot.NewHistograms(s.effect, s.se, s.maf, s.info, c.rate, c.hwe)
}

// calls holds genotyping statistics of the rows that were read.
type calls struct {
	limits           *Limits
	rate, hwe        *plot.Histogram
	seldom, unlikely int64
}

// The histogram of −log10 P of Hardy–Weinberg ends here; values beyond are counted.
const hweShown = 10

func newCalls(l *Limits) calls {
	return calls{limits: l,
		rate: plot.NewHistogram(plot.HistogramName{Key: "call_rate", Name: "Call rate", From: string(FromRead), Mark: &l.CallRate}, 0.9, 1, 50),
		hwe:  plot.NewHistogram(plot.HistogramName{Key: "hwe", Name: "Hardy–Weinberg, −log10 P", From: string(FromRead), Mark: &l.HWE}, 0, hweShown, 50)}
}

func (c *calls) add(field sumstats.Field, values []float64) {
	for _, x := range values {
		if field == sumstats.FieldCallRate {
			c.rate.Add(x)
			if x < c.limits.CallRate {
				c.seldom++
			}
			continue
		}
		y := -math.Log10(x) + 0 // of P 1 no negative zero
		c.hwe.Add(y)
		if y > c.limits.HWE {
			c.unlikely++
		}
	}
}

// warn adds the counts to those of the rows.
func (c *calls) warn(counts map[Warning]int64) {
	for w, n := range map[Warning]int64{WarnCallRate: c.seldom, WarnHWE: c.unlikely} {
		if n > 0 {
			counts[w] = n
		}
	}
}

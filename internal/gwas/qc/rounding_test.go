package qc

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
)

func TestDecimalsOfAColumn(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   decimals
	}{
		{[]float64{3, 12}, 0},
		{[]float64{0.003, 0.01}, 3},
		{[]float64{0.003, 0.0124}, 4},
		{[]float64{123456.001}, 3},
		{[]float64{0.00001}, 5},
		{[]float64{0.000012}, exact},
		{[]float64{1.0 / 3}, exact},
	} {
		var d decimals
		for _, v := range c.values {
			d.add(v)
		}
		if d != c.want {
			t.Errorf("%v: %d decimals, want %d", c.values, d, c.want)
		}
	}
}

// P values are those of the unrounded effect and error, computed here by the
// complementary error function.
func TestRoundingExplains(t *testing.T) {
	p := func(beta, se float64) float64 { return -math.Log10(math.Erfc(math.Abs(beta) / se / math.Sqrt2)) }
	for _, c := range []struct {
		name                  string
		write                 func(beta, se float64) (float64, float64)
		swapped, other, wants bool
	}{
		{"three decimals", func(b, s float64) (float64, float64) { return round(b, 3), round(s, 3) }, false, false, true},
		{"the error alone", func(b, s float64) (float64, float64) { return b, round(s, 3) }, false, false, true},
		{"a ratio of three decimals", func(b, s float64) (float64, float64) { return math.Log(round(math.Exp(b), 3)), s }, false, false, true},
		{"a ratio of the other allele", func(b, s float64) (float64, float64) { return -math.Log(round(math.Exp(-b), 3)), s }, true, false, true},
		{"in full", func(b, s float64) (float64, float64) { return b, s * 1.1 }, false, false, false},
		{"P of another test", func(b, s float64) (float64, float64) { return round(b, 3), round(s, 3) }, false, true, false},
	} {
		random := rand.New(rand.NewPCG(7, 1))
		var w rounding
		var explained, n int
		for range 2000 {
			beta, se := 0.01+0.02*random.Float64(), 0.0026+0.001*random.Float64()
			r := sumstats.Row{NegLog10P: p(beta, se)}
			if c.other {
				r.NegLog10P = p(beta*2, se)
			}
			if c.swapped {
				r.Flags |= sumstats.Swapped
			}
			r.Beta, r.SE = c.write(beta, se)
			w.add(&r)
			if n++; w.explains(&r) {
				explained++
			}
		}
		part := float64(explained) / float64(n)
		if c.wants && part < 1 || !c.wants && part > 0.2 {
			t.Errorf("%s: %.3f of the rows are explained", c.name, part)
		}
	}
}

func round(v float64, places int) float64 {
	unit := math.Pow10(places)
	return math.Round(v*unit) / unit
}

// Of 10,000 P values 9,000 do not follow from effect and error; up to 100 may
// be left unexplained.
func TestRoundedFileWarns(t *testing.T) {
	for _, c := range []struct {
		explained int64
		want      Verdict
		says      string
	}{
		{8900, Warned, "In 8,900 rows (89 %) P differs from effect and standard error by what their rounding allows: the effect is written with 2 decimals, the standard error with 3 decimals;"},
		{8899, Fail, "P values do not follow from effect and standard error"},
	} {
		f := judged()
		f.report.PZCorrelation = 0.5
		f.metrics.pzCheck, f.metrics.pzRounded = 9000, c.explained
		f.metrics.rounding = rounding{effect: exact, ratio: 2, se: 3}
		s := f.pz()
		if s.Verdict != c.want || !strings.Contains(s.Messages[0], c.says) {
			t.Errorf("%d explained: %s, %q; want %s, %q", c.explained, s.Verdict, s.Messages, c.want, c.says)
		}
	}
}

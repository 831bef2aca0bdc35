package recognise

import (
	"fmt"
	"math"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// effectsWithoutErrors are n rows whose errors are 1/√(2f(1−f)N), scattered by a part of
// themselves, with −log10 P times a factor.
func effectsWithoutErrors(n int, scattered, factor float64) []sumstats.Row {
	return rowsOf(n, func(i int, r *sumstats.Row) {
		r.Chromosome, r.Position = 1, 11_000_007+1000*int32(i)
		r.N, r.EAF = 20_000+float64(i%7)*500, 0.05+0.9*float64(i*37%101)/101
		z := signed(i, 0.3+3*float64(i*29%103)/103)
		se := math.Exp(scattered*float64(i%3-1)) / math.Sqrt(2*r.EAF*(1-r.EAF)*r.N)
		r.Beta, r.SE, r.NegLog10P = z*se, math.NaN(), factor*zToNegLog10P(z)
	})
}

// −ln P under the name of −log10 P is detected by the errors that follow from it, on both sides of
// each threshold.
func TestNaturalLogarithmWithoutErrors(t *testing.T) {
	without := sumstats.Mapping{sumstats.FieldBeta: "b", sumstats.FieldNegLog10P: "logp", sumstats.FieldEAF: "f", sumstats.FieldN: "n"}
	for name, c := range map[string]struct {
		rows []sumstats.Row
		m    sumstats.Mapping
		want bool
	}{
		"−ln P":                 {effectsWithoutErrors(naturalRows, 0.02, math.Ln10), without, true},
		"too few":               {effectsWithoutErrors(naturalRows-1, 0.02, math.Ln10), without, false},
		"−log10 P":              {effectsWithoutErrors(400, 0.02, 1), without, false},
		"some scatter":          {effectsWithoutErrors(400, 0.1, math.Ln10), without, true},
		"too much to tell":      {effectsWithoutErrors(400, 1, math.Ln10), without, false},
		"with the errors":       {effectsWithoutErrors(400, 0.02, math.Ln10), without.With(sumstats.Mapping{sumstats.FieldSE: "se"}), false},
		"beside a Z":            {effectsWithoutErrors(400, 0.02, math.Ln10), without.With(sumstats.Mapping{sumstats.FieldZ: "z"}), false},
		"P on its plain scale":  {effectsWithoutErrors(400, 0.02, math.Ln10), sumstats.Mapping{sumstats.FieldBeta: "b", sumstats.FieldP: "p"}, false},
		"without sample sizes":  {rowsOf(400, func(i int, r *sumstats.Row) { *r = effectsWithoutErrors(400, 0.02, math.Ln10)[i]; r.N = math.NaN() }), without, false},
		"P that are nearly 1":   {effectsWithoutErrors(400, 0.02, 0.001), without, false},
		"half of the rows":      {append(effectsWithoutErrors(200, 0.02, math.Ln10), effectsWithoutErrors(200, 0.02, 1)...), without, false},
		"a factor of one third": {effectsWithoutErrors(400, 0.02, 1/math.Ln10), without, false},
	} {
		r := reading{mapping: c.m, rows: c.rows}
		r.judgeNatural()
		if got := len(r.Doubts) == 1; got != c.want {
			t.Errorf("%s: %+v", name, r.Doubts)
		}
	}
}

// Under the answer −ln P the values are read as −ln P: P = 0.0124 has −ln P = 4.39006.
func TestNaturalLogarithmIsRead(t *testing.T) {
	for _, cell := range []string{"4.39006", "-4.39006"} {
		file := tableOf("CHR;POS;EA;NEA;BETA;SE;LOGP", func(i int) string { return fmt.Sprintf("7;%d;G;A;0.05;0.02;%s", 5000+i, cell) })
		m := sumstats.Mapping{
			sumstats.FieldChromosome:   "CHR",
			sumstats.FieldPosition:     "POS",
			sumstats.FieldEffectAllele: "EA",
			sumstats.FieldOtherAllele:  "NEA",
			sumstats.FieldBeta:         "BETA",
			sumstats.FieldSE:           "SE",
			sumstats.FieldLnP:          "LOGP",
		}
		rows, _, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: m})
		if err != nil || len(rows) != 30 || math.Abs(rows[0].NegLog10P+math.Log10(0.0124)) > 1e-5 {
			t.Errorf("%s: %d rows, %v, %v", cell, len(rows), err, rows)
		}
	}
}

package sumstats_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// caseControl computes the average result of linear regression in a study of a yes/no trait whose
// variant multiplies the odds by exp(beta) per allele: controls in Hardy-Weinberg proportions of f,
// cases tilted by the odds.
type caseControl struct{ f, beta, cases, controls float64 }

func (s caseControl) linear() (b, se, pooled float64) {
	control := [3]float64{(1 - s.f) * (1 - s.f), 2 * s.f * (1 - s.f), s.f * s.f}
	var affected [3]float64
	sum := 0.0
	for g := range affected {
		affected[g] = control[g] * math.Exp(s.beta*float64(g))
		sum += affected[g]
	}
	n := s.cases + s.controls
	mu := s.cases / n
	var mean, square, meanOfCases float64
	for g := range affected {
		x := float64(g)
		p := mu*affected[g]/sum + (1-mu)*control[g]
		mean += p * x
		square += p * x * x
		meanOfCases += affected[g] / sum * x
	}
	variance := square - mean*mean
	b = mu * (meanOfCases - mean) / variance
	se = math.Sqrt((mu*(1-mu) - b*b*variance) / (n * variance))
	return b, se, mean / 2
}

// TestScalesBecomeLogOdds has the truth 0.2 come out of a linear model and of Z. An earlier mistake
// gave 0.10 and 0.04 in an average with log odds.
func TestScalesBecomeLogOdds(t *testing.T) {
	for _, study := range []caseControl{{0.3, 0.2, 2000, 48000}, {0.1, 0.2, 5000, 5000}, {0.5, -0.1, 500, 20000}} {
		b, se, f := study.linear()
		n := study.cases + study.controls
		base := sumstats.Mapping{
			sumstats.FieldChromosome:   "chr",
			sumstats.FieldPosition:     "pos",
			sumstats.FieldEffectAllele: "ea",
			sumstats.FieldOtherAllele:  "oa",
			sumstats.FieldEAF:          "f",
		}
		line := fmt.Sprintf(
			"1 5 A G %.9f %.12f %.12f %.9f %.0f %.0f %.0f %.6f",
			f,
			b,
			se,
			b/se,
			n,
			study.cases,
			study.controls,
			4/(1/study.cases+1/study.controls),
		)
		file := sumstatstest.Table("chr pos ea oa f beta se z n a u neff", line)
		totals := sumstats.ReadOptions{NCases: study.cases, NControls: study.controls}
		linear := totals
		linear.Scale = sumstats.LinearBinary
		for name, tt := range map[string]struct {
			mapping sumstats.Mapping
			opt     sumstats.ReadOptions
		}{
			"linear, declared sizes":     {sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se"}, linear},
			"linear, sizes in the file":  {sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldNCases: "a", sumstats.FieldNControls: "u"}, sumstats.ReadOptions{Conventions: sumstats.Conventions{Scale: sumstats.LinearBinary}}},
			"linear, N and cases":        {sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldNCases: "a", sumstats.FieldN: "n"}, sumstats.ReadOptions{Conventions: sumstats.Conventions{Scale: sumstats.LinearBinary}}},
			"Z, declared sizes":          {sumstats.Mapping{sumstats.FieldZ: "z", sumstats.FieldN: "n"}, totals},
			"Z, sizes in the file":       {sumstats.Mapping{sumstats.FieldZ: "z", sumstats.FieldNCases: "a", sumstats.FieldNControls: "u"}, sumstats.ReadOptions{}},
			"Z, effective N in the file": {sumstats.Mapping{sumstats.FieldZ: "z", sumstats.FieldNEff: "neff"}, sumstats.ReadOptions{}},
			"Z said to be of log odds":   {sumstats.Mapping{sumstats.FieldZ: "z", sumstats.FieldNEff: "neff"}, sumstats.ReadOptions{Conventions: sumstats.Conventions{Scale: sumstats.LogOdds}}},
			"Z of a linear model":        {sumstats.Mapping{sumstats.FieldZ: "z", sumstats.FieldN: "n"}, linear},
		} {
			tt.opt.Mapping = base.With(tt.mapping)
			r, err := sumstats.Open(strings.NewReader(string(file)), tt.opt)
			if err != nil {
				t.Fatal(err)
			}
			rows := make([]sumstats.Row, 2)
			if k, _ := r.ReadRows(rows); k != 1 {
				t.Fatalf("%s: %+v", name, r.Account().Excluded)
			}
			row := rows[0]
			if math.Abs(row.Beta-study.beta) > 0.05*math.Abs(study.beta) || math.Abs(row.Beta/row.SE-b/se) > 1e-4*math.Abs(b/se) ||
				r.Scale() != sumstats.LogOdds {
				t.Errorf("%s of %+v: %v ± %v on %q", name, study, row.Beta, row.SE, r.Scale())
			}
			_ = r.Close()
		}
	}
}

// TestStandardisedFromZ simulates a measured trait of variance 1 of which the
// variant explains a twentieth: without z² in the formula beta would be 2.6 % off.
func TestStandardisedFromZ(t *testing.T) {
	const f, beta, n = 0.3, 0.345, 1000.0
	explained := 2 * f * (1 - f) * beta * beta
	z := beta / math.Sqrt((1-explained)/(n*2*f*(1-f)))
	row := sumstatstest.One(t, sumstatstest.Table("chr pos ea oa f z n", fmt.Sprintf("1 5 A G %g %.9f %g", f, z, n)), sumstats.ReadOptions{
		Mapping: sumstats.Mapping{
			sumstats.FieldChromosome:   "chr",
			sumstats.FieldPosition:     "pos",
			sumstats.FieldEffectAllele: "ea",
			sumstats.FieldOtherAllele:  "oa",
			sumstats.FieldEAF:          "f",
			sumstats.FieldZ:            "z",
			sumstats.FieldN:            "n",
		},
	})
	if math.Abs(row.Beta-beta) > 1e-6 {
		t.Errorf("%v, want %v", row.Beta, beta)
	}
}

// TestZBesideAnEffect derives nothing where the scale of the effects is not known.
func TestZBesideAnEffect(t *testing.T) {
	m := sumstats.Mapping{
		sumstats.FieldChromosome:   "chr",
		sumstats.FieldPosition:     "pos",
		sumstats.FieldEffectAllele: "ea",
		sumstats.FieldOtherAllele:  "oa",
		sumstats.FieldEAF:          "f",
		sumstats.FieldZ:            "z",
		sumstats.FieldN:            "n",
		sumstats.FieldBeta:         "b",
	}
	file := sumstatstest.Table("chr pos ea oa f z n b", "1 5 A G 0.5 2 1996 NA")
	for scale, want := range map[sumstats.EffectScale]int{sumstats.ScaleUnknown: 0, sumstats.LinearUnits: 0, sumstats.LogHazard: 0, sumstats.Standardised: 1} {
		rows, account, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: m, Conventions: sumstats.Conventions{Scale: scale}})
		if err != nil || len(rows) != want || want == 0 && sumstatstest.Reasons(account.Excluded)["effect_missing"] != 1 {
			t.Errorf("%q: %d rows, %v, %+v", scale, len(rows), err, account.Excluded)
		}
	}
}

// TestLinearWithoutSizes leaves out a row that lacks what the others are converted by.
func TestLinearWithoutSizes(t *testing.T) {
	m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldNCases: "a", sumstats.FieldNControls: "u"})
	rows, account, err := sumstatstest.ReadRows(
		t,
		sumstatstest.Table(
			"chr pos ea oa beta se p a u",
			"1 5 A G 0.01 0.002 5.7e-7 100 300",
			"1 6 A G 0.01 0.002 5.7e-7 100 NA",
			"1 7 A G 0.01 0.002 5.7e-7 0 400",
		),
		sumstats.ReadOptions{Mapping: m, Conventions: sumstats.Conventions{Scale: sumstats.LinearBinary}},
	)
	if err != nil || len(rows) != 1 || sumstatstest.Reasons(account.Excluded)["cases_missing"] != 2 {
		t.Errorf("%d rows, %v, %+v", len(rows), err, account.Excluded)
	}
	if math.Abs(rows[0].Beta-0.01/(0.25*0.75)) > 1e-12 || math.Abs(rows[0].SE-0.002/(0.25*0.75)) > 1e-12 {
		t.Errorf("%v ± %v", rows[0].Beta, rows[0].SE)
	}
}

// TestParseScale reads what people write.
func TestParseScale(t *testing.T) {
	for text, want := range map[string]sumstats.EffectScale{"": sumstats.ScaleUnknown, "log_odds": sumstats.LogOdds, "Log-Odds": sumstats.LogOdds, " units ": sumstats.LinearUnits, "standardized": sumstats.Standardised,
		"linear_binary": sumstats.LinearBinary, "log-hazard": sumstats.LogHazard} {
		if got, err := sumstats.ParseScale(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := sumstats.ParseScale("odds"); err == nil || !strings.Contains(err.Error(), "log_odds, linear_binary, units, standardised, log_hazard") {
		t.Errorf("a scale that is none: %v", err)
	}
}

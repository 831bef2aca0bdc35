package qc

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/variant"
)

// A heritability is in proportion to the count of variants behind the scores, be it
// below or above the number of scores; the intercept does not know of it.
func TestHeritabilityAndTheCountBehindTheScores(t *testing.T) {
	regress := func(common int64) *Polygenic {
		m := soundStudy()
		for i := range m.rows {
			m.setZ(i, 1+0.01*m.scores[i])
		}
		scores := m.ldScores(t)
		scores.Common = common
		in := newScored(scores, genome.GRCh37)
		for i, row := range m.rows {
			in.add(&sumstats.Row{
				Chromosome: genome.Chromosome(1 + i/30),
				Position:   int32(1_000_003 + i%30*600_000),
				EA:         variant.A,
				OA:         variant.G,
				Beta: number64(
					t,
					row["beta"],
				),
				SE:        number64(t, row["standard_error"]),
				EAF:       0.3,
				N:         10_000,
				NCases:    math.NaN(),
				NControls: math.NaN(),
				Info:      math.NaN(),
			})
		}
		return in.fit()
	}
	many, few, none := regress(200_000), regress(330), regress(0)
	if ratio := float64(many.H2 / few.H2); math.Abs(ratio-200_000.0/330) > 1e-6 {
		t.Errorf("h² %v of 200,000 variants and %v of 330", many.H2, few.H2)
	}
	if !math.IsNaN(float64(none.H2)) || math.Abs(float64(none.Intercept-many.Intercept)) > 1e-9 || many.Variants != madeRows {
		t.Errorf("without a count h² is %v, the intercept %v and not %v", none.H2, none.Intercept, many.Intercept)
	}
}

// Of 660 variants 1 is left out for each of these reasons.
func TestWhichVariantsAreRegressed(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*made)
		want   int64
	}{
		{"all", sound, 660},
		{"an insertion", set(1, "other_allele", "GA"), 659},
		{"a frequency of 0.01", set(1, "effect_allele_frequency", "0.01"), 660},
		{"a frequency below 0.01", set(1, "effect_allele_frequency", "0.0099"), 659},
		{"imputation quality of 0.9", all(with("info", "1"), set(1, "info", "0.9")), 660},
		{"imputation quality below 0.9", all(with("info", "1"), set(1, "info", "0.89")), 659},
		{"two thirds of N", set(1, "n", "6667"), 660},
		{"less than two thirds of N", set(1, "n", "6666"), 659},
		{"chromosome X", set(1, "chromosome", "X"), 659},
		{"an rs number without a score", set(1, "rsid", "rs7"), 659},
		{"a place without a score and no rs number", all(set(1, "base_pair_location", "1000004"), set(1, "rsid", "NA")), 659},
		{"another place with the rs number of a score", set(1, "base_pair_location", "1000004"), 660},
	} {
		m := soundStudy()
		m.none = true
		c.change(m)
		if got := m.report(t).Polygenic.Variants; got != c.want {
			t.Errorf("%s: %d variants, want %d", c.name, got, c.want)
		}
	}
}

// A requested correction applies to the figures alone: the clean file has the P values and errors
// that it has without, and where too few variants have a score for a regression nothing is
// corrected by its estimate.
func TestACorrectionThatCannotBeMadeChangesNothing(t *testing.T) {
	run := func(scored int, adjustment Adjustment) (correction, clean string) {
		t.Helper()
		m := soundStudy()
		m.scores = m.scores[:scored]
		m.opt.Adjustment, m.opt.MappingConfirmed, m.opt.Mapping = adjustment, true, sumstats.Mapping{}
		for _, c := range m.columns {
			m.opt.Mapping[sumstats.Field(c)] = c
		}
		out := newMemory()
		_, err := Run(context.Background(), Input{Name: "made.tsv", Open: opener(m.study()), Scores: m.ldScores(t)}, m.opt, out, nil)
		if err != nil {
			t.Fatal(err)
		}
		var qq struct{ Adjustment string }
		if err := json.Unmarshal(out.files["qq.json"].Bytes(), &qq); err != nil {
			t.Fatal(err)
		}
		return qq.Adjustment, out.text(t, FileClean)
	}
	_, plain := run(madeRows, AdjustNone)
	for _, c := range []struct {
		scored     int
		adjustment Adjustment
		want       string
	}{{madeRows, AdjustLDSC, "LDSC intercept"}, {199, AdjustLDSC, "none"}, {madeRows, AdjustLambda, "GC lambda"}} {
		correction, clean := run(c.scored, c.adjustment)
		if correction != c.want {
			t.Errorf("%s with %d scores: the figures are corrected by %q, want %q", c.adjustment, c.scored, correction, c.want)
		}
		if clean != plain || !strings.Contains(clean, "\n1\t1000003\t") {
			t.Errorf("%s with %d scores: the clean file is another one", c.adjustment, c.scored)
		}
	}
}

// The figures can show the correction by the intercept, where there is one.
func TestCorrectionByTheIntercept(t *testing.T) {
	m := soundStudy()
	for i := range m.rows {
		m.setZ(i, 1.2*number64(t, m.rows[i]["beta"])/number64(t, m.rows[i]["standard_error"]))
	}
	m.opt.Adjustment = AdjustLDSC
	in := Input{Name: "made.tsv", Open: opener(m.study()), Scores: m.ldScores(t)}
	out := newMemory()
	m.opt.Mapping, m.opt.MappingConfirmed = sumstats.Mapping{}, true
	for _, c := range m.columns {
		m.opt.Mapping[sumstats.Field(c)] = c
	}
	report, err := Run(context.Background(), in, m.opt, out, nil)
	if err != nil {
		t.Fatal(err)
	}
	var qq struct {
		Adjustment string
		Series     []struct {
			Name   string
			Lambda *float64 `json:"lambda_gc"`
		}
	}
	if err := json.Unmarshal(out.files["qq.json"].Bytes(), &qq); err != nil {
		t.Fatal(err)
	}
	last := qq.Series[len(qq.Series)-1]
	want := float64(report.LambdaGC) / float64(report.Polygenic.Intercept)
	if qq.Adjustment != "LDSC intercept" || last.Name != "LDSC intercept" || last.Lambda == nil || math.Abs(*last.Lambda-want) > 1e-5 {
		t.Errorf("%q, last %q with λ %v; want %v", qq.Adjustment, last.Name, last.Lambda, want)
	}
	in.Scores = nil
	var setting *SettingError
	if _, err := Run(context.Background(), in, m.opt, newMemory(), nil); !errors.As(err, &setting) || setting.Setting != "adjustment" {
		t.Errorf("without LD scores: %v", err)
	}
}

func number64(t *testing.T, cell string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

package meta_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/meta"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
)

// fixtureStudies are studies whose frequencies are those of a fixture, at variants 1.5 million
// bases apart, and whose effect at the first variant is the one of it. At the others nothing is
// associated. Variants that must not define axes are between them.
func fixtureStudies(n int, t *testing.T) (studies []meta.Study, fixtures *regressions) {
	fixtures = readRegressions(t)
	c := fixtures.Cases[n]
	for i, freq := range c.Frequencies {
		var rows []sumstats.Row
		for v, f := range freq {
			at := int32(1_000_000 + 1_500_000*v)
			r := row(1, at, "G", "A", 0.001*float64(v%3-1), 0.02, f)
			if v == 0 {
				r.Beta, r.SE = c.Beta[i], c.SE[i]
			}
			near, rare := row(1, at+999_999, "G", "A", 0, 0.02, 0.1+0.05*float64(i)), row(1, at+1_000_001, "T", "C", 0, 0.02, 0.05)
			palindrome := row(1, at+1_000_002, "A", "T", 0, 0.02, 0.06+0.02*float64(i))
			if i%2 == 1 { // the other allele and the other strand are the same variant
				r.EA, r.OA, r.Beta, r.EAF = allele("T"), allele("C"), -r.Beta, 1-r.EAF
			}
			rows = append(rows, r, near, rare, palindrome)
		}
		rows = append(rows, row(23, 5000, "G", "A", 0, 0.02, 0.1+0.05*float64(i)))
		studies = append(studies, memoryStudy(fmt.Sprintf("study %c", 'z'-rune(i)), rows))
	}
	return studies, fixtures
}

func regressionOptions(axes int) meta.Options {
	opt := meta.DefaultOptions()
	opt.Scheme, opt.Axes = meta.MetaRegression, axes
	return opt
}

func TestRunOfAMetaRegression(t *testing.T) {
	for _, n := range []int{0, 3, 7, 10} {
		studies, fixtures := fixtureStudies(n, t)
		c := fixtures.Cases[n]
		out, s := runTable(t, studies, regressionOptions(c.Axes))
		if s.Axes == nil || s.Axes.Variants != 60 || len(s.Axes.Studies) != len(studies) {
			t.Fatalf("case %d: axes %+v", n, s.Axes)
		}
		for i, study := range s.Axes.Studies {
			for a, got := range study.Places {
				if want := c.Places[i][a]; math.Abs(float64(got)-want) > 1e-9 || study.Name != studies[i].Name {
					t.Errorf("case %d, %s: place %v on axis %d, want %v", n, study.Name, got, a+1, want)
				}
			}
		}
		sign := 1.0
		if out.text(0, "effect_allele") != "G" {
			sign = -1
		}
		want := map[string]float64{
			"beta": sign * c.Want.Effects[0], "standard_error": c.Want.Errors[0], "neg_log_10_p_value": c.Want.P,
			"chisq_association": c.Want.Association, "het_ancestry_p": math.Pow(10, -c.Want.AncestryP), "het_residual_p": math.Pow(10, -c.Want.ResidualP),
		}
		for a := range c.Axes {
			want[fmt.Sprintf("beta_axis_%d", a+1)] = sign * c.Want.Effects[a+1]
			want[fmt.Sprintf("standard_error_axis_%d", a+1)] = c.Want.Errors[a+1]
		}
		for column, value := range want {
			if got := out.number(0, column); off(got, value) > 1e-8 {
				t.Errorf("case %d: %s is %v, want %v", n, column, got, value)
			}
		}
		if c.Want.P > 7.31 && (len(s.TopLoci) == 0 || s.TopLoci[0].Regression == nil || len(s.TopLoci[0].Regression.Axes) != c.Axes) {
			t.Errorf("case %d: P 1e-%v has no locus with its regression", n, c.Want.P)
		}
	}
}

// λ of the result is the median of its χ² over that of χ² with T + 1 degrees of freedom, and the
// divisor when a correction is requested.
func TestGenomicControlOfAMetaRegression(t *testing.T) {
	studies, fixtures := fixtureStudies(2, t)
	axes := fixtures.Cases[2].Axes
	inflated := func(r *sumstats.Row) { r.Beta *= 40 }
	for i := range studies {
		studies[i] = changed(studies[i], inflated)
	}
	plain, _ := runTable(t, studies, regressionOptions(axes))
	var all []float64
	for i := range plain.rows {
		all = append(all, plain.number(i, "chisq_association"))
	}
	slices.Sort(all)
	middle := (all[(len(all)-1)/2] + all[len(all)/2]) / 2
	// The median of χ² with 3 degrees of freedom, from tables.
	want := middle / 2.3659738843753377
	opt := regressionOptions(axes)
	opt.OutputGenomicControl = true
	out, s := runTable(t, studies, opt)
	if off(float64(s.LambdaGC), want) > 1e-8 {
		t.Fatalf("λ %v, want %v", s.LambdaGC, want)
	}
	for i := range out.rows {
		p := stat.ChiSquareSurvivalNegLog10(plain.number(i, "chisq_association")/max(want, 1), float64(axes+1))
		if got := out.number(i, "neg_log_10_p_value"); math.Abs(got-p) > 1e-7*max(1, p) {
			t.Errorf("row %d: P 1e-%v, want 1e-%v", i, got, p)
		}
	}
}

// changed returns a study with every row changed.
func changed(s meta.Study, change func(*sumstats.Row)) meta.Study {
	rows, closer, _ := s.Open(context.Background())
	defer func() { _ = closer.Close() }()
	all := make([]sumstats.Row, 1000)
	n := 0
	for {
		k, err := rows.ReadRows(all[n:])
		n += k
		if err != nil {
			break
		}
	}
	for i := range all[:n] {
		change(&all[i])
	}
	return memoryStudy(s.Name, all[:n])
}

func TestMetaRegressionRefusals(t *testing.T) {
	studies, _ := fixtureStudies(2, t)
	few := slices.Clone(studies)
	few[0] = changed(few[0], func(r *sumstats.Row) {
		if r.Position > 1_000_000+1_500_000*49-1 { // 49 variants are left
			r.EAF = nan
		}
	})
	fifty := slices.Clone(studies)
	fifty[0] = changed(fifty[0], func(r *sumstats.Row) {
		if r.Position > 1_000_000+1_500_000*50-1 {
			r.EAF = nan
		}
	})
	alike := slices.Clone(studies)
	for i := range alike {
		alike[i] = changed(studies[0], func(*sumstats.Row) {})
		alike[i].Name = studies[i].Name
	}
	byRS := regressionOptions(0)
	byRS.Key = meta.ByRSID
	fixed := meta.DefaultOptions()
	fixed.Axes = 1
	for _, c := range []struct {
		name    string
		studies []meta.Study
		opt     meta.Options
		want    string
	}{
		{"three studies", studies[:3], regressionOptions(0), "on 1 axis of genetic variation needs 4 studies or more, and there are 3"},
		{"four on two axes", studies[:4], regressionOptions(2), "on 2 axes of genetic variation needs 5 studies or more, and there are 4"},
		{"49 variants", few, regressionOptions(0), "49 variants are in all studies"},
		{"50 variants", fifty, regressionOptions(0), ""},
		{"no differences", alike, regressionOptions(1), "do not differ along 1 axis"},
		{"by rs number", studies, byRS, "needs positions"},
		{"axes of another scheme", studies, fixed, "axes of genetic variation are for metaregression"},
		{"too many axes", studies, regressionOptions(5), "1 to 4"},
	} {
		_, err := meta.Run(context.Background(), testDict, c.studies, c.opt, meta.Output{}, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// The order of the studies and the number of workers do not change a byte except in the directions;
// a variant in too few studies for its axes is left out and counted.
func TestMetaRegressionIsTheSameInAnyOrder(t *testing.T) {
	studies, _ := fixtureStudies(3, t)
	studies[1] = changed(studies[1], func(r *sumstats.Row) {
		if r.Position == 1_000_000+1_500_000*7 {
			r.SE = nan
		}
	})
	opt := regressionOptions(2)
	one, s := runTable(t, studies, opt)
	if s.Settings.MinStudies != 5 || s.Studies[0].DroppedByReason["few_studies"] != 1 {
		t.Errorf("settings %+v, dropped %v", s.Settings, s.Studies[0].DroppedByReason)
	}
	slices.Reverse(studies)
	opt.Workers = 1
	other, _ := runTable(t, studies, opt)
	direction := slices.Index(one.columns, "direction")
	for i := range one.rows {
		a, b := []byte(one.rows[i][direction]), other.rows[i][direction]
		slices.Reverse(a)
		if !bytes.Equal(a, []byte(b)) {
			t.Fatalf("row %d: directions %s and %s", i, a, b)
		}
		one.rows[i][direction], other.rows[i][direction] = "", ""
		if !slices.Equal(one.rows[i], other.rows[i]) {
			t.Fatalf("row %d: %v and %v", i, one.rows[i], other.rows[i])
		}
	}
}

package recognise

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// TestConstantErrorThresholds tries errors that do not follow the frequency.
func TestConstantErrorThresholds(t *testing.T) {
	const errorOf = 0.02
	// study has frequencies on both sides of a spread of ½ ln(2f(1−f)), and errors that
	// follow them by a part of it; the first rows have another error.
	study := func(n int, spread, part float64, other int, otherSE float64) []sumstats.Row {
		half := 0.5 * math.Exp(-2*spread) // of 2f(1−f), whose largest value is ½
		rare := (1 - math.Sqrt(1-2*half)) / 2
		return associated(n, func(i int) (float64, float64, float64) {
			se := errorOf * math.Exp(firstRows(1, 0, spread*part)(i%2))
			if i < other {
				se = otherSE
			}
			return signed(i, 0.03+0.001*float64(i%50)), se, 2
		}, func(i int, r *sumstats.Row) { r.EAF = firstRows(1, 0.5, rare)(i % 2) })
	}
	asks := func(t *testing.T, rows []sumstats.Row, text string) bool {
		return doubtOn(judged(t, plain, "", rows).Doubts, text) != nil
	}
	const standardised, z = "of standardised genotypes", "hold Z scores"
	tryBothSides(t, []bothSides{
		{
			"rows before errors that do not follow the frequency count",
			100,
			99,
			func(t *testing.T, n int) bool { return asks(t, study(n, 0.5, 0, 0, 0), standardised) },
		},
		{"thousandths of the spread of frequencies", 201, 199, func(t *testing.T, n int) bool {
			return asks(t, study(200, float64(n)/1000, 0, 0, 0), standardised)
		}},
		{"thousandths of the spread that errors follow", 499, 501, func(t *testing.T, n int) bool {
			return asks(t, study(200, 0.5, float64(n)/1000, 0, 0), standardised)
		}},
		{"rows before errors of 1 are those of Z", 100, 99, func(t *testing.T, n int) bool { return asks(t, study(n, 0.5, 1, n, 1), z) }},
		{"errors in a hundred that are 1", 98, 97, func(t *testing.T, n int) bool { return asks(t, study(100, 0.5, 1, n, 1), z) }},
		{"thousandths of an error of a Z", 1000, 1001, func(t *testing.T, n int) bool { return asks(t, study(200, 0.5, 1, 200, float64(n)/1000), z) }},
	})
}

// TestZUnderBeta takes the answer that a column holds Z next to an error of 1: effect and error
// follow from Z, frequency and N.
func TestZUnderBeta(t *testing.T) {
	const n, people = 200, 40_000
	z := func(i int) float64 { return signed(i, 0.2+0.01*float64(i)) }
	frequency := func(i int) float64 { return 0.1 + 0.002*float64(i) }
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("1 %d A G %.3f %.6g 1 %.9g %d", 1000+7*i, frequency(i), z(i), math.Erfc(math.Abs(z(i))/math.Sqrt2), people)
	}
	file := sumstatstest.Table("chr pos effect_allele other_allele eaf beta se p n", lines...)
	in := inspectBytes(t, "table", file)
	q := doubtOn(in.Decide(Answers{}).Open, "hold Z scores")
	if q == nil {
		t.Fatal("not asked")
	}
	field, column, likely := q.Likely()
	d := in.Decide(Answers{Map: sumstats.Mapping{field: column}})
	if err := d.Refusal(in); err != nil || !likely {
		t.Fatalf("likely %v, %v", likely, err)
	}
	rows, _, err := sumstatstest.ReadRows(
		t,
		file,
		d.ReadOptions(sumstats.ReadOptions{Mapping: d.Mapping, Conventions: sumstats.Conventions{Scale: sumstats.Standardised}}),
	)
	if err != nil || len(rows) != n {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, r := range rows {
		if se := 1 / math.Sqrt(2*frequency(i)*(1-frequency(i))*people); math.Abs(r.SE/se-1) > 0.01 || math.Abs(r.Beta/r.SE/z(i)-1) > 1e-4 {
			t.Fatalf("line %d: effect %g and error %g, true error %g and Z %g", r.Line, r.Beta, r.SE, se, z(i))
		}
	}
}

// TestZWithoutSizeIsNotLikely has no N to derive an effect from Z with.
func TestZWithoutSizeIsNotLikely(t *testing.T) {
	in := inspectTable(t, "chr pos effect_allele other_allele eaf beta se", 200, func(i int) string {
		return fmt.Sprintf("1 %d A G 0.3 %.4g 1", 1000+7*i, signed(i, 0.2+0.01*float64(i)))
	})
	q := doubtOn(in.Decide(Answers{}).Open, "hold Z scores")
	if q == nil {
		t.Fatal("not asked")
	}
	if field, _, likely := q.Likely(); likely {
		t.Errorf("%s is likely", field)
	}
}

// TestRoundedThresholds tries effects and P values of few decimals, of which the error
// has to be derived.
func TestRoundedThresholds(t *testing.T) {
	asked := func(t *testing.T, columns, text string, n int, cells func(i int) string) bool {
		in := inspectTable(t, "chr pos effect_allele other_allele "+columns, n, func(i int) string { return fmt.Sprintf("1 %d A G %s", 1000+7*i, cells(i)) })
		d := in.Decide(Answers{})
		return doubtOn(d.Open, text) != nil || says(d.Notes, "p_rounded", "decimal")
	}
	sign := func(i int) string { return firstRows(1, "", "-")(i % 2) }
	const effect, p = "beta enough digits", "p enough digits"
	tryBothSides(t, []bothSides{
		{"rows before effects are rounded", 100, 99, func(t *testing.T, n int) bool {
			return asked(t, "beta p", effect, n, func(i int) string { return sign(i) + fmt.Sprintf("0.03 %.6f", pOfNothing(i)) })
		}},
		{"hundredths of an effect of two decimals", 4, 6, func(t *testing.T, n int) bool { // half of a hundredth is 10 % of five
			return asked(t, "beta p", effect, 200, func(i int) string { return sign(i) + fmt.Sprintf("0.%02d %.6f", n, pOfNothing(i)) })
		}},
		{
			"hundredths above 1 of a ratio of two decimals",
			4,
			5,
			func(t *testing.T, n int) bool { // half of a hundredth is 12 % of 1.04 · ln 1.04, and 9.8 % of 1.05 · ln 1.05
				return asked(t, "odds_ratio p", "odds_ratio enough digits", 200, func(i int) string { return fmt.Sprintf("1.%02d %.6f", n, pOfNothing(i)) })
			},
		},
		{"effects of two decimals in a hundred", 98, 97, func(t *testing.T, n int) bool {
			return asked(t, "beta p", effect, 100, func(i int) string {
				return sign(i) + firstRows(n, "0.03", "0.0312")(i) + fmt.Sprintf(" %.6f", pOfNothing(i))
			})
		}},
		{"decimals of P beside no error", 2, 3, func(t *testing.T, n int) bool {
			return asked(t, "beta p", p, 200, func(i int) string { return sign(i) + fmt.Sprintf("0.03%03d %.*f", i, n, 0.011+0.98*pOfNothing(i)) })
		}},
		{"decimals of P beside an error", 2, 3, func(t *testing.T, n int) bool {
			return asked(t, "beta se p", p, 200, func(i int) string {
				return sign(i) + fmt.Sprintf("0.03%03d 0.0212%03d %.*f", i, i, n, 0.011+0.98*pOfNothing(i))
			})
		}},
		{"rows before P is rounded", 100, 99, func(t *testing.T, n int) bool {
			return asked(t, "beta p", p, n, func(i int) string { return sign(i) + fmt.Sprintf("0.03%03d %.2f", i, 0.011+0.98*pOfNothing(i)) })
		}},
	})
}

// TestDecimals reads the place of the last digit.
func TestDecimals(t *testing.T) {
	for cell, want := range map[string]int{"1": 0, "1.25": 2, "-0.10": 2, "1.25e-2": 4, "3E-05": 5, "1.25e3": -1} {
		if got := decimalsOf([]byte(cell)); got != want {
			t.Errorf("%s has %d, want %d", cell, got, want)
		}
	}
}

// TestNaturalByMedianThresholds reads −ln P, which neither error nor frequency reveals.
func TestNaturalByMedianThresholds(t *testing.T) {
	m := sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldNegLog10P: "mlogp"}
	// study has a median, and P values above 0.9.
	asks := func(t *testing.T, n int, median float64, large int, se bool) bool {
		in := inspectTable(t, "chr pos effect_allele other_allele beta mlogp"+map[bool]string{true: " se"}[se], n, func(i int) string {
			x := median
			switch {
			case i < large:
				x = 0.1
			case i > n/2:
				x = 2 + 0.001*float64(i)
			}
			cells := fmt.Sprintf("1 %d A G %.4f %g", 1000+7*i, signed(i, 0.03+0.0001*float64(i)), x)
			if se {
				cells += fmt.Sprintf(" 0.02%d", 10+i%60)
			}
			return cells
		})
		d := in.Decide(Answers{Map: m})
		return doubtOn(d.Overruled, "there is no standard error to decide") != nil
	}
	tryBothSides(t, []bothSides{
		{"rows", 300, 299, func(t *testing.T, n int) bool { return asks(t, n, 0.69, n/10, false) }},
		{"hundredths of the median", 60, 59, func(t *testing.T, n int) bool { return asks(t, 400, float64(n)/100, 40, false) }},
		{"P values in four hundred above 0.9", 20, 19, func(t *testing.T, n int) bool { return asks(t, 400, 0.69, n, false) }},
		{"no error beside it", 0, 1, func(t *testing.T, n int) bool { return asks(t, 400, 0.69, 40, n == 1) }},
	})
}

// intervals returns a study of ratios whose interval is one of another level, with P.
func intervals(width float64, p bool) (header string, row func(i int) string, se func(i int) float64) {
	se = func(i int) float64 { return 0.02 + 0.001*float64(i%30) }
	header = "chr pos effect_allele other_allele odds_ratio ci_lower ci_upper"
	if p {
		header += " p"
	}
	return header, func(i int) string {
		beta := signed(i, se(i)*(0.3+0.01*float64(i%250)))
		cells := fmt.Sprintf("1 %d A G %.9g %.9g %.9g", 1000+7*i, math.Exp(beta), math.Exp(beta-width*se(i)), math.Exp(beta+width*se(i)))
		if p {
			cells += fmt.Sprintf(" %.9g", math.Erfc(math.Abs(beta/se(i))/math.Sqrt2))
		}
		return cells
	}, se
}

// TestAnswersToIntervals takes each answer to a question about an interval; it has to
// lead to the right errors.
func TestAnswersToIntervals(t *testing.T) {
	const n, of90, of95 = 300, 1.644854, 1.959964
	for _, tt := range []struct {
		name, text string
		width      float64
		p          bool
		answer     sumstats.Mapping
	}{
		{"of 90 % beside P, done without", "one of 90 %", of90, true, sumstats.Mapping{sumstats.FieldCILower: ""}},
		{"of 95 % without P", "do not state its level", of95, false, sumstats.Mapping{sumstats.FieldCILower: "ci_lower"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			header, row, se := intervals(tt.width, tt.p)
			in := inspectTable(t, header, n, row)
			if d := in.Decide(Answers{}); doubtOn(d.Open, tt.text) == nil {
				t.Fatalf("not asked: %+v", d.Open)
			}
			d := in.Decide(Answers{Map: tt.answer})
			if err := d.Refusal(in); err != nil {
				t.Fatal(err)
			}
			lines := make([]string, n)
			for i := range lines {
				lines[i] = row(i)
			}
			rows, _, err := sumstatstest.ReadRows(t, sumstatstest.Table(header, lines...), d.ReadOptions(sumstats.ReadOptions{Mapping: d.Mapping}))
			if err != nil || len(rows) != n {
				t.Fatalf("%d rows, %v", len(rows), err)
			}
			for i, r := range rows {
				if math.Abs(r.SE/se(i)-1) > 1e-4 {
					t.Fatalf("line %d: error %g, true %g", r.Line, r.SE, se(i))
				}
			}
		})
	}
}

// TestIntervalWhoseNameStatesItsLevel is not asked about.
func TestIntervalWhoseNameStatesItsLevel(t *testing.T) {
	header, row, _ := intervals(1.959964, false)
	for names, asked := range map[string]bool{"ci_lower ci_upper": true, "or_95l or_95u": false, "l95 u95": false} {
		in := inspectTable(t, strings.Replace(header, "ci_lower ci_upper", names, 1), 300, row)
		if got := doubtOn(in.Decide(Answers{}).Open, "do not state its level") != nil; got != asked {
			t.Errorf("%s: asked %v", names, got)
		}
	}
}

// TestInterceptOfAncestryIsAsked is about beta_0 of MR-MEGA.
func TestInterceptOfAncestryIsAsked(t *testing.T) {
	file := sumstatstest.ReadFile(t, "testdata/software/mr-mega.result")
	in := inspectBytes(t, "mr-mega.result", file)
	d := in.Decide(Answers{})
	if doubtOn(d.Open, "It is the intercept") == nil || slices.ContainsFunc(d.Open, func(q Question) bool { _, _, likely := q.Likely(); return likely }) {
		t.Errorf("%+v", d.Open)
	}
	if d := in.Decide(Answers{Map: sumstats.Mapping{sumstats.FieldBeta: "beta_0"}}); len(d.Open) != 0 {
		t.Errorf("answered: %+v", d.Open)
	}
}

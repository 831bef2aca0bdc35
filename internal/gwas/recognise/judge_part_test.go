package recognise

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
)

// pOfNothing returns a P that follows from no effect and error of the tests.
func pOfNothing(i int) float64 { return 0.001 * float64(1+i*619%997) }

// mixed turns half of the numbers round, at no fixed distance.
func mixed(i int, x float64) float64 { return signed(i*619%997, x) }

// TestConfirmJudgesLaterCells changes columns behind the 10,000 rows that an
// inspection looks at, in files whose rows alone do not show it.
func TestConfirmJudgesLaterCells(t *testing.T) {
	const n, from = 24_000, 12_000
	beta := func(i int) float64 { return mixed(i, 0.03+0.0001*float64(i%97)) }
	later := func(i int, before, after float64) float64 {
		if i >= from {
			return after
		}
		return before
	}
	for _, tt := range []struct {
		name, columns string
		cells         func(i int) []any
		text          string // "" for a file that is accepted
	}{
		{"odds ratios without an error", "odds_ratio p", func(i int) []any { return []any{math.Exp(beta(i)), pOfNothing(i)} }, ""},
		{"odds ratios that become betas, without an error", "odds_ratio p",
			func(i int) []any { return []any{later(i, math.Exp(beta(i)), beta(i)), pOfNothing(i)} }, "Effects there are negative"},
		{"betas that become odds ratios, without an error", "beta p",
			func(i int) []any { return []any{later(i, beta(i), math.Exp(beta(i))), pOfNothing(i)} }, "All effects there are positive"},
		{"effect and error that change places, beside a P of another test", "beta se p",
			func(i int) []any { return []any{later(i, beta(i), 0.02), later(i, 0.02, beta(i)), pOfNothing(i)} }, "se is negative"},
		{"beta and ratio", "beta se p odds_ratio",
			func(i int) []any { return []any{beta(i), 0.02, pOfNothing(i), math.Exp(beta(i))} }, ""},
		{"a ratio that becomes that of the other allele", "beta se p odds_ratio",
			func(i int) []any {
				return []any{beta(i), 0.02, pOfNothing(i), math.Exp(later(i, beta(i), -beta(i)))}
			}, "ln odds_ratio = −beta"},
		{"a Z that becomes that of the other allele", "beta se p z",
			func(i int) []any { return []any{beta(i), 0.02, pOfNothing(i), later(i, beta(i), -beta(i)) / 0.02} }, "beta and z have opposite signs"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := honest(t, n)
			s.header = "rsid chr pos effect_allele other_allele " + tt.columns
			s.cells = func(i int, v knownRow) string {
				return fmt.Sprintf("rs%d %s %d %c %c ", v.rsid, v.chromosome, v.pos37, v.alt, v.ref) + strings.Trim(fmt.Sprint(tt.cells(i)), "[]")
			}
			err := confirm(t, s, Answers{})
			var fault *textfile.FileError
			if tt.text == "" && err != nil ||
				tt.text != "" && (!errors.As(err, &fault) || fault.Code != CodeContradicted || !strings.Contains(fault.What, tt.text)) {
				t.Errorf("%v, want %q", err, tt.text)
			}
		})
	}
}

// TestCellThresholds tries the thresholds of the judgement of cells, in one of sixteen parts of the
// file and in columns that are not read.
func TestCellThresholds(t *testing.T) {
	const of = 16
	against := func(t *testing.T, columns string, n int, cells func(i int) string, text string) bool {
		in := inspectTable(t, "chr pos effect_allele other_allele "+columns, n, func(i int) string { return fmt.Sprintf("1 %d A G ", 1000+i) + cells(i) })
		for _, f := range in.Decide(Answers{}).Against {
			if strings.Contains(f.Message, text) {
				return true
			}
		}
		return doubtOn(in.Questions(), text) != nil
	}
	// errors has 100 rows in each part, and in one of them some that are odd.
	errors := func(t *testing.T, n int, odd float64) bool {
		return against(t, "beta se p", of*100, func(i int) string {
			se := 0.02
			if i >= 500 && i < 500+n {
				se = odd
			}
			return fmt.Sprintf("%g %g %g", signed(i, 0.05), se, pOfNothing(i))
		}, "se is negative")
	}
	// ratios turns the first rows of a part, and leaves the rest of it without a ratio.
	ratios := func(t *testing.T, name string, ofPart, stated, turned int) bool {
		return against(t, "beta se p "+name, of*ofPart, func(i int) string {
			b, or := signed(i, 0.1), "NA"
			switch within := i - 5*ofPart; {
			case within < 0 || within >= ofPart:
				or = fmt.Sprint(math.Exp(b))
			case within < turned:
				or = fmt.Sprint(math.Exp(-b))
			case within < stated:
				or = fmt.Sprint(math.Exp(b))
			}
			return fmt.Sprintf("%g 0.02 %g %s", b, pOfNothing(i), or)
		}, "= −beta in")
	}
	// z is effect over error by some factor, and the opposite of it in the first rows.
	z := func(t *testing.T, name string, n, turned int, factor float64) bool {
		return against(t, "beta se p "+name, n, func(i int) string {
			b := signed(i, 0.1)
			return fmt.Sprintf("%g 0.02 %g %g", b, pOfNothing(i), firstRows(turned, -factor, factor)(i)*b/0.02)
		}, "opposite signs")
	}
	tryBothSides(t, []bothSides{
		{"negative errors in a part of a hundred", 20, 19, func(t *testing.T, n int) bool { return errors(t, n, -0.02) }},
		{"a negative error that is no code of a missing value", -8, -9, func(t *testing.T, n int) bool { return errors(t, 100, float64(n)) }},
		{"ratios of the other allele in a part of a hundred", 95, 94, func(t *testing.T, n int) bool { return ratios(t, "or", 100, 100, n) }},
		{"ratios in a part", 20, 19, func(t *testing.T, n int) bool { return ratios(t, "or", 40, n, n) }},
		{
			"percent of effect over error that an unread statistic is",
			105,
			106,
			func(t *testing.T, n int) bool { return z(t, "t_stat", 100, 100, float64(n)/100) },
		},
		{
			"percent of effect over error that an unread statistic is, at least",
			96,
			94,
			func(t *testing.T, n int) bool { return z(t, "t_stat", 100, 100, float64(n)/100) },
		},
		{"unread statistics in a hundred with the opposite sign", 95, 94, func(t *testing.T, n int) bool { return z(t, "t_stat", 100, n, 1) }},
	})
}

// A column that is not read counts when it is the opposite of the effect that is:
// whichever program wrote the file, and whatever a mapping leaves out.
func TestUnreadColumnsSpeakAgainstTheEffect(t *testing.T) {
	for name, tt := range map[string]struct {
		column string
		value  func(b float64) float64
		asked  bool
	}{
		"Z of the other allele":        {"z", func(b float64) float64 { return -b / 0.02 }, true},
		"Z":                            {"z", func(b float64) float64 { return b / 0.02 }, false},
		"Z without its sign":           {"z", func(b float64) float64 { return math.Abs(b) / 0.02 }, false},
		"the square of Z":              {"stat", func(b float64) float64 { return b * b / 0.0004 }, false},
		"a ratio of the other allele":  {"or", func(b float64) float64 { return math.Exp(-b) }, true},
		"a ratio":                      {"or", math.Exp, false},
		"a ratio by another model":     {"or", func(b float64) float64 { return math.Exp(8 * b) }, false},
		"a column of another name":     {"score", func(b float64) float64 { return -b / 0.02 }, false},
		"a hazard of the other allele": {"hazard_ratio", func(b float64) float64 { return math.Exp(-b) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se p "+tt.column, 400, func(i int) string {
				b := signed(i, 0.02+0.0003*float64(i))
				return fmt.Sprintf("1 %d A G %g 0.02 %g %g", 1000+i, b, math.Erfc(math.Abs(b)/0.02/math.Sqrt2), tt.value(b))
			})
			unread := sumstats.Mapping{sumstats.FieldZ: "", sumstats.FieldOddsRatio: "", sumstats.FieldHazardRatio: ""}
			if asked := len(in.Decide(Answers{Map: unread}).Open) > 0; asked != tt.asked {
				t.Errorf("asked %v, want %v", asked, tt.asked)
			}
			unread[sumstats.FieldBeta] = "beta" // an answer, which is warned of
			if d := in.Decide(Answers{Map: unread}); len(d.Open) > 0 || len(d.Overruled) != count(tt.asked) {
				t.Errorf("answered: open %+v, overruled %+v", d.Open, d.Overruled)
			}
		})
	}
}

// Parts of a file in which P follows under one meaning, and those in which it does
// under none, are of two tables, also where no part is what it is read as.
func TestPartsUnderAnotherMeaning(t *testing.T) {
	// ofSixteen are parts of 20 rows; the last ones hold effects of another trait.
	ofSixteen := func(row func(i int) (beta, se, z float64)) []sumstats.Row {
		return associated(320, func(i int) (float64, float64, float64) {
			beta, se, z := row(i)
			if i >= 240 {
				z = math.NaN()
			}
			return beta, se, z
		})
	}
	for name, row := range map[string]func(i int) (beta, se, z float64){
		hypothesisRatio:    func(i int) (float64, float64, float64) { return math.Exp(signed(i, 0.4)), 0.1, 4 },
		hypothesisVariance: func(i int) (float64, float64, float64) { return signed(i, 0.4), 0.01, 4 },
		hypothesisOneSided: func(i int) (float64, float64, float64) { return signed(i, 0.4), 0.1, oneSidedZ(4) },
	} {
		if j := judged(t, plain, "", ofSixteen(row)); !says(j.Against, "column_changes", "with "+name) {
			t.Errorf("%s: %+v", name, j.Against)
		}
		whole := associated(320, row)
		if j := judged(t, plain, "", whole); len(j.Against) > 0 {
			t.Errorf("%s in all parts: %+v", name, j.Against)
		}
	}
}

// oneSidedZ returns the Z whose two-sided P is the one-sided P of z.
func oneSidedZ(z float64) float64 {
	p := math.Erfc(z/math.Sqrt2) / 2
	return math.Sqrt2 * math.Erfinv(1-p)
}

// P next to an interval is judged: the error follows from the interval and not from P.
func TestIntervalsAreHeldAgainstP(t *testing.T) {
	for name, roll := range map[string]int{"its own P": 0, "P of another row": 1} {
		in := inspectTable(t, "chr pos effect_allele other_allele odds_ratio ci_lower ci_upper p", 300, func(i int) string {
			z := func(i int) float64 { return signed(i, 0.01*float64(i%300)) }
			l, se := z(i)*0.05, 0.05
			return fmt.Sprintf(
				"1 %d A G %.9g %.9g %.9g %.9g",
				1000+i,
				math.Exp(l),
				math.Exp(l-1.959963984540054*se),
				math.Exp(l+1.959963984540054*se),
				math.Erfc(math.Abs(z(i+37*roll))/math.Sqrt2),
			)
		})
		if d := in.Decide(Answers{}); says(d.Notes, "p_disagrees", "300 rows") != (roll > 0) {
			t.Errorf("%s: %+v", name, d.Notes)
		}
	}
}

// Without a size a Z alone has no effect: a doubt about N becomes a question first, and not where
// the file has the effect, or the study states it.
func TestASizeThatZNeedsIsAsked(t *testing.T) {
	table := func(columns string) *Inspection {
		return inspectTable(t, "chr pos effect_allele other_allele eaf n z p "+columns, 60, func(i int) string {
			z := signed(i, 0.05*float64(i))
			return fmt.Sprintf("1 %d A G 0.%d 7 %g %g %g 0.1", 1000+i, 20+i, z, math.Erfc(math.Abs(z)/math.Sqrt2), z*0.1)
		})
	}
	alone, effect := table("other_1 other_2"), table("beta se")
	for name, tt := range map[string]struct {
		in    *Inspection
		a     Answers
		asked bool
	}{
		"Z alone":              {alone, Answers{}, true},
		"Z alone, N stated":    {alone, Answers{Totals: sumstats.Totals{N: 1000}}, false},
		"Z alone, N is people": {alone, Answers{Map: sumstats.Mapping{sumstats.FieldN: "n"}}, false},
		"Z beside an effect":   {effect, Answers{}, false},
	} {
		if d := tt.in.Decide(tt.a); (doubtOn(d.Open, "the number of people") != nil) != tt.asked {
			t.Errorf("%s: open %+v", name, d.Open)
		}
	}
}

// A file that is sorted by a P that was corrected has parts in which the correction
// shows and parts in which it does not. It is one table all the same.
func TestACorrectedPSortedIsOneTable(t *testing.T) {
	const n = 1600
	for _, lambda := range []float64{1, 1.2, 1.6} {
		rows := associated(n, func(i int) (float64, float64, float64) {
			z := math.Sqrt2 * math.Erfinv(1-(float64(i)+0.5)/n)
			return mixed(i, z*0.05), 0.05, z / math.Sqrt(lambda)
		})
		if j := judged(t, plain, "", rows); len(j.Against) > 0 {
			t.Errorf("λ = %g: %+v", lambda, j.Against)
		}
	}
}

// An error, a P and sizes that the file has and a mapping leaves out, as METAL scripts
// do, are evidence about the columns that it reads, and about no others.
func TestUnreadColumnsAreEvidence(t *testing.T) {
	const columns = "chr pos effect_allele other_allele eaf beta se p n n_cases n_controls"
	row := func(change func(beta, se, p, n *float64)) func(i int) string {
		return func(i int) string {
			beta, se, _ := association(i)
			p, n := math.Erfc(math.Abs(beta/se)/math.Sqrt2), 5000.
			change(&beta, &se, &p, &n)
			return fmt.Sprintf("1 %d A G 0.3 %.9g %.9g %.9g %g 1000 4000", 1000+i, beta, se, p, n)
		}
	}
	without := func(fields ...sumstats.Field) sumstats.Mapping {
		m := sumstats.Mapping{sumstats.FieldNCases: "", sumstats.FieldNControls: ""}
		for _, f := range fields {
			m[f] = ""
		}
		return m
	}
	oneSided := func(beta, se, p, _ *float64) { *p = math.Erfc(*beta / *se / math.Sqrt2) / 2 }
	variance := func(_, se, _, _ *float64) { *se *= *se }
	for name, tt := range map[string]struct {
		change func(beta, se, p, n *float64)
		unread sumstats.Mapping
		asked  string // "" for nothing
	}{
		"nothing wrong":                     {func(_, _, _, _ *float64) {}, without(sumstats.FieldSE), ""},
		"a one-sided P beside unread SE":    {oneSided, without(sumstats.FieldSE), "one-sided P value"},
		"a one-sided P that is not read":    {oneSided, without(sumstats.FieldP), ""},
		"a variance beside unread P":        {variance, without(sumstats.FieldP), "hold the variance"},
		"a variance that is not read":       {variance, without(sumstats.FieldSE), ""},
		"another scale than an unread SE":   {func(beta, _, _, _ *float64) { *beta *= 10 }, without(sumstats.FieldSE), ""},
		"another scale beside unread P":     {func(beta, _, _, _ *float64) { *beta *= 10 }, without(sumstats.FieldP), "on the same scale"},
		"ratios beside unread P":            {func(beta, _, _, _ *float64) { *beta = math.Exp(*beta) }, without(sumstats.FieldP), "odds ratios and not betas"},
		"half of the effective N":           {func(_, _, _, n *float64) { *n = 1600 }, without(), "n is half of 4/(1/cases + 1/controls)"},
		"the effective N":                   {func(_, _, _, n *float64) { *n = 3200 }, without(), "n is 4/(1/cases + 1/controls)"},
		"half of it, which is not read":     {func(_, _, _, n *float64) { *n = 1600 }, without(sumstats.FieldN), ""},
		"neither cases and controls nor it": {func(_, _, _, n *float64) { *n = 7000 }, without(), ""},
	} {
		d := inspectTable(t, columns, 300, row(tt.change)).Decide(Answers{Map: tt.unread})
		asked := append(append([]Question{}, d.Open...), d.Aside...)
		if tt.asked == "" && len(asked) > 0 || tt.asked != "" && (len(asked) != 1 || doubtOn(asked, tt.asked) == nil) {
			t.Errorf("%s: %+v", name, asked)
		}
	}
}

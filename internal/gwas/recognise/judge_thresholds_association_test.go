package recognise

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
)

// disagreeing is a −log10 P that follows from no effect and error of these tests.
const disagreeing = 3

// associated returns n rows with effect and error, and P of the Z that z returns; NaN for a P that
// follows from nothing.
func associated(n int, fill func(i int) (beta, se, z float64), more ...func(i int, r *sumstats.Row)) []sumstats.Row {
	return rowsOf(n, func(i int, r *sumstats.Row) {
		beta, se, z := fill(i)
		r.Chromosome, r.Position = 1, 11_000_007+1000*int32(i)
		if r.Beta, r.SE, r.NegLog10P = beta, se, zToNegLog10P(z); math.IsNaN(z) {
			r.NegLog10P = disagreeing
		}
		for _, fill := range more {
			fill(i, r)
		}
	})
}

// signed turns every second number round.
func signed(i int, x float64) float64 {
	if i%2 == 1 {
		return -x
	}
	return x
}

// TestAssociationThresholds tries each threshold of effect, error and P.
func TestAssociationThresholds(t *testing.T) {
	nan := math.NaN()
	asks := func(t *testing.T, rows []sumstats.Row, text string) bool {
		return doubtOn(judged(t, plain, "", rows).Doubts, text) != nil
	}
	// sound has P of effect and error in the first agreeing rows.
	sound := func(n, agreeing int) []sumstats.Row {
		return associated(n, func(i int) (float64, float64, float64) {
			return signed(i, 0.6), 0.1, firstRows(agreeing, 6, nan)(i)
		})
	}
	// ratios are positive effects around 1 with P of effect and error in some rows.
	ratios := func(n, agreeing int) []sumstats.Row {
		return associated(n, func(i int) (float64, float64, float64) {
			beta := math.Exp(signed(i, 0.2))
			return beta, 0.1, firstRows(agreeing, beta/0.1, nan)(i)
		})
	}
	// variances have an error that is a variance, but for the first rows, whose error is 1.
	variances := func(n, both, neither int) []sumstats.Row {
		return associated(n, func(i int) (float64, float64, float64) {
			switch {
			case i < both:
				return signed(i, 5), 1, 5
			case i < both+neither:
				return signed(i, 0.6), 0.01, nan
			}
			return signed(i, 0.5), 0.01, 5
		})
	}
	// scaled returns rows whose P is that of a Z of factor thousandths of effect over error.
	scaled := func(factor int) []sumstats.Row {
		return associated(100, func(i int) (float64, float64, float64) { return signed(i, 0.8), 0.1, 8 * float64(factor) / 1000 })
	}
	tryBothSides(t, []bothSides{
		{"rows that agree before a missing P is derived", 100, 99, func(t *testing.T, n int) bool { return judged(t, plain, "", sound(n, n)).read.DeriveP }},
		{
			"rows in a hundred that agree before a missing P is derived",
			90,
			89,
			func(t *testing.T, n int) bool { return judged(t, plain, "", sound(100, n)).read.DeriveP },
		},
		{"rows in a hundred that disagree", 11, 10, func(t *testing.T, n int) bool {
			return says(judged(t, plain, "", sound(100, 100-n)).Notes, "p_disagrees", fmt.Sprint(100-n))
		}},
		{"rows before their disagreement is noted", 100, 99, func(t *testing.T, n int) bool {
			return says(judged(t, plain, "", sound(n, 80)).Notes, "p_disagrees", "80")
		}},
		{"rows in a hundred that agree with positive effects before they are no ratios", 49, 50, func(t *testing.T, n int) bool {
			return asks(t, ratios(100, n), "odds ratios and not betas")
		}},
		{"rows that are compared before the bulk of the effects counts no more", 9, 10, func(t *testing.T, n int) bool {
			rows := ratios(40, 40)
			for i := range rows[n:] {
				rows[n+i].NegLog10P = nan
			}
			return asks(t, rows, "odds ratios and not betas")
		}},
		{"rows before an error may be a variance", 10, 9, func(t *testing.T, n int) bool { return asks(t, variances(n, 0, 0), "the variance") }},
		{"rows in a hundred that agree with a variance", 90, 89, func(t *testing.T, n int) bool { return asks(t, variances(100, 0, 100-n), "the variance") }},
		{
			"rows in a hundred that agree with an error and a variance",
			80,
			81,
			func(t *testing.T, n int) bool { return asks(t, variances(100, n, 0), "the variance") },
		},
		{"positive effects in a hundred before they may be ratios", 50, 49, func(t *testing.T, n int) bool {
			return asks(t, associated(100, func(i int) (float64, float64, float64) {
				if i < n {
					return math.Exp(0.5), 0.1, 5
				}
				return -0.6, 0.1, nan
			}), "odds ratios and not betas")
		}},
		{"thousandths that a Z is less than effect over error", 749, 751, func(t *testing.T, n int) bool { return asks(t, scaled(n), "on the same scale") }},
		{"thousandths that a Z is more than effect over error", 1334, 1333, func(t *testing.T, n int) bool { return asks(t, scaled(n), "on the same scale") }},
		{
			"thousandths of the most that a Z of log10 of the ratio is",
			2348,
			2349,
			func(t *testing.T, n int) bool { return asks(t, scaled(n), "hold log10 of the odds ratio") },
		},
		{
			"thousandths of the least that a Z of log10 of the ratio is",
			2257,
			2256,
			func(t *testing.T, n int) bool { return asks(t, scaled(n), "hold log10 of the odds ratio") },
		},
	})
}

// limited are rows of which n have the P of a floor: some have a smaller one by
// effect and error, and some of the effects differ. Further rows have P = 0.0455.
func limited(n, smaller, differ int, floor float64) []sumstats.Row {
	z := 0.0
	for zToNegLog10P(z) < floor { // the Z whose P is the floor
		z += 0.001
	}
	return associated(n+100, func(i int) (float64, float64, float64) {
		beta := 1 + float64(min(i, differ-1))/100
		switch {
		case i >= n:
			return signed(i, 0.2), 0.1, 2
		case i < smaller:
			return beta, 0.01, z
		}
		return beta, beta / z, z
	})
}

// TestFloorThresholds tries when the smallest P of a file is a limit.
func TestFloorThresholds(t *testing.T) {
	floorOf := func(t *testing.T, rows []sumstats.Row) bool {
		j := judged(t, plain, "", rows)
		return j.read.PFloor > 0 && j.read.PFloor == rows[0].NegLog10P && says(j.Notes, "p_floor", "it is a limit")
	}
	tryBothSides(t, []bothSides{
		{"rows with the smallest P", 5, 4, func(t *testing.T, n int) bool { return floorOf(t, limited(n, n, n, 20)) }},
		{"rows in ten with a smaller P by effect and error", 6, 5, func(t *testing.T, n int) bool { return floorOf(t, limited(10, n, 10, 20)) }},
		{"effects in ten rows", 6, 5, func(t *testing.T, n int) bool { return floorOf(t, limited(10, 10, n, 20)) }},
		{"hundredths of −log10 P of a floor", 1000, 999, func(t *testing.T, n int) bool {
			rows := limited(10, 10, 10, 9)
			for i := range rows[:10] {
				rows[i].NegLog10P = float64(n) / 100
			}
			return floorOf(t, rows)
		}},
	})
}

// TestBulkThresholds distinguishes ratios from betas without P.
func TestBulkThresholds(t *testing.T) {
	asks := func(t *testing.T, m sumstats.Mapping, text string, n int, beta func(i int) float64) bool {
		rows := rowsOf(n, func(i int, r *sumstats.Row) { r.Beta = beta(i) })
		return doubtOn(judged(t, m, "", rows).Doubts, text) != nil
	}
	beta := sumstats.Mapping{sumstats.FieldBeta: "beta"}
	ratio := sumstats.Mapping{sumstats.FieldOddsRatio: "or"}
	tryBothSides(t, []bothSides{
		{"effects before their bulk counts", 30, 29, func(t *testing.T, n int) bool {
			return asks(t, beta, "odds ratios and not betas", n, func(i int) float64 { return 1 + signed(i, 0.1) })
		}},
		{"negative effects in a hundred that may be errors", 2, 3, func(t *testing.T, n int) bool {
			return asks(t, beta, "odds ratios and not betas", 100, func(i int) float64 { return firstRows(n, -0.5, 1+signed(i, 0.1))(i) })
		}},
		{"hundredths of the largest median of ratios", 199, 200, func(t *testing.T, n int) bool {
			return asks(t, beta, "odds ratios and not betas", 100, func(int) float64 { return float64(n) / 100 })
		}},
		{"hundredths of the smallest median of ratios", 51, 50, func(t *testing.T, n int) bool {
			return asks(t, beta, "odds ratios and not betas", 100, func(i int) float64 { return firstRows(90, float64(n)/100, 1.5)(i) })
		}},
		{"hundredths of the largest median of betas that are called ratios", 49, 50, func(t *testing.T, n int) bool {
			return asks(t, ratio, "hold betas", 100, func(int) float64 { return math.Log(float64(n) / 100) })
		}},
		{"values above 1 in a hundred that may be errors of betas that are called ratios", 2, 3, func(t *testing.T, n int) bool {
			return asks(t, ratio, "hold betas", 100, func(i int) float64 { return math.Log(firstRows(n, 1.5, 0.1)(i)) })
		}},
		{"negative ratios in a hundred", 3, 2, func(t *testing.T, n int) bool {
			in := inspectTable(
				t,
				"chr pos effect_allele other_allele or se",
				100,
				func(i int) string { return fmt.Sprintf("1 %d A G %s 0.1", 1000+i, some(n, "-0.2", "1.2")(i)) },
			)
			return doubtOn(in.Questions(), "which no odds ratio has") != nil
		}},
	})
}

// besideBeta inspects a table with beta, P of it, and another column of effects.
func besideBeta(t *testing.T, name string, n int, values func(i int) (beta, other float64)) *Inspection {
	t.Helper()
	return inspectTable(t, "chr pos effect_allele other_allele beta se p "+name, n, func(i int) string {
		beta, other := values(i)
		return fmt.Sprintf("1 %d A G %.9g 0.05 %.9g %.9g", 1000+i, beta, math.Erfc(math.Abs(beta)/0.05/math.Sqrt2), other)
	})
}

// TestSideBySideThresholds compares effects that a file states twice.
func TestSideBySideThresholds(t *testing.T) {
	which := "Which one counts for the effect allele"
	ratio := func(t *testing.T, n int, log func(i int) (beta, log float64)) *Question {
		in := besideBeta(t, "or", n, func(i int) (float64, float64) {
			b, l := log(i)
			return b, math.Exp(l)
		})
		return doubtOn(in.Questions(), which)
	}
	z := func(t *testing.T, n, turned int) bool {
		in := besideBeta(t, "z", n, func(i int) (float64, float64) {
			b := signed(i, 0.1)
			return b, firstRows(turned, -2., 2.)(i) * b / 0.1
		})
		return doubtOn(in.Questions(), "beta and z have opposite signs") != nil
	}
	tryBothSides(t, []bothSides{
		{"rows with beta and ratio", 10, 9, func(t *testing.T, n int) bool {
			return ratio(t, n, func(i int) (float64, float64) { return signed(i, 0.1), -signed(i, 0.1) }) != nil
		}},
		{"ratios in a hundred that are those of beta", 49, 50, func(t *testing.T, n int) bool {
			return ratio(t, 100, func(i int) (float64, float64) { return signed(i, 0.1), signed(i, firstRows(n, 0.1, -0.1)(i)) }) != nil
		}},
		{"ratios in a hundred that are of the other allele", 95, 94, func(t *testing.T, n int) bool {
			q := ratio(t, 100, func(i int) (float64, float64) { return signed(i, 0.1), signed(i, firstRows(n, -0.1, 0.4)(i)) })
			return strings.Contains(q.Evidence[0], "belongs to the other allele")
		}},
		{"ten-thousandths that ln of a ratio lies from a small beta", 101, 99, func(t *testing.T, n int) bool {
			return ratio(t, 100, func(i int) (float64, float64) { return signed(i, 0.1), signed(i, 0.1) + float64(n)/1e4 }) != nil
		}},
		{"ten-thousandths that ln of a ratio lies from a beta of 1", 501, 499, func(t *testing.T, n int) bool {
			return ratio(t, 100, func(i int) (float64, float64) { return signed(i, 1), signed(i, 1+float64(n)/1e4) }) != nil
		}},
		{"ten-thousandths of an effect that rounding hides", 49, 51, func(t *testing.T, n int) bool {
			return ratio(t, 21, func(i int) (float64, float64) {
				if i < 10 {
					return signed(i, 0.1), -signed(i, 0.1)
				}
				return signed(i, float64(n)/1e4), signed(i, float64(n)/1e4)
			}) != nil
		}},
		{"rows with beta and Z", 10, 9, func(t *testing.T, n int) bool { return z(t, n, n) }},
		{"Z in a hundred with the opposite sign", 50, 49, func(t *testing.T, n int) bool { return z(t, 100, n) }},
	})
}

// TestPartThresholds changes one of sixteen parts of a file.
func TestPartThresholds(t *testing.T) {
	nan := math.NaN()
	const of = 16
	changes := func(t *testing.T, rows []sumstats.Row, text string) bool {
		return says(judged(t, plain, genome.UnknownBuild, rows).Against, "column_changes", text)
	}
	// rows agree but for those of bad, and but for the last ones of each part.
	agreeing := func(rows, ofEach int, bad func(i int) bool) []sumstats.Row {
		return associated(rows, func(i int) (float64, float64, float64) {
			if bad(i) || i%(rows/of) >= ofEach {
				return signed(i, 0.6), 0.1, nan
			}
			return signed(i, 0.6), 0.1, 6
		})
	}
	between := func(low, high int) func(int) bool { return func(i int) bool { return i >= low && i < high } }
	// signs are effects without P in parts of inPart rows: the first part is negative in some rows,
	// and all others hold ratios in some of theirs.
	signs := func(part, negative, ratios, inPart int) []sumstats.Row {
		return rowsOf(of*part, func(i int, r *sumstats.Row) {
			k, within := i/part, i%part
			switch {
			case k == 0 && within < negative:
				r.Beta = -0.1
			case k == 0:
				r.Beta = 0.1
			case within < ratios:
				r.Beta = 1 + signed(i, 0.1)
			case within < inPart:
				r.Beta = 2.5
			}
		})
	}
	const byP, bySign = "P follows from", "All effects there are positive"
	tryBothSides(t, []bothSides{
		// Rows 165 to 175 are of part 8 of 16, and of two parts when there are 15.
		{"rows in a part of twenty that disagree", 11, 10, func(t *testing.T, n int) bool {
			return changes(t, agreeing(320, 20, between(165, 165+n)), byP)
		}},
		{"rows of a part", 20, 19, func(t *testing.T, n int) bool { return changes(t, agreeing(16*n, n, between(8*n, 9*n)), byP) }},
		{"rows of a part that are compared", 20, 19, func(t *testing.T, n int) bool {
			rows := agreeing(320, 20, between(160, 180))
			for i := 160 + n; i < 180; i++ {
				rows[i].SE = nan
			}
			return changes(t, rows, byP)
		}},
		{
			"rows in a hundred that agree in the best part",
			90,
			89,
			func(t *testing.T, n int) bool { return changes(t, agreeing(1600, n, between(800, 900)), byP) },
		},
		{"negative effects in a part of a hundred", 20, 19, func(t *testing.T, n int) bool { return changes(t, signs(100, n, 100, 100), bySign) }},
		{"effects in a part of a hundred that are ratios", 90, 89, func(t *testing.T, n int) bool { return changes(t, signs(100, 50, n, 100), bySign) }},
		{"effects in a part", 20, 19, func(t *testing.T, n int) bool { return changes(t, signs(20, 10, n, n), bySign) }},
	})
}

// TestErrorOfRatioThresholds tries the thresholds of an error of the ratio next to effects that are
// so small that P agrees with either error: Z is β / SE by the one and β · exp(β) / SE by the
// other.
func TestErrorOfRatioThresholds(t *testing.T) {
	const beta = 0.02
	// apart is the error with which the two differ by so much in −log10 P.
	apart := func(distance float64) float64 {
		low, high := beta/20, beta // the larger the error, the nearer they are
		for range 100 {
			se := (low + high) / 2
			if zToNegLog10P(beta*math.Exp(beta)/se)-zToNegLog10P(beta/se) > distance {
				low = se
			} else {
				high = se
			}
		}
		return low
	}
	// rows have a P that is this share of the way from that of the ratio to that of the effect, but
	// for the rows behind the first ones, which have that of the effect.
	is := func(rows, ofRatio int, se, share float64) bool {
		read, other := zToNegLog10P(beta/se), zToNegLog10P(beta*math.Exp(beta)/se)
		r := reading{mapping: plain}
		return r.isOfRatio(rowsOf(rows, func(i int, row *sumstats.Row) {
			row.Chromosome, row.Position = 1, 11_000_007+1000*int32(i)
			row.Beta, row.SE, row.NegLog10P = beta, se, firstRows(ofRatio, other+share*(read-other), read)(i)
		}))
	}
	tryBothSides(t, []bothSides{
		{"rows that tell", 30, 29, func(_ *testing.T, n int) bool { return is(n, n, apart(0.1), 0) }},
		{"rows in a hundred that are nearer", 90, 89, func(_ *testing.T, n int) bool { return is(100, n, apart(0.1), 0) }},
		{"tenths of thousandths of −log10 P between the two", 201, 199, func(_ *testing.T, n int) bool { return is(100, 100, apart(float64(n)/10_000), 0) }},
		{"thousandths of the way to the P of the effect", 199, 201, func(_ *testing.T, n int) bool { return is(100, 100, apart(0.1), float64(n)/1000) }},
	})
}

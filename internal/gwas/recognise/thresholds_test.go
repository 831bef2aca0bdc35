package recognise

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
)

// withColumn inspects a table of n rows: the columns of a sound study and one more.
func withColumn(t *testing.T, name string, n int, value func(i int) string) *Inspection {
	t.Helper()
	return inspectTable(t, "chr pos effect_allele other_allele beta se p "+name, n, func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("1 %d A G %g %g %.12g %s", 1000+i, beta, se, math.Pow(10, -x), value(i))
	})
}

// some returns one value for the first n rows and another for the rest.
func some(n int, first, rest string) func(int) string {
	return func(i int) string {
		if i < n {
			return first
		}
		return rest
	}
}

func asks(in *Inspection, f sumstats.Field) bool { return guessOf(in, f).Confidence == Ask }

// TestThresholds tries each threshold of the recognition on both sides.
func TestThresholds(t *testing.T) {
	for _, tt := range []struct {
		name          string
		reached, less int
		seen          func(t *testing.T, n int) bool
	}{
		{"values in a hundred that cannot be read before a column is doubted", 6, 5, func(t *testing.T, n int) bool {
			return asks(withColumn(t, "info", 100, some(n, "x", "0.9")), sumstats.FieldInfo)
		}},
		{"rs identifiers in a hundred that make a column one of them", 50, 49, func(t *testing.T, n int) bool {
			return guessOf(withColumn(t, "SNP", 100, some(n, "rs7", "kgp7")), sumstats.FieldRSID).Column == "SNP"
		}},
		{"places in a hundred that make a column one of them", 90, 89, func(t *testing.T, n int) bool {
			in := inspectTable(t, "SNP effect_allele other_allele beta se p", 100, func(i int) string { return some(n, "1:500", "kgp7")(i) + " A G 0.1 0.1 0.3173" })
			return guessOf(in, sumstats.FieldChrPos).Column == "SNP"
		}},
		{"whole numbers in a hundred that make GENPOS a position", 99, 98, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr genpos effect_allele other_allele beta se p", 100, func(i int) string {
				return "1 " + some(n, "5000", "0.5")(i) + " A G 0.1 0.1 0.3173"
			})
			return guessOf(in, sumstats.FieldPosition).Column == "genpos"
		}},
		{"P values in a hundred above 1 before the scale is another one", 3, 2, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se p", 100, func(i int) string {
				return fmt.Sprintf("1 %d A G 0.1 0.1 ", 1000+i) + some(n, "7", "0.3173")(i)
			})
			return guessOf(in, sumstats.FieldNegLog10P).Column == "p"
		}},
		{"frequencies before it means something that none exceeds one half", 200, 199, func(t *testing.T, n int) bool {
			return strings.HasPrefix(guessOf(withColumn(t, "freq", n, func(int) string { return "0.5" }), sumstats.FieldEAF).Reason, "No value")
		}},
		{"rows that agree before the error of an odds ratio is that of its logarithm", 10, 9, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele or or_se p", n, func(i int) string {
				return fmt.Sprintf("1 %d A G %.9g 0.2 %.9g", 1000+i, math.Exp(0.5), math.Erfc(2.5/math.Sqrt2))
			})
			return guessOf(in, sumstats.FieldSE).Confidence == Likely
		}},
		{"rows in a hundred that agree before the error of an odds ratio is that of its logarithm", 90, 89, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele or or_se p", 100, func(i int) string {
				return fmt.Sprintf("1 %d A G %.9g 0.2 ", 1000+i, math.Exp(0.5)) + some(n, fmt.Sprintf("%.9g", math.Erfc(2.5/math.Sqrt2)), "0.9")(i)
			})
			return guessOf(in, sumstats.FieldSE).Confidence == Likely
		}},
		{"rows in a hundred by which the scale of the ratio must be ahead", 20, 19, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele or se p", 100, func(i int) string {
				onRatio := fmt.Sprintf("%.9g", math.Erfc(0.5/(0.2/math.Exp(0.5))/math.Sqrt2))
				return fmt.Sprintf("1 %d A G %.9g 0.2 ", 1000+i, math.Exp(0.5)) + some(n, onRatio, "0.9")(i)
			})
			return guessOf(in, sumstats.FieldSEOfRatio).Column == "se"
		}},
		{"P values in a hundred that disagree with effect and error", 11, 10, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se p", 100, func(i int) string {
				return fmt.Sprintf("1 %d A G 0.1 0.1 ", 1000+i) + some(n, "0.9", "0.3173")(i)
			})
			return hasFinding(in, "p_disagrees", sumstats.Warn)
		}},
		{"P values before their disagreement counts", 100, 99, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se p", n, func(i int) string { return fmt.Sprintf("1 %d A G 0.1 0.1 %s", 1000+i, []string{"0.9", "0.05"}[i%2]) })
			return hasFinding(in, "p_disagrees", sumstats.Warn)
		}},
		{"small P values before the file holds selected variants", 100, 99, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se p", n, func(i int) string { return fmt.Sprintf("1 %d A G 0.2 0.1 0.0455", 1000+i) })
			return hasFinding(in, "selected_by_p", sumstats.Warn)
		}},
		{"a P value from which the variants are not selected, in thousandths", 49, 50, func(t *testing.T, n int) bool {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se p", 100, func(i int) string { return fmt.Sprintf("1 %d A G 0.2 0.1 0.0%d", 1000+i, n) })
			return hasFinding(in, "selected_by_p", sumstats.Warn)
		}},
		{"rows of other lengths beside a hundred that block", 6, 5, func(t *testing.T, n int) bool {
			lines := make([]string, 100+n)
			for i := range lines {
				lines[i] = fmt.Sprintf("1 %d A G 0.1 0.1 0.3173", 1000+i)
				if i >= 100 {
					lines[i] += " 7 7"
				}
			}
			return hasFinding(inspectBytes(t, "x", sumstatstest.Table(sumstatstest.SimpleHeader, lines...)), "column_count", sumstats.Block)
		}},
		{"rows in a hundred that fail one rule before the file is blocked", 51, 50, func(t *testing.T, n int) bool {
			lines := make([]string, 100)
			for i := range lines {
				lines[i] = fmt.Sprintf("1 %d A G 0.1 %s 0.3173", 1000+i, some(n, "-1", "0.1")(i))
			}
			r, err := Check(opener(sumstatstest.Table(sumstatstest.SimpleHeader, lines...)), CheckOptions{})
			return err == nil && r.Blocked()
		}},
		{"letters more than a known name that make another name unlike it", 13, 14, func(t *testing.T, n int) bool {
			// samplesize has ten letters: 20/(20+13) is above 0.6, 20/(20+14) is not.
			return asks(withColumn(t, "samplesize"+strings.Repeat("y", n), 50, func(int) string { return "500" }), sumstats.FieldN)
		}},
		{"values in a hundred that must be readable for a similar name", 90, 89, func(t *testing.T, n int) bool {
			return asks(withColumn(t, "samplesizeyy", 100, some(n, "500", "x")), sumstats.FieldN)
		}},
		{"rs identifiers in a hundred of a column without name", 80, 79, func(t *testing.T, n int) bool {
			lines := make([]string, 100)
			for i := range lines {
				lines[i] = some(n, "rs7", "kgp7")(i) + " 5 0.1 0.2"
			}
			return guessOf(inspectBytes(t, "x", sumstatstest.Table(lines[0], lines[1:]...)), sumstats.FieldRSID).Column != ""
		}},
		{"alleles in a hundred of a column without name", 95, 94, func(t *testing.T, n int) bool {
			lines := make([]string, 100)
			for i := range lines {
				lines[i] = "rs7 " + some(n, "A", "x")(i) + " 0.1 0.2"
			}
			return guessOf(inspectBytes(t, "x", sumstatstest.Table(lines[0], lines[1:]...)), sumstats.FieldEffectAllele).Column != ""
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !tt.seen(t, tt.reached) {
				t.Errorf("not at %d", tt.reached)
			}
			if tt.seen(t, tt.less) {
				t.Errorf("already at %d", tt.less)
			}
		})
	}
}

// Nine tenths of the headers that only one software writes must be there.
func TestSoftwareNeedsNineTenthsOfItsHeaders(t *testing.T) {
	for id, headers := range map[string]string{
		"plink-assoc": "chr snp bp a1 a2 f_a f_u chisq p or", "regenie": "chrom genpos id allele0 allele1 a1freq log10p",
	} {
		names := strings.Fields(headers)
		for lacking := range 3 {
			want := float64(len(names)-lacking) >= 0.9*float64(len(names))
			for from := range names {
				left := slices.Clone(names)
				for range lacking {
					left = slices.Delete(left, from%len(left), from%len(left)+1)
				}
				if r, ok := recogniseSoftware(left); (ok && r.id == id) != want {
					t.Errorf("%s from %v: %v %q", id, left, ok, r.id)
				}
			}
		}
	}
}

// The build is determined when one agrees for 95 % of at least five well-known variants and the
// other for 60 % at most.
func TestBuildThresholds(t *testing.T) {
	for _, tt := range []struct {
		share37, share38 float64
		compared         int
		want             genome.Build
	}{
		{0.95, 0.60, 5, genome.GRCh37}, {0.949, 0, 500, ""}, {0.95, 0.601, 500, ""}, {1, 0, 4, ""},
		{0.60, 0.95, 5, genome.GRCh38}, {0, 0.949, 500, ""}, {0.601, 0.95, 500, ""}, {0, 1, 4, ""}, {0.5, 0.05, 500, ""}, {0.05, 0.5, 500, ""},
	} {
		g := BuildGuess{Share37: tt.share37, Share38: tt.share38, Known: tt.compared}
		if g.decide(genome.UnknownBuild, 0, 0, false); g.Guess != tt.want {
			t.Errorf("%v and %v of %d: %q, want %q", tt.share37, tt.share38, tt.compared, g.Guess, tt.want)
		}
	}
	for _, tt := range []struct {
		past37, past38 int
		want           genome.Build
	}{{1, 0, genome.GRCh38}, {0, 1, genome.GRCh37}, {1, 1, ""}, {0, 0, ""}} {
		g := BuildGuess{}
		if g.decide(genome.UnknownBuild, tt.past37, tt.past38, false); g.Guess != tt.want {
			t.Errorf("%d and %d past the end: %q, want %q", tt.past37, tt.past38, g.Guess, tt.want)
		}
	}
}

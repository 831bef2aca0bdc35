package recognise

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

// inspectTable inspects a table of n rows made by row.
func inspectTable(t *testing.T, header string, n int, row func(i int) string) *Inspection {
	t.Helper()
	lines := make([]string, n)
	for i := range lines {
		lines[i] = row(i)
	}
	return inspectBytes(t, "table", sumstatstest.Table(header, lines...))
}

func guessOf(in *Inspection, f sumstats.Field) ColumnGuess {
	for _, c := range in.Columns {
		if c.Field == f {
			return c
		}
	}
	return ColumnGuess{}
}

func hasFinding(in *Inspection, code string, level sumstats.Level) bool {
	for _, f := range in.Findings {
		if f.Code == code && f.Level == level {
			return true
		}
	}
	return false
}

// z and se of row i of the made-up tables, and the two-sided P of it.
func association(i int) (beta, se, negLog10P float64) {
	se = 0.02 + float64(i%7)/200
	beta = se * (float64(i%41) - 20) / 8
	return beta, se, zToNegLog10P(beta / se)
}

func zToNegLog10P(z float64) float64 { return -math.Log10(math.Erfc(math.Abs(z) / math.Sqrt2)) }

// TestTraps is the table of header traps, one entry per number.
func TestTraps(t *testing.T) {
	std := func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("1 %d rs%d A G 0.3 %g %g %g", 1000+i, i+1, beta, se, math.Pow(10, -x))
	}
	t.Run("T1 A1 and Allele1 are asked about", func(t *testing.T) {
		for _, pair := range []string{"A1 A2", "Allele1 Allele2", "ALT REF", "ALLELE1 ALLELE0", "alleleB alleleA"} {
			in := inspectTable(t, "chr pos rsid "+pair+" eaf beta se p", 50, std)
			if c := guessOf(in, sumstats.FieldEffectAllele); c.Confidence != Ask || c.Question == "" {
				t.Errorf("%s: %+v", pair, c)
			}
		}
	})
	t.Run("T2 an explicit effect allele beats REF and ALT", func(t *testing.T) {
		in := inspectTable(t, "chr pos ref alt effect_allele beta se p", 50, func(i int) string {
			return fmt.Sprintf("1 %d A G %c 0.1 0.1 0.3", 1000+i, "AG"[i%2])
		})
		m := in.Mapping(true)
		if m[sumstats.FieldEffectAllele] != "effect_allele" || m[sumstats.FieldReferenceAllele] != "ref" || m[sumstats.FieldAlternateAllele] != "alt" ||
			m[sumstats.FieldOtherAllele] != "" {
			t.Errorf("mapping %v", m)
		}
	})
	t.Run("T3 reference_allele is asked about", func(t *testing.T) {
		in := inspectTable(t, "chr pos rsid allele1 reference_allele eaf beta se p", 50, std)
		if c := guessOf(in, sumstats.FieldOtherAllele); c.Column != "reference_allele" || c.Confidence != Ask {
			t.Errorf("%+v", c)
		}
	})
	t.Run("T4 GENPOS in centimorgans is no position", func(t *testing.T) {
		in := inspectTable(t, "chr genpos effect_allele other_allele beta se p", 50, func(i int) string { return fmt.Sprintf("1 0.%03d A G 0.1 0.1 0.3", i) })
		if c := guessOf(in, sumstats.FieldPosition); c.Column != "" {
			t.Errorf("%+v", c)
		}
		in = inspectTable(t, "chr genpos effect_allele other_allele beta se p", 50, func(i int) string { return fmt.Sprintf("1 %d A G 0.1 0.1 0.3", 5000+i) })
		if c := guessOf(in, sumstats.FieldPosition); c.Column != "genpos" || c.Confidence != Ask {
			t.Errorf("%+v", c)
		}
	})
	t.Run("T5 SNP is classified by its values", func(t *testing.T) {
		for value, want := range map[string]sumstats.Field{"rs%d": sumstats.FieldRSID, "1:%d": sumstats.FieldChrPos, "1:%d:A:G": sumstats.FieldChrPos, "kgp%d": sumstats.FieldVariantID} {
			in := inspectTable(t, "SNP effect_allele other_allele beta se p", 50, func(i int) string { return fmt.Sprintf(value+" A G 0.1 0.1 0.3", 1000+i) })
			if c := guessOf(in, want); c.Column != "SNP" {
				t.Errorf("%s: %+v", value, in.Columns)
			}
		}
	})
	t.Run("T6 a MAF above one half is none", func(t *testing.T) {
		for top, want := range map[float64]sumstats.Field{0.98: sumstats.FieldEAF, 0.49: sumstats.FieldMAF} {
			in := inspectTable(t, "chr pos effect_allele other_allele maf beta se p", 50, func(i int) string {
				return fmt.Sprintf("1 %d A G %g 0.1 0.1 0.3", 1000+i, top*float64(i+1)/50)
			})
			if c := guessOf(in, want); c.Column != "maf" {
				t.Errorf("up to %g: %+v", top, in.Columns)
			}
		}
	})
	t.Run("T7 the scale of P comes from its values", func(t *testing.T) {
		for _, tt := range []struct {
			header string
			value  func(x float64) float64
			want   sumstats.Field
			asks   bool
		}{
			{"p", func(x float64) float64 { return math.Pow(10, -x) }, sumstats.FieldP, false},
			{"p", func(x float64) float64 { return x }, sumstats.FieldNegLog10P, true},
			{"p", func(x float64) float64 { return -x }, sumstats.FieldLog10P, true},
			{"pval", func(x float64) float64 { return -x * math.Ln10 }, sumstats.FieldLnP, true},
			{"log10p", func(x float64) float64 { return x }, sumstats.FieldNegLog10P, false},
			{"log10p", func(x float64) float64 { return -x }, sumstats.FieldLog10P, true},
			{"mlog10p", func(x float64) float64 { return math.Pow(10, -x) }, sumstats.FieldP, true},
		} {
			in := inspectTable(t, "chr pos effect_allele other_allele beta se "+tt.header, 200, func(i int) string {
				beta, se, x := association(i)
				return fmt.Sprintf("1 %d A G %g %g %g", 1000+i, beta, se, tt.value(x))
			})
			c := guessOf(in, tt.want)
			if c.Column != tt.header || (c.Confidence == Ask) != tt.asks {
				t.Errorf("%s as %s: %+v", tt.header, tt.want, in.Columns[len(in.Columns)-1])
			}
		}
	})
	t.Run("T8 effective N is no N", func(t *testing.T) {
		m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldNEffHalf: "neff_half"})
		row := sumstatstest.One(t, sumstatstest.Table("chr pos ea oa beta se p neff_half", "1 5 A G 0.1 0.1 0.3 500"), sumstats.ReadOptions{Mapping: m})
		if row.NEff != 1000 || !math.IsNaN(row.N) {
			t.Errorf("effective N %v, N %v", row.NEff, row.N)
		}
	})
	t.Run("T9 the error may be that of the odds ratio", func(t *testing.T) {
		for header, onRatio := range map[string]bool{"or se p": false, "or SE p": true, "hazard_ratio se p": false, "hazard_ratio SE p": true} {
			in := inspectTable(t, "chr pos effect_allele other_allele "+header, 200, func(i int) string {
				beta, se, x := association(i)
				beta, se = 15*beta, 15*se
				if onRatio {
					se *= math.Exp(beta)
				}
				return fmt.Sprintf("1 %d A G %.9g %.9g %g", 1000+i, math.Exp(beta), se, math.Pow(10, -x))
			})
			if got := strings.EqualFold(guessOf(in, sumstats.FieldSEOfRatio).Column, "se"); got != onRatio {
				t.Errorf("%s: error on the ratio scale %v: %+v", header, onRatio, in.Columns)
			}
		}
	})
	t.Run("T10 a t statistic is left alone beside an effect", func(t *testing.T) {
		in := inspectTable(
			t,
			"chr pos effect_allele other_allele beta se t_stat p",
			50,
			func(i int) string { return fmt.Sprintf("1 %d A G 0.1 0.1 1.0 0.317", 1000+i) },
		)
		if c := guessOf(in, sumstats.FieldZ); c.Column != "" {
			t.Errorf("%+v", c)
		}
	})
	t.Run("T11 only additive rows are kept", func(t *testing.T) {
		m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldTest: "test"})
		rows, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table(
				"chr pos ea oa beta se p test",
				"1 5 A G 0.1 0.1 0.3 ADD",
				"1 5 A G 0.1 0.1 0.3 AGE",
				"1 6 A G 0.1 0.1 0.3 ADD-FIRTH",
				"1 6 A G 0.1 0.1 0.3 DOMDEV",
			),
			sumstats.ReadOptions{Mapping: m},
		)
		if err != nil || len(rows) != 2 || sumstatstest.Reasons(account.Excluded)[sumstats.ReasonOtherTest] != 2 || account.Tests["AGE"] != 1 ||
			account.Tests["ADD"] != 1 {
			t.Errorf("%d rows, %v, %+v", len(rows), err, account)
		}
	})
	t.Run("T12 linear effects become log odds when they are said to be linear", func(t *testing.T) {
		row := sumstatstest.One(
			t,
			sumstatstest.Table(sumstatstest.SimpleHeader, "1 5 A G 0.01 0.002 5.7e-7"),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple, Conventions: sumstats.Conventions{Scale: sumstats.LinearBinary}, NCases: 1000, NControls: 9000},
		)
		if math.Abs(row.Beta-0.01/0.09) > 1e-12 || math.Abs(row.SE-0.002/0.09) > 1e-12 {
			t.Errorf("beta %v, error %v", row.Beta, row.SE)
		}
	})
	t.Run("T13 chromosome 25 is MT or the pseudo-autosomal X", func(t *testing.T) {
		for _, tt := range []struct {
			chromosome, position, format string
			want                         genome.Chromosome
		}{{"25", "5000", "", genome.MT}, {"25", "154931100", "", genome.X}, {"25", "10500", "plink2", genome.X}, {"26", "5000", "plink2", genome.MT}, {"chr25", "70000", "", genome.X}, {"MT", "5000", "plink2", genome.MT}} {
			row := sumstatstest.One(
				t,
				sumstatstest.Table(sumstatstest.SimpleHeader, tt.chromosome+" "+tt.position+" A G 0.1 0.1 0.3"),
				sumstats.ReadOptions{Mapping: sumstatstest.Simple, PLINKCodes: PLINKCodes(tt.format)},
			)
			if row.Chromosome != tt.want {
				t.Errorf("%s:%s in %q is on %v", tt.chromosome, tt.position, tt.format, row.Chromosome)
			}
		}
	})
	t.Run("T14 several sets of results are asked about and kept together", func(t *testing.T) {
		in := inspectTable(t, "chr rsid pos a_0 a_1 af info bmi_beta bmi_se bmi-log10p whr_beta whr_se whr-log10p", 50, func(i int) string {
			return fmt.Sprintf("1 rs%d %d A G 0.3 1 0.1 0.1 0.5 0.2 0.1 1.3", i+1, 1000+i)
		})
		for field, column := range map[sumstats.Field]string{sumstats.FieldBeta: "bmi_beta", sumstats.FieldSE: "bmi_se", sumstats.FieldNegLog10P: "bmi-log10p"} {
			if c := guessOf(in, field); c.Column != column || c.Confidence != Ask || len(c.Alternatives) == 0 {
				t.Errorf("%+v", c)
			}
		}
	})
	t.Run("T15 positions in scientific notation", func(t *testing.T) {
		rows, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table(sumstatstest.SimpleHeader, "1 1e+05 A G 0.1 0.1 0.3", "1 9.9e+7 A G 0.1 0.1 0.3", "1 1.5e0 A G 0.1 0.1 0.3"),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple},
		)
		if err != nil || len(rows) != 2 || rows[0].Position != 100000 || rows[1].Position != 99000000 ||
			sumstatstest.Reasons(account.Repaired)["position_scientific"] != 2 ||
			sumstatstest.Reasons(account.Excluded)["position_invalid"] != 1 {
			t.Errorf("%+v, %v, %+v", rows, err, account)
		}
	})
	t.Run("T16 headers that are missing or repeated", func(t *testing.T) {
		in := inspectBytes(t, "x", sumstatstest.Table("1 1000 A G 0.1 0.1 0.3", "1 2000 A G 0.1 0.1 0.3"))
		if !hasFinding(in, "no_header", sumstats.Block) || in.HeaderLine != 0 {
			t.Errorf("%+v", in.Findings)
		}
		rows, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table(sumstatstest.SimpleHeader, "1 5 A G 0.1 0.1 0.3", sumstatstest.SimpleHeader, "2 5 A G 0.1 0.1 0.3"),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple},
		)
		if err != nil || len(rows) != 2 || sumstatstest.Reasons(account.Excluded)[sumstats.ReasonRepeatedHeader] != 1 {
			t.Errorf("%d rows, %v, %+v", len(rows), err, account.Excluded)
		}
	})
	t.Run("T17 decimal commas are refused with their line", func(t *testing.T) {
		_, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table(sumstatstest.SimpleHeader, "1 5 A G 0.1 0.1 0.3", "1 6 A G 0,1 0.1 0.3", "1 7,000 A G 0.1 0.1 0.3"),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple},
		)
		if err != nil || len(account.Excluded) != 1 || account.Excluded[0].Reason != sumstats.ReasonDecimalComma || account.Excluded[0].Lines[0] != 3 ||
			account.Excluded[0].N != 2 {
			t.Errorf("%v, %+v", err, account.Excluded)
		}
		in := inspectBytes(
			t,
			"x",
			[]byte(strings.ReplaceAll("chr;pos;effect_allele;other_allele;beta;se;p\n1;5;A;G;0,1;0,1;0,3\n1;6;A;G;0,1;0,1;0,3\n", ";", ";")),
		)
		if in.Delimiter != textfile.Semicolon || !hasFinding(in, "decimal_comma", sumstats.Block) {
			t.Errorf("%s, %+v", in.Delimiter, in.Findings)
		}
	})
	t.Run("T18 totals in header names", func(t *testing.T) {
		in := inspectTable(
			t,
			"CHR SNP BP A1 A2 FRQ_A_120 FRQ_U_340 INFO OR SE P",
			50,
			func(i int) string { return fmt.Sprintf("1 rs%d %d A G 0.3 0.3 1 1.1 0.1 0.34", i+1, 1000+i) },
		)
		if got, _ := in.Totals.Stated(); in.Format != "daner" || got != (StudyTotals{NCases: 120, NControls: 340}) {
			t.Errorf("%s, %+v", in.Format, got)
		}
	})
}

func TestBetaThatIsAnOddsRatio(t *testing.T) {
	in := inspectTable(t, "chr pos effect_allele other_allele beta se p", 100, func(i int) string {
		beta, se, x := association(i)
		return fmt.Sprintf("1 %d A G %g %g %g", 1000+i, math.Exp(beta), se, math.Pow(10, -x))
	})
	q := in.Questions()
	if len(q) != 1 || q[0].Fields[0] != sumstats.FieldBeta || q[0].Options[0].Columns[sumstats.FieldOddsRatio] != "beta" || !q[0].Options[0].Likely {
		t.Errorf("%+v", q)
	}
}

package sumstats_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ssf"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/variant"
)

// Only the additive model: no interaction, joint or conditional test passes for it.
func TestOnlyTheAdditiveTest(t *testing.T) {
	for test, kept := range map[string]bool{
		"ADD": true, "ADD-WGR-FIRTH": true, "ADD-WGR-LR": true, "ADD-WGR-SPA": true,
		"ADDxSEX": false, "ADDxSNP2": false, "ADD-INT_SNP": false, "ADD-INT_SNPxBMI": false, "ADD-INT_2DF": false, "ADD-INT_VAR": false,
		"ADD-CONDTL": false, "ADD-WGR-LR-INT_SNPxBMI": false, "ADD-SKATO": false, "GENO_2DF": false, "DOMDEV": false, "DOM": false, "REC": false, "USER_2DF": false, "COV1": false,
	} {
		rows, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table("chr pos ea oa beta se p test", "1 5 A G 0.1 0.1 0.3173 "+test),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldTest: "test"})},
		)
		if err != nil || (len(rows) == 1) != kept || (sumstatstest.Reasons(account.Excluded)[sumstats.ReasonOtherTest] == 1) == kept {
			t.Errorf("%s: %d rows, %v", test, len(rows), err)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// TestAssociation derives effect, error and P from any columns that determine them.
func TestAssociation(t *testing.T) {
	const base = "chr pos ea oa "
	x := stat.NegLog10PFromZ(2)
	for name, tt := range map[string]struct {
		header, row  string
		mapping      sumstats.Mapping
		opt          sumstats.ReadOptions
		beta, se, lp float64
		flags        sumstats.RowFlags
	}{
		"as given":          {"beta se p", "0.2 0.1 0.0455", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, .2, .1, -math.Log10(.0455), 0},
		"odds ratio":        {"or se p", "1.5 0.1 0.01", sumstats.Mapping{sumstats.FieldOddsRatio: "or", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, math.Log(1.5), .1, 2, 0},
		"hazard ratio":      {"hr se p", "0.5 0.1 0.01", sumstats.Mapping{sumstats.FieldHazardRatio: "hr", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, math.Log(.5), .1, 2, 0},
		"beta before ratio": {"beta or se p", "0.2 9 0.1 0.01", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldOddsRatio: "or", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, .2, .1, 2, 0},
		"ratio for missing": {"beta or se p", "NA 1.5 0.1 0.01", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldOddsRatio: "or", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, math.Log(1.5), .1, 2, 0},
		"interval of ratio": {"or lo hi p", "1.39 1.14839811412205 1.68243048838259 0.01", sumstats.Mapping{sumstats.FieldOddsRatio: "or", sumstats.FieldCILower: "lo", sumstats.FieldCIUpper: "hi", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, math.Log(1.39), 0.09741797378109746, 2, sumstats.SEDerived},
		"interval of beta":  {"beta lo hi p", "0.2 0.1 0.3 0.01", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldCILower: "lo", sumstats.FieldCIUpper: "hi", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, .2, 0.0510213456924654, 2, sumstats.SEDerived},
		"error from P":      {"beta p", fmt.Sprintf("0.2 %s", ssf.AppendP(nil, x)), sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, .2, .1, x, sumstats.SEDerived},
		"error from Z":      {"beta z p", "0.2 2 0.0455", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldZ: "z", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, .2, .1, -math.Log10(.0455), sumstats.SEDerived},
		"error of ratio":    {"or se p", "1.5 0.15 0.01", sumstats.Mapping{sumstats.FieldOddsRatio: "or", sumstats.FieldSEOfRatio: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, math.Log(1.5), .1, 2, 0},
		"P from error":      {"beta se", "0.2 0.1", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se"}, sumstats.ReadOptions{}, .2, .1, x, sumstats.PFromZ},
		"P of 0":            {"beta se p", "4 0.1 0", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, 4, .1, stat.NegLog10PFromZ(40), sumstats.PFromZ},
		"P below doubles":   {"beta se p", "4 0.1 3.2e-412", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, 4, .1, 411.494850021680094, 0},
		"−log10 P":          {"beta se p", "4 0.1 349.1", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldNegLog10P: "p"}, sumstats.ReadOptions{}, 4, .1, 349.1, 0},
		"−log10 before P":   {"beta se p lp", "4 0.1 0 349.1", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p", sumstats.FieldNegLog10P: "lp"}, sumstats.ReadOptions{}, 4, .1, 349.1, 0},
		"ln P":              {"beta se p", "4 0.1 -803.8", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldLnP: "p"}, sumstats.ReadOptions{}, 4, .1, 803.8 * math.Log10E, 0},
		"log10 P":           {"beta se p", "4 0.1 -349.1", sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldLog10P: "p"}, sumstats.ReadOptions{}, 4, .1, 349.1, 0},
		"Z, frequency, N":   {"z f n p", "2 0.5 1996 0.0455", sumstats.Mapping{sumstats.FieldZ: "z", sumstats.FieldEAF: "f", sumstats.FieldN: "n", sumstats.FieldP: "p"}, sumstats.ReadOptions{}, 2 / math.Sqrt(1000), 1 / math.Sqrt(1000), -math.Log10(.0455), sumstats.SEDerived},
		"Z as effect":       {"z", "-2", sumstats.Mapping{sumstats.FieldZ: "z"}, sumstats.ReadOptions{ZAsEffect: true}, -2, 1, x, sumstats.SEDerived | sumstats.PFromZ},
		"further missing":   {"beta se p", fmt.Sprintf("0.2 -9 %s", ssf.AppendP(nil, x)), sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p"}, sumstats.ReadOptions{Conventions: sumstats.Conventions{MissingTokens: []string{"-9"}}}, .2, .1, x, sumstats.SEDerived},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping = sumstats.Mapping{
				sumstats.FieldChromosome:   "chr",
				sumstats.FieldPosition:     "pos",
				sumstats.FieldEffectAllele: "ea",
				sumstats.FieldOtherAllele:  "oa",
			}.With(
				tt.mapping,
			)
			row := sumstatstest.One(t, sumstatstest.Table(base+tt.header, "1 5 A G "+tt.row), tt.opt)
			if !near(row.Beta, tt.beta) || !near(row.SE, tt.se) || !near(row.NegLog10P, tt.lp) || row.Flags != tt.flags {
				t.Errorf(
					"beta %v, error %v, −log10 P %v, flags %b; want %v, %v, %v, %b",
					row.Beta,
					row.SE,
					row.NegLog10P,
					row.Flags,
					tt.beta,
					tt.se,
					tt.lp,
					tt.flags,
				)
			}
		})
	}
}

// TestExclusions has a row for each reason.
func TestExclusions(t *testing.T) {
	m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldEAF: "f", sumstats.FieldN: "n", sumstats.FieldInfo: "info"})
	for line, want := range map[string]sumstats.Reason{
		"1 5 A G 0.1 0.1 0.3 0.5 100":         "column_count",
		"1 5 A G 0.1 0.1 0.3 0.5 100 1 1 1":   "column_count",
		"NA 5 A G 0.1 0.1 0.3 0.5 100 1":      "chromosome_missing",
		"0 5 A G 0.1 0.1 0.3 0.5 100 1":       "chromosome_unknown",
		"Un_x 5 A G 0.1 0.1 0.3 0.5 100 1":    "chromosome_unknown",
		"1 NA A G 0.1 0.1 0.3 0.5 100 1":      "position_missing",
		"1 0 A G 0.1 0.1 0.3 0.5 100 1":       "position_invalid",
		"1 -5 A G 0.1 0.1 0.3 0.5 100 1":      "position_invalid",
		"1 5.5 A G 0.1 0.1 0.3 0.5 100 1":     "position_invalid",
		"1 249250622 A G 0.1 0.1 0.3 0.5 1 1": "position_beyond_end",
		"1 5 NA G 0.1 0.1 0.3 0.5 100 1":      "allele_missing",
		"1 5 I D 0.1 0.1 0.3 0.5 100 1":       "allele_symbolic",
		"1 5 A <DEL> 0.1 0.1 0.3 0.5 100 1":   "allele_symbolic",
		"1 5 - G 0.1 0.1 0.3 0.5 100 1":       "allele_symbolic",
		"1 5 N G 0.1 0.1 0.3 0.5 100 1":       "allele_symbolic",
		"1 5 R I 0.1 0.1 0.3 0.5 100 1":       "allele_symbolic",
		"1 5 AXG G 0.1 0.1 0.3 0.5 100 1":     "allele_invalid",
		"1 5 A,C G 0.1 0.1 0.3 0.5 100 1":     "multi_allelic",
		"1 5 A a 0.1 0.1 0.3 0.5 100 1":       "alleles_equal",
		"1 5 A G 0,1 0.1 0.3 0.5 100 1":       "decimal_comma",
		"1 5 A G NA 0.1 0.3 0.5 100 1":        "effect_missing",
		"1 5 A G x 0.1 0.3 0.5 100 1":         "effect_invalid",
		"1 5 A G inf 0.1 0.3 0.5 100 1":       "effect_infinite",
		"1 5 A G 101 0.1 0.3 0.5 100 1":       "effect_too_large",
		"1 5 A G 0 NA 0.3 0.5 100 1":          "standard_error_missing",
		"1 5 A G 0.1 x 0.3 0.5 100 1":         "standard_error_invalid",
		"1 5 A G 0.1 0 0.3 0.5 100 1":         "standard_error_not_positive",
		"1 5 A G 0.1 -1 0.3 0.5 100 1":        "standard_error_not_positive",
		"1 5 A G 0.1 Inf 0.3 0.5 100 1":       "standard_error_not_positive",
		"1 5 A G 0.1 0.1 x 0.5 100 1":         "p_value_invalid",
		"1 5 A G 0.1 0.1 NA 0.5 100 1":        "p_value_missing",
		"1 5 A G 0.1 0.1 1.1 0.5 100 1":       "p_value_out_of_range",
		"1 5 A G 0.1 0.1 -0.1 0.5 100 1":      "p_value_out_of_range",
		"1 5 A G 0.1 0.1 0.3 1.1 100 1":       "effect_allele_frequency_out_of_range",
	} {
		var told []sumstats.Excluded
		opt := sumstats.ReadOptions{Mapping: m, Build: genome.GRCh37, Excluded: func(e sumstats.Excluded) { told = append(told, e) }}
		file := sumstatstest.Table("chr pos ea oa beta se p f n info", "1 5 A G 0.1 0.1 0.3 0.5 100 1", line)
		rows, account, err := sumstatstest.ReadRows(t, file, opt)
		if err != nil || len(rows) != 1 {
			t.Errorf("%s: %d rows, %v", line, len(rows), err)
			continue
		}
		if diff := cmp.Diff(map[sumstats.Reason]int64{want: 1}, sumstatstest.Reasons(account.Excluded)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", line, diff)
		}
		if len(told) != 1 || told[0].Reason != want || told[0].Line != 3 || told[0].Text != strings.Join(strings.Fields(line), "\t") {
			t.Errorf("%s: told %+v", line, told)
		}
	}
}

func TestFrequencies(t *testing.T) {
	for name, tt := range map[string]struct {
		header, row string
		mapping     sumstats.Mapping
		opt         sumstats.ReadOptions
		want        float64
		flags       sumstats.RowFlags
	}{
		"given":              {"f", "0.3", sumstats.Mapping{sumstats.FieldEAF: "f"}, sumstats.ReadOptions{}, .3, 0},
		"bounds are allowed": {"f", "1", sumstats.Mapping{sumstats.FieldEAF: "f"}, sumstats.ReadOptions{}, 1, 0},
		"of the other":       {"f", "0.3", sumstats.Mapping{sumstats.FieldOAF: "f"}, sumstats.ReadOptions{}, .7, 0},
		"minor":              {"f", "0.3", sumstats.Mapping{sumstats.FieldMAF: "f"}, sumstats.ReadOptions{}, .3, sumstats.EAFIsMAF},
		"minor is effect":    {"f m", "0.3 a", sumstats.Mapping{sumstats.FieldMAF: "f", sumstats.FieldMinorAllele: "m"}, sumstats.ReadOptions{}, .3, 0},
		"minor is other":     {"f m", "0.3 G", sumstats.Mapping{sumstats.FieldMAF: "f", sumstats.FieldMinorAllele: "m"}, sumstats.ReadOptions{}, .7, 0},
		"genotypes":          {"aa ab bb", "1 2 5", sumstats.Mapping{sumstats.FieldCountAA: "aa", sumstats.FieldCountAB: "ab", sumstats.FieldCountBB: "bb"}, sumstats.ReadOptions{}, .75, 0},
		"cases and controls": {"a u na nu", "0.4 0.2 100 300", sumstats.Mapping{sumstats.FieldEAFCases: "a", sumstats.FieldEAFControls: "u", sumstats.FieldNCases: "na", sumstats.FieldNControls: "nu"}, sumstats.ReadOptions{}, .25, 0},
		"totals of study":    {"a u", "0.4 0.2", sumstats.Mapping{sumstats.FieldEAFCases: "a", sumstats.FieldEAFControls: "u"}, sumstats.ReadOptions{NCases: 100, NControls: 300}, .25, 0},
		"controls only":      {"a u", "0.4 0.2", sumstats.Mapping{sumstats.FieldEAFCases: "a", sumstats.FieldEAFControls: "u"}, sumstats.ReadOptions{}, .2, 0},
		"missing":            {"f", "NA", sumstats.Mapping{sumstats.FieldEAF: "f"}, sumstats.ReadOptions{}, math.NaN(), 0},
		"unreadable":         {"f", "x", sumstats.Mapping{sumstats.FieldEAF: "f"}, sumstats.ReadOptions{}, math.NaN(), 0},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping = sumstatstest.Simple.With(tt.mapping)
			row := sumstatstest.One(t, sumstatstest.Table("chr pos ea oa beta se p "+tt.header, "1 5 A G 0.1 0.1 0.3 "+tt.row), tt.opt)
			if math.IsNaN(tt.want) != math.IsNaN(row.EAF) || !math.IsNaN(tt.want) && !near(row.EAF, tt.want) || row.Flags != tt.flags {
				t.Errorf("frequency %v, flags %b; want %v, %b", row.EAF, row.Flags, tt.want, tt.flags)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	for name, tt := range map[string]struct {
		header, row         string
		mapping             sumstats.Mapping
		opt                 sumstats.ReadOptions
		n, nCases, controls float64
	}{
		"given":            {"n", "100", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{N: 5}, 100, math.NaN(), math.NaN()},
		"fractional":       {"n", "100.5", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{}, 100.5, math.NaN(), math.NaN()},
		"of the study":     {"n", "NA", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{N: 5}, 5, math.NaN(), math.NaN()},
		"no column":        {"x", "1", sumstats.Mapping{}, sumstats.ReadOptions{NCases: 30, NControls: 70}, 100, 30, 70},
		"sum":              {"a u", "30 70", sumstats.Mapping{sumstats.FieldNCases: "a", sumstats.FieldNControls: "u"}, sumstats.ReadOptions{N: 5}, 100, 30, 70},
		"controls by rest": {"a n", "30 100", sumstats.Mapping{sumstats.FieldNCases: "a", sumstats.FieldN: "n"}, sumstats.ReadOptions{}, 100, 30, 70},
		"unknown":          {"n", "-1", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{}, math.NaN(), math.NaN(), math.NaN()},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping = sumstatstest.Simple.With(tt.mapping)
			row := sumstatstest.One(t, sumstatstest.Table("chr pos ea oa beta se p "+tt.header, "1 5 A G 0.1 0.1 0.3 "+tt.row), tt.opt)
			got, want := []float64{row.N, row.NCases, row.NControls}, []float64{tt.n, tt.nCases, tt.controls}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("N, cases, controls %v, want %v", got, want)
			}
		})
	}
}

func TestAllelesAndPlaces(t *testing.T) {
	dict := variant.NewDict()
	for name, tt := range map[string]struct {
		header, row, want string
		mapping           sumstats.Mapping
		opt               sumstats.ReadOptions
	}{
		"lower case":       {"chr pos ea oa", "chrX 5 a g", "X:5 A/G", sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa"}, sumstats.ReadOptions{}},
		"other from REF":   {"chr pos ref alt a1", "1 5 A G G", "1:5 G/A", sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldEffectAllele: "a1", sumstats.FieldReferenceAllele: "ref", sumstats.FieldAlternateAllele: "alt"}, sumstats.ReadOptions{}},
		"other from ALT":   {"chr pos ref alt a1", "1 5 A G A", "1:5 A/G", sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldEffectAllele: "a1", sumstats.FieldReferenceAllele: "ref", sumstats.FieldAlternateAllele: "alt"}, sumstats.ReadOptions{}},
		"one column":       {"v", "chr7_99_A_CT", "7:99 CT/A", sumstats.Mapping{sumstats.FieldChrPosRefAlt: "v"}, sumstats.ReadOptions{}},
		"slash":            {"v", "9:22125503_G/C", "9:22125503 C/G", sumstats.Mapping{sumstats.FieldChrPosRefAlt: "v"}, sumstats.ReadOptions{}},
		"place in one":     {"v ea oa", "X_par1:5 A G", "X:5 A/G", sumstats.Mapping{sumstats.FieldChrPos: "v", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa"}, sumstats.ReadOptions{}},
		"minus strand":     {"v ea oa s", "1:5 A AC -", "1:5 T/GT", sumstats.Mapping{sumstats.FieldChrPos: "v", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa", sumstats.FieldStrand: "s"}, sumstats.ReadOptions{}},
		"symbols are kept": {"v ea oa", "1:5 I D", "1:5 I/D", sumstats.Mapping{sumstats.FieldChrPos: "v", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa"}, sumstats.ReadOptions{KeepSymbolic: true}},
		"by rs identifier": {"v ea oa", "rs5,rs6 A G", ":0 A/G", sumstats.Mapping{sumstats.FieldRSID: "v", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa"}, sumstats.ReadOptions{ByRSID: true}},
		"zero-based":       {"v ea oa", "1:5 A G", "1:6 A/G", sumstats.Mapping{sumstats.FieldChrPos: "v", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa"}, sumstats.ReadOptions{Conventions: sumstats.Conventions{ZeroBased: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping, tt.opt.Dict = sumstats.Mapping{sumstats.FieldBeta: "beta", sumstats.FieldSE: "se"}.With(tt.mapping), dict
			row := sumstatstest.One(t, sumstatstest.Table(tt.header+" beta se", tt.row+" 0.1 0.1"), tt.opt)
			if got := fmt.Sprintf("%v:%d %s/%s", row.Chromosome, row.Position, dict.Text(row.EA), dict.Text(row.OA)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestColumnCounts counts values before and after repair.
func TestColumnCounts(t *testing.T) {
	m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldN: "n"})
	_, account, err := sumstatstest.ReadRows(t, sumstatstest.Table("chr pos ea oa beta se p n",
		"1 5 A G 0.1 0.1 0.3 100", "chr2 1e3 a G 0.1 0.1 0.3 100.5", "X 5 A G NA -1 2 0", "99 0 . G x 0.1 NA NA", "1 5 A"), sumstats.ReadOptions{Mapping: m})
	if err != nil {
		t.Fatal(err)
	}
	want := []sumstats.ColumnCount{
		{sumstats.FieldChromosome, "chr", "text", 4, 0, 1, 3}, {sumstats.FieldPosition, "pos", "integer", 4, 0, 2, 3},
		{sumstats.FieldEffectAllele, "ea", "text", 4, 0, 2, 3}, {sumstats.FieldOtherAllele, "oa", "text", 4, 0, 4, 4},
		{sumstats.FieldBeta, "beta", "number", 4, 1, 2, 2}, {sumstats.FieldSE, "se", "number", 4, 0, 3, 3},
		{sumstats.FieldP, "p", "number", 4, 1, 2, 2}, {sumstats.FieldN, "n", "number", 4, 1, 1, 2},
	}
	if diff := cmp.Diff(want, account.Columns); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestChunksDoNotShow reads the same rows whatever the number of workers and the
// borders between chunks.
func TestChunksDoNotShow(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(strings.ReplaceAll(sumstatstest.SimpleHeader, "\n", "\r\n"))
	const n = 60_000
	for i := range n {
		if i%1000 == 7 {
			b.WriteString("bad row\r\n")
			continue
		}
		fmt.Fprintf(&b, "%d\t%d\tA\tG\t%.17g\t0.1\t0.3\r\n", 1+i/3000, 1+i, float64(i)/n)
	}
	var want []sumstats.Row
	for workers := 1; workers <= 3; workers++ {
		rows, account, err := sumstatstest.ReadRows(t, b.Bytes(), sumstats.ReadOptions{Mapping: sumstatstest.Simple, Workers: workers})
		if err != nil || len(rows) != n-60 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		if got := account.Excluded[0].Lines; got[0] != 9 || got[9] != 9009 {
			t.Errorf("lines %v", got)
		}
		for i := range rows { // NaN is not equal to itself
			rows[i].EAF, rows[i].N, rows[i].NCases, rows[i].NControls, rows[i].Info, rows[i].NEff = 0, 0, 0, 0, 0, 0
		}
		if want == nil {
			want = rows
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Fatalf("%d workers (-one +more):\n%s", workers, diff)
		}
	}
	if last := want[len(want)-1]; last.Line != n+1 || last.Position != n {
		t.Errorf("last row %+v", last)
	}
}

func TestReaderReturnsItsHeader(t *testing.T) {
	r, err := sumstats.Open(
		bytes.NewReader(sumstatstest.Table(sumstatstest.SimpleHeader, "1 5 A G 0.1 0.1 0.3")),
		sumstats.ReadOptions{Mapping: sumstatstest.Simple},
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.Header(), " "); got != "chr pos ea oa beta se p" {
		t.Errorf("header %q", got)
	}
}

func TestAllelesOfFour(t *testing.T) {
	dict := variant.NewDict()
	row := sumstatstest.One(
		t,
		sumstatstest.Table(sumstatstest.SimpleHeader, "1 5 2 4 0.1 0.1 0.3"),
		sumstats.ReadOptions{Mapping: sumstatstest.Simple, Dict: dict},
	)
	if dict.Text(row.EA) != "C" || dict.Text(row.OA) != "T" {
		t.Errorf("2 and 4 are %s and %s", dict.Text(row.EA), dict.Text(row.OA))
	}
}

// TestTheMappingMatchesTheHeader has unknown names and one that is a number: a line with the names of
// the mapping is a header and not a row.
func TestTheMappingMatchesTheHeader(t *testing.T) {
	m := sumstats.Mapping{sumstats.FieldChromosome: "k1", sumstats.FieldPosition: "k2", sumstats.FieldEffectAllele: "k3",
		sumstats.FieldOtherAllele: "k4", sumstats.FieldBeta: "k5", sumstats.FieldSE: "2019"}
	row := sumstatstest.One(t, sumstatstest.Table("k1 k2 k3 k4 k5 2019", "1 5 A G 0.1 0.2"), sumstats.ReadOptions{Mapping: m})
	if row.Position != 5 || row.SE != 0.2 {
		t.Errorf("%+v", row)
	}
}

// A row is repaired once for a reason, whether one or both of its alleles cause it.
func TestARepairCountsRows(t *testing.T) {
	file := sumstatstest.Table("chr pos ea oa beta se p", "1 5 1 3 0.1 0.1 0.3", "1 6 a g 0.1 0.1 0.3", "1 7 2 4 0.1 0.1 0.3", "1 8 A g 0.1 0.1 0.3")
	for workers := 1; workers <= 2; workers++ {
		_, account, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Workers: workers, Mapping: sumstats.Mapping{
			sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa",
			sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p",
		}})
		if err != nil {
			t.Fatal(err)
		}
		got := map[sumstats.Reason][]uint32{}
		for _, c := range account.Repaired {
			if got[c.Reason] = c.Lines; c.N != 2 {
				t.Errorf("%s: %d rows", c.Reason, c.N)
			}
		}
		if diff := cmp.Diff(map[sumstats.Reason][]uint32{"allele_numbered": {2, 4}, "allele_lower_case": {3, 5}}, got); diff != "" {
			t.Error(diff)
		}
	}
}

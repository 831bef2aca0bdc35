package sumstats

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
	"cohortium/internal/gwas/variant"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// TestAssociation derives effect, error and P from whatever a file gives.
func TestAssociation(t *testing.T) {
	const base = "chr pos ea oa "
	x := stat.NegLog10PFromZ(2)
	for name, tt := range map[string]struct {
		header, row  string
		mapping      Mapping
		opt          ReadOptions
		beta, se, lp float64
		flags        RowFlags
	}{
		"as given":          {"beta se p", "0.2 0.1 0.0455", Mapping{FieldBeta: "beta", FieldSE: "se", FieldP: "p"}, ReadOptions{}, .2, .1, -math.Log10(.0455), 0},
		"odds ratio":        {"or se p", "1.5 0.1 0.01", Mapping{FieldOddsRatio: "or", FieldSE: "se", FieldP: "p"}, ReadOptions{}, math.Log(1.5), .1, 2, 0},
		"hazard ratio":      {"hr se p", "0.5 0.1 0.01", Mapping{FieldHazardRatio: "hr", FieldSE: "se", FieldP: "p"}, ReadOptions{}, math.Log(.5), .1, 2, 0},
		"beta before ratio": {"beta or se p", "0.2 9 0.1 0.01", Mapping{FieldBeta: "beta", FieldOddsRatio: "or", FieldSE: "se", FieldP: "p"}, ReadOptions{}, .2, .1, 2, 0},
		"ratio for missing": {"beta or se p", "NA 1.5 0.1 0.01", Mapping{FieldBeta: "beta", FieldOddsRatio: "or", FieldSE: "se", FieldP: "p"}, ReadOptions{}, math.Log(1.5), .1, 2, 0},
		"interval of ratio": {"or lo hi p", "1.39 1.14839811412205 1.68243048838259 0.01", Mapping{FieldOddsRatio: "or", FieldCILower: "lo", FieldCIUpper: "hi", FieldP: "p"}, ReadOptions{}, math.Log(1.39), 0.09741797378109746, 2, SEDerived},
		"interval of beta":  {"beta lo hi p", "0.2 0.1 0.3 0.01", Mapping{FieldBeta: "beta", FieldCILower: "lo", FieldCIUpper: "hi", FieldP: "p"}, ReadOptions{}, .2, 0.0510213456924654, 2, SEDerived},
		"error from P":      {"beta p", fmt.Sprintf("0.2 %s", AppendP(nil, x)), Mapping{FieldBeta: "beta", FieldP: "p"}, ReadOptions{}, .2, .1, x, SEDerived},
		"error from Z":      {"beta z p", "0.2 2 0.0455", Mapping{FieldBeta: "beta", FieldZ: "z", FieldP: "p"}, ReadOptions{}, .2, .1, -math.Log10(.0455), SEDerived},
		"error of ratio":    {"or se p", "1.5 0.15 0.01", Mapping{FieldOddsRatio: "or", FieldSEOfRatio: "se", FieldP: "p"}, ReadOptions{}, math.Log(1.5), .1, 2, 0},
		"P from error":      {"beta se", "0.2 0.1", Mapping{FieldBeta: "beta", FieldSE: "se"}, ReadOptions{}, .2, .1, x, PFromZ},
		"P of 0":            {"beta se p", "4 0.1 0", Mapping{FieldBeta: "beta", FieldSE: "se", FieldP: "p"}, ReadOptions{}, 4, .1, stat.NegLog10PFromZ(40), PFromZ},
		"P below doubles":   {"beta se p", "4 0.1 3.2e-412", Mapping{FieldBeta: "beta", FieldSE: "se", FieldP: "p"}, ReadOptions{}, 4, .1, 411.494850021680094, 0},
		"−log10 P":          {"beta se p", "4 0.1 349.1", Mapping{FieldBeta: "beta", FieldSE: "se", FieldNegLog10P: "p"}, ReadOptions{}, 4, .1, 349.1, 0},
		"−log10 before P":   {"beta se p lp", "4 0.1 0 349.1", Mapping{FieldBeta: "beta", FieldSE: "se", FieldP: "p", FieldNegLog10P: "lp"}, ReadOptions{}, 4, .1, 349.1, 0},
		"ln P":              {"beta se p", "4 0.1 -803.8", Mapping{FieldBeta: "beta", FieldSE: "se", FieldLnP: "p"}, ReadOptions{}, 4, .1, 803.8 * math.Log10E, 0},
		"log10 P":           {"beta se p", "4 0.1 -349.1", Mapping{FieldBeta: "beta", FieldSE: "se", FieldLog10P: "p"}, ReadOptions{}, 4, .1, 349.1, 0},
		"Z, frequency, N":   {"z f n p", "2 0.5 1996 0.0455", Mapping{FieldZ: "z", FieldEAF: "f", FieldN: "n", FieldP: "p"}, ReadOptions{}, 2 / math.Sqrt(1000), 1 / math.Sqrt(1000), -math.Log10(.0455), SEDerived},
		"Z as effect":       {"z", "-2", Mapping{FieldZ: "z"}, ReadOptions{ZAsEffect: true}, -2, 1, x, SEDerived | PFromZ},
		"further missing":   {"beta se p", fmt.Sprintf("0.2 -9 %s", AppendP(nil, x)), Mapping{FieldBeta: "beta", FieldSE: "se", FieldP: "p"}, ReadOptions{Conventions: Conventions{MissingTokens: []string{"-9"}}}, .2, .1, x, SEDerived},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping = Mapping{FieldChromosome: "chr", FieldPosition: "pos", FieldEffectAllele: "ea", FieldOtherAllele: "oa"}.With(tt.mapping)
			row := one(t, table(base+tt.header, "1 5 A G "+tt.row), tt.opt)
			if !near(row.Beta, tt.beta) || !near(row.SE, tt.se) || !near(row.NegLog10P, tt.lp) || row.Flags != tt.flags {
				t.Errorf("beta %v, error %v, −log10 P %v, flags %b; want %v, %v, %v, %b", row.Beta, row.SE, row.NegLog10P, row.Flags, tt.beta, tt.se, tt.lp, tt.flags)
			}
		})
	}
}

// TestExclusions gives each reason its row.
func TestExclusions(t *testing.T) {
	m := simple.With(Mapping{FieldEAF: "f", FieldN: "n", FieldInfo: "info"})
	for line, want := range map[string]Reason{
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
		var told []Excluded
		opt := ReadOptions{Mapping: m, Build: genome.GRCh37, Excluded: func(e Excluded) { told = append(told, e) }}
		file := table("chr pos ea oa beta se p f n info", "1 5 A G 0.1 0.1 0.3 0.5 100 1", line)
		rows, account, err := readRows(t, file, opt)
		if err != nil || len(rows) != 1 {
			t.Errorf("%s: %d rows, %v", line, len(rows), err)
			continue
		}
		if diff := cmp.Diff(map[Reason]int64{want: 1}, reasons(account.Excluded)); diff != "" {
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
		mapping     Mapping
		opt         ReadOptions
		want        float64
		flags       RowFlags
	}{
		"given":              {"f", "0.3", Mapping{FieldEAF: "f"}, ReadOptions{}, .3, 0},
		"bounds are allowed": {"f", "1", Mapping{FieldEAF: "f"}, ReadOptions{}, 1, 0},
		"of the other":       {"f", "0.3", Mapping{FieldOAF: "f"}, ReadOptions{}, .7, 0},
		"minor":              {"f", "0.3", Mapping{FieldMAF: "f"}, ReadOptions{}, .3, EAFIsMAF},
		"minor is effect":    {"f m", "0.3 a", Mapping{FieldMAF: "f", FieldMinorAllele: "m"}, ReadOptions{}, .3, 0},
		"minor is other":     {"f m", "0.3 G", Mapping{FieldMAF: "f", FieldMinorAllele: "m"}, ReadOptions{}, .7, 0},
		"genotypes":          {"aa ab bb", "1 2 5", Mapping{FieldCountAA: "aa", FieldCountAB: "ab", FieldCountBB: "bb"}, ReadOptions{}, .75, 0},
		"cases and controls": {"a u na nu", "0.4 0.2 100 300", Mapping{FieldEAFCases: "a", FieldEAFControls: "u", FieldNCases: "na", FieldNControls: "nu"}, ReadOptions{}, .25, 0},
		"totals of study":    {"a u", "0.4 0.2", Mapping{FieldEAFCases: "a", FieldEAFControls: "u"}, ReadOptions{NCases: 100, NControls: 300}, .25, 0},
		"controls only":      {"a u", "0.4 0.2", Mapping{FieldEAFCases: "a", FieldEAFControls: "u"}, ReadOptions{}, .2, 0},
		"missing":            {"f", "NA", Mapping{FieldEAF: "f"}, ReadOptions{}, math.NaN(), 0},
		"unreadable":         {"f", "x", Mapping{FieldEAF: "f"}, ReadOptions{}, math.NaN(), 0},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping = simple.With(tt.mapping)
			row := one(t, table("chr pos ea oa beta se p "+tt.header, "1 5 A G 0.1 0.1 0.3 "+tt.row), tt.opt)
			if math.IsNaN(tt.want) != math.IsNaN(row.EAF) || !math.IsNaN(tt.want) && !near(row.EAF, tt.want) || row.Flags != tt.flags {
				t.Errorf("frequency %v, flags %b; want %v, %b", row.EAF, row.Flags, tt.want, tt.flags)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	for name, tt := range map[string]struct {
		header, row         string
		mapping             Mapping
		opt                 ReadOptions
		n, nCases, controls float64
	}{
		"given":            {"n", "100", Mapping{FieldN: "n"}, ReadOptions{N: 5}, 100, math.NaN(), math.NaN()},
		"fractional":       {"n", "100.5", Mapping{FieldN: "n"}, ReadOptions{}, 100.5, math.NaN(), math.NaN()},
		"of the study":     {"n", "NA", Mapping{FieldN: "n"}, ReadOptions{N: 5}, 5, math.NaN(), math.NaN()},
		"no column":        {"x", "1", Mapping{}, ReadOptions{NCases: 30, NControls: 70}, 100, 30, 70},
		"sum":              {"a u", "30 70", Mapping{FieldNCases: "a", FieldNControls: "u"}, ReadOptions{N: 5}, 100, 30, 70},
		"controls by rest": {"a n", "30 100", Mapping{FieldNCases: "a", FieldN: "n"}, ReadOptions{}, 100, 30, 70},
		"unknown":          {"n", "-1", Mapping{FieldN: "n"}, ReadOptions{}, math.NaN(), math.NaN(), math.NaN()},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping = simple.With(tt.mapping)
			row := one(t, table("chr pos ea oa beta se p "+tt.header, "1 5 A G 0.1 0.1 0.3 "+tt.row), tt.opt)
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
		mapping           Mapping
		opt               ReadOptions
	}{
		"lower case":       {"chr pos ea oa", "chrX 5 a g", "X:5 A/G", Mapping{FieldChromosome: "chr", FieldPosition: "pos", FieldEffectAllele: "ea", FieldOtherAllele: "oa"}, ReadOptions{}},
		"other from REF":   {"chr pos ref alt a1", "1 5 A G G", "1:5 G/A", Mapping{FieldChromosome: "chr", FieldPosition: "pos", FieldEffectAllele: "a1", FieldReferenceAllele: "ref", FieldAlternateAllele: "alt"}, ReadOptions{}},
		"other from ALT":   {"chr pos ref alt a1", "1 5 A G A", "1:5 A/G", Mapping{FieldChromosome: "chr", FieldPosition: "pos", FieldEffectAllele: "a1", FieldReferenceAllele: "ref", FieldAlternateAllele: "alt"}, ReadOptions{}},
		"one column":       {"v", "chr7_99_A_CT", "7:99 CT/A", Mapping{FieldChrPosRefAlt: "v"}, ReadOptions{}},
		"slash":            {"v", "9:22125503_G/C", "9:22125503 C/G", Mapping{FieldChrPosRefAlt: "v"}, ReadOptions{}},
		"place in one":     {"v ea oa", "X_par1:5 A G", "X:5 A/G", Mapping{FieldChrPos: "v", FieldEffectAllele: "ea", FieldOtherAllele: "oa"}, ReadOptions{}},
		"minus strand":     {"v ea oa s", "1:5 A AC -", "1:5 T/GT", Mapping{FieldChrPos: "v", FieldEffectAllele: "ea", FieldOtherAllele: "oa", FieldStrand: "s"}, ReadOptions{}},
		"symbols are kept": {"v ea oa", "1:5 I D", "1:5 I/D", Mapping{FieldChrPos: "v", FieldEffectAllele: "ea", FieldOtherAllele: "oa"}, ReadOptions{KeepSymbolic: true}},
		"by rs identifier": {"v ea oa", "rs5,rs6 A G", ":0 A/G", Mapping{FieldRSID: "v", FieldEffectAllele: "ea", FieldOtherAllele: "oa"}, ReadOptions{ByRSID: true}},
		"zero-based":       {"v ea oa", "1:5 A G", "1:6 A/G", Mapping{FieldChrPos: "v", FieldEffectAllele: "ea", FieldOtherAllele: "oa"}, ReadOptions{Conventions: Conventions{ZeroBased: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping, tt.opt.Dict = Mapping{FieldBeta: "beta", FieldSE: "se"}.With(tt.mapping), dict
			row := one(t, table(tt.header+" beta se", tt.row+" 0.1 0.1"), tt.opt)
			if got := fmt.Sprintf("%v:%d %s/%s", row.Chromosome, row.Position, dict.Text(row.EA), dict.Text(row.OA)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestColumnCounts counts values before and after repair.
func TestColumnCounts(t *testing.T) {
	m := simple.With(Mapping{FieldN: "n"})
	_, account, err := readRows(t, table("chr pos ea oa beta se p n",
		"1 5 A G 0.1 0.1 0.3 100", "chr2 1e3 a G 0.1 0.1 0.3 100.5", "X 5 A G NA -1 2 0", "99 0 . G x 0.1 NA NA", "1 5 A"), ReadOptions{Mapping: m})
	if err != nil {
		t.Fatal(err)
	}
	want := []ColumnCount{
		{FieldChromosome, "chr", "text", 4, 0, 1, 3}, {FieldPosition, "pos", "integer", 4, 0, 2, 3},
		{FieldEffectAllele, "ea", "text", 4, 0, 2, 3}, {FieldOtherAllele, "oa", "text", 4, 0, 4, 4},
		{FieldBeta, "beta", "number", 4, 1, 2, 2}, {FieldSE, "se", "number", 4, 0, 3, 3},
		{FieldP, "p", "number", 4, 1, 2, 2}, {FieldN, "n", "number", 4, 1, 1, 2},
	}
	if diff := cmp.Diff(want, account.Columns); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestEveryRowIsAccountedFor throws arbitrary cells at the reader.
func TestEveryRowIsAccountedFor(t *testing.T) {
	cells := []string{"1", "chrX", "25", "", "NA", "A", "g", "<DEL>", "ACGT", "0.5", "-3", "1e-400", "inf", "1,5", "rs12", "0", "x\"y", "\"q\"", "70000", "#", "#NA", "."}
	m := simple.With(Mapping{FieldEAF: "f", FieldN: "n", FieldInfo: "info", FieldRSID: "rs"})
	rapid.Check(t, func(rt *rapid.T) {
		var b bytes.Buffer
		b.WriteString("chr\tpos\tea\toa\tbeta\tse\tp\tf\tn\tinfo\trs\n1\t5\tA\tG\t0.1\t0.1\t0.3\t0.5\t10\t1\trs1\n")
		lines, rowsIn := rapid.IntRange(0, 40).Draw(rt, "lines"), int64(1)
		for range lines {
			n := rapid.SampledFrom([]int{11, 11, 11, 11, 3, 12}).Draw(rt, "cells")
			line := strings.Join(rapid.SliceOfN(rapid.SampledFrom(cells), n, n).Draw(rt, "line"), "\t")
			b.WriteString(line + "\n")
			if trailing := n == 12 && strings.HasSuffix(line, "\t"); n == 11 || trailing || line[0] != '#' && strings.TrimSpace(line) != "" {
				rowsIn++
			}
		}
		told := 0
		file := b.Bytes()
		opt := ReadOptions{Mapping: m, Workers: 1 + lines%2, Excluded: func(Excluded) { told++ }}
		rows, account, err := readRows(t, file, opt)
		if err != nil {
			rt.Fatal(err)
		}
		if account.RowsIn != rowsIn || int64(told) != account.ExcludedN() || account.RowsIn+account.Blank+account.Comments != int64(lines)+1 {
			rt.Fatalf("%d told, %d lines, %d of them rows, %+v", told, lines, rowsIn, account)
		}
		if in, err := Inspect(Source{Reader: bytes.NewReader(file)}, InspectOptions{Whole: true}); err != nil || in.Rows != rowsIn {
			rt.Fatalf("the inspection counts %d rows, the reader %d; %v", in.Rows, rowsIn, err)
		}
		for _, r := range rows {
			if !r.Chromosome.Valid() || r.Position < 1 || !(r.SE > 0) || !(r.NegLog10P >= 0) || math.IsNaN(r.Beta) || r.EA == r.OA || r.EAF < 0 || r.EAF > 1 {
				rt.Fatalf("row %+v of\n%s", r, b.String())
			}
		}
	})
}

// TestRowsWithoutChromosomeComeFirst puts rows that begin with the missing value of
// GWAS-SSF where a sorted file has them: first.
func TestRowsWithoutChromosomeComeFirst(t *testing.T) {
	missing := strings.Repeat("#NA\t5\tA\tG\t0.1\t0.1\t0.3\n", 20_000) // more than the head holds
	few := strings.Repeat("#N/A\t5\tA\tG\t0.1\t0.1\t0.3\n", 3)
	good := "1\t5\tA\tG\t0.1\t0.1\t0.3\n"
	for name, tt := range map[string]struct {
		file             string
		in, out, comment int64
	}{
		"many":            {simpleHeader + missing + good, 20_001, 1, 0},
		"only":            {simpleHeader + few, 3, 0, 0},
		"# before header": {"#" + simpleHeader + few + good, 4, 1, 0},
		"many, # before":  {"## a note\n#" + simpleHeader + missing + good, 20_001, 1, 0},
		"comment between": {simpleHeader + few + "#NA is missing\n" + "# a\tremark\n" + good, 4, 1, 2},
		"any first cell":  {simpleHeader + good + "#x\t5\tA\tG\t0.1\t0.1\t0.3\n", 2, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			_, account, err := readRows(t, []byte(tt.file), ReadOptions{Mapping: simple})
			if err != nil || account.RowsIn != tt.in || account.RowsOut != tt.out || account.Comments != tt.comment {
				t.Errorf("%d rows in, %d out, %d comments, %v; want %d, %d, %d", account.RowsIn, account.RowsOut, account.Comments, err, tt.in, tt.out, tt.comment)
			}
			in, err := Inspect(Source{Reader: strings.NewReader(tt.file)}, InspectOptions{Whole: true})
			if err != nil || in.Rows != tt.in {
				t.Errorf("inspection sees %+v, %v; want %d rows", in, err, tt.in)
			}
		})
	}
}

// TestChunksDoNotShow reads the same rows whatever the number of workers and the
// borders between chunks.
func TestChunksDoNotShow(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(strings.ReplaceAll(simpleHeader, "\n", "\r\n"))
	const n = 60_000
	for i := range n {
		if i%1000 == 7 {
			b.WriteString("bad row\r\n")
			continue
		}
		fmt.Fprintf(&b, "%d\t%d\tA\tG\t%.17g\t0.1\t0.3\r\n", 1+i/3000, 1+i, float64(i)/n)
	}
	var want []Row
	for workers := 1; workers <= 3; workers++ {
		rows, account, err := readRows(t, b.Bytes(), ReadOptions{Mapping: simple, Workers: workers})
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

// TestSSFRoundTrip writes rows and reads them back.
func TestSSFRoundTrip(t *testing.T) {
	dict := variant.NewDict()
	const cols = SSFNegLog10P | SSFRSID | SSFVariantID | SSFN | SSFNCases | SSFNControls | SSFNEff | SSFInfo
	alleles := []string{"A", "C", "AC", strings.Repeat("GTCA", 12)} // nothing in common to trim
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.OneOf(rapid.Float64Range(0.001, 2), rapid.Just(math.NaN()))
		allele := func(i int) variant.Allele {
			a, _ := dict.Parse([]byte(alleles[i%len(alleles)]))
			return a
		}
		i := rapid.IntRange(0, 3).Draw(rt, "allele")
		want := Row{Chromosome: genome.Chromosome(rapid.IntRange(1, 24).Draw(rt, "chromosome")), Position: rapid.Int32Range(1, 50_000_000).Draw(rt, "position"),
			RSID: uint64(rapid.IntRange(0, 1e9).Draw(rt, "rs")), EA: allele(i), OA: allele(i + 1), Line: 2,
			Beta: rapid.Float64Range(-99, 99).Draw(rt, "beta"), SE: rapid.Float64Range(1e-6, 99).Draw(rt, "se"), EAF: rapid.Float64Range(0, 1).Draw(rt, "eaf"),
			NegLog10P: rapid.Float64Range(0, 900).Draw(rt, "p"), N: float64(rapid.IntRange(1, 1e7).Draw(rt, "n")), Info: number.Draw(rt, "info")}
		want.NCases, want.NControls = math.Floor(want.N/2), want.N-math.Floor(want.N/2)
		want.Beta += 0 // the text has no −0
		want.NEff = float32(rapid.IntRange(1, 1e6).Draw(rt, "neff"))
		file := AppendSSF(SSFHeader(nil, cols), &want, dict, cols)
		in := inspectBytes(t, "x.tsv", file)
		if in.Format != "gwas-ssf" {
			rt.Fatalf("format %s", in.Format)
		}
		rows, account, err := readRows(t, file, ReadOptions{Mapping: in.Mapping(true), Dict: dict})
		if err != nil || len(rows) != 1 {
			rt.Fatalf("%v, %+v of\n%s", err, account.Excluded, file)
		}
		if got, want := fmt.Sprintf("%+v", rows[0]), fmt.Sprintf("%+v", want); want != got && rows[0].NCases > 0 {
			rt.Fatalf("wrote %s\nread  %s", want, got)
		}
	})
}

func TestReaderTellsItsHeader(t *testing.T) {
	r, err := Open(bytes.NewReader(table(simpleHeader, "1 5 A G 0.1 0.1 0.3")), ReadOptions{Mapping: simple})
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

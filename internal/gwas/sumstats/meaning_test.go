package sumstats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/variant"
)

// TestFrequencyFollowsItsAllele checks the frequency of the allele in column B (0.3 for G, 0.7 for
// A) with each allele as the effect allele, in each column.
func TestFrequencyFollowsItsAllele(t *testing.T) {
	bound := sumstats.Mapping{sumstats.FieldAlleleFrequency: "f", sumstats.FieldFrequencyAllele: "b"}
	pair := func(ea, oa string) sumstats.Mapping {
		return sumstats.Mapping{sumstats.FieldEffectAllele: ea, sumstats.FieldOtherAllele: oa}
	}
	third := sumstats.Mapping{sumstats.FieldEffectAllele: "e", sumstats.FieldReferenceAllele: "a", sumstats.FieldAlternateAllele: "b"}
	cases := sumstats.Mapping{sumstats.FieldAlleleFrequencyCases: "f", sumstats.FieldAlleleFrequencyControls: "u", sumstats.FieldFrequencyAllele: "b"}
	counts := sumstats.Mapping{sumstats.FieldCountAA: "aa", sumstats.FieldCountAB: "ab", sumstats.FieldCountBB: "bb", sumstats.FieldFrequencyAllele: "b"}
	for name, tt := range map[string]struct {
		row     string // a b e f u aa ab bb s
		mapping []sumstats.Mapping
		want    float64
		flags   sumstats.RowFlags
		repair  sumstats.Reason
	}{
		"its allele is the effect allele":        {"A G G 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, pair("b", "a")}, 0.3, 0, ""},
		"its allele is the other allele":         {"A G G 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, pair("a", "b")}, 0.7, 0, "frequency_complemented"},
		"third column, its allele":               {"A G G 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, third}, 0.3, 0, ""},
		"third column, the other":                {"A G A 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, third}, 0.7, 0, "frequency_complemented"},
		"third column in lower case":             {"A G a 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, third}, 0.7, 0, "frequency_complemented"},
		"numbered alleles":                       {"1 3 1 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, third}, 0.7, 0, "frequency_complemented"},
		"on the minus strand":                    {"A G A 0.3 0.1 49 42 9 -", []sumstats.Mapping{bound, third, {sumstats.FieldStrand: "s"}}, 0.7, sumstats.StrandFlipped, "frequency_complemented"},
		"alleles that are trimmed":               {"CTT CTTT CTT 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, third}, 0.7, 0, "frequency_complemented"},
		"an allele that is neither":              {"A G A 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, pair("a", "x")}, math.NaN(), 0, "frequency_of_another_allele"},
		"an allele that is none":                 {"A . A 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, pair("a", "x")}, math.NaN(), 0, "frequency_of_another_allele"},
		"several alternates, the second":         {"A G,T T 0.3,0.2 0.1 49 42 9 +", []sumstats.Mapping{bound, third}, 0.2, 0, ""},
		"several alternates, the reference":      {"A G,T A 0.3,0.2 0.1 49 42 9 +", []sumstats.Mapping{bound, pair("e", "x")}, 0.5, 0, "frequency_complemented"},
		"cases and controls, its allele":         {"A G G 0.4 0.2 49 42 9 +", []sumstats.Mapping{cases, third}, 0.25, 0, "frequency_from_cases_controls"},
		"cases and controls, the other":          {"A G A 0.4 0.2 49 42 9 +", []sumstats.Mapping{cases, third}, 0.75, 0, "frequency_from_cases_controls"},
		"counts of its homozygotes":              {"A G G 0.9 0.9 49 42 9 +", []sumstats.Mapping{counts, third}, 0.3, 0, "frequency_from_genotypes"},
		"counts of the other homozygotes":        {"A G A 0.9 0.9 49 42 9 +", []sumstats.Mapping{counts, third}, 0.7, 0, "frequency_from_genotypes"},
		"minor allele by the same mechanism":     {"A G A 0.3 0.1 49 42 9 +", []sumstats.Mapping{{sumstats.FieldMAF: "f", sumstats.FieldFrequencyAllele: "b"}, third}, 0.7, 0, "frequency_from_minor_allele"},
		"minor allele that is neither":           {"A G A 0.3 0.1 49 42 9 +", []sumstats.Mapping{{sumstats.FieldMAF: "f", sumstats.FieldMinorAllele: "b"}, pair("a", "x")}, 0.3, sumstats.EAFIsMAF, "frequency_is_minor"},
		"a bound frequency leaves maf unbound":   {"A G A NA 0.1 49 42 9 +", []sumstats.Mapping{bound, {sumstats.FieldMAF: "u"}, pair("a", "b")}, 0.1, sumstats.EAFIsMAF, "frequency_is_minor"},
		"the effect allele's own comes first":    {"A G A 0.3 0.1 49 42 9 +", []sumstats.Mapping{bound, {sumstats.FieldEAF: "u"}, pair("a", "b")}, 0.1, 0, ""},
		"the other's own, where the first lacks": {"A G A NA 0.1 49 42 9 +", []sumstats.Mapping{bound, {sumstats.FieldOAF: "u"}, pair("b", "a")}, 0.9, 0, "frequency_complemented"},
	} {
		t.Run(name, func(t *testing.T) {
			m := sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldBeta: "beta", sumstats.FieldSE: "se"}
			for _, part := range tt.mapping {
				m = m.With(part)
			}
			file := sumstatstest.Table("chr pos beta se a b e f u aa ab bb s x", "1 5 0.1 0.1 "+tt.row+" C")
			rows, account, err := sumstatstest.ReadRows(t, file, sumstats.ReadOptions{Mapping: m, NCases: 100, NControls: 300})
			if err != nil || len(rows) != 1 {
				t.Fatalf("%d rows, %v, %+v", len(rows), err, account.Excluded)
			}
			if got := rows[0].EAF; fmt.Sprintf("%.12g", got) != fmt.Sprintf("%.12g", tt.want) || rows[0].Flags&^sumstats.PFromZ != tt.flags {
				t.Errorf("frequency %v, flags %b; want %v, %b", got, rows[0].Flags, tt.want, tt.flags)
			}
			if done := sumstatstest.Reasons(
				account.Repaired,
			); tt.repair != "" && done[tt.repair] != 1 ||
				tt.repair == "" && done["frequency_complemented"] != 0 {
				t.Errorf("repairs %v, want %s", done, tt.repair)
			}
		})
	}
}

// TestExchangingAllelesKeepsTheFrequencyRight answers the question for the effect
// allele both ways: effect, frequency and alleles turn together.
func TestExchangingAllelesKeepsTheFrequencyRight(t *testing.T) {
	m := sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos", sumstats.FieldEffectAllele: "A1", sumstats.FieldOtherAllele: "A2",
		sumstats.FieldAlleleFrequency: "A1_FREQ", sumstats.FieldFrequencyAllele: "A1", sumstats.FieldBeta: "beta", sumstats.FieldSE: "se"}
	file := sumstatstest.Table("chr pos A1 A2 A1_FREQ beta se", "1 5 A T 0.2 0.1 0.1")
	dict := variant.NewDict()
	for effect, want := range map[string]string{"A1": "A 0.2", "A2": "T 0.8"} {
		row := sumstatstest.One(t, file, sumstats.ReadOptions{Mapping: m.With(sumstats.Mapping{sumstats.FieldEffectAllele: effect}), Dict: dict})
		if got := fmt.Sprint(dict.Text(row.EA), " ", row.EAF); got != want {
			t.Errorf("effect allele %s: %s, want %s", effect, got, want)
		}
	}
	if got := m.With(sumstats.Mapping{sumstats.FieldEffectAllele: "A2"}); got[sumstats.FieldOtherAllele] != "A1" || got[sumstats.FieldFrequencyAllele] != "A1" {
		t.Errorf("the allele of the frequency went with the effect allele: %v", got)
	}
}

// TestFrequencyOfNoAllele is a question and not a guess.
func TestFrequencyOfNoAllele(t *testing.T) {
	for _, f := range []sumstats.Field{sumstats.FieldAlleleFrequency, sumstats.FieldAlleleFrequencyControls} {
		_, _, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table("chr pos ea oa beta se p f", "1 5 A G 0.1 0.1 0.3 0.2"),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple.With(sumstats.Mapping{f: "f"})},
		)
		if err == nil || !strings.Contains(err.Error(), "frequency_allele") || !strings.Contains(err.Error(), `"f"`) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// TestSizesFollowTheRow scales the declared sizes of the study to the people of the row. Expected
// values are by hand.
func TestSizesFollowTheRow(t *testing.T) {
	nan := math.NaN()
	for name, tt := range map[string]struct {
		header, row         string
		mapping             sumstats.Mapping
		opt                 sumstats.ReadOptions
		n, nCases, controls float64
	}{
		"a tenth of the study":            {"n", "5000", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{NCases: 2000, NControls: 48000}, 5000, 200, 4800},
		"N declared too":                  {"n", "5000", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{N: 50000, NCases: 2000, NControls: 48000}, 5000, 200, 4800},
		"controls by the rest":            {"n", "5000", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{N: 50000, NCases: 2000}, 5000, 200, 4800},
		"cases by the rest":               {"n", "5000", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{N: 50000, NControls: 48000}, 5000, 200, 4800},
		"the whole study":                 {"n", "NA", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{NCases: 2000, NControls: 48000}, 50000, 2000, 48000},
		"no dust of the scaling":          {"n", "4999", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{NCases: 2000, NControls: 48000}, 4999, 199.96, 4799.04},
		"cases of the row alone":          {"a", "500", sumstats.Mapping{sumstats.FieldNCases: "a"}, sumstats.ReadOptions{NCases: 2000, NControls: 48000}, 12500, 500, 12000},
		"controls of the row alone":       {"u", "12000", sumstats.Mapping{sumstats.FieldNControls: "u"}, sumstats.ReadOptions{NCases: 2000, NControls: 48000}, 12500, 500, 12000},
		"cases that nothing scales":       {"a", "500", sumstats.Mapping{sumstats.FieldNCases: "a"}, sumstats.ReadOptions{NControls: 48000}, nan, 500, nan},
		"the row knows better":            {"n a", "5000 1000", sumstats.Mapping{sumstats.FieldN: "n", sumstats.FieldNCases: "a"}, sumstats.ReadOptions{NCases: 2000, NControls: 48000}, 5000, 1000, 4000},
		"cases declared and nothing else": {"n", "5000", sumstats.Mapping{sumstats.FieldN: "n"}, sumstats.ReadOptions{NCases: 2000}, 5000, nan, nan},
	} {
		t.Run(name, func(t *testing.T) {
			tt.opt.Mapping = sumstatstest.Simple.With(tt.mapping)
			row := sumstatstest.One(t, sumstatstest.Table("chr pos ea oa beta se p "+tt.header, "1 5 A G 0.1 0.1 0.3 "+tt.row), tt.opt)
			if got, want := fmt.Sprint(row.N, row.NCases, row.NControls), fmt.Sprint(tt.n, tt.nCases, tt.controls); got != want {
				t.Errorf("N, cases, controls %s, want %s", got, want)
			}
		})
	}
}

// TestOneSpellingOfAVariant reads one deletion as four programs write it.
func TestOneSpellingOfAVariant(t *testing.T) {
	dict := variant.NewDict()
	for _, line := range []string{"1 5 CTTT CTT", "1 5 CT C", "1 3 GACTTT GACTT", "1 4 ACT AC"} {
		row := sumstatstest.One(
			t,
			sumstatstest.Table("chr pos ea oa beta se", line+" 0.1 0.1"),
			sumstats.ReadOptions{Mapping: sumstats.Mapping{sumstats.FieldChromosome: "chr", sumstats.FieldPosition: "pos",
				sumstats.FieldEffectAllele: "ea", sumstats.FieldOtherAllele: "oa", sumstats.FieldBeta: "beta", sumstats.FieldSE: "se"}, Dict: dict},
		)
		if got := fmt.Sprint(row.Position, dict.Text(row.EA), dict.Text(row.OA)); got != fmt.Sprint(5, "CT", "C") {
			t.Errorf("%s is read as %s", line, got)
		}
	}
	row := sumstatstest.One(t, sumstatstest.Table("rs ea oa beta se", "rs7 ATG ACG 0.1 0.1"), sumstats.ReadOptions{
		ByRSID: true,
		Dict:   dict,
		Mapping: sumstats.Mapping{
			sumstats.FieldRSID:         "rs",
			sumstats.FieldEffectAllele: "ea",
			sumstats.FieldOtherAllele:  "oa",
			sumstats.FieldBeta:         "beta",
			sumstats.FieldSE:           "se",
		},
	})
	if row.Position != 0 || dict.Text(row.EA) != "T" {
		t.Errorf("a row without position is at %d with %s", row.Position, dict.Text(row.EA))
	}
}

// TestEffectAlleleOfNeither leaves out a row whose effect allele is not of its variant.
func TestEffectAlleleOfNeither(t *testing.T) {
	m := sumstats.Mapping{
		sumstats.FieldChromosome:      "chr",
		sumstats.FieldPosition:        "pos",
		sumstats.FieldEffectAllele:    "a1",
		sumstats.FieldReferenceAllele: "ref",
		sumstats.FieldAlternateAllele: "alt",
		sumstats.FieldBeta:            "beta",
		sumstats.FieldSE:              "se",
	}
	for line, want := range map[string]sumstats.Reason{"1 5 A G T": "effect_allele_of_neither", "1 5 A G,C T": "effect_allele_of_neither", "1 5 A . T": "effect_allele_of_neither",
		"1 5 A G NA": "allele_missing", "1 5 A G A": "", "1 5 A G g": "", "1 5 A G,C C": "", "1 5 1 3 3": "", "1 5 A G,C A": "multi_allelic"} {
		rows, account, err := sumstatstest.ReadRows(t, sumstatstest.Table("chr pos ref alt a1 beta se", line+" 0.1 0.1"), sumstats.ReadOptions{Mapping: m})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" && len(rows) != 1 || want != "" && sumstatstest.Reasons(account.Excluded)[want] != 1 {
			t.Errorf("%s: %d rows, %v", line, len(rows), account.Excluded)
		}
	}
}

// TestMissingP leaves out rows with a missing value in a column of P, and computes P only where
// there is no such column or where it is 0.
func TestMissingP(t *testing.T) {
	for name, tt := range map[string]struct {
		header, cell string
		mapping      sumstats.Mapping
		kept         bool
	}{
		"missing":                       {"p", "NA", sumstats.Mapping{sumstats.FieldP: "p"}, false},
		"missing on a log scale":        {"p", "NA", sumstats.Mapping{sumstats.FieldNegLog10P: "p"}, false},
		"missing beside Z":              {"p z", "NA 1", sumstats.Mapping{sumstats.FieldP: "p", sumstats.FieldZ: "z"}, false},
		"missing twice":                 {"p l", "NA NA", sumstats.Mapping{sumstats.FieldP: "p", sumstats.FieldNegLog10P: "l"}, false},
		"missing once":                  {"p l", "NA 0.3", sumstats.Mapping{sumstats.FieldP: "p", sumstats.FieldNegLog10P: "l"}, true},
		"zero":                          {"p", "0", sumstats.Mapping{sumstats.FieldP: "p"}, true},
		"no column of P":                {"x", "NA", sumstats.Mapping{}, true},
		"no column of P, and a Z score": {"z", "1", sumstats.Mapping{sumstats.FieldZ: "z"}, true},
	} {
		m := sumstats.Mapping{
			sumstats.FieldChromosome:   "chr",
			sumstats.FieldPosition:     "pos",
			sumstats.FieldEffectAllele: "ea",
			sumstats.FieldOtherAllele:  "oa",
			sumstats.FieldBeta:         "beta",
			sumstats.FieldSE:           "se",
		}
		_, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table("chr pos ea oa beta se "+tt.header, "1 5 A G 0.1 0.1 "+tt.cell),
			sumstats.ReadOptions{Mapping: m.With(tt.mapping)},
		)
		if err != nil || account.RowsOut == 1 != tt.kept || !tt.kept && sumstatstest.Reasons(account.Excluded)["p_value_missing"] != 1 {
			t.Errorf("%s: %v, %+v", name, err, account.Excluded)
		}
	}
}

// TestChromosome25IsDecidedByTheFile has rows that determine nothing by themselves.
func TestChromosome25IsDecidedByTheFile(t *testing.T) {
	filler := strings.Repeat("1 5 A G 0.1 0.1 0.3\n", 40_000) // several chunks
	for name, tt := range map[string]struct {
		lines, want string
		plink       bool
	}{
		"nothing tells: GWAS-SSF":   {"25 100 A G 0.1 0.1 0.3\n25 200 A G 0.1 0.1 0.3", "MT:100 MT:200", false},
		"a later position tells":    {"25 100 A G 0.1 0.1 0.3\n" + filler + "25 70000 A G 0.1 0.1 0.3", "X:100 X:70000", false},
		"an earlier position tells": {"25 70000 A G 0.1 0.1 0.3\n" + filler + "25 100 A G 0.1 0.1 0.3", "X:70000 X:100", false},
		"a 26 tells":                {"25 100 A G 0.1 0.1 0.3\n" + filler + "26 100 A G 0.1 0.1 0.3", "X:100 MT:100", false},
		"the last position of MT":   {"25 16571 A G 0.1 0.1 0.3", "MT:16571", false},
		"a base behind it":          {"chr25 16572 A G 0.1 0.1 0.3", "X:16572", false},
		"PLINK writes 25 for X":     {"25 100 A G 0.1 0.1 0.3", "X:100", true},
		"MT by its name stays":      {"MT 100 A G 0.1 0.1 0.3\n25 70000 A G 0.1 0.1 0.3", "MT:100 X:70000", false},
		"beyond X is no proof":      {"25 100 A G 0.1 0.1 0.3\n25 999999999 A G 0.1 0.1 0.3", "MT:100", false},
	} {
		t.Run(name, func(t *testing.T) {
			file := sumstatstest.Table(sumstatstest.SimpleHeader, strings.Split(tt.lines, "\n")...)
			r, err := sumstats.Open(
				strings.NewReader(string(file)),
				sumstats.ReadOptions{Mapping: sumstatstest.Simple, PLINKCodes: tt.plink, Build: "GRCh37", Workers: 2},
			)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = r.Close() }()
			var got []string
			rows, batch := 0, make([]sumstats.Row, 100)
			for {
				n, err := r.ReadRows(batch)
				for _, row := range batch[:n] {
					if row.Flags != 0 {
						t.Fatalf("flags %b", row.Flags)
					}
					if row.Chromosome != 1 {
						got = append(got, fmt.Sprintf("%v:%d", row.Chromosome, row.Position))
					}
				}
				if rows += n; err != nil {
					break
				}
			}
			if strings.Join(got, " ") != tt.want || int64(rows) != r.Account().RowsOut {
				t.Errorf("%v of %d rows, want %s of %d", got, rows, tt.want, r.Account().RowsOut)
			}
			if n := sumstatstest.Reasons(r.Account().Repaired)["pseudo_autosomal_to_x"]; int(n) != strings.Count(tt.want, "X:") {
				t.Errorf("%d rows counted as pseudo-autosomal", n)
			}
		})
	}
}

// TestTwoSpellingsOfOneStudy writes random biallelic rows with the effect allele
// in the first or the second column and the frequency of either, and gets one
// study. The truth is made before any of it is written.
func TestTwoSpellingsOfOneStudy(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	bases := "ACGT"
	for range 200 {
		i := rng.IntN(4)
		j := (i + 1 + rng.IntN(3)) % 4
		f, beta := math.Round(rng.Float64()*1000)/1000, rng.NormFloat64()
		ea, oa := string(bases[i]), string(bases[j])
		first := rng.IntN(2) == 0 // the effect allele is in the first column
		ofFirst := rng.IntN(2) == 0
		a, b, effect, counted := ea, oa, "x", "x"
		if !first {
			a, b, effect = oa, ea, "y"
		}
		stated := f
		if ofFirst != first {
			stated = 1 - f
		}
		if !ofFirst {
			counted = "y"
		}
		m := sumstats.Mapping{
			sumstats.FieldChromosome:      "chr",
			sumstats.FieldPosition:        "pos",
			sumstats.FieldEffectAllele:    "e",
			sumstats.FieldReferenceAllele: "x",
			sumstats.FieldAlternateAllele: "y",
			sumstats.FieldAlleleFrequency: "f",
			sumstats.FieldFrequencyAllele: counted,
			sumstats.FieldBeta:            "beta",
			sumstats.FieldSE:              "se",
		}
		if rng.IntN(2) == 0 {
			m = m.With(sumstats.Mapping{sumstats.FieldEffectAllele: effect})
		}
		dict := variant.NewDict()
		row := sumstatstest.One(
			t,
			sumstatstest.Table("chr pos x y e f beta se", fmt.Sprintf("1 5 %s %s %s %.6f %.6f 0.1", a, b, ea, stated, beta)),
			sumstats.ReadOptions{Mapping: m, Dict: dict},
		)
		if dict.Text(row.EA) != ea || dict.Text(row.OA) != oa || math.Abs(row.EAF-f) > 1e-9 {
			t.Fatalf("%s/%s %v is read as %s/%s %v by %v", ea, oa, f, dict.Text(row.EA), dict.Text(row.OA), row.EAF, m)
		}
	}
}

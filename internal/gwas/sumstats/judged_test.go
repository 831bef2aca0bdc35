package sumstats_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/variant"
)

// negLog10P returns −log10 P of Z, P = erfc(|z|/√2).
func negLog10P(z float64) float64 { return -math.Log10(math.Erfc(math.Abs(z) / math.Sqrt2)) }

// TestLimitsOfP reads P that is a limit, from a certain P on, or missing.
func TestLimitsOfP(t *testing.T) {
	withoutSE := sumstats.Mapping{sumstats.FieldSE: ""}
	floor := sumstats.Reading{PFloor: 16}
	for name, tt := range map[string]struct {
		row     string // beta, error and P
		mapping sumstats.Mapping
		reading sumstats.Reading
		x       float64 // −log10 P; 0 for a row that is left out
		flags   sumstats.RowFlags
		why     sumstats.Reason
	}{
		"a limit":                                 {"1 0.1 <2.2e-16", nil, sumstats.Reading{}, negLog10P(10), sumstats.PFromZ, "p_from_limit"},
		"a limit with ≤":                          {"3 0.1 ≤ 1e-300", nil, sumstats.Reading{}, negLog10P(30), sumstats.PFromZ, "p_from_limit"},
		"a limit without an error":                {"1 NA <2.2e-16", nil, sumstats.Reading{}, 0, 0, "standard_error_missing"},
		"a limit without a column of errors":      {"1 9 <2.2e-16", withoutSE, sumstats.Reading{}, 0, 0, "standard_error_missing"},
		"the floor":                               {"1 0.1 1e-16", nil, floor, negLog10P(10), sumstats.PFromZ, "p_from_limit"},
		"below the floor":                         {"1 0.1 1e-17", nil, floor, negLog10P(10), sumstats.PFromZ, "p_from_limit"},
		"above the floor":                         {"1 0.1 1.01e-16", nil, floor, -math.Log10(1.01e-16), 0, ""},
		"the floor without an error":              {"1 NA 1e-16", nil, floor, 0, 0, "standard_error_missing"},
		"above the floor without an error":        {"1 NA 1e-15", nil, floor, 15, sumstats.SEDerived, "standard_error_from_p"},
		"missing":                                 {"1 0.1 NA", nil, sumstats.Reading{}, 0, 0, "p_value_missing"},
		"missing where P follows from the others": {"1 0.1 NA", nil, sumstats.Reading{DeriveP: true}, negLog10P(10), sumstats.PFromZ, "p_derived"},
		"missing and nothing to derive it from":   {"1 NA NA", nil, sumstats.Reading{DeriveP: true}, 0, 0, "standard_error_missing"},
		"stated where P follows from the others":  {"1 0.1 0.5", nil, sumstats.Reading{DeriveP: true}, -math.Log10(0.5), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			opt := sumstats.ReadOptions{Mapping: sumstatstest.Simple.With(tt.mapping), Reading: tt.reading}
			header := "chr\tpos\tea\toa\tbeta\tse\tp\n"
			cells := strings.SplitN(tt.row, " ", 3)
			file := []byte(header + "1\t5\tA\tG\t" + strings.Join(cells, "\t") + "\n")
			rows, account, err := sumstatstest.ReadRows(t, file, opt)
			if err != nil || (len(rows) == 1) != (tt.x > 0) {
				t.Fatalf("%d rows, %v, %+v", len(rows), err, account.Excluded)
			}
			counts := account.Repaired
			if len(rows) == 0 {
				counts = account.Excluded
			} else if r := rows[0]; !near(r.NegLog10P, tt.x) || r.Flags != tt.flags {
				t.Errorf("−log10 P %v, flags %b; want %v, %b", r.NegLog10P, r.Flags, tt.x, tt.flags)
			}
			if tt.why != "" && sumstatstest.Reasons(counts)[tt.why] != 1 || tt.why == "" && len(counts) > 0 {
				t.Errorf("%+v, want %q", counts, tt.why)
			}
		})
	}
}

// TestMinusNine reads −9 as a missing beta or frequency where it cannot be one.
func TestMinusNine(t *testing.T) {
	m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldEAF: "f"})
	for _, tt := range []struct {
		row    string // beta, error, P and frequency
		reason sumstats.Reason
		eaf    float64
	}{
		{"-9 NA 0.3 0.5", "effect_missing_code", 0},
		{"-9 -9 -9 0.5", "effect_missing_code", 0},
		{"-9 0.1 0.3 0.5", "effect_missing_code", 0},
		{fmt.Sprintf("-9 4.5 %.9g 0.5", math.Erfc(2/math.Sqrt2)), "", 0.5}, // an effect with its own P
		{"-9.1 4.5 0.3 0.5", "", 0.5},
		{"0.1 0.1 0.3173 -9", "", math.NaN()},
		{"0.1 0.1 0.3173 -8", "effect_allele_frequency_out_of_range", 0},
	} {
		rows, account, err := sumstatstest.ReadRows(t, sumstatstest.Table("chr pos ea oa beta se p f", "1 5 A G "+tt.row), sumstats.ReadOptions{Mapping: m})
		if err != nil {
			t.Fatal(err)
		}
		if tt.reason != "" {
			if sumstatstest.Reasons(account.Excluded)[tt.reason] != 1 {
				t.Errorf("%s: %+v", tt.row, account.Excluded)
			}
			continue
		}
		if len(rows) != 1 || rows[0].EAF != tt.eaf && !(math.IsNaN(tt.eaf) && math.IsNaN(rows[0].EAF)) {
			t.Errorf("%s: %+v, %+v", tt.row, rows, account.Excluded)
		}
	}
}

// TestAllelesAsTheyAreWritten reads a T that became a truth value, and both alleles
// from one column, of which the last is the effect allele.
func TestAllelesAsTheyAreWritten(t *testing.T) {
	for _, true := range []string{"TRUE", "True", "true"} {
		rows, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table(sumstatstest.SimpleHeader, "1 5 "+true+" G 0.1 0.1 0.3"),
			sumstats.ReadOptions{Mapping: sumstatstest.Simple},
		)
		if err != nil || len(rows) != 1 || rows[0].EA != variant.A+3 || sumstatstest.Reasons(account.Repaired)["allele_true"] != 1 {
			t.Errorf("%s: %+v, %v, %+v", true, rows, err, account)
		}
	}
	both := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldEffectAllele: "", sumstats.FieldOtherAllele: "", sumstats.FieldAlleles: "both"})
	for _, cell := range []string{"A/G", `["A","G"]`, "A>G", "a/g"} {
		file := []byte("chr\tpos\tboth\tbeta\tse\tp\n1\t5\t" + cell + "\t0.1\t0.1\t0.3\n")
		if r := sumstatstest.One(t, file, sumstats.ReadOptions{Mapping: both}); r.OA != variant.A || r.EA != variant.A+2 {
			t.Errorf("%s: effect allele %v, other %v", cell, r.EA, r.OA)
		}
	}
	for cell, reason := range map[string]sumstats.Reason{"A": "allele_missing", "A/A": "alleles_equal", "NA": "allele_missing"} {
		_, account, err := sumstatstest.ReadRows(
			t,
			sumstatstest.Table("chr pos both beta se p", "1 5 "+cell+" 0.1 0.1 0.3"),
			sumstats.ReadOptions{Mapping: both},
		)
		if err != nil || sumstatstest.Reasons(account.Excluded)[reason] != 1 {
			t.Errorf("%s: %v, %+v", cell, err, account.Excluded)
		}
	}
}

// A row counts once in a column that holds place and alleles, whatever is wrong in it.
func TestJoinedColumnsCountRows(t *testing.T) {
	m := sumstats.Mapping{sumstats.FieldChrPosRefAlt: "id", sumstats.FieldBeta: "beta", sumstats.FieldSE: "se", sumstats.FieldP: "p"}
	_, account, err := sumstatstest.ReadRows(t, sumstatstest.Table("id beta se p",
		"chr1:5:a:g 0.1 0.1 0.3", "1:5:A:G 0.1 0.1 0.3", "1:5 0.1 0.1 0.3", "chr1:x:?:? 0.1 0.1 0.3"), sumstats.ReadOptions{Mapping: m})
	want := sumstats.ColumnCount{Field: sumstats.FieldChrPosRefAlt, Column: "id", Type: account.Columns[0].Type, Rows: 4, Missing: 1, Valid: 1, ValidAfter: 2}
	if err != nil || account.Columns[0] != want {
		t.Errorf("%v, %+v, want %+v", err, account.Columns[0], want)
	}
}

// Rows of genes that REGENIE writes among those of variants name no allele: ALLELE0
// is the word ref.
func TestGeneRows(t *testing.T) {
	m := sumstatstest.Simple.With(sumstats.Mapping{sumstats.FieldTest: "test"})
	rows, account, err := sumstatstest.ReadRows(t, sumstatstest.Table("chr pos ea oa beta se p test",
		"1 5 A G 0.1 0.1 0.3 ADD", "1 6 M1.0.01 ref 0.1 0.1 0.3 ADD", "1 6 M1.0.01 ref 0.1 0.1 0.3 ADD-SKATO"), sumstats.ReadOptions{Mapping: m})
	if err != nil || len(rows) != 1 || sumstatstest.Reasons(account.Excluded)[sumstats.ReasonGeneTest] != 2 {
		t.Errorf("%d rows, %v, %+v", len(rows), err, account.Excluded)
	}
}

// TestConfirm has a file judged once, after its last row, by rows from its start to
// its end; the verdict takes the place of io.EOF.
func TestConfirm(t *testing.T) {
	const n = 100_000
	var b bytes.Buffer
	b.WriteString(sumstatstest.SimpleHeader)
	for i := range n {
		fmt.Fprintf(&b, "1\t%d\tA\tG\t0.1\t0.1\t0.3\n", i+1)
	}
	verdict := errors.New("no")
	for _, want := range []error{nil, verdict} {
		calls, delivered := 0, 0
		r, err := sumstats.Open(bytes.NewReader(b.Bytes()), sumstats.ReadOptions{Mapping: sumstatstest.Simple, Confirm: func(s sumstats.Sample) error {
			rows := s.Rows
			// Every fourth row: 100,000 are between 2 and 4 times the 32,768 that are kept.
			if calls++; delivered < n-5000 || len(rows) != n/4 || rows[0].Position != 1 || rows[len(rows)-1].Position != n-3 {
				t.Errorf("judged after %d rows by %d, from %d to %d", delivered, len(rows), rows[0].Position, rows[len(rows)-1].Position)
			}
			return want
		}})
		if err != nil {
			t.Fatal(err)
		}
		batch := make([]sumstats.Row, 5000)
		for {
			var m int
			m, err = r.ReadRows(batch)
			if delivered += m; err != nil {
				break
			}
		}
		if want == nil {
			want = io.EOF
		}
		if !errors.Is(err, want) || delivered != n || calls != 1 {
			t.Errorf("%v after %d rows and %d judgements, want %v", err, delivered, calls, want)
		}
		if _, again := r.ReadRows(batch); !errors.Is(again, want) || calls != 1 {
			t.Errorf("read again: %v, %d judgements", again, calls)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestConfirmSamplesSmallChromosomes has a chromosome of 40 rows in the middle of a file of
// which every fourth row is sampled: 32 of it are, in the order of the file.
func TestConfirmSamplesSmallChromosomes(t *testing.T) {
	const n, from, small = 100_000, 50_000, 40
	var b bytes.Buffer
	b.WriteString(sumstatstest.SimpleHeader)
	for i := range n {
		fmt.Fprintf(&b, "%d\t%d\tA\tG\t0.1\t0.1\t0.3\n", map[bool]int{true: 21, false: 1}[i >= from && i < from+small], i+1)
	}
	sampled := 0
	_, _, err := sumstatstest.ReadRows(t, b.Bytes(), sumstats.ReadOptions{Mapping: sumstatstest.Simple, Confirm: func(s sumstats.Sample) error {
		for i, row := range s.Rows {
			if row.Chromosome == 21 {
				sampled++
			}
			if i > 0 && row.Line <= s.Rows[i-1].Line {
				t.Errorf("line %d behind line %d", row.Line, s.Rows[i-1].Line)
			}
		}
		return nil
	}})
	if err != nil || sampled != 32 {
		t.Errorf("%d rows of the small chromosome, %v", sampled, err)
	}
}

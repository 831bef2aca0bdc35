package recognise

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/sumstatstest"
	"cohortium/internal/gwas/textfile"
)

func opener(file []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }
}

// blocking lists what blocks, as code and field.
func blocking(r *CheckReport) string {
	var out []string
	for _, f := range r.Findings {
		if f.Level == sumstats.Block {
			out = append(out, strings.TrimSuffix(f.Code+" "+string(f.Field), " "))
		}
	}
	return strings.Join(out, ", ")
}

func TestCheck(t *testing.T) {
	broken := strings.Replace(string(sumstatstest.GoodTable(100)), "\t0.1\t", "\t0,1\t", 3)
	half := strings.Replace(string(sumstatstest.GoodTable(100)), "\t0.1\t", "\t-1\t", 60)
	cut := sumstatstest.Gzipped(t, sumstatstest.GoodTable(100_000))
	cut = cut[:len(cut)*9/10]
	for name, tt := range map[string]struct {
		file string
		opt  CheckOptions
		want string
	}{
		"clean":                  {string(sumstatstest.GoodTable(100)), CheckOptions{}, ""},
		"alleles must be named":  {strings.Replace(string(sumstatstest.GoodTable(100)), "ea\toa", "A1\tA2", 1), CheckOptions{}, "question effect_allele"},
		"one answer names both":  {strings.Replace(string(sumstatstest.GoodTable(100)), "ea\toa", "A1\tA2", 1), CheckOptions{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A2"}}, ""},
		"decimal commas":         {broken, CheckOptions{}, "decimal_comma standard_error, decimal_comma"},
		"more than half is bad":  {half, CheckOptions{}, "standard_error_not_positive"},
		"mapping names nothing":  {string(sumstatstest.GoodTable(9)), CheckOptions{Map: sumstats.Mapping{sumstats.FieldEAF: "freq"}}, "mapping"},
		"no other allele":        {strings.Replace(string(sumstatstest.GoodTable(9)), "oa", "zz", 1), CheckOptions{}, "mapping"},
		"wrong build":            {string(realCrohn(t)), CheckOptions{Build: genome.GRCh37, Map: crohnAnswers}, "build base_pair_location"},
		"right build":            {string(realCrohn(t)), CheckOptions{Build: genome.GRCh38, Map: crohnAnswers}, ""},
		"cut off behind a while": {string(cut), CheckOptions{}, "truncated"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Check(opener([]byte(tt.file)), tt.opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := blocking(r); got != tt.want || r.Blocked() != (tt.want != "") {
				t.Errorf("%q blocks, want %q; %+v", got, tt.want, r.Findings)
			}
			for i := 1; i < len(r.Findings); i++ {
				if r.Findings[i].Level == sumstats.Block && r.Findings[i-1].Level != sumstats.Block {
					t.Error("a finding that blocks does not come first")
				}
			}
		})
	}
}

var crohnAnswers = sumstats.Mapping{sumstats.FieldEffectAllele: "ALT", sumstats.FieldOtherAllele: "REF", sumstats.FieldEAF: "AF"}

func realCrohn(t *testing.T) []byte {
	return sumstatstest.ReadFile(t, filepath.Join(sumstatstest.RealFiles, "crohns_finngen_p1e-3_hg38.tsv.gz"))
}

func TestCheckUnreadable(t *testing.T) {
	var fault *textfile.FileError
	if _, err := Check(opener([]byte("PAR1")), CheckOptions{}); !errors.As(err, &fault) || fault.Code != textfile.CodeBinary {
		t.Errorf("%v", err)
	}
	gone := errors.New("gone")
	if _, err := Check(func() (io.ReadCloser, error) { return nil, gone }, CheckOptions{}); !errors.Is(err, gone) {
		t.Errorf("%v", err)
	}
}

func TestCheckRSIDOnly(t *testing.T) {
	r, err := Check(
		opener(sumstatstest.ReadFile(t, filepath.Join(sumstatstest.RealFiles, "bmi_giant_2015.tsv.gz"))),
		CheckOptions{Map: sumstats.Mapping{sumstats.FieldEffectAllele: "A1"}},
	)
	if err != nil || blocking(r) != "question effect_allele_frequency" || r.Account.RowsOut != 1000 {
		t.Errorf("%v, %+v", err, r)
	}
	for name, answer := range map[string]sumstats.Mapping{
		"of the effect allele": {sumstats.FieldEffectAllele: "A1", sumstats.FieldEAF: "Freq_MAF_Hapmap"},
		"of the rarer allele":  {sumstats.FieldEffectAllele: "A1", sumstats.FieldMAF: "Freq_MAF_Hapmap"},
		"none":                 {sumstats.FieldEffectAllele: "A1", sumstats.FieldEAF: ""},
	} {
		r, err := Check(opener(sumstatstest.ReadFile(t, filepath.Join(sumstatstest.RealFiles, "bmi_giant_2015.tsv.gz"))), CheckOptions{Map: answer})
		if err != nil || r.Blocked() || r.Mapping[sumstats.FieldEAF] != answer[sumstats.FieldEAF] || r.Mapping[sumstats.FieldMAF] != answer[sumstats.FieldMAF] {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}

func TestPrepareLeavesDoubtfulColumnsAside(t *testing.T) {
	file := strings.ReplaceAll(string(sumstatstest.GoodTable(100)), "\n", "\t5000\n")
	file = strings.Replace(file, "\t5000", "\ttotal_samples", 1)
	in := inspectBytes(t, "x", []byte(file))
	if !slices.ContainsFunc(in.Questions(), func(q Question) bool { return q.Fields[0] == sumstats.FieldN }) {
		t.Fatalf("total_samples is no question: %+v", in.Columns)
	}
	r, err := Prepare(opener([]byte(file)), CheckOptions{})
	if err != nil || r.Blocked() || r.Mapping[sumstats.FieldN] != "" {
		t.Errorf("%v, %+v", err, r)
	}
	r, err = Prepare(opener([]byte(file)), CheckOptions{Map: sumstats.Mapping{sumstats.FieldN: "total_samples"}})
	if err != nil || r.Mapping[sumstats.FieldN] != "total_samples" {
		t.Errorf("answered: %v, %+v", err, r)
	}
}

// A last cell that is empty in every row is a value, not a trailing delimiter.
func TestEmptyLastCell(t *testing.T) {
	const header, row = "chr\tpos\tea\toa\tbeta\tse\tp\trsid\tn\n", "1\t1000\tA\tG\t0.1\t0.05\t0.0455\t\t\n"
	for name, file := range map[string]string{"one row": header + row, "three rows": header + row + row + row, "no final line feed": header + row[:len(row)-1]} {
		r, err := Check(opener([]byte(file)), CheckOptions{})
		if err != nil || r.Blocked() || r.Account.RowsOut != int64(strings.Count(file, "0.0455")) || r.Inspection.Delimiter != textfile.Tab {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}

func TestFindingsAreShownOnce(t *testing.T) {
	flipped := sumstatstest.Gzipped(t, sumstatstest.GoodTable(3000))
	flipped[len(flipped)/2] ^= 0x10
	r, err := Check(opener(flipped), CheckOptions{})
	if err != nil || len(r.Findings) != 1 || r.Findings[0].Code != string(textfile.CodeDamaged) {
		t.Errorf("%v, %+v", err, r.Findings)
	}
}

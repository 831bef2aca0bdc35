package sumstats

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/variant"

	"cohortium/internal/gwas/textfile"
)

// someColumns are optional columns that tests write.
const someColumns = SSFNegLog10P | SSFRSID | SSFN | SSFInfo

func opener(file []byte) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(file)), nil }
}

// blocking lists what blocks, as code and field.
func blocking(r *CheckReport) string {
	var out []string
	for _, f := range r.Findings {
		if f.Level == Block {
			out = append(out, strings.TrimSuffix(f.Code+" "+string(f.Field), " "))
		}
	}
	return strings.Join(out, ", ")
}

func TestCheck(t *testing.T) {
	broken := strings.Replace(string(goodTable(100)), "\t0.1\t", "\t0,1\t", 3)
	half := strings.Replace(string(goodTable(100)), "\t0.1\t", "\t-1\t", 60)
	cut := gzipped(t, goodTable(100_000))
	cut = cut[:len(cut)*9/10]
	for name, tt := range map[string]struct {
		file string
		opt  CheckOptions
		want string
	}{
		"clean":                  {string(goodTable(100)), CheckOptions{}, ""},
		"alleles must be named":  {strings.Replace(string(goodTable(100)), "ea\toa", "A1\tA2", 1), CheckOptions{}, "question effect_allele, question other_allele"},
		"one answer names both":  {strings.Replace(string(goodTable(100)), "ea\toa", "A1\tA2", 1), CheckOptions{Map: Mapping{FieldEffectAllele: "A2"}}, ""},
		"decimal commas":         {broken, CheckOptions{}, "decimal_comma, decimal_comma"},
		"more than half is bad":  {half, CheckOptions{}, "standard_error_not_positive"},
		"mapping names nothing":  {string(goodTable(9)), CheckOptions{Map: Mapping{FieldEAF: "freq"}}, "mapping"},
		"no other allele":        {strings.Replace(string(goodTable(9)), "oa", "zz", 1), CheckOptions{}, "mapping"},
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
				if r.Findings[i].Level == Block && r.Findings[i-1].Level != Block {
					t.Error("a finding that blocks does not come first")
				}
			}
		})
	}
}

var crohnAnswers = Mapping{FieldEffectAllele: "ALT", FieldOtherAllele: "REF", FieldEAF: "AF"}

func realCrohn(t *testing.T) []byte {
	return readFile(t, filepath.Join(realFiles, "crohns_finngen_p1e-3_hg38.tsv.gz"))
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
	r, err := Check(opener(readFile(t, filepath.Join(realFiles, "bmi_giant_2015.tsv.gz"))), CheckOptions{Map: Mapping{FieldEffectAllele: "A1"}})
	if err != nil || blocking(r) != "question effect_allele_frequency" || r.Account.RowsOut != 1000 {
		t.Errorf("%v, %+v", err, r)
	}
	for name, answer := range map[string]Mapping{
		"of the effect allele": {FieldEffectAllele: "A1", FieldEAF: "Freq_MAF_Hapmap"},
		"of the rarer allele":  {FieldEffectAllele: "A1", FieldMAF: "Freq_MAF_Hapmap"},
		"none":                 {FieldEffectAllele: "A1", FieldEAF: ""},
	} {
		r, err := Check(opener(readFile(t, filepath.Join(realFiles, "bmi_giant_2015.tsv.gz"))), CheckOptions{Map: answer})
		if err != nil || r.Blocked() || r.Mapping[FieldEAF] != answer[FieldEAF] || r.Mapping[FieldMAF] != answer[FieldMAF] {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
}

func TestPrepareLeavesDoubtfulColumnsAside(t *testing.T) {
	file := strings.ReplaceAll(string(goodTable(100)), "\n", "\t5000\n")
	file = strings.Replace(file, "\t5000", "\ttotal_samples", 1)
	in := inspectBytes(t, "x", []byte(file))
	if !slices.ContainsFunc(in.Questions(), func(c ColumnGuess) bool { return c.Field == FieldN }) {
		t.Fatalf("total_samples is no question: %+v", in.Columns)
	}
	r, err := Prepare(opener([]byte(file)), CheckOptions{})
	if err != nil || r.Blocked() || r.Mapping[FieldN] != "" {
		t.Errorf("%v, %+v", err, r)
	}
	r, err = Prepare(opener([]byte(file)), CheckOptions{Map: Mapping{FieldN: "total_samples"}})
	if err != nil || r.Mapping[FieldN] != "total_samples" {
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

func TestFindingsAreSaidOnce(t *testing.T) {
	flipped := gzipped(t, goodTable(3000))
	flipped[len(flipped)/2] ^= 0x10
	r, err := Check(opener(flipped), CheckOptions{})
	if err != nil || len(r.Findings) != 1 || r.Findings[0].Code != string(textfile.CodeDamaged) {
		t.Errorf("%v, %+v", err, r.Findings)
	}
}

func TestWriteSSF(t *testing.T) {
	file := readFile(t, filepath.Join(realFiles, "crohns_finngen_p1e-3_hg38.tsv.gz"))
	in := inspectBytes(t, "x", file)
	r, err := Open(bytes.NewReader(file), ReadOptions{Mapping: in.Mapping(true), Build: in.Build.Guess, NCases: 8704, NControls: 369652})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	var out bytes.Buffer
	sum := NewMD5Writer(&out)
	written, err := WriteSSF(sum, r, r.Dict(), someColumns)
	if err != nil || written.Rows != 1000 || written.MaxN != 8704+369652 || written.PZero {
		t.Fatalf("%+v, %v", written, err)
	}
	if len(sum.Sum()) != 32 {
		t.Errorf("sum %s", sum.Sum())
	}
	lines := strings.SplitN(out.String(), "\n", 3)
	const first = "1\t623389\tT\tG\t1.0143\t0.30004475"
	if lines[0]+"\n" != string(SSFHeader(nil, someColumns)) || !strings.HasPrefix(lines[1], first) || !strings.Contains(lines[1], "\t0.000723552\t") {
		t.Errorf("%s\n%s", lines[0], lines[1])
	}
	again := inspectBytes(t, "x", out.Bytes())
	if again.Format != "gwas-ssf" || again.Build.Guess != genome.GRCh38 {
		t.Errorf("read back as %s on %s", again.Format, again.Build.Guess)
	}
}

func TestYAML(t *testing.T) {
	m := SSFMetadata{Build: genome.GRCh38, TraitDescription: `Crohn's "disease"`, SampleSize: 10, Cases: 4, Controls: 6, DataFileName: "x.tsv", DataMD5: "0f", Sorted: true, Sex: "combined", DateLastModified: "2026-11-21"}
	golden(t, "meta.yaml", m.YAML())
	if got := strings.Join(m.Lacking(), " "); got != "genotyping_technology sample_ancestry_category" {
		t.Errorf("lacking %s", got)
	}
}

func TestAppendSSFMissing(t *testing.T) {
	row := Row{EA: variant.A, OA: variant.Insertion, Flags: EAFIsMAF, EAF: 0.2}
	row.Beta, row.SE = 0.1, 0.2
	got := string(AppendSSF(nil, &row, variant.NewDict(), someColumns))
	if want := "#NA\t#NA\tA\tI\t0.1\t0.2\t#NA\t1\t0\t#NA\t#NA\t0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

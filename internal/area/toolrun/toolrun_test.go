package toolrun_test

import (
	"bytes"
	"compress/gzip"
	"crypto/md5" //nolint:gosec // of the standard
	"encoding/hex"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cohortium/internal/area/toolrun"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// fto is a complete region of a published study of BMI: 1,000 rows on hg19, of which
// rs72805611 at 16:53831354 has the smallest P as published, 1.17e-14.
const fto = "fto_locus_chr16_hg19.tsv.gz"

// checked is the result of a check.
type checked struct {
	Inspection struct{ Format string }
	Account    *struct {
		RowsIn   int64 `json:"rows_in"`
		RowsOut  int64 `json:"rows_out"`
		Excluded []struct {
			N     int64
			Lines []int
		}
	}
	Findings []struct{ Level, Code, Field, Message string }
}

func (c checked) blocks() (codes []string) {
	for _, f := range c.Findings {
		if f.Level == "block" {
			codes = append(codes, strings.TrimSpace(f.Code+" "+f.Field))
		}
	}
	return codes
}

// plain returns a table of n rows on chromosome 1, one line of which changes.
func plain(n int, header string, change map[int]string) []byte {
	lines := []string{header}
	for i := range n {
		lines = append(lines, "1\t"+strconv.Itoa(1000+i)+"\tA\tG\t0.1\t0.05\t0.3\t0.0455")
	}
	for at, line := range change {
		lines[at-1] = line
	}
	return []byte(strings.Join(lines, "\n") + "\n")
}

const clear = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value"

func TestACheckReportsContentsAndFaultsOfAFile(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		bad := plain(100, clear, map[int]string{7: "1\t1005\tA\tG\t0.1\t-1\t0.3\t0.0455", 9: "1\t1007\tA\tG\t0.1\t0\t0.3\t0.0455"})
		c := resultOf[checked](t, b.do(t, toolrun.Check, "bad.tsv", bad, toolrun.Answers{}))
		if c.Account == nil || c.Account.RowsIn != 100 || c.Account.RowsOut != 98 || len(c.blocks()) > 0 {
			t.Fatalf("%+v", c)
		}
		if len(c.Account.Excluded) != 1 || c.Account.Excluded[0].N != 2 || !slices.Equal(c.Account.Excluded[0].Lines, []int{7, 9}) {
			t.Errorf("left out: %+v", c.Account.Excluded)
		}
		asked := plain(100, strings.Replace(clear, "effect_allele\tother_allele", "A1\tA2", 1), nil)
		v := b.do(t, toolrun.Check, "asked.tsv", asked, toolrun.Answers{})
		if got := resultOf[checked](t, v).blocks(); !slices.Equal(got, []string{"question effect_allele"}) {
			t.Errorf("blocked by %q", got)
		}
		v = b.do(t, toolrun.Check, "asked.tsv", asked, toolrun.Answers{Mapping: sumstats.Mapping{sumstats.FieldEffectAllele: "A1"}})
		if got := resultOf[checked](t, v).blocks(); len(got) > 0 {
			t.Errorf("answered, it is blocked by %q", got)
		}
		if report := b.download(t, v.ID, "report.json"); !bytes.Contains(report, []byte(`"rows_in": 100`)) {
			t.Errorf("%s", report)
		}
	})
}

func TestDamagedFilesAndNonTablesAreReported(t *testing.T) {
	whole := readReal(t, fto)
	onEach(t, func(t *testing.T, b *bench) {
		for name, c := range map[string]struct {
			content []byte
			says    string // of a run that failed
			code    string // of a finding that blocks
		}{
			"cut.tsv.gz":  {whole[:len(whole)/2], "ends too early", ""},
			"plot.parq":   {[]byte("PAR1\x00\x01\x02"), "Parquet", ""},
			"header.tsv":  {[]byte(clear + "\n"), "no rows", ""},
			"genes.tsv":   {[]byte("gene\tnote\n" + strings.Repeat("FTO\tx\n", 5)), "", "mapping"},
			"empty.csv":   {[]byte("\n\n"), "", ""},
			"garbage.gz":  {slices.Concat(whole[:40], bytes.Repeat([]byte{0xff}, 4000)), "", ""},
			"\xff\x00.gz": {whole[:len(whole)-6], "", "truncated"},
		} {
			v := b.do(t, toolrun.Check, name, c.content, toolrun.Answers{})
			switch {
			case v.Status == toolrun.Failed:
				if len(v.Error) < 20 || !strings.HasSuffix(v.Error, ".") || !strings.Contains(v.Error, c.says) || strings.Contains(v.Error, "/") {
					t.Errorf("%q: %q", name, v.Error)
				}
				if c.code != "" {
					t.Errorf("%q failed: %s; want the finding %s", name, v.Error, c.code)
				}
			case c.says != "":
				t.Errorf("%q: %s, want it to fail", name, v.Status)
			default:
				got := resultOf[checked](t, v).blocks()
				if len(got) == 0 || c.code != "" && !slices.ContainsFunc(got, func(code string) bool { return strings.HasPrefix(code, c.code) }) {
					t.Errorf("%q is blocked by %q, want %s", name, got, c.code)
				}
			}
			for _, task := range []toolrun.Task{toolrun.Convert, toolrun.Look} { // rejected, or failed with a sentence
				started, err := b.Start(t.Context(), b.ann, toolrun.Input{UploadID: v.UploadID, Task: task, Answers: toolrun.Answers{Build: genome.GRCh37}})
				if errs.Is(err, errs.Rule) {
					continue
				}
				must(t, err)
				if ended := b.done(t, started); ended.Status != toolrun.Failed || len(ended.Error) < 20 {
					t.Errorf("%q: %s is %s, %q", name, task, ended.Status, ended.Error)
				}
			}
			b.pass(25 * time.Hour)
			must(t, b.Sweep(t.Context()))
		}
	})
}

func TestAConversionIsTheTableOfTheStandard(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "my study.tsv.gz", readReal(t, fto))
		v, err := b.Start(t.Context(), b.ann, toolrun.Input{
			UploadID: id,
			Task:     toolrun.Convert,
			Answers:  toolrun.Answers{Build: genome.GRCh37, N: 339224},
			Study:    toolrun.Study{Trait: "Body mass index", Sex: "combined"},
		})
		must(t, err)
		v = b.done(t, v)
		made := resultOf[toolrun.Converted](t, v)
		if made.RowsIn != 1000 || made.SampleSize != 339224 || made.RowsWritten != 1000 || made.GenomeBuild != genome.GRCh37 || len(made.Excluded) > 0 {
			t.Errorf("%+v", made)
		}
		table := b.download(t, v.ID, toolrun.FileTable)
		sum := md5.Sum(table) //nolint:gosec // of the standard
		if made.MD5 != hex.EncodeToString(sum[:]) {
			t.Errorf("the sum is %s", made.MD5)
		}
		z, err := gzip.NewReader(bytes.NewReader(table))
		must(t, err)
		text, err := io.ReadAll(z)
		must(t, err)
		lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		if len(lines) != 1001 ||
			!strings.HasPrefix(
				lines[0],
				"chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value",
			) {
			t.Fatalf("%d lines, the first %q", len(lines), lines[0])
		}
		if !slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, "16\t53831354\tT\tC\t0.0555\t0.0072\t0.3954\t1.17e-14\t")
		}) {
			t.Error("the row with the smallest P is not as published")
		}
		yaml := string(b.download(t, v.ID, toolrun.FileMetadata))
		for _, part := range []string{made.MD5, "genome_assembly: \"GRCh37\"", "Body mass index", "sample_size: 339224", "is_sorted: true", "data_file_name: \"my study.gwas-ssf.tsv.gz\"", "sex: \"combined\""} {
			if !strings.Contains(yaml, part) {
				t.Errorf("%q is not in\n%s", part, yaml)
			}
		}
		d, err := b.Download(t.Context(), b.ann, v.ID, toolrun.FileTable)
		if err != nil || d.Name != "my study.gwas-ssf.tsv.gz" {
			t.Errorf("%+v, %v", d, err)
		}
	})
}

func TestUnsupportedMetadataIsRefusedAtItsField(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		id := b.send(t, b.ann, "study.tsv.gz", readReal(t, fto))
		for field, in := range map[string]toolrun.Input{
			"study.trait": {Study: toolrun.Study{Trait: "two\nlines"}},
			"n_controls":  {Answers: toolrun.Answers{Cases: 10}},
			"n":           {Answers: toolrun.Answers{N: 10.5}},
		} {
			in.UploadID, in.Task = id, toolrun.Convert
			_, err := b.Start(t.Context(), b.ann, in)
			var refused *errs.Error
			if !errors.As(err, &refused) || len(refused.Fields) != 1 || refused.Fields[0].Field != field {
				t.Errorf("%s: %v", field, err)
			}
		}
	})
}

// noPanelOfALook demands nothing that a user who looks at a file cannot do.
const noPanelOfALook = "A look at a file uses no reference panel, so frequencies were not compared with one; " +
	"upload the file to HERMES, where quality control has one if it is installed, or run cohortium sumstats qc with --panel."

func TestALookHasPlotsLeadsAndRows(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		v := b.do(t, toolrun.Look, "fto.tsv.gz", readReal(t, fto), toolrun.Answers{Build: genome.GRCh37})
		report := resultOf[struct {
			RowsIn    int64   `json:"rows_in"`
			RowsClean int64   `json:"rows_clean"`
			LambdaGC  float64 `json:"lambda_gc"`
			Leads     []struct {
				RSID string
				Gene *struct{ Symbol string }
			} `json:"lead_variants"`
			Steps []struct {
				Name     string
				Messages []string
			}
		}](t, v)
		if report.RowsIn != 1000 || report.RowsClean == 0 || report.LambdaGC != 0 || len(report.Leads) == 0 {
			t.Errorf("%+v", report)
		}
		said := map[string][]string{}
		for _, step := range report.Steps {
			said[step.Name] = step.Messages
		}
		if !slices.Equal(said["frequency"], []string{noPanelOfALook}) {
			t.Errorf("the frequencies say %q", said["frequency"])
		}
		for _, name := range []string{"manhattan", "qq"} {
			plot, err := b.Plot(t.Context(), b.ann, v.ID, name)
			if err != nil || !bytes.HasPrefix(plot, []byte("{")) {
				t.Errorf("%s: %.40s, %v", name, plot, err)
			}
			_, err = b.Plot(t.Context(), b.otto, v.ID, name)
			wantCode(t, err, errs.NotFound, "not_found")
		}
		_, facts, rows, err := b.Looked(t.Context(), b.ann, v.ID)
		must(t, err)
		if facts.Build != genome.GRCh37 {
			t.Errorf("on %s", facts.Build)
		}
		chromosome, _ := genome.ParseChromosome([]byte("16"))
		strongest, n := math.Inf(-1), 0
		for row, err := range rows.Rows(t.Context(), genome.Region{Chromosome: chromosome, Start: 1, End: 90_000_000}) {
			must(t, err)
			n++
			strongest = max(strongest, row.NegLog10P)
		}
		if int64(n) != report.RowsClean || math.Abs(strongest-13.93181) > 1e-5 {
			t.Errorf("%d rows, the strongest %v", n, strongest)
		}
		if names := filesOf(v); !slices.Equal(names, []string{"clean.tsv.gz", "clean.tsv.gz.tbi", "excluded.tsv.gz", "report.json"}) {
			t.Errorf("files %q", names)
		}
		for _, key := range b.keys(t, "tools/") {
			if strings.HasSuffix(key, ".parquet") || strings.HasSuffix(key, ".sketch") {
				t.Errorf("%s is of use to nobody", key)
			}
		}
	})
}

func filesOf(v *toolrun.View) (names []string) {
	for _, f := range v.Files {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}

func TestQuestionsAreAskedBeforeTheWork(t *testing.T) {
	onEach(t, func(t *testing.T, b *bench) {
		asked := b.send(t, b.ann, "asked.tsv", plain(100, strings.Replace(clear, "effect_allele\tother_allele", "A1\tA2", 1), nil))
		for _, task := range []toolrun.Task{toolrun.Convert, toolrun.Look} {
			_, err := b.Start(t.Context(), b.ann, toolrun.Input{UploadID: asked, Task: task})
			var fields []string
			for _, f := range wantCode(t, err, errs.Rule, "rule").Fields {
				fields = append(fields, f.Field)
			}
			want := []string{"mapping.effect_allele"}
			if task == toolrun.Look {
				want = append(want, "genome_build")
			}
			if !slices.Equal(fields, want) {
				t.Errorf("%s asks for %q", task, fields)
			}
		}
		answers := toolrun.Answers{Mapping: sumstats.Mapping{sumstats.FieldEffectAllele: "A2"}, Build: genome.GRCh38}
		made := resultOf[toolrun.Converted](t, b.done(t, b.start(t, asked, toolrun.Convert, answers)))
		if made.Mapping[sumstats.FieldEffectAllele] != "A2" || made.Mapping[sumstats.FieldOtherAllele] != "A1" || made.GenomeBuild != genome.GRCh38 {
			t.Errorf("%+v", made)
		}
		onlyRS := b.send(t, b.ann, "bmi.tsv.gz", readReal(t, "bmi_giant_2015.tsv.gz"))
		_, err := b.Start(t.Context(), b.ann, toolrun.Input{UploadID: onlyRS, Task: toolrun.Convert, Answers: toolrun.Answers{
			Mapping: sumstats.Mapping{sumstats.FieldEffectAllele: "A1", sumstats.FieldEAF: ""},
		}})
		if e := wantCode(t, err, errs.Rule, "rule"); !strings.Contains(e.Detail, "no positions") {
			t.Error(e)
		}
		_, err = b.Start(t.Context(), b.ann, toolrun.Input{UploadID: asked, Task: "deposit"})
		wantCode(t, err, errs.Rule, "rule")
	})
}

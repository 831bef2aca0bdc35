package dataset_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unzip reads a deposit as downloads do, complete or in parts.
func unzip(t testing.TB, content []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	must(t, err)
	out := map[string][]byte{}
	for _, f := range z.File {
		if f.Method != zip.Store {
			t.Errorf("%s is compressed once more", f.Name)
		}
		if f.Modified.Year() < 2000 {
			t.Errorf("%s is dated %s", f.Name, f.Modified)
		}
		r, err := f.Open()
		must(t, err)
		if out[f.Name], err = io.ReadAll(r); err != nil { // checks the CRC
			t.Errorf("%s: %v", f.Name, err)
		}
		must(t, r.Close())
	}
	return out
}

// TestDepositsKeepTheStandard writes deposits of real files of several programs and checks them
// against the rules.
func TestDepositsKeepTheStandard(t *testing.T) {
	onEach(t, func(t *testing.T, o *office) {
		for _, c := range []struct {
			name, file, build string
			confirm           bool
			blocks            []string
		}{
			{"P as a logarithm, unsorted", "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz", "grch38", false, []string{"rows"}},
			{"odds ratios and fractional N", "pmid29559693.tsv.gz", "hg19", false, []string{"chromosomes", "rows"}},
			{"no standard error, indels", "crohns_ukbb_p1e-3_hg38.tsv.gz", "grch38", true, nil},
			{"numbered alleles", "DGI_three_regions.txt", "hg19", false, []string{"chromosomes", "rows"}},
			{"cases and controls by row", "parkinson_nalls2019_LRRK2_hg19.tsv.gz", "hg19", true, []string{"chromosomes", "rows"}},
			{"REGENIE", "regenie_firth_Y1.regenie", "hg19", false, nil},
			{"odds ratios with intervals", "sle_bentham_3loci_hg19.tsv.gz", "hg19", true, nil},
		} {
			content := readReal(t, c.file)
			if c.name == "numbered alleles" {
				// Its positions are of NCBI36, which its rs numbers reveal; this test is about
				// alleles.
				content = bytes.ReplaceAll(content, []byte("\trs"), []byte("\tvariant"))
			}
			if c.name == "REGENIE" { // 1 and 2 only count its alleles
				content = bytes.ReplaceAll(content, []byte(" 2 1 0"), []byte(" A G 0"))
			}
			r := o.register(t, c.build, c.name+" / ü.tsv", content)
			checked := r.check(t)
			if c.confirm {
				in, err := r.Preview(t.Context(), o.cora, r.dataset, r.file)
				must(t, err)
				again, err := r.CheckAgain(t.Context(), o.cora, r.dataset, r.file, in.Mapping(true), "")
				must(t, err)
				r.job = again.JobID
				checked = r.check(t)
			}
			d, err := r.Deposit(t.Context(), o.cora, r.dataset, r.file)
			if err != nil {
				t.Errorf("%s: %s: %v\n%.600s", c.name, checked.Status, err, checked.Report)
				continue
			}
			body, err := d.OpenRange(t.Context(), 0, -1)
			must(t, err)
			content, err = io.ReadAll(body)
			must(t, err)
			if int64(len(content)) != d.Size {
				t.Errorf("%s: %d bytes, announced %d", c.name, len(content), d.Size)
			}
			v := judge(unzip(t, content))
			if len(v.faults) > 0 || int64(v.rows) != *checked.RowsClean {
				t.Errorf("%s: %d rows of %d, faults:\n%s", c.name, v.rows, *checked.RowsClean, strings.Join(v.faults, "\n"))
			}
			if c.blocks != nil && !cmp.Equal(c.blocks, v.blocks) {
				t.Errorf("%s: blocks %v", c.name, v.blocks)
			}
			// Reasons against a deposit are reported, but are no faults.
			report := reportOf(t, checked)
			if len(report.Deposit.Lacking) != len(v.blocks) || report.Deposit.MD5 != sumOf(unzip(t, content)[report.Deposit.File]) {
				t.Errorf("%s: told %v for %v", c.name, report.Deposit, v.blocks)
			}
			for _, f := range report.Findings {
				if strings.HasPrefix(f.Code, "deposit_") && f.Severity != "info" {
					t.Errorf("%s: %+v", c.name, f)
				}
			}
		}
	})
}

// TestTheJudgeFindsFaults checks that the check of deposits finds faults.
func TestTheJudgeFindsFaults(t *testing.T) {
	const header = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tvariant_id\tn\n"
	const row = "1\t100\tA\tG\t0.1\t0.1\t0.5\t3e-400\t1_100_G_A\t10\n"
	const meta = "date_metadata_last_modified: \"2026-01-01\"\ngenome_assembly: GRCh37\ncoordinate_system: 1-based\ngenotyping_technology:\n  - \"array\"\n" +
		"data_file_name: x.tsv\nfile_type: GWAS-SSF v1.0\ndata_file_md5sum: MD5\nis_harmonised: false\nis_sorted: true\ntrait_description:\n  - \"a: b\"\n" +
		"samples:\n  - sample_size: 10\n    sample_ancestry_category:\n      - \"European\"\n    case_control_study: true\n    case_count: 4\n    control_count: 6\nsex: NR\n"
	for _, c := range []struct {
		name     string
		old, new string
		want     string // "" for no fault
	}{
		{"as it should be", "", "", ""},
		{"order of columns", "effect_allele\tother_allele", "other_allele\teffect_allele", "column 3"},
		{"chromosome by name", "1\t100\tA", "X\t100\tA", "no chromosome"},
		{"position 0", "1\t100\tA", "1\t0\tA", "no base_pair_location"},
		{"lower case", "\tA\tG\t", "\ta\tG\t", "no effect_allele"},
		{"NA in another spelling", "\t0.1\t0.1\t", "\tNA\t0.1\t", "no beta"},
		{"frequency above 1", "\t0.5\t", "\t1.5\t", "no effect_allele_frequency"},
		{"P above 1", "3e-400", "1.2", "no p_value"},
		{"variant id with colons", "1_100_G_A", "1:100:G:A", "no variant_id"},
		{"variant id of another variant", "1_100_G_A", "1_101_G_A", "variant id"},
		{"half a person", "\t10\n", "\t10.5\n", "no n"},
		{"unsorted", row, row + "1\t99\tA\tG\t0.1\t0.1\t0.5\t0.5\t1_99_G_A\t10\n", "not sorted"},
		{"a cell too many", "\t10\n", "\t10\t\n", "cells"},
		{"no build", "genome_assembly: GRCh37\n", "genome_assembly: null  # required\n", "no genome_assembly"},
		{"no ancestry", "    sample_ancestry_category:\n      - \"European\"\n", "", "no samples.sample_ancestry_category"},
		{"another sum", "MD5", "0f", "data_file_md5sum"},
		{"counts that do not add up", "case_count: 4", "case_count: 5", "not the sample"},
		{"sex", "sex: NR", "sex: both", "sex is"},
	} {
		table := header + row
		text := meta
		if c.old != "" {
			table, text = strings.Replace(table, c.old, c.new, 1), strings.Replace(text, c.old, c.new, 1)
			if table == header+row && text == meta {
				t.Fatalf("%s changes nothing", c.name)
			}
		}
		members := map[string][]byte{"x.tsv": []byte(table), "x.tsv-meta.yaml": []byte(strings.Replace(text, "MD5", sumOf([]byte(table)), 1))}
		var sums strings.Builder
		for name, content := range members {
			fmt.Fprintf(&sums, "%s  %s\n", sumOf(content), name)
		}
		members["md5sum.txt"] = []byte(sums.String())
		got := strings.Join(judge(members).faults, "; ")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: faults %q, want %q", c.name, got, c.want)
		}
	}
	if got := judge(map[string][]byte{"x.csv": nil}).faults; len(got) != 1 {
		t.Errorf("no table: %v", got)
	}
}

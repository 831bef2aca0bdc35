package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/gwas/tableindex"
)

const files = "../../testdata/real/"

// indexed builds an index of a testdata file and returns its name.
func indexed(t *testing.T, cmd IndexBuildCmd) string {
	t.Helper()
	cmd.Output = filepath.Join(t.TempDir(), "table")
	cmd.Memory = 32
	if out, status, err := consoletest.Run(t, &cmd); err != nil {
		t.Fatalf("%s, status %d: %v", out, status, err)
	}
	return cmd.Output
}

// rs1421085 of FTO is at 16:53,800,954 of GRCh37 in the published locus.
func TestIndexOfARealLocus(t *testing.T) {
	name := indexed(t, IndexBuildCmd{File: files + "fto_locus_chr16_hg19.tsv.gz", Build: "hg19"})
	want := `{"chromosome":16,"position":53800954,"rsid":"rs1421085","effect_allele":"T","other_allele":"C","eaf":0.6033,"effect":-0.0537,"std_err":0.0072,"p_value":7.41e-14}` + "\n"
	for _, region := range []string{"16:53800954", "chr16:53,800,954-53,800,954", "16:53800954/0"} {
		out, _, err := consoletest.Run(t, &IndexQueryCmd{Index: name + indexSuffix, Values: []string{region}, Limit: -1, Format: "ndjson"})
		if err != nil || out != want {
			t.Errorf("%s: %q (%v)", region, out, err)
		}
	}
	out, _, err := consoletest.Run(t, &IndexQueryCmd{Index: name, Values: []string{"fto"}, Count: true, Format: "tsv"})
	if err != nil || len(strings.TrimSpace(out)) < 3 {
		t.Errorf("rows of the gene: %q (%v)", out, err)
	}
	for value, says := range map[string]string{"9:5-10": "no rows on chromosome 9", "16:9-5": "ends before it begins", "16:100000000": "ends at 90,354,753", "FTOO": "nor a gene"} {
		_, _, err := consoletest.Run(t, &IndexQueryCmd{Index: name, Values: []string{value}, Limit: -1, Format: "tsv"})
		var exit *console.ExitError
		if !errors.As(err, &exit) || exit.Status != console.ExitUsage || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want %q", value, err, says)
		}
	}
}

// Known variants of one locus suggest the build of a table without a stated one, whether or not it
// contains results, and none if too few are known.
func TestIndexProposesTheBuild(t *testing.T) {
	var locus []entryRow
	for _, r := range entryRows(t, 14_500, 6) {
		if r.chromosome == 16 && r.pos > 52_000_000 && r.pos < 56_000_000 && len(locus) < 8 {
			locus = append(locus, r)
		}
	}
	if len(locus) < 8 {
		t.Fatalf("%d variants", len(locus))
	}
	newer := func(_ int, r *entryRow) { r.pos = r.pos38 }
	for name, c := range map[string]struct {
		columns string
		change  func(i int, r *entryRow)
		rows    int
		flag    string
		says    string
	}{
		"results":            {plainColumns, nil, 8, "", "Known variants lie at their GRCh37 (hg19) position. State it with --build GRCh37"},
		"places alone":       {"CHR:chr POS:pos SNP:rs REF:oa ALT:ea", nil, 8, "", "State it with --build GRCh37"},
		"on the newer build": {plainColumns, newer, 8, "", "State it with --build GRCh38"},
		"stated":             {plainColumns, nil, 8, "GRCh37", ""},
		"few":                {plainColumns, nil, 4, "", ""},
	} {
		f := entryFile{columns: c.columns, rows: c.rows, change: c.change}
		cmd := IndexBuildCmd{File: written(t, t.TempDir(), "locus.tsv", f.write(locus[:c.rows])), Build: c.flag, Memory: 32}
		var said bytes.Buffer
		err := cmd.Run(&console.Env{Ctx: t.Context(), Stdout: io.Discard, Stderr: &said})
		if err != nil || !strings.Contains(said.String(), c.says) || c.says == "" && strings.Contains(said.String(), "--build") {
			t.Errorf("%s: %v, %q", name, err, said.String())
		}
	}
}

// A build reports the base of starts and ends, and asks if a table is contradictory; an answer
// states the base of its region.
func TestIndexStatesItsCoordinates(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	ucsc := IndexBuildCmd{File: file("ucsc.tsv", "#chrom\tchromStart\tchromEnd\nchr1\t999\t1000\nchr1\t1000\t2000\n"), Memory: 32}
	out, _, err := consoletest.Run(t, &ucsc)
	if err != nil || !strings.Contains(out, "Intervals read as 0-based, half-open (BED).") {
		t.Errorf("%s (%v)", out, err)
	}
	var rows, said bytes.Buffer
	query := IndexQueryCmd{Index: ucsc.File, Values: []string{"1:1000"}, Limit: -1, Format: "tsv"}
	must(t, query.Run(&console.Env{Ctx: t.Context(), Stdout: &rows, Stderr: &said}))
	if rows.String() != "chrom\tchromStart\tchromEnd\nchr1\t999\t1000\n" || said.String() != "1:1000-1000, 1-based, both ends included.\n" {
		t.Errorf("%q, %q", rows.String(), said.String())
	}
	single := IndexBuildCmd{File: file("single.bed", "chr1\t5\t5\nchr1\t9\t9\n"), Memory: 32}
	if _, status, err := consoletest.Run(
		t,
		&single,
	); status != console.ExitUsage || !strings.Contains(err.Error(), "count from 0 or from 1?") ||
		!strings.Contains(err.Error(), "--coordinates") {
		t.Errorf("status %d: %v", status, err)
	}
	single.Coordinates = "closed"
	if out, _, err := consoletest.Run(t, &single); err != nil || !strings.Contains(out, "1-based, both ends included. This was stated.") {
		t.Errorf("%s (%v)", out, err)
	}
}

func TestIndexVerify(t *testing.T) {
	for _, file := range []string{"fto_locus_chr16_hg19.tsv.gz", "ALSvcf.vcf", "crohns_ukbb_p1e-3_hg38.tsv.gz", "DGI_three_regions.txt"} {
		name := indexed(t, IndexBuildCmd{File: files + file})
		out, _, err := consoletest.Run(t, &IndexVerifyCmd{Index: name, Source: files + file, Queries: 100, Seed: 3, JSON: true})
		var report tableindex.Report
		if err != nil || json.Unmarshal([]byte(out), &report) != nil || report.Different != 0 || report.Queries != 100 || report.Rows < 50 {
			t.Errorf("%s: %s (%v)", file, out, err)
		}
	}
}

// A table that does not belong to the index has other answers, which is reported.
func TestIndexVerifyFindsAnotherTable(t *testing.T) {
	name := indexed(t, IndexBuildCmd{File: files + "fto_locus_chr16_hg19.tsv.gz"})
	lines := "chromosome\tposition\trsid\teffect_allele\tother_allele\teaf\teffect\tstd_err\tp_value\n"
	other := filepath.Join(t.TempDir(), "other.tsv")
	must(t, os.WriteFile(other, []byte(lines+"16\t53800954\trs1\tT\tC\t0.5\t1\t1\t0.5\n16\t53532568\trs2\tT\tC\t0.5\t1\t1\t0.5\n"), 0o600))
	out, _, err := consoletest.Run(t, &IndexVerifyCmd{Index: name, Source: other, Queries: 20, Seed: 1})
	if !errors.Is(err, console.ErrFindings) || !strings.Contains(out, "20 answers differ") {
		t.Errorf("%q (%v)", out, err)
	}
}

func TestIndexFormats(t *testing.T) {
	table := filepath.Join(t.TempDir(), "t.csv")
	must(t, os.WriteFile(table, []byte("gene,trait\n\"a,b\",T1\nB,T2\nB,T1\n"), 0o600))
	name := indexed(t, IndexBuildCmd{File: table, Schema: "gene,trait"})
	for _, tt := range []struct {
		cmd  IndexQueryCmd
		want string
	}{
		{IndexQueryCmd{Values: []string{"a,b", "T1"}, Format: "csv"}, "gene,trait\n\"a,b\",T1\n"},
		{IndexQueryCmd{Values: []string{"B", "T1"}, Format: "tsv"}, "gene\ttrait\nB\tT1\n"},
		{IndexQueryCmd{Values: []string{"B", "T1"}, Format: "json"}, "[\n{\"gene\":\"B\",\"trait\":\"T1\"}\n]\n"},
		{IndexQueryCmd{Values: []string{"B", "T9"}, Format: "json"}, "[]\n"},
		{IndexQueryCmd{Values: []string{"B", "T9"}, Format: "ndjson"}, ""},
		{IndexQueryCmd{Values: []string{"B", "T9"}, Count: true}, "0\n"},
		{IndexQueryCmd{Values: []string{"B", "*"}, Match: true}, "T1\nT2\n"},
		{IndexQueryCmd{Keys: 1}, "B\na,b\n"},
	} {
		tt.cmd.Index, tt.cmd.Limit = name, -1
		if out, _, err := consoletest.Run(t, &tt.cmd); err != nil || out != tt.want {
			t.Errorf("%+v: %q (%v), want %q", tt.cmd, out, err, tt.want)
		}
	}
}

package sumstatscmd

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
)

const insideChain = "../../gwas/liftover/GRCh37_to_GRCh38.chain.gz"

// tableLines returns the rows of a table below its header, in order.
func tableLines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(text))
		must(t, err)
		text, err = io.ReadAll(z)
		must(t, err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:]
	slices.Sort(lines)
	return lines
}

var crohns = map[string]string{"effect_allele": "ALT", "effect_allele_frequency": "AF"}

// After liftover there and back, a file is unchanged, except for the excluded rows. The original
// comes from convert, which lifts nothing.
func TestLiftoverThereAndBack(t *testing.T) {
	for _, tt := range []struct {
		file, from, to string
		answers        map[string]string
	}{
		{"ukb-d-X_RESPIRATORY.gwaslab.tsv.gz", "GRCh38", "GRCh37", nil},
		{"crohns_ukbb_p1e-3_hg38.tsv.gz", "GRCh38", "GRCh37", crohns},
		{"sle_bentham_3loci_hg19.tsv.gz", "GRCh37", "GRCh38", nil},
		{"fto_locus_chr16_hg19.tsv.gz", "GRCh37", "GRCh38", nil}, // one locus
	} {
		t.Run(tt.file, func(t *testing.T) {
			dir := t.TempDir()
			was, there, back := filepath.Join(dir, "was.tsv"), filepath.Join(dir, "there.tsv.gz"), filepath.Join(dir, "back.tsv.gz")
			_, _, err := consoletest.Run(
				t,
				&ConvertCmd{File: realFiles + tt.file, To: "gwas-ssf", Output: was, Sort: true, Build: tt.from, Map: tt.answers, Yes: true},
			)
			must(t, err)
			_, _, err = consoletest.Run(t, &LiftoverCmd{File: realFiles + tt.file, From: tt.from, To: tt.to, Output: there, Map: tt.answers, Yes: true})
			must(t, err)
			_, _, err = consoletest.Run(t, &LiftoverCmd{File: there, From: tt.to, To: tt.from, Output: back})
			must(t, err)
			want, got := tableLines(t, was), tableLines(t, back)
			for _, line := range tableLines(t, there+liftedUnmapped) {
				got = append(got, strings.SplitN(line, "\t", 3)[2])
			}
			if onward := tableLines(t, back+liftedUnmapped); len(onward) > 0 && onward[0] != "" {
				t.Errorf("%d rows did not come back, first %s", len(onward), onward[0])
			}
			slices.Sort(got)
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			moved := 0
			for _, line := range tableLines(t, there) {
				if _, same := slices.BinarySearch(want, line); !same {
					moved++
				}
			}
			if moved < 900 {
				t.Errorf("only %d rows have another place than before", moved)
			}
			checked, status, _ := consoletest.Run(t, &CheckCmd{File: there, Build: tt.to})
			if status != console.ExitOK {
				t.Errorf("the lifted file is not one that is accepted: %s", checked)
			}
		})
	}
}

// TestLiftoverSummary: in this file one row, rs59331675 in line 809, has a position outside GRCh37,
// so Ensembl's chains cannot lift it.
func TestLiftoverSummary(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out.tsv.gz")
	out, status, err := consoletest.Run(t, &LiftoverCmd{File: realFiles + "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz", Output: path})
	if status != console.ExitOK {
		t.Fatal(err)
	}
	for _, says := range []string{"1,000 rows read, 999 lifted from GRCh38 to GRCh37", "1 not lifted: The position does not exist", "read backwards", "17    21      20           1"} {
		if !strings.Contains(out, says) {
			t.Errorf("no %q in\n%s", says, out)
		}
	}
	text, err := os.ReadFile(path + liftedSummary)
	must(t, err)
	var got liftReport
	must(t, json.Unmarshal(text, &got))
	if got.Input != 1000 || got.Lifted != 999 || got.Unmapped != 1 || got.Breakdown["liftover_unmapped"] != 1 || got.Read.Rows != 1000 ||
		got.Chain.SHA256 != "79bd57935d581551ff46241cad1d8dbdb34f9dbd45de5ad17750ccea0d16d66f" || !got.Chain.Inverted || !strings.Contains(got.Chain.Licence, "Ensembl") {
		t.Errorf("%s", text)
	}
	left := tableLines(t, path+liftedUnmapped)
	if len(left) != 1 || !strings.HasPrefix(left[0], "liftover_unmapped\t809\t17\t38274564\tC\tT\t") {
		t.Errorf("left out: %q", left)
	}
	yaml, err := os.ReadFile(path + liftedMeta)
	if err != nil || !strings.Contains(string(yaml), `genome_assembly: "GRCh37"`) || !strings.Contains(string(yaml), "is_sorted: true") {
		t.Errorf("%v %s", err, yaml)
	}
}

// Rows on GRCh38, 64,620 bases after their positions on GRCh37, with a panel: one agrees, one
// differs by 0.4, one has neither allele of the reference.
func TestLiftoverBesideAPanel(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	text := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n"
	for i := range 60 {
		text += fmt.Sprintf("1\t%d\tA\tG\t0.1\t0.1\t0.3\t0.3173\n", 1006415+i)
	}
	file := write("in.tsv", text)
	panel := write("panel.txt", "chr pos ref alt af\n1 941797 T C 0.5\n1 941795 G A 0.3\n1 941796 A G 0.3\n1 5 A G 0.5\n")
	cmd := LiftoverCmd{File: file, From: "hg38", Output: filepath.Join(dir, "out.tsv"), Panel: panel, FD: 0.2, Cases: 40, Controls: 60}
	out, status, err := consoletest.Run(t, &cmd)
	if status != console.ExitOK ||
		!strings.Contains(out, "Of 3 rows whose reference allele is in panel.txt, 1 do not have it; 1 of these would on the other strand.\n"+
			"Of 2 rows with a frequency on both sides, 1 differ by more than 0.2.") {
		t.Errorf("%v\n%s", err, out)
	}
	yaml, err := os.ReadFile(cmd.Output + liftedMeta)
	if err != nil || !strings.Contains(string(yaml), "sample_size: 100") {
		t.Errorf("%v %s", err, yaml)
	}
	cmd.PanelAFOf, cmd.JSON = "ref", true
	out, _, err = consoletest.Run(t, &cmd)
	must(t, err)
	var report liftReport
	must(t, json.Unmarshal([]byte(out), &report))
	if b := report.Beside; b == nil || b.Mismatch != 1 || b.Frequency != 2 || b.FrequencyOff != 1 || report.Lifted != 60 {
		t.Errorf("%s", out)
	}
	cmd.Panel = write("none.txt", "chr pos alt af\n")
	if _, status, err = consoletest.Run(
		t,
		&cmd,
	); status != console.ExitUsage ||
		!strings.Contains(err.Error(), "reference panel none.txt: it cannot be read to its end: line 1: The file has a header and no rows") {
		t.Errorf("a panel that is none: %v", err)
	}
	known := "chr pos id ref alt af\n"
	for i, rs := range []string{"rs2286139 826352", "rs2980300 850609", "rs13302982 926428", "rs4040604 927744", "rs13303010 959193"} { // of HapMap 3, on GRCh38
		name, at, _ := strings.Cut(rs, " ")
		known += fmt.Sprintf("1 %s %s A G 0.%d\n", at, name, i+1)
	}
	cmd.Panel = write("other.txt", known)
	if _, status, err = consoletest.Run(t, &cmd); status != console.ExitUsage || !strings.Contains(err.Error(), "a panel on GRCh37 is needed") {
		t.Errorf("a panel on the old assembly: %v", err)
	}
}

// Rows on contigs are not on a chromosome; they are reported, and the others are lifted.
func TestLiftoverOfContigs(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "in.tsv")
	const values = "\tA\tG\t0.1\t0.1\t0.3\t0.3173\n"
	text := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n"
	for i := range 60 { // sorted and without a gap between them
		text += fmt.Sprintf("1\t%d%s", 1006415+i, values)
	}
	text += "chr1_KI270706v1_random\t100" + values + "chr6_GL000250v2_alt\t100" + values
	must(t, os.WriteFile(file, []byte(text), 0o600))
	out, status, err := consoletest.Run(t, &LiftoverCmd{File: file, From: "hg38", Output: filepath.Join(dir, "out.tsv")})
	if status != console.ExitOK || !strings.Contains(out, "62 rows read, 60 lifted") || !strings.Contains(out, "2 left out: ") {
		t.Errorf("%v\n%s", err, out)
	}
	if lines := tableLines(t, filepath.Join(dir, "out.tsv")); len(lines) != 60 || !strings.HasPrefix(lines[0], "1\t941795\tA\tG\t") {
		t.Errorf("%q", lines)
	}
}

func TestLiftoverRefuses(t *testing.T) {
	inputs := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(inputs, name)
		must(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	inside, err := os.ReadFile(insideChain)
	must(t, err)
	const hg18 = "chain 1 chr1 247249719 + 0 100 chr1 248956422 + 0 100 1\n100\n\n"
	resp := realFiles + "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"
	lifted := filepath.Join(inputs, "lifted.tsv")
	_, _, err = consoletest.Run(t, &LiftoverCmd{File: realFiles + "crohns_ukbb_p1e-3_hg38.tsv.gz", Map: crohns, Output: lifted})
	must(t, err)
	old := filepath.Join(inputs, "old.tsv")
	_, _, err = consoletest.Run(t, &ConvertCmd{File: realFiles + "crohns_ukbb_p1e-3_hg38.tsv.gz", To: "gwas-ssf", Map: crohns, Output: old})
	must(t, err)
	head, err := os.ReadFile(lifted)
	must(t, err)
	mixed := write("mixed.tsv", string(head)+strings.Join(tableLines(t, old), "\n")+"\n")
	for name, tt := range map[string]struct {
		cmd  LiftoverCmd
		says string
	}{
		"on the target":         {LiftoverCmd{File: resp, To: "hg38"}, "is on GRCh38 already"},
		"lifted twice":          {LiftoverCmd{File: lifted, To: "hg19"}, "is on GRCh37 already"},
		"lifted twice, denied":  {LiftoverCmd{File: lifted, From: "hg38", To: "hg19"}, "declared to be on GRCh38 (hg38) but looks like GRCh37 (hg19)"},
		"a chain of others":     {LiftoverCmd{File: realFiles + "sle_bentham_3loci_hg19.tsv.gz", To: "hg38", Chain: write("a.chain", hg18)}, "leads from NCBI36 to GRCh38"},
		"others, no target":     {LiftoverCmd{File: realFiles + "sle_bentham_3loci_hg19.tsv.gz", Chain: write("b.chain", hg18)}, "leads from NCBI36 to GRCh38"},
		"no way with the own":   {LiftoverCmd{File: resp, To: "hg18"}, "this needs one between GRCh38 and NCBI36"},
		"a chain cut off":       {LiftoverCmd{File: resp, Chain: write("cut.chain.gz", string(inside[:len(inside)-100]))}, "cut.chain.gz"},
		"a block too long":      {LiftoverCmd{File: resp, Chain: write("long.chain", strings.Replace(hg18, "\n100\n", "\n101\n", 1))}, "line 2"},
		"no chain file":         {LiftoverCmd{File: resp, Chain: write("no.chain", "rs1\t2\n")}, "line 1"},
		"mixed":                 {LiftoverCmd{File: mixed}, "Rows of both genome builds are mixed"},
		"mixed, said otherwise": {LiftoverCmd{File: mixed, From: "hg38"}, "Rows of both genome builds are mixed"},
		"no build to be told":   {LiftoverCmd{File: realFiles + "fto_locus_chr16_hg19.tsv.gz", To: "hg38"}, "Name it with --from"},
		"an open question":      {LiftoverCmd{File: realFiles + "magic_SARDINIA.tbl", From: "hg18", To: "hg38"}, "AL1"},
		"no such build":         {LiftoverCmd{File: resp, To: "mm10"}, "not a known genome build"},
	} {
		dir := t.TempDir()
		tt.cmd.Output = filepath.Join(dir, "out.tsv.gz")
		out, status, err := consoletest.Run(t, &tt.cmd)
		if status != console.ExitUsage || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: status %d, %v\n%s", name, status, err, out)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v was left behind (%v)", name, left, err)
		}
	}
}

// A chain file of the other direction is inverted: the same rows result.
func TestLiftoverByAChainOfTheOtherDirection(t *testing.T) {
	dir := t.TempDir()
	inside, given := filepath.Join(dir, "inside.tsv"), filepath.Join(dir, "given.tsv")
	file := realFiles + "ukb-d-X_RESPIRATORY.gwaslab.tsv.gz"
	_, _, err := consoletest.Run(t, &LiftoverCmd{File: file, Output: inside})
	must(t, err)
	out, _, err := consoletest.Run(t, &LiftoverCmd{File: file, Output: given, Chain: insideChain})
	must(t, err)
	if !strings.Contains(out, "Chain file: GRCh37_to_GRCh38.chain.gz, which leads the other way and was read backwards") {
		t.Error(out)
	}
	if d := cmp.Diff(tableLines(t, inside), tableLines(t, given)); d != "" {
		t.Error(d)
	}
}

package sumstatscmd

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
)

const vcfPanel = "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n" +
	"1\t1000\t.\tA\tG\t.\t.\tAF=0.3\n1\t2000\t.\tA\tG\t.\t.\tAF=0.3\n"

// The second row has the reference as its effect allele; the third is on the other strand,
// the first is not on the panel.
const vcfRows = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n" +
	"1\t3000\tA\tG\t0.1\t0.1\t0.3\t0.3173\n1\t2000\tA\tG\t0.25\t0.25\t0.7\t0.3173\n1\t1000\tC\tT\t0.5\t0.5\t0.3\t0.3173\n"

func vcfFiles(t *testing.T) (rows, panel, output string) {
	t.Helper()
	dir := t.TempDir()
	rows, panel, output = filepath.Join(dir, "height.tsv"), filepath.Join(dir, "sites.vcf"), filepath.Join(dir, "height.vcf.gz")
	if err := errors.Join(os.WriteFile(rows, []byte(vcfRows), 0o644), os.WriteFile(panel, []byte(vcfPanel), 0o644)); err != nil {
		t.Fatal(err)
	}
	return rows, panel, output
}

func TestConvertToGWASVCF(t *testing.T) {
	rows, panel, output := vcfFiles(t)
	out, status, err := consoletest.Run(t, &ConvertCmd{File: rows, To: toVCF, Output: output, Panel: panel, Build: "GRCh38", Sort: true, Yes: true})
	if status != console.ExitOK {
		t.Fatalf("status %d: %v", status, err)
	}
	for _, want := range []string{"3 rows read, 2 written", "1 left out: The reference panel has no variant with these alleles", "1 row turned", "1 row read on the other strand", "sites.vcf (SHA-256 "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
	text := gunzip(t, output)
	for _, want := range []string{"##contig=<ID=1,length=248956422,assembly=GRCh38>", "FORMAT\theight\n1\t1000\t.\tA\tG\t", "1\t2000\t.\tA\tG\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t-0.25:0.25:"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if info, err := os.Stat(output + ".tbi"); err != nil || info.Size() == 0 {
		t.Errorf("the index: %v", err)
	}
}

func gunzip(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestConvertToGWASVCFRefuses(t *testing.T) {
	rows, panel, output := vcfFiles(t)
	broken := filepath.Join(filepath.Dir(rows), "broken")
	if err := os.WriteFile(broken, []byte("a\tb\n1\t2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for want, cmd := range map[string]ConvertCmd{
		"add a panel":            {To: toVCF, Output: output, Sort: true},
		"ends with .vcf.gz":      {To: toVCF, Output: output + ".tsv", Panel: panel, Sort: true},
		"leave out --no-sort":    {To: toVCF, Output: output, Panel: panel},
		"--panel is for":         {To: "gwas-ssf", Output: output, Panel: panel, Sort: true},
		"reference panel broken": {To: toVCF, Output: output, Panel: broken, Sort: true},
	} {
		cmd.File, cmd.Build, cmd.Yes = rows, "GRCh38", true
		_, status, err := consoletest.Run(t, &cmd)
		if status == console.ExitOK || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: status %d, %v", want, status, err)
		}
		if _, err := os.Stat(cmd.Output); err == nil {
			t.Errorf("%s: something was written", want)
		}
	}
}

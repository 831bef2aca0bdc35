package sumstatscmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/app/console"
	"cohortium/internal/app/console/consoletest"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/fasta"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/platform/config"
)

// ucscCut is a cut-out of UCSC's chain file with base 17:34323944, which Ensembl's does not
// reach, and chrM.
const ucscCut = "../../gwas/liftover/testdata/ucsc-cut.chain"

// on37 writes a table on GRCh37 with rs854692 and neighbours, and mitochondrial rows.
func on37(t *testing.T, dir string, mitochondrial ...string) string {
	t.Helper()
	text := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n"
	for i := range 10 {
		text += fmt.Sprintf("17\t%d\tT\tC\t0.1\t0.1\t0.3\t0.3173\n", 34323940+i)
	}
	for _, place := range mitochondrial {
		text += place + "\tA\tG\t0.1\t0.1\t0.3\t0.3173\n"
	}
	path := filepath.Join(dir, "in.tsv")
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestLiftoverByANamedChain(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	lift := func(chain string) (string, int, error) {
		return consoletest.Run(
			t,
			&LiftoverCmd{File: on37(t, dir), From: "hg19", Output: filepath.Join(dir, "out.tsv"), Chain: chain, NumberFlags: NumberFlags{Data: data}},
		)
	}
	refused := func(chain string, says ...string) {
		t.Helper()
		_, status, err := lift(chain)
		for _, part := range says {
			if status != console.ExitUsage || !strings.Contains(fmt.Sprint(err), part) {
				t.Errorf("--chain %s: %d %v, want %q", chain, status, err, part)
			}
		}
	}
	taken := func(chain string, says ...string) {
		t.Helper()
		out, _, err := lift(chain)
		for _, part := range says {
			if err != nil && !errors.Is(err, console.ErrNoRows) || !strings.Contains(out, part) {
				t.Errorf("--chain %s: %v, no %q in\n%s", chain, err, part, out)
			}
		}
	}
	taken("", "0 lifted", "Chain file: GRCh37_to_GRCh38.chain.gz (Ensembl)\n\n") // nothing to compare with
	refused(
		"ucsc",
		"https://hgdownload.soe.ucsc.edu/goldenPath/hg19/liftOver/hg19ToHg38.over.chain.gz",
		"cohortium reference add hg19ToHg38.over.chain.gz --type chain",
		"--chain hg19ToHg38.over.chain.gz",
	)
	refused("other", "neither a file nor ensembl, ucsc or the name of an installed chain file")
	taken(
		ucscCut,
		"10 lifted",
		"Chain file: ucsc-cut.chain (UCSC)\nGRCh37_to_GRCh38.chain.gz (Ensembl) differs in 10 rows: 0 to another place, 10 lifted by ucsc-cut.chain (UCSC) only, 0 by",
	)

	installed := reference.Open(config.Storage{Data: data}.Reference(), console.Now)
	_, err := installed.Add(t.Context(), ucscCut, reference.Note{Type: reference.Chain, Name: "hg19ToHg38"})
	must(t, err)
	taken(
		"",
		"0 lifted",
		"Chain file: GRCh37_to_GRCh38.chain.gz (Ensembl)\nhg19ToHg38 (UCSC) differs in 10 rows",
		"10 by hg19ToHg38 (UCSC) only. Choose with --chain.",
	)
	taken("ensembl", "0 lifted", "hg19ToHg38 (UCSC) differs in 10 rows")
	taken(insideChain, "0 lifted", "Chain file: GRCh37_to_GRCh38.chain.gz", "hg19ToHg38 (UCSC) differs in 10 rows")
	taken("hg19ToHg38", "10 lifted", "Chain file: hg19ToHg38 (UCSC)\n")
	taken("UCSC", "10 lifted", "Chain file: hg19ToHg38 (UCSC)\nGRCh37_to_GRCh38.chain.gz (Ensembl) differs in 10 rows")
	for _, line := range tableLines(t, filepath.Join(dir, "out.tsv")) {
		if strings.HasPrefix(line, "17\t35996908\t") { // where dbSNP has rs854692 on GRCh38
			return
		}
	}
	t.Error("17:34323944 is not lifted to 35996908")
}

// Mitochondrial rows on chrM of UCSC hg19 are lifted as such. If the sequence is unknown, they are
// excluded, with the flag that answers it.
func TestLiftoverOfMitochondrialRows(t *testing.T) {
	for name, tt := range map[string]struct {
		rows   []string
		answer string
		chain  string
		says   []string
		lifted []string
	}{
		"MT":             {[]string{"MT\t752"}, "", "", []string{"1 mitochondrial row: positions of the rCRS", "named MT"}, []string{"25\t752"}},
		"chrM":           {[]string{"chrM\t752"}, "", "", []string{"1 mitochondrial row: not lifted.", "--mitochondrion rcrs or --mitochondrion hg19", "1 not lifted: The mitochondrial sequence of"}, nil},
		"chrM, rCRS":     {[]string{"chrM\t752"}, "rcrs", "", []string{"positions of the rCRS"}, []string{"25\t752"}},
		"chrM, hg19":     {[]string{"chrM\t752"}, "hg19", ucscCut, []string{"positions of chrM of UCSC hg19 (NC_001807), which is not the rCRS"}, []string{"25\t750"}},
		"to 16571":       {[]string{"chrM\t752", "chrM\t16571"}, "", ucscCut, []string{"Position 16,571 exists on chrM of UCSC hg19 only"}, []string{"25\t16569", "25\t750"}},
		"to 16571, ours": {[]string{"chrM\t752", "chrM\t16571"}, "", "", []string{"2 not lifted: The position counts on the older mitochondrial sequence", "hg19ToHg38 does."}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			cmd := LiftoverCmd{
				File:          on37(t, dir, tt.rows...),
				From:          "hg19",
				Output:        filepath.Join(dir, "out.tsv"),
				Chain:         tt.chain,
				Mitochondrion: tt.answer,
				NumberFlags:   NumberFlags{Data: dir},
			}
			out, _, err := consoletest.Run(t, &cmd)
			if !errors.Is(err, console.ErrNoRows) || tt.lifted != nil {
				must(t, err)
			}
			for _, part := range tt.says {
				if !strings.Contains(out, part) {
					t.Errorf("no %q in\n%s", part, out)
				}
			}
			var lifted []string
			if tt.lifted == nil { // nothing was written
				return
			}
			for _, line := range tableLines(t, cmd.Output) {
				if strings.HasPrefix(line, "25\t") {
					lifted = append(lifted, strings.Join(strings.Split(line, "\t")[:2], "\t"))
				}
			}
			if strings.Join(lifted, ", ") != strings.Join(tt.lifted, ", ") {
				t.Errorf("lifted: %q, want %q", lifted, tt.lifted)
			}
		})
	}
	dir := t.TempDir()
	cmd := LiftoverCmd{
		File:          on37(t, dir, "chrM\t16571"),
		From:          "hg19",
		Output:        filepath.Join(dir, "out.tsv"),
		Chain:         ucscCut,
		Mitochondrion: "rcrs",
		NumberFlags:   NumberFlags{Data: dir},
	}
	if _, status, err := consoletest.Run(t, &cmd); status != console.ExitUsage || !strings.Contains(err.Error(), "16,571 exists on chrM of UCSC hg19 only") {
		t.Errorf("a contradicted answer: %d %v", status, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "out*")); len(left) > 0 {
		t.Errorf("%v was written", left)
	}
}

// chromosome21 writes chromosome 21 of a build: N except for some bases at a 1-based position.
func chromosome21(t *testing.T, dir string, length, at int, bases string) string {
	t.Helper()
	text := []byte(">21\n" + strings.Repeat("N", length) + "\n")
	copy(text[3+at:], bases) // 4 bytes before the first base
	path := filepath.Join(dir, fmt.Sprintf("%d.fa.gz", length))
	file, err := os.Create(path)
	must(t, err)
	z := regionindex.NewBGZFWriter(file, regionindex.BGZFOptions{})
	_, err = z.Write(text)
	must(t, err)
	must(t, z.Close())
	must(t, file.Close())
	return path
}

// indexFasta writes the two indexes of a file of one line.
func indexFasta(t *testing.T, path string, length int) {
	t.Helper()
	must(t, os.WriteFile(path+".fai", fmt.Appendf(nil, "21\t%d\t4\t%d\t%d\n", length, length, length+1), 0o600))
	file, err := os.Open(path)
	must(t, err)
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	must(t, err)
	blocks, err := regionindex.BlockStarts(file, info.Size())
	must(t, err)
	must(t, os.WriteFile(path+".gzi", fasta.AppendGzipIndex(nil, func(yield func(int64, int64) bool) {
		for _, b := range blocks[:len(blocks)-1] { // the last one is the end
			if !yield(b.File, b.Text) {
				return
			}
		}
	}), 0o600))
}

// 21:20000001 of GRCh37 is at 18627683 on GRCh38 in both chain files. The sequence after it is
// synthetic: an A followed by seven T.
func TestLiftoverLeftAlignsByAFasta(t *testing.T) {
	const length37, length38, at = 48129895, 46709983, 18627684
	dir := t.TempDir()
	text := "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n" +
		"21\t20000001\tT\tC\t0.1\t0.1\t0.3\t0.3173\n" +
		"21\t20000004\tTT\tT\t0.2\t0.1\t0.3\t0.0455\n" + // at the second T of seven
		"21\t20000003\tG\tGC\t0.3\t0.1\t0.3\t0.0027\n"
	in := filepath.Join(dir, "in.tsv")
	must(t, os.WriteFile(in, []byte(text), 0o600))
	path := chromosome21(t, dir, length38, at, "ATTTTTTTG")
	cmd := LiftoverCmd{File: in, From: "hg19", Output: filepath.Join(dir, "out.tsv"), Fasta: path, NumberFlags: NumberFlags{Data: dir}}
	if _, status, err := consoletest.Run(t, &cmd); status != console.ExitUsage || !strings.Contains(err.Error(), "samtools faidx") {
		t.Errorf("without an index: %d %v", status, err)
	}
	indexFasta(t, path, length38)
	out, _, err := consoletest.Run(t, &cmd)
	must(t, err)
	if says := "2 insertions and deletions checked with 46709983.fa.gz: 1 left-aligned, 0 trimmed, 0 lifted on reversed blocks, 1 with neither allele in the sequence, 0 not checked."; !strings.Contains(
		out,
		says,
	) {
		t.Errorf("no %q in\n%s", says, out)
	}
	if lines := tableLines(
		t,
		cmd.Output,
	); len(lines) != 3 ||
		!strings.HasPrefix(lines[0], "21\t18627684\tAT\tA\t0.2\t") && !strings.HasPrefix(lines[1], "21\t18627684\tAT\tA\t0.2\t") {
		t.Errorf("%q", lines)
	}
	var report liftReport
	summary, err := os.ReadFile(cmd.Output + liftedSummary)
	must(t, err)
	must(t, json.Unmarshal(summary, &report))
	if report.Indels == nil || report.Indels.Moved != 1 || report.Indels.Sequence != "46709983.fa.gz" {
		t.Errorf("%s", summary)
	}
	old := chromosome21(t, dir, length37, at, "A")
	indexFasta(t, old, length37)
	cmd.Fasta = old
	if _, status, err := consoletest.Run(
		t,
		&cmd,
	); status != console.ExitUsage ||
		!strings.Contains(err.Error(), "those of GRCh37 (hg19); a reference sequence of GRCh38") {
		t.Errorf("of the old build: %d %v", status, err)
	}
}

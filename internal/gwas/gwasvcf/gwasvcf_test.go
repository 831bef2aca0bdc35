package gwasvcf_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/gwasvcf"
	"cohortium/internal/gwas/liftover"
	"cohortium/internal/gwas/qc"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

var update = flag.Bool("update", false, "write the golden file")

// result has a row as the panel names it, one the other way round, one that is absent, a palindrome
// listed both ways, one of the other strand, a deletion, one whose effect is taken, a pair that the
// panel has in either role, and one of X.
const result = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\tneg_log_10_p_value\trsid\tn\n" +
	"1\t1000\tG\tA\t0.1\t0.02\t0.3\t5.733e-7\t6.2416\trs1\t1000\n" +
	"1\t2000\tA\tG\t0.25\t0.05\t0.7\t5.733e-7\t6.2416\trs2\t1000\n" +
	"1\t3000\tT\tC\t0.1\t0.1\t0.3\t0.3173\t0.49853\trs3\t1000\n" +
	"1\t4000\tA\tT\t-0.5\t0.125\t0.1\t6.334e-5\t4.19832\t#NA\t900\n" +
	"1\t5000\tC\tT\t0.1\t0.1\t0.3\t0.3173\t0.49853\trs5\t1000\n" +
	"2\t6000\tC\tCTT\t0.5\t0.0625\t0.25\t1.24e-412\t411.9066\trs6\t1000\n" +
	"2\t7000\tA\tG\t0.1\t0.1\t0.3\t0.3173\t0.49853\trs7\t1000\n" +
	"2\t8000\tA\tG\t0.1\t0.1\t0.3\t0.3173\t0.49853\trs8\t1000\n" +
	"23\t9000\tT\tC\t0.1\t0.1\t#NA\t0.3173\t0.49853\trs9\t#NA\n"

const panel = "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n" +
	"1\t1000\trs1\tA\tG\t.\t.\tAF=0.3\n" +
	"1\t2000\trs2\tA\tC,G\t.\t.\tAF=0.1,0.3\n" +
	"1\t3000\trs3\tG\tC\t.\t.\tAF=0.1\n" + // T and C fit on neither strand
	"1\t4000\t.\tA\tT\t.\t.\tAF=0.9\n" +
	"1\t5000\trs5\tG\tA\t.\t.\tAF=0.7\n" +
	"2\t6000\trs6\tCTT\tC\t.\t.\tAF=0.25\n" +
	"2\t7000\trs7\tG\tA\t.\t.\tAF=0.3\n" +
	"2\t8000\trs8\tG\tA\t.\t.\tAF=0.3\n" +
	"2\t8000\trs8\tA\tG\t.\t.\tAF=0.7\n" +
	"X\t9000\trs9\tC\tT\t.\t.\tAF=0.2\n"

// rows are those of result, worked out by hand: of the second, the fourth and the fifth,
// which is on the other strand, the effect allele is the reference, so that their effects
// and frequencies are turned.
const rows = "1\t1000\trs1\tA\tG\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t0.1:0.02:6.2416:0.3:1000:.:rs1\n" +
	"1\t2000\trs2\tA\tG\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t-0.25:0.05:6.2416:0.3:1000:.:rs2\n" +
	"1\t4000\t.\tA\tT\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t0.5:0.125:4.19832:0.9:900:.:.\n" +
	"1\t5000\trs5\tG\tA\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t-0.1:0.1:0.49853:0.7:1000:.:rs5\n" +
	"2\t6000\trs6\tCTT\tC\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t0.5:0.0625:411.9066:0.25:1000:.:rs6\n" +
	"X\t9000\trs9\tC\tT\t.\tPASS\t.\tES:SE:LP:AF:SS:NC:ID\t0.1:0.1:0.49853:.:.:.:rs9\n"

func open(text string) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
}

func read(t *testing.T, text string) *sumstats.Reader {
	t.Helper()
	known := recognise.CheckOptions{Name: "x", Build: genome.GRCh37}
	report, err := recognise.Prepare(open(text), known)
	if err != nil {
		t.Fatal(err)
	}
	if blocks := report.Blocks(); len(blocks) > 0 {
		t.Fatal(blocks)
	}
	r, err := sumstats.Open(strings.NewReader(text), report.Reading(known))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// lacking takes the effect of rs7, as a result by sample size has none.
type lacking struct{ sumstats.RowReader }

func (l lacking) ReadRows(dst []sumstats.Row) (int, error) {
	n, err := l.RowReader.ReadRows(dst)
	for i := range dst[:n] {
		if dst[i].RSID == 7 {
			dst[i].Beta = math.NaN()
		}
	}
	return n, err
}

func write(t *testing.T) (data, index []byte, counts *qc.Turned) {
	t.Helper()
	var out, tbi bytes.Buffer
	r := read(t, result)
	counts, err := gwasvcf.Write(t.Context(), &out, &tbi, lacking{r}, r.Dict(), gwasvcf.Options{
		Study: gwasvcf.Study{Name: "Body mass, all", Build: genome.GRCh37, Cases: 400, Controls: 600, Software: "Cohortium test"},
		Panel: &qc.Panel{Name: "A \"panel\"", Open: open(panel)}, TempDir: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), tbi.Bytes(), counts
}

func unpack(t *testing.T, data []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A panel whose allele column is called "other" does not state that it is the reference.
func TestPanelsThatDoNotNameTheReferenceAreRefused(t *testing.T) {
	for header, named := range map[string]bool{
		"chrom,pos,REF,ALT,AF": true, "chrom,pos,reference_allele,alternate_allele,AF": true,
		"chrom,pos,other_allele,effect_allele,AF": false, "chrom,pos,A2,A1,AF": false,
	} {
		r := read(t, result)
		var out, tbi bytes.Buffer
		_, err := gwasvcf.Write(t.Context(), &out, &tbi, r, r.Dict(), gwasvcf.Options{
			Study:   gwasvcf.Study{Name: "s", Build: genome.GRCh37},
			Panel:   &qc.Panel{Name: "p", Open: open(header + "\n1,100,A,G,0.3\n")},
			TempDir: t.TempDir(),
		})
		var fault *qc.PanelError
		if named && err != nil || !named && (!errors.As(err, &fault) || !strings.Contains(fault.Public(), "does not state the reference allele")) {
			t.Errorf("%s: %v", header, err)
		}
	}
}

func TestRowsAreThoseOfTheReference(t *testing.T) {
	data, _, counts := write(t)
	text := unpack(t, data)
	_, got, _ := strings.Cut(text, "Body_mass__all\n")
	if got != rows {
		t.Errorf("rows:\n%s\nwant:\n%s", got, rows)
	}
	sum := counts.SHA256
	counts.SHA256 = ""
	want := qc.Turned{Panel: "A \"panel\"", RowsIn: 9, RowsOut: 6, Switched: 3, OtherStrand: 1, NoResult: 1, NotOnIt: 1, BothWays: 1}
	if *counts != want || counts.LeftOut() != 3 || len(sum) != 64 {
		t.Errorf("%+v, want %+v", *counts, want)
	}
	golden(t, text)
}

func golden(t *testing.T, text string) {
	t.Helper()
	path := filepath.Join("testdata", "result.vcf")
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("the file is not as %s; see what differs and renew it with -update:\n%s", path, text)
	}
}

func TestOurReaderReadsItBack(t *testing.T) {
	data, _, _ := write(t)
	r := read(t, unpack(t, data))
	batch := make([]sumstats.Row, 16)
	n, err := r.ReadRows(batch)
	if n != 6 || err != nil && !errors.Is(err, io.EOF) {
		t.Fatalf("%d rows, %v", n, err)
	}
	second, deletion := batch[1], batch[4]
	if r.Dict().Text(second.EA) != "G" || second.Beta != -0.25 || second.SE != 0.05 || second.EAF != 0.3 || second.N != 1000 || second.RSID != 2 {
		t.Errorf("%+v", second)
	}
	if r.Dict().Text(deletion.OA) != "CTT" || deletion.NegLog10P != 411.9066 || batch[5].Chromosome != genome.X {
		t.Errorf("%+v", deletion)
	}
}

// tool runs one of Debian's programs of the name, on a file with its index. It skips the test
// where the package is not installed, as on a laptop that runs this package alone;
// scripts/setup.sh installs it for `make test`.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not on PATH (Debian package %s)", name, name)
	}
	var errOut bytes.Buffer
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil || errOut.Len() > 0 {
		t.Fatalf("%s: %v: %s", name, err, errOut.String())
	}
	return string(out)
}

func stored(t *testing.T) string {
	t.Helper()
	data, index, _ := write(t)
	path := filepath.Join(t.TempDir(), "result.vcf.gz")
	if err := errors.Join(os.WriteFile(path, data, 0o644), os.WriteFile(path+".tbi", index, 0o644)); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTabixFindsRows(t *testing.T) {
	path := stored(t)
	if got, want := tool(
		t,
		"tabix",
		path,
		"1:2000-4000",
		"X",
	), strings.Join(
		strings.SplitAfter(rows, "\n")[1:3],
		"",
	)+strings.SplitAfter(rows, "\n")[5]; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	// A deletion is found by its last base, within a window of the index.
	if got := tool(t, "tabix", path, "2:6002-6002"); got != strings.SplitAfter(rows, "\n")[4] {
		t.Errorf("at the end of the deletion: %q", got)
	}
}

func TestBCFToolsReadsIt(t *testing.T) {
	path := stored(t)
	got := tool(t, "bcftools", "query", "-r", "1:2000,2:6000", "-f", "%CHROM %POS %REF %ALT [%ES %AF %LP]\n", path)
	if want := "1 2000 A G -0.25 0.3 6.2416\n2 6000 CTT C 0.5 0.25 411.907\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if n := strings.Count(tool(t, "bcftools", "view", "-H", path), "\n"); n != 6 {
		t.Errorf("%d rows", n)
	}
}

func TestABuildIsNeeded(t *testing.T) {
	r := read(t, result)
	_, err := gwasvcf.Write(t.Context(), io.Discard, nil, r, r.Dict(), gwasvcf.Options{Panel: &qc.Panel{Open: open(panel)}})
	if err == nil || !strings.Contains(err.Error(), "genome build") {
		t.Errorf("%v", err)
	}
}

// inMemory is a sequence of chromosome 1, N but for bases at 2001.
type inMemory string

func (s inMemory) Length(c genome.Chromosome) int32 {
	if c != 1 {
		return 0
	}
	return int32(2000 + len(s))
}

func (s inMemory) Append(dst []byte, _ genome.Chromosome, start, end int32) ([]byte, error) {
	for at := start; at <= end; at++ {
		if at <= 2000 {
			dst = append(dst, 'N')
		} else {
			dst = append(dst, s[at-2001])
		}
	}
	return dst, nil
}

// A deletion in a repeat that a study writes at the repeat's end is the one that the panel has at
// its start, and moves before a row that it followed.
func TestIndelsAreLeftAligned(t *testing.T) {
	const header = "chromosome\tbase_pair_location\teffect_allele\tother_allele\tbeta\tstandard_error\teffect_allele_frequency\tp_value\n"
	const study = header + "1\t2003\tC\tT\t0.1\t0.1\t0.3\t0.3173\n1\t2004\tT\tTT\t0.2\t0.1\t0.3\t0.0455\n"
	const sites = "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t2001\t.\tAT\tA\t.\t.\tAF=0.3\n1\t2003\t.\tT\tC\t.\t.\tAF=0.3\n"
	for _, with := range []bool{false, true} {
		r := read(t, study)
		var out bytes.Buffer
		var indels liftover.Indels
		opt := gwasvcf.Options{Study: gwasvcf.Study{Name: "s", Build: genome.GRCh37}, Panel: &qc.Panel{Name: "p", Open: open(sites)}, TempDir: t.TempDir()}
		want := []string{"1\t2003\t.\tT\tC"}
		if with {
			opt.Sequence = &liftover.Reference{Sequence: inMemory("ATTTTG"), Name: "made"}
			opt.Aligned = func(n liftover.Indels) { indels = n }
			want = append([]string{"1\t2001\t.\tAT\tA"}, want...)
		}
		counts, err := gwasvcf.Write(t.Context(), &out, nil, r, r.Dict(), opt)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(unpack(t, out.Bytes())) {
			if !strings.HasPrefix(line, "#") {
				got = append(got, strings.Join(strings.SplitN(line, "\t", 6)[:5], "\t"))
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") || counts.RowsOut != int64(len(want)) || with && indels.Moved != 1 {
			t.Errorf("%q, want %q; %+v %+v", got, want, counts, indels)
		}
	}
}

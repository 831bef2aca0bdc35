package tableindex

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

const (
	chrom   = "#chrom\tchromStart\tchromEnd\tname\n"
	generic = "chr\tstart\tend\tname\n"
	peaks   = "chr1\t999\t1000\ta\t0\t.\t5\t-1\t-1\t0\nchr1\t1000\t2000\tb\t0\t.\t5\t-1\t-1\t0\nchr2\t0\t10\tc\t0\t.\t5\t-1\t-1\t0\n"
	vcfHead = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n"
)

// Format, names and rows determine how starts and ends count, and contradictions are asked about.
// Each file is asked for one base; the rows that hold it follow from the definitions of UCSC and of
// the VCF specification.
func TestStartsAndEndsAreCounted(t *testing.T) {
	for _, c := range []struct {
		name, file, text string
		want             Coordinates
		because          string
		base             string
		rows             int
	}{
		{"UCSC's names", "ucsc.tsv", chrom + "chr1\t999\t1000\ta\nchr1\t1000\t2000\tb\n", ZeroBased, "chromStart and chromEnd count from 0", "1:1000", 1},
		{"UCSC's names, the base behind", "ucsc.tsv", chrom + "chr1\t999\t1000\ta\nchr1\t1000\t2000\tb\n", ZeroBased, "", "1:1001", 1},
		{"UCSC's names of genes", "genes.tsv", "name\tchrom\ttxStart\ttxEnd\nA\tchr1\t9\t20\n", ZeroBased, "txStart and txEnd count from 0", "1:9", 0},
		{"a start of 0", "t.tsv", generic + "1\t5\t9\ta\n2\t0\t10\tb\n", ZeroBased, "start is 0 in line 3", "1:5", 0},
		{"a start of 1", "t.tsv", generic + "1\t5\t9\ta\n2\t1\t10\tb\n", Closed, "unless there is evidence against it", "1:9", 1},
		{"the header of a BED file", "t.tsv", "#chrom\tstart\tend\tid\nchr1\t5\t9\ta\n", ZeroBased, "The header is that of a BED file", "1:5", 0},
		{"ANNOVAR's header over single bases", "t.tsv", "#Chr\tStart\tEnd\tRef\n1\t5\t5\tA\n1\t9\t9\tC\n1\t12\t14\tACG\n", "", "Do positions count", "", 0},
		{"single bases", "t.tsv", generic + "1\t5\t5\ta\n1\t9\t9\tb\n1\t12\t14\tc\n", Closed, "Of 3 rows 2 have the same start and end", "1:5", 1},
		{"single bases are half of the rows", "t.tsv", chrom + "chr1\t5\t5\ta\nchr1\t9\t9\tb\nchr1\t12\t14\tc\nchr1\t22\t24\tc\n", ZeroBased, "", "1:5", 0},
		{"UCSC's names over single bases", "t.tsv", chrom + "chr1\t5\t5\ta\nchr1\t9\t9\tb\nchr1\t12\t14\tc\n", "", "But of 3 rows 2 have the same start and end", "", 0},
		{"a start of 0 over single bases", "t.tsv", generic + "1\t0\t0\ta\n1\t9\t9\tb\n1\t12\t14\tc\n", "", "start is 0 in line 2", "", 0},
		{"UCSC's names over tiles of closed ends", "t.tsv", chrom + "chr1\t1\t10\ta\nchr1\t11\t20\tb\nchr1\t21\t30\tc\n", "", "But of 3 rows 2 begin one behind", "", 0},
		{"closed tiles", "t.tsv", generic + "1\t1\t10\ta\n1\t11\t20\tb\n1\t21\t30\tc\n", Closed, "2 begin one behind", "1:10", 1},
		{"tiles that share their ends", "t.tsv", generic + "1\t10\t20\ta\n1\t20\t30\tb\n1\t30\t40\tc\n", "", "2 begin at the end of the row before", "", 0},
		{"one pair that shares its end", "t.tsv", generic + "1\t10\t20\ta\n1\t20\t30\tb\n1\t50\t60\tc\n", Closed, "", "1:20", 2},
		{"few that share their ends", "t.tsv", generic + "1\t1\t2\ta\n1\t2\t3\tb\n1\t3\t4\tc\n" + apart(8), Closed, "", "1:3", 2},
		{"a fifth that share their ends", "t.tsv", generic + "1\t1\t2\ta\n1\t2\t3\tb\n1\t3\t4\tc\n" + apart(7), "", "Of 10 rows 2", "", 0},
		{"bedGraph by its first line", "cov.txt", "track type=bedGraph\nchr1\t999\t1000\t1.5\nchr1\t1000\t2000\t1.5\n", ZeroBased, "The file is BED", "1:1000", 1},
		{"narrowPeak by its ending", "peaks.narrowPeak", strings.Split(peaks, "chr2")[0], ZeroBased, "The file is BED", "1:1000", 1},
		{"narrowPeak by its rows", "peaks.txt", peaks, ZeroBased, "", "1:1001", 1},
		{"BED by its rows, without chr", "regions.csv", "1\t999\t1000\tx\n2\t7\t9\ty\n", ZeroBased, "", "2:7", 0},
		{"BED of single bases", "sites.bed", "chr1\t5\t5\nchr1\t9\t9\nchr1\t12\t14\n", "", "The file is BED, where starts count from 0. But", "", 0},
		{"a column of UCSC's starts", "t.tsv", "chrom\tchromStart\tx\n1\t5\ta\n", ZeroBased, "counts from 0", "1:6", 1},
		{"a column of UCSC's ends", "t.tsv", "chrom\tchromEnd\tx\n1\t5\ta\n", Closed, "counted from 1", "1:5", 1},
		{"positions", "t.tsv", "chr\tpos\tx\n1\t5\ta\n", Closed, "Positions read as 1-based", "1:5", 1},
	} {
		schema := map[string]string{"a column of UCSC's starts": "chrom:chromStart", "a column of UCSC's ends": "chrom:chromEnd"}[c.name]
		src := sourceOf(c.file, []byte(c.text))
		h, err := Inspect(context.Background(), src)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if schema == "" {
			schema = h.Schemas[0]
		}
		got := h.CountingOf(schemaOf(t, schema))
		if got.Coordinates != c.want || !strings.Contains(got.Sentence(), c.because) {
			t.Errorf("%s: %s", c.name, got.Sentence())
		}
		if c.want == "" {
			var asked *CountingError
			if _, err := Build(context.Background(), src, Spec{Schema: schemaOf(t, schema)}, (&files{}).output(), Options{}); !errors.As(err, &asked) {
				t.Errorf("%s: built (%v)", c.name, err)
			}
			continue
		}
		x, sum, _ := built(t, src, Spec{Schema: schemaOf(t, schema)})
		if rows := ask(t, x, c.base); len(rows) != c.rows || sum.Counting != got {
			t.Errorf("%s: %s is in %q", c.name, c.base, rows)
		}
		stated, _, _ := built(t, src, Spec{Schema: schemaOf(t, schema), Coordinates: HalfOpen})
		if stated.about.Coordinates != HalfOpen {
			t.Errorf("%s: a person's word does not count", c.name)
		}
	}
}

// apart returns rows that join no other.
func apart(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "1\t%d\t%d\tz\n", 1000+10*i, 1005+10*i)
	}
	return b.String()
}

// A table without a header is BED only when its rows are.
func TestNotBED(t *testing.T) {
	for name, text := range map[string]string{
		"an end before its start":   "chr1\t5\t9\nchr1\t9\t5\n",
		"a sample size":             "1\t100\t20000\tA\n1\t200\t20000\tC\n",
		"genes of MAGMA":            "79501\t1\t69091\t70008\n100996442\t1\t142447\t174392\n",
		"a genetic map":             "chr1\t55550\t2.98\nchr1\t82571\t2.08\n",
		"names that nobody can say": "scaffold7\t5\t9\nscaffold8\t5\t10\n",
	} {
		if h, err := Inspect(context.Background(), sourceOf("t.txt", []byte(text))); err != nil || h.Format == BED {
			t.Errorf("%s: %s (%v)", name, h.Format, err)
		}
	}
}

func TestNamesOfBED(t *testing.T) {
	for text, want := range map[string]string{
		"chr1\t5\t9\t1.5\n":                                               "dataValue",
		"chr1\t5\t9\tx\n":                                                 "name",
		"chr1\t5\t9\tx\t0\t.\t5\t-1\t-1\t0\n":                             "peak",
		"chr1\t5\t9\tx\t0\t.\t5\t-1\t-1\n":                                "qValue",
		"chr1\t5\t9\tx\t0\t+\t5\t9\t0\n":                                  "itemRgb",
		"chr1\t5\t9\tx\t0\t+\t5\t9\t255,0,0\t1\t4,\t0,\n":                 "blockStarts",
		"chr1\t5\t9\tx\t0\t+\t5\t9\t255,0,0\t1\t4,\t0,\twhatever\tmore\n": "column_14",
	} {
		h, err := Inspect(context.Background(), sourceOf("t.bed", []byte(text)))
		if err != nil || h.Columns[len(h.Columns)-1].Name != want {
			t.Errorf("%q: %+v (%v)", text, h.Columns, err)
		}
	}
}

// A start of 0 far down contradicts the reading of the rows above.
func TestLateStartOfZero(t *testing.T) {
	text := []byte(generic + strings.Repeat("1\t5\t9\taaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", 20_000) + "2\t0\t9\tb\n")
	spec := Spec{Schema: schemaOf(t, "chr:start-end")}
	_, err := Build(context.Background(), sourceOf("t.tsv", text), spec, (&files{}).output(), Options{TempDir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "line 20002, column start") || !strings.Contains(err.Error(), "zero-based") {
		t.Errorf("%v", err)
	}
	spec.Coordinates = Closed
	if _, err := Build(context.Background(), sourceOf("t.tsv", text), spec, (&files{}).output(), Options{TempDir: t.TempDir()}); err != nil {
		t.Errorf("stated: %v", err)
	}
}

// The last base of a row, by the VCF specification.
func TestRowsOfVCFReachTheirEnd(t *testing.T) {
	for _, c := range []struct {
		row  string
		last int
	}{
		{"A\t<DEL>\t.\tPASS\tSVTYPE=DEL;END=5000", 5000},
		{"A\t<DEL>\t.\tPASS\tSVTYPE=DEL;CIEND=-5,5;END=5000;AC=1", 5000},
		{"C\tT\t.\tPASS\tAF=0.1", 1000},
		{"C\tT\t.\tPASS\t.", 1000},
		{"ACGTACGTACG\tA\t.\tPASS\tAF=0.1", 1010},
		{"A\t<DEL>\t.\tPASS\tSVTYPE=DEL;END=900", 1000},
		{"A\t<CNV>\t.\tPASS\tSVLEN=-300", 1300},
		{"A\t<DEL>,<DUP>\t.\tPASS\tSVLEN=300,500", 1500},
		{"A\t<INS>\t.\tPASS\tSVLEN=300", 1000},
		{"A\tAC\t.\tPASS\tSVLEN=1", 1000},
		{"A\t<TRA>\t.\tPASS\tSVTYPE=TRA;CHR2=2;END=5000", 1000},
		{"A\tA[2:500[\t.\tPASS\tSVTYPE=BND;END=5000", 1000},
		{"A\t<DEL>\t.\tPASS\tSVTYPE=DEL;END=no", 1000},
	} {
		text := vcfHead + "1\t1000\tx\t" + c.row + "\n2\t1\ty\tA\tC\t.\t.\t.\n"
		x, _, _ := built(t, sourceOf("sv.vcf", []byte(text)), Spec{Schema: schemaOf(t, "CHROM:POS")})
		for at, want := range map[int]int{999: 0, 1000: 1, c.last: 1, c.last + 1: 0} {
			if got := len(ask(t, x, fmt.Sprintf("1:%d", at))); got != want {
				t.Errorf("%s: base %d is in %d rows, want %d", c.row, at, got, want)
			}
		}
	}
}

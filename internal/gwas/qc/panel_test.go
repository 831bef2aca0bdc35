package qc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/columnar"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/rowsort"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/gwas/textfile"
	"cohortium/internal/gwas/variant"

	"github.com/biogo/hts/bgzf"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// siteText is a site as a test states it.
type siteText struct {
	Chromosome string
	Position   int32
	Ref, Alt   string
	AF         float64 // −1 for none
	RSID       uint64
}

func readPanelText(t testing.TB, p *Panel) ([]siteText, *panelCounts, error) {
	t.Helper()
	d := variant.NewDict()
	sorter, counts, err := sortPanel(context.Background(), p, rowsort.Options{Dict: d, TempDir: t.TempDir()}, d, nil)
	if err != nil {
		return nil, nil, err
	}
	defer sorter.Close()
	rows, err := sorter.Reader()
	if err != nil {
		return nil, nil, err
	}
	var sites []siteText
	for c := newCursor(rows); ; c.take() {
		r, err := c.peek()
		if err != nil {
			return nil, nil, err
		}
		if r == nil {
			return sites, counts, nil
		}
		s := siteText{r.Chromosome.String(), r.Position, d.Text(r.OA), d.Text(r.EA), r.EAF, r.RSID}
		if math.IsNaN(s.AF) {
			s.AF = -1
		}
		sites = append(sites, s)
	}
}

func TestPanelFormats(t *testing.T) {
	for name, test := range map[string]struct {
		text     string
		column   string
		ref      bool
		want     []siteText
		unusable int64
	}{
		"VCF": {
			text: "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\n" +
				"chr2\t20\trs2\tA\tG,AT\t.\tPASS\tAN=10;AF=0.1,0.2\tGT\t0|1\nchrX\t5\t.\tC\tT\t.\tPASS\tAN=1\tGT\t0|0\n1\t7\trs3;rs4\tA\t<DEL>\t.\t.\tAF=0.5\n",
			want:     []siteText{{"2", 20, "A", "G", 0.1, 2}, {"2", 20, "A", "AT", 0.2, 2}, {"X", 5, "C", "T", -1, 0}},
			unusable: 1,
		},
		"key of INFO": {
			text:   "#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t20\t.\tA\tG\t.\t.\tAF=0.1;AF_EUR=0.3\n",
			column: "AF_EUR",
			want:   []siteText{{"1", 20, "A", "G", 0.3, 0}},
		},
		"table, Windows line ends, column by name": {
			text:   "SNPID\tCHR\tPOS\tREF\tALT\tGBR\tEUR\r\n2:9:G:A\t2\t9\tA\tG\t0.7\t0.8\r\n",
			column: "eur",
			want:   []siteText{{"2", 9, "A", "G", 0.8, 0}},
		},
		"frequency of REF": {
			text: "chr\tpos\tref\talt\taf\n1\t9\tA\tG\t0.7\n", ref: true,
			want: []siteText{{"1", 9, "A", "G", 0.3, 0}},
		},
		"place in a key": {
			text: "hID\tID\tREF\tALT\tAF\n1:1771080:1\trs6681938\tT\tC\t0.31\nnonsense\trs1\tT\tC\t0.31\n",
			want: []siteText{{"1", 1771080, "T", "C", 0.31, 6681938}}, unusable: 1,
		},
		"commas": {
			text: "chrom,pos,other_allele,effect_allele,eaf\n22,100,a,c,1.5\n",
			want: []siteText{{"22", 100, "A", "C", -1, 0}},
		},
		"spaces and odd places": {
			text: "CHR BP REF ALT AF\n 3  12 A C 0.2\n3 x A C 0.2\n3 0 A C 0.2\n99 5 A C 0.2\n3 5 A\n",
			want: []siteText{{"3", 12, "A", "C", 0.2, 0}}, unusable: 4,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := &Panel{Name: "panel", Open: opener(test.text), Column: test.column, FrequencyOfRef: test.ref}
			got, counts, err := readPanelText(t, p)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if counts.unusable != test.unusable || counts.rows != int64(len(test.want)) {
				t.Errorf("%d rows, %d unusable", counts.rows, counts.unusable)
			}
		})
	}
}

func TestPanelCompressions(t *testing.T) {
	text := "chr\tpos\tref\talt\taf\n" + strings.Repeat("1\t9\tA\tG\t0.7\n", 200_000) // several blocks
	pack := func(open func(io.Writer) io.WriteCloser) string {
		var b bytes.Buffer
		w := open(&b)
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	gz := pack(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	zst := pack(func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z })
	for name, stored := range map[string]string{"plain": text, "gzip": gz, "two members": gz + gz, "zstd": zst} {
		_, counts, err := readPanelText(t, &Panel{Name: name, Open: opener(stored)})
		want := int64(200_000)
		if name == "two members" {
			want = 400_000 // the second header has no position
		}
		if err != nil || counts.rows != want {
			t.Errorf("%s: %+v, %v", name, counts, err)
		}
	}
	blocks := pack(func(w io.Writer) io.WriteCloser { return bgzf.NewWriter(w, 1) })
	const end = 28 // bytes of the empty block at the end of a bgzip file
	for name, stored := range map[string]string{"gzip": gz[:len(gz)/2], "bgzip between two blocks": blocks[:len(blocks)-end]} {
		_, _, err := readPanelText(t, &Panel{Name: "cut", Open: opener(stored)})
		if known := new(PanelError); !errors.As(err, &known) {
			t.Errorf("%s: a panel that breaks off gives %v", name, err)
		}
	}
}

func TestColumnarPanel(t *testing.T) {
	d := variant.NewDict()
	var b bytes.Buffer
	w := columnar.NewWriter(&b, d, columnar.Options{})
	long, _ := d.Parse([]byte(strings.Repeat("ACGT", 10)))
	rows := []sumstats.Row{
		panelRow(d, 1, 10, variant.A, variant.G, 0.25, 7, 1),
		panelRow(d, genome.X, 5, variant.C, long, math.NaN(), 0, 2),
	}
	if err := errors.Join(w.WriteRows(rows), w.Close()); err != nil {
		t.Fatal(err)
	}
	open := func() (io.ReadCloser, error) { return readerAtCloser{bytes.NewReader(b.Bytes())}, nil }
	got, counts, err := readPanelText(t, &Panel{Name: "twin", Open: open})
	if err != nil {
		t.Fatal(err)
	}
	want := []siteText{{"1", 10, "A", "G", 0.25, 7}, {"X", 5, "C", strings.Repeat("ACGT", 10), -1, 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if counts.withRSID != 1 || len(counts.sha256) != 64 {
		t.Errorf("%+v", counts)
	}
}

type readerAtCloser struct{ *bytes.Reader }

func (readerAtCloser) Close() error { return nil }

func FuzzPanel(f *testing.F) {
	f.Add("##x\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t1\trs1\tA\tC,G\t.\t.\tAF=0.1,0.2\n")
	f.Add("chr,pos,ref,alt,af\n1,2,A,C,0.3\n")
	f.Add("hID ID REF ALT AF\n1:2:3 rs1 A C .5\n")
	f.Fuzz(func(t *testing.T, text string) {
		defer memtest.Bound(t, 16<<20+64*len(text))()
		parser, body, err := openPanel(&Panel{Name: "fuzz"}, strings.NewReader(text), variant.NewDict())
		if err != nil {
			return
		}
		for more, c := true, new(textfile.Chunk); more; {
			more = body.Next(c)
			c.EachLine(parser.line)
		}
		for _, r := range parser.rows {
			if !r.Chromosome.Valid() || r.Position <= 0 || r.EA == r.OA || r.EAF < 0 || r.EAF > 1 {
				t.Fatalf("row %+v", r)
			}
		}
		if parser.counts.rows != int64(len(parser.rows)) {
			t.Fatalf("%d rows counted, %d given", parser.counts.rows, len(parser.rows))
		}
	})
}

package ld

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
	"cohortium/internal/gwas/textfile"
)

func unseen(genome.Chromosome, int32, []byte) {}

type prepare func(in io.Reader, out *regionindex.Writer) (*Facts, error)

func pairsOf(t *testing.T) prepare {
	return func(in io.Reader, out *regionindex.Writer) (*Facts, error) {
		return PreparePairs(t.Context(), in, out, unseen)
	}
}

func genotypesOf(t *testing.T) prepare {
	return func(in io.Reader, out *regionindex.Writer) (*Facts, error) {
		return PrepareGenotypes(t.Context(), in, out, unseen)
	}
}

// open prepares a text and opens the result.
func open(t *testing.T, p prepare, text string) (*Source, *Facts) {
	t.Helper()
	var data, index bytes.Buffer
	w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
	facts, err := p(strings.NewReader(text), w)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	if err := w.WriteIndex(&index); err != nil {
		t.Fatal(err)
	}
	s, err := Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index)
	if err != nil {
		t.Fatal(err)
	}
	return s, facts
}

func region(start, end int32) genome.Region {
	return genome.Region{Chromosome: 4, Start: start, End: end}
}

// plink is in the form of plink 1.9 --r2, with its blanks.
const plink = ` CHR_A         BP_A           SNP_A  CHR_B         BP_B           SNP_B           R2
     4          100             rs1      4          200             rs2         0.81
     4          100             rs1      4          300             rs3         0.25
     4          200             rs2      4          300             rs3        0.5625
     4          200       4:200:A:T      4          300             rs3          0.1
     4          300             rs3      5          300             rs9          0.9
     4          300             rs3      4          300             rs3            1
     4          300             rs3      4         9000             rs4         0.04
`

func TestPairsAnswerFromBothEnds(t *testing.T) {
	s, facts := open(t, pairsOf(t), plink)
	if s.Kind != Pairs || facts.Rows != 5 || facts.Left != 2 || facts.Ends[4] != 9000 {
		t.Errorf("%+v", facts)
	}
	for name, tt := range map[string]struct {
		lead   Variant
		region genome.Region
		want   []Linked
	}{
		"first":      {Variant{4, 100, "A", "C", "rs1"}, region(1, 1000), []Linked{{Position: 200, ID: "rs2", R2: .81}, {Position: 300, ID: "rs3", R2: .25}}},
		"last":       {Variant{4, 300, "A", "C", ""}, region(1, 1000), []Linked{{Position: 100, ID: "rs1", R2: .25}, {Position: 200, ID: "rs2", R2: .5625}, {Position: 200, ID: "4:200:A:T", R2: .1}}},
		"by alleles": {Variant{4, 200, "T", "A", "rs77"}, region(250, 350), []Linked{{Position: 300, ID: "rs3", R2: .1}}},
		"by rs":      {Variant{4, 200, "A", "G", "rs2"}, region(100, 100), []Linked{{Position: 100, ID: "rs1", R2: .81}}},
		"outside":    {Variant{4, 9000, "A", "G", ""}, region(300, 300), []Linked{{Position: 300, ID: "rs3", R2: .04}}},
	} {
		got, err := s.R2(t.Context(), tt.lead, tt.region)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(tt.want, got.Variants); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for name, lead := range map[string]Variant{
		"not there": {4, 150, "A", "C", "rs1"}, "another at the place": {4, 100, "A", "C", "rs5"}, "chromosome": {5, 300, "A", "C", "rs9"},
	} {
		if _, err := s.R2(t.Context(), lead, genome.Region{Chromosome: lead.Chromosome, Start: 1, End: 1000}); !errors.As(err, new(*UnknownError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestPLINK2Pairs(t *testing.T) {
	s, facts := open(t, pairsOf(t), "#CHROM_A\tPOS_A\tID_A\tCHROM_B\tPOS_B\tID_B\tUNPHASED_R2\n4\t7\ta\t4\t9\tb\t0.5\n4\t8\tc\t4\t9\tb\t0.25\n")
	got, err := s.R2(t.Context(), Variant{Chromosome: 4, Position: 9}, region(8, 9))
	if err != nil || facts.Rows != 2 {
		t.Fatal(err, facts)
	}
	if diff := cmp.Diff([]Linked{{Position: 8, ID: "c", R2: .25}}, got.Variants); diff != "" {
		t.Error(diff)
	}
}

const vcfHead = "##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tp1\tp2\tp3\tp4\n"

// vcf has four people. rs1 is carried by haplotypes 1, 2, 3 of 8.
const vcf = vcfHead +
	"4\t100\trs1\tA\tG\t.\tPASS\tAF=1\tGT:DP\t1|1:9\t1|0:9\t0|0:9\t0|0:9\n" +
	"4\t200\trs2\tC\tT\t.\tPASS\t.\tGT\t1|1\t1|0\t0|0\t0|0\n" + // the same haplotypes
	"4\t300\trs3\tC\tT\t.\tPASS\t.\tGT\t1|0\t0|0\t0|0\t0|0\n" +
	"4\t400\trs4\tC\tT,G\t.\tPASS\t.\tGT\t1|1\t1|2\t2|0\t0|0\n" +
	"4\t500\trs5\tC\tT\t.\tPASS\t.\tGT\t./.\t1|0\t0|1\t0/0\n" +
	"4\t600\trs6\tC\tT\t.\tPASS\t.\tGT\t0|0\t0|0\t0|0\t0|0\n" +
	"4\t700\trs7\tC\t<DEL>\t.\tPASS\t.\tGT\t0|1\t0|0\t0|0\t0|0\n" +
	"4\t800\trs8\tC\tT\t.\tPASS\t.\tGT\t0/1\t1|0\t0\t0|0\n" +
	"4\t900\trs9\tATG\tATC,A\t.\tPASS\t.\tGT\t0|1\t0|2\t0|0\t0|0\n"

func TestHaplotypes(t *testing.T) {
	s, facts := open(t, genotypesOf(t), vcf)
	want := Facts{Kind: Genotypes, Rows: 10, People: 4, Left: 1, Multi: 2, Missing: 1, Unphased: 1, Ends: map[genome.Chromosome]int32{4: 902}}
	if diff := cmp.Diff(want, *facts); diff != "" || s.Kind != Genotypes {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got, err := s.R2(t.Context(), Variant{4, 100, "G", "A", ""}, region(1, 1000))
	if err != nil {
		t.Fatal(err)
	}
	// By hand, as (n·ab − a·b)² / (a(n−a) b(n−b)).
	wantLinked := []Linked{
		{200, "rs2", "C", "T", 1},
		{300, "rs3", "C", "T", 25. / (15 * 7)},  // n 8, a 3, b 1, ab 1
		{400, "rs4", "C", "T", 1},               // T is on the same haplotypes
		{400, "rs4", "C", "G", 36. / (15 * 12)}, // n 8, a 3, b 2, ab 0
		{500, "rs5", "C", "T", 16. / (5 * 8)},   // n 6: a 1, b 2, ab 1
		{800, "rs8", "C", "T", 16. / (4 * 4)},   // n 5: a 1, b 1, ab 1
		{900, "rs9", "ATG", "A", 9. / (15 * 7)}, // n 8, a 3, b 1, ab 0
		{902, "rs9", "G", "C", 25. / (15 * 7)},  // its alleles shortened
	}
	if diff := cmp.Diff(wantLinked, got.Variants); diff != "" || got.Constant != 1 || got.Lead != (Linked{100, "rs1", "A", "G", 1}) {
		t.Errorf("lead %+v, constant %d (-want +got):\n%s", got.Lead, got.Constant, diff)
	}
	for name, lead := range map[string]Variant{"place": {4, 101, "A", "G", ""}, "alleles": {4, 100, "A", "C", "rs1"}, "constant": {4, 600, "C", "T", ""}, "chromosome": {7, 1, "A", "C", ""}} {
		if _, err := s.R2(t.Context(), lead, genome.Region{Chromosome: lead.Chromosome, Start: 1, End: 1000}); !errors.As(err, new(*UnknownError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// correlation is Pearson's, straight from its definition.
func correlation(x, y []float64) float64 {
	n := float64(len(x))
	var mx, my, xy, xx, yy float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		xy, xx, yy = xy+(x[i]-mx)*(y[i]-my), xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my)
	}
	return xy / math.Sqrt(xx*yy)
}

func TestRSquaredIsThatOfTheHaplotypes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const people = 150 // more than a word of haplotypes
	columns := make([][]float64, 40)
	text := strings.Replace(vcfHead, "p1\tp2\tp3\tp4", strings.Join(strings.Split(strings.Repeat("p", people), ""), "\t"), 1)
	for i := 0; strings.Contains(text, "\tp"); i++ { // distinct names
		text = strings.Replace(text, "\tp", fmt.Sprintf("\tq%d", i), 1)
	}
	for v := range columns {
		haplotypes := make([]float64, 2*people)
		cells := make([]string, people)
		for i := range haplotypes {
			switch {
			case v > 0 && random.Float64() < 0.9:
				haplotypes[i] = columns[v-1][i]
			case random.Float64() < 0.3:
				haplotypes[i] = 1
			}
		}
		for i := range cells {
			cells[i] = fmt.Sprintf("%g|%g", haplotypes[2*i], haplotypes[2*i+1])
		}
		columns[v] = haplotypes
		text += fmt.Sprintf("4\t%d\tv%d\tA\tC\t.\t.\t.\tGT\t%s\n", 1000+v, v, strings.Join(cells, "\t"))
	}
	s, _ := open(t, genotypesOf(t), text)
	got, err := s.R2(t.Context(), Variant{4, 1020, "A", "C", ""}, region(1, 5000))
	if err != nil || len(got.Variants) != len(columns)-1 {
		t.Fatal(err, len(got.Variants))
	}
	for _, v := range got.Variants {
		r := correlation(columns[20], columns[v.Position-1000])
		if math.Abs(v.R2-r*r) > 1e-12 {
			t.Errorf("%s: r² is %g, want %g", v.ID, v.R2, r*r)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		p    prepare
		text string
		line int64
		what string
	}{
		"unsorted pairs":  {pairsOf(t), strings.Replace(plink, "4          200       4:200:A:T", "4           50       4:200:A:T", 1), 5, "Position 50 of chromosome 4 follows 200"},
		"pairs backwards": {pairsOf(t), strings.Replace(plink, "100             rs1      4          300", "400             rs1      4          300", 1), 3, "is before the first"},
		"r":               {pairsOf(t), strings.Replace(plink, "R2", "R", 1), 1, "names no pairs"},
		"r above 1":       {pairsOf(t), strings.Replace(plink, "0.81", "1.1", 1), 2, `"1.1" is not an r²`},
		"no position":     {pairsOf(t), strings.Replace(plink, "200             rs2         0.81", "x               rs2         0.81", 1), 2, "two positions"},
		"only far pairs":  {pairsOf(t), plink[:strings.Index(plink, "\n")+1] + "4 1 a 5 2 b 0.5\n4 2 a 5 2 b 0.5\n", 0, "no pair of variants on one chromosome"},
		"no people":       {genotypesOf(t), "##x\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t5\t.\tA\tC\t.\t.\t.\n1\t6\t.\tA\tC\t.\t.\t.\n", 2, "holds no people"},
		"unphased":        {genotypesOf(t), strings.ReplaceAll(vcf, "|", "/"), 0, "not phased"},
		"no genotype":     {genotypesOf(t), strings.Replace(vcf, "\t1|1\t1|0\t0|0\t0|0\n4\t300", "\t1|3\t1|0\t0|0\t0|0\n4\t300", 1), 4, "is not a genotype with 1 alternative"},
		"unsorted":        {genotypesOf(t), strings.Replace(vcf, "4\t300", "4\t99", 1), 5, "Position 99 of chromosome 4 follows 200"},
		"twice":           {genotypesOf(t), strings.Replace(vcf, "4\t300", "5\t300", 1), 6, "Chromosome 4 comes a second time"},
		"ragged":          {genotypesOf(t), strings.Replace(vcf, "\t1|0\t0|0\t0|0\t0|0\n", "\t1|0\t0|0\t0|0\n", 1), 5, "12 columns"},
		"no VCF":          {genotypesOf(t), "a\tb\n1\t2\n3\t4\n", 1, "This is not a VCF"},
	} {
		_, err := tt.p(strings.NewReader(tt.text), regionindex.NewWriter(io.Discard, regionindex.WriterOptions{}))
		fault := new(textfile.FileError)
		if !errors.As(err, &fault) || fault.Line != tt.line || !strings.Contains(fault.What, tt.what) || fault.Remedy == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzPrepare(f *testing.F) {
	f.Add([]byte(plink))
	f.Add([]byte(vcf))
	f.Fuzz(func(t *testing.T, text []byte) {
		defer memtest.Bound(t, 64<<20+64*len(text))()
		for _, p := range []prepare{pairsOf(t), genotypesOf(t)} {
			var data, index bytes.Buffer
			w := regionindex.NewWriter(&data, regionindex.WriterOptions{})
			facts, err := p(bytes.NewReader(text), w)
			if closed := w.Close(); err != nil || closed != nil {
				continue
			}
			if err := w.WriteIndex(&index); err != nil {
				t.Fatal(err)
			}
			s, err := Open(bytes.NewReader(data.Bytes()), int64(data.Len()), &index)
			if err != nil {
				t.Fatal(err)
			}
			for c, end := range facts.Ends {
				answer, err := s.R2(t.Context(), Variant{Chromosome: c, Position: end}, genome.Region{Chromosome: c, Start: 1, End: end})
				if err != nil && !errors.As(err, new(*UnknownError)) {
					t.Fatal(err)
				}
				for _, v := range answer.orNone() {
					if !(v.R2 >= 0 && v.R2 <= 1) {
						t.Fatalf("%+v", v)
					}
				}
			}
		}
	})
}

func (a *Answer) orNone() []Linked {
	if a == nil {
		return nil
	}
	return a.Variants
}

package gene_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cohortium/internal/dev/memtest"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
)

func inside(t testing.TB, b genome.Build) *gene.List {
	t.Helper()
	l, ok := gene.Inside(b)
	if !ok {
		t.Fatalf("no list of %s", b)
	}
	return l
}

// Positions as on the pages of Ensembl and NCBI for both assemblies; exon counts of the main
// transcript as in the literature.
func TestGenesLieWhereTheyAreKnownToLie(t *testing.T) {
	for _, want := range []struct {
		symbol, id string
		chromosome genome.Chromosome
		reverse    bool
		exons      int
		in37, in38 [2]int32
	}{
		{"SLC30A8", "ENSG00000164756", 8, false, 8, [2]int32{117962512, 118188953}, [2]int32{116950273, 117176714}},
		{"FTO", "ENSG00000140718", 16, false, 9, [2]int32{53735604, 54192424}, [2]int32{53701692, 54158512}},
		{"LRRK2", "ENSG00000188906", 12, false, 51, [2]int32{40590546, 40763087}, [2]int32{40196744, 40369285}},
		{"APOE", "ENSG00000130203", 19, false, 4, [2]int32{45409048, 45412650}, [2]int32{44905791, 44909393}},
		{"BRCA2", "ENSG00000139618", 13, false, 27, [2]int32{32889223, 32974405}, [2]int32{32315086, 32400268}},
		{"MYH7", "ENSG00000092054", 14, true, 40, [2]int32{23881949, 23904869}, [2]int32{23412740, 23435660}},
		{"TTN", "ENSG00000155657", 2, true, 363, [2]int32{179390716, 179695529}, [2]int32{178525989, 178830802}},
		{"DMD", "ENSG00000198947", genome.X, true, 79, [2]int32{31115794, 33357726}, [2]int32{31097677, 33339609}},
		{"MT-ND1", "ENSG00000198888", genome.MT, false, 1, [2]int32{3307, 4262}, [2]int32{3307, 4262}},
	} {
		for build, at := range map[genome.Build][2]int32{genome.GRCh37: want.in37, genome.GRCh38: want.in38} {
			found := inside(t, build).Find(want.symbol)
			if len(found) != 1 {
				t.Errorf("%s on %s: %d genes", want.symbol, build, len(found))
				continue
			}
			g := found[0]
			body := genome.Region{Chromosome: want.chromosome, Start: at[0], End: at[1]}
			if g.Ensembl != want.id || g.Body != body || g.Reverse != want.reverse || len(g.Exons) != want.exons {
				t.Errorf("%s on %s: %s %v reverse %t with %d exons, want %s %v %t %d", want.symbol, build, g.Ensembl, g.Body, g.Reverse, len(g.Exons),
					want.id, body, want.reverse, want.exons)
			}
		}
	}
	if _, ok := gene.Inside(genome.NCBI36); ok {
		t.Error("there is no list of NCBI36")
	}
}

// Exon 1 and the last of APOE's main transcript on GRCh38, from Ensembl's ENST00000252486.
func TestExonsAreInPlace(t *testing.T) {
	g := inside(t, genome.GRCh38).Find("APOE")[0]
	if first, last := g.Exons[0], g.Exons[3]; first.Start != 44905796 || first.End != 44905841 || last.Start != 44908533 || last.End != 44909393 {
		t.Errorf("exons of APOE: %+v", g.Exons)
	}
}

func TestListsAreSound(t *testing.T) {
	for _, b := range []genome.Build{genome.GRCh37, genome.GRCh38} {
		l := inside(t, b)
		if l.Len() < 19_000 || l.Len() > 20_000 || l.Terms != "CC0-1.0" || !strings.Contains(l.Source, "Ensembl 110") {
			t.Errorf("%s: %d genes of %q under %q", b, l.Len(), l.Source, l.Terms)
		}
		for c := genome.Chromosome(1); c <= genome.MaxChromosome; c++ {
			for _, g := range l.Overlapping(genome.Region{Chromosome: c, Start: 1, End: c.Length(b)}) {
				last := g.Body.Start - 1
				for _, e := range g.Exons {
					if e.Start <= last || e.End < e.Start || e.End > g.Body.End {
						t.Errorf("%s on %s: exon %+v in %v", g.Symbol, b, e, g.Body)
					}
					last = e.End
				}
			}
		}
	}
}

func TestFindByAnyName(t *testing.T) {
	l := inside(t, genome.GRCh38)
	for text, want := range map[string]string{
		"TP53": "TP53", "tp53": "TP53", " Tp53 ": "TP53", "ENSG00000141510": "TP53", "ensg00000141510.18": "TP53",
		"LFS1": "TP53", "PD-L1": "CD274", "ERBB1": "EGFR", "": "", "TP53X": "", "ENSG00000141510.": "TP53", "%": "", "TP5_": "",
	} {
		got := ""
		if found := l.Find(text); len(found) == 1 {
			got = found[0].Symbol
		} else if len(found) > 1 {
			t.Errorf("%q: %d genes", text, len(found))
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

const small = `# genome_build: GRCh37
# source: made by hand
A	ENSG00000000001	1	100	200	+	OLD,FIRST	0+10,91+10
B	ENSG00000000002	1	150	1000	-	OLD
C	ENSG00000000003	1	300	310	+	A
D	ENSG00000000004	1	1100	1200	+	
E	ENSG00000000005	X	50	60	+	
AB	ENSG00000000006	2	50	60	+	
`

func byHand(t *testing.T) *gene.List {
	t.Helper()
	text := ""
	for line := range strings.Lines(small) {
		line = strings.TrimSuffix(line, "\n")
		if !strings.HasPrefix(line, "#") {
			line += strings.Repeat("\t", 7-strings.Count(line, "\t"))
		}
		text += line + "\n"
	}
	l, err := gene.Read(strings.NewReader(text), genome.GRCh37)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func symbols(genes []*gene.Gene) string {
	var all []string
	for _, g := range genes {
		all = append(all, g.Symbol)
	}
	return strings.Join(all, " ")
}

func TestNamesAndPlacesOfAListMadeByHand(t *testing.T) {
	l := byHand(t)
	for text, want := range map[string]string{"A": "A", "OLD": "A B", "first": "A", "ENSG00000000003": "C", "Z": ""} {
		if got := symbols(l.Find(text)); got != want {
			t.Errorf("Find(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"a": "A AB C", "o": "A B", "ENSG0000000000": "A B C D E", "": ""} {
		if got := symbols(l.Suggest(text, 5)); got != want {
			t.Errorf("Suggest(%q) = %q, want %q", text, got, want)
		}
	}
	for _, c := range []struct {
		chromosome genome.Chromosome
		position   int32
		want       string
		distance   int32
	}{
		{1, 1, "A", 99}, {1, 99, "A", 1}, {1, 100, "A", 0}, {1, 149, "A", 0}, {1, 150, "A B", 0}, {1, 200, "A B", 0}, {1, 201, "B", 0},
		{1, 305, "B C", 0}, {1, 1000, "B", 0}, {1, 1001, "B", 1}, {1, 1049, "B", 49}, {1, 1050, "B D", 50}, {1, 1051, "D", 49}, {1, 5000, "D", 3800},
		{genome.X, 1, "E", 49}, {genome.Y, 1, "", 0}, {genome.Unknown, 1, "", 0},
	} {
		genes, distance := l.Nearest(c.chromosome, c.position)
		if symbols(genes) != c.want || distance != c.distance {
			t.Errorf("Nearest(%s:%d) = %q at %d, want %q at %d", c.chromosome, c.position, symbols(genes), distance, c.want, c.distance)
		}
	}
	for text, want := range map[string]string{"1:1-99": "", "1:1-100": "A", "1:200-300": "A B C", "1:201-299": "B", "1:1000-1100": "B D", "1:1001-1099": "", "1": "A B C D", "3": ""} {
		r, err := genome.ParseRegion(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := symbols(l.Overlapping(r)); got != want {
			t.Errorf("Overlapping(%s) = %q, want %q", text, got, want)
		}
	}
}

// The list agrees with a scan of every gene.
func TestNearestIsThatOfAScan(t *testing.T) {
	l := inside(t, genome.GRCh37)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		c := genome.Chromosome(1 + rng.IntN(25))
		at := 1 + rng.Int32N(c.Length(genome.GRCh37))
		all := l.Overlapping(genome.Region{Chromosome: c, Start: 1, End: c.Length(genome.GRCh37)})
		var want []*gene.Gene
		least := int32(1 << 30)
		for _, g := range all {
			d := max(g.Body.Start-at, at-g.Body.End, 0)
			if d < least {
				least, want = d, nil
			}
			if d == least {
				want = append(want, g)
			}
		}
		got, distance := l.Nearest(c, at)
		if distance != least || !slices.Equal(got, want) {
			t.Fatalf("%s:%d: %s at %d, a scan gives %s at %d", c, at, symbols(got), distance, symbols(want), least)
		}
	}
}

// Variants of textbooks: within FTO, next to CDKN2B (22002902–22009304 on GRCh37 by Ensembl), and
// on sequences without genes.
func TestGenesReportedAtAVariant(t *testing.T) {
	for _, c := range []struct {
		build      genome.Build
		chromosome genome.Chromosome
		position   int32
		want       *gene.Near
	}{
		{genome.GRCh37, 16, 53800954, &gene.Near{Genes: []string{"FTO"}}},                     // rs1421085
		{genome.GRCh38, 16, 53767042, &gene.Near{Genes: []string{"FTO"}}},                     // the same
		{genome.GRCh37, 9, 22125503, &gene.Near{Genes: []string{"CDKN2B"}, Distance: 116199}}, // rs1333049
		{genome.NCBI36, 9, 22115503, nil}, {genome.GRCh37, genome.Unknown, 0, nil}, {genome.UnknownBuild, 9, 22125503, nil},
	} {
		list, _ := gene.Inside(c.build)
		if diff := cmp.Diff(c.want, list.At(c.chromosome, c.position)); diff != "" {
			t.Errorf("%s %s:%d (-want +got):\n%s", c.build, c.chromosome, c.position, diff)
		}
	}
}

func TestReadReportsFaults(t *testing.T) {
	const head = "# genome_build: GRCh37\n"
	for text, want := range map[string]gene.ListError{
		"":                       {0, "it contains no genes"},
		head:                     {0, "it contains no genes"},
		"A\tE\t1\t1\t2\t+\t\t\n": {1, "the list is of a genome build that it does not state, where genes of GRCh37 are wanted"},
		"# genome_build: hg38\nA\tE\t1\t1\t2\t+\t\t\n":                 {2, "the list is of GRCh38, where genes of GRCh37 are wanted"},
		head + "A\tE\t1\t1\t2\t+\t\n":                                  {2, "a gene has 8 columns, this line has 7"},
		head + "A\tE\t99\t1\t2\t+\t\t\n":                               {2, `"99" is not a chromosome`},
		head + "A\tE\t1\t3\t2\t+\t\t\n":                                {2, "3 to 2 is not a stretch of chromosome 1 of GRCh37"},
		head + "A\tE\t1\t0\t2\t+\t\t\n":                                {2, "0 to 2 is not a stretch of chromosome 1 of GRCh37"},
		head + "A\tE\t1\t1\t249250622\t+\t\t\n":                        {2, "1 to 249250622 is not a stretch of chromosome 1 of GRCh37"},
		head + "A\tE\t1\t1\t2\t.\t\t\n":                                {2, `"." is not a strand`},
		head + "\tE\t1\t1\t2\t+\t\t\n":                                 {2, "the symbol is missing"},
		head + "A\tE\t1\t10\t20\t+\t\t0+12\n":                          {2, `"0+12" is not an exon of A`},
		head + "A\tE\t1\t10\t20\t+\t\t0+11,5\n":                        {2, `"5" is not an exon of A`},
		head + "A\tE\t1\t10\t20\t+\t\t\n" + strings.Repeat("A", 1<<17): {3, "it is longer than 65536 bytes"},
	} {
		_, err := gene.Read(strings.NewReader(text), genome.GRCh37)
		var got *gene.ListError
		if !errors.As(err, &got) {
			t.Errorf("%.40q: error %v", text, err)
		} else if diff := cmp.Diff(want, *got); diff != "" {
			t.Errorf("%.40q (-want +got):\n%s", text, diff)
		}
	}
	if _, err := gene.Read(strings.NewReader(head+"A\tE\t1\t1\t249250621\t+\t\t\n"), genome.GRCh37); err != nil {
		t.Errorf("a gene to the last base of chromosome 1: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("# genome_build: GRCh37\nA\tENSG1\t1\t10\t20\t+\tB,C\t0+11\n")
	f.Fuzz(func(t *testing.T, text string) {
		defer memtest.Bound(t, 1<<20+16*len(text))()
		l, err := gene.Read(strings.NewReader(text), genome.GRCh37)
		if err != nil {
			return
		}
		for c := genome.Chromosome(1); c <= genome.MaxChromosome; c++ {
			for _, g := range l.Overlapping(genome.Region{Chromosome: c, Start: 1, End: c.Length(genome.GRCh37)}) {
				if !slices.Contains(l.Find(g.Symbol), g) && strings.TrimSpace(g.Symbol) == g.Symbol {
					t.Fatalf("%q is not found by its symbol", g.Symbol)
				}
			}
		}
	})
}

func BenchmarkNearest(b *testing.B) {
	l := inside(b, genome.GRCh38)
	at := int32(1)
	for b.Loop() {
		at = (at*1103515245 + 12345) & (1<<27 - 1)
		l.Nearest(1, at)
	}
}

func ExampleList_Nearest() {
	l, _ := gene.Inside(genome.GRCh38)
	genes, distance := l.Nearest(16, 53_767_042) // rs1421085
	fmt.Println(genes[0].Symbol, distance)
	// Output: FTO 0
}

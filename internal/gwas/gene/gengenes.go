//go:build ignore

// Gen_genes writes the two lists of genes that are part of the program, from the
// files of the npm package ideogram, which is in the public domain (CC0-1.0) and
// took them from Ensembl's release 110. Get the package with `npm pack ideogram@1.53.0`
// and unpack it; then
//
//	go run gengenes.go -from package/dist/data/cache
//
// Positions on GRCh37 are those of GRCh38 carried back by the chain file that is
// part of the program; a gene whose ends do not stay together is left out there.
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
)

const source = "Ensembl 110 by way of the npm package ideogram 1.53.0"

// longer limits how much a lifted gene may grow or shrink: an eighth.
const longer = 8

type gene struct {
	symbol, id string
	chromosome genome.Chromosome
	start, end int32
	strand     string
	aliases    []string
	exons      [][2]int32
}

func main() {
	from := flag.String("from", "", "folder `dist/data/cache` of the unpacked package")
	flag.Parse()
	if *from == "" {
		log.Fatal("-from names the folder of the source")
	}
	genes := read(*from)
	write(genome.GRCh38, genes)
	way, err := liftover.Inside().Between(genome.GRCh38, genome.GRCh37)
	if err != nil {
		log.Fatal(err)
	}
	var carried []gene
	for _, g := range genes {
		if moved, ok := lift(way.Map, g); ok {
			carried = append(carried, moved)
		}
	}
	write(genome.GRCh37, carried)
}

func read(folder string) []gene {
	type transcript struct {
		offset   int32
		strand   string
		features []string
	}
	coding := map[string]transcript{} // the first is the canonical one
	each(filepath.Join(folder, "gene-structures", "homo-sapiens-gene-structures.tsv.gz"), func(f []string) {
		symbol := f[0][:strings.LastIndex(f[0], "-")]
		if _, known := coding[symbol]; !known && (f[2] == "0" || f[2] == "3") {
			coding[symbol] = transcript{number(f[1]), f[3], f[4:]}
		}
	})
	aliases := map[string][]string{}
	each(filepath.Join(folder, "synonyms", "homo-sapiens-synonyms.tsv.gz"), func(f []string) { aliases[f[0]] = f[1:] })
	var genes []gene
	each(filepath.Join(folder, "genes", "homo-sapiens-genes.tsv.gz"), func(f []string) {
		t, known := coding[f[4]]
		c, placed := genome.ParseChromosome([]byte(f[0]))
		if !known || !placed {
			return
		}
		g := gene{symbol: f[4], id: fmt.Sprintf("ENSG%011s", f[3]), chromosome: c, start: number(f[1]), strand: t.strand}
		g.end = g.start + number(f[2])
		for _, a := range aliases[g.symbol] {
			if a != g.symbol && a != "" && !strings.ContainsAny(a, ",") && !slices.Contains(g.aliases, a) {
				g.aliases = append(g.aliases, a)
			}
		}
		for _, text := range t.features {
			part := strings.Split(text, ";")
			if part[0] == "1" {
				at := g.start + t.offset + number(part[1])
				g.exons = append(g.exons, [2]int32{at, at + number(part[2])})
			}
		}
		genes = append(genes, g)
	})
	// Transcripts are listed by symbol: when two genes of a chromosome share one symbol, their
	// transcripts cannot be assigned.
	seen := map[[2]string]int{}
	for _, g := range genes {
		seen[[2]string{g.symbol, g.chromosome.String()}]++
	}
	for i, g := range genes {
		if seen[[2]string{g.symbol, g.chromosome.String()}] > 1 ||
			slices.ContainsFunc(g.exons, func(e [2]int32) bool { return e[0] < g.start || e[1] > g.end }) {
			genes[i].exons = nil
		}
	}
	slices.SortFunc(genes, func(a, b gene) int {
		return cmp.Or(cmp.Compare(a.chromosome, b.chromosome), cmp.Compare(a.start, b.start), cmp.Compare(a.id, b.id))
	})
	return genes
}

// lift carries a gene; its exons only where all stay in order within it.
func lift(m *liftover.Map, g gene) (gene, bool) {
	a, why1 := m.Lift(g.chromosome, g.start, 1)
	b, why2 := m.Lift(g.chromosome, g.end, 1)
	if why1 != liftover.Lifted || why2 != liftover.Lifted || a.Chromosome != g.chromosome || b.Chromosome != g.chromosome || a.Reversed != b.Reversed {
		return g, false
	}
	out := g
	out.start, out.end = min(a.Position, b.Position), max(a.Position, b.Position)
	if old, now := g.end-g.start, out.end-out.start; now > old+old/longer+1 || now < old-old/longer-1 {
		return g, false
	}
	if a.Reversed {
		out.strand = map[string]string{"+": "-", "-": "+"}[g.strand]
	}
	out.exons = nil
	for _, e := range g.exons {
		from, why1 := m.Lift(g.chromosome, e[0], 1)
		to, why2 := m.Lift(g.chromosome, e[1], 1)
		start, end := min(from.Position, to.Position), max(from.Position, to.Position)
		if why1 != liftover.Lifted || why2 != liftover.Lifted || start < out.start || end > out.end || end-start != e[1]-e[0] {
			out.exons = nil
			break
		}
		out.exons = append(out.exons, [2]int32{start, end})
	}
	slices.SortFunc(out.exons, func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) })
	return out, true
}

func write(b genome.Build, genes []gene) {
	f, err := os.Create(string(b) + ".genes.gz")
	if err != nil {
		log.Fatal(err)
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestCompression)
	w := bufio.NewWriter(z)
	fmt.Fprintf(w, "# genome_build: %s\n# source: %s\n# licence: CC0-1.0\n# columns: symbol id chromosome start end strand aliases exons\n", b, source)
	for _, g := range genes {
		var exons []string
		for _, e := range g.exons {
			exons = append(exons, fmt.Sprintf("%d+%d", e[0]-g.start, e[1]-e[0]+1))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", g.symbol, g.id, g.chromosome, g.start, g.end, g.strand,
			strings.Join(g.aliases, ","), strings.Join(exons, ","))
	}
	for _, err := range []error{w.Flush(), z.Close(), f.Close()} {
		if err != nil {
			log.Fatal(err)
		}
	}
	log.Printf("%s: %d genes", b, len(genes))
}

// each passes on the lines of a compressed table, without its notes.
func each(name string, line func(f []string)) {
	f, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		log.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if text := lines.Text(); !strings.HasPrefix(text, "#") {
			line(strings.Split(text, "\t"))
		}
	}
	if err := lines.Err(); err != nil {
		log.Fatal(err)
	}
}

func number(text string) int32 {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		log.Fatal(err)
	}
	return int32(n)
}

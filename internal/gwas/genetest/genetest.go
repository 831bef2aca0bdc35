// Package genetest tests genes by the P values of the variants in and around them, without LD: ACAT
// (Liu et al. 2019) is valid however variants are correlated. It owns which variants belong to a
// gene. It imports gene, genome and stat, and knows no files.
package genetest

import (
	"cmp"
	"math"
	"slices"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/stat"
)

// Result is a tested gene.
type Result struct {
	Gene      *gene.Gene
	Variants  int     // with a P value
	NegLog10P float64 // of the gene
	Top       int32   // position of the strongest variant
	TopLogP   float64 // its −log10 P
}

// Tester collects variants in any order.
type Tester struct {
	chromosome [genome.MaxChromosome + 1]row
}

// row is the genes of one chromosome by start.
type row struct {
	genes   []tested
	longest int32 // gene with its window
}

type tested struct {
	gene       *gene.Gene
	start, end int32 // with the window
	acat       stat.ACAT
	top        int32
	most       float64
}

// New returns a tester of genes with a window in base pairs to either side.
func New(genes *gene.List, window int32) *Tester {
	t := &Tester{}
	for c := genome.Chromosome(1); c <= genome.MaxChromosome; c++ {
		r := &t.chromosome[c]
		for _, g := range genes.Overlapping(genome.Region{Chromosome: c, Start: 1, End: math.MaxInt32}) {
			r.genes = append(r.genes, tested{gene: g, start: max(1, g.Body.Start-window), end: g.Body.End + window, most: math.Inf(-1)})
		}
		slices.SortFunc(r.genes, func(a, b tested) int {
			return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.gene.Body.Start, b.gene.Body.Start))
		})
		for i := range r.genes {
			r.longest = max(r.longest, r.genes[i].end-r.genes[i].start)
		}
	}
	return t
}

// Add adds a variant to the genes that it is in. One without P value is ignored.
func (t *Tester) Add(c genome.Chromosome, position int32, negLog10P float64) {
	if !c.Valid() || math.IsNaN(negLog10P) {
		return
	}
	r := &t.chromosome[c]
	from, _ := slices.BinarySearchFunc(r.genes, position-r.longest, func(g tested, p int32) int { return cmp.Compare(g.start, p) })
	for i := from; i < len(r.genes) && r.genes[i].start <= position; i++ {
		g := &r.genes[i]
		if position > g.end {
			continue
		}
		g.acat.Add(negLog10P)
		if negLog10P > g.most {
			g.most, g.top = negLog10P, position
		}
	}
}

// Results returns the genes with variants, strongest first, equals in genome order.
func (t *Tester) Results() []Result {
	var out []Result
	for c := range t.chromosome {
		for i := range t.chromosome[c].genes {
			g := &t.chromosome[c].genes[i]
			if g.acat.N() > 0 {
				out = append(out, Result{Gene: g.gene, Variants: g.acat.N(), NegLog10P: g.acat.NegLog10P(), Top: g.top, TopLogP: g.most})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Result) int { return cmp.Compare(b.NegLog10P, a.NegLog10P) })
	return out
}

// Package gene knows the protein-coding genes of an assembly: their positions, their names, and
// which is near a position. It owns the format of gene lists and the rule for the nearest gene. It
// imports genome only, and opens no file but the two built-in lists.
package gene

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"

	"cohortium/internal/gwas/genome"
)

// Gene is one gene of an assembly.
type Gene struct {
	Symbol  string // of the HGNC where there is one
	Ensembl string // ENSG and eleven digits, without a version
	Aliases []string
	// Body reaches from the first to the last base of any transcript.
	Body    genome.Region
	Reverse bool // it is read on the − strand
	// Exons are those of the canonical transcript, in the order of the assembly;
	// none where they could not be placed.
	Exons []Span
}

// Span is a stretch of a chromosome: 1-based, both ends included.
type Span struct{ Start, End int32 }

// Distance returns the number of bases from a position to the nearest base of the gene, 0 within
// it. The position is on the gene's chromosome.
func (g *Gene) Distance(position int32) int32 {
	return max(g.Body.Start-position, position-g.Body.End, 0)
}

// List holds the genes of one assembly. It is immutable and safe for concurrent use.
type List struct {
	Build  genome.Build
	Source string // where the genes come from, with the release
	Terms  string // the licence of the source
	Origin Origin // for reports; set by the reader of a list that is not built in

	all   []Gene
	chrom [genome.MaxChromosome + 1]row
	// names are sorted by key, and within one key the best kind first. The first search by name
	// builds them, so that searches by position do not wait for it.
	names  []name
	byName sync.Once
}

// row is the genes of one chromosome by their start, and how far each and those
// before it reach.
type row struct {
	genes   []*Gene
	reaches []int32
}

type kind uint8

// The kinds of names. A symbol in use comes before an older one.
const (
	symbol kind = iota
	ensembl
	alias
)

type name struct {
	key  string // in upper case
	kind kind
	gene *Gene
}

// Len returns the number of genes.
func (l *List) Len() int { return len(l.all) }

// Symbols returns the symbols of all genes, in genome order.
func (l *List) Symbols() []string {
	all := make([]string, len(l.all))
	for i := range l.all {
		all[i] = l.all[i].Symbol
	}
	return all
}

// index prepares the list for searches; all is complete.
func (l *List) index() {
	slices.SortFunc(l.all, func(a, b Gene) int {
		return cmp.Or(cmp.Compare(a.Body.Chromosome, b.Body.Chromosome), cmp.Compare(a.Body.Start, b.Body.Start),
			cmp.Compare(a.Body.End, b.Body.End), cmp.Compare(a.Symbol, b.Symbol))
	})
	for i := range l.all {
		g := &l.all[i]
		r := &l.chrom[g.Body.Chromosome]
		reach := g.Body.End
		if n := len(r.reaches); n > 0 {
			reach = max(reach, r.reaches[n-1])
		}
		r.genes, r.reaches = append(r.genes, g), append(r.reaches, reach)
	}
}

func (l *List) sortNames() {
	for i := range l.all {
		g := &l.all[i]
		l.names = append(l.names, name{strings.ToUpper(g.Symbol), symbol, g}, name{strings.ToUpper(g.Ensembl), ensembl, g})
		for _, a := range g.Aliases {
			l.names = append(l.names, name{strings.ToUpper(a), alias, g})
		}
	}
	slices.SortStableFunc(l.names, func(a, b name) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.kind, b.kind)) })
}

// Find returns the genes of a name: a symbol, an Ensembl id with or without a version, or an alias,
// whatever the case. Several have it only when none has it as its symbol or id and several as an
// alias, or when a symbol is used twice.
func (l *List) Find(text string) []*Gene {
	key := strings.ToUpper(strings.TrimSpace(text))
	if id, _, versioned := strings.Cut(key, "."); versioned && strings.HasPrefix(key, "ENSG") {
		key = id
	}
	var found []*Gene
	best := alias
	for _, n := range l.from(key) {
		if n.key != key {
			break
		}
		if n.kind <= best {
			best = n.kind
			found = append(found, n.gene)
		}
	}
	return found
}

// Suggest returns up to n genes one of whose names begins with text, those whose symbol does first,
// and of them the shorter first.
func (l *List) Suggest(text string, n int) []*Gene {
	key := strings.ToUpper(strings.TrimSpace(text))
	if key == "" {
		return nil
	}
	var fit []name
	for _, n := range l.from(key) {
		if !strings.HasPrefix(n.key, key) {
			break
		}
		fit = append(fit, n)
	}
	slices.SortStableFunc(fit, func(a, b name) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(len(a.key), len(b.key)), cmp.Compare(a.key, b.key))
	})
	var genes []*Gene
	for _, f := range fit {
		if len(genes) == n {
			break
		}
		if !slices.Contains(genes, f.gene) {
			genes = append(genes, f.gene)
		}
	}
	return genes
}

// from returns the names from key on.
func (l *List) from(key string) []name {
	l.byName.Do(l.sortNames)
	return l.names[sort.Search(len(l.names), func(i int) bool { return l.names[i].key >= key }):]
}

// Overlapping returns the genes that share a base with a region, in genome order.
func (l *List) Overlapping(r genome.Region) []*Gene {
	if !r.Chromosome.Valid() {
		return nil
	}
	row := &l.chrom[r.Chromosome]
	// Before the first that reaches the region, none does.
	from := sort.Search(len(row.reaches), func(i int) bool { return row.reaches[i] >= r.Start })
	var found []*Gene
	for _, g := range row.genes[from:] {
		if g.Body.Start > r.End {
			break
		}
		if g.Body.End >= r.Start {
			found = append(found, g)
		}
	}
	return found
}

// Nearest returns the genes that are nearest to a position and how many bases they are away: 0 and
// all that contain it, or the nearest one, or two that are equally far. genes is empty on a
// chromosome without any.
func (l *List) Nearest(c genome.Chromosome, position int32) (genes []*Gene, distance int32) {
	if !c.Valid() {
		return nil, 0
	}
	row := &l.chrom[c]
	after := sort.Search(len(row.genes), func(i int) bool { return row.genes[i].Body.Start > position })
	var gaps []int32
	if after < len(row.genes) {
		gaps = append(gaps, row.genes[after].Distance(position))
	}
	if after > 0 {
		gaps = append(gaps, max(position-row.reaches[after-1], 0))
	}
	if len(gaps) == 0 {
		return nil, 0
	}
	distance = slices.Min(gaps)
	for _, g := range l.Overlapping(genome.Region{Chromosome: c, Start: position - distance, End: position + distance}) {
		if g.Distance(position) == distance { // one nearer does not exist
			genes = append(genes, g)
		}
	}
	return genes, distance
}

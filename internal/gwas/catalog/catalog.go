// Package catalog holds known loci: associations that studies have published, as the GWAS Catalog
// lists them, and which of them are near a position. It owns the parser of the catalogue's
// associations file and the definition of known. It imports genome, locus and textfile, and names
// no file.
package catalog

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locus"
)

// Window is the distance, in bases, within which an association makes the locus of a lead variant
// known. It equals the window of a lead.
const Window = locus.Window

// GenomeWide is the smallest −log10 P that counts: 5e-8.
const GenomeWide = 7.301029995663981

// Association is a variant that a study found associated with a trait.
type Association struct {
	Chromosome genome.Chromosome
	Position   int32  // 1-based, on the assembly of the list
	Variant    string // mostly an rs number
	Trait      string // as the study has it
	Mapped     string // terms of the ontology EFO, separated by commas; may be ""
	Terms      string // their addresses, which end with an id such as EFO_0000275, separated by commas; may be ""
	NegLog10P  float64
	PubMed     string // id of the publication
	Study      string // accession of the GWAS Catalog, GCST…; may be ""
}

// List holds the associations of one assembly in genome order. It is immutable and safe for
// concurrent use.
type List struct {
	Build genome.Build
	chrom [genome.MaxChromosome + 1][]Association
	count int
}

// Len returns the number of associations.
func (l *List) Len() int { return l.count }

func (l *List) add(a *Association) {
	l.chrom[a.Chromosome] = append(l.chrom[a.Chromosome], *a)
	l.count++
}

func (l *List) sort() {
	for c := range l.chrom {
		slices.SortStableFunc(l.chrom[c], func(a, b Association) int {
			return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(b.NegLog10P, a.NegLog10P))
		})
	}
}

// Ends returns the last position of each chromosome with associations.
func (l *List) Ends() map[genome.Chromosome]int32 {
	ends := map[genome.Chromosome]int32{}
	for c := range l.chrom {
		if n := len(l.chrom[c]); n > 0 {
			ends[genome.Chromosome(c)] = l.chrom[c][n-1].Position
		}
	}
	return ends
}

// Within returns the associations of a region in genome order.
func (l *List) Within(r genome.Region) []Association {
	if !r.Chromosome.Valid() {
		return nil
	}
	all := l.chrom[r.Chromosome]
	from := sort.Search(len(all), func(i int) bool { return all[i].Position >= r.Start })
	to := sort.Search(len(all), func(i int) bool { return all[i].Position > r.End })
	return all[from:max(from, to)]
}

// Nearby holds the known associations nearest to a position.
type Nearby struct {
	Any  *Association // the nearest of any trait, of those equally near the strongest
	Same *Association // the nearest of the requested trait, nil when there is none
}

// Near returns the associations nearest to a position, at most Window away. Both are nil where the
// locus is new. names are those of the trait, empty when it is not known.
func (l *List) Near(c genome.Chromosome, position int32, names ...string) Nearby {
	var near Nearby
	within := l.Within(Around(c, position))
	for i := range within {
		a := &within[i]
		if closer(a, near.Any, position) {
			near.Any = a
		}
		if a.OfTrait(names) && closer(a, near.Same, position) {
			near.Same = a
		}
	}
	return near
}

// Around returns the region in which an association makes the locus of a lead at a position known.
func Around(c genome.Chromosome, position int32) genome.Region {
	return genome.Region{Chromosome: c, Start: max(position, Window+1) - Window, End: position + Window}
}

// closer reports whether a is nearer than b, or as near and stronger.
func closer(a, b *Association, position int32) bool {
	if b == nil {
		return true
	}
	da, db := a.Distance(position), b.Distance(position)
	return da < db || da == db && a.NegLog10P > b.NegLog10P
}

// Distance returns the number of bases between the association and a position on its chromosome.
func (a *Association) Distance(position int32) int32 {
	return max(a.Position-position, position-a.Position)
}

// OfTrait reports whether the association is with a trait of any of these names: as the study calls
// it, by a term that it is mapped to, or by the id of a term (EFO:0000275), whatever the case.
func (a *Association) OfTrait(names []string) bool {
	for _, name := range names {
		name = strings.TrimSpace(name)
		if name != "" && (strings.EqualFold(a.Trait, name) || strings.EqualFold(a.Mapped, name) || a.mapsTo(name)) {
			return true
		}
	}
	return false
}

func (a *Association) mapsTo(name string) bool {
	for term := range strings.SplitSeq(a.Mapped, ",") {
		if strings.EqualFold(strings.TrimSpace(term), name) {
			return true
		}
	}
	for term := range strings.SplitSeq(a.Terms, ",") {
		id := term[strings.LastIndexByte(term, '/')+1:]
		if strings.EqualFold(strings.Replace(id, "_", ":", 1), name) {
			return true
		}
	}
	return false
}

// Lifted returns the list on another assembly, and how many associations have no position there or
// land on another chromosome. lift converts a position.
func (l *List) Lifted(to genome.Build, lift func(genome.Chromosome, int32) (genome.Chromosome, int32, bool)) (lifted *List, lost int) {
	lifted = &List{Build: to}
	for c := range l.chrom {
		for _, a := range l.chrom[c] {
			chromosome, position, ok := lift(a.Chromosome, a.Position)
			if !ok || chromosome != a.Chromosome {
				lost++
				continue
			}
			a.Position = position
			lifted.add(&a)
		}
	}
	lifted.sort()
	return lifted, lost
}

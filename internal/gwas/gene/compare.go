package gene

import (
	"fmt"

	"cohortium/internal/gwas/genome"
)

// ConcludeBuild returns the assembly of the genes of a list. It compares their positions with those genes of
// the built-in lists whose starts are far apart on the two assemblies. It is unknown when fewer
// than five can be compared or they disagree. The sentence reports the counts.
func (l *List) ConcludeBuild() (genome.Build, string) {
	const (
		apart   = 50_000 // bases between the starts on the two assemblies, for a gene that distinguishes them
		near    = 20_000 // to either start, as releases move a gene's ends
		fewest  = 5
		agreed  = 0.9
		another = 0.1
	)
	on37, _ := Inside(genome.GRCh37)
	on38, _ := Inside(genome.GRCh38)
	starts := map[string]int32{}
	for i := range on37.all {
		starts[on37.all[i].Ensembl] = on37.all[i].Body.Start
	}
	places := map[string][2]int32{}
	for i := range on38.all {
		g := &on38.all[i]
		if s, both := starts[g.Ensembl]; both && max(s-g.Body.Start, g.Body.Start-s) > apart {
			places[g.Ensembl] = [2]int32{s, g.Body.Start}
		}
	}
	var known, at37, at38 int
	for i := range l.all {
		place, telling := places[l.all[i].Ensembl]
		if !telling {
			continue
		}
		known++
		start := l.all[i].Body.Start
		if max(start-place[0], place[0]-start) <= near {
			at37++
		}
		if max(start-place[1], place[1]-start) <= near {
			at38++
		}
	}
	if known < fewest {
		return genome.UnknownBuild, fmt.Sprintf("Only %d of its genes can be compared with known places.", known)
	}
	sentence := fmt.Sprintf("Of %d genes whose places are known, %d lie where they are on %s and %d where they are on %s.",
		known, at37, genome.GRCh37.Label(), at38, genome.GRCh38.Label())
	share37, share38 := float64(at37)/float64(known), float64(at38)/float64(known)
	switch {
	case share37 >= agreed && share38 <= another:
		return genome.GRCh37, sentence
	case share38 >= agreed && share37 <= another:
		return genome.GRCh38, sentence
	}
	return genome.UnknownBuild, sentence
}

// Ends returns the last position of each chromosome that has genes.
func (l *List) Ends() map[genome.Chromosome]int32 {
	ends := map[genome.Chromosome]int32{}
	for i := range l.all {
		body := &l.all[i].Body
		ends[body.Chromosome] = max(ends[body.Chromosome], body.End)
	}
	return ends
}

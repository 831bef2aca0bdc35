// Package recomb holds maps of recombination along the genome: how often the two copies of a
// chromosome recombine at a place, in centimorgans per megabase, and the distance of two places in
// centimorgans. It reads the forms in which such maps are published. It imports genome and
// textfile, and names no file.
package recomb

import (
	"sort"

	"cohortium/internal/gwas/genome"
)

// Map is the recombination along the chromosomes of one assembly, which the caller keeps track of.
// It is immutable and safe for concurrent use.
type Map struct {
	chrom  [genome.MaxChromosome + 1]track
	points int
}

// track holds the points of one chromosome in order. The stretch between two neighbours has one
// rate.
type track struct {
	position []int32   // 1-based
	rate     []float32 // cM/Mb from this point to the next; of the last point 0
	cm       []float64 // from the beginning of the map
}

// Stretch is a part of a chromosome that recombines at one rate.
type Stretch struct {
	Start, End int32   // 1-based; End is where the next stretch starts
	Rate       float64 // cM/Mb
}

// Len returns how many points the map has.
func (m *Map) Len() int { return m.points }

// Chromosomes returns the chromosomes that the map covers.
func (m *Map) Chromosomes() []genome.Chromosome {
	var all []genome.Chromosome
	for c := range m.chrom {
		if len(m.chrom[c].position) > 0 {
			all = append(all, genome.Chromosome(c))
		}
	}
	return all
}

// Ends returns the last position of each chromosome that the map covers.
func (m *Map) Ends() map[genome.Chromosome]int32 {
	ends := map[genome.Chromosome]int32{}
	for _, c := range m.Chromosomes() {
		p := m.chrom[c].position
		ends[c] = p[len(p)-1]
	}
	return ends
}

// Rates returns the stretches of a chromosome from start to end, both included, cut to it; none
// where the map has no data.
func (m *Map) Rates(c genome.Chromosome, start, end int32) []Stretch {
	if !c.Valid() || end < start {
		return nil
	}
	t := &m.chrom[c]
	// The last point at or before the start begins the first stretch.
	i := max(sort.Search(len(t.position), func(i int) bool { return t.position[i] > start })-1, 0)
	var found []Stretch
	for ; i+1 < len(t.position) && t.position[i] <= end; i++ {
		if t.position[i+1] <= start {
			continue
		}
		found = append(found, Stretch{Start: max(t.position[i], start), End: min(t.position[i+1], end), Rate: float64(t.rate[i])})
	}
	return found
}

// Between returns the distance of two positions of a chromosome in centimorgans, in either order;
// ok is false when the map does not cover both.
func (m *Map) Between(c genome.Chromosome, a, b int32) (cM float64, ok bool) {
	from, ok1 := m.at(c, min(a, b))
	to, ok2 := m.at(c, max(a, b))
	return to - from, ok1 && ok2
}

// at returns the place of a position on the map, in cM.
func (m *Map) at(c genome.Chromosome, position int32) (float64, bool) {
	if !c.Valid() {
		return 0, false
	}
	t := &m.chrom[c]
	n := len(t.position)
	i := sort.Search(n, func(i int) bool { return t.position[i] >= position })
	switch {
	case i == n:
		return 0, false
	case t.position[i] == position:
		return t.cm[i], true
	case i == 0:
		return 0, false
	}
	part := float64(position-t.position[i-1]) / float64(t.position[i]-t.position[i-1])
	return t.cm[i-1] + part*(t.cm[i]-t.cm[i-1]), true
}

package meta

import (
	"slices"

	"cohortium/internal/gwas/sumstats"
)

// leastWindows is over how many windows of a million bases the rows of a study lie at
// least for λ to be that of a genome: one locus is inflated by what it shows.
const leastWindows = 10

// spread counts the windows of a million bases that rows in any order lie in, as far as
// leastWindows.
type spread struct {
	seen [leastWindows]uint64
	n    int
}

func (s *spread) add(r *sumstats.Row) {
	if s.n == leastWindows || r.Position <= 0 {
		return
	}
	window := uint64(r.Chromosome)<<32 | uint64(r.Position/1_000_000)
	if !slices.Contains(s.seen[:s.n], window) {
		s.seen[s.n] = window
		s.n++
	}
}

// regional says that the rows are of a few loci; of rows without places nothing is known.
func (s *spread) regional() bool { return s.n > 0 && s.n < leastWindows }

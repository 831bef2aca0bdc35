package genome

import "math/bits"

// WholeGenome is the least number of autosomes with variants for their λ to be that of a genome:
// half of them. One locus or one chromosome alone is inflated by its associations.
const WholeGenome = 11

// Covered is the set of chromosomes that have variants.
type Covered uint32

// Add adds the chromosome of a variant. A variant without a chromosome is ignored.
func (s *Covered) Add(c Chromosome) {
	if c > 0 {
		*s |= 1 << c
	}
}

// Has reports whether c has a variant.
func (s Covered) Has(c Chromosome) bool { return c > 0 && s&(1<<c) != 0 }

// Autosomes returns how many autosomes are in the set.
func (s Covered) Autosomes() int {
	const autosomes = 1<<X - 2 // the bits of 1 to 22
	return bits.OnesCount32(uint32(s & autosomes))
}

// Regional reports whether too few autosomes have variants. It is false for an empty set.
func (s Covered) Regional() bool { return s != 0 && s.Autosomes() < WholeGenome }

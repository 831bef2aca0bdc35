package genome

import "math/bits"

// WholeGenome is on how many autosomes variants lie at least for their λ to be that of a
// genome: on half of them. One locus, or one chromosome, is inflated by what it shows.
const WholeGenome = 11

// Covered is the set of chromosomes on which variants lie.
type Covered uint32

// Add takes a variant in any order; one without a chromosome is nowhere.
func (s *Covered) Add(c Chromosome) {
	if c > 0 {
		*s |= 1 << c
	}
}

// Has says whether a variant lies on c.
func (s Covered) Has(c Chromosome) bool { return c > 0 && s&(1<<c) != 0 }

// Autosomes is how many autosomes are among them.
func (s Covered) Autosomes() int {
	const autosomes = 1<<X - 2 // the bits of 1 to 22
	return bits.OnesCount32(uint32(s & autosomes))
}

// Regional says that variants lie on too few autosomes; of variants without places nothing is known.
func (s Covered) Regional() bool { return s != 0 && s.Autosomes() < WholeGenome }

// Package genome names the assemblies and chromosomes that summary statistics refer to. It owns
// their spellings, lengths and codes, and the regions people ask for. It imports no package of this
// module and knows nothing about files or variants.
package genome

// Chromosome is a chromosome of the human genome by its GWAS-SSF code:
// 1–22, X = 23, Y = 24, MT = 25. Zero means unknown. Pseudo-autosomal
// variants are on X.
type Chromosome uint8

// The chromosomes that are not numbered, and the largest valid code.
const (
	Unknown Chromosome = 0
	X       Chromosome = 23
	Y       Chromosome = 24
	MT      Chromosome = 25

	MaxChromosome = MT
)

// Build is a genome assembly by the name that is stored.
type Build string

// The assemblies a file may be on. NCBI36 is accepted as a declaration only.
const (
	UnknownBuild Build = ""
	GRCh37       Build = "GRCh37"
	GRCh38       Build = "GRCh38"
	NCBI36       Build = "NCBI36"
)

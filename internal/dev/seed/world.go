// Package seed makes a small consortium for demos, tests and benchmarks: a synthetic genome with
// planted loci, studies of it in the layouts of real software, and a reference panel. It also fills
// a running server with it through the calls of a user. It imports gwas and the standard library;
// no page depends on it.
package seed

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"cohortium/internal/gwas/genome"
)

// Locus is a planted association. The demo's positions follow published
// heart-failure loci on GRCh37; effects and neighbours are synthetic.
type Locus struct {
	Chromosome genome.Chromosome
	Position   int32   // 1-based, GRCh37
	Beta       float64 // ln odds ratio of the alternate allele at the lead variant, in Europeans
	AF         float64 // its alternate allele frequency in Europeans
	EastAsian  float64 // Beta in East Asians as a multiple of that in Europeans
}

// Loci returns the planted associations of the demo consortium. Three of them differ between the
// populations, so that a meta-regression has something to find.
func Loci() []Locus {
	return []Locus{
		{1, 16340879, -0.060, 0.42, 1}, {1, 236852524, -0.045, 0.35, 1}, {4, 111677041, 0.110, 0.17, 1.6},
		{5, 137012171, -0.050, 0.27, 1}, {6, 36647289, -0.045, 0.52, 1}, {6, 161010118, 0.110, 0.08, 0},
		{9, 22098619, 0.055, 0.49, 1}, {9, 136151806, 0.050, 0.20, 1}, {10, 75417249, -0.065, 0.15, 1},
		{10, 121429633, -0.085, 0.21, 1}, {12, 111907431, 0.040, 0.47, 2.5}, {16, 53802494, 0.052, 0.41, 1},
		{genome.X, 64840000, 0.050, 0.30, 1},
	}
}

// World is a synthetic set of variants on GRCh37: evenly spread background and denser
// neighbourhoods around the loci. The same World always has the same variants, whatever study is
// drawn from it.
type World struct {
	Seed       uint64
	Background int // variants outside the loci
	Thin       int // keeps one in Thin of them; all when 0
	PerLocus   int // variants within 400 kb of each locus
	Loci       []Locus
	Population Population
}

// Population decides the allele frequencies and effects of a World; its variants are the same in
// every one.
type Population int

// The populations of a World.
const (
	European Population = iota
	EastAsian
)

// differentiation is the F_ST between the populations: frequencies of the second have the variance
// 2·F_ST·f(1−f) around those of the first.
const differentiation = 0.05

// Variant is one site of a World with its true effect in a case-control study.
type Variant struct {
	Chromosome genome.Chromosome
	Position   int32 // 1-based, GRCh37
	Ref, Alt   string
	RSID       uint64
	AF         float64 // of Alt
	Beta       float64 // true marginal ln odds ratio of Alt
	Locus      int     // its place in World.Loci; background of the background
	Linkage    float64 // share of haplotypes that carry the allele of the lead variant of its locus, 0–1
	R          float64 // correlation with the lead variant
	own        float64 // alternate allele frequency in the other haplotypes
	carriers   uint16  // founders of these with the alternate allele, one bit each
}

// founders is how many haplotypes the people of a locus descend from: few, so that LD of a few
// hundred people is that of all.
const founders = 16

// leastLinkage is the smallest Linkage above 0.
const leastLinkage = 0.3

// background is the Locus of variants without one.
const background = -1

// chromosomes of a World; Y and MT carry no GWAS variants here.
const lastChromosome = genome.X

// Each calls fn for every variant in order of chromosome and position.
func (w World) Each(fn func(Variant) error) error {
	var total int64
	for c := genome.Chromosome(1); c <= lastChromosome; c++ {
		total += int64(c.Length(genome.GRCh37))
	}
	for c := genome.Chromosome(1); c <= lastChromosome; c++ {
		share := float64(c.Length(genome.GRCh37)) / float64(total)
		for _, v := range w.chromosome(c, int(share*float64(w.Background))) {
			if err := fn(v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w World) chromosome(c genome.Chromosome, sites int) []Variant {
	variants := make([]Variant, 0, sites+w.PerLocus)
	length := c.Length(genome.GRCh37)
	step := float64(length-2*edge) / float64(max(sites, 1))
	for i := range sites {
		if w.Thin > 1 && w.hash(uint64(c), uint64(i), saltThin)%uint64(w.Thin) != 0 {
			continue
		}
		jitter := unit(w.hash(uint64(c), uint64(i), saltPosition))
		variants = append(variants, w.site(c, edge+int32((float64(i)+0.9*jitter)*step), uint64(i)))
	}
	for n, l := range w.Loci {
		if l.Chromosome == c {
			variants = append(variants, w.neighbourhood(n)...)
		}
	}
	slices.SortFunc(variants, func(a, b Variant) int { return cmp.Compare(a.Position, b.Position) })
	return slices.CompactFunc(variants, func(a, b Variant) bool { return a.Position == b.Position })
}

// edge keeps sites off the ends of chromosomes, where no assembly has bases.
const edge = 1_000_000

// neighbourhood returns the lead variant of a locus and others whose linkage to it falls off with
// distance. Frequencies, correlations and effects are those of the haplotypes that WriteHaplotypes
// draws.
func (w World) neighbourhood(n int) []Variant {
	l := w.Loci[n]
	if w.Population == EastAsian {
		l.Beta *= l.EastAsian
	}
	l.AF = w.frequency(l.AF, l.Chromosome, uint64(n+1)<<32)
	out := make([]Variant, 0, w.PerLocus)
	for i := range w.PerLocus {
		id := uint64(i) + uint64(n+1)<<32
		v := w.site(l.Chromosome, l.Position, id)
		v.Locus, v.Linkage = n, 1
		if i > 0 {
			offset := (unit(w.hash(uint64(l.Chromosome), id, saltPosition)) - 0.5) * 800_000
			v.Position += int32(offset)
			u := unit(w.hash(uint64(l.Chromosome), id, saltLD))
			if v.Linkage = math.Exp(-math.Abs(offset)/60_000) * u; v.Linkage < leastLinkage {
				v.Linkage = 0
			}
		}
		v.carriers = w.founding(v.RSID, v.AF)
		v.own = float64(bits.OnesCount16(v.carriers)) / founders
		v.AF = v.Linkage*l.AF + (1-v.Linkage)*v.own
		v.R = v.Linkage * math.Sqrt(l.AF*(1-l.AF)/(v.AF*(1-v.AF)))
		v.Beta = l.Beta * v.Linkage * l.AF * (1 - l.AF) / (v.AF * (1 - v.AF)) // the covariance with the lead over the variance
		out = append(out, v)
	}
	return out
}

// founding returns which founders carry an allele of about a frequency: at least one, and not all.
func (w World) founding(id uint64, frequency float64) (carriers uint16) {
	for k := range founders {
		if unit(w.hash(id, uint64(k), saltFounder)) < frequency {
			carriers |= 1 << k
		}
	}
	if carriers == 0 || carriers == math.MaxUint16 {
		carriers ^= 1 << (w.hash(id, saltFounder) % founders)
	}
	return carriers
}

// Salts of hash, one per property, so that properties are independent.
const (
	saltPosition = iota + 1
	saltAlleles
	saltFrequency
	saltLD
	saltHaplotype
	saltRecombination
	saltPopulation
	saltPopulationAngle
	saltThin
	saltFounder
)

func (w World) site(c genome.Chromosome, pos int32, id uint64) Variant {
	h := w.hash(uint64(c), id, saltAlleles)
	ref, alt := alleles(h)
	u := unit(w.hash(uint64(c), id, saltFrequency))
	// Cubing leans towards rare alleles, as imputed arrays do.
	af := w.frequency(0.005+0.98*u*u*u, c, id)
	return Variant{
		Chromosome: c, Position: pos, Ref: ref, Alt: alt, AF: af, Locus: background,
		RSID: 1_000_000_000 + uint64(c)*20_000_000 + id&0xffffff + (id>>32)*100_000,
	}
}

// frequency returns the allele frequency of a variant in the World's population, given that in
// Europeans.
func (w World) frequency(european float64, c genome.Chromosome, id uint64) float64 {
	if w.Population == European {
		return european
	}
	// Box and Muller 1958; 1 − u is never 0.
	u, angle := unit(w.hash(uint64(c), id, saltPopulation)), unit(w.hash(uint64(c), id, saltPopulationAngle))
	normal := math.Sqrt(-2*math.Log(1-u)) * math.Cos(2*math.Pi*angle)
	spread := math.Sqrt(2 * differentiation * european * (1 - european))
	return min(max(european+spread*normal, 0.002), 0.998)
}

// alleles picks a substitution, or in one of sixteen cases an insertion or deletion.
func alleles(h uint64) (ref, alt string) {
	const bases = "ACGT"
	a, b := h&3, (h>>2)&3
	if a == b {
		b = (a + 1) & 3
	}
	ref, alt = bases[a:a+1], bases[b:b+1]
	switch (h >> 4) & 31 {
	case 0:
		return ref, ref + "TG"[:1+(h>>9)&1]
	case 1:
		return ref + "CAG"[:1+(h>>9)%3], ref
	}
	return ref, alt
}

func (w World) hash(parts ...uint64) uint64 {
	h := w.Seed
	for _, p := range parts {
		h = mix(h ^ mix(p+0x9e3779b97f4a7c15))
	}
	return h
}

// mix returns the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unit maps a hash to [0, 1).
func unit(h uint64) float64 { return float64(h>>11) / (1 << 53) }

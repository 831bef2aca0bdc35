package seed

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"cohortium/internal/gwas/genome"
)

// people is how many people WriteHaplotypes draws: enough for r² within about 0.002 of 0 where
// there is none.
const people = 250

// around is how far from a lead variant the World is linked, and has a fine map of recombination:
// the part of a locus that a page shows.
const around = 500_000

// WriteHaplotypes writes the World around its loci as a VCF with phased genotypes of invented
// people, and returns how many variants it wrote. A haplotype has the allele of the lead variant
// with the probability Linkage, and else that of its founder, so that r with the lead is R.
func WriteHaplotypes(w io.Writer, world World) (variants int, err error) {
	out := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprint(out, "##fileformat=VCFv4.2\n##source=synthetic haplotypes of the demo consortium\n"+
		"##FORMAT=<ID=GT,Number=1,Type=String,Description=\"Genotype\">\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT")
	for i := range people {
		fmt.Fprintf(out, "\tinvented%d", i+1)
	}
	fmt.Fprintln(out)
	line := make([]byte, 0, 4*people+128)
	err = world.Each(func(v Variant) error {
		if !world.near(v.Chromosome, v.Position) {
			return nil
		}
		variants++
		line = append(line[:0], v.Chromosome.String()...)
		line = strconv.AppendInt(append(line, '\t'), int64(v.Position), 10)
		line = strconv.AppendUint(append(line, "\trs"...), v.RSID, 10)
		line = append(append(line, '\t'), v.Ref...)
		line = append(append(line, '\t'), v.Alt...)
		line = append(line, "\t.\tPASS\t.\tGT"...)
		for i := range uint64(people) {
			line = append(line, '\t', world.allele(&v, 2*i), '|', world.allele(&v, 2*i+1))
		}
		_, err := out.Write(append(line, '\n'))
		return err
	})
	if err != nil {
		return variants, err
	}
	return variants, out.Flush()
}

// near reports whether a place is near a locus.
func (w World) near(c genome.Chromosome, position int32) bool {
	for _, l := range w.Loci {
		if l.Chromosome == c && max(position-l.Position, l.Position-position) <= around {
			return true
		}
	}
	return false
}

// allele returns '1' when a haplotype has the alternate allele of a variant, else '0'.
func (w World) allele(v *Variant, haplotype uint64) byte {
	own := w.hash(v.RSID, haplotype, saltHaplotype)
	carries := unit(own) < v.AF
	if v.Locus != background {
		carries = v.carriers>>(w.hash(uint64(v.Locus), haplotype, saltFounder)%founders)&1 == 1
		if unit(mix(own)) < v.Linkage {
			carries = unit(w.hash(uint64(v.Locus), haplotype, saltHaplotype)) < w.Loci[v.Locus].AF
		}
	}
	if carries {
		return '1'
	}
	return '0'
}

// The invented map: points every fineStep bases around the loci and every coarseStep
// elsewhere; there is one hot spot in every hotEvery bases, hotWidth wide.
const (
	coarseStep, fineStep = 100_000, 2_000
	hotEvery, hotWidth   = 90_000, 4_000
	cold, elsewhere      = 0.3, 1.0 // cM/Mb between the hot spots, and far from the loci
)

// WriteRecombination writes an invented map of recombination in the form of HapMap: about 1 cM/Mb,
// and hot spots around the loci. It returns how many points it wrote.
func WriteRecombination(w io.Writer, world World) (points int, err error) {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "Chromosome\tPosition(bp)\tRate(cM/Mb)\tMap(cM)")
	for c := genome.Chromosome(1); c <= lastChromosome; c++ {
		at, length, distance := int32(edge), c.Length(genome.GRCh37)-edge, 0.0
		for at < length {
			step, rate := int32(coarseStep), elsewhere
			if world.near(c, at) {
				step, rate = fineStep, world.rate(c, at)
			}
			points++
			fmt.Fprintf(out, "chr%s\t%d\t%.4f\t%.6f\n", c, at, rate, distance)
			distance += rate * float64(step) / 1e6
			at += step
		}
	}
	return points, out.Flush()
}

// rate returns the recombination rate at a place near a locus, in cM/Mb.
func (w World) rate(c genome.Chromosome, at int32) float64 {
	spot := at / hotEvery
	h := w.hash(uint64(c), uint64(spot), saltRecombination)
	from := float64(at) - hotEvery*(float64(spot)+unit(h))
	height := 5 + 50*math.Pow(unit(mix(h)), 3)
	return cold + height*math.Exp(-from*from/(2*hotWidth*hotWidth))
}

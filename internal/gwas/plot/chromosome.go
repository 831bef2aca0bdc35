package plot

import "cohortium/internal/gwas/genome"

// ChromosomeAxis lays the chromosomes end to end: a variant is at Offset + position − 1 of [0,
// Total).
type ChromosomeAxis struct {
	Code   []int    `json:"code"` // GWAS-SSF codes, X = 23
	Name   []string `json:"name"`
	Length []int32  `json:"length"` // base pairs
	Offset []int64  `json:"offset"` // base pairs
	Total  int64    `json:"total"`  // base pairs
}

// newChromosomeAxis lays out every chromosome; positions on an assembly without known lengths are
// drawn on those of GRCh37.
func newChromosomeAxis(build genome.Build) ChromosomeAxis {
	if genome.Chromosome(1).Length(build) == 0 {
		build = genome.GRCh37
	}
	var a ChromosomeAxis
	for c := genome.Chromosome(1); c <= genome.MaxChromosome; c++ {
		a.add(int(c), c.String(), c.Length(build))
	}
	return a
}

func (a *ChromosomeAxis) add(code int, name string, length int32) {
	a.Code = append(a.Code, code)
	a.Name = append(a.Name, name)
	a.Length = append(a.Length, length)
	a.Offset = append(a.Offset, a.Total)
	a.Total += int64(length)
}

// visible keeps 1–22 and X, and of the others those that hold variants.
func (a ChromosomeAxis) visible(seen [genome.MaxChromosome + 1]bool) ChromosomeAxis {
	var v ChromosomeAxis
	for i, code := range a.Code {
		if code <= int(genome.X) || seen[code] {
			v.add(code, a.Name[i], a.Length[i])
		}
	}
	return v
}

// offsets returns the offset of each chromosome by code, −1 for those absent.
func (a ChromosomeAxis) offsets() [genome.MaxChromosome + 1]int64 {
	var by [genome.MaxChromosome + 1]int64
	for i := range by {
		by[i] = -1
	}
	for i, code := range a.Code {
		by[code] = a.Offset[i]
	}
	return by
}

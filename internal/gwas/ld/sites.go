package ld

import (
	"context"
	"errors"
	"math"
	"math/bits"

	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/regionindex"
)

// Site is a variant of a source of genotypes with the haplotypes of its people.
type Site struct {
	Position  int32 // 1-based
	ID        string
	Ref, Alt  string
	Frequency float64 // of Alt
	carriers  haplotypes

	haplotypes int // of the panel, known or not
}

// Sites returns the variants of a region that vary, in its order. A region without variants has
// none. The error is an *UnknownError for a source of pairs, whose r² have no sign.
func (s *Source) Sites(ctx context.Context, region genome.Region) ([]Site, error) {
	if s.Kind != Genotypes {
		return nil, &UnknownError{Why: "The LD source contains r² without sign. Use phased genotypes."}
	}
	var sites []Site
	err := s.index.Query(ctx, region, func(line []byte) error {
		v, err := parseSite(line)
		if err != nil {
			return err
		}
		if n, a := v.haplotypes.count(); a > 0 && a < n {
			sites = append(sites, Site{v.Position, v.ID, v.Ref, v.Alt, float64(a) / float64(n), v.haplotypes, v.size})
		}
		return nil
	})
	if errors.As(err, new(*regionindex.UnknownContigError)) {
		err = nil
	}
	return sites, err
}

// count returns how many haplotypes are known and how many carry the alternative allele.
func (h haplotypes) count() (known, carriers int) {
	for i, w := range h.known {
		known += bits.OnesCount64(w)
		carriers += bits.OnesCount64(h.carry[i])
	}
	return known, carriers
}

// Haplotypes returns how many haplotypes of a variant are known.
func (s *Site) Haplotypes() int { known, _ := s.carriers.count(); return known }

// Correlations returns r of each pair of sites.
func Correlations(sites []Site) [][]float64 {
	r := make([][]float64, len(sites))
	values := make([]float64, len(sites)*len(sites))
	counts := make([][2]int, len(sites)) // haplotypes and carriers
	for i := range sites {
		counts[i][0], counts[i][1] = sites[i].carriers.count()
	}
	for i := range sites {
		r[i] = values[i*len(sites) : (i+1)*len(sites)]
		r[i][i] = 1
		a, b := &sites[i], counts[i]
		for j := range i {
			if b[0] < a.haplotypes || counts[j][0] < a.haplotypes || sites[j].haplotypes != a.haplotypes {
				r[i][j] = Correlation(a, &sites[j])
			} else { // all haplotypes of both are known: their counts are those of each pair
				r[i][j] = complete(b[0], b[1], counts[j][1], a.carriers.carry, sites[j].carriers.carry)
			}
		}
	}
	for i := range sites {
		for j := i + 1; j < len(sites); j++ {
			r[i][j] = r[j][i]
		}
	}
	return r
}

// complete returns r of two sites by their carriers among n haplotypes.
func complete(n, a, b int, x, y []uint64) float64 {
	below := float64(a) * float64(n-a) * float64(b) * float64(n-b)
	if below == 0 {
		return 0
	}
	ab := 0
	for i, w := range x {
		ab += bits.OnesCount64(w & y[i])
	}
	return float64(n*ab-a*b) / math.Sqrt(below)
}

// Correlation returns r of the alternative alleles of two sites, in the counts of linked; 0 where one
// does not vary among the haplotypes of which both are known.
func Correlation(a, b *Site) float64 {
	d, below := linked(a.carriers, b.carriers)
	if below == 0 {
		return 0
	}
	return d / math.Sqrt(below)
}

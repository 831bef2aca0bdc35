package browse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/liftover"
)

// GeneNear is a gene near a variant.
type GeneNear struct {
	*gene.Gene
	Distance int32 // bases to it, 0 within
}

const (
	nearGenes = 5
	nearBases = 500_000
)

// Elsewhere is the position of a variant on the other genome build.
type Elsewhere struct {
	Build      genome.Build // UnknownBuild where no chain leads to one
	Chromosome genome.Chromosome
	Position   int32  // 1-based; of the first base
	Reverse    bool   // the other build has the sequence of the other strand there
	Missing    string // why there is no place, as a sentence
	Chain      string // name of the chain file; "" without one
}

// surround adds the genes, the frequencies of panels and the other genome build.
func (p *VariantPage) surround(ctx context.Context, references References) error {
	v := p.Variant
	list, missing, err := references.Genes(ctx, v.Build)
	if err != nil {
		return err
	}
	if missing == "" {
		p.Genes, p.GeneSource = genesNear(list, v.Chromosome, v.Position), list.Origin.String()
	}
	if v.EffectAllele != "" {
		if p.Panels, err = references.Frequencies(ctx, v); err != nil {
			return err
		}
	}
	p.Elsewhere, err = elsewhere(ctx, references, v)
	return err
}

// genesNear returns the genes within nearBases, nearest first; else the nearest.
func genesNear(list *gene.List, c genome.Chromosome, position int32) []GeneNear {
	around := list.Overlapping(genome.Region{Chromosome: c, Start: max(position-nearBases, 1), End: position + nearBases})
	if len(around) == 0 {
		around, _ = list.Nearest(c, position)
	}
	var near []GeneNear
	for _, g := range around {
		near = append(near, GeneNear{g, g.Distance(position)})
	}
	slices.SortFunc(near, func(a, b GeneNear) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Symbol, b.Symbol))
	})
	return near[:min(len(near), nearGenes)]
}

// elsewhere lifts the position of a variant.
func elsewhere(ctx context.Context, references References, v Variant) (Elsewhere, error) {
	e := Elsewhere{Build: otherBuild(v.Build)}
	way, err := references.Way(ctx, v.Build, e.Build)
	if none := new(liftover.ChainError); errors.As(err, &none) {
		return Elsewhere{Missing: fmt.Sprintf("No chain file from %s is installed.", v.Build.Label())}, nil
	}
	if err != nil {
		return e, err
	}
	e.Chain = way.Source.Label()
	place, reason := way.Lift(v.Chromosome, v.Position, 1)
	if reason != "" {
		e.Missing = reason.Sentence()
		return e, nil
	}
	e.Chromosome, e.Position, e.Reverse = place.Chromosome, place.Position, place.Reversed
	return e, nil
}

// otherBuild returns the other of the two that results are on.
func otherBuild(b genome.Build) genome.Build {
	if b == genome.GRCh37 {
		return genome.GRCh38
	}
	return genome.GRCh37
}

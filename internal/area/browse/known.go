package browse

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/catalog"
	"cohortium/internal/gwas/genome"
)

// KnownLoci are the published associations of a region.
type KnownLoci struct {
	Source  string // name and version of the list; "" for none
	Missing string // why there are none, as a sentence
	Total   int    // positions with an association
	// Loci holds one locus for each position, by position: the strongest MaxKnown of them.
	Loci []KnownLocus
}

// KnownLocus is the strongest published association of a position.
type KnownLocus struct {
	catalog.Association
	More int // other associations of the position
}

// MaxKnown limits the known loci returned for a region.
const MaxKnown = 500

// Known implements References.
func (i installed) Known(ctx context.Context, build genome.Build, region genome.Region) (KnownLoci, error) {
	list, used, err := i.registry.Loci(ctx, build)
	if errors.Is(err, reference.ErrNone) {
		return KnownLoci{Missing: "No known loci are installed."}, nil
	}
	if err != nil {
		return KnownLoci{}, err
	}
	known := KnownLoci{Source: sourceOf(used), Loci: byPosition(list.Within(region))}
	known.Total = len(known.Loci)
	if known.Total > MaxKnown {
		slices.SortStableFunc(known.Loci, func(a, b KnownLocus) int { return cmp.Compare(b.NegLog10P, a.NegLog10P) })
		known.Loci = known.Loci[:MaxKnown]
		slices.SortFunc(known.Loci, func(a, b KnownLocus) int { return cmp.Compare(a.Position, b.Position) })
	}
	return known, nil
}

// byPosition returns the strongest association of each position, of associations in genome order.
func byPosition(all []catalog.Association) []KnownLocus {
	var loci []KnownLocus
	for _, a := range all {
		n := len(loci)
		if n == 0 || loci[n-1].Position != a.Position {
			loci = append(loci, KnownLocus{Association: a})
			continue
		}
		last := &loci[n-1]
		last.More++
		if a.NegLog10P > last.NegLog10P {
			last.Association = a
		}
	}
	return loci
}

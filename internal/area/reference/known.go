package reference

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"cohortium/internal/gwas/catalog"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/platform/errs"
)

// Query requests the known loci.
type Query struct {
	Build genome.Build
	Leads []ld.Variant
	// Traits are names of the trait, and ids of terms; none when unknown.
	Traits []string
	// Groups are the ancestry groups for LD, best first; none for no LD.
	Groups []string
}

// Linked is the association whose variant is in strongest LD with a lead.
type Linked struct {
	R2    float64
	Entry catalog.Association
	// Compared is how many of the searched variants of associations the source of LD has.
	Compared, Of int
}

// Known holds the known associations of a locus.
type Known struct {
	catalog.Nearby
	LD *Linked // nil where LD was not measured
}

// KnownLoci is the answer, in the order of the leads, and the data used for it.
type KnownLoci struct {
	Loci []Known
	List Used
	LD   *Used // nil without a source of LD
}

// linkedMost is how many variants around a lead are looked up in a source of LD: the nearest. A
// well-studied locus has hundreds.
const linkedMost = 40

// Known reports which leads are at known loci: no further than catalog.Window from a published
// association, and their LD with one. ErrNone where no known loci are installed.
func (r *Registry) Known(ctx context.Context, q Query) (_ *KnownLoci, err error) {
	defer errs.Wrap(&err, "reference.Known(%s, %d leads)", q.Build, len(q.Leads))
	list, used, err := r.Loci(ctx, q.Build)
	if err != nil {
		return nil, err
	}
	answer := &KnownLoci{List: used, Loci: make([]Known, len(q.Leads))}
	var source *ld.Source
	if len(q.Groups) > 0 {
		found, of, err := r.Linkage(ctx, q.Build, q.Groups...)
		if err != nil && !errors.Is(err, ErrNone) {
			return nil, err
		}
		if err == nil {
			source, answer.LD = found, &of
		}
	}
	for i, lead := range q.Leads {
		known := &answer.Loci[i]
		known.Nearby = list.Near(lead.Chromosome, lead.Position, q.Traits...)
		if source == nil || known.Any == nil {
			continue
		}
		best, err := linked(ctx, source, lead, list.Within(catalog.Around(lead.Chromosome, lead.Position)))
		if err != nil {
			return nil, err
		}
		if best.Compared > 0 {
			known.LD = &best
		}
	}
	return answer, nil
}

// linked finds the association in strongest LD with a lead. None is compared when the source does
// not have the lead.
func linked(ctx context.Context, source *ld.Source, lead ld.Variant, near []catalog.Association) (best Linked, err error) {
	near = slices.Clone(near)
	slices.SortStableFunc(near, func(a, b catalog.Association) int {
		return cmp.Compare(a.Distance(lead.Position), b.Distance(lead.Position))
	})
	best.R2 = -1
	asked := map[int32]bool{}
	for i := range near {
		a := &near[i]
		if asked[a.Position] {
			continue
		}
		if len(asked) == linkedMost {
			break
		}
		asked[a.Position] = true
		r2, found, err := r2At(ctx, source, lead, a)
		if unknown := new(ld.UnknownError); errors.As(err, &unknown) {
			return Linked{}, nil
		}
		if err != nil {
			return best, err
		}
		if found {
			best.Compared++
			if r2 > best.R2 {
				best.R2, best.Entry = r2, *a
			}
		}
	}
	best.Of = len(asked)
	return best, nil
}

// r2At returns the r² of a lead with the variant at the position of an association. The catalogue
// has no alleles: of several variants there its rs number decides, or the largest r².
func r2At(ctx context.Context, source *ld.Source, lead ld.Variant, a *catalog.Association) (r2 float64, found bool, err error) {
	answer, err := source.R2(ctx, lead, genome.Region{Chromosome: a.Chromosome, Start: a.Position, End: a.Position})
	if err != nil {
		return 0, false, err
	}
	if a.Position == lead.Position && (answer.Lead.ID == a.Variant || lead.RSID == a.Variant) {
		return 1, true, nil
	}
	for _, v := range answer.Variants {
		if v.ID == a.Variant {
			return v.R2, true, nil
		}
		r2, found = max(r2, v.R2), true
	}
	return r2, found, nil
}

package browse

import (
	"cmp"
	"context"
	"slices"

	"cohortium/internal/gwas/compare"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/locus"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/guard"
)

// MaxMembers limits the listed variants of a credible set; a larger set is not informative.
const MaxMembers = 1000

// CredibleSets are the credible sets of the loci of a result, the strongest locus first.
type CredibleSets struct {
	Result Result
	Sets   []LocusSet
	Total  int64        // loci of the result, including those with an unknown lead
	Genes  *gene.Origin // the list that the genes of loci are from; nil where there is none
}

// LocusSet is the credible set of one locus.
type LocusSet struct {
	Lead    compare.Variant
	Genes   *gene.Near // of the lead; nil where none is known
	Set     Credible
	Span    genome.Region // from the first variant of the set to its last; zero without a set
	Members []Member      // the most probable first, at most MaxMembers
	// Beside reports that the lead of another locus of the result is so near that variants of both
	// were weighed as one signal.
	Beside bool
}

// Member is a variant of a credible set.
type Member struct {
	Row
	PIP float64 // probability of being the causal one
}

// CredibleSets finds the credible set of each lead variant of a result, by the rule of the credible
// set of a region. The errors of Open and Leads. by is nil for a caller who is not signed in.
func (s *Service) CredibleSets(ctx context.Context, by *auth.Identity, ref Ref) (_ *CredibleSets, err error) {
	defer errs.Wrap(&err, "browse.CredibleSets(%q)", ref)
	of, err := s.side(ctx, by, ref)
	if err != nil {
		return nil, err
	}
	genes, _, err := s.references.Genes(ctx, of.Build)
	if err != nil {
		return nil, err
	}
	leads := of.leads.Variants
	out := &CredibleSets{Result: of.Result, Sets: make([]LocusSet, len(leads)), Total: of.leads.Total, Genes: genes.NamedOrigin()}
	group, ctx := guard.WithContext(ctx)
	group.SetLimit(readers)
	for i := range leads {
		group.Go(func() error {
			set := &out.Sets[i]
			set.Lead, set.Beside = leads[i], besideAnother(leads, i)
			if leads[i].Position == 0 { // joined by rs number
				set.Set.Missing = "The lead variant has no position, so the variants around it are not known."
				return nil
			}
			set.Genes = genes.At(leads[i].Chromosome, leads[i].Position)
			return set.read(ctx, of.Opened)
		})
	}
	return out, group.Wait()
}

// besideAnother reports whether a lead's window meets that of another.
func besideAnother(leads []compare.Variant, i int) bool {
	for j := range leads {
		apart := max(leads[i].Position-leads[j].Position, leads[j].Position-leads[i].Position)
		if j != i && leads[i].Chromosome == leads[j].Chromosome && apart <= 2*locus.Window {
			return true
		}
	}
	return false
}

// read weighs the variants around the lead.
func (l *LocusSet) read(ctx context.Context, o *Opened) error {
	span := genome.Region{Chromosome: l.Lead.Chromosome, Start: max(1, l.Lead.Position-locus.Window), End: l.Lead.Position + locus.Window}
	rows, err := readRows(ctx, o, span, maxRows)
	if err != nil {
		return err
	}
	// Beside a stronger locus the strongest variant within reach is not this lead.
	t := Track{Points: rows}
	lead := t.find(Variant{Chromosome: l.Lead.Chromosome, Position: l.Lead.Position, EffectAllele: l.Lead.EffectAllele, OtherAllele: l.Lead.OtherAllele})
	if lead < 0 {
		l.Set.Missing = "The lead variant is not among the rows of the result."
		return nil
	}
	set := weigh(o.Scale, rows, lead)
	l.Set = set.Credible
	for i, in := range set.in {
		if in {
			l.Members = append(l.Members, Member{rows[i], set.pip[i]})
		}
	}
	if len(l.Members) == 0 {
		return nil
	}
	l.Span = genome.Region{Chromosome: l.Lead.Chromosome, Start: l.Members[0].Position, End: l.Members[len(l.Members)-1].Position}
	slices.SortStableFunc(l.Members, func(a, b Member) int { return cmp.Compare(b.PIP, a.PIP) })
	l.Members = l.Members[:min(len(l.Members), MaxMembers)]
	return nil
}

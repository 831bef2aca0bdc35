package browseapi

import (
	"context"
	"errors"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/catalog"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/platform/errs"
)

// TellKnownLoci implements POST /api/known-loci.
func (s *Server) TellKnownLoci(ctx context.Context, in openapi.TellKnownLociRequestObject) (openapi.TellKnownLociResponseObject, error) {
	b := in.Body
	build, ok := genome.ParseBuild(b.GenomeBuild)
	if !ok {
		return nil, errs.AtField("genome_build", "This is not a genome build. Use GRCh37 or GRCh38.")
	}
	q := reference.Query{Build: build, Traits: s.traitNames(ctx, request.OrZero(b.Phenotype))}
	if b.Ancestry != nil {
		q.Groups = hermes.GroupsFor(*b.Ancestry)
	}
	for i := range b.Leads {
		lead := &b.Leads[i]
		q.Leads = append(q.Leads, ld.Variant{
			Chromosome: genome.Chromosome(lead.Chromosome), Position: lead.BasePairLocation,
			A: request.OrZero(lead.EffectAllele), B: request.OrZero(lead.OtherAllele), RSID: request.OrZero(lead.Rsid),
		})
	}
	answer, err := s.Reference.Known(ctx, q)
	if errors.Is(err, reference.ErrNone) {
		return openapi.TellKnownLoci200JSONResponse{Items: []openapi.KnownLocus{}}, nil
	}
	if err != nil {
		return nil, err
	}
	out := openapi.TellKnownLoci200JSONResponse{Items: []openapi.KnownLocus{}, List: view.Ptr(referenceUsedOf(&answer.List))}
	if answer.LD != nil {
		out.Ld = view.Ptr(referenceUsedOf(answer.LD))
	}
	for i := range answer.Loci {
		out.Items = append(out.Items, knownLocusOf(&answer.Loci[i], q.Leads[i].Position))
	}
	return out, nil
}

// traitNames returns the names of a phenotype of HERMES by its code, or the text itself.
func (s *Server) traitNames(ctx context.Context, phenotype string) []string {
	if phenotype == "" {
		return nil
	}
	p, err := s.Hermes.Phenotype(ctx, request.Identity(ctx), phenotype)
	if err != nil { // unknown, or not visible to the caller: the text is used as a name
		return []string{phenotype}
	}
	return append(append([]string{p.Description}, p.Synonyms...), p.Terms...)
}

func knownLocusOf(k *reference.Known, position int32) openapi.KnownLocus {
	out := openapi.KnownLocus{Known: k.Any != nil, Nearest: associationOf(k.Any, position), SameTrait: associationOf(k.Same, position)}
	if k.LD != nil {
		out.Linked, out.R2, out.Compared = associationOf(&k.LD.Entry, position), &k.LD.R2, &k.LD.Compared
	}
	return out
}

func associationOf(a *catalog.Association, position int32) *openapi.KnownAssociation {
	if a == nil {
		return nil
	}
	return &openapi.KnownAssociation{
		Variant: a.Variant, Trait: a.Trait, MappedTrait: view.Some(a.Mapped), BasePairLocation: a.Position, Distance: a.Distance(position),
		NegLog10PValue: a.NegLog10P, PubmedId: a.PubMed, Study: view.Some(a.Study),
	}
}

func referenceUsedOf(u *reference.Used) openapi.ReferenceUsed {
	out := openapi.ReferenceUsed{
		Name:        u.Name,
		GenomeBuild: string(u.Build),
		Version:     view.Some(u.Version),
		Sha256:      view.Some(u.SHA256),
		Licence:     view.Some(u.Licence),
	}
	if u.Lost > 0 {
		out.Lost = &u.Lost
	}
	return out
}

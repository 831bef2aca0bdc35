package browseapi

import (
	"context"
	"math"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/reference"
	"cohortium/internal/gwas/genome"
)

// GetBrowseVariant implements GET /api/browse/variant/{variant}.
func (s *Server) GetBrowseVariant(ctx context.Context, in openapi.GetBrowseVariantRequestObject) (openapi.GetBrowseVariantResponseObject, error) {
	p := in.Params
	page, err := s.Browse.Variant(ctx, request.Identity(ctx), browse.VariantQuery{
		Text:         in.Variant,
		Build:        request.OrZero(p.Build),
		EffectAllele: request.OrZero(p.EffectAllele),
		From:         request.OrZero(p.From),
		All:          request.OrZero(p.All),
	})
	if err != nil {
		return nil, err
	}
	s.logUnread(ctx, page.Asked)
	return openapi.GetBrowseVariant200JSONResponse{
		GenomeBuild: page.Variant.Build,
		Variant:     *someVariant(&page.Variant),
		Palindromic: page.Palindromic,
		Found: view.Each(page.Found, func(f browse.FoundVariant) openapi.BrowseFoundVariant {
			return openapi.BrowseFoundVariant{Variant: *someVariant(&f.Variant), Results: f.Results}
		}),
		Genes: view.Each(page.Genes, func(g browse.GeneNear) openapi.BrowseNearGene {
			return openapi.BrowseNearGene{Gene: geneOf(g.Gene), Distance: g.Distance}
		}),
		GeneSource: view.Some(
			page.GeneSource,
		),
		Panels:    panelsOf(page.Panels),
		Elsewhere: elsewhereOf(page.Elsewhere),
		Combined:  view.Each(page.Combined, combinationOf),
		Others:    view.Each(page.Others, effectOf),
		Absent:    view.Each(page.Absent, absentOf),
		Asked:     askedOf(page.Asked),
	}, nil
}

// GetBrowseGene implements GET /api/browse/gene/{gene}.
func (s *Server) GetBrowseGene(ctx context.Context, in openapi.GetBrowseGeneRequestObject) (openapi.GetBrowseGeneResponseObject, error) {
	p := in.Params
	flank := int32(browse.MaxFlank)
	if p.Flank != nil {
		flank = *p.Flank
	}
	page, err := s.Browse.Gene(
		ctx,
		request.Identity(ctx),
		browse.GeneQuery{Text: in.Gene, Build: request.OrZero(p.Build), Flank: flank, From: request.OrZero(p.From), All: request.OrZero(p.All)},
	)
	if err != nil {
		return nil, err
	}
	s.logUnread(ctx, page.Asked)
	out := openapi.GetBrowseGene200JSONResponse{
		GenomeBuild: page.Build, Gene: geneOf(page.Gene), Namesakes: view.Each(page.Namesakes, geneOf), Source: page.Source,
		Window: spanOf(page.Window), Flank: flank, Absent: view.Each(page.Absent, absentOf), Asked: askedOf(page.Asked),
		Hits: view.Each(page.Hits, func(h browse.Hit) openapi.BrowseHit {
			v := h.Variant()
			return openapi.BrowseHit{
				Effect:   effectOf(h.Effect),
				Variant:  *someVariant(&v),
				Distance: h.Distance,
				Variants: h.Variants,
				I2:       numberOrNil(h.Row.I2),
			}
		}),
	}
	if page.Elsewhere != nil {
		out.Elsewhere = view.Ptr(geneOf(page.Elsewhere))
	}
	return out, nil
}

// logUnread logs why results could not be read; the answer only reports that they could not.
func (s *Server) logUnread(ctx context.Context, asked browse.Asked) {
	for _, err := range asked.Failures {
		s.Log.ErrorContext(ctx, "a result could not be read", "err", err)
	}
}

func elsewhereOf(e browse.Elsewhere) openapi.BrowseElsewhere {
	out := openapi.BrowseElsewhere{Missing: view.Some(e.Missing), Chain: view.Some(e.Chain)}
	if e.Build != genome.UnknownBuild {
		out.GenomeBuild = view.Ptr(e.Build)
	}
	if e.Missing == "" {
		out.Chromosome, out.Position, out.Reversed = view.Ptr(e.Chromosome.String()), &e.Position, &e.Reverse
	}
	return out
}

func panelsOf(panels []reference.Frequency) *[]openapi.BrowsePanelFrequency {
	if len(panels) == 0 {
		return nil
	}
	return view.Ptr(view.Each(panels, func(f reference.Frequency) openapi.BrowsePanelFrequency {
		out := openapi.BrowsePanelFrequency{Name: f.Name, Version: view.Some(f.Version), Ancestry: f.Ancestry, Frequency: numberOrNil(f.Value)}
		return out
	}))
}

func effectOf(e browse.Effect) openapi.BrowseEffect {
	n := rowNumbersOf(&e)
	return openapi.BrowseEffect{
		Result: browseResultOf(e.Result), Beta: n.Beta, StandardError: n.StandardError, EffectAlleleFrequency: n.EffectAlleleFrequency,
		NegLog10PValue: n.NegLog10PValue, PValue: n.PValue, N: n.N,
	}
}

// rowNumbersOf returns the numbers of a row.
func rowNumbersOf(e *browse.Effect) openapi.BrowseStudyEffect {
	r := &e.Row
	return openapi.BrowseStudyEffect{
		Beta: numberOrNil(r.Beta), StandardError: numberOrNil(r.SE), EffectAlleleFrequency: numberOrNil(r.EAF),
		NegLog10PValue: numberOrNil(r.NegLog10P), PValue: e.P(), N: numberOrNil(r.N),
	}
}

func combinationOf(c *browse.Combination) openapi.BrowseCombination {
	return openapi.BrowseCombination{
		Effect: effectOf(c.Effect), NStudies: numberOrNil(c.Row.NStudies), I2: numberOrNil(c.Row.I2), HetP: numberOrNil(c.Row.HetP),
		Studies: view.Each(c.Studies, studyEffectOf), Fixed: pooledOf(c.Fixed), Random: pooledOf(c.Random),
	}
}

func studyEffectOf(e browse.StudyEffect) openapi.BrowseStudy {
	out := openapi.BrowseStudy{Name: e.Result.Title, Ancestry: view.Some(e.Result.Ancestry), Address: e.Result.Address, Missing: view.Some(e.Why)}
	if e.Why != "" {
		return out
	}
	out.Effect = view.Ptr(rowNumbersOf(&e.Effect))
	if !math.IsNaN(e.Weight) {
		out.Weight = &e.Weight
	}
	return out
}

func pooledOf(e *browse.Pooled) *openapi.BrowsePooled {
	if e == nil {
		return nil
	}
	return &openapi.BrowsePooled{Beta: e.Beta, StandardError: e.SE, NegLog10PValue: e.NegLog10P}
}

func absentOf(a browse.Absent) openapi.BrowseAbsent {
	return openapi.BrowseAbsent{Result: browseResultOf(a.Result), Why: a.Why}
}

func askedOf(a browse.Asked) openapi.BrowseAsked {
	out := openapi.BrowseAsked{
		Total:       a.Total,
		From:        a.From,
		To:          a.To,
		OtherBuilds: view.Each(a.OtherBuilds, otherBuildOf),
		LeftOut:     view.Each(a.LeftOut, leftOutOf),
	}
	if a.To < a.Total {
		out.Next = &a.To
	}
	return out
}

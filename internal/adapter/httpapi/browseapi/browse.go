package browseapi

import (
	"context"
	"math"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/browse"
	"cohortium/internal/area/dataset"
	"cohortium/internal/area/toolrun"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
)

// ListBrowseResults implements GET /api/browse/results.
func (s *Server) ListBrowseResults(ctx context.Context, in openapi.ListBrowseResultsRequestObject) (openapi.ListBrowseResultsResponseObject, error) {
	p := in.Params
	l, err := s.Browse.Results(
		ctx,
		request.Identity(ctx),
		browse.Filter{Q: request.OrZero(p.Q), Build: request.OrZero(p.Build), Phenotype: request.OrZero(p.Phenotype), All: request.OrZero(p.All)},
	)
	if err != nil {
		return nil, err
	}
	return openapi.ListBrowseResults200JSONResponse{
		Items: view.Each(l.Items, browseResultOf), OtherBuilds: view.Each(l.OtherBuilds, otherBuildOf), LeftOut: view.Each(l.LeftOut, leftOutOf),
	}, nil
}

// GetBrowseRegion implements GET /api/browse/region.
func (s *Server) GetBrowseRegion(ctx context.Context, in openapi.GetBrowseRegionRequestObject) (openapi.GetBrowseRegionResponseObject, error) {
	q := browse.RegionQuery{
		Region: in.Params.Region,
		Build:  request.OrZero(in.Params.Build),
		LDTo:   request.OrZero(in.Params.LdTo),
		LDFrom: request.OrZero(in.Params.LdFrom),
	}
	for _, text := range request.OrZero(in.Params.Result) {
		ref, err := browse.ParseRef(text)
		if err != nil {
			return nil, err
		}
		q.Results = append(q.Results, ref)
	}
	r, err := s.Browse.Region(ctx, request.Identity(ctx), q)
	if err != nil {
		return nil, err
	}
	for _, t := range r.Tracks {
		if err := s.recordPoints(ctx, &t.Result, len(t.Points)); err != nil {
			return nil, err
		}
	}
	out := openapi.GetBrowseRegion200JSONResponse{
		GenomeBuild: r.Build, Region: spanOf(r.Span), Tracks: view.Each(r.Tracks, trackOf), OtherBuilds: view.Each(r.Others, otherBuildOf),
		Genes: openapi.BrowseGenes{Source: r.GeneSource, Missing: view.Some(r.GenesMissing), Items: view.Each(r.Genes, geneOf)},
		Recombination: openapi.BrowseRecombination{
			Source: r.Recombination.Source, Missing: view.Some(r.Recombination.Missing),
			Position: append([]int32{}, r.Recombination.Position...), Rate: append([]float64{}, r.Recombination.Rate...),
		},
		Ld: openapi.BrowseLd{
			Source: r.LD.Source, Name: view.Some(r.LD.Name), Missing: view.Some(r.LD.Missing), Variant: someVariant(r.LDOf), Linked: linkedOf(r.Linked),
			Sources: view.Each(r.LDSources, func(l browse.LDSource) openapi.BrowseLdSource {
				return openapi.BrowseLdSource{Name: l.Name, Version: view.Some(l.Version), Ancestry: l.Ancestry}
			}),
		},
		Known: openapi.BrowseKnown{
			Source: r.Known.Source, Missing: view.Some(r.Known.Missing), Total: r.Known.Total,
			Items: view.Each(r.Known.Loci, func(k browse.KnownLocus) openapi.BrowseKnownLocus {
				return openapi.BrowseKnownLocus{
					Position: k.Position, Variant: k.Variant, Trait: k.Trait, NegLog10PValue: k.NegLog10P, PubmedId: k.PubMed, More: k.More,
				}
			}),
		},
	}
	return out, nil
}

// GetBrowseStretch implements GET /api/browse/stretch.
func (s *Server) GetBrowseStretch(ctx context.Context, in openapi.GetBrowseStretchRequestObject) (openapi.GetBrowseStretchResponseObject, error) {
	ref, err := browse.ParseRef(in.Params.Result)
	if err != nil {
		return nil, err
	}
	st, err := s.Browse.Stretch(ctx, request.Identity(ctx), ref, in.Params.Region)
	if err != nil {
		return nil, err
	}
	if err := s.recordPoints(ctx, &st.Result, len(st.Position)); err != nil {
		return nil, err
	}
	return openapi.GetBrowseStretch200JSONResponse{
		GenomeBuild: st.Result.Build, Region: spanOf(st.Span), Total: st.Total,
		Position: view.List(st.Position), NegLog10PValue: view.List(st.NegLog10P),
	}, nil
}

// linkedOf returns columns of equal length; nil without LD.
func linkedOf(l browse.Linked) *openapi.BrowseLinked {
	if l.Total == 0 {
		return nil
	}
	return &openapi.BrowseLinked{
		Total:    l.Total,
		Position: view.Each(l.Variants, func(v ld.Linked) int32 { return v.Position }),
		Id:       view.Each(l.Variants, func(v ld.Linked) string { return v.ID }),
		AlleleA:  view.Each(l.Variants, func(v ld.Linked) string { return v.Ref }),
		AlleleB:  view.Each(l.Variants, func(v ld.Linked) string { return v.Alt }),
		R2:       view.Each(l.Variants, func(v ld.Linked) float64 { return v.R2 }),
	}
}

// recordPoints records a read of many rows of a result, which is like a part of its file.
func (s *Server) recordPoints(ctx context.Context, r *browse.Result, points int) error {
	if points <= answer.LongestPage {
		return nil
	}
	switch r.Ref.Kind {
	case browse.MetaResult:
		return s.RecordDownload(ctx, answer.ObjectMeta, r.SubjectID, answer.ResultsByRegion)
	case browse.UploadResult:
		return s.RecordDownload(ctx, answer.ObjectUpload, r.SubjectID, answer.ResultsByRegion)
	case browse.ToolResult:
		return s.RecordDownload(ctx, toolrun.ObjectRun, r.SubjectID, answer.ResultsByRegion)
	}
	return s.RecordDownload(ctx, dataset.ObjectDataset, r.SubjectID, answer.ResultsByRegion+", file "+r.Ref.ID)
}

// ResolveBrowseText implements GET /api/browse/resolve.
func (s *Server) ResolveBrowseText(ctx context.Context, in openapi.ResolveBrowseTextRequestObject) (openapi.ResolveBrowseTextResponseObject, error) {
	found, err := s.Browse.Resolve(ctx, request.Identity(ctx), in.Params.Q, request.OrZero(in.Params.Build))
	return openapi.ResolveBrowseText200JSONResponse{Items: view.Each(found, meaningOf)}, err
}

func browseResultOf(r browse.Result) openapi.BrowseResult {
	return openapi.BrowseResult{
		Ref:         r.Ref.String(),
		Kind:        openapi.BrowseResultKind(r.Ref.Kind),
		Title:       r.Title,
		Detail:      r.Detail,
		Phenotype:   r.Phenotype,
		Ancestry:    r.Ancestry,
		GenomeBuild: r.Build,
		N:           r.N,
		NCases:      r.Cases,
		EffectScale: openapi.BrowseResultEffectScale(r.Scale),
		Verdict: openapi.BrowseResultVerdict(
			r.Verdict,
		),
		Caveat:  openapi.BrowseCaveat(r.Caveat),
		Public:  r.Public,
		Address: r.Address,
		DrsId:   view.Some(r.Object),
	}
}

func otherBuildOf(o browse.OtherBuild) openapi.BrowseOtherBuild {
	return openapi.BrowseOtherBuild{GenomeBuild: o.Build, N: o.N, Sentence: o.Sentence()}
}

func leftOutOf(l browse.LeftOut) openapi.BrowseLeftOut {
	return openapi.BrowseLeftOut{Caveat: openapi.BrowseCaveat(l.Caveat), N: l.N, Sentence: l.Sentence()}
}

func spanOf(r genome.Region) openapi.BrowseSpan {
	return openapi.BrowseSpan{Chromosome: r.Chromosome.String(), Start: int(r.Start), End: int(r.End)}
}

func geneOf(g *gene.Gene) openapi.BrowseGene {
	strand := openapi.BrowseGeneStrand("+")
	if g.Reverse {
		strand = "-"
	}
	return openapi.BrowseGene{
		Symbol: g.Symbol, EnsemblId: g.Ensembl, Aliases: append([]string{}, g.Aliases...), Chromosome: g.Body.Chromosome.String(),
		Start: int(g.Body.Start), End: int(g.Body.End), Strand: strand,
		Exons: view.Each(g.Exons, func(e gene.Span) []int { return []int{int(e.Start), int(e.End)} }),
	}
}

func someVariant(v *browse.Variant) *openapi.BrowseVariant {
	if v == nil {
		return nil
	}
	out := openapi.BrowseVariant{
		Id:           v.ID(),
		Chromosome:   v.Chromosome.String(),
		Position:     int(v.Position),
		EffectAllele: view.Some(v.EffectAllele),
		OtherAllele:  view.Some(v.OtherAllele),
		Rsid:         view.Some(v.RS()),
	}
	return &out
}

func meaningOf(m browse.Meaning) openapi.BrowseMeaning {
	out := openapi.BrowseMeaning{
		Kind: openapi.BrowseMeaningKind(m.Kind), Label: m.Label, GenomeBuild: m.Build, Region: spanOf(m.Region), Variant: someVariant(m.Variant),
	}
	if m.Gene != nil {
		out.Gene = view.Ptr(geneOf(m.Gene))
	}
	return out
}

func trackOf(t *browse.Track) openapi.BrowseTrack {
	out := openapi.BrowseTrack{
		Result: browseResultOf(t.Result), Total: t.Total, Shown: len(t.Points), KeptAbove: numberOrNil(t.KeptAbove), Points: pointsOf(t),
		CredibleSet: weighedOf(&t.Credible),
	}
	if t.Lead >= 0 {
		out.Lead = &t.Lead
	}
	return out
}

// pointsOf converts points to columns.
func pointsOf(t *browse.Track) openapi.BrowsePoints {
	number := func(of func(*browse.Row) float64) openapi.BrowseNumbers {
		values := make([]float64, len(t.Points))
		for i := range t.Points {
			values[i] = of(&t.Points[i])
		}
		return numbers(values)
	}
	out := openapi.BrowsePoints{
		Position:     view.Each(t.Points, func(p browse.Row) int32 { return p.Position }),
		EffectAllele: view.Each(t.Points, func(p browse.Row) string { return p.EffectAllele }),
		OtherAllele:  view.Each(t.Points, func(p browse.Row) string { return p.OtherAllele }),
		Rsid:         view.Each(t.Points, func(p browse.Row) string { return p.RS() }),

		NegLog10PValue:        number(func(p *browse.Row) float64 { return p.NegLog10P }),
		Beta:                  number(func(p *browse.Row) float64 { return p.Beta }),
		StandardError:         number(func(p *browse.Row) float64 { return p.SE }),
		EffectAlleleFrequency: number(func(p *browse.Row) float64 { return p.EAF }),
		N:                     number(func(p *browse.Row) float64 { return p.N }),
	}
	if t.Result.Ref.Kind == browse.MetaResult {
		out.NStudies = view.Ptr(number(func(p *browse.Row) float64 { return p.NStudies }))
		out.I2 = view.Ptr(number(func(p *browse.Row) float64 { return p.I2 }))
		out.HetP = view.Ptr(number(func(p *browse.Row) float64 { return p.HetP }))
	}
	if t.R2 != nil {
		out.R2 = view.Ptr(numbers(t.R2))
	}
	if t.PIP != nil {
		out.Pip, out.InCredibleSet = view.Ptr(numbers(t.PIP)), &t.InSet
	}
	return out
}

// numbers returns pointers to the values, nil for those that JSON cannot represent.
func numbers(values []float64) openapi.BrowseNumbers {
	out := make(openapi.BrowseNumbers, len(values))
	for i := range values {
		out[i] = numberOrNil(values[i])
	}
	return out
}

func numberOrNil(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

package browseapi

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/gene"
	"cohortium/internal/gwas/genome"
	"cohortium/internal/gwas/ld"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/errs"
)

// GetPortalAssociations implements GET /api/portaldev/v1/statistic/single/results/.
func (s *Server) GetPortalAssociations(
	ctx context.Context,
	in openapi.GetPortalAssociationsRequestObject,
) (openapi.GetPortalAssociationsResponseObject, error) {
	v, err := readFilter(in.Params.Filter, wanted{"analysis", "in/eq"}, wanted{"chromosome", "in/eq"}, wanted{"position", "ge"}, wanted{"position", "le"})
	if err != nil {
		return nil, err
	}
	ref, err := browse.ParseRef(v[0])
	if err != nil {
		return nil, err
	}
	region, err := regionOf(v[1], v[2], v[3])
	if err != nil {
		return nil, err
	}
	result, rows, err := s.Browse.Rows(ctx, request.Identity(ctx), ref, region)
	if err != nil {
		return nil, err
	}
	if err := s.recordPoints(ctx, result, len(rows)); err != nil {
		return nil, err
	}
	return openapi.GetPortalAssociations200JSONResponse{Data: portalColumns(ref.String(), rows)}, nil
}

func portalColumns(analysis string, rows []browse.Row) openapi.PortalAssociationColumns {
	number := func(of func(browse.Row) float64) openapi.BrowseNumbers { return numbers(view.Each(rows, of)) }
	text := func(of func(browse.Row) string) []string { return view.Each(rows, of) }
	return openapi.PortalAssociationColumns{
		Analysis:   text(func(browse.Row) string { return analysis }),
		Variant:    text(func(p browse.Row) string { return marker(p.Chromosome, p.Position, p.EffectAllele, p.OtherAllele) }),
		Chromosome: text(func(p browse.Row) string { return p.Chromosome.String() }),
		Position:   view.Each(rows, func(p browse.Row) int32 { return p.Position }),
		RefAllele:  text(func(p browse.Row) string { return p.OtherAllele }), AltAllele: text(func(p browse.Row) string { return p.EffectAllele }),
		RefAlleleFreq: number(func(p browse.Row) float64 { return sumstats.ComplementFrequency(p.EAF) }),
		LogPvalue:     number(func(p browse.Row) float64 { return p.NegLog10P }),
		Beta:          number(func(p browse.Row) float64 { return p.Beta }), Se: number(func(p browse.Row) float64 { return p.SE }),
		Rsid: text(func(p browse.Row) string { return p.RS() }),
	}
}

// marker names a variant as LocusZoom does, with its alleles in alphabetical order, because a
// result does not state the reference allele, and LD data may have another order.
func marker(c genome.Chromosome, position int32, a, b string) string {
	name := c.String() + ":" + strconv.Itoa(int(position))
	if a == "" || b == "" {
		return name
	}
	return name + "_" + min(a, b) + "/" + max(a, b)
}

// GetPortalGenes implements GET /api/portaldev/v1/annotation/genes/.
func (s *Server) GetPortalGenes(ctx context.Context, in openapi.GetPortalGenesRequestObject) (openapi.GetPortalGenesResponseObject, error) {
	v, err := readFilter(in.Params.Filter, wanted{"chrom", "eq"}, wanted{"end", "ge"}, wanted{"start", "le"})
	if err != nil {
		return nil, err
	}
	region, err := regionOf(v[0], v[1], v[2])
	if err != nil {
		return nil, err
	}
	genes, err := s.Browse.Genes(ctx, in.Params.Build, region)
	return openapi.GetPortalGenes200JSONResponse{Data: view.Each(genes, portalGeneOf)}, err
}

func portalGeneOf(g *gene.Gene) openapi.PortalGene {
	c, strand := g.Body.Chromosome.String(), string(geneOf(g).Strand)
	out := openapi.PortalGene{
		GeneId:   g.Ensembl,
		GeneName: g.Symbol,
		GeneType: "protein_coding",
		Chrom:    c,
		Start:    g.Body.Start,
		End:      g.Body.End,
		Strand:   strand,
		Exons:    []openapi.PortalExon{},
	}
	for i, e := range g.Exons {
		out.Exons = append(out.Exons, openapi.PortalExon{ExonId: fmt.Sprintf("%s.%d", g.Ensembl, i+1), Chrom: c, Start: e.Start, End: e.End, Strand: strand})
	}
	out.Transcripts = []openapi.PortalTranscript{{TranscriptId: g.Ensembl, Chrom: c, Start: out.Start, End: out.End, Strand: strand, Exons: out.Exons}}
	return out
}

// GetPortalRecombination implements GET /api/portaldev/v1/annotation/recomb/results/.
func (s *Server) GetPortalRecombination(
	ctx context.Context,
	in openapi.GetPortalRecombinationRequestObject,
) (openapi.GetPortalRecombinationResponseObject, error) {
	v, err := readFilter(in.Params.Filter, wanted{"chromosome", "eq"}, wanted{"position", "ge"}, wanted{"position", "le"})
	if err != nil {
		return nil, err
	}
	region, err := regionOf(v[0], v[1], v[2])
	if err != nil {
		return nil, err
	}
	rates, err := s.Browse.Recombination(ctx, in.Params.Build, region)
	if err != nil {
		return nil, err
	}
	var out openapi.GetPortalRecombination200JSONResponse
	out.Data.Chromosome = view.Each(rates.Position, func(int32) string { return v[0] })
	out.Data.Position, out.Data.RecombRate = append([]int32{}, rates.Position...), append([]float64{}, rates.Rate...)
	return out, nil
}

// GetPortalLd implements GET /api/portaldev/v1/ld/….
func (s *Server) GetPortalLd(ctx context.Context, in openapi.GetPortalLdRequestObject) (openapi.GetPortalLdResponseObject, error) {
	p := in.Params
	of, ok := browse.ParseVariant(p.Variant, in.Build)
	if !ok {
		return nil, errs.AtField("variant", "A variant looks like 4:111710169_C/T; "+errs.Shortened(p.Variant, 60)+" does not.")
	}
	region, err := regionOf(p.Chrom, strconv.Itoa(int(p.Start)), strconv.Itoa(int(p.Stop)))
	if err != nil {
		return nil, err
	}
	known, err := s.Browse.Linkage(ctx, of, region, in.Reference, in.Population)
	if err != nil {
		return nil, err
	}
	c, lead := of.Chromosome.String(), marker(of.Chromosome, of.Position, of.EffectAllele, of.OtherAllele)
	var out openapi.GetPortalLd200JSONResponse
	d := &out.Data
	d.Variant1, d.Chromosome1, d.Position1 = view.Each(
		known,
		func(ld.Linked) string { return lead },
	), view.Each(
		known,
		func(ld.Linked) string { return c },
	), view.Each(
		known,
		func(ld.Linked) int32 { return of.Position },
	)
	d.Variant2 = view.Each(known, func(l ld.Linked) string { return markerOf(of.Chromosome, l) })
	d.Chromosome2, d.Position2 = d.Chromosome1, view.Each(known, func(l ld.Linked) int32 { return l.Position })
	d.Correlation = view.Each(known, func(l ld.Linked) float64 { return l.R2 })
	return out, nil
}

// markerOf names a variant of LD data. If there are no allele columns, the alleles may be in its
// id.
func markerOf(c genome.Chromosome, l ld.Linked) string {
	a, b := l.Ref, l.Alt
	if a == "" {
		if v, ok := browse.ParseVariant(l.ID, genome.UnknownBuild); ok {
			a, b = v.OtherAllele, v.EffectAllele
		}
	}
	return marker(c, l.Position, strings.ToUpper(a), strings.ToUpper(b))
}

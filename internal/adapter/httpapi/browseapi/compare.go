package browseapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/compare"
)

// GetBrowseManhattan implements GET /api/browse/manhattan.
func (s *Server) GetBrowseManhattan(ctx context.Context, in openapi.GetBrowseManhattanRequestObject) (openapi.GetBrowseManhattanResponseObject, error) {
	ref, err := browse.ParseRef(in.Params.Result)
	if err != nil {
		return nil, err
	}
	text, err := s.Browse.Manhattan(ctx, request.Identity(ctx), ref)
	if err != nil {
		return nil, err
	}
	return manhattan{text}, nil
}

// manhattan is a plot that is returned as stored.
type manhattan struct{ answer.Raw }

// VisitGetBrowseManhattanResponse writes the answer.
func (a manhattan) VisitGetBrowseManhattanResponse(w http.ResponseWriter) error { return a.Write(w) }

// CompareResults implements GET /api/browse/compare.
func (s *Server) CompareResults(ctx context.Context, in openapi.CompareResultsRequestObject) (openapi.CompareResultsResponseObject, error) {
	up, err := browse.ParseRef(in.Params.Up)
	if err != nil {
		return nil, err
	}
	down, err := browse.ParseRef(in.Params.Down)
	if err != nil {
		return nil, err
	}
	z := request.OrZero(in.Params.Effects) == openapi.CompareResultsParamsEffectsZ
	c, err := s.Browse.Compare(ctx, request.Identity(ctx), browse.ComparisonQuery{Up: up, Down: down, Z: z})
	if err != nil {
		return nil, err
	}
	return openapi.CompareResults200JSONResponse(comparisonOf(c)), nil
}

func comparisonOf(c *browse.Comparison) openapi.BrowseComparison {
	out := openapi.BrowseComparison{
		Up: browseResultOf(c.Up), Down: browseResultOf(c.Down), GenomeBuild: c.Up.Build, Effects: "beta", Window: compare.Window,
		Loci: view.Each(c.Loci, comparedLocusOf), Line: lineOf(c), Notes: append([]string{}, c.Notes...),
		Unmatched: view.Each(c.Unmatched, func(u browse.Unmatched) openapi.BrowseUnmatched {
			return openapi.BrowseUnmatched{Reason: openapi.BrowseUnmatchedReason(u.Reason), N: u.N, Sentence: u.Sentence()}
		}),
	}
	if c.Genes != nil {
		out.GeneSource = view.Some(c.Genes.String())
	}
	if c.Z {
		out.Effects = "z"
	}
	for _, l := range out.Loci {
		switch l.FoundIn {
		case "both":
			out.NShared++
		case "up":
			out.NUp++
		case "down":
			out.NDown++
		}
	}
	return out
}

func comparedLocusOf(l browse.ComparedLocus) openapi.BrowseComparedLocus {
	out := openapi.BrowseComparedLocus{FoundIn: "both", Index: "up", Up: leadVariantOf(l.Up), Down: leadVariantOf(l.Down), Other: leadVariantOf(l.Other)}
	switch {
	case l.Up == nil:
		out.FoundIn = "down"
	case l.Down == nil:
		out.FoundIn = "up"
	}
	if _, up := l.Index(); !up {
		out.Index = "down"
	}
	if l.Genes != nil {
		out.NearestGenes, out.GeneDistance = &l.Genes.Genes, view.Ptr(int(l.Genes.Distance))
	}
	if p := l.Point; p != nil {
		out.Point = &openapi.BrowseEffectPoint{X: p.X, XError: p.SX, Y: p.Y, YError: p.SY}
	}
	if l.Missing != "" {
		out.Unmatched = view.Ptr(openapi.BrowseComparedLocusUnmatched(l.Missing))
	}
	return out
}

func leadVariantOf(v *compare.Variant) *openapi.BrowseLeadVariant {
	if v == nil {
		return nil
	}
	return &openapi.BrowseLeadVariant{
		Chromosome:       int(v.Chromosome),
		BasePairLocation: int(v.Position),
		EffectAllele:     v.EffectAllele,
		OtherAllele:      v.OtherAllele,
		Rsid:             v.RSID,
		Beta: numberOrNil(
			v.Beta,
		),
		StandardError:         numberOrNil(v.SE),
		EffectAlleleFrequency: numberOrNil(v.EAF),
		NegLog10PValue:        numberOrNil(v.NegLog10P),
		N:                     numberOrNil(v.N),
	}
}

func lineOf(c *browse.Comparison) openapi.BrowseLine {
	l := &c.Line
	return openapi.BrowseLine{
		N: l.N, Opposite: l.Opposite, Slope: numberOrNil(l.Slope), StandardError: numberOrNil(l.SE), Low: numberOrNil(l.Low), High: numberOrNil(l.High),
		Scatter: numberOrNil(l.Scatter), Correlation: numberOrNil(l.Correlation), Missing: view.Some(c.NoLine),
	}
}

package browseapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/browse"
	"cohortium/internal/gwas/genome"
)

// ListCredibleSets implements GET /api/browse/credible-sets.
func (s *Server) ListCredibleSets(ctx context.Context, in openapi.ListCredibleSetsRequestObject) (openapi.ListCredibleSetsResponseObject, error) {
	ref, err := browse.ParseRef(in.Params.Result)
	if err != nil {
		return nil, err
	}
	sets, err := s.Browse.CredibleSets(ctx, request.Identity(ctx), ref)
	if err != nil {
		return nil, err
	}
	out := openapi.ListCredibleSets200JSONResponse{
		Result: browseResultOf(sets.Result), Coverage: browse.Coverage, Total: sets.Total,
		Sets: view.Each(sets.Sets, func(l browse.LocusSet) openapi.BrowseLocusSet { return locusSetOf(&sets.Result, &l) }),
	}
	members := 0
	for i := range sets.Sets {
		members += len(sets.Sets[i].Members)
	}
	if sets.Genes != nil {
		out.GeneSource = view.Some(sets.Genes.String())
	}
	return out, s.recordPoints(ctx, &sets.Result, members)
}

func locusSetOf(of *browse.Result, l *browse.LocusSet) openapi.BrowseLocusSet {
	members := browse.Track{Result: *of}
	for _, m := range l.Members {
		members.Points = append(members.Points, m.Row)
		members.PIP = append(members.PIP, m.PIP)
	}
	out := openapi.BrowseLocusSet{Lead: *leadVariantOf(&l.Lead), CredibleSet: weighedOf(&l.Set), Beside: l.Beside, Members: pointsOf(&members)}
	if l.Genes != nil {
		out.NearestGenes, out.GeneDistance = &l.Genes.Genes, view.Ptr(int(l.Genes.Distance))
	}
	if l.Span != (genome.Region{}) {
		out.Span = view.Ptr(spanOf(l.Span))
	}
	return out
}

func weighedOf(c *browse.Credible) openapi.BrowseCredibleSet {
	out := openapi.BrowseCredibleSet{Size: c.Size, Assumption: view.Some(c.Assumption), Missing: view.Some(c.Missing)}
	if c.Missing == "" {
		out.Of = &c.Of
	}
	return out
}

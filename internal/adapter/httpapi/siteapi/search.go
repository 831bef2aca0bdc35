package siteapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/search"
)

// hitsOfEachKind is the default number of hits per kind.
const hitsOfEachKind = 5

// Search implements GET /api/search.
func (s *Server) Search(ctx context.Context, in openapi.SearchRequestObject) (openapi.SearchResponseObject, error) {
	limit := hitsOfEachKind
	if in.Params.Limit != nil {
		limit = *in.Params.Limit
	}
	groups := s.Find.Search(ctx, request.Identity(ctx), request.OrZero(in.Params.Q), limit)
	return openapi.Search200JSONResponse{Groups: view.Each(groups, searchGroupOf)}, nil
}

// SearchPublic implements GET /api/public/search. It searches without an account, so that every
// caller finds the same.
func (s *Server) SearchPublic(ctx context.Context, in openapi.SearchPublicRequestObject) (openapi.SearchPublicResponseObject, error) {
	limit := hitsOfEachKind
	if in.Params.Limit != nil {
		limit = *in.Params.Limit
	}
	groups := s.FindPublic.Search(ctx, nil, request.OrZero(in.Params.Q), limit)
	return openapi.SearchPublic200JSONResponse{Groups: view.Each(groups, searchGroupOf)}, nil
}

func searchGroupOf(g search.Group) openapi.SearchGroup {
	return openapi.SearchGroup{
		Kind: g.Kind, Title: g.Title, Total: g.Total, All: view.Some(g.All), Failed: g.Failed,
		Hits: view.Each(g.Hits, func(h search.Hit) openapi.SearchHit {
			return openapi.SearchHit{Kind: g.Kind, Title: h.Title, Subtitle: h.Detail, Address: h.Address, Match: h.Match}
		}),
	}
}

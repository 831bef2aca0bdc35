package indexapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/bioindex"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/listing"
)

// ListIndexes implements GET /api/indexes.
func (s *Server) ListIndexes(ctx context.Context, in openapi.ListIndexesRequestObject) (openapi.ListIndexesResponseObject, error) {
	p := in.Params
	after, err := listing.Read(request.OrZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	page, err := s.Indexes.Indexes(ctx, request.Identity(ctx), bioindex.Filter{
		Scope: string(
			request.OrZero(p.Scope),
		),
		Bin:    request.OrZero(p.Bin),
		Q:      request.OrZero(p.Q),
		Sort:   string(request.OrZero(p.Sort)),
		Limit:  request.PageSize(p.Limit),
		After:  after,
		Facets: request.OrZero(p.Facets),
	})
	if err != nil {
		return nil, err
	}
	room, err := s.Indexes.Room(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	out := openapi.ListIndexes200JSONResponse{
		Items: view.Each(page.Items, indexRowOf), Total: page.Total, NextCursor: view.CursorOf(page.Next), Facets: view.Facets(page.Facets),
	}
	out.Quota.Indexes, out.Quota.MostIndexes = room.Indexes.Used, room.Indexes.Limit
	out.Quota.Bytes, out.Quota.MostBytes = room.Bytes.Used, room.Bytes.Limit
	return out, nil
}

// CreateIndex implements POST /api/indexes.
func (s *Server) CreateIndex(ctx context.Context, in openapi.CreateIndexRequestObject) (openapi.CreateIndexResponseObject, error) {
	b := in.Body
	v, err := s.Indexes.Create(ctx, request.Identity(ctx), bioindex.Input{
		Name: b.Name, Area: auth.Area(request.OrZero(b.Area)), Source: indexSource(b.Source),
		Definition: definitionOf(&b.Schema, b.Types, (*string)(b.GenomeBuild), b.Coordinates),
	})
	if err != nil {
		return nil, err
	}
	return openapi.CreateIndex201JSONResponse(indexOf(v)), nil
}

// PreviewIndex implements POST /api/indexes/preview.
func (s *Server) PreviewIndex(ctx context.Context, in openapi.PreviewIndexRequestObject) (openapi.PreviewIndexResponseObject, error) {
	p, err := s.Indexes.Preview(ctx, request.Identity(ctx), indexSource(in.Body.Source))
	if err != nil {
		return nil, err
	}
	return openapi.PreviewIndex200JSONResponse(indexPreviewOf(p)), nil
}

// GetIndex implements GET /api/indexes/{id}.
func (s *Server) GetIndex(ctx context.Context, in openapi.GetIndexRequestObject) (openapi.GetIndexResponseObject, error) {
	v, err := s.Indexes.Index(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetIndex200JSONResponse(indexOf(v)), nil
}

// UpdateIndex implements PATCH /api/indexes/{id}.
func (s *Server) UpdateIndex(ctx context.Context, in openapi.UpdateIndexRequestObject) (openapi.UpdateIndexResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Indexes.Rename(ctx, request.Identity(ctx), in.Id, version, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return openapi.UpdateIndex200JSONResponse(indexOf(v)), nil
}

// DeleteIndex implements DELETE /api/indexes/{id}.
func (s *Server) DeleteIndex(ctx context.Context, in openapi.DeleteIndexRequestObject) (openapi.DeleteIndexResponseObject, error) {
	return openapi.DeleteIndex204Response{}, s.Indexes.Delete(ctx, request.Identity(ctx), in.Id, request.OrZero(in.Params.Forever))
}

// RestoreIndex implements POST /api/indexes/{id}/restore.
func (s *Server) RestoreIndex(ctx context.Context, in openapi.RestoreIndexRequestObject) (openapi.RestoreIndexResponseObject, error) {
	v, err := s.Indexes.Restore(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.RestoreIndex200JSONResponse(indexOf(v)), nil
}

// RebuildIndex implements POST /api/indexes/{id}/rebuild.
func (s *Server) RebuildIndex(ctx context.Context, in openapi.RebuildIndexRequestObject) (openapi.RebuildIndexResponseObject, error) {
	b := in.Body
	v, err := s.Indexes.Rebuild(ctx, request.Identity(ctx), in.Id, definitionOf(b.Schema, b.Types, (*string)(b.GenomeBuild), b.Coordinates))
	if err != nil {
		return nil, err
	}
	return openapi.RebuildIndex200JSONResponse(indexOf(v)), nil
}

// VerifyIndex implements POST /api/indexes/{id}/verify.
func (s *Server) VerifyIndex(ctx context.Context, in openapi.VerifyIndexRequestObject) (openapi.VerifyIndexResponseObject, error) {
	var seed *uint64
	if in.Body.Seed != nil {
		seed = view.Ptr(uint64(*in.Body.Seed)) // the contract refuses negative ones
	}
	v, err := s.Indexes.Verify(ctx, request.Identity(ctx), in.Id, request.OrZero(in.Body.Queries), seed)
	if err != nil {
		return nil, err
	}
	return openapi.VerifyIndex200JSONResponse(indexOf(v)), nil
}

// SetIndexSharing implements PUT /api/indexes/{id}/sharing.
func (s *Server) SetIndexSharing(ctx context.Context, in openapi.SetIndexSharingRequestObject) (openapi.SetIndexSharingResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Indexes.Share(ctx, request.Identity(ctx), in.Id, version, in.Body.Sharing, in.Body.People)
	if err != nil {
		return nil, err
	}
	return openapi.SetIndexSharing200JSONResponse(indexOf(v)), nil
}

// ListIndexHistory implements GET /api/indexes/{id}/history.
func (s *Server) ListIndexHistory(ctx context.Context, in openapi.ListIndexHistoryRequestObject) (openapi.ListIndexHistoryResponseObject, error) {
	list, err := s.Indexes.History(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.ListIndexHistory200JSONResponse{Items: view.Each(list, view.EventOf)}, nil
}

func indexSource(in openapi.IndexSource) bioindex.Source {
	return bioindex.Source{Kind: bioindex.SourceKind(in.Kind), ID: in.Id, FileID: request.OrZero(in.FileId)}
}

// definitionOf converts a definition; a nil field is unchanged.
func definitionOf(schema *string, types *map[string]openapi.IndexColumnType, build *string, coordinates *openapi.IndexCoordinates) bioindex.Definition {
	var words map[string]string
	if types != nil {
		words = make(map[string]string, len(*types))
		for name, t := range *types {
			words[name] = string(t)
		}
	}
	return bioindex.NewDefinition(request.OrZero(schema), words, request.OrZero(build), string(request.OrZero(coordinates)))
}

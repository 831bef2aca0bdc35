package datasetapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
)

// SetDatasetSharing implements PUT /api/datasets/{id}/sharing.
func (s *Server) SetDatasetSharing(ctx context.Context, in openapi.SetDatasetSharingRequestObject) (openapi.SetDatasetSharingResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Datasets.SetSharing(ctx, request.Identity(ctx), in.Id, version, dataset.SharingInput{
		Sharing: in.Body.Sharing, People: in.Body.People, Groups: in.Body.Groups, Reason: request.OrZero(in.Body.Reason),
	})
	if err != nil {
		return nil, err
	}
	return openapi.SetDatasetSharing200JSONResponse(datasetOf(v)), nil
}

// ListDatasetLinks implements GET /api/datasets/{id}/links.
func (s *Server) ListDatasetLinks(ctx context.Context, in openapi.ListDatasetLinksRequestObject) (openapi.ListDatasetLinksResponseObject, error) {
	links, err := s.Datasets.Links(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.ListDatasetLinks200JSONResponse{Items: view.Each(links, datasetLinkOf), LongestHours: s.Datasets.LongestLink().Hours()}, nil
}

// CreateDatasetLink implements POST /api/datasets/{id}/links.
func (s *Server) CreateDatasetLink(ctx context.Context, in openapi.CreateDatasetLinkRequestObject) (openapi.CreateDatasetLinkResponseObject, error) {
	v, err := s.Datasets.CreateLink(ctx, request.Identity(ctx), in.Id, dataset.LinkInput{
		FileID: in.Body.FileId, Hours: in.Body.Hours, Note: request.OrZero(in.Body.Note),
	})
	if err != nil {
		return nil, err
	}
	return openapi.CreateDatasetLink201JSONResponse(datasetLinkOf(v)), nil
}

// RevokeDatasetLink implements DELETE /api/datasets/{id}/links/{lid}.
func (s *Server) RevokeDatasetLink(ctx context.Context, in openapi.RevokeDatasetLinkRequestObject) (openapi.RevokeDatasetLinkResponseObject, error) {
	return openapi.RevokeDatasetLink204Response{}, s.Datasets.RevokeLink(ctx, request.Identity(ctx), in.Id, in.Lid)
}

func datasetLinkOf(v *dataset.LinkView) openapi.DatasetLink {
	return openapi.DatasetLink{
		Id: v.ID, FileId: v.FileID, FileName: v.FileName, Note: v.Note, CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt,
		ExpiresAt: v.ExpiresAt, Uses: v.Uses, State: openapi.DatasetLinkState(v.State), Path: view.Some(v.Path),
	}
}

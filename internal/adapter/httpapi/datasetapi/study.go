package datasetapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/listing"
)

// ListStudies implements GET /api/studies.
func (s *Server) ListStudies(ctx context.Context, in openapi.ListStudiesRequestObject) (openapi.ListStudiesResponseObject, error) {
	after, err := listing.Read(request.OrZero(in.Params.Cursor))
	if err != nil {
		return nil, err
	}
	page, err := s.Datasets.ListStudies(ctx, request.Identity(ctx), dataset.StudyFilter{
		Q: request.OrZero(in.Params.Q), Limit: request.PageSize(in.Params.Limit), After: after,
	})
	if err != nil {
		return nil, err
	}
	return openapi.ListStudies200JSONResponse{
		Items: view.Each(page.Items, studyOf), Total: page.Total, NextCursor: view.CursorOf(page.Next),
	}, nil
}

// CreateStudy implements POST /api/studies.
func (s *Server) CreateStudy(ctx context.Context, in openapi.CreateStudyRequestObject) (openapi.CreateStudyResponseObject, error) {
	v, err := s.Datasets.CreateStudy(ctx, request.Identity(ctx), dataset.StudyInput{Name: in.Body.Name, Institution: in.Body.Institution})
	if err != nil {
		return nil, err
	}
	return openapi.CreateStudy201JSONResponse(studyOf(v)), nil
}

// UpdateStudy implements PUT /api/studies/{id}.
func (s *Server) UpdateStudy(ctx context.Context, in openapi.UpdateStudyRequestObject) (openapi.UpdateStudyResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Datasets.UpdateStudy(ctx, request.Identity(ctx), in.Id, version, dataset.StudyInput{Name: in.Body.Name, Institution: in.Body.Institution})
	if err != nil {
		return nil, err
	}
	return openapi.UpdateStudy200JSONResponse(studyOf(v)), nil
}

// DeleteStudy implements DELETE /api/studies/{id}.
func (s *Server) DeleteStudy(ctx context.Context, in openapi.DeleteStudyRequestObject) (openapi.DeleteStudyResponseObject, error) {
	return openapi.DeleteStudy204Response{}, s.Datasets.DeleteStudy(ctx, request.Identity(ctx), in.Id)
}

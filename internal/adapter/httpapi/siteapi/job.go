package siteapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
)

// GetJob implements GET /api/jobs/{id}.
func (s *Server) GetJob(ctx context.Context, in openapi.GetJobRequestObject) (openapi.GetJobResponseObject, error) {
	j, err := s.Jobs.Job(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetJob200JSONResponse(view.JobOf(j)), nil
}

// CancelJob implements POST /api/jobs/{id}/cancel.
func (s *Server) CancelJob(ctx context.Context, in openapi.CancelJobRequestObject) (openapi.CancelJobResponseObject, error) {
	j, err := s.Jobs.Cancel(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.CancelJob200JSONResponse(view.JobOf(j)), nil
}

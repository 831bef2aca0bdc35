package httpapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
)

// GetJob implements GET /api/jobs/{id}.
func (s *server) GetJob(ctx context.Context, in openapi.GetJobRequestObject) (openapi.GetJobResponseObject, error) {
	j, err := s.Jobs.Job(ctx, Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetJob200JSONResponse(jobOf(j)), nil
}

// CancelJob implements POST /api/jobs/{id}/cancel.
func (s *server) CancelJob(ctx context.Context, in openapi.CancelJobRequestObject) (openapi.CancelJobResponseObject, error) {
	j, err := s.Jobs.Cancel(ctx, Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.CancelJob200JSONResponse(jobOf(j)), nil
}

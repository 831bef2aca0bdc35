package datasetapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
)

// CheckDatasetName implements GET /api/dataset-name.
func (s *Server) CheckDatasetName(ctx context.Context, in openapi.CheckDatasetNameRequestObject) (openapi.CheckDatasetNameResponseObject, error) {
	problem, err := s.Datasets.NameProblem(ctx, request.Identity(ctx), in.Params.Name)
	if err != nil {
		return nil, err
	}
	return openapi.CheckDatasetName200JSONResponse{Problem: view.Some(problem)}, nil
}

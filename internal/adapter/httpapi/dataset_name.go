package httpapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
)

// CheckDatasetName implements GET /api/dataset-name.
func (s *server) CheckDatasetName(ctx context.Context, in openapi.CheckDatasetNameRequestObject) (openapi.CheckDatasetNameResponseObject, error) {
	problem, err := s.Datasets.NameProblem(ctx, Identity(ctx), in.Params.Name)
	if err != nil {
		return nil, err
	}
	return openapi.CheckDatasetName200JSONResponse{Problem: some(problem)}, nil
}

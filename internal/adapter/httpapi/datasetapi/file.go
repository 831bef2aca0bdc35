package datasetapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
)

// AddDatasetPhenotype implements POST /api/datasets/{id}/phenotypes.
func (s *Server) AddDatasetPhenotype(ctx context.Context, in openapi.AddDatasetPhenotypeRequestObject) (openapi.AddDatasetPhenotypeResponseObject, error) {
	v, err := s.Datasets.AddPhenotype(ctx, request.Identity(ctx), in.Id, datasetPhenotypeInput(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.AddDatasetPhenotype201JSONResponse(datasetOf(v)), nil
}

// UpdateDatasetPhenotype implements PUT /api/datasets/{id}/phenotypes/{pid}.
func (s *Server) UpdateDatasetPhenotype(
	ctx context.Context,
	in openapi.UpdateDatasetPhenotypeRequestObject,
) (openapi.UpdateDatasetPhenotypeResponseObject, error) {
	v, err := s.Datasets.UpdatePhenotype(ctx, request.Identity(ctx), in.Id, in.Pid, datasetPhenotypeInput(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.UpdateDatasetPhenotype200JSONResponse(datasetOf(v)), nil
}

// DeleteDatasetPhenotype implements DELETE /api/datasets/{id}/phenotypes/{pid}.
func (s *Server) DeleteDatasetPhenotype(
	ctx context.Context,
	in openapi.DeleteDatasetPhenotypeRequestObject,
) (openapi.DeleteDatasetPhenotypeResponseObject, error) {
	v, err := s.Datasets.DeletePhenotype(ctx, request.Identity(ctx), in.Id, in.Pid)
	if err != nil {
		return nil, err
	}
	return openapi.DeleteDatasetPhenotype200JSONResponse(datasetOf(v)), nil
}

// PutDatasetFile implements PUT /api/datasets/{id}/phenotypes/{pid}/file.
func (s *Server) PutDatasetFile(ctx context.Context, in openapi.PutDatasetFileRequestObject) (openapi.PutDatasetFileResponseObject, error) {
	v, err := s.Datasets.PutFile(ctx, request.Identity(ctx), in.Id, in.Pid, in.Body.UploadId)
	if err != nil {
		return nil, err
	}
	return openapi.PutDatasetFile200JSONResponse(datasetOf(v)), nil
}

// AddCredibleSet implements POST /api/datasets/{id}/phenotypes/{pid}/credible-sets.
func (s *Server) AddCredibleSet(ctx context.Context, in openapi.AddCredibleSetRequestObject) (openapi.AddCredibleSetResponseObject, error) {
	v, err := s.Datasets.AddCredibleSet(ctx, request.Identity(ctx), in.Id, in.Pid, in.Body.Name, in.Body.UploadId)
	if err != nil {
		return nil, err
	}
	return openapi.AddCredibleSet201JSONResponse(datasetOf(v)), nil
}

// UpdateCredibleSet implements PUT /api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}.
func (s *Server) UpdateCredibleSet(ctx context.Context, in openapi.UpdateCredibleSetRequestObject) (openapi.UpdateCredibleSetResponseObject, error) {
	v, err := s.Datasets.UpdateCredibleSet(ctx, request.Identity(ctx), in.Id, in.Pid, in.Cid, in.Body.Name, request.OrZero(in.Body.UploadId))
	if err != nil {
		return nil, err
	}
	return openapi.UpdateCredibleSet200JSONResponse(datasetOf(v)), nil
}

// DeleteCredibleSet implements DELETE /api/datasets/{id}/phenotypes/{pid}/credible-sets/{cid}.
func (s *Server) DeleteCredibleSet(ctx context.Context, in openapi.DeleteCredibleSetRequestObject) (openapi.DeleteCredibleSetResponseObject, error) {
	v, err := s.Datasets.DeleteCredibleSet(ctx, request.Identity(ctx), in.Id, in.Pid, in.Cid)
	if err != nil {
		return nil, err
	}
	return openapi.DeleteCredibleSet200JSONResponse(datasetOf(v)), nil
}

// ListDatasetFiles implements GET /api/datasets/{id}/files.
func (s *Server) ListDatasetFiles(ctx context.Context, in openapi.ListDatasetFilesRequestObject) (openapi.ListDatasetFilesResponseObject, error) {
	files, err := s.Datasets.Files(ctx, request.Identity(ctx), in.Id, request.OrZero(in.Params.Versions))
	if err != nil {
		return nil, err
	}
	return openapi.ListDatasetFiles200JSONResponse{Items: view.Each(files, datasetFileOf)}, nil
}

func datasetPhenotypeInput(in *openapi.DatasetPhenotypeInput) dataset.PhenotypeInput {
	return dataset.PhenotypeInput{
		Code: in.Phenotype, Description: request.OrZero(in.Description), Dichotomous: in.Dichotomous, SampleSize: in.SampleSize,
		Cases: in.Cases, Controls: in.Controls, UploadID: request.OrZero(in.UploadId),
	}
}

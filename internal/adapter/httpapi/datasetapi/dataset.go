package datasetapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
)

// CreateDataset implements POST /api/datasets.
func (s *Server) CreateDataset(ctx context.Context, in openapi.CreateDatasetRequestObject) (openapi.CreateDatasetResponseObject, error) {
	v, err := s.Datasets.CreateDataset(ctx, request.Identity(ctx), metadataOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.CreateDataset201JSONResponse(datasetOf(v)), nil
}

// RegisterResult implements POST /api/datasets/from-result.
func (s *Server) RegisterResult(ctx context.Context, in openapi.RegisterResultRequestObject) (openapi.RegisterResultResponseObject, error) {
	v, made, err := s.Datasets.RegisterResult(ctx, request.Identity(ctx), in.Body.MetaAnalysis)
	if err != nil {
		return nil, err
	}
	if !made {
		return openapi.RegisterResult200JSONResponse(datasetOf(v)), nil
	}
	return openapi.RegisterResult201JSONResponse(datasetOf(v)), nil
}

// GetDataset implements GET /api/datasets/{id}.
func (s *Server) GetDataset(ctx context.Context, in openapi.GetDatasetRequestObject) (openapi.GetDatasetResponseObject, error) {
	v, err := s.Datasets.Dataset(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetDataset200JSONResponse(datasetOf(v)), nil
}

// UpdateDataset implements PUT /api/datasets/{id}.
func (s *Server) UpdateDataset(ctx context.Context, in openapi.UpdateDatasetRequestObject) (openapi.UpdateDatasetResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Datasets.UpdateDataset(ctx, request.Identity(ctx), in.Id, version, metadataOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.UpdateDataset200JSONResponse(datasetOf(v)), nil
}

// DeleteDataset implements DELETE /api/datasets/{id}.
func (s *Server) DeleteDataset(ctx context.Context, in openapi.DeleteDatasetRequestObject) (openapi.DeleteDatasetResponseObject, error) {
	return openapi.DeleteDataset204Response{}, s.Datasets.DeleteDataset(ctx, request.Identity(ctx), in.Id, request.OrZero(in.Params.Forever))
}

// RestoreDataset implements POST /api/datasets/{id}/restore.
func (s *Server) RestoreDataset(ctx context.Context, in openapi.RestoreDatasetRequestObject) (openapi.RestoreDatasetResponseObject, error) {
	v, err := s.Datasets.RestoreDataset(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.RestoreDataset200JSONResponse(datasetOf(v)), nil
}

// CloneDataset implements POST /api/datasets/{id}/clone.
func (s *Server) CloneDataset(ctx context.Context, in openapi.CloneDatasetRequestObject) (openapi.CloneDatasetResponseObject, error) {
	v, err := s.Datasets.CloneDataset(ctx, request.Identity(ctx), in.Id, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return openapi.CloneDataset201JSONResponse(datasetOf(v)), nil
}

// SetDatasetOwners implements PUT /api/datasets/{id}/owners.
func (s *Server) SetDatasetOwners(ctx context.Context, in openapi.SetDatasetOwnersRequestObject) (openapi.SetDatasetOwnersResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Datasets.SetOwners(ctx, request.Identity(ctx), in.Id, version, in.Body.Owner, in.Body.CoOwners)
	if err != nil {
		return nil, err
	}
	return openapi.SetDatasetOwners200JSONResponse(datasetOf(v)), nil
}

// ListDatasetHistory implements GET /api/datasets/{id}/history.
func (s *Server) ListDatasetHistory(ctx context.Context, in openapi.ListDatasetHistoryRequestObject) (openapi.ListDatasetHistoryResponseObject, error) {
	list, err := s.Datasets.History(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.ListDatasetHistory200JSONResponse{Items: view.Each(list, view.EventOf)}, nil
}

// ListDatasetCodes implements GET /api/dataset-codes.
func (s *Server) ListDatasetCodes(context.Context, openapi.ListDatasetCodesRequestObject) (openapi.ListDatasetCodesResponseObject, error) {
	c := dataset.AllCodes()
	return openapi.ListDatasetCodes200JSONResponse{
		DataType: codesOf(c.DataType), GenomeBuild: codesOf(c.GenomeBuild), Ancestry: codesOf(c.Ancestry), Sex: codesOf(c.Sex),
		Status: codesOf(c.Status), DataSourceType: codesOf(c.DataSourceType), Sharing: codesOf(c.Sharing),
	}, nil
}

func metadataOf(in *openapi.DatasetInput) dataset.Metadata {
	return dataset.Metadata{
		Name:             in.Name,
		StudyID:          in.StudyId,
		DataSourceType:   string(request.OrZero(in.DataSourceType)),
		DataType:         in.DataType,
		GenomeBuild:      in.GenomeBuild,
		Ancestry:         in.Ancestry,
		Sex:              in.Sex,
		GlobalSampleSize: in.GlobalSampleSize,
		Status:           in.Status,
		Submitter:        in.DataSubmitter,
		SubmitterEmail:   in.DataSubmitterEmail,
		Contributor:      request.OrZero(in.DataContributor),
		ContributorEmail: request.OrZero(in.DataContributorEmail),
		Description:      in.Description,
		PubID: request.OrZero(
			in.PubId,
		),
		Publication: request.OrZero(in.Publication),
		Technology:  request.OrZero(in.GenotypingTechnology),
		Software:    request.OrZero(in.AnalysisSoftware),
		Licence:     request.OrZero(in.License),
		AncestryCounts: view.Each(request.OrZero(in.AncestryCounts), func(a openapi.AncestrySize) dataset.AncestrySize {
			return dataset.AncestrySize{Ancestry: a.Ancestry, N: a.N, Detail: request.OrZero(a.Detail)}
		}),
		Terms: view.Each(request.OrZero(in.Terms), func(t openapi.OntologyTerm) dataset.Term {
			return dataset.Term{CURIE: t.Curie, Label: request.OrZero(t.Label)}
		}),
	}
}

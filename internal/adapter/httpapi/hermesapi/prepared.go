package hermesapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
)

// ListPreparedMetaAnalyses implements GET /api/hermes/prepared-meta-analyses.
func (s *Server) ListPreparedMetaAnalyses(
	ctx context.Context,
	_ openapi.ListPreparedMetaAnalysesRequestObject,
) (openapi.ListPreparedMetaAnalysesResponseObject, error) {
	list, err := s.Hermes.PreparedMetas(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.ListPreparedMetaAnalyses200JSONResponse{Items: view.Each(list, preparedOf)}, nil
}

// PrepareMetaAnalysis implements POST /api/hermes/prepared-meta-analyses.
func (s *Server) PrepareMetaAnalysis(ctx context.Context, in openapi.PrepareMetaAnalysisRequestObject) (openapi.PrepareMetaAnalysisResponseObject, error) {
	v, err := s.Hermes.PrepareMeta(ctx, request.Identity(ctx), preparedInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.PrepareMetaAnalysis201JSONResponse(preparedOf(v)), nil
}

// GetPreparedMetaAnalysis implements GET /api/hermes/prepared-meta-analyses/{id}.
func (s *Server) GetPreparedMetaAnalysis(
	ctx context.Context,
	in openapi.GetPreparedMetaAnalysisRequestObject,
) (openapi.GetPreparedMetaAnalysisResponseObject, error) {
	v, err := s.Hermes.PreparedMeta(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetPreparedMetaAnalysis200JSONResponse(preparedOf(v)), nil
}

// ChangePreparedMetaAnalysis implements PUT /api/hermes/prepared-meta-analyses/{id}.
func (s *Server) ChangePreparedMetaAnalysis(
	ctx context.Context,
	in openapi.ChangePreparedMetaAnalysisRequestObject,
) (openapi.ChangePreparedMetaAnalysisResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.ChangePrepared(ctx, request.Identity(ctx), in.Id, version, preparedInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.ChangePreparedMetaAnalysis200JSONResponse(preparedOf(v)), nil
}

// WithdrawPreparedMetaAnalysis implements POST /api/hermes/prepared-meta-analyses/{id}/withdrawal.
func (s *Server) WithdrawPreparedMetaAnalysis(
	ctx context.Context,
	in openapi.WithdrawPreparedMetaAnalysisRequestObject,
) (openapi.WithdrawPreparedMetaAnalysisResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.WithdrawPrepared(ctx, request.Identity(ctx), in.Id, version)
	if err != nil {
		return nil, err
	}
	return openapi.WithdrawPreparedMetaAnalysis200JSONResponse(preparedOf(v)), nil
}

// DeclinePreparedMetaAnalysis implements POST /api/hermes/prepared-meta-analyses/{id}/refusal.
func (s *Server) DeclinePreparedMetaAnalysis(
	ctx context.Context,
	in openapi.DeclinePreparedMetaAnalysisRequestObject,
) (openapi.DeclinePreparedMetaAnalysisResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.DeclinePrepared(ctx, request.Identity(ctx), in.Id, version, in.Body.Answer)
	if err != nil {
		return nil, err
	}
	return openapi.DeclinePreparedMetaAnalysis200JSONResponse(preparedOf(v)), nil
}

func preparedInputOf(in *openapi.PreparedMetaInput) hermes.NewPrepared {
	return hermes.NewPrepared{
		NewMeta: hermes.NewMeta{Name: in.Name, Phenotype: in.Phenotype, Datasets: in.Datasets, Options: in.Options}, Note: in.Note,
	}
}

func preparedOf(v *hermes.PreparedView) openapi.PreparedMetaAnalysis {
	out := openapi.PreparedMetaAnalysis{
		Id: v.ID, Name: v.Name, Phenotype: v.Phenotype, Datasets: make([]openapi.PreparedMetaDataset, len(v.Datasets)), Options: v.Options,
		Note: v.Note, Status: openapi.PreparedMetaAnalysisStatus(v.Status), MadeBy: v.MadeBy, Own: v.Own, CreatedAt: v.CreatedAt,
		UpdatedAt: v.UpdatedAt, EndedBy: view.Some(v.EndedBy), EndedAt: v.EndedAt, Answer: view.Some(v.Answer),
		MetaAnalysisId: view.Some(v.MetaID), Actions: v.Actions, Version: v.Version,
	}
	for i, in := range v.Datasets {
		out.Datasets[i] = openapi.PreparedMetaDataset{UploadId: in.UploadID, DatasetName: in.DatasetName}
		if change := v.Changes[i]; change != "" {
			out.Datasets[i].Change = view.Ptr(openapi.PreparedMetaDatasetChange(change))
		}
	}
	return out
}

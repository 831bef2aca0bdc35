package datasetapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
	"cohortium/internal/gwas/sumstats"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/file"
)

// PreviewDatasetFile implements GET /api/datasets/{id}/files/{fid}/preview.
func (s *Server) PreviewDatasetFile(ctx context.Context, in openapi.PreviewDatasetFileRequestObject) (openapi.PreviewDatasetFileResponseObject, error) {
	inspection, err := s.Datasets.Preview(ctx, request.Identity(ctx), in.Id, in.Fid)
	if err != nil {
		return nil, err
	}
	return openapi.PreviewDatasetFile200JSONResponse(view.InspectionOf(inspection)), nil
}

// ListDatasetChecks implements GET /api/datasets/{id}/files/{fid}/checks.
func (s *Server) ListDatasetChecks(ctx context.Context, in openapi.ListDatasetChecksRequestObject) (openapi.ListDatasetChecksResponseObject, error) {
	checks, err := s.Datasets.Checks(ctx, request.Identity(ctx), in.Id, in.Fid)
	if err != nil {
		return nil, err
	}
	return openapi.ListDatasetChecks200JSONResponse{Items: view.Each(checks, datasetCheckOf)}, nil
}

// CreateDatasetCheck implements POST /api/datasets/{id}/files/{fid}/checks.
func (s *Server) CreateDatasetCheck(ctx context.Context, in openapi.CreateDatasetCheckRequestObject) (openapi.CreateDatasetCheckResponseObject, error) {
	var mapping sumstats.Mapping
	build := ""
	if in.Body != nil {
		build = string(request.OrZero(in.Body.GenomeBuild))
		if in.Body.Mapping != nil {
			mapping = request.MappingOf(*in.Body.Mapping)
		}
	}
	c, err := s.Datasets.CheckAgain(ctx, request.Identity(ctx), in.Id, in.Fid, mapping, build)
	if err != nil {
		return nil, err
	}
	return openapi.CreateDatasetCheck201JSONResponse(datasetCheckOf(c)), nil
}

// GetDatasetPlot implements GET /api/datasets/{id}/files/{fid}/plots/{name}.
func (s *Server) GetDatasetPlot(ctx context.Context, in openapi.GetDatasetPlotRequestObject) (openapi.GetDatasetPlotResponseObject, error) {
	data, err := s.Datasets.CheckPlot(ctx, request.Identity(ctx), in.Id, in.Fid, string(in.Name))
	if err != nil {
		return nil, err
	}
	return datasetPlot{data}, nil
}

// datasetPlot is a plot that is returned as stored.
type datasetPlot struct{ answer.Raw }

// VisitGetDatasetPlotResponse writes the answer.
func (a datasetPlot) VisitGetDatasetPlotResponse(w http.ResponseWriter) error { return a.Write(w) }

// DownloadDeposit serves GET /api/datasets/{id}/files/{fid}/deposit.
func (s *Server) DownloadDeposit(w http.ResponseWriter, r *http.Request) {
	s.sendMade(w, r, s.Datasets.Deposit)
}

// DownloadDepositYAML serves GET /api/datasets/{id}/files/{fid}/gwas-ssf-meta.yaml.
func (s *Server) DownloadDepositYAML(w http.ResponseWriter, r *http.Request) {
	s.sendMade(w, r, s.Datasets.DepositYAML)
}

// sendMade serves a file that is derived from a file of a data set.
func (s *Server) sendMade(w http.ResponseWriter, r *http.Request,
	read func(ctx context.Context, by *auth.Identity, id, fileID string) (*file.Download, error),
) {
	d, err := read(r.Context(), request.Identity(r.Context()), r.PathValue("id"), r.PathValue("fid"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Send(w, r, d, dataset.ObjectDataset)
}

package toolapi

import (
	"context"
	"io"
	"slices"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
	"cohortium/internal/gwas/recognise"
	"cohortium/internal/gwas/sumstats"
)

// PreviewSumstats implements POST /api/sumstats/preview.
func (s *Server) PreviewSumstats(ctx context.Context, in openapi.PreviewSumstatsRequestObject) (openapi.PreviewSumstatsResponseObject, error) {
	head, err := io.ReadAll(in.Body)
	if err != nil {
		return nil, request.Malformed(err)
	}
	var size int64
	if in.Params.FileSize != nil {
		size = *in.Params.FileSize
	}
	inspection, err := hermes.Preview(ctx, in.Params.FileName, head, size)
	if err != nil {
		return nil, err
	}
	return openapi.PreviewSumstats200JSONResponse(view.InspectionOf(inspection)), nil
}

// GetHermesInspection implements GET /api/hermes/uploads/{id}/inspection.
func (s *Server) GetHermesInspection(ctx context.Context, in openapi.GetHermesInspectionRequestObject) (openapi.GetHermesInspectionResponseObject, error) {
	inspection, err := s.Hermes.Inspect(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetHermesInspection200JSONResponse(view.InspectionOf(inspection)), nil
}

// GetUploadInspection implements GET /api/uploads/{id}/inspection.
func (s *Server) GetUploadInspection(ctx context.Context, in openapi.GetUploadInspectionRequestObject) (openapi.GetUploadInspectionResponseObject, error) {
	inspection, err := s.Tools.Inspect(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetUploadInspection200JSONResponse(view.InspectionOf(inspection)), nil
}

// ListSumstatsColumns implements GET /api/sumstats/columns.
func (s *Server) ListSumstatsColumns(context.Context, openapi.ListSumstatsColumnsRequestObject) (openapi.ListSumstatsColumnsResponseObject, error) {
	out := openapi.ListSumstatsColumns200JSONResponse{Items: []openapi.FieldDoc{}}
	for _, d := range recognise.Columns() {
		needed, instead := s.Hermes.Need(d.Field)
		out.Items = append(out.Items, openapi.FieldDoc{
			Field: string(d.Field), Label: recognise.Label(d.Field), Description: d.Description,
			Needed: needed, Instead: setsOf(instead), Headers: view.List(slices.Concat(d.Headers, d.Software, d.Doubtful)),
		})
	}
	return out, nil
}

func setsOf(in [][]sumstats.Field) [][]string {
	out := make([][]string, len(in))
	for i, set := range in {
		for _, field := range set {
			out[i] = append(out[i], string(field))
		}
	}
	return out
}

package datasetapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/listing"
)

// ListDatasets implements GET /api/datasets.
func (s *Server) ListDatasets(ctx context.Context, in openapi.ListDatasetsRequestObject) (openapi.ListDatasetsResponseObject, error) {
	filter, err := datasetFilter(in.Params)
	if err != nil {
		return nil, err
	}
	page, err := s.Datasets.ListDatasets(ctx, request.Identity(ctx), filter)
	if err != nil {
		return nil, err
	}
	return openapi.ListDatasets200JSONResponse{
		Items: view.Each(page.Items, datasetRowOf), Total: page.Total, NextCursor: view.CursorOf(page.Next), Facets: view.Facets(page.Facets),
	}, nil
}

// ExportDatasets serves GET /api/datasets.csv and GET /api/datasets.json.
func (s *Server) ExportDatasets(format string) http.HandlerFunc {
	media := map[string]string{dataset.CSV: "text/csv; charset=utf-8", dataset.JSON: "application/json"}[format]
	return func(w http.ResponseWriter, r *http.Request) {
		name := "datasets-" + s.Now().UTC().Format("20060102") + "." + format
		filter, err := exportFilter(r)
		if err == nil {
			err = s.RecordExport(r, dataset.ObjectDataset, name)
		}
		if err != nil {
			s.Fail(w, r, err)
			return
		}
		answer.AsAttachment(w, name, media)
		if r.Method == http.MethodHead {
			return
		}
		if err := s.Datasets.Export(r.Context(), request.Identity(r.Context()), w, filter, format); err != nil {
			s.Log.ErrorContext(r.Context(), "export broke off", "request_id", request.ID(r.Context()), "err", err)
			panic(http.ErrAbortHandler) // so that the client does not accept the part as complete
		}
	}
}

// datasetFilter converts the parameters of the list, of which an export has the filters and the order.
func datasetFilter(p openapi.ListDatasetsParams) (f dataset.Filter, err error) {
	f = dataset.Filter{
		Scope: string(request.OrZero(p.Scope)), Bin: request.OrZero(p.Bin), Q: request.OrZero(p.Q),
		StudyID: request.OrZero(p.StudyId), Phenotype: request.OrZero(p.Phenotype), Owner: request.OrZero(p.Owner),
		DataType: request.OrZero(p.DataType), GenomeBuild: request.OrZero(p.GenomeBuild), Ancestry: request.OrZero(p.Ancestry),
		Sex: request.OrZero(p.Sex), Status: request.OrZero(p.Status), Sharing: request.OrZero(p.Sharing),
		Sort: string(request.OrZero(p.Sort)), Limit: request.PageSize(p.Limit), Facets: request.OrZero(p.Facets),
	}
	f.After, err = listing.Read(request.OrZero(p.Cursor))
	return f, err
}

func exportFilter(r *http.Request) (dataset.Filter, error) {
	p, err := request.ListFilters[openapi.ListDatasetsParams](r)
	if err != nil {
		return dataset.Filter{}, err
	}
	return datasetFilter(p)
}

// ListDatasetViews implements GET /api/dataset-views.
func (s *Server) ListDatasetViews(ctx context.Context, _ openapi.ListDatasetViewsRequestObject) (openapi.ListDatasetViewsResponseObject, error) {
	views, err := s.Datasets.SavedViews(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.ListDatasetViews200JSONResponse{Items: view.List(views)}, nil
}

// SaveDatasetView implements PUT /api/dataset-views/{name}.
func (s *Server) SaveDatasetView(ctx context.Context, in openapi.SaveDatasetViewRequestObject) (openapi.SaveDatasetViewResponseObject, error) {
	v, err := s.Datasets.SaveView(ctx, request.Identity(ctx), dataset.SavedView{Name: in.Name, Search: in.Body.Search})
	if err != nil {
		return nil, err
	}
	return openapi.SaveDatasetView200JSONResponse(v), nil
}

// DeleteDatasetView implements DELETE /api/dataset-views/{name}.
func (s *Server) DeleteDatasetView(ctx context.Context, in openapi.DeleteDatasetViewRequestObject) (openapi.DeleteDatasetViewResponseObject, error) {
	return openapi.DeleteDatasetView204Response{}, s.Datasets.DeleteView(ctx, request.Identity(ctx), in.Name)
}

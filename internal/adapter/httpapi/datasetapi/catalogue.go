package datasetapi

import (
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
)

// GetPublication implements GET /api/publications.
func (s *Server) GetPublication(ctx context.Context, in openapi.GetPublicationRequestObject) (openapi.GetPublicationResponseObject, error) {
	p, err := s.Datasets.Publication(ctx, request.Identity(ctx), in.Params.PubId)
	if err != nil {
		return nil, err
	}
	return openapi.GetPublication200JSONResponse{
		PubId: p.ID(), Title: p.Title, Publication: p.Journal, Authors: p.Authors, MonthYearPublished: p.Date(), VolumeIssue: p.VolumeIssue(),
		Pages: p.Pages, ElocationId: p.Location, Citation: p.Citation(), Pmid: view.Some(p.PMID), Pmcid: view.Some(p.PMCID), Doi: view.Some(p.DOI),
		Retracted: p.Retracted,
	}, nil
}

// ListPhenotypes implements GET /api/phenotypes.
func (s *Server) ListPhenotypes(ctx context.Context, in openapi.ListPhenotypesRequestObject) (openapi.ListPhenotypesResponseObject, error) {
	list, total, err := s.Datasets.KnownPhenotypes(ctx, request.Identity(ctx), request.OrZero(in.Params.Q), request.PageSize(in.Params.Limit))
	if err != nil {
		return nil, err
	}
	return openapi.ListPhenotypes200JSONResponse{Total: total, Items: view.Each(list, func(p dataset.KnownPhenotype) openapi.RegistryPhenotype {
		return openapi.RegistryPhenotype{Name: p.Code, Description: p.Description, Group: p.Group, Dichotomous: p.Dichotomous, Datasets: p.Datasets}
	})}, nil
}

// DownloadDatasetMetadata serves GET /api/datasets/{id}/metadata/{format}.
func (s *Server) DownloadDatasetMetadata(w http.ResponseWriter, r *http.Request) {
	d, err := s.Datasets.CatalogueRecord(r.Context(), request.Identity(r.Context()), r.PathValue("id"), r.PathValue("format"))
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	s.Send(w, r, d, dataset.ObjectDataset)
}

package sgcapi

import (
	"bytes"
	"context"
	"net/http"

	"cohortium/internal/adapter/httpapi/answer"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/sgc"
)

// ListSgcPhenotypes implements GET /api/sgc/phenotypes.
func (s *Server) ListSgcPhenotypes(ctx context.Context, in openapi.ListSgcPhenotypesRequestObject) (openapi.ListSgcPhenotypesResponseObject, error) {
	list, err := s.SGC.Phenotypes(ctx, phenotypeQuery(in.Params))
	if err != nil {
		return nil, err
	}
	return openapi.ListSgcPhenotypes200JSONResponse{Items: view.Each(list, phenotypeOf)}, nil
}

func phenotypeQuery(p openapi.ListSgcPhenotypesParams) sgc.PhenotypeQuery {
	return sgc.PhenotypeQuery{Q: request.OrZero(p.Q), WithoutRetired: p.Retired != nil && !*p.Retired}
}

// CreateSgcPhenotype implements POST /api/sgc/phenotypes.
func (s *Server) CreateSgcPhenotype(ctx context.Context, in openapi.CreateSgcPhenotypeRequestObject) (openapi.CreateSgcPhenotypeResponseObject, error) {
	v, err := s.SGC.CreatePhenotype(ctx, request.Identity(ctx), phenotypeInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.CreateSgcPhenotype201JSONResponse(usedPhenotypeOf(v)), nil
}

// GetSgcPhenotype implements GET /api/sgc/phenotypes/{code}.
func (s *Server) GetSgcPhenotype(ctx context.Context, in openapi.GetSgcPhenotypeRequestObject) (openapi.GetSgcPhenotypeResponseObject, error) {
	v, err := s.SGC.Phenotype(ctx, request.Identity(ctx), in.Code)
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcPhenotype200JSONResponse(usedPhenotypeOf(v)), nil
}

// UpdateSgcPhenotype implements PUT /api/sgc/phenotypes/{code}.
func (s *Server) UpdateSgcPhenotype(ctx context.Context, in openapi.UpdateSgcPhenotypeRequestObject) (openapi.UpdateSgcPhenotypeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.SGC.UpdatePhenotype(ctx, request.Identity(ctx), in.Code, version, phenotypeInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.UpdateSgcPhenotype200JSONResponse(usedPhenotypeOf(v)), nil
}

// DeleteSgcPhenotype implements DELETE /api/sgc/phenotypes/{code}.
func (s *Server) DeleteSgcPhenotype(ctx context.Context, in openapi.DeleteSgcPhenotypeRequestObject) (openapi.DeleteSgcPhenotypeResponseObject, error) {
	return openapi.DeleteSgcPhenotype204Response{}, s.SGC.DeletePhenotype(ctx, request.Identity(ctx), in.Code)
}

// DownloadSgcPhenotypes implements GET /api/sgc/phenotypes/download.
func (s *Server) DownloadSgcPhenotypes(
	ctx context.Context,
	in openapi.DownloadSgcPhenotypesRequestObject,
) (openapi.DownloadSgcPhenotypesResponseObject, error) {
	var table bytes.Buffer
	if err := s.SGC.PhenotypesCSV(ctx, phenotypeQuery(openapi.ListSgcPhenotypesParams(in.Params)), &table); err != nil {
		return nil, err
	}
	answer, err := s.Exported(ctx, objectPhenotype, "", "sgc_phenotypes.csv", table.Bytes())
	return sgcTable{answer}, err
}

// sgcTable is a CSV download.
type sgcTable struct{ answer.CSV }

// VisitDownloadSgcPhenotypesResponse writes the answer.
func (a sgcTable) VisitDownloadSgcPhenotypesResponse(w http.ResponseWriter) error { return a.Write(w) }

// VisitDownloadSgcTotalsResponse writes the answer.
func (a sgcTable) VisitDownloadSgcTotalsResponse(w http.ResponseWriter) error { return a.Write(w) }

func phenotypeInputOf(in *openapi.SgcPhenotypeInput) sgc.PhenotypeInput {
	return sgc.PhenotypeInput{Code: request.OrZero(in.Code), Description: in.Description, Aliases: request.OrZero(in.Aliases), Retired: in.Retired}
}

func phenotypeOf(p *sgc.Phenotype) openapi.SgcPhenotype {
	return openapi.SgcPhenotype{
		Code: p.Code, Description: p.Description, Aliases: view.List(p.Aliases), Retired: p.Retired, UsedBy: p.UsedBy, Version: p.Version,
	}
}

func usedPhenotypeOf(v *sgc.PhenotypeView) openapi.SgcPhenotype {
	out := phenotypeOf(v.Phenotype)
	out.Cohorts = view.Ptr(view.Each(v.Cohorts, func(u sgc.PhenotypeUser) openapi.SgcPhenotypeUse {
		return openapi.SgcPhenotypeUse{Id: u.CohortID, Name: u.Name, Current: &u.Current}
	}))
	return out
}

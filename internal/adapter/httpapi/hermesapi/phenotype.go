package hermesapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
)

// objectHermesPhenotype is the name of a phenotype of HERMES in the audit trail.
const objectHermesPhenotype = "hermes-phenotype"

// ListHermesPhenotypes implements GET /api/hermes/phenotypes.
func (s *Server) ListHermesPhenotypes(ctx context.Context, in openapi.ListHermesPhenotypesRequestObject) (openapi.ListHermesPhenotypesResponseObject, error) {
	found, err := s.Hermes.Phenotypes(ctx, request.Identity(ctx), request.OrZero(in.Params.Q))
	if err != nil {
		return nil, err
	}
	return openapi.ListHermesPhenotypes200JSONResponse{Items: view.Each(found.Items, hermesPhenotypeOf), Near: &found.Near}, nil
}

// CreateHermesPhenotype implements POST /api/hermes/phenotypes.
func (s *Server) CreateHermesPhenotype(
	ctx context.Context,
	in openapi.CreateHermesPhenotypeRequestObject,
) (openapi.CreateHermesPhenotypeResponseObject, error) {
	v, err := s.Hermes.CreatePhenotype(ctx, request.Identity(ctx), hermesPhenotypeInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.CreateHermesPhenotype201JSONResponse(hermesPhenotypeOf(v)), nil
}

// DownloadHermesPhenotypes implements GET /api/hermes/phenotypes.csv.
func (s *Server) DownloadHermesPhenotypes(
	ctx context.Context,
	in openapi.DownloadHermesPhenotypesRequestObject,
) (openapi.DownloadHermesPhenotypesResponseObject, error) {
	table, err := s.Hermes.PhenotypesCSV(ctx, request.Identity(ctx), request.OrZero(in.Params.Q))
	if err != nil {
		return nil, err
	}
	answer, err := s.Exported(ctx, objectHermesPhenotype, "", "hermes_phenotypes.csv", table)
	return hermesTable{answer}, err
}

// GetHermesPhenotype implements GET /api/hermes/phenotypes/{code}.
func (s *Server) GetHermesPhenotype(ctx context.Context, in openapi.GetHermesPhenotypeRequestObject) (openapi.GetHermesPhenotypeResponseObject, error) {
	v, err := s.Hermes.Phenotype(ctx, request.Identity(ctx), in.Code)
	if err != nil {
		return nil, err
	}
	return openapi.GetHermesPhenotype200JSONResponse(hermesPhenotypeOf(v)), nil
}

// UpdateHermesPhenotype implements PUT /api/hermes/phenotypes/{code}.
func (s *Server) UpdateHermesPhenotype(
	ctx context.Context,
	in openapi.UpdateHermesPhenotypeRequestObject,
) (openapi.UpdateHermesPhenotypeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.UpdatePhenotype(ctx, request.Identity(ctx), in.Code, version, hermesPhenotypeInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.UpdateHermesPhenotype200JSONResponse(hermesPhenotypeOf(v)), nil
}

// DeleteHermesPhenotype implements DELETE /api/hermes/phenotypes/{code}.
func (s *Server) DeleteHermesPhenotype(
	ctx context.Context,
	in openapi.DeleteHermesPhenotypeRequestObject,
) (openapi.DeleteHermesPhenotypeResponseObject, error) {
	return openapi.DeleteHermesPhenotype204Response{}, s.Hermes.DeletePhenotype(ctx, request.Identity(ctx), in.Code)
}

// ListPhenotypeRequests implements GET /api/hermes/phenotype-requests.
func (s *Server) ListPhenotypeRequests(ctx context.Context, _ openapi.ListPhenotypeRequestsRequestObject) (openapi.ListPhenotypeRequestsResponseObject, error) {
	requests, err := s.Hermes.PhenotypeRequests(ctx, request.Identity(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.ListPhenotypeRequests200JSONResponse{Items: view.Each(requests, requestFor(ctx))}, nil
}

// AskForPhenotype implements POST /api/hermes/phenotype-requests.
func (s *Server) AskForPhenotype(ctx context.Context, in openapi.AskForPhenotypeRequestObject) (openapi.AskForPhenotypeResponseObject, error) {
	r, err := s.Hermes.AskForPhenotype(ctx, request.Identity(ctx), hermes.NewPhenotypeRequest{
		Wanted: in.Body.Wanted, Why: in.Body.Why, Dichotomous: in.Body.Dichotomous, Term: request.OrZero(in.Body.Term),
	})
	if err != nil {
		return nil, err
	}
	return openapi.AskForPhenotype201JSONResponse(requestFor(ctx)(r)), nil
}

// WithdrawPhenotypeRequest implements DELETE /api/hermes/phenotype-requests/{id}.
func (s *Server) WithdrawPhenotypeRequest(
	ctx context.Context,
	in openapi.WithdrawPhenotypeRequestRequestObject,
) (openapi.WithdrawPhenotypeRequestResponseObject, error) {
	return openapi.WithdrawPhenotypeRequest204Response{}, s.Hermes.WithdrawPhenotypeRequest(ctx, request.Identity(ctx), in.Id)
}

// DecidePhenotypeRequest implements POST /api/hermes/phenotype-requests/{id}/decision.
func (s *Server) DecidePhenotypeRequest(
	ctx context.Context,
	in openapi.DecidePhenotypeRequestRequestObject,
) (openapi.DecidePhenotypeRequestResponseObject, error) {
	decision := hermes.RequestDecision{Use: request.OrZero(in.Body.Use), Answer: request.OrZero(in.Body.Answer)}
	if in.Body.Grant != nil {
		decision.Grant = view.Ptr(hermesPhenotypeInputOf(in.Body.Grant))
	}
	r, err := s.Hermes.DecidePhenotypeRequest(ctx, request.Identity(ctx), in.Id, decision)
	if err != nil {
		return nil, err
	}
	return openapi.DecidePhenotypeRequest200JSONResponse(requestFor(ctx)(r)), nil
}

func hermesPhenotypeInputOf(in *openapi.HermesPhenotypeInput) hermes.PhenotypeInput {
	return hermes.PhenotypeInput{
		Code: request.OrZero(
			in.Name,
		),
		Description: in.Description,
		Dichotomous: in.Dichotomous,
		Terms:       request.OrZero(in.Terms),
		Synonyms:    request.OrZero(in.Synonyms),
		Retired:     request.OrZero(in.Retired),
	}
}

func hermesPhenotypeOf(v *hermes.PhenotypeView) openapi.HermesPhenotype {
	out := openapi.HermesPhenotype{
		Name: v.Code, Description: v.Description, Dichotomous: v.Dichotomous, Terms: view.List(v.Terms), Synonyms: view.List(v.Synonyms),
		RetiredAt: v.RetiredAt, Datasets: v.Datasets, Version: v.Version,
	}
	if v.History != nil {
		out.History = view.Ptr(historyOf(v.History))
	}
	return out
}

// requestFor converts requests for the caller.
func requestFor(ctx context.Context) func(*hermes.PhenotypeRequest) openapi.PhenotypeRequest {
	caller := request.Identity(ctx).User.ID
	return func(r *hermes.PhenotypeRequest) openapi.PhenotypeRequest {
		return openapi.PhenotypeRequest{
			Id: r.ID, Wanted: r.Wanted, Why: r.Why, Dichotomous: r.Dichotomous, Term: r.Term, Status: openapi.PhenotypeRequestStatus(r.Status),
			AskedBy: r.AskedBy, AskedAt: r.AskedAt, Own: r.AskerID == caller, DecidedBy: view.Some(r.DecidedBy), DecidedAt: r.DecidedAt,
			Phenotype: view.Some(r.Code), Answer: view.Some(r.Answer),
		}
	}
}

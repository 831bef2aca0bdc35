package hermesapi

import (
	"cmp"
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/listing"
)

// ListFreezes implements GET /api/hermes/freezes.
func (s *Server) ListFreezes(ctx context.Context, in openapi.ListFreezesRequestObject) (openapi.ListFreezesResponseObject, error) {
	p := in.Params
	after, err := listing.Read(request.OrZero(p.Cursor))
	if err != nil {
		return nil, err
	}
	page, err := s.Hermes.Freezes(ctx, request.Identity(ctx), hermes.FreezeFilter{
		Query: request.OrZero(p.Q), States: request.OrZero(p.State), Sort: cmp.Or(string(request.OrZero(p.Sort)), "-created_at"),
		Limit: request.PageSize(p.Limit), After: after, Facets: request.OrZero(p.Facets),
	})
	if err != nil {
		return nil, err
	}
	return openapi.ListFreezes200JSONResponse{
		Items: view.Each(page.Items, freezeRowOf), Total: page.Total, NextCursor: view.CursorOf(page.Next), Facets: view.Facets(page.Facets),
	}, nil
}

// CreateFreeze implements POST /api/hermes/freezes.
func (s *Server) CreateFreeze(ctx context.Context, in openapi.CreateFreezeRequestObject) (openapi.CreateFreezeResponseObject, error) {
	v, err := s.Hermes.CreateFreeze(ctx, request.Identity(ctx), freezeIn(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.CreateFreeze201JSONResponse(freezeOf(v)), nil
}

// PlanFreeze implements POST /api/hermes/freeze-plan.
func (s *Server) PlanFreeze(ctx context.Context, in openapi.PlanFreezeRequestObject) (openapi.PlanFreezeResponseObject, error) {
	plan, err := s.Hermes.PlanFreeze(ctx, request.Identity(ctx), &in.Body.Document)
	if err != nil {
		return nil, err
	}
	return openapi.PlanFreeze200JSONResponse(*plan), nil
}

// GetFreeze implements GET /api/hermes/freezes/{id}.
func (s *Server) GetFreeze(ctx context.Context, in openapi.GetFreezeRequestObject) (openapi.GetFreezeResponseObject, error) {
	v, err := s.Hermes.Freeze(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetFreeze200JSONResponse(freezeOf(v)), nil
}

// UpdateFreeze implements PUT /api/hermes/freezes/{id}.
func (s *Server) UpdateFreeze(ctx context.Context, in openapi.UpdateFreezeRequestObject) (openapi.UpdateFreezeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.UpdateFreeze(ctx, request.Identity(ctx), in.Id, version, freezeIn(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.UpdateFreeze200JSONResponse(freezeOf(v)), nil
}

// DeleteFreeze implements DELETE /api/hermes/freezes/{id}.
func (s *Server) DeleteFreeze(ctx context.Context, in openapi.DeleteFreezeRequestObject) (openapi.DeleteFreezeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	if err := s.Hermes.DeleteFreeze(ctx, request.Identity(ctx), in.Id, version); err != nil {
		return nil, err
	}
	return openapi.DeleteFreeze204Response{}, nil
}

// StartFreeze implements POST /api/hermes/freezes/{id}/start.
func (s *Server) StartFreeze(ctx context.Context, in openapi.StartFreezeRequestObject) (openapi.StartFreezeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.StartFreeze(ctx, request.Identity(ctx), in.Id, version)
	if err != nil {
		return nil, err
	}
	return openapi.StartFreeze200JSONResponse(freezeOf(v)), nil
}

// CancelFreeze implements POST /api/hermes/freezes/{id}/cancel.
func (s *Server) CancelFreeze(ctx context.Context, in openapi.CancelFreezeRequestObject) (openapi.CancelFreezeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.CancelFreeze(ctx, request.Identity(ctx), in.Id, version)
	if err != nil {
		return nil, err
	}
	return openapi.CancelFreeze200JSONResponse(freezeOf(v)), nil
}

// ListFreezeChanges implements GET /api/hermes/freezes/{id}/changes.
func (s *Server) ListFreezeChanges(ctx context.Context, in openapi.ListFreezeChangesRequestObject) (openapi.ListFreezeChangesResponseObject, error) {
	changes, err := s.Hermes.FreezeChanges(ctx, request.Identity(ctx), in.Id, request.OrZero(in.Params.Since))
	if err != nil {
		return nil, err
	}
	return openapi.ListFreezeChanges200JSONResponse(*changes), nil
}

// ListFreezeLoci implements GET /api/hermes/freezes/{id}/loci.
func (s *Server) ListFreezeLoci(ctx context.Context, in openapi.ListFreezeLociRequestObject) (openapi.ListFreezeLociResponseObject, error) {
	loci, err := s.Hermes.FreezeLoci(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.ListFreezeLoci200JSONResponse(*loci), nil
}

// PreviewCohortWithdrawal implements GET /api/hermes/freezes/{id}/cohort-withdrawals.
func (s *Server) PreviewCohortWithdrawal(
	ctx context.Context, in openapi.PreviewCohortWithdrawalRequestObject,
) (openapi.PreviewCohortWithdrawalResponseObject, error) {
	found, err := s.Hermes.PreviewWithdrawal(ctx, request.Identity(ctx), in.Id, in.Params.Cohort)
	if err != nil {
		return nil, err
	}
	return openapi.PreviewCohortWithdrawal200JSONResponse(*found), nil
}

// WithdrawCohort implements POST /api/hermes/freezes/{id}/cohort-withdrawals.
func (s *Server) WithdrawCohort(ctx context.Context, in openapi.WithdrawCohortRequestObject) (openapi.WithdrawCohortResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.WithdrawCohort(ctx, request.Identity(ctx), in.Id, version, in.Body.Cohort, in.Body.Reason, request.OrZero(in.Body.ReleaseVersion))
	if err != nil {
		return nil, err
	}
	return openapi.WithdrawCohort200JSONResponse(freezeOf(v)), nil
}

// GetFreezeTexts implements GET /api/hermes/freezes/{id}/texts.
func (s *Server) GetFreezeTexts(ctx context.Context, in openapi.GetFreezeTextsRequestObject) (openapi.GetFreezeTextsResponseObject, error) {
	texts, err := s.Hermes.FreezeTexts(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetFreezeTexts200JSONResponse(*texts), nil
}

// PublishFreeze implements PUT /api/hermes/freezes/{id}/publication.
func (s *Server) PublishFreeze(ctx context.Context, in openapi.PublishFreezeRequestObject) (openapi.PublishFreezeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.PublishFreeze(ctx, request.Identity(ctx), in.Id, version, hermes.FreezePublication{
		Name: in.Body.Name, Terms: request.OrZero(in.Body.Terms), EmbargoUntil: request.OrZero(in.Body.EmbargoUntil),
	})
	if err != nil {
		return nil, err
	}
	return openapi.PublishFreeze200JSONResponse(freezeOf(v)), nil
}

// WithdrawFreeze implements DELETE /api/hermes/freezes/{id}/publication.
func (s *Server) WithdrawFreeze(ctx context.Context, in openapi.WithdrawFreezeRequestObject) (openapi.WithdrawFreezeResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.Hermes.WithdrawFreeze(ctx, request.Identity(ctx), in.Id, version)
	if err != nil {
		return nil, err
	}
	return openapi.WithdrawFreeze200JSONResponse(freezeOf(v)), nil
}

func freezeIn(in *openapi.FreezeInput) hermes.NewFreeze {
	return hermes.NewFreeze{Name: in.Name, ReleaseVersion: in.ReleaseVersion, Document: in.Document, PreviousID: request.OrZero(in.Previous)}
}

func freezeOf(v *hermes.FreezeView) openapi.Freeze {
	return openapi.Freeze{
		Id: v.ID, Name: v.Name, ReleaseVersion: v.ReleaseVersion, State: v.State, Document: v.Document, Previous: v.Previous,
		CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt, StartedAt: v.StartedAt, Publication: v.Publication,
		Version: v.Version, Plan: *v.Plan, Verdict: v.Verdict, Actions: v.Actions,
	}
}

func freezeRowOf(f *hermes.Freeze) openapi.FreezeSummary {
	out := openapi.FreezeSummary{
		Id: f.ID, Name: f.Name, ReleaseVersion: f.ReleaseVersion, State: f.State, Deadline: view.Some(f.Document.Deadline),
		CreatedBy: f.CreatedBy, CreatedAt: f.CreatedAt, UpdatedAt: f.UpdatedAt, StartedAt: f.StartedAt,
		Results: f.Started, ResultsDone: f.Done, ResultsFailed: f.Failed, Version: f.Version,
	}
	if f.Publication != nil {
		out.PublicName = &f.Publication.Name
	}
	return out
}

package sgcapi

import (
	"cmp"
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/sgc"
	"cohortium/internal/platform/listing"
)

// ListSgcCohorts implements GET /api/sgc/cohorts.
func (s *Server) ListSgcCohorts(ctx context.Context, in openapi.ListSgcCohortsRequestObject) (openapi.ListSgcCohortsResponseObject, error) {
	f, err := cohortFilter(in.Params)
	if err != nil {
		return nil, err
	}
	f.Sort = cmp.Or(f.Sort, "-created_at")
	page, err := s.SGC.ListCohorts(ctx, request.Identity(ctx), f)
	if err != nil {
		return nil, err
	}
	return openapi.ListSgcCohorts200JSONResponse{
		Items: view.Each(page.Items, cohortRowOf), Total: page.Total, NextCursor: view.CursorOf(page.Next), Summary: *page.Summary,
	}, nil
}

// CreateSgcCohort implements POST /api/sgc/cohorts.
func (s *Server) CreateSgcCohort(ctx context.Context, in openapi.CreateSgcCohortRequestObject) (openapi.CreateSgcCohortResponseObject, error) {
	v, err := s.SGC.CreateCohort(ctx, request.Identity(ctx), cohortInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.CreateSgcCohort201JSONResponse(cohortOf(v)), nil
}

// GetSgcCohort implements GET /api/sgc/cohorts/{id}.
func (s *Server) GetSgcCohort(ctx context.Context, in openapi.GetSgcCohortRequestObject) (openapi.GetSgcCohortResponseObject, error) {
	v, err := s.SGC.Cohort(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcCohort200JSONResponse(cohortOf(v)), nil
}

// UpdateSgcCohort implements PUT /api/sgc/cohorts/{id}.
func (s *Server) UpdateSgcCohort(ctx context.Context, in openapi.UpdateSgcCohortRequestObject) (openapi.UpdateSgcCohortResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.SGC.UpdateCohort(ctx, request.Identity(ctx), in.Id, version, cohortInputOf(in.Body))
	if err != nil {
		return nil, err
	}
	return openapi.UpdateSgcCohort200JSONResponse(cohortOf(v)), nil
}

// DeleteSgcCohort implements DELETE /api/sgc/cohorts/{id}.
func (s *Server) DeleteSgcCohort(ctx context.Context, in openapi.DeleteSgcCohortRequestObject) (openapi.DeleteSgcCohortResponseObject, error) {
	return openapi.DeleteSgcCohort204Response{}, s.SGC.DeleteCohort(ctx, request.Identity(ctx), in.Id)
}

// SetSgcOwners implements PUT /api/sgc/cohorts/{id}/owners.
func (s *Server) SetSgcOwners(ctx context.Context, in openapi.SetSgcOwnersRequestObject) (openapi.SetSgcOwnersResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.SGC.SetOwners(ctx, request.Identity(ctx), in.Id, version, in.Body.Owner, in.Body.CoOwners)
	if err != nil {
		return nil, err
	}
	return openapi.SetSgcOwners200JSONResponse(cohortOf(v)), nil
}

// ValidateSgcCohort implements POST /api/sgc/cohorts/{id}/validate.
func (s *Server) ValidateSgcCohort(ctx context.Context, in openapi.ValidateSgcCohortRequestObject) (openapi.ValidateSgcCohortResponseObject, error) {
	version, err := request.IfMatch(in.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	v, err := s.SGC.Validate(ctx, request.Identity(ctx), in.Id, version)
	if err != nil {
		return nil, err
	}
	return openapi.ValidateSgcCohort200JSONResponse(cohortOf(v)), nil
}

// GetSgcCounts implements GET /api/sgc/cohorts/{id}/counts.
func (s *Server) GetSgcCounts(ctx context.Context, in openapi.GetSgcCountsRequestObject) (openapi.GetSgcCountsResponseObject, error) {
	c, err := s.SGC.Counts(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcCounts200JSONResponse{
		Male: countRowsOf(c.Male), Female: countRowsOf(c.Female), Both: countRowsOf(c.Both),
		MalePairs: pairsOf(c.MalePairs), FemalePairs: pairsOf(c.FemalePairs), BothPairs: pairsOf(c.BothPairs),
	}, nil
}

// GetSgcReceipt implements GET /api/sgc/cohorts/{id}/receipt.
func (s *Server) GetSgcReceipt(ctx context.Context, in openapi.GetSgcReceiptRequestObject) (openapi.GetSgcReceiptResponseObject, error) {
	r, err := s.SGC.Receipt(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcReceipt200JSONResponse{
		CohortId: r.CohortID, Name: r.Name, Owner: r.Owner, Version: r.Version, Status: r.Status, ValidatedAt: r.ValidatedAt,
		TotalSampleSize: r.Total, NumberOfMales: r.Males, NumberOfFemales: r.Females, MinCell: &r.MinCell, Files: filesOf(r.Files), IssuedAt: r.IssuedAt,
	}, nil
}

// GetSgcReminder implements GET /api/sgc/cohorts/{id}/reminder.
func (s *Server) GetSgcReminder(ctx context.Context, in openapi.GetSgcReminderRequestObject) (openapi.GetSgcReminderResponseObject, error) {
	m, err := s.SGC.Reminder(ctx, request.Identity(ctx), in.Id)
	if err != nil {
		return nil, err
	}
	return openapi.GetSgcReminder200JSONResponse{To: m.To, Subject: m.Subject, Text: m.Text, Missing: view.List(m.Missing), Wrong: view.List(m.Wrong)}, nil
}

// SendSgcReminder implements POST /api/sgc/cohorts/{id}/reminder.
func (s *Server) SendSgcReminder(ctx context.Context, in openapi.SendSgcReminderRequestObject) (openapi.SendSgcReminderResponseObject, error) {
	return openapi.SendSgcReminder200JSONResponse{Status: "sent"}, s.SGC.SendReminder(ctx, request.Identity(ctx), in.Id)
}

// cohortFilter converts the parameters of the lists of cohorts.
func cohortFilter(p openapi.ListSgcCohortsParams) (f sgc.CohortFilter, err error) {
	f = sgc.CohortFilter{
		Q: request.OrZero(p.Q), Owner: request.OrZero(p.Owner), Status: request.OrZero(p.Status), Missing: request.OrZero(p.Missing),
		Sort: string(request.OrZero(p.Sort)), Limit: request.PageSize(p.Limit),
	}
	f.After, err = listing.Read(request.OrZero(p.Cursor))
	return f, err
}

func cohortInputOf(in *openapi.SgcCohortInput) sgc.CohortInput {
	q := request.OrZero(in.CohortMetadata)
	return sgc.CohortInput{
		Name: in.Name, Total: in.TotalSampleSize, Males: in.NumberOfMales, Females: in.NumberOfFemales,
		Questionnaire: sgc.Questionnaire{
			PhenotypeCodingSystem: request.OrZero(q.PhenotypeCodingSystem), PhenotypeMappingIssues: request.OrZero(q.PhenotypeMappingIssues),
			ApprovalRequirements: request.OrZero(q.CohortApprovalRequirements), Restrictions: request.OrZero(q.SummaryStatsRestrictions),
			PublicationAvailability: string(request.OrZero(q.SummaryStatsPublicationAvailability)),
			ConsortiumAvailability:  string(request.OrZero(q.SummaryStatsConsortiumAvailability)), OtherNotes: request.OrZero(q.OtherNotes),
		},
	}
}

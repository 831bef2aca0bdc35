package siteapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/operation"
)

// GetOverview implements GET /api/overview.
func (s *Server) GetOverview(ctx context.Context, _ openapi.GetOverviewRequestObject) (openapi.GetOverviewResponseObject, error) {
	o, err := s.Operation.Overview(ctx, request.Identity(ctx), origin(ctx))
	if err != nil {
		return nil, err
	}
	return openapi.GetOverview200JSONResponse{
		At: o.At, Needs: view.List(o.Needs), Numbers: o.Numbers, Processes: view.List(o.Processes), Jobs: view.Each(o.Jobs, queuedJobOf),
		GivenUp: view.Each(o.GivenUp, queuedJobOf), Problems: view.List(o.Problems), Storage: o.Storage, Mail: o.Mail, Backup: o.Backup,
		Versions: o.Versions, CertificateEnds: o.CertificateEnds,
	}, nil
}

func queuedJobOf(j operation.QueuedJob) openapi.QueuedJob {
	return openapi.QueuedJob{Job: view.JobOf(j.View), Owner: j.Owner, Subject: j.Subject, CreatedAt: j.CreatedAt}
}

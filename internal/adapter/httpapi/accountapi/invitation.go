package accountapi

import (
	"context"
	"time"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
)

// Invite implements POST /api/areas/{area}/invitations.
func (s *Server) Invite(ctx context.Context, in openapi.InviteRequestObject) (openapi.InviteResponseObject, error) {
	people := make([]auth.NewInvitation, len(in.Body.Items))
	for i, p := range in.Body.Items {
		people[i] = auth.NewInvitation{
			UserName: p.UserName, UserType: p.UserType, AlsoRoles: request.OrZero(p.AlsoRoles),
			FirstName: request.OrZero(p.FirstName), LastName: request.OrZero(p.LastName),
			Life: time.Duration(request.OrZero(in.Body.ValidHours)) * time.Hour,
		}
	}
	results, err := s.Auth.Invite(ctx, request.Identity(ctx), areaOf(in.Area), people, request.OrZero(in.Body.DryRun))
	if err != nil {
		return nil, err
	}
	out := openapi.Invite200JSONResponse{Items: []openapi.InvitationResult{}}
	for _, r := range results {
		out.Items = append(out.Items, openapi.InvitationResult{
			UserName: r.UserName, Outcome: openapi.InvitationResultOutcome(r.Outcome),
			Field: view.Some(r.Field), Message: view.Some(r.Message), Link: sentOf(r.Link),
		})
	}
	return out, nil
}

// WithdrawInvitation implements DELETE /api/areas/{area}/users/{id}/invitation.
func (s *Server) WithdrawInvitation(ctx context.Context, in openapi.WithdrawInvitationRequestObject) (openapi.WithdrawInvitationResponseObject, error) {
	return openapi.WithdrawInvitation204Response{}, s.Auth.WithdrawInvitation(ctx, request.Identity(ctx), areaOf(in.Area), in.Id)
}

// ListAccessRequests implements GET /api/areas/{area}/access-requests.
func (s *Server) ListAccessRequests(ctx context.Context, in openapi.ListAccessRequestsRequestObject) (openapi.ListAccessRequestsResponseObject, error) {
	requests, err := s.Auth.AccessRequests(ctx, request.Identity(ctx), areaOf(in.Area))
	if err != nil {
		return nil, err
	}
	out := openapi.ListAccessRequests200JSONResponse{Items: []openapi.AccessRequest{}}
	for _, r := range requests {
		out.Items = append(out.Items, openapi.AccessRequest{
			Id: r.ID, Email: r.Email, FirstName: r.FirstName, LastName: r.LastName, Reason: r.Reason, CreatedAt: r.CreatedAt, Verified: r.Verified,
		})
	}
	return out, nil
}

// DecideAccessRequest implements POST /api/areas/{area}/access-requests/{id}.
func (s *Server) DecideAccessRequest(ctx context.Context, in openapi.DecideAccessRequestRequestObject) (openapi.DecideAccessRequestResponseObject, error) {
	invite := in.Body.Decision == openapi.Invite
	l, err := s.Auth.DecideAccess(ctx, request.Identity(ctx), areaOf(in.Area), in.Id, invite, request.OrZero(in.Body.UserType))
	if err != nil {
		return nil, err
	}
	return openapi.DecideAccessRequest200JSONResponse(*sentOf(l)), nil
}

// sentOf converts a sent link, nil for none.
func sentOf(l *auth.SentLink) *openapi.SentLink {
	if l == nil {
		return nil
	}
	out := openapi.SentLink{Sent: l.Sent, Url: view.Some(l.URL)}
	if !l.ExpiresAt.IsZero() {
		out.ExpiresAt = &l.ExpiresAt
	}
	return &out
}

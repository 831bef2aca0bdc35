package accountapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/platform/auth"
)

// GetProfile implements GET /api/profile.
func (s *Server) GetProfile(ctx context.Context, _ openapi.GetProfileRequestObject) (openapi.GetProfileResponseObject, error) {
	p, err := s.profile(ctx)
	return openapi.GetProfile200JSONResponse(p), err
}

// UpdateProfile implements PATCH /api/profile.
func (s *Server) UpdateProfile(ctx context.Context, in openapi.UpdateProfileRequestObject) (openapi.UpdateProfileResponseObject, error) {
	u, err := s.Auth.UpdateProfile(ctx, request.Identity(ctx), auth.ProfileChange{
		FirstName: in.Body.FirstName, LastName: in.Body.LastName, Email: in.Body.Email, Current: request.OrZero(in.Body.CurrentPassword),
	})
	if err != nil {
		return nil, err
	}
	request.Identity(ctx).User = u
	p, err := s.profile(ctx)
	return openapi.UpdateProfile200JSONResponse(p), err
}

func (s *Server) profile(ctx context.Context) (openapi.Profile, error) {
	id := request.Identity(ctx)
	factor, err := s.Auth.FactorState(ctx, id)
	if err != nil {
		return openapi.Profile{}, err
	}
	linked, err := s.Auth.Identities(ctx, id)
	if err != nil {
		return openapi.Profile{}, err
	}
	out := openapi.Profile{
		User: userOf(id), HasPassword: id.User.PasswordHash != "", PasswordChangedAt: id.User.PasswordChangedAt,
		SecondFactor: factor.On, SecondFactorRequired: factor.Needed, RecoveryCodesLeft: int(factor.RecoveryCodes),
		Identities: []openapi.LinkedIdentity{},
	}
	for _, i := range linked {
		out.Identities = append(out.Identities, openapi.LinkedIdentity{Id: i.ID, Issuer: i.Issuer, Email: i.Email, LinkedAt: i.LinkedAt})
	}
	return out, nil
}

// UnlinkIdentity implements DELETE /api/profile/identities/{id}.
func (s *Server) UnlinkIdentity(ctx context.Context, in openapi.UnlinkIdentityRequestObject) (openapi.UnlinkIdentityResponseObject, error) {
	return openapi.UnlinkIdentity204Response{}, s.Auth.UnlinkIdentity(ctx, request.Identity(ctx), in.Id)
}

// ListSessions implements GET /api/sessions.
func (s *Server) ListSessions(ctx context.Context, _ openapi.ListSessionsRequestObject) (openapi.ListSessionsResponseObject, error) {
	id := request.Identity(ctx)
	sessions, err := s.Auth.Sessions(ctx, id)
	if err != nil {
		return nil, err
	}
	out := openapi.ListSessions200JSONResponse{Items: []openapi.Session{}}
	for _, session := range sessions {
		kind := openapi.Browser
		if session.Group != "" {
			kind = openapi.UserService
		}
		out.Items = append(out.Items, openapi.Session{
			Id: session.ID, Current: id.Session != nil && id.Session.ID == session.ID, Kind: kind,
			CreatedAt: session.CreatedAt, LastSeenAt: session.LastSeenAt, ExpiresAt: session.ExpiresAt,
			UserAgent: session.UserAgent, Address: session.Address, Remember: session.Remember,
		})
	}
	return out, nil
}

// EndSession implements DELETE /api/sessions/{id}.
func (s *Server) EndSession(ctx context.Context, in openapi.EndSessionRequestObject) (openapi.EndSessionResponseObject, error) {
	return openapi.EndSession204Response{}, s.Auth.EndSession(ctx, request.Identity(ctx), in.Id)
}

// EndOtherSessions implements DELETE /api/sessions.
func (s *Server) EndOtherSessions(ctx context.Context, _ openapi.EndOtherSessionsRequestObject) (openapi.EndOtherSessionsResponseObject, error) {
	return openapi.EndOtherSessions204Response{}, s.Auth.EndOtherSessions(ctx, request.Identity(ctx))
}

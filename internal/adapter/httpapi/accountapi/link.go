package accountapi

import (
	"context"

	"cohortium/internal/adapter/httpapi/credential"
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/request"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// LookUpLink implements POST /api/links/look-up.
func (s *Server) LookUpLink(ctx context.Context, in openapi.LookUpLinkRequestObject) (openapi.LookUpLinkResponseObject, error) {
	l, err := s.Auth.LookUpLink(ctx, in.Body.Token)
	if err != nil {
		return nil, err
	}
	return openapi.LookUpLink200JSONResponse{
		Kind: openapi.LinkKind(l.Kind), UserName: l.UserName, Email: l.Email, FirstName: l.FirstName, LastName: l.LastName,
		Areas: view.Texts(l.Areas), InvitedBy: view.Some(l.InvitedBy), ExpiresAt: l.ExpiresAt,
	}, nil
}

// AcceptInvitation implements POST /api/invitations/accept.
func (s *Server) AcceptInvitation(ctx context.Context, in openapi.AcceptInvitationRequestObject) (openapi.AcceptInvitationResponseObject, error) {
	if err := credential.SecureLine(ctx); err != nil {
		return nil, err
	}
	device, err := s.Device(ctx)
	if err != nil {
		return nil, err
	}
	info := request.InfoOf(ctx)
	token, id, err := s.Auth.AcceptInvitation(ctx, auth.Accept{
		Token: in.Body.Token, UserName: request.OrZero(in.Body.UserName), Password: in.Body.Password,
		FirstName: request.OrZero(in.Body.FirstName), LastName: request.OrZero(in.Body.LastName),
		Address: info.Address, Device: device, UserAgent: info.UserAgent, OldToken: info.Token,
	})
	if err != nil {
		return nil, err
	}
	s.Begin(ctx, token, id)
	credential.RememberDevice(ctx)
	return openapi.AcceptInvitation200JSONResponse{Body: openapi.LoginResponse{Status: success, User: userOf(id)}}, nil
}

// RequestPasswordReset implements POST /api/password-reset.
func (s *Server) RequestPasswordReset(ctx context.Context, in openapi.RequestPasswordResetRequestObject) (openapi.RequestPasswordResetResponseObject, error) {
	if err := s.Auth.RequestReset(ctx, in.Body.UserName, request.AddressOf(ctx)); err != nil {
		return nil, err
	}
	return openapi.RequestPasswordReset202JSONResponse{Status: success}, nil
}

// ConfirmPasswordReset implements POST /api/password-reset/confirm.
func (s *Server) ConfirmPasswordReset(ctx context.Context, in openapi.ConfirmPasswordResetRequestObject) (openapi.ConfirmPasswordResetResponseObject, error) {
	if err := credential.SecureLine(ctx); err != nil {
		return nil, err
	}
	if err := s.Auth.ConfirmReset(ctx, in.Body.Token, in.Body.Password); err != nil {
		return nil, err
	}
	return openapi.ConfirmPasswordReset200JSONResponse{Status: success}, nil
}

// KeepPassword implements POST /api/password-reset/keep.
func (s *Server) KeepPassword(ctx context.Context, in openapi.KeepPasswordRequestObject) (openapi.KeepPasswordResponseObject, error) {
	device, err := s.Device(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Auth.KeepPassword(ctx, in.Body.Token, device); err != nil {
		return nil, err
	}
	credential.RememberDevice(ctx)
	return openapi.KeepPassword200JSONResponse{Status: success}, nil
}

// RequestAccess implements POST /api/access-requests.
func (s *Server) RequestAccess(ctx context.Context, in openapi.RequestAccessRequestObject) (openapi.RequestAccessResponseObject, error) {
	if !s.Registration {
		return nil, errs.New(errs.NotFound, "no_registration", "This consortium works by invitation: ask the person who coordinates your study.")
	}
	err := s.Auth.RequestAccess(ctx, auth.AccessRequest{
		Email: in.Body.Email, FirstName: request.OrZero(in.Body.FirstName), LastName: request.OrZero(in.Body.LastName),
		Area: auth.Area(in.Body.Area), Reason: request.OrZero(in.Body.Reason), Address: request.AddressOf(ctx),
	})
	if err != nil {
		return nil, err
	}
	return openapi.RequestAccess202JSONResponse{Status: success}, nil
}
